//! Operators whose sides have no type before the loop, as a local of a pattern or a tuple: their check stands in the loop, at the operator.
//!
//! It involves only types, so that it costs nothing when the loop runs, and decides none that the operator itself does not.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprBinary, Lifetime};

use crate::diagnostics::SpanRange;
use crate::lower::names::without_parentheses;
use crate::model::{InferredValue, Number, Side};
use crate::operator::{self, is_comparison, is_shift};
use crate::tokens::{accepted, held, literal, local, one_element, ours};

/// The most checks of a call: each is an expression inside of the next one of its chain, and compilers have a limit.
const MOST: usize = 64;

/// The checks of a call that stand in its loop.
#[derive(Debug, Default)]
pub struct Checks {
    /// The number of them.
    count: usize,
    /// True where there are none, as for the editor, or where a check would hide the expression from lints.
    pub are_off: bool,
}

/// The check of an operator.
pub struct Inside {
    sign: &'static str,
    left: Option<Number>,
    right: Option<Number>,
}

impl Checks {
    /// Puts the check of an assignment to a local into its right side. The local is looked at in unreachable code, which
    /// neither lints nor the borrow checker count as a use.
    pub fn assignment(&mut self, left: &Expr, op: &BinOp, right: &mut Expr, number: Option<Number>) {
        let Some(sign) = self.sign(op) else { return };
        let (sign, name, tokens) = (local(sign), local("__right"), without_parentheses(right).to_token_stream());
        let of_right = side(&name, number);
        let at = number.map_or(SpanRange::of(op), |number| number.span.into());
        let found = accepted(at, ours!((&(&__left, &#of_right, __bcast::#sign)).__bcast_operator()));
        // An index may have assignments too, and a label of the same name would be a warning.
        let known = Lifetime::new(&format!("'known{}", self.count), Span::mixed_site());
        *right = Expr::Verbatim(ours! {
            (match (#tokens,) {
                (#name,) => {
                    #[allow(unreachable_code)]
                    let __left = #known: {
                        break #known <_ as __bcast::Unit>::UNIT;
                        __bcast::value_like(&#left)
                    };
                    __bcast::opened(&#found, #name)
                }
            })
        });
    }

    /// Returns the check of an operator that has none before the loop. The numbers are those that its sides are.
    pub fn operator(
        &mut self,
        op: &BinOp,
        sides: [Option<Side>; 2],
        numbers: [Option<Number>; 2],
        is_likely: bool,
    ) -> Option<Inside> {
        let [left, right] = numbers;
        // An error opens the type of the first side that is not taken as a number; in a shift that must be the left one.
        let left = left.filter(|_| !is_shift(op));
        let has_check = [left, right].iter().zip(sides).all(|(number, side)| number.is_some() || side.is_some());
        if has_check || is_likely {
            return None;
        }
        let sign = self.sign(op)?;
        Some(Inside { sign, left, right })
    }

    /// The trait of an operator, if it may be checked in the loop.
    fn sign(&mut self, op: &BinOp) -> Option<&'static str> {
        let sign = operator::name(op).filter(|_| !is_comparison(op) && !self.are_off && self.count < MOST)?;
        self.count += 1;
        Some(sign)
    }
}

/// Puts the check of a value that is the whole expression into it: an array is no element.
pub fn whole(value: &InferredValue) -> TokenStream {
    let (tokens, name) = (&value.tokens, local("__value"));
    let kind = ours!((&__bcast::value_like(&#name)).__bcast_whole().__bcast_kind());
    let kind = one_element(value, kind);
    ours! {
        (match (#tokens,) {
            (#name,) => __bcast::opened(&#kind, #name),
        })
    }
}

/// A number, or the value that a name has, in a check.
fn side(name: &Ident, number: Option<Number>) -> TokenStream {
    match number {
        Some(number) => literal(number.integer),
        None => ours!(__bcast::value_like(&#name)),
    }
}

/// Puts the checks of a chain of operators into it, the leftmost first.
pub fn insert(chain: &mut Expr, checks: Vec<Option<Inside>>) {
    let mut operators = Vec::new();
    let mut left = std::mem::replace(chain, Expr::PLACEHOLDER);
    for _ in 0..checks.len() {
        let Expr::Binary(binary) = left else { unreachable!("a check has an operator") };
        operators.push((binary.op, binary.right));
        left = *binary.left;
    }
    for ((op, right), check) in operators.into_iter().rev().zip(checks) {
        left = match check {
            Some(check) => Expr::Verbatim(check.emit(&left, op, &right)),
            None => Expr::Binary(ExprBinary { attrs: Vec::new(), left: Box::new(left), op, right }),
        };
    }
    *chain = left;
}

impl Inside {
    /// Emits the operator in a `match` that binds its sides, with the check before it. A number stays beside the operator, where lints see it.
    fn emit(self, left: &Expr, op: BinOp, right: &Expr) -> TokenStream {
        let (mut names, mut values, mut looked_at, mut computed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (name, expr, number) in [("__left", left, self.left), ("__right", right, self.right)] {
            let (name, tokens) = (local(name), without_parentheses(expr).to_token_stream());
            looked_at.push(side(&name, number));
            if number.is_some() {
                computed.push(tokens);
            } else {
                computed.push(held(&name, SpanRange::of(&tokens)));
                names.push(name);
                values.push(tokens);
            }
        }
        let (sign, opened, left, right) = (local(self.sign), &names[0], &computed[0], &computed[1]);
        let at = self.left.or(self.right).map_or(SpanRange::of(&op), |number| number.span.into());
        let found = accepted(at, ours!((&(#(&#looked_at,)* __bcast::#sign)).__bcast_operator()));
        ours! {
            (match (#(#values,)*) {
                (#(#names,)*) => {
                    let #opened = __bcast::opened(&#found, #opened);
                    #left #op #right
                }
            })
        }
    }
}
