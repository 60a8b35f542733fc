//! Where no rulebook is there to say why, types refuse by bounds alone.

use core::convert::Infallible;
use core::marker::PhantomData;

use crate::shape::unit::Unit;
use crate::typed::ask::Fine;

/// A call of which types say everything: none.
pub trait Certain {}
/// The answer that something does not fit: never given.
#[derive(Debug)]
pub struct Wrong<C>(PhantomData<C>, Infallible);
impl<C> Unit for Wrong<C> {
    const UNIT: Self = panic!("no call is `Certain`");
}

/// What types have answered about the shapes of a call.
pub trait Shapes {}
impl Shapes for Fine {}

/// A list of answers.
pub trait Answers {}
impl Answers for () {}
impl<Rest: Answers> Answers for (PhantomData<Fine>, Rest) {}

/// The answer to all, as a value to be matched.
#[inline(always)]
pub fn verdict<V: Answers>(_answers: &V) -> PhantomData<impl Shapes + use<V>> {
    PhantomData::<Fine>
}

/// The same.
pub const fn judged<V: Shapes>(_said: &'static str, _party: usize) -> PhantomData<V> {
    PhantomData
}
