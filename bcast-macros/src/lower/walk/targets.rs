//! Assignments within the expression, and in place of comparisons: what is assigned to must be a local.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::Expr;

use super::Position::{Argument, Operator};
use super::Walk;
use crate::lower::operands::is_comparison;
use crate::lower::refuse;
use crate::spelling::spelling;

impl Walk<'_> {
    /// Walks the condition of a branch or loop.
    pub(super) fn condition(&mut self, condition: &mut Expr) {
        match condition {
            Expr::Assign(assign) => self.diagnostics.fatal_at(&assign.eq_token, "`==` compares, and `=` assigns"),
            condition => self.expr(condition, Operator),
        }
    }

    pub(super) fn assignment(&mut self, left: &mut Expr, right: &mut Expr, adds: bool) {
        if let Some(captured) = self.captured_target(left) {
            let name = spelling(captured.clone());
            self.diagnostics.fatal_at(&captured, refuse::assignment(&name, adds));
        } else {
            self.target_indices(left);
        }
        self.expr(right, Operator);
    }

    /// Returns the part of an assignment's left side that is not a local.
    fn captured_target(&self, target: &Expr) -> Option<TokenStream> {
        match target {
            Expr::Infer(_) => None,
            Expr::Tuple(tuple) => tuple.elems.iter().find_map(|target| self.captured_target(target)),
            Expr::Array(array) => array.elems.iter().find_map(|target| self.captured_target(target)),
            // The rest pattern in `[first, ..] = pair`.
            Expr::Range(range) if range.start.is_none() && range.end.is_none() => None,
            Expr::Struct(literal) => literal.fields.iter().find_map(|field| self.captured_target(&field.expr)),
            Expr::Call(call) => call.args.iter().find_map(|target| self.captured_target(target)),
            Expr::Paren(paren) => self.captured_target(&paren.expr),
            Expr::Index(index) => self.captured_target(&index.expr).map(|_| target.to_token_stream()),
            Expr::Field(field) => self.captured_target(&field.base).map(|_| target.to_token_stream()),
            Expr::Unary(unary) => self.captured_target(&unary.expr).map(|_| target.to_token_stream()),
            Expr::MethodCall(call) => self.captured_target(&call.receiver).map(|_| target.to_token_stream()),
            Expr::Path(path) => {
                let root = path.path.segments.first();
                let is_local =
                    root.is_some_and(|root| path.path.segments.len() == 1 && self.scope.is_local(&root.ident, true));
                if is_local { None } else { Some(target.to_token_stream()) }
            }
            _ => Some(target.to_token_stream()),
        }
    }

    /// Walks the index in `table[i] = e` and the arguments of `*p.at(i) = e` as ordinary parts of the expression.
    fn target_indices(&mut self, target: &mut Expr) {
        match target {
            Expr::Index(index) => {
                self.target_indices(&mut index.expr);
                self.expr(&mut index.index, Operator);
            }
            Expr::MethodCall(call) => {
                self.target_indices(&mut call.receiver);
                self.all(&mut call.args, Argument);
            }
            Expr::Field(field) => self.target_indices(&mut field.base),
            Expr::Paren(paren) => self.target_indices(&mut paren.expr),
            Expr::Unary(unary) => self.target_indices(&mut unary.expr),
            Expr::Tuple(tuple) => tuple.elems.iter_mut().for_each(|target| self.target_indices(target)),
            Expr::Array(array) => array.elems.iter_mut().for_each(|target| self.target_indices(target)),
            _ => {}
        }
    }
}

/// True for `a[a < b]`.
pub(super) fn is_mask(index: &syn::ExprIndex) -> bool {
    let spelt = |expr: &Expr| spelling(expr.to_token_stream());
    matches!(&*index.index, Expr::Binary(mask) if is_comparison(&mask.op) && spelt(&mask.left) == spelt(&index.expr))
}
