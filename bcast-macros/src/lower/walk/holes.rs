//! What half-typed code lacks, as values of any type, so that an editor infers the types around it and reports no mismatch.

use syn::{Block, Expr, ExprIf, ExprMatch, Stmt, Token, parse_quote};

use super::Walk;
use crate::tokens::ours;

impl Walk<'_> {
    /// Fills the hole `()`, since `x > ()` is a mismatch.
    pub(super) fn fill(&self, expr: &mut Expr) {
        if self.for_editor.is_some() {
            *expr = any();
        }
    }

    /// Ends a block without a value.
    pub(super) fn fill_end(&self, block: &mut Block) {
        if self.for_editor.is_some() && !matches!(block.stmts.last(), Some(Stmt::Expr(_, None))) {
            block.stmts.push(Stmt::Expr(any(), None));
        }
    }

    /// Adds an arm for what the others leave out.
    pub(super) fn fill_arms(&self, branches: &mut ExprMatch) {
        if self.for_editor.is_some() {
            let (last, value) = (branches.arms.last_mut(), any());
            if let Some(arm) = last {
                arm.comma.get_or_insert_default();
            }
            branches.arms.push(parse_quote!(_ => { #value }));
        }
    }

    /// Adds the missing `else`.
    pub(super) fn fill_else(&self, branch: &mut ExprIf) {
        if self.for_editor.is_some() {
            branch.else_branch = Some((<Token![else]>::default(), Box::new(any())));
        }
    }
}

fn any() -> Expr {
    Expr::Verbatim(ours!(().__bcast_any()))
}
