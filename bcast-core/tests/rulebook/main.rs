//! The rulebook against what engines answered, what documents say, and itself.

mod lints;
mod maps;
mod messages;
mod modes;
mod options;
mod properties;
mod specification_tables;
mod support;
mod vectors;
