//! Reads the values of `axis`, `axes` and `to`: literals are evaluated, other expressions are left to run time.

use quote::ToTokens;
use syn::{Expr, Lit, UnOp};

use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{IntValue, ListValue};

/// Reads an integer; `what` begins the message about any other literal.
pub fn int(expr: &Expr, what: &str, diagnostics: &mut Diagnostics) -> IntValue {
    let span = SpanRange::of(expr);
    let literal = match literal(expr) {
        Literal::Int(value) => Some(value),
        Literal::TooLarge => {
            diagnostics.fatal(span, format!("{what}, and this one is too large"));
            None
        }
        Literal::Other => {
            diagnostics.fatal(span, what);
            None
        }
        Literal::No => {
            if let Expr::Infer(_) | Expr::Array(_) | Expr::Tuple(_) = expr {
                diagnostics.fatal(span, what);
            }
            None
        }
    };
    IntValue { tokens: expr.to_token_stream(), literal, span }
}

/// Reads a list, or with `single` one integer.
pub fn list(expr: &Expr, what: &str, single: bool, diagnostics: &mut Diagnostics) -> ListValue {
    let mut inner = expr;
    while let Expr::Paren(_) | Expr::Reference(_) | Expr::Group(_) = inner {
        inner = match inner {
            Expr::Paren(paren) => &paren.expr,
            Expr::Reference(reference) => &reference.expr,
            Expr::Group(group) => &group.expr,
            _ => break,
        };
    }
    let is_single = matches!(literal(inner), Literal::Int(_) | Literal::TooLarge);
    let entries = match inner {
        Expr::Array(array) => Some(array.elems.iter().map(|entry| int(entry, what, diagnostics)).collect()),
        Expr::Tuple(tuple) => Some(tuple.elems.iter().map(|entry| int(entry, what, diagnostics)).collect()),
        _ if single && is_single => Some(vec![int(inner, what, diagnostics)]),
        _ => {
            if !matches!(literal(inner), Literal::No) {
                diagnostics.fatal_at(expr, what);
            }
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
    match expr {
        Expr::Paren(paren) => literal(&paren.expr),
        Expr::Group(group) => literal(&group.expr),
        Expr::Lit(lit) => of_lit(&lit.lit, false),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
            Expr::Lit(lit) => of_lit(&lit.lit, true),
            _ => Literal::No,
        },
        _ => Literal::No,
    }
}

fn of_lit(lit: &Lit, is_negative: bool) -> Literal {
    let Lit::Int(int) = lit else {
        return Literal::Other;
    };
    // `1f32` lexes as an integer with a suffix.
    if int.suffix().starts_with('f') {
        return Literal::Other;
    }
    match int.base10_parse::<i128>().map(|value| i64::try_from(if is_negative { -value } else { value })) {
        Ok(Ok(value)) => Literal::Int(value),
        _ => Literal::TooLarge,
    }
}
