//! Options at their limits, places, and calls with many operands.

use bcast_core::report::error::{ErrorKind, Party};
use bcast_core::report::resolution::resolve_all;
use bcast_core::rules::length::Length;
use bcast_core::rules::mode::{Mode, OptionName};
use bcast_core::rules::{Obligation, ObligationKind};

use crate::support::Spec;

const EXTREME: [i64; 6] = [i64::MIN, -2, 5, 1 << 32, i64::MAX - 1, i64::MAX];

#[test]
fn impossible_axes_are_refused_and_never_wrap() {
    for axis in EXTREME {
        let kind = |spec: Spec<usize>| spec.resolve().unwrap_err().kind();
        let two: &[&[usize]] = &[&[2, 3, 4, 5], &[3]];
        assert_eq!(kind(Spec::new(Mode::Pdpd, two).axis(axis)), ErrorKind::AxisOutOfRange);
        assert_eq!(kind(Spec::new(Mode::Paddle, two).axis(axis)), ErrorKind::AxisOutOfRange);
        assert_eq!(kind(Spec::new(Mode::Numpy, two).own_axis(1, axis)), ErrorKind::AxisOutOfRange);
        assert_eq!(kind(Spec::new(Mode::Numpy, two).own_axes(1, &[axis])), ErrorKind::AxesOutOfRange);
        let explicit = Spec::new(Mode::Explicit, &[&[3][..]]).to(&[2, 3]);
        assert_eq!(kind(explicit.clone().axes(&[axis])), ErrorKind::AxesOutOfRange);
        assert_eq!(kind(explicit.own_axis(0, axis)), ErrorKind::AxisOutOfRange);
        // An invalid value is refused even if there is nothing to align.
        assert_eq!(kind(Spec::new(Mode::Pdpd, &[]).place("y", &[2, 3]).axis(axis)), ErrorKind::AxisOutOfRange);
        assert_eq!(kind(Spec::new(Mode::Paddle, &[]).place("y", &[2, 3]).axis(axis)), ErrorKind::AxisOutOfRange);
    }
}

#[test]
fn axis_of_a_fill_must_be_in_range() {
    for (mode, greatest) in [(Mode::Pdpd, 2), (Mode::Paddle, 1)] {
        for axis in -1..=4 {
            let fill = Spec::<usize>::new(mode, &[]).place("y", &[2, 3]).axis(axis);
            assert_eq!(fill.resolve().is_ok(), axis <= greatest, "{mode}, axis = {axis}");
        }
    }
}

#[test]
fn every_option_is_taken_or_refused_by_name() {
    for mode in Mode::ALL {
        let call = Spec::new(mode, &[&[2_usize, 3][..], &[2, 3]]).to(&[2, 3]);
        let refused = |spec: Spec<usize>, option| {
            let error = spec.resolve().err().filter(|error| error.kind() == ErrorKind::OptionNotTaken);
            assert_eq!(error.is_some(), !mode.takes(option), "{mode} {option}");
            if let Some(error) = error {
                assert_eq!(error.option(), Some(option));
                let of_an_operand = matches!(option, OptionName::OwnAxis | OptionName::OwnAxes);
                assert_eq!(error.culprit(), of_an_operand.then_some(Party::Operand(1)), "{mode} {option}");
            }
        };
        refused(call.clone().axis(0), OptionName::Axis);
        refused(call.clone().axes(&[0, 1]), OptionName::Axes);
        refused(call.clone().base(0), OptionName::Base);
        refused(call.clone().own_axis(1, 0), OptionName::OwnAxis);
        refused(call.clone().own_axes(1, &[0, 1]), OptionName::OwnAxes);
        assert!(call.resolve().is_ok(), "{mode}");
        // Also where no operand is left that has none.
        let alone = Spec::new(mode, &[&[2_usize, 3][..]]).to(&[2, 3]).own_axis(0, 0).resolve();
        assert_eq!(alone.is_ok(), mode.takes(OptionName::OwnAxis), "{mode}");
    }
}

#[test]
fn an_operand_that_the_call_does_not_have() {
    let spec = Spec::new(Mode::Pdpd, &[&[2_usize, 3][..], &[3]]);
    let mut place = spec.clone().place("y", &[2, 3]);
    place.place_operand = Some(2);
    for spec in [spec.base(2), place] {
        assert_eq!(spec.resolve().unwrap_err().kind(), ErrorKind::NoSuchOperand, "{spec:?}");
        assert!(spec.with(|call| call.shape(Party::Operand(2)).is_empty()));
        let in_force = if spec.base.is_some() { "(mode = pdpd, base = ?)" } else { "(mode = pdpd)" };
        assert!(spec.message().contains(in_force), "{}", spec.message());
    }
}

