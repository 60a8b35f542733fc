//! How generated code asks whether something fits, by method resolution: what fits is found first, by value; what does not, in a call
//! of which types say everything, next; and the rest last, to be refused by a bound.

use core::marker::PhantomData;

use crate::typed::fit::{Fits, FitsPlace, NoTypes};
use crate::typed::judge::{Certain, Wrong};
use crate::typed::unit::Unit;

/// A whole call: its mode, `axis`, target, the list of its operands, and the shape of a place that is no operand.
pub struct Whole<M, X, T, L, Place>(PhantomData<(M, X, T, L, Place)>);

/// The answer that everything asked so far fits.
#[derive(Clone, Copy, Debug)]
pub struct Fine;

macro_rules! asking {
    ($($(#[$doc:meta])* $asking:ident: $fits:ident;)*) => {$(
        $(#[$doc])*
        pub struct $asking<Q, C> {
            question: Q,
            call: PhantomData<C>,
        }
        impl<Q, C> $asking<Q, C> {
            pub(crate) const fn new(question: Q) -> Self {
                Self { question, call: PhantomData }
            }

            /// The question alone.
            #[inline(always)]
            pub fn question(self) -> Q {
                self.question
            }
        }
        impl<Q: $fits, C> Ask1 for $asking<Q, C> {
            #[inline(always)]
            fn __bcast_ask(self) -> Fine {
                Fine
            }
        }
        impl<Q, C: Certain> Ask2 for $asking<Q, C> {
            type Answer = Wrong<C>;
            #[inline(always)]
            fn __bcast_ask(&self) -> Wrong<C> {
                Wrong::NEW
            }
        }
        impl<Q: Unit, C> Ask3 for $asking<Q, C> {
            type Answer = Q;
            #[inline(always)]
            fn __bcast_ask(&mut self) -> Q {
                Q::UNIT
            }
        }
    )*};
}
asking! {
    /// The question `Q` about an operand, or what stands for one, in the call `C`.
    Asking: Fits;
    /// The question `Q` about a result and its place.
    AskingOfPlace: FitsPlace;
}

/// It fits.
pub trait Ask1: Sized {
    /// The answer.
    fn __bcast_ask(self) -> Fine;
}
/// It does not, and the call can be judged.
pub trait Ask2 {
    /// The answer.
    type Answer;
    /// The answer.
    fn __bcast_ask(&self) -> Self::Answer;
}
/// It does not, and only a bound can say so.
pub trait Ask3 {
    /// The question, to be asked of the compiler.
    type Answer;
    /// The question.
    fn __bcast_ask(&mut self) -> Self::Answer;
}

impl NoTypes {
    /// Nothing to ask.
    #[inline(always)]
    pub fn operand<E>(self, _: &E) -> Self {
        self
    }
    /// Nothing to ask.
    #[inline(always)]
    pub fn place<P>(self, _: &P) -> Self {
        self
    }
    /// Nothing to ask.
    #[inline(always)]
    pub fn target(self) -> Self {
        self
    }
    /// Nothing to ask.
    #[inline(always)]
    pub fn axis(self) -> Self {
        self
    }
    /// Nothing to ask.
    #[inline(always)]
    pub fn question(self) -> Self {
        self
    }
    /// Nothing was asked.
    #[inline(always)]
    pub fn __bcast_ask(self) -> Fine {
        Fine
    }
}
