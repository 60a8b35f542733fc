//! The premises of the other tests: the rulebook treats 2 and 3 alike, and operands in modes that join.

use types_against_rules::cases::{Case, core_result, exchanged, joins, pairs};

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

#[test]
fn operands_are_interchangeable_in_modes_that_join() {
    for case in pairs().iter().filter(|case| joins(case) && case.operands.len() == 2) {
        let operands = case.operands.iter().rev().cloned().collect();
        assert_eq!(core_result(&Case { operands, ..case.clone() }), core_result(case), "{case:?}");
    }
}
