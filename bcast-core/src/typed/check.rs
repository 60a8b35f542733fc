//! Checks calls whose lengths are literals, names and unknown with constants that run the rulebook at compile time.
//!
//! Stable Rust evaluates a constant at a call only if no generic parameter occurs in it. So method resolution picks one of two checks: for
//! calls without parameters, constants that run the rulebook and panic with its message; for all others, bounds (see
//! [`fits`](crate::typed::fits)). The constants stand in a pattern, with the spans of the operands, so that the compiler evaluates them as
//! soon as it checks the function.
//!
//! All functions here are `#[inline]` to save build time: the compiler evaluates them, and no machine code of them is needed.

use core::marker::PhantomData;

use crate::operand::call_site::CallSite;
use crate::operand::family::{Typed, Untyped};
use crate::operand::options::{Known, NoTo, StaticTo, To};
use crate::operand::receiver::by_receiver;
use crate::report::blame::blame;
use crate::report::message::Message;
use crate::report::suggest::helps;
use crate::report::text::Text;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Operand, Party, Place};
use crate::rules::length::Length;
use crate::rules::list::{Lent, each};
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::resolve::{Facts, Found, resolve};
use crate::rules::stated::Symbols;
use crate::shape::axes::Resolved;
use crate::shape::axis::AxisLength;
use crate::shape::function::type_functions;
use crate::shape::unit::{Unit, units};
use crate::typed::constant::{CallOf, CallTypes, Concrete, Erase, MAX_AXES, MOST, Parts};
use crate::typed::fits::{CallShape, CheckBy, EachFits, NoTypes, Whole};
use crate::typed::output::OutcomeIn;
use crate::typed::stated::Describes;

/// The check of a call without generic parameters: constants check everything, bounds nothing.
pub struct ByConstants<C, Out>(PhantomData<(C, Out)>);
units! {
    [C, Out] ByConstants<C, Out> = Self(PhantomData);
    [M, T, X, L, Place] ByRanks<M, T, X, L, Place> = Self(PhantomData);
}

by_receiver! {
    /// Level 1: constants check a call without generic parameters.
    CheckConcrete: fn __bcast_check(self) {
        [M, X, T, Frame, Out, C: Concrete + CallOf] CallShape<M, X, T, Frame, Out, C> => ByConstants<C, Out>;
    }
    /// Level 2: bounds check any other call.
    CheckGeneric: fn __bcast_check(&self) {
        [M, X, T, Frame, Out, C] CallShape<M, X, T, Frame, Out, C> => Self;
    }
    /// Level 1: all operands of a generic call fit, so the place is checked too.
    AskPlace: fn __bcast_ask_place(self) {
        [M, X, T, Frame, Out, L: EachFits<M, X, Frame, Out>, Place] CallShape<M, X, T, Frame, Out, Whole<M, X, T, L, Place>> => Self;
    }
    /// Level 2: an operand is refused, so the place is not checked.
    SkipPlace: fn __bcast_ask_place(&self) {
        [M, X, T, Frame, Out, C] CallShape<M, X, T, Frame, Out, C> => NoTypes;
    }
}

type_functions! {
    /// The check of operands `L` and a place of the lengths `Place`, by the call's typing.
    CheckIn<M, T, X, L, Place> -> (Check: Unit) {
        [M, T, X, L, Place: Resolved] Typed, M, T, X, L, Place
            => <L::Shape as CheckBy<M, T, X, L::Frame, L, Place::List>>::Check
            where [L: OutcomeIn<M, T, X, Place::List, Shape: CheckBy<M, T, X, L::Frame, L, Place::List>>];
        [M, T, X, L, Place] Untyped, M, T, X, L, Place => ByRanks<M, T, X, L, Place>;
    }
}

