//! One call from tokens to tokens, a line a stage.

use proc_macro2::TokenStream;

use crate::diagnostics::Diagnostics;
use crate::{check, emit, lower, parse};

/// What a call does with its `Result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// `bcast!`: panics at the caller's line.
    Panic,
    /// `try_bcast!`: hands it on.
    Result,
}

/// Expands one call.
pub fn expand(input: TokenStream, finish: Finish) -> TokenStream {
    let mut diagnostics = Diagnostics::new();
    let input = parse::parse(input, &mut diagnostics);
    let model = lower::lower(input, &mut diagnostics);
    if diagnostics.has_syntax_error() {
        return emit::emit_fallback(&model, &diagnostics.into_tokens());
    }
    let row = check::check(&model, &mut diagnostics);
    emit::emit(&model, finish, row, &diagnostics.into_tokens())
}
