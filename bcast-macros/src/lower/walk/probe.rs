//! Values between operands: calls, methods, literals and casts at an operator, whose types are looked at before the loop.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, Type, UnOp};

use super::Position::{Argument, Operator};
use super::{Walk, inside};
use crate::diagnostics::SpanRange;
use crate::lower::functions;
use crate::lower::names::{array, is_borrowed_call, leftmost, mentions, number, suffix, without_parentheses};
use crate::model::{CallValue, Indices, InferredValue, Number, Side};
use crate::operator::keeps_type;
use crate::parse::identifier;
use crate::scope::Scope;
use crate::spelling::{has_word, spelling};
use crate::tokens::{numbered, ours, parenthesized};

impl Walk<'_> {
    /// Walks a side of an operator, which may be beside a number, or of an assignment to a place.
    pub(super) fn side(&mut self, expr: &mut Expr, beside: Option<Number>) {
        let probe = probe(without_parentheses(expr), &self.scope, beside);
        let is_opened = beside.is_some() && number(leftmost(expr)).is_some();
        self.probed(expr, probe, is_opened);
    }

    /// True for an expression of the same kind of numbers as the number beside it, so that a check would only hide the operator from lints.
    pub(super) fn is_likely(&self, expr: &Expr, beside: Option<Number>) -> bool {
        let is_float = identifier(without_parentheses(expr)).and_then(|name| {
            let name = name.to_string();
            self.counters.iter().rfind(|(local, _)| *local == name)?.1
        });
        is_likely(expr, beside) || beside.zip(is_float).is_some_and(|(number, is_float)| is_float == number.is_float())
    }

    /// Walks the expression of a result. If no operand occurs in it, it probably is an array.
    pub(super) fn whole(&mut self, expr: &mut Expr) {
        let probe = probe(expr, &self.scope, None).filter(|_| matches!(expr, Expr::Call(_) | Expr::MethodCall(_)));
        let (before, reductions) = (self.occurrences.len(), self.model.reductions.len());
        self.expr(expr, Operator);
        let is_constant = self.occurrences.len() == before && self.model.reductions.len() == reductions;
        let (None, Some(probe), false, true) = (self.side, probe, self.checks.are_off, is_constant) else { return };
        let tokens = expr.to_token_stream();
        *expr = Expr::Verbatim(inside::whole(&InferredValue { tokens, ..probe }));
    }

    /// Walks an argument of a method that takes values of the type of its receiver, which may be a side.
    pub(super) fn argument(&mut self, expr: &mut Expr, receiver: Option<Side>) {
        let inner = without_parentheses(expr);
        let is_value = matches!(inner, Expr::Call(_) | Expr::MethodCall(_) | Expr::Array(_) | Expr::Repeat(_));
        let probe = probe(inner, &self.scope, None).filter(|_| is_value);
        let (Some(receiver), Some(probe)) = (receiver, probe) else { return self.expr(expr, Argument) };
        let span = probe.span;
        self.probed(expr, Some(probe), false);
        if let Some(argument @ Side::Call(_)) = self.side {
            self.model.argument(receiver, argument, span);
        }
    }

    /// Walks an argument of a function: if it is an operator's value, an error about that leaves the argument's type open.
    pub(super) fn argument_of_function(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Binary(_) if self.for_editor.is_none() => self.probed(expr, None, true),
            _ => self.expr(expr, Argument),
        }
    }

    /// Walks a value, and records it if it is typed, opened or probed.
    pub(super) fn probed(&mut self, expr: &mut Expr, probe: Option<InferredValue>, is_opened: bool) {
        if self.for_editor.is_some() {
            return self.expr(expr, Operator);
        }
        // A type of a block's own is unknown outside of it.
        let of_type = self.type_of(expr).filter(|of_type| !self.scope.is_mentioned(of_type));
        // The value of several branches or statements has the type of the first one's.
        let is_opened = is_opened || matches!(without_parentheses(expr), Expr::If(_) | Expr::Match(_) | Expr::Block(_));
        let (before, reductions) = (self.occurrences.len(), self.model.reductions.len());
        self.expr(expr, Operator);
        let has_reduction = self.model.reductions.len() > reductions;
        match (of_type, self.side, probe) {
            (Some(of_type), ..) => self.value(expr, |_| CallValue::Typed(of_type)),
            (None, Some(side), _) if is_opened => self.value(expr, |_| CallValue::Like(side)),
            (None, None, Some(probe)) if !has_reduction => {
                let elements: Indices = self.occurrences[before..].iter().copied().collect();
                let refusal = probe.refusal.filter(|_| elements.is_empty());
                self.value(expr, |tokens| CallValue::Inferred(InferredValue { tokens, elements, refusal, ..probe }));
            }
            _ => {}
        }
    }

    /// Records a side whose type is open after an error about it. The function has the spans of the value that it is called with, so that lints are
    /// as outside of a call.
    pub(super) fn value(&mut self, expr: &mut Expr, value: impl FnOnce(TokenStream) -> CallValue) {
        // Parentheses around an argument draw a lint.
        let tokens = without_parentheses(expr).to_token_stream();
        let call = self.model.calls.len();
        self.model.calls.push(value(tokens.clone()));
        let (at, passed) = (SpanRange::of(&tokens), numbered("__p", call));
        let arguments = parenthesized(at.last, ours!(#passed, #tokens));
        *expr = Expr::Verbatim(quote_spanned!(at.first=> __bcast::passed #arguments));
        self.side = Some(Side::Call(call));
    }

    /// A side, which is recorded if it is a comparison beside anything else: an error about it leaves its type open.
    pub(super) fn compared(
        &mut self,
        expr: &mut Expr,
        side: Option<Side>,
        other: Option<Side>,
        number: Option<Number>,
    ) -> Option<Side> {
        if side != Some(Side::Bool) || other == Some(Side::Bool) || other.is_none() && number.is_none() {
            return side;
        }
        self.value(expr, |_| CallValue::Typed(quote!(::core::primitive::bool)));
        self.side
    }

    /// The value of an operator between a side and a number whose type is inferred from it.
    pub(super) fn beside(
        &mut self,
        side: Side,
        op: &BinOp,
        number: Number,
        is_left: bool,
        is_like: bool,
    ) -> Option<Side> {
        if side == Side::Usize && number.is_float() {
            self.diagnostics.fatal(
                number.span,
                "positions, lengths and counts are integers, of type `usize`, and this is a float; convert them, as in \
                 `index(axis = 0) as f32`",
            );
        }
        self.model.beside(side, op, number, is_left, is_like)
    }

    /// The type that an expression says it has: that of a cast or a `let`, or the suffix of a number. Methods of numbers keep it.
    fn type_of(&self, expr: &Expr) -> Option<TokenStream> {
        match without_parentheses(expr) {
            Expr::Cast(cast) if !matches!(*cast.ty, Type::Infer(_)) => Some(cast.ty.to_token_stream()),
            Expr::MethodCall(call) if functions::keeps_type(call) => self.type_of(&call.receiver),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => self.type_of(&unary.expr),
            Expr::Lit(literal) if !suffix(&literal.lit).is_empty() => {
                Some(Ident::new(suffix(&literal.lit), literal.span()).to_token_stream())
            }
            other => self.outer_let(identifier(other)?).and_then(|outer| outer.of_type.clone()),
        }
    }

    /// The number that an expression is, or that its name stands for.
    pub(super) fn number(&self, expr: &Expr) -> Option<Number> {
        match identifier(without_parentheses(expr)) {
            Some(name) => self.outer_let(name).and_then(|outer| outer.number),
            None => number(expr),
        }
    }

    /// Refuses an array that is written out beside a number or another one, and numbers of two kinds: no types have such an operator.
    pub(super) fn check_written(&mut self, left: &Expr, op: &BinOp, right: &Expr) {
        if !keeps_type(op) {
            return;
        }
        match (self.number(left), self.number(right)) {
            (Some(left), Some(right)) if left.is_float() != right.is_float() => {
                let number = if left.is_float() { right } else { left };
                let value = number.integer.unwrap_or_default();
                self.diagnostics.fatal(
                    number.span,
                    format!("`{value}` is an integer, and beside it is a float; write `{value}.0`"),
                );
            }
            (None, Some(_)) => self.refuse_array(array(left)),
            (Some(_), None) => self.refuse_array(array(right)),
            (None, None) if array(right).is_some() => self.refuse_array(array(left)),
            _ => {}
        }
    }

    /// Refuses an array that is written out.
    pub(super) fn refuse_array(&mut self, array: Option<&Expr>) {
        if let Some(array) = array {
            let name = spelling(array.to_token_stream());
            let message = format!("`{name}` is an array; bind it before the call, as in `let v = {name};`");
            self.diagnostics.fatal_at(array, message);
        }
    }

    /// Refuses `2x`, which the compiler reads as a number of a type `x`.
    pub(super) fn suffix(&mut self, literal: &Lit) {
        let suffix = suffix(literal);
        if !suffix.is_empty() && !suffix.ends_with("size") && !suffix.ends_with(char::is_numeric) {
            self.diagnostics.fatal(literal.span(), "a `*` is missing between a number and a name, as in `2.0 * x`");
        }
    }
}

/// Describes a value whose type is known before its operands become elements. `None` for other forms, and for values with locals of the
/// expression, which have no type before the loop.
fn probe(expr: &Expr, scope: &Scope, beside: Option<Number>) -> Option<InferredValue> {
    let is_asked = match expr {
        // These give numbers, and looking at them would cost each such call of a user's compile time: only a number that probably is of
        // the other kind is worth it.
        _ if is_of_floats(expr).is_some() => beside.is_some() && !is_likely(expr, beside),
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Array(_) | Expr::Repeat(_) | Expr::Field(_) => true,
        Expr::Lit(_) => number(expr).is_none(),
        _ => false,
    };
    if !is_asked || mentions(expr, scope) {
        return None;
    }
    let tokens = expr.to_token_stream();
    let (span, name) = (SpanRange::of(&tokens), spelling(tokens.clone()));
    let label = match is_borrowed_call(expr, scope) {
        true => format!("`&{name}` reads it element by element"),
        false => format!("bind it before the call, as in `let v = {name};`"),
    };
    let refusal = Some((format!("`{name}` gives an array"), label));
    Some(InferredValue { tokens, span, elements: Indices::default(), refusal })
}

/// True if an expression has a method or function of the same kind of numbers as the number beside it.
fn is_likely(expr: &Expr, beside: Option<Number>) -> bool {
    beside.is_some_and(|number| is_of_floats(without_parentheses(expr)) == Some(number.is_float()))
}

/// True for a method or function of floats, false for one of integers, and nothing for any other expression.
fn is_of_floats(expr: &Expr) -> Option<bool> {
    match expr {
        Expr::MethodCall(call) => functions::is_of_numbers(call).then(|| {
            let is_own = functions::takes_own_type(call);
            let is_integer = call.args.iter().any(|argument| number(argument).is_some_and(|number| !number.is_float()));
            !(call.method == "pow" || is_own && is_integer)
        }),
        // A function of a primitive type, as `f32::from`.
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else { return None };
            let root = &path.path.segments.first()?.ident;
            (path.path.segments.len() == 2 && is_scalar(root)).then(|| root.to_string().starts_with('f'))
        }
        _ => None,
    }
}

/// True for the name of a primitive type.
pub(super) fn is_scalar(name: &Ident) -> bool {
    has_word("f32 f64 i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 isize usize bool", name)
}