/// The check of a call in which no array has lengths in its type: constants check the ranks.
///
/// Nothing is asked of the ranks before the function is known whole: a slice by `s![0, ..]` has none until its integer has a type.
pub struct ByRanks<M, T, X, L, Place>(PhantomData<(M, T, X, L, Place)>);

type_functions! {
    /// The constants of a call with the target `Self`; [`NoTypes`] if the target's rank is that of a value, which may be a generic parameter.
    RanksAsked<M, X, L, Place> -> (Shapes: Shapes) {
        [R, M, X, L, Place] To<R>, M, X, L, Place => NoTypes;
        [K, T: RanksAsked<M, X, L, Place>, M, X, L, Place] Known<K, T>, M, X, L, Place => T::Shapes;
        [M, X, L, Place] NoTo, M, X, L, Place => <<Typed as CheckIn<M, NoTo, X, L, Place>>::Check as Constants>::Shapes
            where [Typed: CheckIn<M, NoTo, X, L, Place, Check: Constants>];
        [S, M, X, L, Place] StaticTo<S>, M, X, L, Place
            => <<Typed as CheckIn<M, StaticTo<S>, X, L, Place>>::Check as Constants>::Shapes
            where [Typed: CheckIn<M, StaticTo<S>, X, L, Place, Check: Constants>];
    }
    /// The constants of a check without generic parameters.
    Constants -> (Shapes: Shapes) {
        [] NoTypes => Self;
        [M, X, T, Frame, Out: Describes, C: Erase<Erased: CallOf>] CallShape<M, X, T, Frame, Out, C>
            => ByConstants<C::Erased, Out>;
    }
}

macro_rules! nothing_to_ask {
    ($(<$($c:ident),*> $check:ty;)*) => {$(
        #[allow(missing_docs, reason = "the methods of `CallShape`, which check nothing here")]
        impl<$($c),*> $check {
            #[inline(always)]
            pub fn operand<const INDEX: usize, E, Rest>(self, _: &(E, Rest)) -> NoTypes {
                NoTypes
            }
            #[inline(always)]
            pub fn __bcast_ask_place(self) -> NoTypes {
                NoTypes
            }
            #[inline(always)]
            pub fn place<P>(self, _: &P) -> NoTypes {
                NoTypes
            }
            #[inline(always)]
            pub fn target(self) -> NoTypes {
                NoTypes
            }
            #[inline(always)]
            pub fn __bcast_check(self) -> Self {
                self
            }
        }
    )*};
}
nothing_to_ask! {
    <> NoTypes;
    <C, Out> ByConstants<C, Out>;
    <M, T, X, L, Place> ByRanks<M, T, X, L, Place>;
}
/// The part of a check that constants do; generated code names it.
pub trait Shapes {
    /// The call, if constants check it.
    #[doc(hidden)]
    const CALL: Option<CallTypes>;
    /// True if the rulebook refuses the call. The compiler evaluates this once for all calls of the same types.
    const IS_REFUSED: bool;
}
impl Shapes for NoTypes {
    const CALL: Option<CallTypes> = None;
    const IS_REFUSED: bool = false;
}
impl<C: CallOf, Out: Describes> Shapes for ByConstants<C, Out> {
    const CALL: Option<CallTypes> = match C::CALL {
        Some(call) => Some(CallTypes { out: Out::AXES, ..call }),
        None => None,
    };
    const IS_REFUSED: bool = matches!(Self::CALL, Some(call) if is_refused(call));
}

type_functions! {
    /// A check's part for constants: a type without generic parameters, since a constant in a pattern must not depend on any.
    /// `Shapes`: [`NoTypes`] if bounds check everything.
    ByShapes -> (Shapes: Shapes) {
        [M, T: RanksAsked<M, X, L, Place>, X, L, Place] ByRanks<M, T, X, L, Place> => T::Shapes;
        [] NoTypes => Self;
        [M, X, T, Frame, Out, C] CallShape<M, X, T, Frame, Out, C> => NoTypes;
        [C: Erase<Erased: CallOf>, Out: Describes] ByConstants<C, Out> => ByConstants<C::Erased, Out>;
    }
}

