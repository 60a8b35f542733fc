//! Refuses deep nesting before anything recursive (syn, the walk, dropping the tree) processes it.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use crate::spelling::has_word;

/// The deepest nesting of delimiters and prefix forms.
pub const DEEPEST: usize = 100;

/// The most consecutive tokens between separators, summed from the outermost group inwards. A chain of binary operators or method calls is
/// a tree as deep as it is long, even if parsed in a loop.
const LONGEST: usize = 1_000;

/// Returns the span where tokens nest too deep, if they do, behind so many forms and tokens around them.
pub fn too_deep(tokens: TokenStream, [outer_climbs, outer_length]: [usize; 2]) -> Option<Span> {
    let (mut climbs, mut length) = (outer_climbs, outer_length);
    let mut previous = Previous::Start;
    for token in tokens {
        if previous.ends_statement_before(&token) {
            (climbs, length) = (outer_climbs, outer_length);
        }
        length += 1;
        climbs += usize::from(previous.is_climb(&token));
        if climbs > DEEPEST || length > LONGEST {
            return Some(token.span());
        }
        previous = match &token {
            TokenTree::Group(group) => {
                if climbs + 1 > DEEPEST {
                    return Some(group.span_open());
                }
                let found = too_deep(group.stream(), [climbs + 1, length]);
                if found.is_some() {
                    return found;
                }
                if group.delimiter() == Delimiter::Brace { Previous::Braces } else { Previous::Operand }
            }
            TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';') => {
                (climbs, length) = (outer_climbs, outer_length);
                Previous::Start
            }
            TokenTree::Punct(punct) => Previous::Punct(punct.as_char()),
            TokenTree::Ident(word) if has_word(KEYWORDS, word) => Previous::Start,
            TokenTree::Ident(_) | TokenTree::Literal(_) => Previous::Operand,
        };
    }
    None
}

#[derive(Clone, Copy)]
enum Previous {
    Start,
    Operand,
    Braces,
    Punct(char),
}

impl Previous {
    /// Statements and match arms need no separator after braces, unless an operator or `else` continues them.
    fn ends_statement_before(self, next: &TokenTree) -> bool {
        match next {
            TokenTree::Punct(_) => false,
            TokenTree::Ident(word) => matches!(self, Self::Braces) && word != "else" && word != "as",
            _ => matches!(self, Self::Braces),
        }
    }

    /// True if a parser recurses at this token.
    fn is_climb(self, token: &TokenTree) -> bool {
        match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                '=' | '<' | '@' => true,
                '.' => matches!(self, Self::Punct('.')),
                '-' | '*' | '&' | '|' | '!' | '>' => matches!(self, Self::Start | Self::Punct(_)),
                _ => false,
            },
            TokenTree::Ident(word) => has_word(KEYWORDS, word),
            TokenTree::Literal(_) | TokenTree::Group(_) => false,
        }
    }
}

/// Keywords before an expression, pattern or type.
const KEYWORDS: &str = "if else match return break yield move static async unsafe loop while for in let const mut ref \
                        dyn impl become box try raw";
