//! Static shapes in paddle and ncnn: the operands of the longest rank join, and the others lie where the mode puts them.
//!
//! Lists of lengths are innermost first, so "outermost" is the end of a list; how far an operand lies from the innermost
//! axis is a list of as many entries (its entries do not matter), which takes no arithmetic.

use crate::operand::Entry;
use crate::typed::walk::{Join, JoinLength, Len, One};

/// Which of two lists is longer.
pub trait Compare<Other> {
    /// [`Longer`], [`Shorter`] or [`Equal`].
    type Output;
}
/// `Self` is longer.
pub struct Longer;
/// `Self` is shorter.
pub struct Shorter;
/// Both are of one length.
pub struct Equal;
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

/// The longer of two shapes, or their join axis on axis.
pub trait Longest<Other> {
    /// That shape.
    type Output;
}
impl<A: Compare<B>, B> Longest<B> for A
where
    A::Output: Pick<A, B>,
{
    type Output = <A::Output as Pick<A, B>>::Output;
}

/// The second step of [`Longest`]: `Self` says which one is longer.
pub trait Pick<A, B> {
    /// The shape.
    type Output;
}
impl<A, B> Pick<A, B> for Longer {
    type Output = A;
}
impl<A, B> Pick<A, B> for Shorter {
    type Output = B;
}
impl<A: Join<B>, B> Pick<A, B> for Equal {
    type Output = A::Output;
}

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

/// The join of `Self` with `Other`, whose innermost axis lies so many axes further out as `Shift` has entries.
pub trait JoinAt<Other, Shift> {
    /// The joined shape.
    type Output;
}
impl<A: Join<B>, B> JoinAt<B, ()> for A {
    type Output = A::Output;
}
impl<L, A: JoinAt<B, Shift>, B, S, Shift> JoinAt<B, (S, Shift)> for (L, A) {
    type Output = (L, A::Output);
}

/// `A` joined with `Self`, whose outermost axis lies at the axis that `K` counts (paddle).
pub trait AtAxisOf<A, K> {
    /// The joined shape.
    type Output;
}
impl<A, K> AtAxisOf<A, K> for () {
    type Output = A;
}
impl<A, K, M, B> AtAxisOf<A, K> for (M, B)
where
    A: Less<(M, B)>,
    <A as Less<(M, B)>>::Output: Less<K>,
    A: JoinAt<(M, B), <<A as Less<(M, B)>>::Output as Less<K>>::Output>,
{
    type Output = <A as JoinAt<(M, B), <<A as Less<(M, B)>>::Output as Less<K>>::Output>>::Output;
}

/// `A` joined with `Self`, which covers the outermost axes, or is a vector (ncnn).
pub trait OutermostOf<A> {
    /// The joined shape.
    type Output;
}
impl<A> OutermostOf<A> for () {
    type Output = A;
}
impl<A, M, N, B> OutermostOf<A> for (M, (N, B))
where
    (M, (N, B)): AtAxisOf<A, ()>,
{
    type Output = <(M, (N, B)) as AtAxisOf<A, ()>>::Output;
}
impl<L: JoinLength<M>, M> OutermostOf<(L, ())> for (M, ()) {
    type Output = (L::Output, ());
}
impl<L, O, A> OutermostOf<(L, (O, A))> for (One, ()) {
    type Output = (L, (O, A));
}
impl<const N: usize, const W: usize, O, A> OutermostOf<(Len<W>, (O, A))> for (Len<N>, ()) {
    // On either axis nothing is stretched: the innermost one has its length already, and the outermost one only a vector
    // of that same length lies on.
    type Output = (Len<W>, (O, A));
}
impl<const N: usize, O, A> OutermostOf<(One, (O, A))> for (Len<N>, ())
where
    (O, A): OutermostOne,
{
    type Output = (Len<N>, (O, A));
}

/// Shapes whose outermost axis has length 1: a longer vector can't lie there.
#[diagnostic::on_unimplemented(
    message = "mode ncnn: where this vector lies depends on whether its length is the outermost one",
    label = "types do not compare the two",
    note = "state it as a matrix, `[[f32; W]; 1]` or `[[f32; 1]; N]`, or give `to = [..]`"
)]
pub trait OutermostOne {}
#[diagnostic::do_not_recommend]
impl OutermostOne for (One, ()) {}
#[diagnostic::do_not_recommend]
impl<L, M, A> OutermostOne for (L, (M, A)) where (M, A): OutermostOne {}

/// All operands of a list joined to `A`, at the axis that `K` counts (paddle).
pub trait AllAtAxis<A, K> {
    /// The joined shape.
    type Output;
}
impl<A, K> AllAtAxis<A, K> for () {
    type Output = A;
}
impl<E: Entry, Rest: AllAtAxis<A, K>, A, K> AllAtAxis<A, K> for (E, Rest)
where
    E::Shape: AtAxisOf<Rest::Output, K>,
{
    type Output = <E::Shape as AtAxisOf<Rest::Output, K>>::Output;
}

/// All operands of a list joined to `A` from the outermost axis (ncnn).
pub trait AllOutermost<A> {
    /// The joined shape.
    type Output;
}
impl<A> AllOutermost<A> for () {
    type Output = A;
}
impl<E: Entry, Rest: AllOutermost<A>, A> AllOutermost<A> for (E, Rest)
where
    E::Shape: OutermostOf<A>,
    Rest::Output: Join<<E::Shape as OutermostOf<A>>::Output>,
{
    // Each vector aligns to the join of the longest rank and not to what others have stretched, so the order is nothing.
    type Output = <Rest::Output as Join<<E::Shape as OutermostOf<A>>::Output>>::Output;
}
