//! Classifies expressions as names, and names as operands.

use quote::ToTokens;
use syn::{Expr, ExprPath, UnOp};

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
