//! Random and damaged calls: the macro answers quickly, with balanced code, and underlines only the user's text.
//!
//! `BCAST_STREAMS=100000` sets the number of streams; the default is quick in a debug build.

use std::time::{Duration, Instant};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::against_core::cases::Random;
use super::verdict::{FACADE, split, verdict};
use super::vocabulary::{CALLS, WORDS};
use crate::expand::expand;
use crate::model::{Finish, Reader};

/// The number of streams without `BCAST_STREAMS`.
const STREAMS: usize = 4_000;

/// Generates a balanced text of random words.
fn words(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.below(9) {
        if depth < 5 && random.below(4) == 0 {
            let (open, close) = [("(", ")"), ("[", "]"), ("{", "}")][random.below(3)];
            text += &format!("{open}{}{close} ", words(random, depth + 1));
        } else {
            text += random.one(WORDS);
            text.push(if random.below(8) == 0 { '\n' } else { ' ' });
        }
    }
    text
}

/// Returns the tokens with one of them removed, doubled, exchanged or put into a group.
fn damaged(tokens: TokenStream, random: &mut Random) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if tokens.is_empty() {
        return TokenStream::new();
    }
    let (one, other) = (random.below(tokens.len()), random.below(tokens.len()));
    match (&tokens[one], random.below(8)) {
        (TokenTree::Group(group), 0..6) => {
            let mut inner = Group::new(group.delimiter(), damaged(group.stream(), random));
            inner.set_span(group.span());
            tokens[one] = TokenTree::Group(inner);
        }
        (_, 0 | 1) => drop(tokens.remove(one)),
        (_, 2) => tokens.insert(one, tokens[other].clone()),
        // The input ends here, as while typing.
        (_, 3) => tokens.truncate(one),
        // A group like those of `macro_rules!`.
        (_, 4) => {
            let (first, last) = (one.min(other), one.max(other));
            let delimiter = [Delimiter::None, Delimiter::Parenthesis, Delimiter::Brace][random.below(3)];
            let mut group = Group::new(delimiter, tokens[first..=last].iter().cloned().collect());
            group.set_span(tokens[first].span());
            tokens.splice(first..=last, [TokenTree::Group(group)]);
        }
        _ => tokens.swap(one, other),
    }
    tokens.into_iter().collect()
}

/// Generates a call, valid or not, and the text that its spans refer to.
fn call(random: &mut Random) -> (String, TokenStream) {
    let mut text = match random.below(3) {
        0 => words(random, 0),
        _ => random.one(CALLS).to_owned(),
    };
    // Inserts a word into a valid call.
    if random.below(2) == 0 {
        let spaces: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        if !spaces.is_empty() {
            text.insert_str(spaces[random.below(spaces.len())], &format!(" {}", random.one(WORDS)));
        }
    }
    text.insert_str(0, FACADE);
    let tokens: TokenStream = text.parse().expect("brackets are balanced");
    let (facade, mut user) = split(tokens);
    for _ in 0..random.below(4) {
        user = damaged(user, random);
    }
    (text, facade.into_iter().chain(user).collect())
}

#[test]
fn random_calls_expand() {
    let streams = std::env::var("BCAST_STREAMS").map_or(STREAMS, |count| count.parse().expect("a number"));
    let (mut random, mut refused, mut slowest, mut faults) = (Random(0), 0, Duration::ZERO, Vec::new());
    for index in 0..streams {
        let (text, call) = call(&mut random);
        let mut is_refused = false;
        for (finish, reader) in [(Finish::Panic, Reader::Compiler), (Finish::Result, Reader::Editor)] {
            let begin = Instant::now();
            match verdict(&text, &call, finish, reader) {
                Ok(mistakes) => is_refused |= mistakes > 0,
                Err(fault) => faults.push(format!("{index}, {reader:?}: {fault}\n{call}")),
            }
            slowest = slowest.max(begin.elapsed());
        }
        refused += usize::from(is_refused);
        // The macro must also survive a call without the facade's tokens.
        if index % 8 == 0 {
            expand(split(call).1, Finish::Panic, Reader::Compiler);
        }
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    println!("{streams} streams, {refused} of them refused, {slowest:?} for the slowest");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[..faults.len().min(5)].join("\n"));
    // The test is meaningful only with enough calls of both kinds.
    assert!(refused * 2 > streams && refused < streams, "{refused} of {streams}");
}
