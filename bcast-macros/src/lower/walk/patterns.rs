//! Patterns of `let`, `match` and closures: they bind locals, and their guards are expressions.

use syn::Pat;

use super::Position::Operator;
use super::Walk;
use crate::lower::refuse;

impl Walk<'_> {
    /// Binds a pattern's names, then walks its guard, which can use them.
    pub(super) fn pattern(&mut self, pattern: &mut Pat) {
        self.scope.bind_pattern(pattern);
        self.inner_patterns(pattern);
    }

    fn inner_patterns(&mut self, pattern: &mut Pat) {
        match pattern {
            Pat::Guard(guarded) => {
                self.inner_patterns(&mut guarded.pat);
                self.expr(&mut guarded.guard, Operator);
            }
            Pat::Macro(call) => self.macro_call(&call.mac),
            Pat::Verbatim(tokens) => self.diagnostics.fatal_at(tokens, refuse::UNKNOWN),
            Pat::Ident(inner) => {
                if let Some((_, inner)) = &mut inner.subpat {
                    self.inner_patterns(inner);
                }
            }
            Pat::Or(inner) => inner.cases.iter_mut().for_each(|case| self.inner_patterns(case)),
            Pat::Paren(inner) => self.inner_patterns(&mut inner.pat),
            Pat::Reference(inner) => self.inner_patterns(&mut inner.pat),
            Pat::Type(inner) => self.inner_patterns(&mut inner.pat),
            Pat::Slice(inner) => inner.elems.iter_mut().for_each(|inner| self.inner_patterns(inner)),
            Pat::Tuple(inner) => inner.elems.iter_mut().for_each(|inner| self.inner_patterns(inner)),
            Pat::TupleStruct(inner) => inner.elems.iter_mut().for_each(|inner| self.inner_patterns(inner)),
            Pat::Struct(inner) => inner.fields.iter_mut().for_each(|field| self.inner_patterns(&mut field.pat)),
            // Literals, paths and ranges are compile-time constants.
            _ => {}
        }
    }
}