/// An operand with an alignment of its own is judged under any value of an option, one without is not.
#[test]
fn what_is_judged_under_an_impossible_option() {
    let spec = Spec::new(Mode::Pdpd, &[&[2_usize, 3][..], &[4], &[3]]).axis(7).own_axis(2, 8);
    let all = spec.resolve_all().unwrap_err();
    let told: Vec<_> = all.iter().map(|error| (error.kind(), error.culprit())).collect();
    assert_eq!(told, [(ErrorKind::AxisOutOfRange, None), (ErrorKind::AxisOutOfRange, Some(Party::Operand(2)))]);
}

/// Where all shapes are identical any axis will do, and `to` is one of them.
#[test]
fn a_target_is_one_shape_more_under_paddle() {
    let at_1 = |x: &[usize]| Spec::new(Mode::Paddle, &[x]).to(&[2, 3]).axis(1).resolve();
    assert!(at_1(&[2, 3]).is_ok());
    assert_eq!(at_1(&[1, 3]).unwrap_err().kind(), ErrorKind::AxisOutOfRange);
}

/// An open length obliges the caller to make it equal to the known length that it meets, or 1 where a length of 1 stretches.
#[test]
fn open_lengths_oblige() {
    let owed = |spec: Spec<Length>| -> Vec<_> {
        let found = spec.resolve().expect("nothing is certainly wrong");
        found.obligations.iter().map(|owed| (owed.party, owed.kind)).collect()
    };
    let (equal, or_one) = (ObligationKind::Equal, ObligationKind::EqualOrOne);
    let (open, name, value) = ([Length::UNKNOWN], [Length::name(0)], [Length::value(0)]);
    let three = [Length::new(3)];
    for (length, in_numpy) in [(&open, or_one), (&value, equal)] {
        let beside = |mode| owed(Spec::new(mode, &[length, &three]));
        assert_eq!(beside(Mode::Numpy), [(Party::Operand(0), in_numpy)]);
        assert_eq!(beside(Mode::Unidirectional), [(Party::Operand(0), equal)]);
        // To a place the result stretches, or not.
        let into = |mode| owed(Spec::new(mode, &[length]).place("y", &three));
        assert_eq!(into(Mode::Numpy), [(Party::Place, in_numpy)]);
        assert_eq!(into(Mode::Pdpd), [(Party::Place, equal)]);
    }
    // A name in `to` may turn out to be 1.
    let to = owed(Spec::new(Mode::Bidirectional, &[&open]).to(&name));
    assert_eq!(to, [(Party::Operand(0), or_one), (Party::To, or_one)]);
    // A vector that may lie on either axis may say something of either.
    let beside_vector = owed(Spec::new(Mode::Ncnn, &[&[three[0], open[0]][..], &open]));
    assert_eq!(beside_vector, [(Party::Operand(1), ObligationKind::Alignment), (Party::Operand(0), or_one)]);
}

/// An axis beyond the output is dropped, and owes a length of 1.
#[test]
fn dropped_lengths_that_must_turn_out_one() {
    let (two, three, value) = (Length::new(2), Length::new(3), Length::value(0));
    let spec = Spec::new(Mode::Pdpd, &[&[two, three][..], &[three, value]]).axis(1);
    let found = spec.resolve().expect("nothing is certainly wrong");
    let owed: Vec<_> = found
        .obligations
        .iter()
        .map(|owed| (owed.kind, owed.party, owed.operand_axis, owed.output_axis, owed.length))
        .collect();
    assert_eq!(owed, [(ObligationKind::DroppedIsOne, Party::Operand(1), Some(1), None, value)]);
}

