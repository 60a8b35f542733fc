//! What the other tests rest on: to the rulebook a literal is a number, and 2 and 3 may change places.

use bcast_core::length::{Extent, Length};
use bcast_core::resolve::resolve;
use types_against_rules::cases::{Case, exchanged, pairs};
use types_against_rules::with_call;

/// What the rulebook says of lengths of this kind: the result's shape, or that there is none.
fn core_says<L: Extent>(case: &Case, length: impl Fn(usize) -> L) -> Option<Vec<usize>> {
    let resolution = with_call(case, length, |call| resolve(call));
    let resolution = resolution.ok()?;
    assert!(resolution.is_certain(), "{case:?}");
    resolution.shape.iter().map(|length| length.known()).collect()
}

#[test]
fn literals_are_numbers_and_two_may_be_three() {
    let pairs = pairs();
    let mut accepted = 0;
    for case in &pairs {
        let core = core_says(case, |length| length);
        assert_eq!(core_says(case, Length::Known), core, "{case:?}");
        let other = core_says(&exchanged(case), |length| length);
        let back = |length| if length == 1 { 1 } else { 5 - length };
        assert_eq!(other.map(|shape| shape.into_iter().map(back).collect()), core, "{case:?}");
        accepted += usize::from(core.is_some());
    }
    println!("{accepted} of {} calls are right", pairs.len());
}
