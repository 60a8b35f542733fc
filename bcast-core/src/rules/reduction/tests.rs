//! Random calls, and those that the draw does not reach, are decided as a naive model of the rules decides them.

use std::iter::repeat_with;
use std::vec;
use std::vec::Vec;

use super::{ArrayExtent, Extent, Frame, Outcome, Reads, ReducedAxes, ValueKind, ValueSite, bits, first};
use crate::rules::mistake::ErrorKind;

mod model;
use model::{Array, Drawn, Expr, NAMES, Site, set};

/// The kinds of mistake that random calls reach, all of [`Frame::reduce`] but the one about sizes.
const KINDS: [ErrorKind; 9] = [
    ErrorKind::ReducedAxisOutOfRange,
    ErrorKind::ReducedAxisTwice,
    ErrorKind::ReducedAxisAmbiguous,
    ErrorKind::ReducedAxisAbsent,
    ErrorKind::ReducedAxesCount,
    ErrorKind::EmptyReduction,
    ErrorKind::ReducedAllDiffer,
    ErrorKind::ReducedPairs,
    ErrorKind::BesideReduction,
];

/// Reproducible random numbers; those of the plan's tests are not there without the feature `calls`.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

impl Drawn {
    fn draw(random: &mut Random) -> Self {
        let rank = random.of(&[0, 1, 2, 2, 2, 3, 3, 3, 4]);
        let frame: Vec<usize> = repeat_with(|| random.of(&[0, 1, 2, 2, 3, 3])).take(rank).collect();
        let by_names = random.once_in(6);
        let (arrays, results) = (1 + random.below(3), 1 + random.below(4) / 3);
        let arrays: Vec<_> = repeat_with(|| {
            let start = if random.once_in(2) { 0 } else { random.below(rank + 1) };
            let is_placed = by_names || random.once_in(4);
            let is_scattered = is_placed && random.once_in(2);
            let axes = (start..rank).filter(|_| !is_scattered || random.once_in(2)).collect::<Vec<_>>();
            let lengths =
                axes.into_iter().map(|axis| (axis, if random.once_in(3) { 1 } else { frame[axis] })).collect();
            (!random.once_in(8)).then_some(Array { lengths, is_placed })
        })
        .take(arrays)
        .collect();
        let mut sites = Vec::<Site>::new();
        for _ in 0..random.below(NAMES.len()) {
            let kind = match random.below(12) {
                0 => ValueKind::Length,
                1 | 2 => ValueKind::Index,
                3 => ValueKind::Elements,
                _ => ValueKind::Reduction { of_none: !random.once_in(3), of_one: random.once_in(6) },
            };
            let (is_all, is_any, count) = (random.once_in(3), random.once_in(8), random.of(&[1, 1, 1, 2, 2, 3, 0]));
            let start = random.below(4);
            let mut axes = Vec::new();
            for at in 0..if matches!(kind, ValueKind::Reduction { .. }) { count.min(rank.max(1)) } else { 1 } {
                let axis = (if is_any { random.below(4) } else { start + at } % rank.max(1)) as i64;
                axes.push(match random.below(60) {
                    0 => random.of(&[-(rank as i64) - 1, rank as i64, 64, i64::MIN, i64::MAX]),
                    _ => axis - random.of(&[0, rank as i64]),
                });
            }
            let axes = Some(axes).filter(|_| !is_all || !matches!(kind, ValueKind::Reduction { .. }));
            let inside = Self::expr(random, arrays.len(), &sites);
            sites.push(Site { kind, axes, inside });
        }
        let mains = repeat_with(|| Self::expr(random, arrays.len(), &sites)).take(results).collect();
        let (has_target, all) = (random.once_in(6), random.once_in(2));
        let target = (0..rank).filter(|_| has_target && (all || random.once_in(2))).collect();
        let (keeps, allows_pairs) = (random.once_in(6), random.once_in(2));
        Drawn { frame, arrays, sites, mains, keeps, target, by_names, allows_pairs }
    }