#[test]
fn shapes_that_must_turn_out_identical_under_paddle() {
    let owed = |spec: Spec<Length>| -> Vec<_> {
        let found = spec.axis(1).resolve().expect("nothing is certainly wrong");
        let axes = |owed: &Obligation| (owed.operand_axis, owed.output_axis);
        found.obligations.iter().map(|owed| (owed.kind, owed.party, axes(owed), owed.length, owed.against)).collect()
    };
    let (two, three, open) = (Length::new(2), Length::new(3), Length::UNKNOWN);
    let (known, unknown) = ([three, two], [three, open]);
    let identical = |party, length, against| (ObligationKind::Identical, party, (Some(1), Some(1)), length, against);
    for operands in [[&known, &unknown], [&unknown, &known]] {
        let [first, second] = operands.map(|shape| shape[1]);
        let expected = [identical(Party::Operand(1), second, first)];
        let spec = Spec::new(Mode::Paddle, &operands.map(|shape| &shape[..]));
        assert_eq!(owed(spec.clone()), expected);
        // The place is none of them, but `to` is.
        assert_eq!(owed(spec.place("y", &known)), expected);
        let spec = Spec::new(Mode::Paddle, &[&operands[0][..]]).to(operands[1]);
        assert_eq!(owed(spec), [identical(Party::To, second, first)]);
    }
    // A shape alone is identical to itself, whatever its lengths are.
    assert_eq!(owed(Spec::new(Mode::Paddle, &[&unknown[..]])), []);
}

#[test]
fn target_determines_open_lengths() {
    let (n, open, three) = (Length::name(0), Length::UNKNOWN, Length::new(3));
    // A name that stretches may turn out to be 1, so it does not determine an open length.
    for (x, to, result) in [
        (open, three, three),
        (three, open, three),
        (open, n, open),
        (Length::ONE, n, n),
        (n, Length::ONE, n),
        (n, open, n),
        (Length::ONE, three, three),
    ] {
        let found =
            Spec::new(Mode::Bidirectional, &[&[x][..]]).to(&[to]).resolve().expect("nothing is certainly wrong");
        assert_eq!(found.shape[..], [result], "{x} and {to}");
    }
}

#[test]
fn a_place_that_is_an_operand_is_one_array() {
    for mode in [Mode::None, Mode::Unidirectional, Mode::Pdpd, Mode::Explicit] {
        let alone = Spec::new(mode, &[&[Length::UNKNOWN, Length::new(3)][..]]).onto(0);
        assert!(alone.resolve().is_ok_and(|resolution| resolution.is_certain()), "{mode}");
    }
    // It does not stretch to a target, and that is told once.
    let all = Spec::new(Mode::Numpy, &[&[1_usize, 3][..]]).onto(0).to(&[2, 3]).resolve_all().unwrap_err();
    assert_eq!(all.iter().map(|error| error.culprit()).collect::<Vec<_>>(), [Some(Party::Operand(0))]);
}

/// Nobody writes such a call, but there are words for it.
#[test]
fn a_place_that_is_an_operand_with_an_alignment_of_its_own() {
    let spec = Spec::new(Mode::Explicit, &[&[3_usize, 1][..], &[4, 1]]).own_axes(0, &[-1]).axes(&[]).onto(0);
    let kinds: Vec<_> = spec.resolve_all().unwrap_err().iter().map(|error| error.kind()).collect();
    assert_eq!(kinds, [ErrorKind::AxesOutOfRange, ErrorKind::AxesCount]);
}

#[test]
fn axes_align_other_operands_to_a_compound_place() {
    let onto = |b: usize| Spec::new(Mode::Explicit, &[&[2, 3][..], &[b]]).axes(&[1]).onto(0).resolve();
    assert_eq!(onto(3).expect("the axes are the other operand's").to_string(), "(2, 3) from [0, 1] [1]");
    assert_eq!(onto(2).map_err(|error| error.kind()), Err(ErrorKind::LengthMismatch));
}

#[test]
fn open_length_must_fit_an_open_target() {
    let spec = Spec::new(Mode::Bidirectional, &[&[Length::UNKNOWN][..]]).to(&[Length::name(0)]);
    let owes = spec.resolve().expect("nothing is certainly wrong").obligations;
    assert!(owes.iter().any(|obligation| obligation.party == Party::Operand(0)), "{owes:?}");
}

#[test]
fn single_array_leaves_no_obligations() {
    for mode in Mode::ALL.into_iter().filter(|mode| !mode.needs_target()) {
        let alone = Spec::new(mode, &[&[Length::UNKNOWN, Length::new(3)][..]]);
        assert!(alone.resolve().is_ok_and(|resolution| resolution.is_certain()), "{mode}");
        // A 1 that stretches does not determine the length either.
        let one = Spec::new(mode, &[&[Length::UNKNOWN, Length::new(3)][..], &[Length::new(1), Length::new(3)]]);
        assert!(one.resolve().is_ok_and(|resolution| resolution.is_certain() == mode.stretches()), "{mode}");
        let beside = Spec::new(mode, &[&[Length::UNKNOWN, Length::new(3)][..], &[Length::new(2), Length::new(3)]]);
        assert!(beside.resolve().is_ok_and(|resolution| !resolution.is_certain()), "{mode}");
    }
}

