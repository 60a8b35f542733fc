//! The calls that every edition has give what they say.
use edition2021::calls;

include!("../../shared/checks.rs");
