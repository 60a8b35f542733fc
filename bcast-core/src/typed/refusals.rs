//! Traits whose only job is to carry `on_unimplemented` text; no invalid shape implements them.
//!
//! `Self` is the shape that does not fit, `O` the shape that it does not fit, `M` the mode, and `I` the operand's index with the lifetime
//! of its list. The compiler prints the names too, as in "the trait `LengthFits<4, 3, 1, numpy, (Len<2>, Len<3>), Nth<'_, 1>>` is not
//! implemented for `(Len<4>,)`", so they state what would be right. No trait is implemented for single types: the compiler would list
//! those.
//!
//! The traits are public, so that the compiler prints them without a path. So users can implement them, but only for shapes with names of
//! their own, since all other types are foreign; lengths with names are compared at run time anyway.

/// Bounds on two lengths; they hold only for the parameters after `for`.
macro_rules! length_refusals {
    ($($(#[$attribute:meta])* $name:ident[$($parameters:tt)*] $(for [$($generics:tt)*] [$($equal:tt)*])?;)*) => {$(
        /// Holds if the two lengths are certainly equal.
        $(#[$attribute])*
        pub trait $name<$($parameters)*> {
            /// `T`
            type Next<T>;
        }
        $(#[doc(hidden)] impl<$($generics)*> $name<$($equal)*> for S {
            type Next<T> = T;
        })?
    )*};
}

length_refusals! {
    #[diagnostic::on_unimplemented(
        message = "length {K} meets {J} at axis {AXIS} of the result; only length 1 stretches (mode = {M})",
        label = "`{Self}` does not broadcast onto `{O}`",
        note = "axis     {AXIS}\nresult   {J}  in `{O}`\noperand  {K}  in `{Self}`\n         ^ length {K} meets {J}; only length 1 stretches",
        note = "a length 1 that stretches is a literal: `1` in `shape!`, `[T; 1]` in nested arrays; other lengths are equal only by the same \
                number or name; `axis(x) = k` puts an operand on other axes"
    )]
    LengthFits[const K: usize, const J: usize, const AXIS: usize, M, O, I] for [S, const K: usize, const AXIS: usize, M, O, I] [K, K, AXIS, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length {K} meets 1 at axis {AXIS} of the result, which is given and never stretches (mode = {M})",
        label = "`{Self}` does not broadcast onto `{O}`",
        note = "axis     {AXIS}\nresult   1  in `{O}`\noperand  {K}  in `{Self}`\n         ^ length {K} meets 1 of a result that is given; it never stretches",
        note = "`to`, `base`, the place of `op=` or else the first array gives that shape; a 1 in it stays 1"
    )]
    LengthFitsOne[const K: usize, const AXIS: usize, M, O, I] for [S, const AXIS: usize, M, O, I] [1, AXIS, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length {K} meets {J} at axis {AXIS} of the result; mode {M} stretches nothing (mode = {M})",
        label = "`{Self}` does not have the shape `{O}`",
        note = "axis     {AXIS}\nresult   {J}  in `{O}`\noperand  {K}  in `{Self}`\n         ^ length {K} meets {J}; mode {M} stretches nothing",
        note = "in mode {M} all shapes are the same and nothing stretches; in `mode = numpy` a literal 1 does"
    )]
    LengthEquals[const K: usize, const J: usize, const AXIS: usize, M, O, I] for [S, const K: usize, const AXIS: usize, M, O, I] [K, K, AXIS, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length {K} meets `{Name}` at axis {AXIS} of the result; a symbol is equal only to itself (mode = {M})",
        label = "`{Self}` does not broadcast onto `{O}`",
        note = "axis     {AXIS}\nresult   {Name}  in `{O}`\noperand  {K}  in `{Self}`\n         ^ length {K} meets {Name}; a symbol is equal only to itself",
        note = "`{Name}` is a length known only at run time; `_` instead of it is compared then"
    )]
    LengthFitsName[const K: usize, Name, const AXIS: usize, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length `{Name}` meets {J} at axis {AXIS} of the result; a symbol is equal only to itself (mode = {M})",
        label = "`{Self}` does not broadcast onto `{O}`",
        note = "axis     {AXIS}\nresult   {J}  in `{O}`\noperand  {Name}  in `{Self}`\n         ^ length {Name} meets {J}; a symbol is equal only to itself",
        note = "a name never stretches, and is equal only to itself; `_` instead of it is compared at run time"
    )]
    NameFitsLength[Name, const J: usize, const AXIS: usize, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length `{Name}` meets `{Other}` at axis {AXIS} of the result; a symbol is equal only to itself (mode = {M})",
        label = "`{Self}` does not broadcast onto `{O}`",
        note = "axis     {AXIS}\nresult   {Other}  in `{O}`\noperand  {Name}  in `{Self}`\n         ^ length {Name} meets {Other}; a symbol is equal only to itself",
        note = "a name is equal only to itself; `_` instead of one of them is compared at run time"
    )]
    NameFitsName[Name, Other, const AXIS: usize, M, O, I] for [S, Name, const AXIS: usize, M, O, I] [Name, Name, AXIS, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length {K} of the result meets {J} at axis {AXIS} of the place; a place never stretches (mode = {M})",
        label = "the result, `{Self}`, does not stretch to the place, `{O}`",
        note = "axis     {AXIS}\nplace    {J}  in `{O}`\nresult   {K}  in `{Self}`\n         ^ length {K} meets {J} of the place, which never stretches",
        note = "a place never stretches, and of the result only a literal 1 does"
    )]
    LengthFitsPlace[const K: usize, const J: usize, const AXIS: usize, M, O, I] for [S, const K: usize, const AXIS: usize, M, O, I] [K, K, AXIS, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length {K} of the result meets {J} at axis {AXIS} of the place; a place never stretches (mode = {M})",
        label = "the place, `{O}`, does not have the result's shape, `{Self}`",
        note = "axis     {AXIS}\nplace    {J}  in `{O}`\nresult   {K}  in `{Self}`\n         ^ length {K} meets {J} of the place, which never stretches",
        note = "here the result does not stretch to the place; `to = [..]` with the place's lengths makes it of that shape"
    )]
    LengthEqualsPlace[const K: usize, const J: usize, const AXIS: usize, M, O, I] for [S, const K: usize, const AXIS: usize, M, O, I] [K, K, AXIS, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length {K} of the result meets `{Name}` at axis {AXIS} of the place; a symbol is equal only to itself (mode = {M})",
        label = "the result, `{Self}`, does not stretch to the place, `{O}`",
        note = "axis     {AXIS}\nplace    {Name}  in `{O}`\nresult   {K}  in `{Self}`\n         ^ length {K} meets {Name}; a symbol is equal only to itself",
        note = "`{Name}` is a length known only at run time; `_` instead of it is compared then"
    )]
    LengthFitsPlaceName[const K: usize, Name, const AXIS: usize, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length `{Name}` of the result meets {J} at axis {AXIS} of the place; a symbol is equal only to itself (mode = {M})",
        label = "the result, `{Self}`, does not stretch to the place, `{O}`",
        note = "axis     {AXIS}\nplace    {J}  in `{O}`\nresult   {Name}  in `{Self}`\n         ^ length {Name} meets {J}; a symbol is equal only to itself",
        note = "a name never stretches, and is equal only to itself; `_` instead of it is compared at run time"
    )]
    NameFitsPlaceLength[Name, const J: usize, const AXIS: usize, M, O, I];
    #[diagnostic::on_unimplemented(
        message = "length `{Name}` of the result meets `{Other}` at axis {AXIS} of the place; a symbol is equal only to itself (mode = {M})",
        label = "the result, `{Self}`, does not stretch to the place, `{O}`",
        note = "axis     {AXIS}\nplace    {Other}  in `{O}`\nresult   {Name}  in `{Self}`\n         ^ length {Name} meets {Other}; a symbol is equal only to itself",
        note = "a name is equal only to itself; `_` instead of one of them is compared at run time"
    )]
    NameFitsPlaceName[Name, Other, const AXIS: usize, M, O, I] for [S, Name, const AXIS: usize, M, O, I] [Name, Name, AXIS, M, O, I];
}

