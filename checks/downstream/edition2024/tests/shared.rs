//! The calls shared by all editions give the expected results.
use edition2024::calls;

include!("../../shared/checks.rs");
