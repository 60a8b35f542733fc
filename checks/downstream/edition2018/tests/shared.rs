//! The calls that every edition has give what they say.
use edition2018::calls;

include!("../../shared/checks.rs");
