//! Places that a method returns: what is written to one that it returns by value is lost.

/// What a method returned, until the call is done with it. Generated code asks `(&mut &mut x.method().__bcast_hold()).__bcast_returned()`, with
/// the levels' traits in scope.
pub struct Returned<T>(T);

/// Every value, whose type must be known by now: by method resolution, as [`OfKnownType`](crate::operand::kind::OfKnownType).
pub trait Hold: Sized {
    /// Keeps it.
    #[inline(always)]
    fn __bcast_hold(self) -> Returned<Self> {
        Returned(self)
    }
}
impl<T> Hold for T {}

/// First: a reference, which is borrowed again.
pub trait Returned1 {
    /// What it refers to.
    type Place: ?Sized;
    /// The place.
    fn __bcast_returned(&mut self) -> &mut Self::Place;
}
impl<T: ?Sized> Returned1 for &mut Returned<&mut T> {
    type Place = T;
    #[inline(always)]
    fn __bcast_returned(&mut self) -> &mut T {
        self.0
    }
}

/// Then: an array that owns its elements.
pub trait Returned2<T> {
    /// Never compiles: the one error about this place. What it would be is open, so that nothing else is wrong.
    #[rustfmt::skip] // The compiler prints the line.
    fn __bcast_returned<X>(&mut self) -> &mut X where Place: Stays<T> {
        unreachable!("no type implements `Stays`")
    }
}
impl<T: Owner> Returned2<T> for &mut &mut Returned<T> {}

/// Last: a view, or no place at all.
pub trait Returned3<T> {
    /// The place.
    fn __bcast_returned(&mut self) -> &mut T;
}
impl<T> Returned3<T> for Returned<T> {
    #[inline(always)]
    fn __bcast_returned(&mut self) -> &mut T {
        &mut self.0
    }
}

/// Arrays that own their elements, and drop them.
pub trait Owner {}
impl<T, const N: usize> Owner for [T; N] {}

/// Stands for a place in a bound, as [`Operand`](crate::operand::kind::Operand) does for an operand.
#[derive(Debug)]
pub struct Place;

/// Implemented by nothing: it carries the message about a place that is gone after the call.
#[diagnostic::on_unimplemented(
    message = "what is written to this `{T}` is lost: it is dropped after the call",
    label = "returned by value",
    note = "bind it before the call, `let mut y = ..;`, or write to what returns `&mut` or a mutable view"
)]
pub trait Stays<T> {}
