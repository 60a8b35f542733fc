//! Classifies expressions as names, and names as operands; and finds the parts of expressions.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprPath, Lit, Token, UnOp};

use crate::model::Number;
use crate::scope::Scope;
use crate::spelling::has_word;

/// An expression read as a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// A path with its fields, or `*path`: an operand, replaced by its element.
    Operand,
    /// A local with its fields, bare `self`, or a bare constructor such as `None`: left as it is.
    Itself,
    /// Not a name; the walk continues inside.
    No,
}

/// Reads a path, its fields after it, and dereferences before it.
pub fn name_of(expr: &Expr, scope: &Scope) -> Name {
    let mut root = expr;
    while let Expr::Unary(unary) = root
        && matches!(unary.op, UnOp::Deref(_))
    {
        root = &unary.expr;
    }
    while let Expr::Field(field) = root {
        root = &field.base;
    }
    match root {
        Expr::Path(root) => name_of_path(root, matches!(expr, Expr::Path(_)), scope),
        _ => Name::No,
    }
}

fn name_of_path(path: &ExprPath, is_bare: bool, scope: &Scope) -> Name {
    let segments = &path.path.segments;
    let (Some(root), None, None) = (segments.first(), &path.qself, &path.path.leading_colon) else {
        return Name::Operand;
    };
    let is_whole_path = segments.len() == 1;
    // As constants these would have undetermined types.
    let is_constructor = has_word("None Some Ok Err", &root.ident) && root.arguments.is_none();
    let stands_for_itself = is_bare && is_whole_path && (root.ident == "self" || is_constructor);
    if stands_for_itself || scope.is_local(&root.ident, is_whole_path) { Name::Itself } else { Name::Operand }
}

/// True if `&` before this expression makes it an operand: a method call, call or index, with fields and `?`, that starts at a path
/// and mentions no local. Any other `&` is Rust's own.
pub fn is_borrowed_call(expr: &Expr, scope: &Scope) -> bool {
    let mut has_call = false;
    let mut root = expr;
    loop {
        has_call |= matches!(root, Expr::MethodCall(_) | Expr::Call(_) | Expr::Index(_));
        root = match root {
            Expr::MethodCall(call) => &call.receiver,
            // `(self.f)(x)` also starts at a path; its parentheses only serve to call a field.
            Expr::Call(call) => match &*call.func {
                Expr::Paren(paren) if name_of(&paren.expr, scope) != Name::No => &paren.expr,
                func => func,
            },
            Expr::Index(index) => &index.expr,
            Expr::Field(field) => &field.base,
            Expr::Try(inner) => &inner.expr,
            Expr::Await(inner) => &inner.base,
            _ => break,
        }
    }
    let starts_at_path = matches!(root, Expr::Macro(_)) || name_of(root, scope) != Name::No;
    has_call && starts_at_path && !mentions(expr, scope)
}

/// True if an expression mentions a local of the call.
pub fn mentions(expr: &Expr, scope: &Scope) -> bool {
    scope.is_mentioned(&expr.to_token_stream())
}

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
