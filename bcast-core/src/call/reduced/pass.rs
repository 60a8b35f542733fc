//! The values of a call, without their types.

use super::names::Names;
use crate::exec::Kernel;
use crate::exec::reduce::Functions;
use crate::operand::entry::{Layout, OperandInfo, View};
use crate::operand::family::Flat;
use crate::rules::reduction::{Reads, ValueSite};
use crate::shape::rank::NoRank;

/// The values and the results of a call.
#[derive(Clone, Copy, Debug)]
pub struct Reductions<'a> {
    /// In the order of their computation.
    pub values: &'a [ValueSite<'a>],
    /// One, or each entry of a tuple.
    pub results: &'a [ResultSite<'a>],
    /// The option `keep`.
    pub keeps: bool,
    /// `allow = mutual_stretch`
    pub allows_pairs: bool,
    /// The NAMEs of a call in mode named.
    pub names: Option<Names<'a>>,
}

/// A result of a call.
#[derive(Clone, Copy, Debug)]
pub struct ResultSite<'a> {
    /// The name of its place in messages.
    pub place: &'a str,
    /// The operand that is its place.
    pub operand: Option<usize>,
    /// Arrays and values in its expression, as of a [`ValueSite`].
    pub reads: Reads<'a>,
    /// The same as its kernels read them.
    pub list: Reads<'a>,
}

/// A value of a call, without its types.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// The address in the view of this value, which distinguishes it from the other entries of a list.
    pub(super) address: *const u8,
    /// The bytes of an element of the value.
    pub(super) size: usize,
    /// `None` for a position.
    pub(super) kernel: Option<&'a dyn Listed>,
    /// The reduction of what the kernels write. `None` for the elements themselves.
    pub(super) functions: Option<&'static Functions>,
    /// The expression is an operand alone.
    pub(super) is_bare: bool,
    /// Several threads may run the kernels: the call has `threads`, whose bounds they meet.
    pub(super) is_shared: bool,
}

impl<'a> Pass<'a> {
    /// The value that these kernels compute, of elements of this size, by one thread.
    #[inline(always)]
    pub(super) fn new(kernel: &'a dyn Listed, size: usize, functions: Option<&'static Functions>) -> Self {
        let address = core::ptr::from_ref(kernel).cast();
        Pass { address, size, kernel: Some(kernel), functions, is_bare: false, is_shared: false }
    }

    /// True for the entry of a list that is the view of this value.
    #[inline(always)]
    pub(super) fn is_viewed_by(&self, info: &OperandInfo<'_>) -> bool {
        info.stands_for(self.address, self.size)
    }
}

/// The kernels of a value, and what they read.
pub trait Listed: Kernel {
    /// Passes on the entries of the list that the kernels read.
    fn list(&self, then: &mut dyn FnMut(&[OperandInfo<'_>]));
}

/// A view of nothing, of the type of a value that is computed later. Its address tells which one it is.
pub(super) fn later<'v, T, Family>(address: *const T) -> View<'v, T, Family, NoRank> {
    // SAFETY: a view without elements.
    unsafe { View::new(address, Layout::Flat([0])) }
}

/// `index(axis = k)` or `len(axis = k)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// Gives each position an address of its own.
    address: u8,
}

impl Position {
    /// As `Reduced::value`.
    #[inline(always)]
    pub fn value(&self) -> View<'_, usize, Flat, NoRank> {
        later((&raw const self.address).cast())
    }

    /// As `Reduced::pass`.
    #[inline(always)]
    pub fn pass<H>(&self, _threads: H) -> Pass<'_> {
        let address = (&raw const self.address).cast();
        Pass { address, size: size_of::<usize>(), kernel: None, functions: None, is_bare: false, is_shared: false }
    }
}
