//! Fallback for targets without non-temporal stores.

use crate::exec::dispatch::Instructions;
use crate::exec::kernel::Character;
use crate::exec::mask::Mask;
use crate::exec::{Block, Kernel};

pub(crate) enum Streaming {}

impl Streaming {
    pub(crate) fn new(_: &dyn Kernel, _: usize, _: impl Iterator<Item = usize>) -> Option<Self> {
        None
    }
}

impl Kernel for Streaming {
    unsafe fn rows(&self, _: &Block, _: Mask, _: Instructions) {
        match *self {}
    }

    fn character(&self) -> Character {
        match *self {}
    }
}
