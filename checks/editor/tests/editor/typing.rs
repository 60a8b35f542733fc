//! The calls of `user/network/src/programs.rs`, typed letter by letter.
//!
//! Each letter is a state: the call up to the caret, its open brackets closed as editors do, and the rest of the file. Every fourth letter is
//! typed, since all of them take minutes; `EDITOR_STEP=1` types all but the spaces of indentation.

use std::fs;
use std::ops::Range;

use editor::Problem;

use crate::{open, path};

/// Words of Rust, which are no names.
const KEYWORDS: [&str; 8] = ["as", "else", "if", "let", "match", "where", "true", "false"];

/// A call in the file.
struct Call<'a> {
    file: &'a str,
    /// The bytes of its name, `bcast!`.
    name: Range<usize>,
    /// The bytes between its parentheses.
    inside: Range<usize>,
}

impl<'a> Call<'a> {
    /// The calls of a file.
    fn all(file: &'a str) -> Vec<Self> {
        file.match_indices("bcast!(").map(|(begin, name)| Self::new(file, begin, begin + name.len())).collect()
    }

    fn new(file: &'a str, name: usize, begin: usize) -> Self {
        let mut depth = 0;
        let closes = |&(_, character): &(usize, char)| {
            depth += i32::from(character == '(') - i32::from(character == ')');
            depth < 0
        };
        let (length, _) = file[begin..].char_indices().find(closes).expect("every call is closed");
        let name = file[..name].trim_end_matches("try_").len()..begin - 1;
        Self { file, name, inside: begin..begin + length }
    }

    /// The carets at which the call is looked at.
    fn carets(&self) -> impl Iterator<Item = usize> {
        (self.inside.start..=self.inside.end).filter(|&caret| !self.typed(caret).ends_with("  "))
    }

    fn typed(&self, caret: usize) -> &'a str {
        &self.file[self.inside.start..caret]
    }

    /// The brackets that are open at the caret, closed.
    fn closing(&self, caret: usize) -> String {
        let mut open = Vec::new();
        for character in self.typed(caret).chars() {
            match character {
                '(' => open.push(')'),
                '[' => open.push(']'),
                '{' => open.push('}'),
                ')' | ']' | '}' => drop(open.pop()),
                _ => {}
            }
        }
        open.iter().rev().collect()
    }

    /// The file while the call is typed up to the caret.
    fn state(&self, caret: usize) -> String {
        let (before, after) = (&self.file[..caret], &self.file[self.inside.end..]);
        format!("{before}$0{}{after}", self.closing(caret))
    }

    /// The name to be offered at the caret, if it is at one that exists already.
    fn name_at(&self, caret: usize) -> Option<&'a str> {
        let is_letter = |character: char| character.is_alphanumeric() || character == '_';
        let before = self.file[..caret].trim_end_matches(is_letter);
        let after = self.file[caret..].trim_start_matches(is_letter);
        let word = &self.file[before.len()..self.file.len() - after.len()];
        let is_name = word.starts_with(|first: char| first.is_alphabetic()) && !KEYWORDS.contains(&word);
        // `N` in a shape.
        let is_symbol = word.len() == 1 && word.starts_with(char::is_uppercase);
        let is_new = is_declared(&self.file[self.inside.start..before.len()], word, after);
        (is_name && !is_symbol && !is_new).then_some(word)
    }

    /// True if an entry is about what is being typed: it touches the part of the call with the caret, which begins after a comma, or is
    /// about the call as a whole.
    fn is_about(&self, problem: &Problem, caret: usize) -> bool {
        let part = (self.inside.start..caret)
            .rev()
            .find(|&comma| self.file[comma..].starts_with(',') && self.closing(comma).is_empty());
        let part = part.unwrap_or(self.inside.start);
        let end = caret + self.closing(caret).len() + 1;
        problem.bytes == self.name || problem.bytes.end > part && problem.bytes.end <= end
    }
}

/// True if the word is bound by a `let` or by an arm of a `match`.
fn is_declared(before: &str, word: &str, after: &str) -> bool {
    let is_in_let = before.rsplit_once("let ").is_some_and(|(_, pattern)| !pattern.contains('='));
    let begins = before.trim_end().ends_with(['{', ',', '(']) && word.starts_with(char::is_lowercase);
    let after = after.trim_start_matches(')');
    is_in_let || begins && (after.starts_with(" =>") || after.starts_with(" if "))
}

/// True if rust-analyzer counts the arguments of a call, which are still being typed.
fn counts_arguments(problem: &Problem) -> bool {
    problem.message.starts_with("expected ") && problem.message.contains(" argument")
}

#[test]
fn every_letter_is_a_good_state() {
    let file = fs::read_to_string(path("network/src/programs.rs")).expect("the programs are readable");
    let calls = Call::all(&file);
    assert_eq!(calls.len(), 20);
    let step = std::env::var("EDITOR_STEP").map_or(4, |step| step.parse().expect("a number of letters"));
    let mut document = open("network/src/programs.rs");
    let mut wrong = Vec::new();
    for (number, call) in calls.iter().enumerate() {
        for caret in call.carets().skip(number % step).step_by(step) {
            document.write(&call.state(caret));
            let mut problems = document.problems();
            let is_right = |problem: &Problem| call.is_about(problem, caret) && !problem.message.contains("panicked");
            let are_right = problems.iter().all(is_right);
            problems.retain(|problem| !counts_arguments(problem));
            if !are_right || problems.len() > 1 {
                wrong.push(format!("{}|: {problems:#?}", call.typed(caret)));
            }
            let Some(name) = call.name_at(caret) else { continue };
            let offered = document.completions();
            if !offered.iter().any(|offered| offered == name) {
                wrong.push(format!("{}|: `{name}` is not among {} names", call.typed(caret), offered.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} states: {}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
