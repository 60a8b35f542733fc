//! Reads `where path: [shape], ..`.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{LitInt, Token};

use super::{Input, at_end, repair, skip};
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{Entry, Length, Stated};
use crate::options;
use crate::spelling::is_sign;

const ENTRIES: &str = "a length is a literal (`3`), a name (`N`), a value (`{n}`) or `_`";

/// Reads `where` and everything after it.
pub fn read_where(stream: ParseStream<'_>, input: &mut Input, diagnostics: &mut Diagnostics) {
    let span = stream.span();
    let _: Option<Token![where]> = stream.parse().ok();
    if stream.peek(Token![:]) && !stream.peek(Token![::]) {
        diagnostics.fatal(stream.span(), "no `:` stands after `where`; leave it out");
        let _: Option<Token![:]> = stream.parse().ok();
    }
    if at_end(stream) {
        diagnostics.fatal(span, "shapes follow `where`, as in `where x: [N, 3]`");
    }
    while !at_end(stream) {
        let first = stream.span();
        let tokens: Vec<TokenTree> = skip(stream, |stream| stream.peek(Token![,])).into_iter().collect();
        let comma = stream.span();
        let _: Option<Token![,]> = stream.parse().ok();
        if tokens.is_empty() {
            diagnostics.fatal(comma, "nothing stands between these commas; leave one out");
        } else if matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "where") {
            diagnostics.fatal(first, "`where` stands once; commas separate its shapes");
        } else {
            let shape = read_shape(&tokens, input, diagnostics);
            input.shapes.extend(shape);
        }
    }
}

fn read_shape(tokens: &[TokenTree], input: &mut Input, diagnostics: &mut Diagnostics) -> Option<Stated<TokenStream>> {
    let (key, shape) = split_at_colon(tokens);
    let (all, key): (TokenStream, TokenStream) = (tokens.iter().cloned().collect(), key.iter().cloned().collect());
    input.keys.push(key.clone());
    if let [TokenTree::Ident(name), rest @ ..] = tokens
        && options::from_name(&name.to_string()).is_some()
        && !is_sign(rest.first(), ":")
    {
        diagnostics.fatal(name.span(), format!("`where` comes last; the option `{name}` goes before it"));
        return None;
    }
    match shape {
        Some([TokenTree::Group(group), rest @ ..]) if group.delimiter() == Delimiter::Bracket => {
            if let Some(after) = rest.first() {
                diagnostics.fatal(after.span(), "a comma goes after a shape, before the next one");
            }
            Some(Stated { target: key, entries: read_entries(group, input, diagnostics), brackets: group.span() })
        }
        Some(shape) => {
            let shape: TokenStream = shape.iter().cloned().collect();
            let at = if shape.is_empty() { &all } else { &shape };
            let message = "a shape stands in brackets, as in `x: [N, 3]`, and a computed length in braces, `x: [{n}]`; `[]` is a scalar; \
                           bounds of types stand at the function";
            diagnostics.fatal_at(at, message);
            None
        }
        None => {
            diagnostics.fatal_at(&all, "expected a shape, as in `x: [N, 3]`");
            None
        }
    }
}

/// The tokens before the first colon that is not part of `::`, and those behind it, if there is one yet.
fn split_at_colon(tokens: &[TokenTree]) -> (&[TokenTree], Option<&[TokenTree]>) {
    let is_colon = |at| is_sign(tokens.get(at), ":");
    let mut at = 0;
    while at < tokens.len() {
        match (is_colon(at), is_colon(at + 1)) {
            (true, true) => at += 2,
            (true, false) if at > 0 => return (&tokens[..at], Some(&tokens[at + 1..])),
            _ => at += 1,
        }
    }
    (tokens, None)
}

fn read_entries(brackets: &Group, input: &mut Input, diagnostics: &mut Diagnostics) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut piece = Vec::new();
    for token in brackets.stream() {
        match token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => {
                if piece.is_empty() {
                    diagnostics.fatal(comma.span(), format!("a length is missing before this comma; {ENTRIES}"));
                } else {
                    entries.push(read_entry(&std::mem::take(&mut piece), input, diagnostics));
                }
            }
            token => piece.push(token),
        }
    }
    // A trailing comma leaves nothing behind.
    if !piece.is_empty() {
        entries.push(read_entry(&piece, input, diagnostics));
    }
    entries
}

