//! What constants say of a call is what the run time says of it, word for word.

use std::string::{String, ToString};
use std::vec::Vec;

use super::call::{Call, MAX_OPERANDS, Operand, Own, Shape};
use super::length::{self, Name};
use super::text::Text;
use super::words::Names;
use super::{OPTION, OWN, PLACE, TO, message};
use crate::report::error::{BroadcastError, ErrorKind, Party};
use crate::report::picture::SymbolTexts;
use crate::rules::call::{self, Alignment};
use crate::rules::length::{Extent, Length, Symbol};
use crate::rules::mode::Mode;
use crate::rules::resolve::resolve_all;

/// Numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn shape(&mut self, highest: u64, is_open: bool) -> Vec<Length> {
        let rank = self.below(highest + 1);
        let length = |draw: u64| match draw {
            10 | 11 => Length::name(0),
            12 => Length::name(1),
            13.. => Length::Unknown,
            _ => Length::Known([1, 1, 2, 2, 3, 3, 4, 64, 12345, 0][draw as usize]),
        };
        (0..rank).map(|_| length(self.below(if is_open { 15 } else { 10 }))).collect()
    }
}

/// A call as both sides are asked about it.
#[derive(Debug)]
struct Drawn {
    mode: Mode,
    shapes: Vec<Vec<Length>>,
    own: Vec<Option<Result<i64, Vec<i64>>>>,
    axis: Option<i64>,
    axes: Option<Vec<i64>>,
    to: Option<Vec<Length>>,
    base: Option<usize>,
    place: Option<(Vec<Length>, Option<usize>)>,
}

const NAMES: [&str; 5] = ["x", "gamma", "self.bias", "größe", "y"];

const SYMBOLS: [&str; 2] = ["Batch", "Zeit"];
static DECLARED: [Name; 2] = [Name { text: SYMBOLS[0], made_at: "here" }, Name { text: SYMBOLS[1], made_at: "here" }];

fn draw(random: &mut Random, is_open: bool) -> Drawn {
    let mode = Mode::ALL[random.below(8) as usize];
    let count = 1 + random.below(3) as usize;
    let highest = 2 + random.below(3);
    let shapes: Vec<Vec<Length>> = (0..count).map(|_| random.shape(highest, is_open)).collect();
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
    // A `to` in types has no names.
    let unnamed = |length: Length| if length.is_symbol() { Length::Unknown } else { length };
    let to = (needs_to || random.below(6) == 0).then(|| random.shape(highest, is_open));
    let to = to.map(|to| to.into_iter().map(unnamed).collect());
    let base = (random.below(6) == 0).then(|| random.below(count as u64) as usize);
    let place = match random.below(4) {
        0 => Some((random.shape(highest, is_open), None)),
        1 => Some((shapes[0].clone(), Some(0))),
        _ => None,
    };
    // Mostly what the mode takes.
    let takes = |option| mode.takes(option);
    use crate::rules::mode::OptionName::{Axes, Axis, Base, OwnAxes, OwnAxis};
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

/// What the rulebook says: of whom, and what.
type Told = Vec<(ErrorKind, Option<Party>, String)>;

fn by_the_rulebook(drawn: &Drawn) -> Told {
    let to_numbers = |shape: &Vec<Length>| shape.iter().map(|length| length.known()).collect::<Option<Vec<usize>>>();
    // The run time, where all is known.
    let at_run_time = || {
        let shapes = drawn.shapes.iter().map(to_numbers).collect::<Option<Vec<Vec<usize>>>>()?;
        let to = drawn.to.iter().map(to_numbers).collect::<Option<Vec<Vec<usize>>>>()?.pop();
        let place = match &drawn.place {
            Some((shape, operand)) => Some((to_numbers(shape)?, *operand)),
            None => None,
        };
        Some(asked(drawn, &shapes, to.as_deref(), place))
    };
    at_run_time().unwrap_or_else(|| asked(drawn, &drawn.shapes, drawn.to.as_deref(), drawn.place.clone()))
}

fn asked<L: Extent>(
    drawn: &Drawn,
    shapes: &[Vec<L>],
    to: Option<&[L]>,
    place: Option<(Vec<L>, Option<usize>)>,
) -> Told {
    let operands: Vec<call::Operand<'_, L>> = shapes
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
        to,
        base: drawn.base,
        place: place.as_ref().map(|(shape, operand)| call::Place { name: "out", shape, operand: *operand }),
    };
    let errors = resolve_all(&call).err().unwrap_or_default();
    let text = |mut error: BroadcastError| {
        error.0.texts = SymbolTexts { names: SYMBOLS.map(String::from).to_vec(), values: Vec::new() };
        (error.kind(), error.culprit(), error.to_string())
    };
    errors.into_iter().map(text).collect()
}

