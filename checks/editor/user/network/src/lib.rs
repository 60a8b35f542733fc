//! Calls without mistakes.

pub mod forms;
pub mod programs;
pub mod scratch;