    /// The elements of an expression are read by kernels only; to the rules, what they read is read in their place.
    fn expr(random: &mut Random, arrays: usize, sites: &[Site]) -> Expr {
        let mut values: Vec<usize> = (0..sites.len()).filter(|&at| sites[at].kind != ValueKind::Elements).collect();
        if random.once_in(2) {
            // Reductions in each other.
            values.drain(..values.len().saturating_sub(1));
        } else {
            values.retain(|_| random.once_in(2));
        }
        let operands: Vec<usize> = (0..arrays).filter(|_| random.once_in(2)).collect();
        // Few read nothing.
        let operands = if operands.is_empty() && !random.once_in(4) { vec![random.below(arrays)] } else { operands };
        Expr { operands, values }
    }
}

#[test]
fn random_calls() {
    let mut random = Random(1);
    let (mut accepted, mut refused) = (0, [0; KINDS.len()]);
    for _ in 0..40_000 {
        match Drawn::draw(&mut random).check() {
            None => accepted += 1,
            Some(kind) => refused[KINDS.iter().position(|&known| known == kind).expect("a known kind")] += 1,
        }
    }
    assert!(accepted > 15_000 && refused.iter().all(|&count| count > 50), "{accepted}, {refused:?}");
}

/// The axes of a reduction, and the arrays and the values that it reads.
type Reduced<'a> = (Option<&'a [i64]>, &'a [usize], &'a [usize]);

/// A call of arrays of these shapes, aligned at their last axes, and of reductions.
fn call(shapes: &[&[usize]], sites: &[Reduced<'_>], main: (&[usize], &[usize])) -> Drawn {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let laid = |shape: &&[usize]| (rank - shape.len()..).zip(shape.iter().copied()).collect();
    let arrays: Vec<Array> = shapes.iter().map(|shape| Array { lengths: laid(shape), is_placed: false }).collect();
    let length = |axis| arrays.iter().filter_map(|array| array.lengths.get(&axis)).copied().find(|&length| length != 1);
    let frame = (0..rank).map(|axis| length(axis).unwrap_or(1)).collect();
    let expr = |operands: &[usize], values: &[usize]| Expr { operands: operands.into(), values: values.into() };
    let site = |&(axes, operands, values): &Reduced<'_>| Site {
        kind: ValueKind::Reduction { of_none: true, of_one: false },
        axes: axes.map(Vec::from),
        inside: expr(operands, values),
    };
    let (sites, mains) = (sites.iter().map(site).collect(), vec![expr(main.0, main.1)]);
    let arrays = arrays.into_iter().map(Some).collect();
    let target = model::Axes::new();
    Drawn { frame, arrays, sites, mains, keeps: false, target, by_names: false, allows_pairs: false }
}

/// The examples in the rules, and reductions in reductions.
#[test]
fn examples() {
    use ErrorKind::{BesideReduction, ReducedAllDiffer, ReducedAxisAmbiguous, ReducedPairs};
    let (x, matrix, vector, column) = (&[2, 3, 4][..], &[3, 4][..], &[4][..], &[3, 1][..]);
    for (call, refused) in [
        // x - max(x, axis = -1)
        (call(&[x], &[(Some(&[-1]), &[0], &[])], (&[0], &[0])), None),
        // x - mean(r, axis = 1), and axis = -1
        (call(&[x, matrix], &[(Some(&[1]), &[1], &[])], (&[0], &[0])), Some(ReducedAxisAmbiguous)),
        (call(&[x, matrix], &[(Some(&[-1]), &[1], &[])], (&[0], &[0])), None),
        // max(sum(x, axis = 0), axis = 1), and axis = -1
        (call(&[x], &[(Some(&[0]), &[0], &[]), (Some(&[1]), &[], &[0])], (&[], &[1])), Some(ReducedAxisAmbiguous)),
        (call(&[x], &[(Some(&[0]), &[0], &[]), (Some(&[-1]), &[], &[0])], (&[], &[1])), None),
        // sum(x, axis = 1) + b
        (call(&[matrix, vector], &[(Some(&[1]), &[0], &[])], (&[1], &[0])), Some(BesideReduction)),
        // max(sum(x, axis = 1) + sum(y, axis = 1), axis = 0) + b
        (
            call(
                &[matrix, matrix, vector],
                &[(Some(&[1]), &[0], &[]), (Some(&[1]), &[1], &[]), (Some(&[0]), &[], &[0, 1])],
                (&[2], &[2]),
            ),
            Some(BesideReduction),
        ),
        // mean((p - t) * (p - t), axis = ..)
        (call(&[column, &[3]], &[(None, &[0, 1], &[])], (&[], &[0])), Some(ReducedPairs)),
        // mean(x, axis = ..) - mean(b, axis = ..)
        (call(&[matrix, vector], &[(None, &[0], &[]), (None, &[1], &[])], (&[], &[0, 1])), Some(ReducedAllDiffer)),
    ] {
        assert_eq!(call.check(), refused, "{call:?}");
    }
}

