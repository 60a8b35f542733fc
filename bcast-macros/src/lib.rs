//! The procedural macros behind `bcast!` and `try_bcast!`; use them through the crate `bcast-dsl`.

mod check;
mod constants;
mod diagnostics;
mod editor;
mod emit;
mod expand;
mod lower;
mod model;
mod operator;
mod options;
mod parse;
mod scope;
mod shape;
mod spelling;
#[cfg(test)]
mod tests;
mod tokens;
mod typed;

use expand::expand;
use model::{Finish, Reader};
use proc_macro::TokenStream;

/// The expansion of `bcast!`; the facade's macro passes its `$crate` and the user's tokens.
#[doc(hidden)]
#[proc_macro]
pub fn __bcast(input: TokenStream) -> TokenStream {
    expand(input.into(), Finish::Panic, Reader::here()).into()
}

/// The expansion of `try_bcast!`.
#[doc(hidden)]
#[proc_macro]
pub fn __try_bcast(input: TokenStream) -> TokenStream {
    expand(input.into(), Finish::Result, Reader::here()).into()
}

/// The expansion of `shape!`.
#[doc(hidden)]
#[proc_macro]
pub fn __shape(input: TokenStream) -> TokenStream {
    shape::expand_shape(input.into()).into()
}

/// The expansion of `dim!`.
#[doc(hidden)]
#[proc_macro]
pub fn __dim(input: TokenStream) -> TokenStream {
    shape::expand_dim(input.into()).into()
}
