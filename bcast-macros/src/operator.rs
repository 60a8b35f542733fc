//! The kinds of binary operators, told by their names.

use syn::BinOp;

/// The trait of an operator that elements may lack; comparisons are of two kinds. `None` for `&&` and `||`.
pub fn name(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "Add",
        BinOp::AddAssign(_) => "AddAssign",
        BinOp::Sub(_) => "Sub",
        BinOp::SubAssign(_) => "SubAssign",
        BinOp::Mul(_) => "Mul",
        BinOp::MulAssign(_) => "MulAssign",
        BinOp::Div(_) => "Div",
        BinOp::DivAssign(_) => "DivAssign",
        BinOp::Rem(_) => "Rem",
        BinOp::RemAssign(_) => "RemAssign",
        BinOp::BitAnd(_) => "BitAnd",
        BinOp::BitAndAssign(_) => "BitAndAssign",
        BinOp::BitOr(_) => "BitOr",
        BinOp::BitOrAssign(_) => "BitOrAssign",
        BinOp::BitXor(_) => "BitXor",
        BinOp::BitXorAssign(_) => "BitXorAssign",
        BinOp::Shl(_) => "Shl",
        BinOp::ShlAssign(_) => "ShlAssign",
        BinOp::Shr(_) => "Shr",
        BinOp::ShrAssign(_) => "ShrAssign",
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => "Compare",
        BinOp::Eq(_) | BinOp::Ne(_) => "Equal",
        _ => return None,
    })
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
