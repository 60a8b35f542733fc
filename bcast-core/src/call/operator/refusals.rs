//! Traits whose only job is to carry the message about an operator that elements lack: nothing implements them.

/// About an operator that two types of numbers lack.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between elements of types `{A}` and `{B}`",
    label = "not defined for `{A}` and `{B}`",
    note = "numbers are converted only where the expression says so: `y as {A}` on the right, or `x as {B}` on the left"
)]
pub trait HaveOperator<const OPERATOR: char, A, B> {}

/// About an operator of what is no number.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between elements of types `{A}` and `{B}`",
    label = "not defined for `{A}` and `{B}`",
    note = "a `bool` selects, as in `if mask {{ x }} else {{ 0.0 }}`, and two are joined by `a | b` or `a & b`; an `Option` or `Result` is opened \
            before the call, as in `let k = k.unwrap_or(1.0);`, and a text parsed, as in `let k: f32 = k.parse().unwrap();`"
)]
pub trait TakeNumbers<const OPERATOR: char, A, B> {}

/// About an operator of bits beside what has none.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between elements of types `{A}` and `{B}`",
    label = "a comparison beside it stands in parentheses, as in `m & (x > 1.0)`"
)]
pub trait HaveBits<const OPERATOR: char, A, B> {}

/// About floats at `^`.
#[diagnostic::on_unimplemented(
    message = "{OPERATOR} joins bits, which elements of type `{A}` lack",
    label = "a power is `x.powf(y)`, or `x.powi(2)` for an integer"
)]
pub trait AreBits<const OPERATOR: char, A, B> {}

/// About a shift of what has no bits, or by what is no integer.
#[diagnostic::on_unimplemented(
    message = "there is no shift of elements of type `{A}` by elements of type `{B}`",
    label = "integers are shifted, by integers; floats are scaled, as in `x * 4.0`"
)]
pub trait AreShifted<A, B> {}

/// About complex numbers beside numbers of another type.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between elements of types `{A}` and `{B}`",
    label = "not defined for `{A}` and `{B}`",
    note = "complex numbers and what stands beside them have parts of one type: `y as f64` converts a number for parts of type `f64`"
)]
pub trait MatchParts<const OPERATOR: char, A, B> {}

/// About an operator that a type lacks with another one, and has with itself.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between elements of types `{A}` and `{B}`",
    label = "not defined for `{A}` and `{B}`",
    note = "two of type `{A}` have it: a field or method of `{B}` is one, as in `k.gain`, or is made one before the call, as in `let k: {A} = ..;`; \
            an operator between the two types is an `impl` for `{A}`, or in generic code a bound such as `{A}: core::ops::Mul<{B}, Output = {A}>`"
)]
pub trait Implements<const OPERATOR: char, A, B> {}

/// About an operator of a function.
#[diagnostic::on_unimplemented(
    message = "a side of the operator {OPERATOR} is a function",
    label = "call it, as in `f(x)`",
    note = "the sides are of types `{A}` and `{B}`"
)]
pub trait TakeValues<const OPERATOR: char, A, B> {}

/// About a float beside integers.
#[diagnostic::on_unimplemented(
    message = "a float stands beside elements of type `{Self}`",
    label = "`x as f32` or `x as f64` converts the elements"
)]
pub trait TakeFloat {}

/// About an integer beside floats.
#[diagnostic::on_unimplemented(
    message = "`{VALUE}` is an integer, and the elements beside it are of type `{Self}`",
    label = "write `{VALUE}.0`"
)]
pub trait TakeInteger<const VALUE: u128> {}

/// About a number beside what is none.
#[diagnostic::on_unimplemented(
    message = "there is no operator between a number and elements of type `{Self}`",
    label = "beside elements of type `{Self}`",
    note = "a `bool` selects, as in `if mask {{ x }} else {{ 0.0 }}`; an `Option` or `Result` is opened before the call, as in \
            `let k = k.unwrap_or(1.0);`, and a text parsed, as in `let k: f32 = k.parse().unwrap();`"
)]
pub trait TakeNumber {}

/// About a number beside a function.
#[diagnostic::on_unimplemented(
    message = "a side of the operator is a function",
    label = "call it, as in `f(x)`, beside this number"
)]
pub trait TakeValue {}

/// About a number on the right of elements that have the operator with their own type only.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between elements of type `{A}` and a number",
    label = "on the right of elements of type `{A}`",
    note = "two of type `{A}` have it: make the number one before the call, as in `let k: {A} = ..;`"
)]
pub trait TakeNumberOnRight<const OPERATOR: char, A> {}

/// About a number on the left of elements that lack the operator.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between a number and elements of type `{A}`",
    label = "on the left of elements of type `{A}`",
    note = "a field or method of `{A}` that is a number stands beside one, as in `k.gain`; an operator of a number on the left is an `impl` \
            for its type, or in generic code a bound such as `f64: core::ops::Mul<{A}, Output = {A}>`"
)]
pub trait TakeNumberOnLeft<const OPERATOR: char, A> {}
