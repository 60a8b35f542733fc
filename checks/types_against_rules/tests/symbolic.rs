//! Never a guess: where types take a call with const generics, names and `_`, the run-time core agrees for every value, and what
//! the core can tell from stated shapes alone, types tell too.

#![allow(deprecated, reason = "some of the calls are legal and suspicious, and right all the same")]

use bcast::dim;
use bcast::typed::AxisLength;
use bcast_core::error::ErrorKind;
use bcast_core::length::Length;
use bcast_core::resolve::resolve;
use types_against_rules::asking::*;
use types_against_rules::cases::{BATCH, Case, Form, M as SECOND, N as FIRST, TIME, UNKNOWN, core_says, symbolic, with_values};
use types_against_rules::with_call;

dim!(Batch, Time);

struct Generic<const N: usize, const M: usize>;

include!(concat!(env!("OUT_DIR"), "/symbolic.rs"));

fn cases() -> Vec<Case> {
    symbolic(Form::of(option_env!("ONE_LAW")))
}

fn length(length: usize) -> Length {
    match length {
        FIRST => Length::name(0),
        SECOND => Length::name(1),
        BATCH => Length::name(2),
        TIME => Length::name(3),
        UNKNOWN => Length::Unknown,
        number => Length::Known(number),
    }
}

/// What the rulebook says of stated shapes: the result's shape and whether nothing is left to run time, or why there is none.
fn stated_says(case: &Case) -> Result<(Vec<Length>, bool), ErrorKind> {
    let resolution = with_call(case, length, |call| resolve(call));
    match resolution {
        Ok(resolution) => Ok((resolution.shape.to_vec(), resolution.is_certain())),
        Err(error) => Err(error.kind()),
    }
}

/// The axes that types say, in the rulebook's words; a const generic is the number that it is here.
fn axes(said: &[AxisLength]) -> Vec<Length> {
    (said.iter())
        .map(|axis| match axis {
            AxisLength::Known { length, .. } => Length::Known(*length),
            AxisLength::Name { name, .. } => Length::name(if *name == "Batch" { 2 } else { 3 }),
            AxisLength::Open => Length::Unknown,
        })
        .collect()
}

/// Whether the rulebook gives this shape where each vector of the case is stated as a matrix, with its length innermost or outermost:
/// as it is, or unknown, since what a name is compared with may wait for run time. Types may say less of a length.
fn lies_somewhere(case: &Case, shape: &[Length]) -> bool {
    let rank = shape.len();
    let says = |(wanted, said): (&Length, &Length)| wanted == said || *said == Length::Unknown;
    let lies = |place: usize, is_open: bool| {
        let mut case = case.clone();
        for operand in case.operands.iter_mut().filter(|operand| operand.len() == 1) {
            let length = if is_open { UNKNOWN } else { operand[0] };
            *operand = vec![1; rank];
            operand[place] = length;
        }
        stated_says(&case).is_ok_and(|(wanted, _)| wanted.len() == rank && wanted.iter().zip(shape).all(says))
    };
    [0, rank.saturating_sub(1)].into_iter().any(|place| lies(place, false) || lies(place, true))
}

#[test]
fn types_tell_what_stated_shapes_tell() {
    // Values that no literal has, so that a const generic is told from literals.
    let said = Generic::<50, 51>::SAID.concat();
    let (mut counts, mut short, mut wrong) = ([0; 4], 0, Vec::new());
    for (case, said) in cases().iter().zip(said) {
        let Said { fits, operands_fit, is_settled, axes: said, plain, .. } = said;
        assert!(operands_fit || !is_settled, "{case:?} is settled and does not fit");
        // A call that is plain has the short way, if types find nothing wrong, and the same shape there.
        let in_general = said.filter(|_| fits && case.is_plain());
        assert_eq!(plain.map(axes), in_general.map(axes), "{case:?}");
        short += usize::from(plain.is_some());
        let core = stated_says(case);
        let name = |length: Length| match length {
            Length::Known(50) => Length::name(0),
            Length::Known(51) => Length::name(1),
            other => other,
        };
        let shape: Vec<Length> = axes(said.unwrap_or(&[])).into_iter().map(name).collect();
        let agree = match &core {
            // ncnn: a name that may sit on either axis is refused where shapes are stated, and taken by types where the result's
            // type is the same.
            Err(ErrorKind::OpenAlignment) => !fits || lies_somewhere(case, &shape),
            // Where names meet a `_` of the target alone, types leave the comparison to run time.
            Err(_) => !fits || shape.contains(&Length::Unknown),
            Ok((wanted, true)) => fits && *wanted == shape,
            // What waits for run time is taken by types and then compared, or refused where the result's type depends on it.
            Ok((wanted, false)) => !fits || wanted.len() == shape.len(),
        };
        counts[match (&core, fits) {
            (Err(_), _) => 0,
            (Ok((_, true)), _) => 1,
            (Ok((_, false)), true) => 2,
            (Ok((_, false)), false) => 3,
        }] += 1;
        if !agree {
            wrong.push(format!("{case:?}\n   types {fits} {shape:?}\n   core  {core:?}"));
        }
    }
    let [refused, certain, later, undecided] = counts;
    println!(
        "refused {refused}, certain {certain}, compared when run {later}, left to run time but refused {undecided}; plain {short}"
    );
    assert!(short > 0, "some calls are plain");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Compares the cases without names and `_` with the run-time core, for one pair of values.
fn compare<const N: usize, const M: usize>(wrong: &mut Vec<String>) -> usize {
    let mut taken = 0;
    for (case, Said { fits, axes: said, .. }) in cases().iter().zip(Generic::<N, M>::SAID.concat()) {
        let lengths = case.operands.iter().chain(&case.to).flatten();
        if !fits || lengths.clone().any(|length| [BATCH, TIME, UNKNOWN].contains(length)) {
            continue;
        }
        taken += 1;
        let types: Option<Vec<usize>> = said.unwrap_or(&[]).iter().map(|axis| axis.known()).collect();
        let core = core_says(&with_values(case, N, M));
        if types != core {
            wrong.push(format!("N = {N}, M = {M}: {case:?}\n   types {types:?}\n   core  {core:?}"));
        }
    }
    taken
}

#[test]
fn what_types_take_is_right_for_every_value() {
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
    println!("{taken:?} calls taken");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
