//! Random modes, options and shapes through the rulebook: it never panics, large lengths do not overflow, its verdict equals that of an
//! independent naive model, and its verdict on symbols holds for their actual lengths.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use bcast_core::report::error::ErrorKind;
use bcast_core::report::resolution::{Resolution, resolve, resolve_all};
use bcast_core::rules::ObligationKind;
use bcast_core::rules::call::{Alignment, Call, Operand, Place};
use bcast_core::rules::length::{Length, Symbol};
use bcast_core::rules::mode::{Mode, OptionName};
use bcast_core::{Broadcast, BroadcastError};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/random/model.rs"]
#[allow(dead_code, reason = "no element is computed here")]
mod model;

/// Random lengths, mostly small, so that shapes meet.
const LENGTHS: [usize; 16] =
    [1, 1, 1, 2, 2, 3, 3, 4, 5, 0, 7, 1 << 16, 1 << 31, 1 << 32, isize::MAX as usize, usize::MAX];
const NAMES: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];
/// The numbers of NAMEs and of `{expr}`.
const SYMBOLS: usize = 3;

/// The random parts of a call.
#[derive(Debug)]
struct Drawn {
    mode: Mode,
    shapes: Vec<Vec<usize>>,
    own: Vec<Option<model::Own>>,
    axis: Option<i64>,
    axes: Option<Vec<i64>>,
    to: Option<Vec<usize>>,
    base: Option<usize>,
    place: Option<(Vec<usize>, Option<usize>)>,
    /// The lengths stated in a `where` clause for the operands, `to` and the place.
    stated: Vec<u8>,
}

fn length(u: &mut Unstructured<'_>) -> Result<usize> {
    Ok(LENGTHS[usize::from(u8::arbitrary(u)? & 15)])
}

/// A new shape, or a piece of another one with some lengths 1.
fn shape(u: &mut Unstructured<'_>, of: &[usize]) -> Result<Vec<usize>> {
    let kind = u8::arbitrary(u)?;
    if kind & 3 == 0 {
        let rank = u.int_in_range(0..=8)?;
        return (0..rank).map(|_| length(u)).collect();
    }
    let (start, end) = (u.int_in_range(0..=of.len())?, u.int_in_range(0..=of.len())?);
    let mut piece = match kind & 12 {
        0 => of.get(start..end).unwrap_or(&[]).to_vec(),
        4 => of[start..].to_vec(),
        _ => of.to_vec(),
    };
    let ones = if kind & 16 == 0 { 0 } else { u8::arbitrary(u)? };
    piece.iter_mut().enumerate().filter(|(axis, _)| ones >> (axis % 8) & 1 == 1).for_each(|(_, length)| *length = 1);
    if kind & 32 != 0 && !piece.is_empty() {
        let wrong = u.int_in_range(0..=piece.len() - 1)?;
        piece[wrong] = length(u)?;
    }
    if kind & 64 != 0 {
        piece.push(1);
    }
    if kind & 128 != 0 {
        piece.insert(0, length(u)?);
    }
    Ok(piece)
}

fn axis(u: &mut Unstructured<'_>) -> Result<i64> {
    Ok(match u8::arbitrary(u)? {
        small @ 0..250 => i64::from(small % 12) - 2,
        250 => i64::MIN,
        251 => i64::MAX,
        252 => i64::from(u32::MAX) + 1,
        _ => i64::arbitrary(u)?,
    })
}

fn axes(u: &mut Unstructured<'_>) -> Result<Vec<i64>> {
    let (count, mut next) = (u.int_in_range(0..=9)?, -1);
    (0..count)
        .map(|_| {
            // Mostly increasing.
            let step = u8::arbitrary(u)?;
            next = if step > 240 { axis(u)? } else { next.saturating_add(1 + i64::from(step & 1)) };
            Ok(next)
        })
        .collect()
}

fn if_set<T>(flag: bool, make: impl FnOnce() -> Result<T>) -> Result<Option<T>> {
    flag.then(make).transpose()
}

