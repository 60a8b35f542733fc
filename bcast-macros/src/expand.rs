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
    if diagnostics.fatal_count() > 0 {
        // Later mistakes may be consequences of the first one.
        diagnostics.mistakes.truncate(1);
        return emit::emit_words(&input.krate, words.as_ref(), &diagnostics.into_tokens(), None);
    }
    let mut model = lower::lower(input, reader, &mut diagnostics);
    // Shapes can still be checked if only refused forms of the expression are wrong.
    if diagnostics.fatal_count() == model.refused_forms {
        check::check(&model, &mut diagnostics);
    }
    let is_readable = diagnostics.fatal_count() == 0;
    let (mut warnings, mistakes) = (diagnostics.warnings(), diagnostics.into_tokens());
    let mut in_code = mistakes.clone();
    if words.is_some() {
        // Editors also show the compiler's warnings, so their expansion has none, and the mistakes stand beside the words.
        (warnings, in_code) = Default::default();
        editor::set_body(&mut model);
    }
    let code = is_readable.then(|| emit::emit(&model, finish, &in_code, &warnings));
    emit::emit_words(&model.krate, words.as_ref(), &mistakes, code)
}