#[test]
fn base_beside_a_target_or_place() {
    let spec = Spec::new(Mode::Pdpd, &[&[3_usize][..], &[2, 3]]).base(1);
    let to = spec.clone().to(&[2, 3]).resolve().unwrap_err();
    assert_eq!((to.kind(), to.culprit()), (ErrorKind::BaseWithTo, Some(Party::Operand(1))));
    let place = spec.onto(0).resolve().unwrap_err();
    assert_eq!((place.kind(), place.culprit()), (ErrorKind::BaseWithPlace, Some(Party::Operand(1))));
}

#[test]
fn a_place_is_filled_in_every_mode() {
    for mode in Mode::ALL {
        let fill = Spec::<usize>::new(mode, &[]).place("y", &[2, 3]);
        assert_eq!(fill.resolve().unwrap().shape[..], [2, 3], "{mode}");
        assert!(fill.clone().to(&[2, 3]).resolve().is_ok(), "{mode}");
        assert!(fill.to(&[1, 3]).resolve().is_err(), "{mode}");
    }
    assert_eq!(Spec::<usize>::new(Mode::Numpy, &[]).to(&[2]).resolve().unwrap_err().kind(), ErrorKind::ToWithoutArray);
}

#[test]
fn place_is_compared_with_the_whole_result() {
    let mistakes = |spec: &Spec<usize>| -> Vec<Option<Party>> {
        let all = spec.with(resolve_all).expect_err("a length fits nowhere");
        all.iter().map(|mistake| mistake.culprit()).collect()
    };
    // The operands have no joint shape, so there is nothing to compare the place with.
    let joint = Spec::new(Mode::Numpy, &[&[2_usize, 3][..], &[4, 3]]).place("y", &[5, 3]);
    assert_eq!(mistakes(&joint), [Some(Party::Operand(1))]);
    // Nor does it lie on what the operands have, where it has more axes.
    let longer = Spec::new(Mode::Numpy, &[&[2_usize, 3][..], &[4, 3]]).place("y", &[5, 2, 3]).message();
    assert!(longer.starts_with("`b` does not broadcast with `a` (mode = numpy)"), "{longer}");
    let no_axis = Spec::new(Mode::Paddle, &[&[2_usize, 3][..], &[3]]).place("y", &[5, 3]).axis(7);
    assert_eq!(mistakes(&no_axis).len(), 1);
    // In modes in which the result and the place have equal ranks, neither rank may be higher.
    for place in [&[3][..], &[4, 2, 3]] {
        let error = Spec::new(Mode::Pdpd, &[&[2_usize, 3][..]]).place("y", place).resolve().unwrap_err();
        assert_eq!((error.kind(), error.culprit()), (ErrorKind::RankDiffers, Some(Party::Place)), "{place:?}");
    }
    // The operand axis is the place's, the output axis the result's.
    let error = Spec::new(Mode::Numpy, &[&[2_usize, 3][..]]).place("y", &[4, 2, 5]).resolve().unwrap_err();
    assert_eq!((error.operand_axis(), error.output_axis()), (Some(2), Some(1)));
    let owed = Spec::new(Mode::Numpy, &[&[Length::new(2), Length::UNKNOWN][..]])
        .place("y", &[Length::new(4), Length::new(2), Length::new(5)])
        .resolve()
        .expect("nothing is certainly wrong")
        .obligations;
    let axes: Vec<_> = owed.iter().map(|owed| (owed.party, owed.operand_axis, owed.output_axis)).collect();
    assert_eq!(axes, [(Party::Place, Some(2), Some(1))]);
    // The result has the first operand's shape, whatever the others are.
    let first = Spec::new(Mode::Pdpd, &[&[2_usize, 3][..], &[4]]).place("y", &[5, 3]);
    assert_eq!(mistakes(&first), [Some(Party::Operand(1)), Some(Party::Place)]);
}