impl Arbitrary<'_> for Drawn {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Self> {
        let mode = Mode::ALL[usize::from(u8::arbitrary(u)? & 7)];
        let options = u16::arbitrary(u)?;
        let set = |bit: u32| options >> bit & 1 == 1;
        let rank = u.int_in_range(0..=8)?;
        let result: Vec<usize> = (0..rank).map(|_| length(u)).collect::<Result<_>>()?;
        let count = u.int_in_range(0..=6)?;
        let shapes: Vec<_> = (0..count).map(|_| shape(u, &result)).collect::<Result<_>>()?;
        let mut own = Vec::new();
        for _ in 0..count {
            own.push(match u8::arbitrary(u)? {
                248..252 => Some(model::Own::Axis(axis(u)?)),
                252.. => Some(model::Own::Axes(axes(u)?)),
                _ => None,
            });
        }
        let axis = if_set(set(0), || axis(u))?;
        let axes = if_set(set(1) && (mode == Mode::Explicit || set(2)), || axes(u))?;
        let to = if_set(set(3), || shape(u, &result))?;
        let base = if_set(set(4) && set(5), || u.int_in_range(0..=count))?;
        let place = if_set(set(6), || {
            let operand = if_set(set(7), || u.int_in_range(0..=count))?;
            let drawn = shape(u, &result)?;
            // The operand that is the place has its shape.
            Ok((operand.and_then(|operand| shapes.get(operand).cloned()).unwrap_or(drawn), operand))
        })?;
        let stated = u.arbitrary_iter()?.take(72).collect::<Result<_>>()?;
        Ok(Drawn { mode, shapes, own, axis, axes, to, base, place, stated })
    }
}

