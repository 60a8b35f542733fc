//! The calls shared by all editions give the expected results.
use edition2018::calls;

include!("../../shared/checks.rs");
