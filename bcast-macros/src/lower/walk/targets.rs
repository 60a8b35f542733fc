//! Indexed names, assignments within the expression, whose target must be a local, and assignments in place of comparisons.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{BinOp, Expr, ExprArray, ExprField, ExprIndex, ExprMethodCall, ExprParen, ExprTuple, ExprUnary};

use super::Position::{Argument, Operator};
use super::Walk;
use crate::lower::names::{Name, mentions, name_of, number};
use crate::lower::refuse;
use crate::model::Number;
use crate::operator::is_comparison;
use crate::parse::identifier;
use crate::spelling::spelling;

impl Walk<'_> {
    /// Walks the condition of a branch or loop.
    pub(super) fn condition(&mut self, condition: &mut Expr) {
        match condition {
            Expr::Assign(assign) => self.diagnostics.fatal_at(&assign.eq_token, "`==` compares, and `=` assigns"),
            condition => self.expr(condition, Operator),
        }
    }

    pub(super) fn assignment(&mut self, left: &mut Expr, right: &mut Expr, op: Option<&BinOp>) {
        if let Some(captured) = self.captured_target(left) {
            let name = spelling(captured.clone());
            let words = match op {
                Some(_) => {
                    "and elements have no order; indices are an array, as `Array1::from_iter(..)`, a running sum is ndarray's \
                     `y.accumulate_axis_inplace(..)`"
                }
                None => &*format!(
                    "so it can't be assigned; assign to a `let mut` inside, or write the result to a place: `bcast!({name} = ..)`"
                ),
            };
            self.diagnostics.fatal_at(&captured, format!("`{name}` is no local of the expression, {words}"));
            return self.expr(right, Operator);
        }
        self.target_indices(left);
        let number = self.number(right);
        self.expr(right, Operator);
        if let Some(op) = op.filter(|_| !self.is_likely(left, number)) {
            self.checks.assignment(left, op, right, number);
        }
    }

    /// Walks `a[i]`, and refuses it of an operand.
    pub(super) fn index(&mut self, index: &mut ExprIndex) {
        if name_of(&index.expr, &self.scope) == Name::Operand {
            if is_mask(index) {
                let message = "a mask is no index; it chooses between values, `if c { a } else { b }`";
                return self.diagnostics.fatal_at(index, message);
            }
            let (name, at) = (spelling(index.expr.to_token_stream()), spelling(index.index.to_token_stream()));
            let whole = spelling(index.to_token_stream());
            let is_fixed = !mentions(&index.index, &self.scope);
            // The index is not walked: it may be an index of the array, as in `x[s![0, ..]]`.
            let part = match &*index.index {
                Expr::Macro(_) => Some(format!("&{name}.slice({at})")),
                Expr::Unary(back) if number(&back.expr).is_some() => Some(format!("&{name}[{name}.len() {at}]")),
                Expr::Lit(_) if name.ends_with(".shape") => {
                    Some(format!("&{}` or `&{whole}", whole.replace(".shape[", ".shape()[")))
                }
                row if number(row).is_some() => Some(format!("&{whole}` or, of a matrix, `&{name}.row({at})")),
                Expr::Lit(_) | Expr::Range(_) | Expr::Tuple(_) | Expr::Array(_) if is_fixed => {
                    Some(format!("&{whole}"))
                }
                _ => None,
            };
            let array = (part.is_none() && is_fixed).then_some(whole);
            return self.diagnostics.fatal_at(index, refuse::table(&name, part, array));
        }
        self.expr(&mut index.expr, Operator);
        self.expr(&mut index.index, Operator);
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
            Expr::Index(ExprIndex { expr: root, .. })
            | Expr::Field(ExprField { base: root, .. })
            | Expr::Unary(ExprUnary { expr: root, .. })
            | Expr::MethodCall(ExprMethodCall { receiver: root, .. }) => {
                self.captured_target(root).map(|_| target.to_token_stream())
            }
            _ if identifier(target).is_some_and(|name| self.scope.is_local(name, true)) => None,
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
            Expr::Field(ExprField { base: target, .. })
            | Expr::Paren(ExprParen { expr: target, .. })
            | Expr::Unary(ExprUnary { expr: target, .. }) => self.target_indices(target),
            Expr::Tuple(ExprTuple { elems, .. }) | Expr::Array(ExprArray { elems, .. }) => {
                elems.iter_mut().for_each(|target| self.target_indices(target));
            }
            _ => {}
        }
    }
}

/// True for `a[a < b]`, and for `a[b < 0.0]`: no type of Rust or ndarray has a `bool` as its index.
pub fn is_mask(index: &ExprIndex) -> bool {
    let spelt = |expr: &Expr| spelling(expr.to_token_stream());
    matches!(&*index.index, Expr::Binary(mask) if is_comparison(&mask.op)
        && (spelt(&mask.left) == spelt(&index.expr) || number(&mask.right).is_some_and(Number::is_float)))
}
