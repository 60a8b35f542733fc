//! The rulebook against what engines answered, what documents say, and itself.

mod messages;
mod options;
mod properties;
mod seeds;
mod support;
mod vectors;
