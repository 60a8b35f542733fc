//! The kinds of binary operators, told by their names.

use quote::ToTokens;
use syn::BinOp;

/// The operators that elements may lack, each before its trait; comparisons are of two kinds.
const OPERATORS: &str = "+ Add += AddAssign - Sub -= SubAssign * Mul *= MulAssign / Div /= DivAssign % Rem %= RemAssign \
                         & BitAnd &= BitAndAssign | BitOr |= BitOrAssign ^ BitXor ^= BitXorAssign << Shl <<= ShlAssign \
                         >> Shr >>= ShrAssign < Compare <= Compare > Compare >= Compare == Equal != Equal";

/// The trait of an operator; `None` for `&&` and `||`.
pub fn name(op: &BinOp) -> Option<&'static str> {
    let (sign, mut words) = (op.to_token_stream().to_string(), OPERATORS.split(' '));
    words.find(|word| *word == sign)?;
    words.next()
}

/// True if the operator is `+=`, `<<=` or the like.
pub fn is_compound(op: &BinOp) -> bool {
    name(op).is_some_and(|name| name.ends_with("Assign"))
}

/// True for `<<` and `>>`, whose value has the type of the left side.
pub fn is_shift(op: &BinOp) -> bool {
    name(op).is_some_and(|name| name.starts_with("Sh"))
}

/// True if the operator's value is a `bool`.
pub fn is_comparison(op: &BinOp) -> bool {
    matches!(name(op), Some("Compare" | "Equal"))
}

/// True if the operator's value has the type of both sides.
pub fn keeps_type(op: &BinOp) -> bool {
    name(op).is_some() && !is_comparison(op) && !is_shift(op)
}
