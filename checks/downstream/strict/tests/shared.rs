//! The calls shared by all editions give the expected results.
use strict::calls;

include!("../../shared/checks.rs");
