//! Operands in an editor's expansion: values of their elements' types.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Expr;

use crate::tokens::ours;

/// Emits an operand as a value of its element's type, and also the part before its last dot: after `x.` the editor offers an element's
/// methods, after `net.` the fields of `net`.
pub fn operand(operand: &Expr) -> TokenStream {
    match operand {
        Expr::Field(field) => {
            let (base, dot, member) = (value(&field.base), &field.dot_token, &field.member);
            as_value(ours!(#base #dot #member))
        }
        whole => value(whole),
    }
}

/// Emits a value of the type of an array's elements, or of the expression's own type if it is not an array.
pub fn value(expr: &Expr) -> TokenStream {
    match expr {
        // Half-typed code must begin with the user's own words.
        Expr::Path(_) | Expr::Field(_) | Expr::Tuple(_) => as_value(expr.to_token_stream()),
        _ => as_value(ours!((#expr))),
    }
}

/// Emits the stand-in for an element of an array.
pub fn as_value(tokens: TokenStream) -> TokenStream {
    ours!(#tokens.__bcast_tag().__bcast_shown())
}
