//! Tuples of one to six operands for the run-time API.

use crate::operand::entry::{AsOperand, View};
use crate::operand::list::List;
use crate::shape::axes::list;

/// One to six arrays by reference: `(&a, &b)`; a single one stands in a tuple of its own, `(&a,)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of one to six arrays by reference",
    note = "write `(&a, &b)`, and `(&a,)` for a single array"
)]
pub trait OperandTuple {
    /// The elements at one position, as a tuple of the same length.
    type Elems;
    /// The operands as a list of views.
    type List: List;
    /// Views of the operands.
    fn list(self) -> Self::List;
    /// Turns a list's elements into a tuple.
    fn elems(list: <Self::List as List>::Elems) -> Self::Elems;
}

macro_rules! nest_type {
    () => { () };
    ($head:ty $(, $rest:ty)*) => { ($head, nest_type!($($rest),*)) };
}
macro_rules! tuples {
    ($($($operand:ident)*;)*) => {$(
        #[allow(non_snake_case, reason = "one name for a type and its value")]
        impl<'s, $($operand: AsOperand<Elem: Copy> + ?Sized),*> OperandTuple for ($(&'s $operand,)*) {
            type Elems = ($($operand::Elem,)*);
            type List = nest_type!($(View<'s, $operand::Elem, $operand::Family, $operand::Rank>),*);

            #[inline]
            fn list(self) -> Self::List {
                let ($($operand,)*) = self;
                let ($($operand,)*) = ($($operand.view(),)*);
                list!($($operand)*)
            }

            #[inline(always)]
            fn elems(list!($($operand)*): <Self::List as List>::Elems) -> Self::Elems {
                ($($operand,)*)
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}
