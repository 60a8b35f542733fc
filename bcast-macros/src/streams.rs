//! Random and damaged calls: whatever is written, the macro answers at once, with whole code, and underlines the user's own text.
//!
//! `BCAST_STREAMS=100000` sets how many streams there are; without it there are fewer, so that a debug build has them quickly.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use crate::editor::Reader;
use crate::expand::{Finish, expand};

/// How many streams there are, unless `BCAST_STREAMS` says otherwise.
const STREAMS: usize = 4_000;
/// How many follow from one seed.
const PART: usize = 500;
/// The longest that a stream may take, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(5);
/// What the facade puts before a call.
const FACADE: &str = "krate ; ";

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

/// What calls are made of, right and wrong.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "a", "b", "self", "self.w", "x.t()", "net.", "größe", "r#type", "f32::max", "Some", "None", "_",
    "1", "2.5", "-1", "1.", "1e5", "1u9", "1.0f16", "0b1_u8", "99999999999999999999999999999999999999999", "true",
    "\"s\"", "b\"x\"", "c\"x\"", "b'x'", "'x'", "r#\"x\"#", "'l", "'l:",
    "mode", "axis", "axes", "to", "base", "threads", "allow", "pdpd", "explicit", "ncnn", "paddle", "where",
    "mode = pdpd", "axis = 1", "axis(a) = 0", "to = [2, n]", "[N, 3]", "x: [2]", "{n}", "where a: [N, 1]",
    "if", "else", "match", "let", "for", "in", "while", "loop", "break", "continue", "return", "move", "unsafe", "const", "async",
    "await", "yield", "mut", "ref", "fn", "use", "struct", "as", "f32", "dyn", "impl", "crate", "super", "static",
    "$", "#", "@", "~", "+", "-", "*", "/", "%", "&", "|", "^", "!", "=", "==", "+=", "<<=", "<", ">", "=>", "->", "..", "..=", ".",
    ":", "::", ",", ",", ",", ";", "?", "&&", "||", "a b", "|v|",
];

/// Calls that are right.
const CALLS: &[&str] = &[
    "a + b",
    "y = (x - mean) / (var + 1e-5).sqrt() * gamma + beta, mode = pdpd, axis = 1, where x: [N, C, {h}, 7], mean: [C]",
    "if let Some(v) = f(x) && v > 0.0 { let t = v * &y.t()?; t } else { match z { P { a, .. } if a > x => a, _ => x } }",
    "{ let mut s = 0.0; 'a: for i in 0..n { if i > 2 { break 'a; } s += (px)[i]; } s }, threads, allow = default_axis",
    "self.out[0] += &w.row(0) * (|a, b: f32| a * b)(x, *g), axis(x) = -1, axes(*g) = [0, 2], to = (2, n)",
    "data, mode = explicit, axes = [1, 2], to = [n, h, w, c], where data: [{h}, {w}]",
    "x * gamma + row, mode = pdpd, base = x, axis(gamma) = 1, axis(row) = 2, where x: [8, 3, 7, 7], gamma: [3], row: [7]",
    "x + c + größe, mode = ncnn, allow = ncnn_rank_1, where x: [4, 3, 2], c: [4], größe: [1, 1, 2]",
    "a.exp().max(0.0) as f64 - f32::powf(b, 2.0), mode = bidirectional, to = [2, 3], where a: [_, 3], b: [1]",
    "x + &layers[0].bias, mode = paddle, axis = k, where x: [N, C], layers[0].bias: [C]",
    "Point { x: (p).x * s, ..q }, mode = none, where p: [N], q: [N], s: []",
    "unsafe { *guard } + Self::BIAS * crate::GAIN - self.0.1, mode = unidirectional",
];

/// A text of random words, balanced.
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

/// The same tokens, but for one that is removed, doubled, exchanged or made a group of.
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
        // As when half is typed.
        (_, 3) => tokens.truncate(one),
        // As a `macro_rules!` macro hands an expression on.
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

/// A call, right or wrong, and the text in which its every token knows where it stands.
fn call(random: &mut Random) -> (String, TokenStream) {
    let mut text = match random.below(3) {
        0 => words(random, 0),
        _ => random.of(CALLS).to_owned(),
    };
    // A word in the midst of a right call.
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

/// The facade's tokens and the user's.
fn split(tokens: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = tokens.into_iter();
    (tokens.by_ref().take(2).collect(), tokens.collect())
}

/// The first and the last span of each `compile_error!`.
fn mistakes(tokens: TokenStream, found: &mut Vec<(Span, Span)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if ident == "compile_error" => {
                found.push((ident.span(), tokens[index + 2].span()));
            }
            TokenTree::Group(group) => mistakes(group.stream(), found),
            _ => {}
        }
    }
}

/// How many mistakes the answer to a call reports, or what is wrong with the answer.
fn verdict(text: &str, call: &TokenStream, finish: Finish, reader: Reader) -> Result<usize, String> {
    let begin = Instant::now();
    let expansion = catch_unwind(AssertUnwindSafe(|| expand(call.clone(), finish, reader)));
    let (time, expansion) = (begin.elapsed(), expansion.map_err(|_| "it panics".to_owned())?);
    if time > PATIENCE {
        return Err(format!("it takes {time:?}"));
    }
    let mut found = Vec::new();
    mistakes(expansion.clone(), &mut found);
    // Of an empty call there is nothing to underline.
    let (_, user) = split(call.clone());
    let is_inside = |span: Span| {
        let bytes = span.byte_range();
        bytes.start >= FACADE.len() && !bytes.is_empty() && text.get(bytes) == span.source_text().as_deref()
    };
    if let Some((first, last)) = found.iter().find(|(first, last)| !is_inside(*first) || !is_inside(*last))
        && !user.is_empty()
    {
        return Err(format!("{:?} to {:?} is not the user's", first.byte_range(), last.byte_range()));
    }
    // What the user writes wrong may be shown to an editor as it is, beside the message about it.
    let may_be_broken = reader == Reader::Editor && !found.is_empty();
    if !may_be_broken && syn::parse2::<syn::Expr>(expansion).is_err() {
        return Err("the expansion is no expression".to_owned());
    }
    Ok(found.len())
}

/// What a number of streams come to.
#[derive(Default)]
struct Account {
    streams: usize,
    refused: usize,
    slowest: Duration,
    faults: Vec<String>,
}

impl Account {
    /// Of so many streams, which the seed decides.
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
            // Nobody but the facade calls the macro, but anybody could.
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
fn every_stream_is_answered() {
    let count = std::env::var("BCAST_STREAMS").map_or(STREAMS, |count| count.parse().expect("a number"));
    // The same streams, however many threads there are.
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
    // Else they would say little about either.
    assert!(refused * 2 > streams && refused < streams, "{refused} of {streams}");
}
