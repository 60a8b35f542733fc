//! Reads the entries of `where` into the model.

use quote::ToTokens;

use super::settings::find_target;
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{Entry, Length, Model, Place, Stated, Target};
use crate::parse::{RawEntry, RawShape};
use crate::spelling::spelling;

/// Reads all entries.
pub fn read(raw: Vec<RawShape>, model: &mut Model, diagnostics: &mut Diagnostics) {
    for RawShape { key, entries, brackets } in raw {
        let at = SpanRange::of(&key);
        let name = spelling(key);
        let target = match find_target(&name, "a key of `where`", model) {
            Ok(Target::Place) => model.place.as_ref().map_or(Target::Place, Place::target),
            Ok(operand) => operand,
            Err(message) => {
                diagnostics.fatal(at, message);
                continue;
            }
        };
        let is_place = |index| model.places.iter().any(|place| place.operand == Some(index));
        if matches!(target, Target::Operand(index) if is_place(index)) && !model.reductions.is_empty() {
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
        let entries = entries.into_iter().map(|entry| read_entry(entry, model)).collect();
        model.stated.push(Stated { target, entries, brackets });
    }
}

fn read_entry(entry: RawEntry, model: &mut Model) -> Entry {
    match entry {
        RawEntry::Known(length, span) => Entry { length: Length::Known(length), span },
        RawEntry::Unknown(span) => Entry { length: Length::Unknown, span },
        RawEntry::Name(ident) => {
            let span = ident.span();
            let index = index_of(&mut model.names, ident, ToString::to_string);
            Entry { length: Length::Name(index), span }
        }
        RawEntry::Value(tokens, span) => {
            let index = index_of(&mut model.values, tokens, |known| known.to_token_stream().to_string());
            Entry { length: Length::Value(index), span }
        }
    }
}

/// Returns the index of an equal entry, adding a new one at the end.
pub fn index_of<T, K: PartialEq>(list: &mut Vec<T>, new: T, key: impl Fn(&T) -> K) -> usize {
    let wanted = key(&new);
    list.iter().position(|known| key(known) == wanted).unwrap_or_else(|| {
        list.push(new);
        list.len() - 1
    })
}
