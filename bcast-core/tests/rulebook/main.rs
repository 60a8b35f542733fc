//! The rulebook against the engines' results, the documents' tables, and its own properties.

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