/// Reads one length. An unreadable one counts as unknown, to keep the rank right.
fn read_entry(piece: &[TokenTree], input: &mut Input, diagnostics: &mut Diagnostics) -> Entry {
    let at = SpanRange::of(&piece.iter().cloned().collect::<TokenStream>());
    let length = read_length(piece, input, diagnostics).unwrap_or_else(|refused| {
        diagnostics.fatal(at, refused);
        Length::Open
    });
    Entry { length, span: at.first }
}

/// Reads the tokens of a length, or says what is wrong with them.
fn read_length(piece: &[TokenTree], input: &mut Input, diagnostics: &mut Diagnostics) -> Result<Length, String> {
    Err(match piece {
        [TokenTree::Literal(literal)] => return read_number(literal).map(Length::Known),
        [name] if name.to_string() == "_" => return Ok(Length::Open),
        [TokenTree::Ident(name)] if name == "None" => format!("an unknown length is `_`; {ENTRIES}"),
        [TokenTree::Ident(name)] => match syn::parse2::<Ident>(piece.iter().cloned().collect()) {
            Ok(name) if !is_lower_case(&name) => {
                return Ok(Length::Symbol(index_of(&mut input.names, name, ToString::to_string) as u32));
            }
            Ok(name) => format!(
                "`{name}` is lower-case, and a symbol of `where` is an upper-case NAME; `{{{name}}}` is the value of `{name}`"
            ),
            Err(_) => format!("`{name}` is a keyword; {ENTRIES}"),
        },
        [TokenTree::Group(braces)] if braces.delimiter() == Delimiter::Brace => {
            let Err(error) = syn::parse2::<syn::Expr>(braces.stream()) else {
                return Ok(input.value(braces.stream()));
            };
            if braces.stream().is_empty() {
                format!("the value is missing; {ENTRIES}")
            } else {
                diagnostics.fatal(braces.span(), format!("{error}; {ENTRIES}"));
                let repaired = repair(braces.stream());
                let is_whole = syn::parse2::<syn::Expr>(repaired.clone()).is_ok();
                return Ok(if is_whole { input.value(repaired) } else { Length::Open });
            }
        }
        [minus, TokenTree::Literal(_)] if is_sign(Some(minus), "-") => format!("a length is not negative; {ENTRIES}"),
        [one, other] if is_sign(Some(one), ".") && is_sign(Some(other), ".") => {
            format!("`..` can't leave axes open: every axis has its entry; {ENTRIES}")
        }
        [question] if is_sign(Some(question), "?") => format!("an unknown length is `_`; {ENTRIES}"),
        _ if piece.windows(2).any(lacks_comma) => format!("a comma goes between two lengths; {ENTRIES}"),
        _ => format!("a computed length goes in braces; {ENTRIES}"),
    })
}

impl Input {
    /// The length that a value in braces is.
    fn value(&mut self, tokens: TokenStream) -> Length {
        self.typed_values.push(tokens.clone());
        Length::Value(index_of(&mut self.values, tokens, ToString::to_string) as u32)
    }
}

/// Returns the index of an equal entry, adding a new one at the end.
pub fn index_of<T>(list: &mut Vec<T>, new: T, key: impl Fn(&T) -> String) -> usize {
    let wanted = key(&new);
    list.iter().position(|known| key(known) == wanted).unwrap_or_else(|| {
        list.push(new);
        list.len() - 1
    })
}

/// True if the first letter of a name is lower-case.
pub fn is_lower_case(name: &Ident) -> bool {
    let text = name.to_string();
    text.trim_start_matches("r#").chars().find(|letter| letter.is_alphabetic()).is_some_and(char::is_lowercase)
}

/// True if two neighbours are lengths, or separated by a semicolon.
fn lacks_comma(pair: &[TokenTree]) -> bool {
    let is_word = |token: &TokenTree| matches!(token, TokenTree::Literal(_) | TokenTree::Ident(_));
    pair.iter().all(is_word) || pair.iter().any(|token| is_sign(Some(token), ";"))
}

fn read_number(literal: &proc_macro2::Literal) -> Result<usize, String> {
    let literal = syn::parse2::<LitInt>(TokenTree::Literal(literal.clone()).into()).map_err(|_| ENTRIES.to_owned())?;
    if !matches!(literal.suffix(), "" | "usize") {
        return Err(format!("a length is a usize, not `{}`; write it without a suffix", literal.suffix()));
    }
    literal.base10_parse().map_err(|_| format!("`{literal}` is too large for a length"))
}
