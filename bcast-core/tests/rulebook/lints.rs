//! Suspicious calls, and similar calls without warnings.

use bcast_core::report::lint::{Lint, Suspicion, suspicions};
use bcast_core::rules::call::{Alignment, Call, Operand, Place};
use bcast_core::rules::length::Length;
use bcast_core::rules::mode::Mode;

const N: Length = Length::name(0);
const M: Length = Length::name(1);
const ONE: Length = Length::ONE;
const OPEN: Length = Length::UNKNOWN;

/// A call of operands `a`, `b`, `c`.
struct Case {
    mode: Mode,
    shapes: Vec<Vec<Length>>,
    axis: Option<i64>,
    to: Option<Vec<Length>>,
    place: Option<Vec<Length>>,
}

fn case(mode: Mode, shapes: &[&[Length]]) -> Case {
    let shapes = shapes.iter().map(|shape| shape.to_vec()).collect();
    Case { mode, shapes, axis: None, to: None, place: None }
}

impl Case {
    fn suspicions(&self, is_whole: bool) -> Vec<Suspicion> {
        let names = ["a", "b", "c"];
        let operand =
            |(name, shape): (&&'static str, &'static [Length])| Operand { name, shape, alignment: Alignment::ByMode };
        let shapes = self.shapes.iter().map(|shape| &*shape.clone().leak());
        let operands: Vec<Operand<'_>> = names.iter().zip(shapes).map(operand).collect();
        let place = self.place.as_deref().map(|shape| Place { name: "y", shape, operand: None });
        let (mode, axis, to) = (self.mode, self.axis, self.to.as_deref());
        let call = Call { mode, operands: &operands, axis, axes: None, to, base: None, place };
        suspicions(&call, is_whole, &["N".to_owned(), "M".to_owned()], &[])
    }

    fn lints(&self) -> Vec<Lint> {
        self.suspicions(true).into_iter().map(|suspicion| suspicion.lint).collect()
    }
}

#[test]
fn mutual_stretching_over_one_length() {
    use Mode::{Bidirectional, Ncnn, None, Numpy, Paddle, Unidirectional};
    for mode in [Numpy, Paddle] {
        assert_eq!(case(mode, &[&[N], &[N, ONE]]).lints(), [Lint::MutualStretch], "{mode}");
        assert_eq!(case(mode, &[&[N], &[M, ONE]]).lints(), [], "{mode}: an outer product");
    }
    assert_eq!(case(Ncnn, &[&[ONE, N], &[N, ONE]]).lints(), [Lint::MutualStretch]);
    assert_eq!(case(Numpy, &[&[Length::new(3)], &[Length::new(3), ONE]]).lints(), [Lint::MutualStretch]);
    assert_eq!(case(Numpy, &[&[OPEN], &[N, ONE]]).lints(), [], "nothing is known of the first");
    assert_eq!(case(Numpy, &[&[N], &[N, ONE], &[N, N]]).lints(), [Lint::RankPromotion], "the third has both axes");
    assert_eq!(case(Numpy, &[&[N], &[N, ONE], &[OPEN, N]]).lints(), [], "the third may have both");
    assert_eq!(case(Numpy, &[&[N], &[N, ONE]]).suspicions(false), [], "an array that is not known may have both");
    let target = Case { to: Some(vec![N, N]), ..case(Bidirectional, &[&[N], &[N, ONE]]) };
    assert_eq!(target.lints(), [Lint::RankPromotion]);
    assert_eq!(Case { place: Some(vec![N, N]), ..case(Numpy, &[&[N], &[N, ONE]]) }.lints(), [Lint::RankPromotion]);
    for mode in [None, Unidirectional] {
        assert_eq!(case(mode, &[&[N, ONE], &[N, ONE]]).lints(), [], "{mode}");
    }
}

#[test]
fn vectors_beside_two_axes_of_their_length() {
    use Mode::{Ncnn, Numpy, Paddle, Pdpd, Unidirectional};
    for (mode, lint) in [
        (Numpy, Lint::RankPromotion),
        (Unidirectional, Lint::RankPromotion),
        (Ncnn, Lint::NcnnRank1),
        (Pdpd, Lint::DefaultAxis),
        (Paddle, Lint::DefaultAxis),
    ] {
        assert_eq!(case(mode, &[&[N, N], &[N]]).lints(), [lint], "{mode}");
        assert_eq!(case(mode, &[&[N, M, N], &[N]]).lints(), [lint], "{mode}");
        assert_eq!(case(mode, &[&[N, N], &[ONE]]).lints(), [], "{mode}: a 1 reads the same anywhere");
        assert_eq!(case(mode, &[&[OPEN, N], &[OPEN]]).lints(), [], "{mode}: nothing is known");
        assert!(lint.concerns(mode));
    }
    for mode in [Pdpd, Paddle] {
        assert_eq!(Case { axis: Some(-1), ..case(mode, &[&[N, N], &[N]]) }.lints(), [], "{mode}: it is said");
        assert_eq!(case(mode, &[&[M, N], &[N]]).lints(), [], "{mode}");
        assert_eq!(case(mode, &[&[N, N, N], &[N, N]]).lints(), [Lint::DefaultAxis], "{mode}");
    }
    assert_eq!(case(Numpy, &[&[N, N, N], &[N, N]]).lints(), [], "no vector");
}

#[test]
fn refused_calls_have_no_lints() {
    assert_eq!(case(Mode::Numpy, &[&[N, N], &[N], &[M]]).lints(), []);
}

#[test]
fn text_names_the_alternatives() {
    let found = case(Mode::Numpy, &[&[N], &[N, ONE]]).suspicions(true);
    assert_eq!(
        found[0].text,
        "\
`a` and `b` stretch along each other, to (N, N) (mode = numpy)
   axis    0  1
   b       N  1
   a          N
              ^ `b` repeats along this N, `a` along that of `b`
help: `axis(a) = 0` would give (N, 1)
help: `allow = mutual_stretch` says that this is meant"
    );
}
