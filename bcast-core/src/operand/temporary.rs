//! Places returned by methods: a write to one returned by value would be lost.
#![allow(missing_docs, reason = "documented by their traits")]

/// Holds a method's return value until the call is done. Generated code calls `(&mut &mut x.method().__bcast_hold()).__bcast_returned()`
/// with the traits of all levels in scope.
pub struct Returned<T>(T);

/// Any value of a known type, like [`OfKnownType`](crate::operand::kind::OfKnownType).
pub trait Hold: Sized {
    #[inline(always)]
    fn __bcast_hold(self) -> Returned<Self> {
        Returned(self)
    }
}
impl<T> Hold for T {}

/// Level 1: a reference, which is reborrowed.
pub trait Returned1 {
    type Place: ?Sized;
    fn __bcast_returned(&mut self) -> &mut Self::Place;
}
impl<T: ?Sized> Returned1 for &mut Returned<&mut T> {
    type Place = T;
    #[inline(always)]
    fn __bcast_returned(&mut self) -> &mut T {
        self.0
    }
}

/// Level 2: an array that owns its elements.
pub trait Returned2<T> {
    /// The place's kind is [`IsLost`](crate::operand::place::IsLost), which never compiles.
    fn __bcast_returned(&mut self) -> &mut Lost<T> {
        unreachable!("no type implements `OutlivesCall`")
    }
}
impl<T: Owner> Returned2<T> for &mut &mut Returned<T> {}

/// Level 3: a view, or not a place at all.
pub trait Returned3<T> {
    fn __bcast_returned(&mut self) -> &mut T;
}
impl<T> Returned3<T> for Returned<T> {
    #[inline(always)]
    fn __bcast_returned(&mut self) -> &mut T {
        &mut self.0
    }
}

/// Arrays that own their elements.
pub trait Owner {}
impl<T, const N: usize> Owner for [T; N] {}

/// An array of type `T` that a method returns by value.
#[derive(Debug)]
pub struct Lost<T>(T);

/// Stands for a place in a bound, like [`AnOperand`](crate::operand::kind::AnOperand) for an operand.
#[derive(Debug)]
pub struct APlace;

/// Implemented for nothing: carries the message about a place that is dropped after the call.
#[diagnostic::on_unimplemented(
    message = "what is written to this `{T}` is lost: it is dropped after the call",
    label = "returned by value",
    note = "bind it before the call, `let mut y = ..;`, or write to what returns `&mut` or a mutable view"
)]
pub trait OutlivesCall<T: ?Sized> {}