fn shape_of(lengths: &[Length]) -> Shape {
    let mut shape = Shape::ones(lengths.len());
    for (axis, &length) in lengths.iter().enumerate() {
        shape.lengths[axis] = match length {
            Length::Known(length) => length::Length::Known(length),
            Length::Symbol(Symbol { index, .. }) => length::Length::Name(&DECLARED[index as usize]),
            Length::Unknown => length::Length::Unknown,
        };
    }
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

/// Where types go their own way: they refuse what the rulebook leaves to the run time, or take what it does not.
fn is_of_types(drawn: &Drawn) -> bool {
    let is_open = |shape: &Vec<Length>| shape.iter().any(|length| length.known().is_none());
    let mut shapes = drawn.shapes.iter().chain(&drawn.to).chain(drawn.place.as_ref().map(|(shape, _)| shape));
    match drawn.mode {
        // A vector whose axis the run time sees.
        Mode::Ncnn => shapes.any(is_open),
        // Shapes that turn out to be identical or not.
        Mode::Paddle => drawn.axis.is_some_and(|axis| axis > 0) && shapes.any(is_open),
        _ => false,
    }
}

/// Draws so many calls and compares what both say; how many messages there were, and how many with a way out.
fn compare(cases: usize, is_open: bool) -> (usize, usize) {
    let mut random = Random(20);
    let (mut refused, mut with_help) = (0, 0);
    for _ in 0..cases {
        let drawn = draw(&mut random, is_open);
        let errors = by_the_rulebook(&drawn);
        // Of these types never ask: what is missing is a bound of its own, and how much memory there is nobody asks before. Of
        // a symbol that would be two lengths they say that it is neither.
        use ErrorKind::{NeedsTo, NoVoter, SymbolConflict, TooManyElements};
        let other = |kind: ErrorKind| matches!(kind, NeedsTo | NoVoter | TooManyElements | SymbolConflict);
        if errors.is_empty() || errors.iter().any(|&(kind, ..)| other(kind)) || is_of_types(&drawn) {
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
            let told = in_constants(&drawn, party);
            // Another mode is offered only where types take it, too.
            let ways = [&told, &first].map(|text| text.as_ref().is_some_and(|text| text.contains("help: `mode = ")));
            let shown = |text: &Option<String>| match text {
                Some(text) if is_open && ways != [false; 2] => text.split("\nhelp").next().map(String::from),
                text => text.clone(),
            };
            assert_eq!(shown(&told), shown(&first), "{drawn:?}");
            refused += usize::from(first.is_some());
            with_help += usize::from(first.is_some_and(|text| text.contains("help: ")));
        }
    }
    (refused, with_help)
}

#[test]
fn constants_say_of_literals_what_the_run_time_says() {
    let (refused, with_help) = compare(30_000, false);
    assert!(refused > 30_000 && with_help > 4_000, "{refused} messages, {with_help} with a way out");
}

#[test]
fn constants_say_of_names_and_unknown_lengths_what_the_rulebook_says() {
    let (refused, with_help) = compare(30_000, true);
    assert!(refused > 20_000 && with_help > 4_000, "{refused} messages, {with_help} with a way out");
}
