//! Symbols that meet several lengths: what one axis tells of a symbol holds on every other.

use bcast_core::report::error::ErrorKind;
use bcast_core::rules::length::Length;
use bcast_core::rules::mode::Mode;

use crate::support::Spec;

const N: Length = Length::name(0);
const V: Length = Length::value(0);
const U: Length = Length::UNKNOWN;

/// The axis on which an array and a place of mode none contradict what they say on the axes before.
fn contradiction(a: &[Length], place: &[Length]) -> Option<usize> {
    let error = Spec::new(Mode::None, &[a]).place("y", place).resolve().err()?;
    assert_eq!((error.kind(), error.operand_axis()), (ErrorKind::SymbolConflict, error.output_axis()));
    error.output_axis()
}

#[test]
fn a_symbol_is_one_length_on_every_axis() {
    let (three, four) = (Length::new(3), Length::new(4));
    assert_eq!(contradiction(&[V, V], &[three, three]), None);
    assert_eq!(contradiction(&[V, V], &[three, four]), Some(1));
    // A NAME is no number, so what equals one is none either.
    assert_eq!(contradiction(&[V, V], &[N, three]), Some(1));
    assert_eq!(contradiction(&[N, V], &[V, three]), Some(1));
    // `_` tells nothing of what it meets.
    assert_eq!(contradiction(&[V, V], &[U, three]), None);
    assert_eq!(contradiction(&[V, V, V], &[U, three, four]), Some(2));
    // Values that equal one NAME equal each other, which makes no new fact.
    assert_eq!(contradiction(&[V, V, V], &[N, N, N]), None);
}
