//! Random and damaged calls: the macro answers quickly, with balanced code, and underlines only the user's text.
//!
//! `BCAST_STREAMS=100000` sets the number of streams; the default is quick in a debug build.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::verdict::{FACADE, split, verdict};
use super::vocabulary::{CALLS, WORDS};
use crate::expand::expand;
use crate::invocation::{Finish, Reader};

/// The number of streams without `BCAST_STREAMS`.
const STREAMS: usize = 4_000;
/// The number of streams per seed.
const PART: usize = 500;

/// Knuth's MMIX generator: the same streams on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// Generates a balanced text of random words.
fn words(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.below(9) {
        if depth < 5 && random.below(4) == 0 {
            let (open, close) = [("(", ")"), ("[", "]"), ("{", "}")][random.below(3)];
            text += &format!("{open}{}{close} ", words(random, depth + 1));
        } else {
            text += random.of(WORDS);
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
        _ => random.of(CALLS).to_owned(),
    };
    // Inserts a word into a valid call.
    if random.below(2) == 0 {
        let spaces: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        if !spaces.is_empty() {
            text.insert_str(spaces[random.below(spaces.len())], &format!(" {}", random.of(WORDS)));
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

/// The outcome of a number of streams.
#[derive(Default)]
struct Account {
    streams: usize,
    refused: usize,
    slowest: Duration,
    faults: Vec<String>,
}

impl Account {
    /// Runs this number of streams from one seed.
    fn of(streams: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let mut account = Self { streams, ..Self::default() };
        for index in 0..streams {
            let (text, call) = call(&mut random);
            let mut is_refused = false;
            for (finish, reader) in [(Finish::Panic, Reader::Compiler), (Finish::Result, Reader::Editor)] {
                let begin = Instant::now();
                match verdict(&text, &call, finish, reader) {
                    Ok(mistakes) => is_refused |= mistakes > 0,
                    Err(fault) => account.faults.push(format!("{seed}, {index}, {reader:?}: {fault}\n{call}")),
                }
                account.slowest = account.slowest.max(begin.elapsed());
            }
            account.refused += usize::from(is_refused);
            // The macro must also survive a call without the facade's tokens.
            if index % 8 == 0 {
                expand(split(call).1, Finish::Panic, Reader::Compiler);
            }
            proc_macro2::extra::invalidate_current_thread_spans();
        }
        account
    }

    fn and(mut self, other: Self) -> Self {
        self.faults.extend(other.faults);
        let (streams, refused) = (self.streams + other.streams, self.refused + other.refused);
        Self { streams, refused, slowest: self.slowest.max(other.slowest), faults: self.faults }
    }
}

#[test]
fn random_calls_expand() {
    let count = std::env::var("BCAST_STREAMS").map_or(STREAMS, |count| count.parse().expect("a number"));
    // The streams do not depend on the number of threads.
    let parts = AtomicU64::new(0);
    let work = || {
        let next = || Some(parts.fetch_add(1, Ordering::Relaxed)).filter(|&part| part < (count / PART) as u64);
        std::iter::from_fn(next).map(|seed| Account::of(PART, seed)).fold(Account::default(), Account::and)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let Account { streams, refused, slowest, faults } = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("it has ended")).fold(Account::default(), Account::and)
    });
    println!("{streams} streams, {refused} of them refused, {slowest:?} for the slowest");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[..faults.len().min(5)].join("\n"));
    // The test is meaningful only with enough calls of both kinds.
    assert!(refused * 2 > streams && refused < streams, "{refused} of {streams}");
}
