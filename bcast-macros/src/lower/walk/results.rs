//! Several results: the entries of the tuple that ends the element expression.

use bcast_core::rules::reduction::ValueKind;
use quote::{ToTokens, quote};
use syn::{Expr, ExprTuple, Stmt};

use super::Position::Operator;
use super::Walk;
use super::reductions::{is_plain, uses};
use crate::diagnostics::SpanRange;
use crate::lower::cost;
use crate::lower::names::without_parentheses;
use crate::lower::operands::Found;
use crate::model::{Formula, Indices, Reads, Reduction};
use crate::tokens::{held, numbered};
use proc_macro2::Literal;

impl Walk<'_> {
    /// Walks an expression whose value is a tuple. Each entry of a literal is an expression of its own, so that it is computed only where its own
    /// arrays lie. Any other tuple is a value, of whose elements the results are entries.
    pub(super) fn results(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Paren(paren) => self.results(&mut paren.expr),
            Expr::Tuple(tuple) if !tuple.elems.is_empty() => self.entries(tuple),
            Expr::Block(block)
                if block.label.is_none() && block.attrs.is_empty() && ends_in_tuple(&block.block.stmts) =>
            {
                self.scope.enter();
                let uses = uses(&block.block);
                for (statement, uses) in block.block.stmts.iter_mut().zip(uses) {
                    match statement {
                        Stmt::Local(local) => self.take_let(local, uses),
                        Stmt::Expr(end, _) => self.results(end),
                        _ => {}
                    }
                }
                self.scope.leave();
            }
            _ => self.tuple(expr),
        }
        self.side = None;
    }

    /// Walks the entries of a tuple literal.
    fn entries(&mut self, tuple: &mut ExprTuple) {
        let mut walked: Vec<Found> = Vec::new();
        for entry in &mut tuple.elems {
            self.expr(entry, Operator);
            walked.push(std::mem::take(&mut self.found));
        }
        // A `let` that nothing uses is evaluated all the same.
        let mut used = Indices::default();
        for found in &walked {
            used.extend(&self.needed(&found.lets));
        }
        if let Some(first) = walked.first_mut() {
            for (number, unused) in self.lets.iter().enumerate() {
                if !used.contains(&number) && !unused.is_in_reduction {
                    first.reads.extend(&unused.found.reads);
                    first.lets.insert(number);
                }
            }
        }
        let needed: Vec<Indices> = walked.iter().map(|found| self.needed(&found.lets)).collect();
        let is_shared = |number: &usize| needed.iter().filter(|needed| needed.contains(number)).count() > 1;
        self.compute_once(&(0..self.lets.len()).filter(is_shared).collect::<Vec<_>>());
        for (entry, found) in tuple.elems.iter().zip(&walked) {
            let formula = self.formula(found, None, entry.to_token_stream());
            self.model.results.push(formula);
        }
    }

    /// Walks a tuple that is no literal.
    fn tuple(&mut self, expr: &mut Expr) {
        let span = SpanRange::of(&*expr);
        match expr {
            Expr::Block(block) if block.label.is_none() => self.outermost(&mut block.block),
            _ => self.expr(expr, Operator),
        }
        let Found { reads, list, .. } = std::mem::take(&mut self.found);
        let value = self.model.reductions.len();
        for entry in 0..self.several.unwrap_or_default().max(1) {
            let (tuple, entry) = (held(&numbered("__r", value), span), Literal::usize_unsuffixed(entry));
            let list = Reads { reductions: Indices::from_iter([value]), ..Reads::default() };
            let formula = Formula { body: quote!(#tuple.#entry), reads: reads.clone(), list, ..Formula::default() };
            self.model.results.push(formula);
        }
        self.model.tuple = Some(value);
        let formula = cost::formula(expr.to_token_stream(), reads, list);
        let (kind, name, axes, is_bare) = (ValueKind::Elements, "the expression", None, false);
        self.model.reductions.push(Reduction { kind, name, axes, span, formula, is_bare });
    }
}

/// True for a block of plain `let`s and a tuple literal.
fn ends_in_tuple(statements: &[Stmt]) -> bool {
    let Some((Stmt::Expr(end, None), before)) = statements.split_last() else { return false };
    let is_let = |statement: &Stmt| matches!(statement, Stmt::Local(local) if is_plain(local));
    matches!(without_parentheses(end), Expr::Tuple(tuple) if !tuple.elems.is_empty()) && before.iter().all(is_let)
}
