//! The encoding of numbers and symbols as lengths.

use bcast_core::report::error::ErrorKind;
use bcast_core::rules::length::{Length, Symbol};
use bcast_core::rules::mode::Mode;

use crate::support::Spec;

const LONGEST: usize = isize::MAX as usize;

#[test]
fn numbers_are_encoded_as_themselves() {
    let shape = [0, 1, 2, LONGEST];
    let lengths = Length::slice(&shape).expect("no number is above isize::MAX");
    assert!(lengths.iter().zip(shape).all(|(&length, number)| length == number && length.number() == Some(number)));
    assert_eq!(Length::slice(&[]).map(<[Length]>::len), Some(0));
    assert!(lengths[2] != 3 && Length::UNKNOWN != usize::MAX);
}

/// The top bit marks lengths that are not numbers, so numbers with that bit are refused.
#[test]
fn lengths_above_isize_max() {
    for number in [LONGEST + 1, LONGEST + 2, usize::MAX - 1, usize::MAX] {
        assert!(Length::slice(&[number]).is_none());
        assert!(Length::slice(&[2, number, 0]).is_none());
        let length = Length::new(number);
        assert_eq!((length, length.number(), length.symbol()), (Length::TOO_LONG, None, None));
        for shape in [&[number][..], &[number, 0], &[0, number]] {
            let error = Spec::new(Mode::Numpy, &[shape]).resolve().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TooManyElements);
        }
        // Where an alignment depends on whether two lengths are the same, it is no other length.
        for (spec, kind) in [
            (Spec::new(Mode::Ncnn, &[&[2, 3][..], &[number]]), ErrorKind::LengthMismatch),
            (Spec::new(Mode::Ncnn, &[&[2, 1][..], &[number]]), ErrorKind::TooManyElements),
            (Spec::new(Mode::Ncnn, &[&[number, 1][..], &[2]]), ErrorKind::TooManyElements),
            (Spec::new(Mode::Paddle, &[&[2, 3][..], &[2, number]]).axis(1), ErrorKind::AxisOutOfRange),
        ] {
            assert_eq!(spec.resolve().map_err(|error| error.kind()), Err(kind), "{spec:?}");
        }
    }
}

#[test]
fn symbols_keep_their_index() {
    for index in [0, 1, 15, 4095] {
        assert_eq!(Length::name(index).symbol(), Some(Symbol::Name(index)));
        assert_eq!(Length::value(index).symbol(), Some(Symbol::Value(index)));
        assert!(Length::name(index).number().is_none() && Length::value(index).number().is_none());
    }
    for length in [Length::UNKNOWN, Length::TOO_LONG, Length::RIGID_ONE, Length::ONE] {
        assert_eq!(length.symbol(), None);
    }
    assert_eq!((Length::RIGID_ONE.number(), Length::ONE.number()), (Some(1), Some(1)));
}

/// Of two lengths on an axis the result has the one of which more is known: a number, else a NAME, else an `{expr}`.
#[test]
fn which_of_two_lengths_the_result_has() {
    let by_knowledge = [Length::ONE, Length::UNKNOWN, Length::value(0), Length::name(0)];
    for (i, less) in by_knowledge.into_iter().enumerate() {
        for more in by_knowledge[i..].iter().copied().chain((i < 3).then_some(Length::new(3))) {
            for (a, b) in [(less, more), (more, less)] {
                let found = Spec::new(Mode::Numpy, &[&[a][..], &[b]]).resolve().expect("nothing is certainly wrong");
                assert_eq!(found.shape[..], [more], "{a} and {b}");
            }
        }
    }
}

#[test]
fn how_lengths_are_written() {
    let too_long = format!("{LONGEST}+");
    for (length, text) in [
        (Length::new(7), "7"),
        (Length::ONE, "1"),
        (Length::RIGID_ONE, "{1}"),
        (Length::name(2), "N2"),
        (Length::value(3), "{3}"),
        (Length::UNKNOWN, "_"),
        (Length::TOO_LONG, &too_long),
    ] {
        assert_eq!((length.to_string(), format!("{length:?}")), (text.to_owned(), text.to_owned()));
    }
}

/// A 1 that never stretches is equal to a 1 that does.
#[test]
fn a_rigid_one() {
    let resolve = |mode, a: Length, b: Length| Spec::new(mode, &[&[a][..], &[b]]).resolve();
    for one in [Length::ONE, Length::RIGID_ONE] {
        for (a, b) in [(one, Length::RIGID_ONE), (Length::RIGID_ONE, one)] {
            for mode in [Mode::None, Mode::Numpy] {
                assert!(resolve(mode, a, b).is_ok_and(|found| found.is_certain()), "{mode}: {a} and {b}");
            }
        }
    }
    for (a, b) in [(Length::RIGID_ONE, Length::new(3)), (Length::new(3), Length::RIGID_ONE)] {
        assert_eq!(resolve(Mode::Numpy, a, b).unwrap_err().kind(), ErrorKind::LengthMismatch, "{a} and {b}");
    }
}
