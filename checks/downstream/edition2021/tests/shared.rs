//! The calls shared by all editions give the expected results.
use edition2021::calls;

include!("../../shared/checks.rs");
