//! Reads the entries of `where` into the model.

use super::settings::find_target;
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{Model, Place, Stated, Target};
use crate::parse::RawShape;
use crate::spelling::spelling;

/// Reads all entries.
pub fn read(raw: Vec<RawShape>, model: &mut Model, diagnostics: &mut Diagnostics) {
    for RawShape { key, entries, brackets } in raw {
        let at = SpanRange::of(&key);
        let name = spelling(key);
        let target = match find_target(&name, "a key of `where`", model) {
            Ok(Target::Place) => model.place().map_or(Target::Place, Place::target),
            Ok(operand) => operand,
            Err(message) => {
                diagnostics.fatal(at, message);
                continue;
            }
        };
        let is_entry = matches!(target, Target::Operand(index) if model.is_tuple && model.place_of(index).is_some());
        if is_entry && !model.reductions.is_empty() {
            let message = format!(
                "beside reductions `where` states the shapes of operands that are no places, and `{name}` is one"
            );
            diagnostics.fatal(at, message);
            continue;
        }
        if model.stated_shape(target).is_some() {
            diagnostics.fatal(at, format!("the shape of `{name}` is stated twice; keep one"));
            continue;
        }
        model.stated.push(Stated { target, entries, brackets });
    }
}
