//! Bare `self`, which is no operand.

use std::fmt::Display;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::Expr;

use super::Walk;
use crate::parse::identifier;
use crate::spelling::spelling;

/// True if an expression is bare `self`.
pub(super) fn is_self(expr: &Expr) -> bool {
    identifier(expr).is_some_and(|name| name == "self")
}

impl Walk<'_> {
    /// Refuses a method of `self` while one of its fields is written, since it borrows all of `self` for each element; and one whose value
    /// does not depend on the element.
    pub(super) fn check_method_of_self(&mut self, method: &Ident, call: &TokenStream, depends: bool) {
        let whole = spelling(call.clone());
        let message = match &self.field {
            Some(field) => format!(
                "`{whole}` borrows all of `self` while `{field}` is written; compute it before the call: `let {method} = {};`",
                if depends { format!("bcast!({whole})") } else { whole.clone() }
            ),
            None if !depends => {
                format!("`{whole}` is called once an element; `&{whole}` calls it once, before the loop")
            }
            None => return,
        };
        self.refuse_self(call, message);
    }

    /// Refuses bare `self` beside an operator: it is a reference to the array or the struct, and no element.
    pub(super) fn check_bare_self(&mut self, side: &Expr) {
        if is_self(side) {
            self.refuse_self(side, "`self` is no operand; `*self` is one, read element by element if it is an array");
        }
    }

    /// Reports a mistake. The expression for an editor stays as it is: what is refused may be the beginning of a longer name or call.
    fn refuse_self(&mut self, culprit: &impl ToTokens, message: impl Display) {
        if self.for_editor.is_none() {
            self.diagnostics.fatal_at(culprit, message);
        }
    }
}
