//! What constants say of a call is what the run time says of it, word for word.

use std::string::{String, ToString};
use std::vec::Vec;

use super::call::{Call, MAX_OPERANDS, MAX_RANK, Operand, Own, Shape};
use super::text::Text;
use super::words::Names;
use super::{OPTION, OWN, PLACE, TO, message};
use crate::call::{self, Alignment};
use crate::error::{ErrorKind, Party};
use crate::mode::Mode;
use crate::resolve::resolve_all;

/// Numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn shape(&mut self, highest: u64) -> Vec<usize> {
        let rank = self.below(highest + 1);
        (0..rank).map(|_| [1, 1, 2, 2, 3, 3, 4, 64, 12345, 0][self.below(10) as usize]).collect()
    }
}

/// A call as both sides are asked about it.
#[derive(Debug)]
struct Drawn {
    mode: Mode,
    shapes: Vec<Vec<usize>>,
    own: Vec<Option<Result<i64, Vec<i64>>>>,
    axis: Option<i64>,
    axes: Option<Vec<i64>>,
    to: Option<Vec<usize>>,
    base: Option<usize>,
    place: Option<(Vec<usize>, Option<usize>)>,
}

const NAMES: [&str; 5] = ["x", "gamma", "self.bias", "größe", "y"];

fn draw(random: &mut Random) -> Drawn {
    let mode = Mode::ALL[random.below(8) as usize];
    let count = 1 + random.below(3) as usize;
    let highest = 2 + random.below(3);
    let shapes: Vec<Vec<usize>> = (0..count).map(|_| random.shape(highest)).collect();
    let integers = |random: &mut Random, least: u64| -> Vec<i64> {
        let mut axes: Vec<i64> = (0..=highest).filter(|_| random.below(2) == 0).map(|axis| axis as i64).collect();
        if random.below(8) == least {
            axes.reverse();
        }
        axes
    };
    let mut own = Vec::new();
    for _ in 0..count {
        own.push(match random.below(12) {
            0 => Some(Ok(random.below(highest + 2) as i64 - 1)),
            1 => Some(Err(integers(random, 0))),
            _ => None,
        });
    }
    let axis = (random.below(2) == 0).then(|| random.below(highest + 3) as i64 - 1);
    let axes = (random.below(2) == 0).then(|| integers(random, 0));
    let needs_to = mode.needs_target() && random.below(10) > 0;
    let to = (needs_to || random.below(6) == 0).then(|| random.shape(highest));
    let base = (random.below(6) == 0).then(|| random.below(count as u64) as usize);
    let place = match random.below(4) {
        0 => Some((random.shape(highest), None)),
        1 => Some((shapes[0].clone(), Some(0))),
        _ => None,
    };
    // Mostly what the mode takes.
    let takes = |option| mode.takes(option);
    use crate::mode::OptionName::{Axes, Axis, Base, OwnAxes, OwnAxis};
    Drawn {
        axis: axis.filter(|_| takes(Axis)),
        axes: axes.filter(|_| takes(Axes)),
        base: base.filter(|_| takes(Base) && to.is_none() && !matches!(place, Some((_, Some(_))))),
        own: own
            .into_iter()
            .map(|own| {
                own.filter(|own| match own {
                    Ok(_) => takes(OwnAxis),
                    Err(_) => takes(OwnAxes),
                })
            })
            .collect(),
        mode,
        shapes,
        to,
        place,
    }
}

