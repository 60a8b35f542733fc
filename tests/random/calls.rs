//! The calls of random cases, each with its options.

use bcast::{BroadcastError, try_bcast};
use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD};

use crate::cases::Seed;
use crate::model::{Case, Mode, Own};
use crate::part;

type View<'a> = ArrayViewD<'a, u128>;

/// A call into new memory.
pub struct Fresh {
    pub name: &'static str,
    /// The text of its errors.
    pub word: &'static str,
    make: fn(&Seed) -> Option<Case>,
    pub run: fn(&Case, &[View<'_>]) -> Result<ArrayD<u128>, BroadcastError>,
}

impl Fresh {
    /// The case of this call for a seed, if it has the right number of operands.
    pub fn case(&self, seed: &Seed) -> Option<Case> {
        (self.make)(seed)
    }
}

/// The naive computation of such a call on a place and its operands.
type Run = fn(&Case, &mut ArrayViewMutD<'_, u128>, &[View<'_>]) -> Result<(), BroadcastError>;

/// A call into a place.
pub struct Into {
    pub name: &'static str,
    make: fn(&Seed) -> Option<Case>,
    pub run: Run,
}

impl Into {
    /// The case of this call for a seed, if it has the right number of operands.
    pub fn case(&self, seed: &Seed) -> Option<Case> {
        (self.make)(seed)
    }
}

/// A call for one to six operands.
macro_rules! fresh {
    ($word:literal, $make:expr, |$case:ident| $($options:tt)*) => {
        Fresh {
            name: stringify!($($options)*),
            word: $word,
            make: |seed| Some($make(seed)),
            run: |$case, views| match views {
                [a] => try_bcast!(part(0, a), $($options)*),
                [a, b] => try_bcast!(part(0, a) + part(1, b), $($options)*),
                [a, b, c] => try_bcast!(part(0, a) + part(1, b) + part(2, c), $($options)*),
                [a, b, c, d] => try_bcast!(part(0, a) + part(1, b) + part(2, c) + part(3, d), $($options)*),
                [a, b, c, d, e] => {
                    try_bcast!(part(0, a) + part(1, b) + part(2, c) + part(3, d) + part(4, e), $($options)*)
                }
                [a, b, c, d, e, f] => {
                    try_bcast!(part(0, a) + part(1, b) + part(2, c) + part(3, d) + part(4, e) + part(5, f), $($options)*)
                }
                _ => unreachable!("one to six operands"),
            },
        }
    };
}

/// A call for exactly these three operands, whose names its options use.
macro_rules! of_three {
    ($word:literal, $make:expr, |$case:ident, $a:ident, $b:ident, $c:ident| $($options:tt)*) => {
        Fresh {
            name: stringify!($($options)*),
            word: $word,
            make: |seed| (seed.pieces.len() == 3).then(|| $make(seed)),
            run: |$case, views| {
                let [$a, $b, $c] = views else { unreachable!("three operands") };
                try_bcast!(part(0, $a) + part(1, $b) + part(2, $c), $($options)*)
            },
        }
    };
}

fn to(case: &Case) -> &[usize] {
    case.to.as_deref().expect("the case has a target")
}

fn axes(case: &Case) -> &[i64] {
    case.axes.as_deref().expect("the case has axes")
}

fn own_axis(case: &Case, operand: usize) -> i64 {
    match &case.own[operand] {
        Some(Own::Axis(axis)) => *axis,
        other => panic!("operand {operand} has {other:?}"),
    }
}

fn own_axes(case: &Case, operand: usize) -> Vec<i64> {
    match &case.own[operand] {
        Some(Own::Axes(axes)) => axes.clone(),
        other => panic!("operand {operand} has {other:?}"),
    }
}

fn plain(mode: Mode) -> impl Fn(&Seed) -> Case {
    move |seed| seed.case(mode, 0)
}

fn with_to(mode: Mode) -> impl Fn(&Seed) -> Case {
    move |seed| seed.with_to(seed.case(mode, usize::MAX))
}

fn with_base(mode: Mode, base: usize) -> impl Fn(&Seed) -> Case {
    move |seed| Case { base: Some(base), ..seed.case(mode, base) }
}

fn with_own(mode: Mode, a: usize, axis: usize, axes: usize) -> impl Fn(&Seed) -> Case {
    move |seed| seed.with_own(seed.case(mode, a), axis, axes)
}

/// Every call into new memory.
pub fn fresh() -> Vec<Fresh> {
    vec![
        fresh!("none", plain(Mode::None), |_case| mode = none),
        fresh!("none", with_to(Mode::None), |case| mode = none, to = to(case)),
        fresh!("numpy", plain(Mode::Numpy), |_case| mode = numpy),
        fresh!("numpy", with_to(Mode::Numpy), |case| mode = numpy, to = to(case)),
        fresh!("unidirectional", plain(Mode::Unidirectional), |_case| mode = unidirectional),
        fresh!("unidirectional", with_to(Mode::Unidirectional), |case| mode = unidirectional, to = to(case)),
        fresh!("pdpd", plain(Mode::Pdpd), |case| mode = pdpd, axis = case.axis),
        fresh!("pdpd", with_to(Mode::Pdpd), |case| mode = pdpd, axis = case.axis, to = to(case)),
        fresh!("paddle", plain(Mode::Paddle), |case| mode = paddle, axis = case.axis),
        fresh!("paddle", with_to(Mode::Paddle), |case| mode = paddle, axis = case.axis, to = to(case)),
        fresh!("ncnn", plain(Mode::Ncnn), |_case| mode = ncnn),
        fresh!("ncnn", with_to(Mode::Ncnn), |case| mode = ncnn, to = to(case)),
        fresh!(
            "explicit",
            |seed: &Seed| seed.with_axes(with_to(Mode::Explicit)(seed)),
            |case| mode = explicit,
            axes = axes(case),
            to = to(case)
        ),
        fresh!("bidirectional", with_to(Mode::Bidirectional), |case| mode = bidirectional, to = to(case)),
        of_three!(
            "unidirectional",
            with_base(Mode::Unidirectional, 1),
            |_case, a, b, c| mode = unidirectional,
            base = b
        ),
        of_three!(
            "unidirectional",
            with_base(Mode::Unidirectional, 2),
            |_case, a, b, c| mode = unidirectional,
            base = c
        ),
        of_three!("pdpd", with_base(Mode::Pdpd, 2), |case, a, b, c| mode = pdpd, axis = case.axis, base = c),
        of_three!(
            "numpy",
            with_own(Mode::Numpy, 0, 1, 2),
            |case, a, b, c| mode = numpy,
            axis(b) = own_axis(case, 1),
            axes(c) = own_axes(case, 2)
        ),
        of_three!(
            "unidirectional",
            with_own(Mode::Unidirectional, 0, 2, 1),
            |case, a, b, c| mode = unidirectional,
            axis(c) = own_axis(case, 2),
            axes(b) = own_axes(case, 1)
        ),
        of_three!(
            "pdpd",
            with_own(Mode::Pdpd, 1, 0, 2),
            |case, a, b, c| mode = pdpd,
            axis = case.axis,
            axis(a) = own_axis(case, 0),
            axes(c) = own_axes(case, 2)
        ),
        of_three!(
            "explicit",
            |seed: &Seed| seed.with_own(with_to(Mode::Explicit)(seed), 2, 1),
            |case, a, b, c| mode = explicit,
            axis(c) = own_axis(case, 2),
            axes(b) = own_axes(case, 1),
            to = to(case)
        ),
        of_three!(
            "numpy",
            |seed: &Seed| seed.with_own(with_to(Mode::Numpy)(seed), 0, 2),
            |case, a, b, c| mode = numpy,
            axis(a) = own_axis(case, 0),
            axes(c) = own_axes(case, 2),
            to = to(case)
        ),
    ]
}

/// A call into a place for one to three operands.
macro_rules! into {
    ($make:expr, |$case:ident| $($options:tt)*) => {
        Into {
            name: stringify!($($options)*),
            make: |seed| Some(seed.with_place($make(seed))),
            run: |$case, place, views| match views {
                [a] => try_bcast!(place = part(0, a), $($options)*),
                [a, b] => try_bcast!(place = part(0, a) + part(1, b), $($options)*),
                [a, b, c] => try_bcast!(place = part(0, a) + part(1, b) + part(2, c), $($options)*),
                _ => unreachable!("one to three operands"),
            },
        }
    };
}

/// A call with a compound operator and one or two operands beside the place, and the equivalent with the place in the expression.
macro_rules! compound {
    ($make:expr, |$case:ident| $($options:tt)*) => {
        [
            Into {
                name: concat!("+= ", stringify!($($options)*)),
                make: |seed| (seed.pieces.len() > 1).then(|| seed.with_compound($make(seed))),
                run: |$case, place, views| match views {
                    [a] => try_bcast!(place += part(1, a), $($options)*),
                    [a, b] => try_bcast!(place += part(1, a) + part(2, b), $($options)*),
                    _ => unreachable!("one or two operands"),
                },
            },
            Into {
                name: concat!("= place + ", stringify!($($options)*)),
                make: |seed| (seed.pieces.len() > 1).then(|| seed.with_compound($make(seed))),
                run: |$case, place, views| match views {
                    [a] => try_bcast!(place = part(1, a) + place, $($options)*),
                    [a, b] => try_bcast!(place = part(1, a) + part(2, b) + place, $($options)*),
                    _ => unreachable!("one or two operands"),
                },
            },
        ]
    };
}

/// Every call into a place.
pub fn into() -> Vec<Into> {
    let mut calls = vec![
        into!(plain(Mode::None), |_case| mode = none),
        into!(plain(Mode::Numpy), |_case| mode = numpy),
        into!(with_to(Mode::Numpy), |case| mode = numpy, to = to(case)),
        into!(plain(Mode::Unidirectional), |_case| mode = unidirectional),
        into!(with_to(Mode::Unidirectional), |case| mode = unidirectional, to = to(case)),
        into!(plain(Mode::Pdpd), |case| mode = pdpd, axis = case.axis),
        into!(with_to(Mode::Pdpd), |case| mode = pdpd, axis = case.axis, to = to(case)),
        into!(plain(Mode::Paddle), |case| mode = paddle, axis = case.axis),
        into!(plain(Mode::Ncnn), |_case| mode = ncnn),
        into!(|seed: &Seed| seed.with_axes(plain(Mode::Explicit)(seed)), |case| mode = explicit, axes = axes(case)),
        into!(with_to(Mode::Bidirectional), |case| mode = bidirectional, to = to(case)),
    ];
    calls.extend(compound!(plain(Mode::None), |_case| mode = none));
    calls.extend(compound!(plain(Mode::Numpy), |_case| mode = numpy));
    calls.extend(compound!(with_to(Mode::Numpy), |case| mode = numpy, to = to(case)));
    calls.extend(compound!(plain(Mode::Unidirectional), |_case| mode = unidirectional));
    calls.extend(compound!(plain(Mode::Pdpd), |case| mode = pdpd, axis = case.axis));
    calls.extend(compound!(plain(Mode::Paddle), |case| mode = paddle, axis = case.axis));
    calls.extend(compound!(plain(Mode::Ncnn), |_case| mode = ncnn));
    calls.extend(compound!(with_to(Mode::Bidirectional), |case| mode = bidirectional, to = to(case)));
    calls
}
