//! An unsaved file in the editor, and requests about it.

use std::fs;
use std::ops::Range;
use std::path::Path;

use serde_json::{Value, json};

use crate::server::{Heard, Server, uri};

/// Marks the caret in a text; removed before use.
const CARET: &str = "$0";

/// The number of checks that may differ from the one before.
const CHECKS: usize = 8;

/// An editor with one file open, and a caret in it.
pub struct Document {
    server: Server,
    uri: String,
    version: i64,
    text: String,
    caret: usize,
}

/// An entry of the list of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, with `«` and `»` around the underlined part.
    pub marked: String,
    /// The line number, from 0.
    pub line: u64,
    /// The underlined bytes of the file.
    pub bytes: Range<usize>,
    /// The full message.
    pub message: String,
}

impl Document {
    /// Opens this file of the server's workspace.
    pub fn new(server: Server, path: &Path) -> Self {
        let mut document = Self { server, uri: String::new(), version: 0, text: String::new(), caret: 0 };
        document.open(path);
        document
    }

    /// Opens another file as saved.
    pub fn open(&mut self, path: &Path) {
        if !self.uri.is_empty() {
            self.server.tell("textDocument/didClose", &json!({ "textDocument": { "uri": self.uri } }));
        }
        self.text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (self.uri, self.version, self.caret) = (uri(path), self.version + 1, 0);
        self.server.tell(
            "textDocument/didOpen",
            &json!({ "textDocument": {
                "uri": self.uri, "languageId": "rust", "version": self.version, "text": self.text,
            }}),
        );
    }

    /// Replaces the text without saving it; `$0` in it is the caret.
    pub fn write(&mut self, text: &str) {
        self.caret = text.find(CARET).unwrap_or(0);
        self.text = text.replacen(CARET, "", 1);
        self.version += 1;
        self.server.tell(
            "textDocument/didChange",
            &json!({
                "textDocument": { "uri": self.uri, "version": self.version },
                "contentChanges": [{ "text": self.text }],
            }),
        );
    }

