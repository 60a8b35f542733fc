//! What goes wrong with a call while it is resolved, collected or stopped at.

use alloc::vec::Vec;

use crate::report::error::Mistake;
use crate::rules::axis_map::AxisMap;
use crate::rules::length::Length;
use crate::rules::mode::Lead;

/// Where mistakes go: the first one ends the work, unless all are wanted.
pub(crate) struct Sink<'s> {
    /// All mistakes so far, if all are wanted.
    pub all: Option<&'s mut Findings>,
}

/// All mistakes of a call, and what was found out about it on the way.
#[derive(Default)]
pub(crate) struct Findings {
    /// The mistakes, in the order found.
    pub mistakes: Vec<Mistake>,
    /// Each operand's map onto the result, where it could be aligned.
    pub maps: Vec<Option<AxisMap>>,
    /// The result's shape, as far as it was found.
    pub result: Vec<Length>,
    /// Whose shape the result has.
    pub lead: Option<Lead>,
}

/// A mistake that ends the work.
pub(crate) struct Stop;

impl Sink<'_> {
    /// Whether a mistake has been found.
    #[inline(always)]
    pub fn any(&self) -> bool {
        self.all.as_ref().is_some_and(|all| !all.mistakes.is_empty())
    }

    /// Takes a mistake.
    ///
    /// # Errors
    /// If one is enough.
    #[cold]
    pub fn push(&mut self, mistake: Mistake) -> Result<(), Stop> {
        self.all.as_mut().ok_or(Stop)?.mistakes.push(mistake);
        Ok(())
    }
}
