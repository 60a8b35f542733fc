//! Tests of the whole crate.

mod against_core;
mod large_calls;
mod lower;
mod random_tokens;
mod snapshots;
mod verdict;
mod vocabulary;