/// A call of one array, and of one reduction of it over these axes.
fn one(lengths: &[usize], axes: Option<&[i64]>) -> Result<Outcome, ErrorKind> {
    let extent = Extent { has: first(lengths.len()), lengths: lengths.into() };
    let arrays = [Some(ArrayExtent { extent, is_whole: true, is_placed: false })];
    let frame = Frame { lengths, arrays: &arrays, keeps: false, target: 0, by_names: false, allows_pairs: false };
    let (reads, kind) = (Reads { operands: &[0], values: &[] }, ValueKind::Reduction { of_none: true, of_one: false });
    let axes = axes.map_or(ReducedAxes::All, ReducedAxes::Of);
    let site = ValueSite { name: NAMES[0], axes, reads, list: reads, kind };
    let (mains, mut outcome) = ([Reads { operands: &[], values: &[0] }], Outcome::default());
    frame.reduce(&[site], mains.into_iter(), &mut outcome).map_err(|mistake| mistake.kind)?;
    Ok(outcome)
}

#[test]
fn as_many_axes_as_bits() {
    let outcome = one(&[1; 64], None).unwrap();
    assert_eq!((outcome.values[0].taken, outcome.results[0].axes), (u64::MAX, 0));
    let outcome = one(&[1; 64], Some(&[-1])).unwrap();
    assert_eq!((outcome.values[0].taken, outcome.results[0].axes), (1 << 63, u64::MAX >> 1));
    assert_eq!(one(&[1; 65], Some(&[0])).unwrap_err(), ErrorKind::TooManyElements);
}

/// Positions are counted with those that are taken, and without them: behind an empty axis there can be more than can be counted.
#[test]
fn as_many_positions_as_can_be_counted() {
    const MOST: usize = isize::MAX as usize;
    for (lengths, axis, is_accepted) in [
        (&[MOST][..], 0, true),
        (&[MOST + 1], 0, false),
        (&[MOST, 2], 1, false),
        (&[usize::MAX, 2], 1, false),
        (&[MOST, 2, 0], 0, true),
        (&[MOST, 2, 0], 2, false),
    ] {
        assert_eq!(
            one(lengths, Some(&[axis])).err(),
            (!is_accepted).then_some(ErrorKind::TooManyElements),
            "{lengths:?}"
        );
    }
}

#[test]
fn sets() {
    let mut random = Random(2);
    for _ in 0..1000 {
        let numbers = random.below(1 << 31) as u64 * random.below(1 << 31) as u64;
        let drawn = random.of(&[0, 1, 1 << 63, u64::MAX, numbers, numbers << 2]);
        let axes: Vec<usize> = set(drawn).into_iter().collect();
        assert_eq!(bits(drawn).collect::<Vec<_>>(), axes);
        assert!(bits(drawn).rev().eq(axes.iter().rev().copied()));
    }
    for count in 0..70 {
        assert_eq!(set(first(count)), (0..count.min(64)).collect());
    }
}
