//! Tests of lowering: source text against its operands and body, or against the message and the underlined range.

mod model;
mod names;
mod refused;
mod robust;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::diagnostics::{Diagnostics, SpanRange};
use crate::editor;
use crate::lower::lower;
use crate::model::{Model, Reader};
use crate::parse::parse;

/// Reads a call as the facade passes it.
fn read(source: &str) -> (Model, Diagnostics) {
    read_tokens(source.parse().unwrap())
}

fn read_tokens(call: TokenStream) -> (Model, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let input = parse(quote!(krate; #call), &mut diagnostics);
    // The editor's words must be emitted for any input.
    editor::words(&input);
    // Without the checks of operators in the loop.
    (lower(input, Reader::Editor, &mut diagnostics), diagnostics)
}

/// The operands as `a, &b.t()`.
fn operands(model: &Model) -> String {
    let names = model.operands.iter();
    let names: Vec<_> =
        names.map(|operand| format!("{}{}", if operand.is_reference { "&" } else { "" }, operand.name)).collect();
    names.join(", ")
}

/// The body without spaces, `(__x0,).0` written as `#0`, and `__bcast::passed(__p0, f(x))` as `f(x)`.
fn body(model: &Model) -> String {
    let mut text = without_spaces(&model.result().body.to_string());
    for index in (0..model.operands.len()).rev() {
        text = text.replace(&format!("(__x{index},).0"), &format!("#{index}"));
    }
    for index in 0..model.calls.len() {
        let (before, value) = text.split_once(&format!("__bcast::passed(__p{index},")).expect("a value in the body");
        let end = value.char_indices().scan(1, |depth, (at, letter)| {
            *depth += i32::from(letter == '(') - i32::from(letter == ')');
            Some((at, *depth))
        });
        let end = end.filter(|&(_, depth)| depth == 0).map(|(at, _)| at).next().expect("a call");
        text = format!("{before}{}{}", &value[..end], &value[end + 1..]);
    }
    text
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}

/// Checks rows of (source, operands, body) and lists all that differ.
fn check_bodies(rows: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for &(source, names, wanted) in rows {
        let (model, diagnostics) = read(source);
        let found = (operands(&model), body(&model), diagnostics.messages());
        if found.0 != names || found.1 != without_spaces(wanted) || !found.2.is_empty() {
            wrong.push(format!(
                "{source}\n   wanted {names:?} {wanted}\n   found  {:?} {} {:?}",
                found.0, found.1, found.2
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Checks calls with marks around each occurrence of an operand, the only part that is replaced: `f(«x»)`.
fn check_marked(calls: &[&str]) {
    let rows: Vec<(String, String, String)> = calls.iter().map(|call| unmarked(call)).collect();
    let rows: Vec<_> = rows.iter().map(|(source, names, wanted)| (&**source, &**names, &**wanted)).collect();
    check_bodies(&rows);
}

/// The source, the operands and the body of a call with marks.
fn unmarked(call: &str) -> (String, String, String) {
    let (mut names, mut wanted) = (Vec::new(), String::new());
    for part in call.split('«') {
        let rest = part.split_once('»').map_or(part, |(name, rest)| {
            let index = names.iter().position(|known| *known == name).unwrap_or(names.len());
            if index == names.len() {
                names.push(name);
            }
            wanted.push_str(&format!("#{index}"));
            rest
        });
        wanted.push_str(rest);
    }
    (call.replace(['«', '»'], ""), names.join(", "), wanted)
}

/// Checks rows of (source, underlined part, part of the message) and lists all that differ.
fn check_messages(rows: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for &(source, culprit, wanted) in rows {
        let (_, diagnostics) = read(source);
        let messages = diagnostics.messages();
        let [message] = messages.as_slice() else {
            wrong.push(format!("{source}\n   wanted one message, found {messages:?}"));
            continue;
        };
        let under = source_at(source, diagnostics.mistakes[0].0);
        let is_culprit = under.is_none_or(|under| under == culprit);
        let under = under.unwrap_or("?");
        if !message.contains(wanted) || !is_culprit {
            wrong.push(format!("{source}\n   wanted `{culprit}`: {wanted}\n   found  `{under}`: {message}"));
        }
        let looks_like_one = message.starts_with(|first: char| !first.is_uppercase()) && !message.ends_with('.');
        assert!(looks_like_one, "{message}");
        assert!(diagnostics.fatal_count() > 0);
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Checks calls without mistakes.
fn check_accepted(calls: &[&str]) {
    for call in calls {
        let (_, diagnostics) = read(call);
        assert!(diagnostics.is_empty(), "{call:.60} {:?}", diagnostics.messages());
    }
}

/// Returns the text underlined by a range in the source read last. Spans have positions only with proc-macro2's feature `span-locations`:
/// they print as `bytes(3..5)`, counted from the thread's first source.
fn source_at(source: &str, range: SpanRange) -> Option<&str> {
    let bytes = |span: Span| {
        let printed = format!("{span:?}");
        let (start, end) = printed.strip_prefix("bytes(")?.strip_suffix(')')?.split_once("..")?;
        Some((start.parse::<usize>().ok()?, end.parse::<usize>().ok()?))
    };
    // Sources are numbered consecutively with one byte between them, so the next one shows where this one ended.
    let next: TokenStream = "next".parse().unwrap();
    let (next, _) = bytes(next.into_iter().last()?.span())?;
    let start = next.saturating_sub(source.len() + 1);
    let (first, _) = bytes(range.first)?;
    let (_, last) = bytes(range.last)?;
    Some(source.get(first.saturating_sub(start)..last.saturating_sub(start)).unwrap_or("nothing of the source"))
}
