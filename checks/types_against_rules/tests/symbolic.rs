//! Calls with const generics, names and `_`: types never refuse what the rulebook accepts, and their result has the rulebook's shape;
//! accepted calls are valid for every value of the const generics.

use bcast::dim;
use bcast::typed::generic::AxisLength;
use bcast_core::report::resolution::resolve;
use bcast_core::rules::ObligationKind;
use bcast_core::rules::length::Length;
use types_against_rules::asking::*;
use types_against_rules::cases::{
    BATCH, Case, Form, M as SECOND, N as FIRST, TIME, UNKNOWN, core_result, symbolic, with_values,
};
use types_against_rules::with_call;

dim!(Batch, Time);

struct Generic<const N: usize, const M: usize>;

include!(concat!(env!("OUT_DIR"), "/symbolic.rs"));

fn cases() -> Vec<Case> {
    symbolic(Form::of(option_env!("TYPES_AGAINST_RULES")))
}

fn length(length: usize) -> Length {
    match length {
        FIRST => Length::name(0),
        SECOND => Length::name(1),
        BATCH => Length::name(2),
        TIME => Length::name(3),
        UNKNOWN => Length::UNKNOWN,
        number => Length::new(number),
    }
}

/// The axes in types, in the rulebook's encoding. `N` and `M` are 50 and 51 here, which no literal is.
fn axes(said: &[AxisLength]) -> Vec<Length> {
    (said.iter())
        .map(|axis| match axis {
            AxisLength::Known { length: 50, .. } => Length::name(0),
            AxisLength::Known { length: 51, .. } => Length::name(1),
            AxisLength::Known { length, .. } => Length::new(*length),
            AxisLength::Name { name, .. } => Length::name(if *name == "Batch" { 2 } else { 3 }),
            AxisLength::Open => Length::UNKNOWN,
        })
        .collect()
}

#[test]
fn types_accept_what_the_rulebook_accepts() {
    let (mut counts, mut wrong) = ([0; 4], Vec::new());
    for (case, TypesVerdict { fits, axes: said, .. }) in cases().iter().zip(Generic::<50, 51>::SAID.concat()) {
        let shape = axes(said.unwrap_or(&[]));
        let core = with_call(case, length, resolve);
        let agree = match &core {
            // Undecided pairs of lengths are compared where the call is constructed, or at run time.
            Err(_) => true,
            Ok(resolution) => {
                let is_open = |kind| matches!(kind, ObligationKind::Alignment | ObligationKind::Identical);
                let decided = !resolution.obligations.iter().any(|obligation| is_open(obligation.kind));
                // Types may know less about a length that is compared at run time.
                let agrees = |(wanted, said): (&Length, &Length)| {
                    wanted == said || *said == Length::UNKNOWN && !resolution.is_certain()
                };
                let same = resolution.shape.len() == shape.len() && resolution.shape.iter().zip(&shape).all(agrees);
                // Types refuse a call whose result type depends on an undecided alignment.
                if decided { fits && same } else { !fits || shape.len() == resolution.shape.len() }
            }
        };
        counts[match (&core, fits) {
            (Err(_), false) => 0,
            (Err(_), true) => 1,
            (Ok(_), true) => 2,
            (Ok(_), false) => 3,
        }] += 1;
        if !agree {
            wrong.push(format!("{case:?}\n   types {fits} {shape:?}\n   core  {core:?}"));
        }
    }
    let [refused, later, taken, undecided] = counts;
    println!("refused {refused}, refused later {later}, taken {taken}, refused where an alignment is open {undecided}");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Compares the cases without names and `_` with the run-time core, for one pair of values.
fn compare<const N: usize, const M: usize>(wrong: &mut Vec<String>) -> (usize, usize) {
    let (mut taken, mut missed) = (0, 0);
    for (case, TypesVerdict { fits, axes: said, .. }) in cases().iter().zip(Generic::<N, M>::SAID.concat()) {
        let lengths = case.operands.iter().chain(&case.to).flatten();
        if !fits || lengths.clone().any(|length| [BATCH, TIME, UNKNOWN].contains(length)) {
            continue;
        }
        let core = core_result(&with_values(case, N, M));
        // Calls that bounds accept wrongly do not compile once the values are known.
        if core.is_none() {
            missed += 1;
            continue;
        }
        taken += 1;
        let types: Option<Vec<usize>> = said.unwrap_or(&[]).iter().map(|axis| axis.known()).collect();
        if types != core {
            wrong.push(format!("N = {N}, M = {M}: {case:?}\n   types {types:?}\n   core  {core:?}"));
        }
    }
    (taken, missed)
}

#[test]
fn accepted_calls_are_right_for_every_value() {
    let mut wrong = Vec::new();
    let taken = [
        compare::<1, 1>(&mut wrong),
        compare::<1, 2>(&mut wrong),
        compare::<1, 3>(&mut wrong),
        compare::<2, 1>(&mut wrong),
        compare::<2, 2>(&mut wrong),
        compare::<2, 3>(&mut wrong),
        compare::<3, 1>(&mut wrong),
        compare::<3, 2>(&mut wrong),
        compare::<3, 3>(&mut wrong),
    ];
    println!("calls taken, and missed by bounds: {taken:?}");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
