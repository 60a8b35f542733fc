//! Other editors' view: `cargo check --message-format=json`, with spans compared byte by byte.

use std::fs;
use std::path::Path;
use std::process::Command;

use editor::{Underlined, underlined};
use serde_json::Value;

/// The messages of a level about a package of the user's workspace.
fn messages(package: &str, level: &str) -> Vec<Value> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["check", "--package", package, "--message-format=json"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("user"))
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("user"))
        .output()
        .expect("cargo runs");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let messages = text.lines().map(|line| serde_json::from_str(line).expect("a message a line"));
    messages
        .filter(|message: &Value| message["reason"] == "compiler-message" && message["target"]["name"] == package)
        .map(|message| message["message"].clone())
        // The last one only counts the others.
        .filter(|message| message["level"] == level && message["spans"] != Value::Array(Vec::new()))
        .collect()
}

/// The text that a message underlines, according to rustc.
fn primary(error: &Value, package: &str) -> Underlined {
    let spans: Vec<_> =
        error["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true).collect();
    let [span] = spans.as_slice() else { panic!("{} places are underlined: {error:#}", spans.len()) };
    assert_eq!(span["file_name"], format!("{package}/src/lib.rs"), "{error:#}");
    let number = |key: &str| span[key].as_u64().and_then(|number| usize::try_from(number).ok()).expect("a number");
    assert_eq!(number("line_start"), number("line_end"), "{error:#}");
    let (bytes, columns) = ((number("byte_start"), number("byte_end")), (number("column_start"), number("column_end")));
    // The same columns in the line that the message quotes.
    let quoted = &span["text"][0];
    assert_eq!(
        (&quoted["highlight_start"], &quoted["highlight_end"]),
        (&columns.0.into(), &columns.1.into()),
        "{error:#}"
    );
    let line: Vec<char> = quoted["text"].as_str().expect("the line").chars().collect();
    let text = line[columns.0 - 1..columns.1 - 1].iter().collect();
    Underlined { line: number("line_start"), columns, bytes, text }
}

/// Asserts that the messages about a package underline the marks in its file, each once, and nothing else.
fn underlines(package: &str, level: &str, at_least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("user").join(package).join("src/lib.rs");
    let source = fs::read(&path).expect("the file is there");
    let mut found: Vec<_> = messages(package, level).iter().map(|error| primary(error, package)).collect();
    found.sort_by_key(|underlined| underlined.bytes);
    for Underlined { bytes: (begin, end), text, .. } in &found {
        assert_eq!(&source[*begin..*end], text.as_bytes());
    }
    assert_eq!(found, underlined(&path));
    assert!(found.len() >= at_least, "only {} mistakes", found.len());
}

#[test]
fn mistakes_that_the_macro_finds() {
    underlines("mistakes", "error", 35);
}

#[test]
fn mistakes_that_types_show() {
    underlines("mistyped", "error", 20);
}

#[test]
fn legal_and_suspicious_calls() {
    underlines("suspicious", "warning", 10);
}
