//! The premise of the other tests: the rulebook treats 2 and 3 alike.

use types_against_rules::cases::{core_result, exchanged, pairs};

#[test]
fn two_and_three_are_interchangeable() {
    let pairs = pairs();
    let mut accepted = 0;
    for case in &pairs {
        let (core, other) = (core_result(case), core_result(&exchanged(case)));
        let back = |length| if length == 1 { 1 } else { 5 - length };
        assert_eq!(other.map(|shape| shape.into_iter().map(back).collect()), core, "{case:?}");
        accepted += usize::from(core.is_some());
    }
    println!("{accepted} of {} calls are right", pairs.len());
}