#[test]
fn operands_are_mapped_onto_the_places_axes() {
    let spec = Spec::new(Mode::Numpy, &[&[3_usize, 1][..], &[4]]).place("y", &[2, 3, 4]);
    assert_eq!(spec.resolve().unwrap().to_string(), "(2, 3, 4) from [1, 2] [2]");
    let spec = Spec::new(Mode::Unidirectional, &[&[3_usize, 4][..], &[3]]).own_axis(1, 0).place("y", &[2, 3, 4]);
    assert_eq!(spec.resolve().unwrap().to_string(), "(2, 3, 4) from [1, 2] [1]");
    let spec =
        Spec::new(Mode::Numpy, &[&[3_usize, 4, 5][..], &[3, 5]]).own_axes(1, &[0, 2]).place("y", &[6, 2, 3, 4, 5]);
    assert_eq!(spec.resolve().unwrap().to_string(), "(6, 2, 3, 4, 5) from [2, 3, 4] [2, 4]");
    let spec = Spec::new(Mode::Numpy, &[&[3_usize, 5][..], &[3, 5]]).own_axes(1, &[0, 2]).to(&[3, 4, 5]);
    assert!(spec.resolve().is_err());
    let spec = Spec::new(Mode::Numpy, &[&[4_usize, 5][..], &[3, 5]])
        .own_axes(1, &[0, 2])
        .to(&[3, 4, 5])
        .place("y", &[3, 4, 5]);
    assert_eq!(spec.resolve().unwrap().to_string(), "(3, 4, 5) from [1, 2] [0, 2]");
}

#[test]
fn operands_with_alignments_of_their_own_have_no_vote() {
    // The bias would make the result (2, 3, 3) if it voted.
    let spec = Spec::new(Mode::Numpy, &[&[3_usize][..], &[2, 1, 3]]).own_axis(0, 2);
    assert_eq!(spec.resolve().unwrap().shape[..], [2, 1, 3]);
    let spec = Spec::new(Mode::Numpy, &[&[3_usize][..], &[2, 1, 3]]).own_axis(0, 1);
    assert_eq!(spec.resolve().unwrap_err().kind(), ErrorKind::LengthMismatch);
    // Without voters, the place or `to` gives the shape.
    let spec = Spec::new(Mode::Pdpd, &[&[3_usize][..], &[2]]).own_axis(0, 1).own_axis(1, 0);
    assert_eq!(spec.resolve().unwrap_err().kind(), ErrorKind::NoVoter);
    assert_eq!(spec.clone().place("y", &[2, 3]).resolve().unwrap().to_string(), "(2, 3) from [1] [0]");
    assert_eq!(spec.to(&[2, 3]).resolve().unwrap().to_string(), "(2, 3) from [1] [0]");
}

/// In numpy, arrays that all have alignments of their own join where they lie.
#[test]
fn a_shape_from_placements() {
    let resolve = |spec: &Spec<usize>| spec.resolve().map(|resolution| resolution.to_string());
    let outer = Spec::new(Mode::Numpy, &[&[3_usize][..], &[2]]).own_axis(0, 1).own_axis(1, 0);
    assert_eq!(resolve(&outer).unwrap(), "(2, 3) from [1] [0]");
    // A place or `to` still determines the shape.
    assert_eq!(resolve(&outer.clone().to(&[2, 3])).unwrap(), "(2, 3) from [1] [0]");
    assert_eq!(resolve(&outer.clone().to(&[4, 3])).unwrap_err().kind(), ErrorKind::LengthMismatch);
    assert_eq!(resolve(&outer.place("y", &[5, 2, 3])).unwrap_err().kind(), ErrorKind::LengthMismatch);
    // Lengths join, and 1s stretch.
    let joined = Spec::new(Mode::Numpy, &[&[2_usize, 1][..], &[3, 4]]).own_axis(0, 0).own_axes(1, &[1, 2]);
    assert_eq!(resolve(&joined).unwrap(), "(2, 3, 4) from [0, 1] [1, 2]");
    let alone = Spec::new(Mode::Numpy, &[&[2_usize, 3][..]]).own_axis(0, -1);
    assert_eq!(resolve(&alone).unwrap(), "(2, 3) from [0, 1]");
    let differ = Spec::new(Mode::Numpy, &[&[2_usize, 5][..], &[3, 4]]).own_axis(0, 0).own_axes(1, &[1, 2]);
    assert_eq!(resolve(&differ).unwrap_err().kind(), ErrorKind::LengthMismatch);
    // An axis that no array covers has no length.
    for spec in [
        Spec::new(Mode::Numpy, &[&[3_usize][..], &[2]]).own_axis(0, 2).own_axis(1, 0),
        Spec::new(Mode::Numpy, &[&[3_usize][..], &[2]]).own_axis(0, 1).own_axis(1, 1),
        Spec::new(Mode::Numpy, &[&[2_usize, 3][..], &[2, 4]]).own_axes(0, &[0, 3]).own_axis(1, 0),
        Spec::new(Mode::Numpy, &[&[2_usize][..]]).own_axis(0, i64::MAX),
        Spec::new(Mode::Numpy, &[&[2_usize][..]]).own_axes(0, &[i64::MAX]),
    ] {
        assert_eq!(resolve(&spec).unwrap_err().kind(), ErrorKind::UncoveredAxis, "{spec:?}");
    }
    let negative = Spec::new(Mode::Numpy, &[&[2_usize][..]]).own_axes(0, &[-1]);
    assert_eq!(resolve(&negative).unwrap_err().kind(), ErrorKind::AxesOutOfRange);
}

