//! What is good and what is missing in the compiler's answer to a wrong program.

use std::collections::BTreeSet;

use crate::compile::{Diagnostic, FILE};
use crate::data::Program;

/// Texts about the inside of the libraries, or for nobody.
const INTERNAL: [&str; 7] = [
    "__private",
    "bcast_core::",
    "bcast_dsl::__",
    "&&&&",
    "required by a bound in `",
    "long-type",
    "the full name for the type has been written to",
];

/// The compiler's answer to a wrong program, and what is to be said about it.
pub struct Verdict<'a> {
    pub program: &'a Program,
    pub answer: Vec<Diagnostic>,
    /// The lines of all errors and warnings together.
    pub lines: usize,
    /// See [`leaks`].
    pub leaks: Vec<String>,
    /// Files other than the program's, of which lines are shown.
    pub files: Vec<String>,
    /// Code in the answer that is in a meant program and not in the wrong one.
    pub ways_out: Vec<String>,
    /// Code in the answer whose form is in a meant program and not in the wrong one (see [`has_form`]).
    pub forms: Vec<String>,
    /// Lines of a meant program that the wrong one would have with such code in place of the underlined one.
    pub in_place: Vec<String>,
    /// Words of the answer that were followed, with a program that compiles as the result.
    pub words: Vec<String>,
}

impl<'a> Verdict<'a> {
    pub fn new(program: &'a Program, answer: Vec<Diagnostic>) -> Self {
        let rendered = answer.iter().map(|diagnostic| diagnostic.rendered.as_str()).collect::<Vec<_>>().concat();
        let right = |code: &&String| {
            // The unit type and a lone dot occur in messages about types, and show nothing.
            let shows = !["()", "."].contains(&code.trim());
            shows && !occurs(code, &program.text) && program.meant.iter().any(|meant| occurs(code, meant))
        };
        let form =
            |code: &&String| !has_form(code, &program.text) && program.meant.iter().any(|meant| has_form(code, meant));
        let unique = |code: BTreeSet<_>| code.into_iter().cloned().collect::<Vec<String>>();
        Self {
            program,
            lines: rendered.trim_end().lines().count(),
            leaks: leaks(&rendered, &program.text),
            files: files(&rendered),
            ways_out: unique(answer.iter().flat_map(|diagnostic| &diagnostic.code).filter(right).collect()),
            forms: unique(answer.iter().flat_map(|diagnostic| &diagnostic.code).filter(form).collect()),
            words: followed(&rendered, program),
            in_place: unique(answer.iter().flat_map(|diagnostic| &diagnostic.in_place).filter(right).collect()),
            answer,
        }
    }

    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.answer.iter().filter(|diagnostic| diagnostic.is_error).count()
    }

    /// Whether a result is lost, or the call is only suspicious: the program compiles, and a warning is expected.
    fn is_lost(&self) -> bool {
        self.program.category == "lost"
    }

    /// Whether exactly one thing is reported.
    pub fn is_one(&self) -> bool {
        if self.is_lost() { self.errors() == 0 && self.answer.len() == 1 } else { self.errors() == 1 }
    }

    /// Whether nothing that should be reported is.
    pub fn is_accepted(&self) -> bool {
        if self.is_lost() { self.answer.is_empty() } else { self.errors() == 0 }
    }

    /// Whether the answer shows a way out: in full, in place of the underlined code, in its form, or in words.
    pub fn has_way_out(&self) -> bool {
        [&self.ways_out, &self.in_place, &self.forms, &self.words].iter().any(|ways| !ways.is_empty())
    }

    /// The kinds of `--list` that contain the program.
    pub fn kinds(&self) -> Vec<&'static str> {
        let kinds = [
            ("several", !self.is_one() && !self.is_accepted()),
            ("leaks", !self.leaks.is_empty()),
            ("files", !self.files.is_empty()),
            ("lacking", !self.has_way_out()),
            ("accepted", self.is_accepted()),
        ];
        kinds.into_iter().filter(|(_, is)| *is).map(|(kind, _)| kind).collect()
    }
}

/// The words that the answer contains, of those that a program was made from.
fn followed(rendered: &str, program: &Program) -> Vec<String> {
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let rendered = spaced(rendered);
    let words = program.followed.iter().map(|(words, _)| words);
    words.filter(|words| rendered.contains(&spaced(words))).cloned().collect()
}

/// Names in a text that nobody wrote: internal ones, and identifiers that begin with two underscores.
pub fn leaks(rendered: &str, program: &str) -> Vec<String> {
    let mut found: Vec<String> =
        INTERNAL.into_iter().filter(|text| rendered.contains(text)).map(str::to_owned).collect();
    let identifiers = rendered.split(|c: char| !c.is_alphanumeric() && c != '_');
    let generated = |name: &&str| name.strip_prefix("__").is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    found.extend(identifiers.filter(generated).filter(|name| !program.contains(name)).map(str::to_owned));
    found.sort_unstable();
    found.dedup();
    found
}

