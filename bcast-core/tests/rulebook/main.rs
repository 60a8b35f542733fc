//! The rulebook against what engines answered, what documents say, and itself.

mod lengths;
mod lints;
mod messages;
mod modes;
mod options;
mod properties;
mod specification_tables;
mod support;
mod symbols;
mod vectors;