#[test]
fn ranks_beyond_every_inline_buffer() {
    let long = vec![1_usize; 300];
    let mut target = long.clone();
    target[299] = 7;
    for mode in Mode::ALL.into_iter().filter(|mode| mode.stretches()) {
        let spec = Spec::new(mode, &[&long[..]]).to(&target);
        assert_eq!(spec.resolve().unwrap().shape[..], target, "{mode}");
    }
    let spec = Spec::new(Mode::Explicit, &[&[1_usize, 7][..]]).axes(&[0, 299]).to(&target);
    assert_eq!(spec.resolve().unwrap().maps[0].output_axis(1), Some(299));
    // Messages about calls this large have no suggestions.
    assert!(Spec::new(Mode::Numpy, &[&target[..], &[5]]).resolve().unwrap_err().helps().next().is_none());
}

#[test]
fn the_count_of_elements_is_bounded_by_isize() {
    let resolve = |a: &[usize], b: &[usize]| Spec::new(Mode::Numpy, &[a, b]).resolve().map(|_| ());
    let half = 1 << (usize::BITS / 2);
    assert!(resolve(&[half, 1], &[half / 4]).is_ok());
    assert_eq!(resolve(&[half, 1], &[half]).unwrap_err().kind(), ErrorKind::TooManyElements);
    // Lengths other than 0 count even if the result is empty.
    assert!(resolve(&[half, 1, 0], &[half, 0]).is_err());
    assert!(resolve(&[usize::MAX], &[1]).is_err());
}

#[test]
fn suggestions_fit() {
    let shapes: [&[usize]; 7] = [&[], &[2], &[3], &[2, 3], &[3, 2], &[2, 3, 4], &[4, 1, 2]];
    let mut offered = 0;
    for mode in Mode::ALL {
        for a in shapes {
            for b in shapes {
                let spec = Spec::new(mode, &[a, b]);
                let spec = if mode.needs_target() { spec.to(&[2, 3, 4]) } else { spec };
                for error in spec.resolve_all().err().unwrap_or_default() {
                    for help in error.helps() {
                        offered += 1;
                        let fitted = follow(&spec, &help);
                        let alone = spec.resolve_all().unwrap_err().len() == 1;
                        assert!(!alone || fitted.resolve().is_ok(), "{spec:?}: {help}");
                    }
                }
            }
        }
    }
    assert!(offered > 50, "{offered}");
}

/// Applies a suggestion to the call.
fn follow(spec: &Spec<usize>, help: &str) -> Spec<usize> {
    let numbers = |text: &str| -> Vec<i64> {
        text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|number| number.parse().ok()).collect()
    };
    let mut spec = spec.clone();
    let said = help.split('`').nth(1).unwrap_or_default();
    let operand = |name: &str| spec.operands.iter().position(|(operand, _)| *operand == name);
    match said.split_once(" = ") {
        Some(("axis", value)) => spec.axis(numbers(value)[0]),
        Some(("mode", value)) => {
            spec.mode = Mode::from_name(value).unwrap();
            spec
        }
        Some(("base", value)) => {
            let base = operand(value).unwrap();
            spec.base(base)
        }
        Some((own, value)) => {
            let (option, name) = own.trim_end_matches(')').split_once('(').unwrap();
            let operand = operand(name).unwrap();
            if option == "axis" {
                spec.own_axis(operand, numbers(value)[0])
            } else {
                spec.own_axes(operand, &numbers(value))
            }
        }
        None => {
            let operand = operand(said).unwrap();
            spec.operands[operand].1 =
                numbers(help.split('`').nth(2).unwrap()).iter().map(|&length| length as usize).collect();
            spec
        }
    }
}