    /// Hovers at the caret: documentation and type as Markdown, or nothing.
    pub fn hover(&mut self) -> String {
        let answer = self.ask("hover", json!({}));
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Completes at the caret: names without parentheses and arguments.
    pub fn completions(&mut self) -> Vec<String> {
        self.completion_items().iter().map(label).collect()
    }

    /// The documentation that completion shows beside one of the names.
    pub fn completion_documentation(&mut self, name: &str) -> String {
        let items = self.completion_items();
        let item = items.iter().find(|item| label(item) == name);
        let item = item.unwrap_or_else(|| panic!("`{name}` is not offered"));
        let item = self.server.ask("completionItem/resolve", item);
        item["documentation"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn completion_items(&mut self) -> Vec<Value> {
        let answer = self.ask("completion", json!({ "context": { "triggerKind": 1 } }));
        let items = if answer.is_array() { &answer } else { &answer["items"] };
        items.as_array().cloned().unwrap_or_default()
    }

    /// The definition of the item at the caret, as in [`marked`](Self::marked).
    pub fn definition(&mut self) -> String {
        let answer = self.ask("definition", json!({}));
        let key = |place: &Value| if place.get("targetUri").is_some() { "target" } else { "" }.to_owned();
        let places = answer.as_array().cloned().unwrap_or_default();
        let places: Vec<_> = (places.iter())
            .map(|place| match key(place).as_str() {
                "" => (place["uri"].clone(), place["range"].clone()),
                _ => (place["targetUri"].clone(), place["targetSelectionRange"].clone()),
            })
            .collect();
        self.marked(&places)
    }

    /// The references to the item at the caret, with its declaration, as in [`marked`](Self::marked).
    pub fn references(&mut self) -> String {
        let answer = self.ask("references", json!({ "context": { "includeDeclaration": true } }));
        let places = answer.as_array().cloned().unwrap_or_default();
        let places: Vec<_> = places.iter().map(|place| (place["uri"].clone(), place["range"].clone())).collect();
        self.marked(&places)
    }

    /// The highlights in the file for the item at the caret, as in [`marked`](Self::marked).
    pub fn highlights(&mut self) -> String {
        let answer = self.ask("documentHighlight", json!({}));
        let places = answer.as_array().cloned().unwrap_or_default();
        let places: Vec<_> = places.iter().map(|place| (json!(self.uri), place["range"].clone())).collect();
        self.marked(&places)
    }

    /// The lines changed by renaming the item at the caret, after the change.
    pub fn rename(&mut self, name: &str) -> String {
        let answer = self.ask("rename", json!({ "newName": name }));
        let mut edits = Vec::new();
        for change in answer["documentChanges"].as_array().into_iter().flatten() {
            assert_eq!(change["textDocument"]["uri"], json!(self.uri), "another file would change");
            edits.extend(change["edits"].as_array().cloned().unwrap_or_default());
        }
        let mut edits: Vec<_> = edits
            .iter()
            .map(|edit| (self.offsets(&edit["range"]), edit["newText"].as_str().unwrap_or_default()))
            .collect();
        edits.sort();
        let mut text = self.text.clone();
        for &((start, end), new) in edits.iter().rev() {
            text.replace_range(start..end, new);
        }
        let changed = text.lines().zip(self.text.lines()).filter(|(new, old)| new != old);
        changed.map(|(new, _)| new.trim()).collect::<Vec<_>>().join("\n")
    }

    /// rust-analyzer's own diagnostics of the unsaved text.
    pub fn problems(&mut self) -> Vec<Problem> {
        let answer = self.server.ask("textDocument/diagnostic", &json!({ "textDocument": { "uri": self.uri } }));
        self.as_problems(answer["items"].as_array().unwrap_or_else(|| panic!("not the whole list: {answer}")))
    }

    /// The diagnostics of `cargo check` for the file as saved.
    ///
    /// # Panics
    /// If no two checks in a row agree.
    pub fn problems_when_checked(&mut self) -> Vec<Problem> {
        // A check sends its diagnostics piecemeal from several threads: the last may arrive after its end, or after an
        // older list. So a result counts when two checks agree.
        let mut found = self.published_by_a_check();
        for _ in 0..CHECKS {
            let again = self.published_by_a_check();
            if again == found {
                return again;
            }
            found = again;
        }
        panic!("{CHECKS} checks of {} find something else each", self.uri)
    }

    /// The diagnostics published for the file once the server is silent after a run of `cargo check`.
    fn published_by_a_check(&mut self) -> Vec<Problem> {
        // Waits until the server has read the last change, which would discard a requested check.
        self.hover();
        let before = self.server.wait("the number of checks", |heard| Some(heard.checks));
        self.server.tell("rust-analyzer/runFlycheck", &json!({ "textDocument": { "uri": self.uri } }));
        // Ignores the end of an earlier check.
        let has_ended = |heard: &Heard| heard.checks > before && !heard.is_checking();
        self.server.wait("cargo check to end", |heard| has_ended(heard).then_some(()));
        self.server.wait_for_silence();
        let found = self.server.wait("the problems", |heard| Some(heard.published.get(&self.uri).cloned()));
        self.as_problems(&found.unwrap_or_default())
    }

    /// The expansion of the call at the caret.
    pub fn expansion(&mut self) -> String {
        let params = self.params(json!({}));
        let answer = self.server.ask("rust-analyzer/expandMacro", &params);
        answer["expansion"].as_str().unwrap_or_default().to_owned()
    }

    fn as_problems(&self, items: &[Value]) -> Vec<Problem> {
        let mut problems: Vec<_> = (items.iter())
            // Hints grey out text, and refer to parts of rustc's messages; problem lists omit them.
            .filter(|item| item["severity"].as_i64() != Some(4))
            .map(|item| Problem {
                marked: self.marked(&[(json!(self.uri), item["range"].clone())]),
                line: item["range"]["start"]["line"].as_u64().unwrap_or_default(),
                bytes: {
                    let (start, end) = self.offsets(&item["range"]);
                    start..end
                },
                message: item["message"].as_str().unwrap_or_default().to_owned(),
            })
            .collect();
        problems.sort_by_key(|problem| (problem.line, problem.marked.find('«')));
        problems
    }

    fn ask(&mut self, question: &str, more: Value) -> Value {
        let params = self.params(more);
        self.server.ask(&format!("textDocument/{question}"), &params)
    }

    fn params(&self, mut more: Value) -> Value {
        more["textDocument"] = json!({ "uri": self.uri });
        more["position"] = self.position(self.caret);
        more
    }

    /// The lines of this file with ranges in them, `«` and `»` around each; for another file its name, a colon and the
    /// text of the range.
    fn marked(&self, places: &[(Value, Value)]) -> String {
        let mut here: Vec<_> = (places.iter())
            .filter(|(uri, _)| *uri == json!(self.uri))
            .flat_map(|(_, range)| {
                let (start, end) = self.offsets(range);
                [(end, "»"), (start, "«")]
            })
            .collect();
        // Keeps the marks of an empty range in order.
        here.sort_by_key(|&(offset, _)| offset);
        let mut text = self.text.clone();
        for (offset, mark) in here.into_iter().rev() {
            text.insert_str(offset, mark);
        }
        let here = text.lines().filter(|line| line.contains(['«', '»'])).map(|line| line.trim().to_owned());
        let there = places.iter().filter(|(uri, _)| *uri != json!(self.uri)).map(|(uri, range)| {
            let path = uri.as_str().and_then(|uri| uri.strip_prefix("file://")).unwrap_or_default();
            let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
            let name = path.rsplit('/').next().unwrap_or_default();
            format!("{name}: {}", &text[offset(&text, &range["start"])..offset(&text, &range["end"])])
        });
        here.chain(there).collect::<Vec<_>>().join("\n")
    }

    fn offsets(&self, range: &Value) -> (usize, usize) {
        (offset(&self.text, &range["start"]), offset(&self.text, &range["end"]))
    }

    /// The protocol's position of a byte: lines, and UTF-16 units.
    fn position(&self, offset: usize) -> Value {
        let before = &self.text[..offset];
        let line = before.rsplit('\n').next().unwrap_or_default();
        json!({ "line": before.matches('\n').count(), "character": line.encode_utf16().count() })
    }
}

fn label(item: &Value) -> String {
    let label = item["label"].as_str().unwrap_or_default();
    label.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// The byte of a text at a position of the protocol.
fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or_default();
    let begin: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    let mut units = number("character");
    let is_before = |(_, character): &(usize, char)| {
        let is_before = units > 0;
        units = units.saturating_sub(character.len_utf16());
        is_before
    };
    let inside = text[begin..].char_indices().take_while(is_before).map(|(_, character)| character.len_utf8());
    begin + inside.sum::<usize>()
}
