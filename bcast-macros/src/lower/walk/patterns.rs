//! Patterns of `let`, `match` and closures: they bind locals, and their guards are expressions.

use syn::Pat;

use super::Position::Operator;
use super::Walk;
use crate::lower::refuse;

impl Walk<'_> {
    /// Binds a pattern's names, then walks its guard, which can use them.
    pub(super) fn pattern(&mut self, pattern: &mut Pat) {
        self.bind(pattern);
        self.guards(pattern);
    }

    /// Binds the names of a pattern. Constants and variants are bound too, and so left as they are.
    fn bind(&mut self, pattern: &mut Pat) {
        if let Pat::Ident(name) = pattern {
            self.scope.bind(&name.ident, false);
        }
        parts(pattern).into_iter().for_each(|part| self.bind(part));
    }

    fn guards(&mut self, pattern: &mut Pat) {
        parts(pattern).into_iter().for_each(|part| self.guards(part));
        match pattern {
            Pat::Guard(guarded) => self.expr(&mut guarded.guard, Operator),
            Pat::Macro(call) => self.macro_call(&call.mac),
            Pat::Verbatim(tokens) => self.diagnostics.fatal_at(tokens, refuse::UNKNOWN),
            _ => {}
        }
    }
}

/// The patterns in a pattern. Literals, paths, ranges, `_` and `..` have none.
fn parts(pattern: &mut Pat) -> Vec<&mut Pat> {
    match pattern {
        Pat::Guard(whole) => vec![&mut *whole.pat],
        Pat::Ident(whole) => whole.subpat.iter_mut().map(|(_, part)| &mut **part).collect(),
        Pat::Or(whole) => whole.cases.iter_mut().collect(),
        Pat::Paren(whole) => vec![&mut *whole.pat],
        Pat::Reference(whole) => vec![&mut *whole.pat],
        Pat::Slice(whole) => whole.elems.iter_mut().collect(),
        Pat::Struct(whole) => whole.fields.iter_mut().map(|field| &mut *field.pat).collect(),
        Pat::Tuple(whole) => whole.elems.iter_mut().collect(),
        Pat::TupleStruct(whole) => whole.elems.iter_mut().collect(),
        Pat::Type(whole) => vec![&mut *whole.pat],
        _ => Vec::new(),
    }
}
