//! The message about a call whose lengths are literals, names and unknown, put together while the compiler checks the call: who does not fit whom,
//! the picture, and the ways out that were tried, in the words of a [`BroadcastError`](crate::BroadcastError).
//!
//! Types say whether a call fits; they can't say why. Where they find a mistake and no length is a parameter, generated code gets a type,
//! [`Wrong`], one of whose constants can't be computed: computing it ends in a panic with the message. The constants stand in a
//! pattern, with the spans of the operands, so that the compiler computes them as soon as it checks the function. Where a length or a name
//! is a generic parameter, a bound that does not hold refuses the call (see [`refusals`](crate::typed::refusals)).
//!
//! Every function here is `#[inline]`, for nothing but the time that it takes to build this crate: the compiler computes all of them, and
//! machine code of the others would be made for nobody.

mod align;
mod blame;
mod call;
mod certain;
mod length;
mod picture;
mod rules;
mod said;
#[cfg(test)]
mod tests;
mod text;
mod ways;
mod words;

use core::marker::PhantomData;

use crate::report::error::{ErrorKind, Party};

pub use certain::Certain;

use crate::shape::unit::Unit;
use crate::typed::ask::Fine;

use blame::blame;
use call::{Call, Own};
use rules::{Mistake, resolve};
use said::Said;
use text::Text;
use words::Names;

/// The answer that something in the call `C` does not fit.
#[derive(Debug)]
pub struct Wrong<C>(PhantomData<C>);

impl<C> Unit for Wrong<C> {
    const UNIT: Self = Self(PhantomData);
}

/// What types have answered about the shapes of a call.
pub trait Shapes {
    /// The call that is to be judged, if anything is wrong.
    #[doc(hidden)]
    const CALL: Option<&'static Call<'static>>;
}
impl Shapes for Fine {
    const CALL: Option<&'static Call<'static>> = None;
}
impl<C: Certain> Shapes for Wrong<C> {
    const CALL: Option<&'static Call<'static>> = Some(&C::CALL);
}

/// A list of answers.
pub trait Answers {
    /// The first that is not [`Fine`], if one is not.
    type Joint: Shapes;
}
impl Answers for () {
    type Joint = Fine;
}
impl<Rest: Answers> Answers for (PhantomData<Fine>, Rest) {
    type Joint = Rest::Joint;
}
impl<C: Certain, Rest> Answers for (PhantomData<Wrong<C>>, Rest) {
    type Joint = Wrong<C>;
}

/// The answer to all, as a value to be matched. Its type is opaque, since the compiler writes it beside the message.
#[inline(always)]
pub fn verdict<V: Answers>(_answers: &V) -> PhantomData<impl Shapes + use<V>> {
    PhantomData::<V::Joint>
}

/// The same, if there is nothing to say about a party: an operand by its number, or one of [`OPTION`], [`TO`], [`PLACE`] and [`OWN`]. `said` is
/// what the text of the call says (see [`Said::read`]).
///
/// Generated code has a constant for each party, all of which the compiler has to compute; hence arguments that are quick to check.
///
/// # Panics
/// With the message, if there is one: the compiler shows it where the call of this function stands.
#[track_caller]
#[must_use]
#[inline]
pub const fn judged<V: Shapes>(said: &'static str, party: usize) -> PhantomData<V> {
    if let Some(call) = V::CALL {
        judge(*call, said, party);
    }
    PhantomData
}

#[track_caller]
#[inline]
const fn judge(call: Call<'static>, said: &str, party: usize) {
    let said = Said::read(said);
    let call = said.told_to(call);
    let names = Names { operands: &said.names, place: said.place };
    let mut text = Text::new();
    if message(&mut text, &call, &names, party) {
        panic!("{}", text.as_str());
    }
}

/// The option `axis` or `axes`, as a party of [`judged`].
pub const OPTION: usize = 100;
/// The option `to`.
pub const TO: usize = 101;
/// The place.
pub const PLACE: usize = 102;
/// The alignment of operand 0's own, and behind it those of the others.
pub const OWN: usize = 200;

/// Writes the message about a party, and whether there is one.
#[inline]
pub(crate) const fn message(text: &mut Text, call: &Call<'_>, names: &Names<'_>, party: usize) -> bool {
    let told = blame(call, &resolve(call));
    let (mut i, mut is_told) = (0, false);
    while i < told.count {
        let mistake = &told.mistakes[i];
        if has_words(mistake) {
            if number(call, mistake) == party {
                words::write(text, call, names, &told, mistake);
                return true;
            }
            is_told = true;
        }
        i += 1;
    }
    // Types have found what the rules here do not; the first constant of the call says so.
    if !is_told && (party == 0 || party == PLACE && call.count == 0) {
        text.push("the shapes of this call do not fit (mode = ").push(call.mode.name()).push(")");
        return true;
    }
    false
}

/// Whether a mistake is one that has words here, and a constant: what is missing in a call has a bound of its own.
#[inline]
const fn has_words(mistake: &Mistake) -> bool {
    !matches!(
        mistake.kind,
        ErrorKind::NeedsTo | ErrorKind::NoVoter | ErrorKind::ToWithoutArray | ErrorKind::OptionNotTaken
    )
}

/// The party that a mistake is told of: the option that is wrong, if one is, else the culprit.
#[inline]
const fn number(call: &Call<'_>, mistake: &Mistake) -> usize {
    let of_option = matches!(
        mistake.kind,
        ErrorKind::AxisOutOfRange | ErrorKind::AxesOutOfRange | ErrorKind::AxesNotIncreasing | ErrorKind::AxesCount
    );
    match mistake.culprit {
        Some(Party::Operand(i)) if of_option && matches!(call.operands[i].own, Own::ByMode) => OPTION,
        Some(Party::Operand(i)) if of_option => OWN + i,
        Some(Party::Operand(i)) => i,
        Some(Party::To) => TO,
        Some(Party::Place) => PLACE,
        None => OPTION,
    }
}
