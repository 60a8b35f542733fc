//! Records operands and the operators between them in the model.

use proc_macro2::{Ident, TokenStream};
use syn::BinOp;

use crate::diagnostics::SpanRange;
use crate::model::{Indices, Model, Number, Operand, Operator, Reads, Side};
use crate::operator::{self, is_comparison, is_shift};
use crate::spelling::spelling;

/// The operands and values found in an expression, in the two forms of its [`Formula`].
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub reads: Reads,
    /// Without what the `let`s read that it uses.
    pub list: Reads,
    /// The `let`s of the outermost block that it uses.
    pub lets: Indices,
}

/// A `let` of the outermost block. It names its expression, and stands where it is used.
pub struct OuterLet {
    pub name: Ident,
    /// The name with its type.
    pub pattern: TokenStream,
    pub statement: TokenStream,
    pub span: SpanRange,
    pub found: Found,
    pub is_in_reduction: bool,
    /// It is costly and used more than once, so that reductions and several results compute it as a value of its own.
    pub is_costly: bool,
    /// The index of that value among the reductions.
    pub value: Option<usize>,
    /// The operand that it renames.
    pub renames: Option<usize>,
    /// The `index(axis = k)` that it renames, by its position among the reductions.
    pub renames_index: Option<usize>,
    /// Its type, if that is written, and the number that it is.
    pub of_type: Option<TokenStream>,
    pub number: Option<Number>,
    /// The side that it is at an operator, and whether it only has the side's type, as in the walk.
    pub side: (Option<Side>, bool),
}

impl Model {
    /// Returns the operand of this path, the same for every occurrence.
    pub fn path(&mut self, tokens: TokenStream) -> usize {
        let name = spelling(tokens.clone());
        let Some(index) = self.find_path(&name) else {
            return self.push_operand(name, tokens, false);
        };
        if let Some(known) = self.operands.get_mut(index) {
            known.repeats.push(tokens);
        }
        index
    }

    /// Records a chain of methods that an operand is the root of; the chain's first method, or a longer part of the same chain.
    pub fn called(&mut self, operand: usize, chain: &TokenStream, is_first: bool) {
        let called = &mut self.operands[operand].called;
        if !is_first {
            called.pop();
        }
        called.push((spelling(chain.clone()), SpanRange::of(chain)));
    }

    /// Adds the operand of an `&` call; each occurrence is a separate operand.
    pub fn reference(&mut self, tokens: TokenStream) -> usize {
        self.push_operand(spelling(tokens.clone()), tokens, true)
    }

    fn push_operand(&mut self, name: String, tokens: TokenStream, is_reference: bool) -> usize {
        let (span, alignment, repeats, called) = (SpanRange::of(&tokens), None, Vec::new(), Vec::new());
        self.operands.push(Operand { name, tokens, span, is_reference, alignment, repeats, called });
        self.operands.len() - 1
    }

    /// Finds the path operand of this name.
    pub fn find_path(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|operand| !operand.is_reference && operand.name == name)
    }

    /// Records an operator between two sides, and returns its value.
    pub fn operator(&mut self, left: Side, op: &BinOp, right: Side, is_like: bool) -> Option<Side> {
        let is_call = |side| matches!(side, Side::Call(_));
        let is_bool = |side| matches!(side, Side::Bool);
        let is_checked = match is_comparison(op) {
            true => is_call(left) || is_call(right),
            false => is_shift(op) || !(is_bool(left) && is_bool(right)),
        };
        let sign = operator::name(op).filter(|_| is_checked)?;
        self.record(Operator { sign, left, right, span: SpanRange::of(op), is_like })
    }

    /// Records that a place is filled with the value of a call.
    pub fn fill(&mut self, span: SpanRange, right: Side) {
        if matches!(right, Side::Call(_)) {
            self.record(Operator { sign: "Assign", left: Side::Place, right, span, is_like: false });
        }
    }

    /// Records an argument of a method that takes values of its receiver's type.
    pub fn argument(&mut self, receiver: Side, argument: Side, span: SpanRange) {
        self.record(Operator { sign: "Argument", left: receiver, right: argument, span, is_like: false });
    }

    /// Records a number beside a side that gives it its type, since integers and floats do not mix.
    pub fn beside(&mut self, side: Side, op: &BinOp, number: Number, is_left: bool, is_like: bool) -> Option<Side> {
        // A comparison whose left side decides its type is left to Rust's own check, which is short.
        // The left side of a shift has to be opened after an error, which the check in the loop does.
        if is_comparison(op) && !is_left || is_shift(op) && is_left {
            return None;
        }
        let literal = Side::Number(number.integer);
        // One number of a kind tells as much as several.
        let is_same_kind = |other| matches!(other, Side::Number(known) if known.is_none() == number.is_float());
        let is_known = |known: &Operator| known.has(side) && (is_same_kind(known.left) || is_same_kind(known.right));
        if side != Side::Usize && !self.operators.iter().any(is_known) {
            let sign = operator::name(op)?;
            let span = if sign.starts_with("Bit") || is_shift(op) { SpanRange::of(op) } else { number.span.into() };
            let (left, right) = if is_left { (literal, side) } else { (side, literal) };
            self.record(Operator { sign, left, right, span, is_like });
        }
        Some(side)
    }

    fn record(&mut self, new: Operator) -> Option<Side> {
        let key = |operator: &Operator| (operator.sign, operator.left, operator.right);
        let known = self.operators.iter().position(|known| key(known) == key(&new));
        Some(Side::Value(known.unwrap_or_else(|| {
            self.operators.push(new);
            self.operators.len() - 1
        })))
    }
}
