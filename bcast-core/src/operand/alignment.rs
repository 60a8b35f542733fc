//! Alignments as types: what the text of a call says of its `axis` and `axes`, and of an operand's own.

use core::marker::PhantomData;

use crate::rules::call::Alignment;
use crate::shape::axes::MAX_RANK;
use crate::shape::axis::{No, One, Yes};

/// `axis` or `axes`, of a call or of one operand, that says nothing: the last axes meet.
#[derive(Clone, Copy, Debug)]
pub struct NoAxis;
/// A literal axis, counted by the entries of `K`.
#[derive(Clone, Copy, Debug)]
pub struct AtAxis<K>(PhantomData<K>);
/// Literal axes, as a mask of [`Here`] and [`Skip`].
#[derive(Clone, Copy, Debug)]
pub struct ByAxes<Mask>(PhantomData<Mask>);
/// A value known only at run time.
#[derive(Clone, Copy, Debug)]
pub struct OpenAxis;
/// An operand without an alignment of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByMode;
/// A vector of ncnn that lies on the innermost axis.
#[derive(Clone, Copy, Debug)]
pub struct Innermost;
/// A vector of ncnn that lies on the outermost or the innermost axis, which the run time decides.
#[derive(Clone, Copy, Debug)]
pub struct Either;
/// The same, where the result's shape depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Neither;

/// An entry of a mask: an axis of the frame on which an axis of the operand lies.
pub struct Here;
/// An entry of a mask: any other axis of the frame.
pub struct Skip;

/// The mark of a call, or of an operand's own alignment, without a literal axis other than -1.
#[must_use]
#[inline(always)]
pub const fn no_axis() -> NoAxis {
    NoAxis
}
/// The mark of a literal axis.
#[must_use]
#[inline(always)]
pub fn at_axis<K>() -> AtAxis<K> {
    AtAxis(PhantomData)
}
/// The mark of literal axes.
#[must_use]
#[inline(always)]
pub fn by_axes<Mask>() -> ByAxes<Mask> {
    ByAxes(PhantomData)
}
/// The mark of a value known only at run time.
#[must_use]
#[inline(always)]
pub fn open_axis() -> OpenAxis {
    OpenAxis
}

/// A mark as a constant.
pub trait AlignmentOf {
    /// [`Yes`], unless the value is known only at run time.
    type IsLiteral;
    /// [`Alignment::ByMode`] for what the mode decides.
    const ALIGNMENT: Alignment<'static>;
}
macro_rules! alignments {
    ($(<$($list:ident)?> $mark:ty: $literal:ty, $alignment:expr;)*) => {$(
        impl$(<$list: Entries>)? AlignmentOf for $mark {
            type IsLiteral = $literal;
            const ALIGNMENT: Alignment<'static> = $alignment;
        }
    )*};
}
alignments! {
    <> ByMode: Yes, Alignment::ByMode;
    <> Innermost: Yes, Alignment::ByMode;
    <> Either: Yes, Alignment::ByMode;
    <> Neither: Yes, Alignment::ByMode;
    <> OpenAxis: No, Alignment::ByMode;
    <> NoAxis: Yes, Alignment::Axis(-1);
    <K> AtAxis<K>: Yes, Alignment::Axis(K::COUNT as i64);
    <Mask> ByAxes<Mask>: Yes, Alignment::Axes(Mask::MARKED.0.split_at(Mask::MARKED.1).0);
}

/// Places among the entries of a list, and how many they are.
type Places = ([i64; MAX_RANK + 1], usize);

/// A list of entries, counted.
pub trait Entries {
    /// How many there are.
    const COUNT: usize;
    /// The places of [`Here`] among them.
    const MARKED: &'static Places = &([0; MAX_RANK + 1], 0);
}
impl Entries for () {
    const COUNT: usize = 0;
}
impl<K: Entries> Entries for (One, K) {
    const COUNT: usize = 1 + K::COUNT;
}
impl<Mask: Entries> Entries for (Skip, Mask) {
    const COUNT: usize = 1 + Mask::COUNT;
    const MARKED: &'static Places = &behind(Mask::MARKED, 0);
}
impl<Mask: Entries> Entries for (Here, Mask) {
    const COUNT: usize = 1 + Mask::COUNT;
    const MARKED: &'static Places = &behind(Mask::MARKED, 1);
}

/// The same places behind one more entry, which is one of them if `marked` is 1.
const fn behind(places: &Places, marked: usize) -> Places {
    let (mut all, mut place) = ([0; MAX_RANK + 1], 0);
    while place < places.1 {
        all[place + marked] = places.0[place] + 1;
        place += 1;
    }
    (all, places.1 + marked)
}
