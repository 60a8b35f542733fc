//! Expands one call, one line per stage.

use proc_macro2::TokenStream;

use crate::diagnostics::Diagnostics;
use crate::model::{Finish, Reader};
use crate::{check, editor, emit, lower, parse};

/// Expands one call.
pub fn expand(input: TokenStream, finish: Finish, reader: Reader) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let input = parse::parse(input, &mut diagnostics);
    let words = (reader == Reader::Editor).then(|| editor::words(&input));
    if diagnostics.has_syntax_error() {
        // Later mistakes may be consequences of the first one.
        diagnostics.keep_first();
        let mistakes = diagnostics.into_tokens();
        return match words {
            Some(words) => emit::emit_words(&input.krate, &words, &mistakes, None),
            None => emit::emit_mistakes(&mistakes),
        };
    }
    let mut model = lower::lower(input, reader, &mut diagnostics);
    // Shapes can still be checked if only refused forms of the expression are wrong.
    if diagnostics.fatal_count() == model.refused_forms {
        check::check(&model, &mut diagnostics);
    }
    let is_readable = !diagnostics.has_syntax_error();
    // Editors also show the compiler's warnings, so their expansion has none.
    let warnings = if words.is_none() { diagnostics.warnings() } else { TokenStream::new() };
    let mistakes = diagnostics.into_tokens();
    match words {
        Some(words) => {
            model.array_methods = TokenStream::new();
            editor::set_body(&mut model);
            let code = is_readable.then(|| emit::emit(&model, finish, &TokenStream::new(), &warnings));
            emit::emit_words(&model.krate, &words, &mistakes, code)
        }
        None if is_readable => emit::emit(&model, finish, &mistakes, &warnings),
        None => emit::emit_mistakes(&mistakes),
    }
}
