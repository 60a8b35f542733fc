//! The spelling of expressions in messages, by which occurrences are also compared.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// Spells tokens as a person would: `self.weight`, `x.t()`, `f(a, b)`. Equal tokens have equal spellings.
pub fn spelling(tokens: TokenStream) -> String {
    let mut text = String::new();
    push_all(&mut text, tokens);
    text
}

fn push_all(text: &mut String, tokens: TokenStream) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                push_all(text, group.stream());
                text.push_str(close);
            }
            TokenTree::Punct(punct) => {
                text.push(punct.as_char());
                if matches!(punct.as_char(), ',' | ';') {
                    text.push(' ');
                }
            }
            // Adjacent words need a space between them.
            word => {
                if text.ends_with(|last: char| last.is_alphanumeric() || last == '_') {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
            }
        }
    }
}

/// The words in tokens, those in groups too.
pub fn words(tokens: TokenStream) -> Vec<Ident> {
    let of_token = |token| match token {
        TokenTree::Ident(word) => vec![word],
        TokenTree::Group(group) => words(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
    };
    tokens.into_iter().flat_map(of_token).collect()
}

/// True if a token is one of these signs.
pub fn is_sign(token: Option<&TokenTree>, signs: &str) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if signs.contains(punct.as_char()))
}

/// True if a list, with spaces between its words, has this one.
pub fn has_word<T: PartialEq<str> + ?Sized>(list: &str, word: &T) -> bool {
    list.split(' ').any(|listed| word == listed)
}