/// Resolves the call with these shapes.
fn with_call<T>(
    drawn: &Drawn,
    shapes: &[Vec<Length>],
    to: Option<&[Length]>,
    place: Option<&[Length]>,
    ask: impl FnOnce(&Call<'_>) -> T,
) -> T {
    let operands: Vec<_> = shapes
        .iter()
        .zip(&drawn.own)
        .zip(NAMES)
        .map(|((shape, own), name)| {
            let alignment = match own {
                None => Alignment::ByMode,
                Some(model::Own::Axis(axis)) => Alignment::Axis(*axis),
                Some(model::Own::Axes(axes)) => Alignment::Axes(axes),
            };
            Operand { name, shape: &shape[..], alignment }
        })
        .collect();
    let operand = drawn.place.as_ref().and_then(|(_, operand)| *operand);
    ask(&Call {
        mode: drawn.mode,
        operands: &operands,
        axis: drawn.axis,
        axes: drawn.axes.as_deref(),
        to,
        base: drawn.base,
        place: place.map(|shape| Place { name: "y", shape, operand }),
    })
}

/// True if the options are refused for all shapes, by the language's table.
fn options_are_refused(drawn: &Drawn) -> bool {
    let takes = |option, given: bool| !given || drawn.mode.takes(option);
    let compound = drawn.place.as_ref().and_then(|(_, operand)| *operand);
    let own = |wanted: fn(&model::Own) -> bool| drawn.own.iter().flatten().any(wanted);
    let no_such = [drawn.base, compound].into_iter().flatten().any(|operand| operand >= drawn.shapes.len());
    !takes(OptionName::Axis, drawn.axis.is_some())
        || !takes(OptionName::Axes, drawn.axes.is_some())
        || !takes(OptionName::Base, drawn.base.is_some())
        || !takes(OptionName::OwnAxis, own(|own| matches!(own, model::Own::Axis(_))))
        || !takes(OptionName::OwnAxes, own(|own| matches!(own, model::Own::Axes(_))))
        || no_such
        || drawn.base.is_some() && (drawn.to.is_some() || compound.is_some())
}

/// The model's result, where the model applies.
fn expected(drawn: &Drawn) -> Option<Option<model::Answer>> {
    if options_are_refused(drawn) {
        return Some(None);
    }
    let compound = drawn.place.as_ref().and_then(|(_, operand)| *operand);
    // The syntax excludes a base or place with an alignment of its own, and a place without arrays is filled.
    if drawn.shapes.is_empty()
        || [drawn.base, compound].into_iter().flatten().any(|operand| drawn.own[operand].is_some())
    {
        return None;
    }
    let mode = match drawn.mode {
        Mode::None => model::Mode::None,
        Mode::Numpy => model::Mode::Numpy,
        Mode::Unidirectional => model::Mode::Unidirectional,
        Mode::Bidirectional => model::Mode::Bidirectional,
        Mode::Pdpd => model::Mode::Pdpd,
        Mode::Paddle => model::Mode::Paddle,
        Mode::Explicit => model::Mode::Explicit,
        Mode::Ncnn => model::Mode::Ncnn,
        Mode::Named => unreachable!("only calls that the model knows are drawn"),
    };
    let case = model::Case {
        mode,
        shapes: drawn.shapes.clone(),
        axis: drawn.axis.unwrap_or(-1),
        axes: drawn.axes.clone(),
        to: drawn.to.clone(),
        base: drawn.base,
        own: drawn.own.clone(),
        place: drawn.place.clone(),
    };
    let needs_to = drawn.mode == Mode::Bidirectional && drawn.to.is_none();
    let answer = if needs_to { None } else { case.answer() };
    // More elements than an `isize` counts are refused.
    let count = |answer: &model::Answer| {
        answer.shape.iter().try_fold(1_usize, |count, &length| count.checked_mul(length.max(1)))
    };
    Some(answer.filter(|answer| count(answer).is_some_and(|count| count <= isize::MAX as usize)))
}

fn maps(resolution: &Resolution<impl Copy>, ranks: &[usize]) -> Vec<Vec<Option<usize>>> {
    let map = |(operand, &rank): (usize, &usize)| {
        let map = &resolution.maps[operand];
        (0..rank).map(|axis| map.output_axis(axis)).collect()
    };
    ranks.iter().enumerate().map(map).collect()
}

/// Every message can be written, with a non-empty first line.
fn read(error: &BroadcastError) {
    assert!(!error.headline().is_empty() && error.to_string().starts_with(&error.headline()));
    let _ = (error.option(), error.culprit_name(), error.other_name(), format!("{error:?}"), error.helps().count());
}

fn decided(drawn: &Drawn) -> Result<Resolution<usize>, BroadcastError> {
    let lengths = |shape: &Vec<usize>| -> Vec<Length> { shape.iter().copied().map(Length::new).collect() };
    let shapes: Vec<_> = drawn.shapes.iter().map(lengths).collect();
    let (to, place) = (drawn.to.as_ref().map(lengths), drawn.place.as_ref().map(|(shape, _)| lengths(shape)));
    let resolution = with_call(drawn, &shapes, to.as_deref(), place.as_deref(), answered)?;
    Ok(resolution.numbers().expect("numbers resolve to numbers"))
}

/// A verdict that both functions of the rulebook return.
fn answered(call: &Call<'_>) -> Result<Resolution<Length>, BroadcastError> {
    let one = resolve(call);
    match (&one, resolve_all(call)) {
        (Ok(one), Ok(all)) => assert_eq!(*one, all),
        (Err(one), Err(all)) => {
            assert_eq!(*one, all[0]);
            all.iter().for_each(read);
        }
        (one, all) => panic!("{one:?} against {all:?}"),
    }
    one
}

/// The run-time API agrees, and its plan covers exactly the elements of the shape.
fn by_api(drawn: &Drawn, answer: &Result<Resolution<usize>, BroadcastError>) {
    if drawn.place.is_some() || drawn.shapes.is_empty() || drawn.base.is_some_and(|base| base >= drawn.shapes.len()) {
        return;
    }
    let mut call = Broadcast::new(drawn.mode);
    if let Some(axis) = drawn.axis {
        call = call.axis(axis);
    }
    if let Some(axes) = &drawn.axes {
        call = call.axes(&axes[..]);
    }
    if let Some(to) = &drawn.to {
        // No integer of a `to` is this large.
        let Some(to) = to.iter().map(|&length| i64::try_from(length).ok()).collect::<Option<Vec<_>>>() else { return };
        call = call.to(to);
    }
    if let Some(base) = drawn.base {
        call = call.base(base);
    }
    for (operand, own) in drawn.own.iter().enumerate() {
        call = match own {
            None => call,
            Some(model::Own::Axis(axis)) => call.axis_of(operand, *axis),
            Some(model::Own::Axes(axes)) => call.axes_of(operand, &axes[..]),
        };
    }
    let shapes: Vec<&[usize]> = drawn.shapes.iter().map(|shape| &shape[..]).collect();
    let same = call.try_resolve(&shapes);
    assert_eq!(same.as_ref().ok(), answer.as_ref().ok());
    if let (Ok(resolution), Ok(plan)) = (answer, call.try_plan(&shapes)) {
        let count: usize = resolution.shape.iter().product();
        let planned = if plan.is_empty() { 0 } else { (0..plan.depth()).map(|depth| plan.length(depth)).product() };
        assert_eq!(planned, count, "{plan}");
        assert!(!plan.to_string().is_empty());
    }
}

/// A length as a `where` clause can state it; a 1 is never a symbol, which would be rigid.
fn stated(length: usize, how: u8, symbols: &mut [Option<usize>; 2 * SYMBOLS]) -> Length {
    let how = usize::from(how);
    if how % 3 == 0 {
        return Length::new(length);
    }
    if how % 3 == 1 || length == 1 {
        return Length::UNKNOWN;
    }
    let symbol = how / 3 % (2 * SYMBOLS);
    if *symbols[symbol].get_or_insert(length) != length {
        return Length::UNKNOWN;
    }
    if symbol < SYMBOLS { Length::name(symbol as u32) } else { Length::value((symbol - SYMBOLS) as u32) }
}

/// The call with some lengths unknown: certain verdicts hold for the actual lengths, and these confirm a refusal unless it depends on a
/// symbol.
fn symbolic(drawn: &Drawn, answer: &Result<Resolution<usize>, BroadcastError>) {
    let mut symbols = [None; 2 * SYMBOLS];
    let mut how = drawn.stated.iter().copied().chain(std::iter::repeat(0));
    let mut any_symbol = false;
    let mut state = |shape: &[usize]| -> Vec<Length> {
        let lengths: Vec<_> =
            shape.iter().map(|&length| stated(length, how.next().unwrap_or(0), &mut symbols)).collect();
        any_symbol |= lengths.iter().any(|length| length.symbol().is_some());
        lengths
    };
    let shapes: Vec<Vec<Length>> = drawn.shapes.iter().map(|shape| state(shape)).collect();
    let to = drawn.to.as_ref().map(|to| state(to));
    let place = drawn.place.as_ref().map(|(shape, operand)| match operand.and_then(|operand| shapes.get(operand)) {
        Some(same) => same.clone(),
        None => state(shape),
    });
    let open = with_call(drawn, &shapes, to.as_deref(), place.as_deref(), answered);
    match (&open, answer) {
        // Unknown lengths may still be too many elements to count.
        (Ok(open), Err(error)) => {
            let counted = error.kind() == ErrorKind::TooManyElements;
            assert!(!open.is_certain() || counted, "certain: {open}, but {error}");
        }
        (Ok(open), Ok(real)) => {
            assert_eq!(open.shape.len(), real.shape.len(), "{open} against {real}");
            for (open, real) in open.shape.iter().zip(&real.shape) {
                // A symbol in the shape stands for its length.
                let known = match open.symbol() {
                    None => open.number(),
                    Some(Symbol::Name(index)) => symbols[index as usize],
                    Some(Symbol::Value(index)) => symbols[SYMBOLS + index as usize],
                };
                assert!(known.is_none_or(|known| known == *real), "{open} against {real}");
            }
            let maps = open.maps.iter().zip(&real.maps).zip(&drawn.shapes);
            for ((open, real), shape) in maps.filter(|((open, _), _)| !open.is_open()) {
                // The axis of a length 1 makes no difference.
                for axis in (0..shape.len()).filter(|&axis| shape[axis] != 1) {
                    assert_eq!(open.output_axis(axis), real.output_axis(axis));
                }
            }
            for owed in &open.obligations {
                assert!(owed.kind != ObligationKind::Alignment || open.maps.iter().any(|map| map.is_open()));
            }
        }
        // Without symbols nothing is assumed, so a refusal holds.
        (Err(error), Ok(real)) => assert!(any_symbol, "{error}, but {real}"),
        (Err(_), Err(_)) => {}
    }
}

fuzz_target!(|drawn: Drawn| {
    let answer = decided(&drawn);
    if let Some(expected) = expected(&drawn) {
        let ranks: Vec<_> = drawn.shapes.iter().map(Vec::len).collect();
        let found =
            answer.as_ref().ok().map(|found| model::Answer { shape: found.shape.to_vec(), maps: maps(found, &ranks) });
        assert_eq!(found, expected, "{drawn:?}, {:?}", answer.as_ref().err());
    }
    by_api(&drawn, &answer);
    symbolic(&drawn, &answer);
});