/// What the run time says: of whom, and what.
fn at_run_time(drawn: &Drawn) -> Vec<(ErrorKind, Option<Party>, String)> {
    let operands: Vec<call::Operand<'_, usize>> = drawn
        .shapes
        .iter()
        .zip(&drawn.own)
        .zip(NAMES)
        .map(|((shape, own), name)| {
            let alignment = match own {
                None => Alignment::ByMode,
                Some(Ok(axis)) => Alignment::Axis(*axis),
                Some(Err(axes)) => Alignment::Axes(axes),
            };
            call::Operand { name, shape, alignment }
        })
        .collect();
    let call = call::Call {
        mode: drawn.mode,
        operands: &operands,
        axis: drawn.axis,
        axes: drawn.axes.as_deref(),
        to: drawn.to.as_deref(),
        base: drawn.base,
        place: drawn.place.as_ref().map(|(shape, operand)| call::Place { name: "out", shape, operand: *operand }),
    };
    let errors = resolve_all(&call).err().unwrap_or_default();
    errors.into_iter().map(|error| (error.kind(), error.culprit(), error.to_string())).collect()
}

fn shape_of(lengths: &[usize]) -> Shape {
    let mut shape = Shape { rank: lengths.len(), lengths: [1; MAX_RANK] };
    shape.lengths[..lengths.len()].copy_from_slice(lengths);
    shape
}

/// What constants say of a party.
fn in_constants(drawn: &Drawn, party: usize) -> Option<String> {
    let mut operands = [Operand::CONSTANT; MAX_OPERANDS].map(|operand| operand as Operand<'_>);
    for (operand, (shape, own)) in operands.iter_mut().zip(drawn.shapes.iter().zip(&drawn.own)) {
        operand.is_array = true;
        operand.shape = shape_of(shape);
        operand.own = match own {
            None => Own::ByMode,
            Some(Ok(axis)) => Own::Axis(*axis),
            Some(Err(axes)) => Own::Axes(axes),
        };
    }
    let call = Call {
        mode: drawn.mode,
        operands,
        count: drawn.shapes.len(),
        axis: drawn.axis,
        axes: drawn.axes.as_deref(),
        to: drawn.to.as_deref().map(shape_of),
        base: drawn.base,
        place: drawn.place.as_ref().map(|(shape, operand)| (shape_of(shape), *operand)),
    };
    let mut text = Text::new();
    let names = Names { operands: &NAMES, place: "out" };
    message(&mut text, &call, &names, party).then(|| text.as_str().to_string())
}

#[test]
fn constants_say_what_the_run_time_says() {
    let mut random = Random(20);
    let (mut refused, mut with_help) = (0, 0);
    for _ in 0..30_000 {
        let drawn = draw(&mut random);
        let errors = at_run_time(&drawn);
        // Of these types never ask: what is missing is a bound of its own, and how much memory there is nobody asks before.
        let other =
            |kind: ErrorKind| matches!(kind, ErrorKind::NeedsTo | ErrorKind::NoVoter | ErrorKind::TooManyElements);
        if errors.iter().any(|&(kind, ..)| other(kind)) {
            continue;
        }
        if errors.is_empty() {
            continue;
        }
        // Where each is underlined: at the option that is wrong, if one is, else at the culprit.
        let number = |kind: ErrorKind, culprit: Option<Party>| {
            use ErrorKind::{AxesCount, AxesNotIncreasing, AxesOutOfRange, AxisOutOfRange};
            match culprit {
                Some(Party::Operand(i))
                    if [AxisOutOfRange, AxesOutOfRange, AxesNotIncreasing, AxesCount].contains(&kind) =>
                {
                    drawn.own[i].as_ref().map_or(OPTION, |_| OWN + i)
                }
                Some(Party::Operand(i)) => i,
                Some(Party::To) => TO,
                Some(Party::Place) => PLACE,
                None => OPTION,
            }
        };
        for party in (0..3).chain([OPTION, TO, PLACE]).chain(OWN..OWN + 3) {
            let first = errors.iter().find(|(kind, culprit, _)| number(*kind, *culprit) == party);
            let first = first.map(|(_, _, text)| text.clone());
            assert_eq!(in_constants(&drawn, party), first, "{drawn:?}");
            refused += usize::from(first.is_some());
            with_help += usize::from(first.is_some_and(|text| text.contains("help: ")));
        }
    }
    assert!(refused > 30_000 && with_help > 4_000, "{refused} messages, {with_help} with a way out");
}
