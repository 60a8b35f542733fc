//! The calls that every edition has give what they say.
use strict::calls;

include!("../../shared/checks.rs");
