//! Parts of expressions.

use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Token, UnOp};

use crate::model::Number;

/// The left side of the first operator.
pub fn leftmost(expr: &Expr) -> &Expr {
    match without_parentheses(expr) {
        Expr::Binary(binary) => leftmost(&binary.left),
        expr => expr,
    }
}

/// The expression inside of parentheses.
pub fn without_parentheses(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => without_parentheses(&inner.expr),
        Expr::Group(inner) => without_parentheses(&inner.expr),
        _ => expr,
    }
}

/// The entries of an array or tuple that is written out.
pub fn elements(expr: &Expr) -> Option<&Punctuated<Expr, Token![,]>> {
    match expr {
        Expr::Array(array) => Some(&array.elems),
        Expr::Tuple(tuple) => Some(&tuple.elems),
        _ => None,
    }
}

/// A number without a suffix.
pub fn number(expr: &Expr) -> Option<Number> {
    match without_parentheses(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) if number.suffix().is_empty() => {
                Some(Number { integer: Some(number.base10_parse().ok()?), span: number.span() })
            }
            Lit::Float(number) if number.suffix().is_empty() => Some(Number { integer: None, span: number.span() }),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => number(&unary.expr),
        _ => None,
    }
}

/// True for a float and false for an integer, with or without a suffix.
pub fn is_float(expr: &Expr) -> Option<bool> {
    match without_parentheses(expr) {
        Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)) => Some(suffix(&literal.lit).starts_with('f')),
        Expr::Lit(literal) if matches!(literal.lit, Lit::Float(_)) => Some(true),
        _ => None,
    }
}

/// The suffix of a number; else nothing.
pub fn suffix(literal: &Lit) -> &str {
    match literal {
        Lit::Int(number) => number.suffix(),
        Lit::Float(number) => number.suffix(),
        _ => "",
    }
}

/// The array that an expression writes out.
pub fn array(expr: &Expr) -> Option<&Expr> {
    Some(without_parentheses(expr)).filter(|expr| matches!(expr, Expr::Array(_) | Expr::Repeat(_)))
}
