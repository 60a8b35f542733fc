//! Where nothing is known of writing past the caches: every output is written as it comes.

use crate::exec::dispatch::Instructions;
use crate::exec::mask::Mask;
use crate::exec::{Block, Kernel};

/// There are no such kernels.
pub(crate) enum Streaming {}

impl Streaming {
    /// None.
    pub(crate) fn new(_: &dyn Kernel, _: usize, _: impl Iterator<Item = usize>) -> Option<Self> {
        None
    }
}

impl Kernel for Streaming {
    unsafe fn rows(&self, _: &Block, _: Mask, _: Instructions) {
        match *self {}
    }

    unsafe fn strided(&self, _: &Block) {
        match *self {}
    }

    fn masks(&self, _: Instructions) -> &'static [Mask] {
        match *self {}
    }

    fn reads_place(&self) -> bool {
        match *self {}
    }

    fn is_costly(&self) -> bool {
        match *self {}
    }
}
