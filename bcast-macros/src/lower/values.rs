//! Reads the values of `axis`, `axes` and `to`: literals are evaluated, other expressions are left to run time.

use quote::ToTokens;
use syn::{Expr, Lit, UnOp};

use super::names::{elements, without_parentheses};
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{IntValue, ListValue};

/// Reads an integer; `what` begins the message about any other literal.
pub fn int(expr: &Expr, what: &str, diagnostics: &mut Diagnostics) -> IntValue {
    let span = SpanRange::of(expr);
    let mut refuse = |message: &str| {
        diagnostics.fatal(span, message);
        None
    };
    let literal = match literal(expr) {
        Literal::Int(value) => Some(value),
        Literal::TooLarge => refuse(&format!("{what}, and this one is too large")),
        Literal::No if !matches!(expr, Expr::Infer(_) | Expr::Array(_) | Expr::Tuple(_)) => None,
        Literal::No | Literal::Other => refuse(what),
    };
    IntValue { tokens: expr.to_token_stream(), literal, span }
}

/// Reads a list, or with `single` one integer.
pub fn list(expr: &Expr, what: &str, single: bool, diagnostics: &mut Diagnostics) -> ListValue {
    let mut inner = without_parentheses(expr);
    while let Expr::Reference(reference) = inner {
        inner = without_parentheses(&reference.expr);
    }
    let entries = match (elements(inner), literal(inner)) {
        (Some(entries), _) => Some(entries.iter().map(|entry| int(entry, what, diagnostics)).collect()),
        (None, Literal::Int(_) | Literal::TooLarge) if single => Some(vec![int(inner, what, diagnostics)]),
        (None, Literal::No) => None,
        _ => {
            diagnostics.fatal_at(expr, what);
            None
        }
    };
    ListValue { tokens: expr.to_token_stream(), entries, span: SpanRange::of(expr) }
}

enum Literal {
    Int(i64),
    TooLarge,
    Other,
    No,
}

fn literal(expr: &Expr) -> Literal {
    let (inner, is_negative) = match without_parentheses(expr) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (&*unary.expr, true),
        inner => (inner, false),
    };
    let Expr::Lit(literal) = inner else { return Literal::No };
    match &literal.lit {
        // `1f32` lexes as an integer with a suffix.
        Lit::Int(int) if !int.suffix().starts_with('f') => {
            match int.base10_parse::<i128>().map(|value| i64::try_from(if is_negative { -value } else { value })) {
                Ok(Ok(value)) => Literal::Int(value),
                _ => Literal::TooLarge,
            }
        }
        _ => Literal::Other,
    }
}