/// The part of a check that constants do.
#[inline(always)]
pub fn constants<V: ByShapes>(_check: &V) -> PhantomData<V::Shapes> {
    PhantomData
}

/// The same as a value to be matched. Its type is opaque, since the compiler prints it beside the message.
#[inline(always)]
pub fn verdict<V: Shapes>(_constants: PhantomData<V>) -> PhantomData<impl Shapes + use<V>> {
    PhantomData::<V>
}

/// The parties with mistakes as bits: an operand's index in the list, [`OPTION`], [`TO`], [`PLACE`], and [`OWN`] plus an operand's index.
/// `site` adds the names and the values of `axis` and `axes`, which types do not have.
#[must_use]
#[inline]
pub const fn mistaken<V: Shapes>(site: &CallSite<'static>) -> u64 {
    match V::CALL {
        Some(call) if V::IS_REFUSED => mistaken_in(call, site),
        _ => 0,
    }
}

/// The same of a call that may be right.
#[must_use]
#[inline]
pub const fn mistaken_in(call: CallTypes, site: &CallSite<'_>) -> u64 {
    write(&mut [], call, site, None).1
}

/// Returns unless `party` is one of the `mistaken` parties, which [`mistaken`] has found.
///
/// Generated code has a constant for each party, with the span of its tokens. The compiler evaluates them all, so the arguments are cheap
/// to check.
///
/// # Panics
/// With the message about `party`: the compiler shows it at the call of this function.
#[track_caller]
#[must_use]
#[inline]
pub const fn checked<V: Shapes>(site: &CallSite<'static>, party: u32, mistaken: u64) -> PhantomData<V> {
    if let Some(call) = V::CALL
        && mistaken >> party & 1 == 1
    {
        let mut bytes = [0; MESSAGE];
        let length = write(&mut bytes, call, site, Some(party)).0;
        if let Ok(text) = core::str::from_utf8(bytes.split_at(length).0) {
            panic!("{}", text);
        }
    }
    PhantomData
}

/// The option `axis` or `axes`, as a party of [`checked`].
const OPTION: u32 = 16;
/// The option `to`.
const TO: u32 = 17;
/// The place.
const PLACE: u32 = 18;
/// The own alignment of operand 0, followed by those of the other operands.
const OWN: u32 = 32;

/// The most bytes of a message.
const MESSAGE: usize = 4096;
/// The most mistakes kept of one call; further ones are reported once these are fixed.
const MAX_MISTAKES: usize = 32;

