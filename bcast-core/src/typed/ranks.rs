//! Ranks compared: lists by how long they are.

use crate::shape::axes::{NoShape, Unranked};

/// `Self` without as many entries as `Other` has.
pub trait Less<Other> {
    /// A list of the difference's length.
    type Output;
}
impl<A> Less<()> for A {
    type Output = A;
}
impl<M, B> Less<(M, B)> for () {
    type Output = ();
}
impl<L, A: Less<B>, M, B> Less<(M, B)> for (L, A) {
    type Output = A::Output;
}
// Beside arrays of unknown rank nothing is told apart; the answer is not looked at.
impl<M, B> Less<(M, B)> for Unranked {
    type Output = ();
}
impl Less<Unranked> for () {
    type Output = ();
}
impl<L, A> Less<Unranked> for (L, A) {
    type Output = ();
}

/// Which of two lists is longer.
pub trait Compare<Other> {
    /// [`Longer`], [`Shorter`], [`Equal`] or [`Unsure`].
    type Output;
}
/// `Self` is longer.
pub struct Longer;
/// `Self` is shorter.
pub struct Shorter;
/// Both are of one length.
pub struct Equal;
/// An array of unknown rank may be shorter.
pub struct Unsure;
impl Compare<()> for () {
    type Output = Equal;
}
impl<L, A> Compare<()> for (L, A) {
    type Output = Longer;
}
impl<M, B> Compare<(M, B)> for () {
    type Output = Shorter;
}
impl<L, A: Compare<B>, M, B> Compare<(M, B)> for (L, A) {
    type Output = A::Output;
}

// Constants have no axes to be placed; the answer is not looked at.
impl<Other> Compare<Other> for NoShape {
    type Output = Equal;
}
impl<Other> Compare<Other> for Unranked {
    type Output = Unsure;
}
// Nor is it where the frame's rank is unknown.
impl Compare<Unranked> for () {
    type Output = Equal;
}
impl<L, A> Compare<Unranked> for (L, A) {
    type Output = Equal;
}
