//! The expansion for an editor has a value of an operand's element type in place of each operand, and placeholders where half-typed code ends.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Block, Expr, Stmt, Token, parse_quote};

use super::walk::Walk;
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

impl Walk<'_> {
    /// Adds what half-typed code lacks, as values of any type, so that an editor infers the types around it and reports no mismatch: a value for
    /// the hole `()`, since `x > ()` is one, an `else`, and an arm for what the others leave out.
    pub(super) fn fill(&self, expr: &mut Expr) {
        match expr {
            _ if self.for_editor.is_none() => {}
            Expr::Tuple(hole) if hole.elems.is_empty() => *expr = any(),
            Expr::If(branch) if branch.else_branch.is_none() => {
                branch.else_branch = Some((<Token![else]>::default(), Box::new(any())));
            }
            Expr::Match(branches) => {
                let (last, value) = (branches.arms.last_mut(), any());
                if let Some(arm) = last {
                    arm.comma.get_or_insert_default();
                }
                branches.arms.push(parse_quote!(_ => { #value }));
            }
            _ => {}
        }
    }

    /// Ends a block without a value.
    pub(super) fn fill_end(&self, block: &mut Block) {
        if self.for_editor.is_some() && !matches!(block.stmts.last(), Some(Stmt::Expr(_, None))) {
            block.stmts.push(Stmt::Expr(any(), None));
        }
    }
}

fn any() -> Expr {
    Expr::Verbatim(ours!(().__bcast_any()))
}