/// Places in other files than the program's: those of the library, and those of std and of dependencies, as rustc shows them for plain code
/// too.
pub fn files(rendered: &str) -> Vec<String> {
    let places = rendered.lines().map(str::trim_start);
    let places = places.filter_map(|line| line.strip_prefix("--> ").or_else(|| line.strip_prefix("::: ")));
    let mut found: Vec<String> = places.filter(|place| !place.starts_with(FILE)).map(str::to_owned).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a program contains the code, apart from spaces. `..` stands for any tokens, or for itself.
fn occurs(code: &str, program: &str) -> bool {
    let program = tokens(program);
    let contains = |program: &[&str], part: &[&str]| program.windows(part.len()).position(|window| window == part);
    let whole = tokens(code);
    if whole.is_empty() || contains(&program, &whole).is_some() {
        return !whole.is_empty();
    }
    let mut rest = &program[..];
    let mut parts = code.split("..").map(tokens).filter(|part| !part.is_empty()).peekable();
    if !code.contains("..") || parts.peek().is_none() {
        return false;
    }
    parts.all(|part| match contains(rest, &part) {
        Some(start) => {
            rest = &rest[start + part.len()..];
            true
        }
        None => false,
    })
}

/// Whether a program has the form of the code, in which words that stand for anything may be any tokens: `x.powf(y)`, `let v = &x.sum();`.
fn has_form(code: &str, program: &str) -> bool {
    let (program, mut rest_of_code) = (tokens(program), tokens(code));
    let is_open = |token: &&str| PLACEHOLDERS.contains(token);
    let fixed = |tokens: &[&str]| tokens.iter().filter(|token| !is_open(token)).count();
    // The form must be more than a name, a call or an operator.
    if !rest_of_code.iter().any(is_open) || fixed(&rest_of_code) < 2 {
        return false;
    }
    rest_of_code.retain(|token| *token != ";");
    let parts: Vec<&[&str]> =
        rest_of_code.split(|token| PLACEHOLDERS.contains(token)).filter(|part| !part.is_empty()).collect();
    let mut rest = &program[..];
    parts.iter().all(|part| match rest.windows(part.len()).position(|window| window == *part) {
        Some(start) => {
            rest = &rest[start + part.len()..];
            true
        }
        None => false,
    })
}

/// Words of messages that stand for any expression or name.
const PLACEHOLDERS: [&str; 14] = ["a", "b", "c", "d", "g", "i", "k", "n", "v", "x", "y", "high", "low", "path"];

/// Names and numbers, operators that end in `=`, and every other character that is not a space.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ if "=!<>+-*/%&|^".contains(first) && rest[1..].starts_with('=') => 2,
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::{files, followed, has_form, leaks, occurs};
    use crate::data::Program;

    #[test]
    fn code_occurs_as_tokens() {
        let program = "bcast!(x * k.unwrap_or(1.0), axis(b) = 0)";
        assert!(occurs("axis( b )=0", program));
        assert!(occurs(".unwrap_or(..)", program));
        assert!(occurs(".0", program));
        assert!(!occurs("unwrap", program));
        assert!(!occurs("axis(path) = ..", program));
        assert!(!occurs("y = ..", "y == x"));
        assert!(!occurs("", program));
        assert!(!occurs("..", program));
    }

    #[test]
    fn a_form_has_placeholders() {
        let program = "bcast!(if x > 0.0 { x.powf(2.0) } else { row })";
        assert!(has_form("x.powf(y)", program));
        assert!(has_form("if c { a } else { b }", program));
        assert!(!has_form("x.powi(n)", program));
        assert!(!has_form("x", program));
        assert!(!has_form("powf", program));
    }

    #[test]
    fn words_are_followed_across_lines() {
        let program = |words: &str| Program {
            name: String::new(),
            category: String::new(),
            text: String::new(),
            meant: vec![],
            followed: vec![(words.to_owned(), String::new())],
        };
        let answer = "error: `mode` is given twice\n  = help: keep\n          one";
        assert_eq!(followed(answer, &program("keep one")), ["keep one"]);
        assert!(followed(answer, &program("keep two")).is_empty());
    }

    #[test]
    fn internal_names_leak() {
        assert!(leaks("error: no `__`\n --> program.rs:3:1", "").is_empty());
        assert_eq!(leaks("note: `__element`", ""), ["__element"]);
        assert!(leaks("note: `__element`", "let __element = 1;").is_empty());
        assert_eq!(files("  --> src/lib.rs:1:1"), ["src/lib.rs:1:1"]);
    }
}
