//! One call from tokens to tokens, a line a stage.

use proc_macro2::TokenStream;

use crate::diagnostics::Diagnostics;
use crate::editor::{self, Reader};
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
pub fn expand(input: TokenStream, finish: Finish, reader: Reader) -> TokenStream {
    let mut diagnostics = Diagnostics::new();
    let input = parse::parse(input, &mut diagnostics);
    let words = (reader == Reader::Editor).then(|| editor::words(&input));
    let mut model = lower::lower(input, &mut diagnostics);
    // What is refused inside the expression says nothing about shapes, and all else does.
    if diagnostics.fatal_count() == model.refused_forms {
        check::check(&model, &mut diagnostics);
    }
    let is_readable = !diagnostics.has_syntax_error();
    // An editor shows the compiler's warnings; a second time it would be one too many.
    let warnings = if words.is_none() { diagnostics.warnings() } else { TokenStream::new() };
    let mistakes = diagnostics.into_tokens();
    match words {
        Some(words) => {
            model.reader = reader;
            model.array_methods = TokenStream::new();
            model.body = editor::body(&model.krate, model.place.as_ref());
            let code = is_readable.then(|| emit::emit(&model, finish, &TokenStream::new(), &warnings));
            emit::emit_words(&model.krate, &words, &mistakes, code)
        }
        None if is_readable => emit::emit(&model, finish, &mistakes, &warnings),
        None => emit::emit_fallback(&model, &mistakes),
    }
}
