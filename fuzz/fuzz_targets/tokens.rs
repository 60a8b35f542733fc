//! Calls of the macros, valid and invalid, through parser, checker and expansion: no panics or hangs, balanced code, and reported ranges
//! inside the call.
//!
//! The first byte selects the macro and the reader. If its highest bit is set, each following byte is a word of the
//! language or a bracket, so that mutations work on tokens; else the bytes are the text of the call, in which `«` and
//! `»` stand for the invisible brackets that `macro_rules!` puts around its arguments.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The macro's sources, included since a proc-macro crate cannot be called from other crates.
#[path = "../../bcast-macros/src"]
#[allow(dead_code, reason = "the doors into the crate are not taken")]
mod sources {
    pub mod check;
    pub mod constants;
    pub mod diagnostics;
    pub mod editor;
    pub mod emit;
    pub mod expand;
    pub mod lower;
    pub mod model;
    pub mod operator;
    pub mod options;
    pub mod parse;
    pub mod scope;
    pub mod shape;
    pub mod spelling;
    pub mod tokens;
    pub mod typed;
    #[path = "tests/verdict.rs"]
    pub mod verdict;
    #[path = "tests/vocabulary.rs"]
    pub mod vocabulary;
}
use sources::*;

use model::{Finish, Reader};
use verdict::{FACADE, verdict};
use vocabulary::{CALLS, WORDS};

/// The stand-in for invisible brackets during lexing.
const FACELESS: &str = "__faceless";

/// Turns each byte into a word.
fn words(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        let index = usize::from(byte);
        let word = WORDS.get(index).or_else(|| {
            let index = index - WORDS.len();
            let brackets = [")", "(", "[", "{", "«"].iter();
            brackets.chain(CALLS).nth(index)
        });
        text += word.unwrap_or(&"x");
        text.push(' ');
    }
    text
}

/// Closes open brackets in the text, and removes unmatched closing ones.
fn balanced(text: &str) -> String {
    let mut open = Vec::new();
    let mut balanced = String::new();
    for letter in text.chars() {
        match letter {
            '(' | '[' | '{' | '«' => {
                open.push(letter);
                balanced.push(letter);
            }
            ')' | ']' | '}' | '»' => balanced.extend(open.pop().map(closing)),
            _ => balanced.push(letter),
        }
    }
    balanced.extend(open.into_iter().rev().map(closing));
    balanced
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        _ => '»',
    }
}

/// Makes the marked groups invisible.
fn faceless(tokens: TokenStream) -> TokenStream {
    let group = |group: Group| {
        let inner = group.stream();
        let is_marked = matches!(inner.clone().into_iter().next(), Some(TokenTree::Ident(first)) if first == FACELESS);
        let (delimiter, skipped) = if is_marked { (Delimiter::None, 1) } else { (group.delimiter(), 0) };
        let mut made = Group::new(delimiter, faceless(inner.into_iter().skip(skipped).collect()));
        made.set_span(group.span());
        TokenTree::Group(made)
    };
    let token = |token| if let TokenTree::Group(whole) = token { group(whole) } else { token };
    tokens.into_iter().map(token).collect()
}

fn lexed(text: &str) -> Option<TokenStream> {
    text.parse().ok().map(faceless)
}

/// Two of the macros do not expand to an expression.
fn whole<T: syn::parse::Parse>(expansion: TokenStream, context: &str) {
    if let Err(error) = syn::parse2::<T>(expansion.clone()) {
        panic!("{error}: {expansion}\n{context}");
    }
}

struct Items;

impl syn::parse::Parse for Items {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        while !input.is_empty() {
            input.parse::<syn::Item>()?;
        }
        Ok(Items)
    }
}

/// Expands one call; returns whether its text can be lexed.
fn answered(first: u8, text: &str) -> bool {
    let marked = |text: &str| format!("{FACADE}{}", text.replace('«', &format!("({FACELESS} ")).replace('»', ")"));
    let texts = [marked(text), marked(&balanced(text))];
    let Some((text, call)) = texts.iter().find_map(|text| Some((text, lexed(text)?))) else { return false };
    match first & 7 {
        6 => whole::<Items>(shape::expand_dim(call), text),
        // The user's expression in braces, which the compiler parses.
        7 if text.contains('{') => drop(shape::expand_shape(call)),
        7 => whole::<syn::Type>(shape::expand_shape(call), text),
        which => {
            let finish = if which & 1 == 0 { Finish::Panic } else { Finish::Result };
            let reader = if which & 2 == 0 { Reader::Compiler } else { Reader::Editor };
            if let Err(fault) = verdict(text, &call, finish, reader) {
                panic!("{finish:?}, {reader:?}: {fault}\n{text}\n{call}");
            }
        }
    }
    true
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((&first, rest)) = bytes.split_first() else { return Corpus::Reject };
    let text = if first & 0x80 != 0 { words(rest) } else { String::from_utf8_lossy(rest).into_owned() };
    let is_answered = answered(first, &text);
    // Otherwise all texts of a run would stay in memory.
    proc_macro2::extra::invalidate_current_thread_spans();
    if is_answered { Corpus::Keep } else { Corpus::Reject }
});
