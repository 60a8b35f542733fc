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