/// Never holds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not lie in the result `{O}` with all of its axes (mode = {M})",
    label = "too many axes, another rank, or an axis that the result does not have",
    note = "`axis` and `axes` count the axes of the result from 0; past its last axis only a literal 1 is dropped"
)]
pub trait LiesIn<M, O, I> {}
/// Never holds.
#[diagnostic::on_unimplemented(
    message = "mode {M}: the shape of the result depends on `axis`, which is known only at run time",
    label = "`{Self}` lies at an unknown axis of `{O}`",
    note = "write the axis as a literal, or take views without a shape in their type: slices or ndarray's"
)]
pub trait LiesAtALiteralAxis<M, O, I> {}
/// Never holds.
#[diagnostic::on_unimplemented(
    message = "mode {M}: the shape of the result depends on where this vector lies, which types do not decide",
    label = "`{Self}` is outermost if it is as long as the outermost axis of `{O}`, else innermost",
    note = "state it as a matrix, `shape![1, W]` or `shape![N, 1]`, or give `to = [..]`"
)]
pub trait LiesAtADecidedAxis<M, O, I> {}
/// Never holds.
#[diagnostic::on_unimplemented(
    message = "the result, `{Self}`, does not have the rank of the place, `{O}` (mode = {M})",
    label = "another number of axes than the result has"
)]
pub trait LiesInPlace<M, O, I> {}
