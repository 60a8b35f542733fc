//! Calls without mistakes.

pub mod forms;
pub mod scratch;