/// True if the rulebook refuses a call by its types alone.
#[inline]
const fn is_refused(types: CallTypes) -> bool {
    let parts = Parts::of(types);
    let mut memory = [Operand::SCALAR; MOST];
    let operands = parts.operands(&mut memory);
    let call = parts.call(types, operands);
    let (mut frame, mut maps) = ([Length::ONE; MAX_AXES], [None::<AxisMap<'_>>; MOST]);
    let mut found = Found::new(&mut frame, maps.split_at_mut(parts.count).0, &mut [], &mut []);
    resolve(&call, &mut found);
    found.mistakes.count() > 0 || undecided(&call, &found.facts(), types.out).is_some()
}

/// Writes the message about `party`, if that has a mistake, and returns its length. Without a message, returns the parties with mistakes as
/// bits.
#[inline]
const fn write(bytes: &mut [u8], types: CallTypes, site: &CallSite<'_>, party: Option<u32>) -> (usize, u64) {
    let parts = Parts::of(types);
    let mut memory = [Operand::SCALAR; MOST];
    let operands = parts.operands(&mut memory);
    each!(i < operands.len(), {
        let entry = parts.entries[i];
        operands[i] = Operand { name: site.name(entry), alignment: site.alignment(entry), ..operands[i] };
    });
    let mut call = Call { axis: site.axis, axes: site.axes, ..parts.call(types, operands) };
    if let Some(place) = call.place {
        call.place = Some(Place { name: site.place, ..place });
    }
    let (mut frame, mut maps) = ([Length::ONE; MAX_AXES], [None::<AxisMap<'_>>; MOST]);
    let mut mistakes = [Mistake::new(ErrorKind::LengthMismatch); MAX_MISTAKES];
    let mut found = Found::new(&mut frame, maps.split_at_mut(parts.count).0, &mut [], &mut mistakes);
    resolve(&call, &mut found);
    let mut blamed = [Mistake::new(ErrorKind::LengthMismatch); MAX_MISTAKES];
    let mut blamed = Lent::new(&mut blamed);
    let facts = found.facts();
    let undecided = match found.mistakes.count() {
        0 => undecided(&call, &facts, types.out),
        _ => None,
    };
    match undecided {
        Some(mistake) => blame(&call, &facts, &[mistake], &mut blamed),
        None => blame(&call, &facts, found.mistakes.items(), &mut blamed),
    }
    let (blamed, mut mistaken) = (blamed.items(), 0);
    each!(i < blamed.len(), {
        let mistake = &blamed[i];
        let number = number(&call, &parts.entries, mistake);
        if has_words(mistake) && matches!(party, Some(party) if party == number) {
            let helps = helps(&call, &facts, blamed, mistake);
            let mut names = [""; MAX_AXES];
            let names = parts.lengths.names(&mut names);
            let mut text = Text::new(bytes, Symbols { names, texts: &[], values: &[] });
            Message { call: &call, facts: &facts, mistake, helps: &helps, stated: &[] }.write(&mut text);
            return (text.end().len(), 0);
        }
        mistaken |= (has_words(mistake) as u64) << number;
    });
    (0, mistaken)
}

/// The mistake of an operand whose position is known only at run time, if the result's shape depends on it; `out` is the result's shape in
/// types.
#[inline]
const fn undecided(call: &Call<'_>, facts: &Facts<'_, '_>, out: Option<&[AxisLength]>) -> Option<Mistake> {
    let (Some(out), Some(last)) = (out, facts.frame.len().checked_sub(1)) else { return None };
    if facts.frame[last].number().is_some() || out.len() != facts.frame.len() || out[last].known().is_none() {
        return None;
    }
    each!(i < call.operands.len(), {
        if matches!(facts.maps[i], Some(map) if map.is_open) {
            return Some(Mistake {
                operand_axis: Some(0),
                length: Some(call.operands[i].shape[0]),
                against: Some(facts.frame[0]),
                ..Mistake::of(Party::Operand(i), ErrorKind::OpenAlignment)
            });
        }
    });
    None
}

/// True if constants report the mistake; the others, about missing parts of a call, have bounds of their own.
#[inline]
const fn has_words(mistake: &Mistake) -> bool {
    !matches!(
        mistake.kind,
        ErrorKind::NeedsTo | ErrorKind::NoVoter | ErrorKind::ToWithoutArray | ErrorKind::OptionNotTaken
    )
}

/// The party at which a mistake is reported: the wrong option, or else the culprit.
#[inline]
const fn number(call: &Call<'_>, entries: &[usize], mistake: &Mistake) -> u32 {
    let of_option = matches!(
        mistake.kind,
        ErrorKind::AxisOutOfRange | ErrorKind::AxesOutOfRange | ErrorKind::AxesNotIncreasing | ErrorKind::AxesCount
    );
    match mistake.culprit {
        Some(Party::Operand(i)) if of_option && call.operands[i].votes() => OPTION,
        Some(Party::Operand(i)) if of_option => OWN + entries[i] as u32,
        Some(Party::Operand(i)) => entries[i] as u32,
        Some(Party::To) => TO,
        Some(Party::Place) => PLACE,
        None => OPTION,
    }
}
