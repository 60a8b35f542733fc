//! Methods that stand for a function of `bcast::math` if the receiver is an `f32` or `f64`.

use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::{Expr, ExprMethodCall};

use crate::diagnostics::SpanRange;
use crate::lower::names::without_parentheses;
use crate::model::FUSED;
use crate::spelling::has_word;

/// The methods' names. Functions that the standard library lacks are not listed: without such a method, types find the trait's. `erf` is in
/// std, though not yet stable.
const SWAPPED: &str = "cos erf exp exp2 exp_m1 ln ln_1p log10 log2 powf sin sqrt tan tanh";

/// The methods whose implementation the kernel chooses by its instruction set.
const LATER: &str = "erf exp exp2 exp_m1 gelu gelu_tanh ln ln_1p log10 log2 powf sigmoid silu softplus tanh";

/// The other methods of numbers whose value has the receiver's type.
const KEEPING: &str = "abs cbrt ceil clamp floor fract max min mul_add powi recip round rsqrt signum trunc";

/// More methods of numbers that people use in formulas.
const OTHER: &str = "acos acosh asin asinh atan atan2 atanh clone copysign cosh div_euclid hypot into norm norm_sqr \
                     pow rem_euclid sin_cos sinh to_degrees to_radians total_cmp";

/// The methods of numbers that take values of their receiver's type.
const OF_OWN_TYPE: &str = "atan2 clamp copysign div_euclid hypot max min mul_add powf rem_euclid";

/// Functions that take longer than reading a value from memory, of numbers and of complex ones.
pub const ELEMENTARY: &str = "acos acosh asin asinh atan atan2 atanh cbrt cis cos cosh erf exp exp2 exp_m1 from_polar gelu gelu_tanh hypot ln \
                          ln_1p log log10 log2 powf sigmoid silu sin sin_cos sinh softplus tan tanh";

/// True for a call of an elementary function, as a method or as an associated function.
pub fn is_elementary(expr: &Expr) -> bool {
    match expr {
        Expr::MethodCall(call) => has_word(ELEMENTARY, &call.method),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) if path.path.segments.len() > 1 => {
                path.path.segments.last().is_some_and(|last| has_word(ELEMENTARY, &last.ident))
            }
            _ => false,
        },
        _ => false,
    }
}

/// True if a method is one of numbers.
pub fn is_of_numbers(call: &ExprMethodCall) -> bool {
    keeps_type(call) || has_word(OTHER, &call.method)
}

/// True if a method of numbers takes values of its receiver's type.
pub fn takes_own_type(call: &ExprMethodCall) -> bool {
    has_word(OF_OWN_TYPE, &call.method)
}

/// True if a call's value has the receiver's type, where that is a primitive scalar.
pub fn keeps_type(call: &ExprMethodCall) -> bool {
    is_among(SWAPPED, call) || is_among(LATER, call) || has_word(KEEPING, &call.method)
}

/// Wraps the receiver of such a call, so that method resolution tries core's trait `Swapped` first. Calls with a wrong number
/// of arguments stay as they are, except for `log`, whose base is missing.
pub fn swap(call: &mut ExprMethodCall, for_editor: bool) {
    if is_among(SWAPPED, call) || is_among("log", call) {
        let receiver = &call.receiver;
        let span = Span::mixed_site().located_at(SpanRange::of(receiver).first);
        // Elements and the values of operators are copied; a local is not moved, and editors find the methods of a reference.
        *call.receiver = Expr::Verbatim(match without_parentheses(receiver) {
            value @ (Expr::Verbatim(_) | Expr::Binary(_)) if !for_editor => {
                quote_spanned!(span=> __bcast::MethodReceiver(#value))
            }
            _ => quote_spanned!(span=> (&&&&&#receiver)),
        });
    }
}

/// The value of such a call: functions of `bcast::math` are evaluated with the kernel's instruction set, other values pass through.
pub fn computed(call: &ExprMethodCall) -> Option<Expr> {
    is_among(LATER, call).then(|| {
        let span = Span::mixed_site().located_at(call.method.span());
        let fused = Ident::new(FUSED, Span::mixed_site());
        Expr::Verbatim(quote_spanned!(span=> #call.__bcast_computed(#fused)))
    })
}

/// True for a call of one of these methods, of which `powf` alone takes an argument.
fn is_among(methods: &str, call: &ExprMethodCall) -> bool {
    let arguments = usize::from(call.method == "powf");
    call.turbofish.is_none() && call.args.len() == arguments && has_word(methods, &call.method)
}

#[cfg(test)]
mod tests {
    use super::SWAPPED;

    /// The reference documents the same names.
    #[test]
    fn documented() {
        let reference = include_str!("../../../docs/reference.md");
        let row =
            reference.lines().find(|line| line.starts_with("| in place of std's |")).expect("the row of the table");
        let documented: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        assert_eq!(documented.join(" "), SWAPPED);
    }
}
