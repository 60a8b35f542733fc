//! Values between operands: calls, methods, literals and casts at an operator, whose types are looked at before the loop.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{Expr, Lit, UnOp};

use super::Position::Operator;
use super::Walk;
use crate::diagnostics::SpanRange;
use crate::lower::functions;
use crate::lower::names::{is_borrowed_call, mentions};
use crate::model::CallValue;
use crate::scope::Scope;
use crate::spelling::spelling;

impl Walk<'_> {
    /// Walks a side of an operator or of an assignment to a place.
    pub(super) fn side(&mut self, expr: &mut Expr) {
        let probe = Probe::of(expr, &self.scope).filter(|_| self.for_editor.is_none());
        let (before, reductions) = (self.occurrences.len(), self.operands.reductions.len());
        self.expr(expr, Operator);
        let has_reduction = self.operands.reductions.len() > reductions;
        if let Some(probe) = probe.filter(|_| self.side.is_none() && !self.is_like && !has_reduction) {
            let tokens = expr.to_token_stream();
            self.side = Some(self.operands.call(probe.value(tokens, &self.occurrences[before..])));
        }
    }
}

/// An expression before its operands become elements.
pub(super) struct Probe {
    name: String,
    span: SpanRange,
    /// True if `&` before it makes it an operand.
    is_borrowed: bool,
}

impl Probe {
    /// Returns `None` for forms that are no such value, and for those with locals of the expression, which have no type before the loop.
    pub(super) fn of(expr: &Expr, scope: &Scope) -> Option<Self> {
        let expr = match expr {
            Expr::Paren(inner) => return Self::of(&inner.expr, scope),
            Expr::Group(inner) => return Self::of(&inner.expr, scope),
            // These give numbers, and looking at them would cost each such call of a user's compile time.
            Expr::MethodCall(call) if functions::is_of_numbers(call) => return None,
            Expr::Call(call) if is_of_a_scalar(&call.func) => return None,
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Array(_) | Expr::Repeat(_) | Expr::Cast(_) => expr,
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) if number.suffix().is_empty() => return None,
                Lit::Float(number) if number.suffix().is_empty() => return None,
                _ => expr,
            },
            _ => return None,
        };
        if mentions(expr, scope) {
            return None;
        }
        let tokens = expr.to_token_stream();
        let span = SpanRange::of(&tokens);
        Some(Self { is_borrowed: is_borrowed_call(expr, scope), span, name: spelling(tokens) })
    }

    /// The value, with operands as elements.
    pub(super) fn value(self, tokens: TokenStream, occurrences: &[usize]) -> CallValue {
        let Self { name, span, is_borrowed } = self;
        let mut elements = occurrences.to_vec();
        elements.sort_unstable();
        elements.dedup();
        let label = match is_borrowed {
            true => format!("`&{name}` reads it element by element"),
            false => format!("bind it before the call, as in `let v = {name};`"),
        };
        let refusal = elements.is_empty().then(|| (format!("`{name}` gives an array"), label));
        CallValue { tokens, span, elements, refusal }
    }
}

/// True for a function of a primitive type, such as `f32::from`.
fn is_of_a_scalar(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    path.path.segments.len() == 2 && path.path.segments.first().is_some_and(|root| is_scalar(&root.ident))
}

/// True for the name of a primitive type.
pub(super) fn is_scalar(name: &Ident) -> bool {
    let scalars =
        ["f32", "f64", "i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "isize", "usize", "bool"];
    scalars.iter().any(|scalar| name == scalar)
}

/// A number whose type is inferred from the other side.
#[derive(Clone, Copy)]
pub enum Number {
    /// `2`, and its digits' range.
    Integer(u128, Span),
    /// `2.0`, and its digits' range.
    Float(Span),
}

/// A number without a suffix.
pub fn number(expr: &Expr) -> Option<Number> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) if number.suffix().is_empty() => {
                Some(Number::Integer(number.base10_parse().ok()?, number.span()))
            }
            Lit::Float(number) if number.suffix().is_empty() => Some(Number::Float(number.span())),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => number(&unary.expr),
        Expr::Paren(inner) => number(&inner.expr),
        Expr::Group(inner) => number(&inner.expr),
        _ => None,
    }
}

impl Walk<'_> {
    /// Refuses `2x`, which the compiler reads as a number of a type `x`.
    pub(super) fn suffix(&mut self, literal: &Lit) {
        let suffix = match literal {
            Lit::Int(number) => number.suffix(),
            Lit::Float(number) => number.suffix(),
            _ => "",
        };
        if !suffix.is_empty() && !suffix.ends_with("size") && !suffix.ends_with(char::is_numeric) {
            self.diagnostics.fatal(literal.span(), "a `*` is missing between a number and a name, as in `2.0 * x`");
        }
    }
}
