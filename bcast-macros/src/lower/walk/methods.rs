//! Method calls, calls with a macro call among their arguments, and bare `self`, which is no operand.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::fmt::Display;
use syn::Expr;

use super::Position::Operator;
use super::Walk;
use super::probe::is_scalar;
use crate::lower::names::{Name, is_borrowed_call, mentions, name_of};
use crate::lower::{array_methods, functions, refuse};
use crate::parse::identifier;
use crate::spelling::spelling;

impl Walk<'_> {
    /// Walks a method call.
    pub(super) fn method_call(&mut self, expr: &mut Expr) {
        let Expr::MethodCall(call) = expr else { return };
        let is_name = name_of(&call.receiver, &self.scope) == Name::Operand;
        if is_name {
            let needs_locals = call.args.iter().any(|argument| mentions(argument, &self.scope));
            self.array_methods.extend(array_methods::called(call, needs_locals));
        }
        if is_name && call.args.is_empty() && (call.method == "max" || call.method == "min") {
            let (name, receiver) = (&call.method, spelling(call.receiver.to_token_stream()));
            let which = if name == "max" { "largest" } else { "smallest" };
            let words = format!(
                "`{receiver}` stands for one element here; the {which} one of the array is `{name}({receiver}, axis = ..)`"
            );
            self.diagnostics.fatal_at(name, words);
        }
        if call.method == "astype"
            && let Some(name) = call.args.first().and_then(identifier)
            && is_scalar(name)
            && !mentions(&call.args[0], &self.scope)
        {
            let words = format!("numbers are converted by `as`: `x as {name}`");
            return self.diagnostics.fatal_at(&call.method, words);
        }
        let of_self = is_self(&call.receiver);
        // Methods of numbers, the usual ones, need no copy of their tokens.
        let is_chain = (is_name || matches!(*call.receiver, Expr::MethodCall(_))) && !functions::is_of_numbers(call);
        let tokens = if of_self || is_chain { call.to_token_stream() } else { TokenStream::new() };
        self.expr(&mut call.receiver, Operator);
        let chain = if is_name { self.occurrences.last().copied() } else { self.chain };
        let (side, occurrences) = (self.side, self.occurrences.len());
        if let Some(Expr::Assign(argument)) = call.args.iter().find(|argument| matches!(argument, Expr::Assign(_))) {
            let of_reduction = refuse::named_argument(&call.method.to_string(), "x").filter(|_| is_name);
            let words = match functions::is_of_numbers(call) {
                true => {
                    "Rust has no named arguments; a number's bounds are `x.clamp(low, high)`, and one bound is \
                     `x.max(low)` or `x.min(high)`"
                }
                false => {
                    "Rust has no named arguments; what a method of an array gives is computed before the call, \
                     as in `let s = x.sum_axis(Axis(1));`"
                }
            };
            self.diagnostics.fatal_at(argument, of_reduction.unwrap_or_else(|| words.to_owned()));
        } else {
            let receiver = side.filter(|_| functions::takes_own_type(call));
            call.args.iter_mut().for_each(|argument| self.argument(argument, receiver));
        }
        let depends = occurrences != self.occurrences.len() || self.scope.is_mentioned(&tokens);
        if of_self {
            self.check_method_of_self(&call.method, &tokens, depends);
        }
        // `kept` marks the value as having the same type.
        self.side = side;
        self.chain = chain.filter(|_| is_chain && !depends);
        if let Some(operand) = self.chain {
            self.model.called(operand, &tokens, is_name);
        }
        functions::swap(call, self.for_editor.is_some());
        if let Some(value) = functions::computed(call).filter(|_| self.for_editor.is_none()) {
            *expr = value;
        }
    }

    /// Refuses a call with a macro call among its arguments, if `&` before it makes it an operand.
    pub(super) fn macro_argument(&mut self, call: &Expr) -> bool {
        let arguments = match call {
            Expr::Call(call) => &call.args,
            Expr::MethodCall(call) => &call.args,
            _ => return false,
        };
        let inner = arguments.iter().find_map(|argument| match argument {
            Expr::Macro(inner) => Some(&inner.mac.path),
            _ => None,
        });
        let Some(path) = inner.filter(|_| is_borrowed_call(call, &self.scope)) else { return false };
        let (name, whole) = (spelling(path.to_token_stream()), spelling(call.to_token_stream()));
        let message = format!("the names inside `{name}!` can't be seen; `&{whole}` calls it once, before the loop");
        self.diagnostics.fatal_at(call, message);
        true
    }

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

/// True if an expression is bare `self`.
fn is_self(expr: &Expr) -> bool {
    identifier(expr).is_some_and(|name| name == "self")
}
