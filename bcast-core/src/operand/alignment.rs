//! Alignments as types: the `axis` and `axes` of a call and of single operands.
#![allow(missing_docs, reason = "named after the types that they return")]

use core::marker::PhantomData;

use crate::rules::call::Alignment;
use crate::rules::list::each;
use crate::shape::axes::MAX_RANK;
use crate::shape::axis::{No, One, Yes};
use crate::shape::unit::units;

/// No `axis` or `axes`, or the literal axis -1: the last axes meet.
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
/// A vector in mode ncnn, on the innermost axis.
#[derive(Clone, Copy, Debug)]
pub struct Innermost;
/// A vector in mode ncnn whose axis, outermost or innermost, is found at run time.
#[derive(Clone, Copy, Debug)]
pub struct Either;
/// As [`Either`], where the result's shape depends on the axis.
#[derive(Clone, Copy, Debug)]
pub struct Neither;

units! {
    [] ByMode = Self;
    [] Innermost = Self;
    [] Neither = Self;
}

/// In a mask: a frame axis with an axis of the operand.
pub struct Here;
/// In a mask: any other frame axis.
pub struct Skip;

#[must_use]
#[inline(always)]
pub fn at_axis<K>() -> AtAxis<K> {
    AtAxis(PhantomData)
}
#[must_use]
#[inline(always)]
pub fn by_axes<Mask>() -> ByAxes<Mask> {
    ByAxes(PhantomData)
}

/// An alignment type as a constant.
pub trait AlignmentOf {
    /// [`No`] if the value is known only at run time, else [`Yes`].
    type IsLiteral;
    /// True if the value is known only at run time.
    const IS_OPEN: bool = false;
    /// [`Alignment::ByMode`] if the mode decides.
    const ALIGNMENT: Alignment<'static>;
}
macro_rules! alignments {
    ($(<$($list:ident)?> $mark:ty: $literal:ty, $alignment:expr $(, $is_open:literal)?;)*) => {$(
        impl$(<$list: Entries>)? AlignmentOf for $mark {
            type IsLiteral = $literal;
            const ALIGNMENT: Alignment<'static> = $alignment;
            $(const IS_OPEN: bool = $is_open;)?
        }
    )*};
}
alignments! {
    <> ByMode: Yes, Alignment::ByMode;
    <> Innermost: Yes, Alignment::ByMode;
    <> Either: Yes, Alignment::ByMode;
    <> Neither: Yes, Alignment::ByMode;
    <> OpenAxis: No, Alignment::ByMode, true;
    <> NoAxis: Yes, Alignment::Axis(-1);
    <K> AtAxis<K>: Yes, Alignment::Axis(K::COUNT as i64);
    <Mask> ByAxes<Mask>: Yes, Alignment::Axes(Mask::MARKED.0.split_at(Mask::MARKED.1).0);
}

/// Positions in a list, and their count.
type Places = ([i64; MAX_RANK + 1], usize);

/// A list of axes or mask entries.
pub trait Entries {
    const COUNT: usize;
    /// The positions of [`Here`].
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

/// The same positions shifted behind one more entry, which is itself marked if `marked` is 1.
const fn behind(places: &Places, marked: usize) -> Places {
    let mut all = [0; MAX_RANK + 1];
    each!(place < places.1, {
        all[place + marked] = places.0[place] + 1;
    });
    (all, places.1 + marked)
}
