//! Asks the rulebook about the shapes that a call states.

use crate::diagnostics::Diagnostics;
use crate::model::Model;

/// Reports every mistake that the stated shapes and literal options make certain.
pub fn check(_model: &Model, _diagnostics: &mut Diagnostics) {}
