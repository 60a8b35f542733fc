//! Every suggestion compiles: applies each one in the recorded messages of `tests/ui` to its file, and checks the result with the compiler.
//!
//! `cargo test -p ui-tests --test suggestions -- --nocapture` prints all suggestions.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The minimum number of suggestions found: with fewer, the parser has missed some.
const AT_LEAST: usize = 120;

/// A suggestion, as a message words it.
#[derive(Debug)]
enum Suggestion {
    /// `axis(b) = 1`, `mode = numpy`, `allow = rank_promotion`: an option and its value.
    Option(String, String),
    /// A mode, and an option to remove.
    ModeWithout(String, String),
    /// The call without an option.
    Without(String),
    /// An operand with another shape.
    Shape(String, String),
    /// The call on the array, with `&`.
    Borrowed(String),
    /// `_` for the underlined length or, in types, for the name that the message mentions.
    Unknown,
    /// `_` for a name.
    UnknownFor(String),
}

/// One error of a message: its location and suggestions.
struct Mistake {
    line: usize,
    column: usize,
    /// The number of underlined characters.
    underlined: usize,
    /// True if the mistake is in shapes in types, not in stated ones.
    of_types: bool,
    /// The first name that the message mentions.
    name: Option<String>,
    suggestions: Vec<Suggestion>,
}

#[test]
fn every_suggestion_compiles() {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suggestions");
    let bins = package.join("src/bin");
    let _ = fs::remove_dir_all(&bins);
    fs::create_dir_all(&bins).expect("a directory for the changed files");
    write_manifest(&package);
    // The number of errors that each changed file may still have, those of its other mistakes.
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    let mut listed = Vec::new();
    for path in messages() {
        let message = fs::read_to_string(&path).expect("the message is text");
        let source = fs::read_to_string(path.with_extension("rs")).expect("the file of the pair");
        let mistakes: Vec<Mistake> = blocks(&message).iter().map(|block| mistake(block)).collect();
        let modules = modules(&source);
        let module = |mistake: &Mistake| modules.iter().position(|(_, lines)| lines.contains(&mistake.line));
        for mistake in &mistakes {
            // An error of an earlier pass of the compiler, in another module, would hide those of the changed call.
            let alone = without_others(&source, &modules, mistake.line);
            let others = mistakes.iter().filter(|other| module(other) == module(mistake)).count() - 1;
            for suggestion in &mistake.suggestions {
                let pair = path.file_stem().expect("a name").to_string_lossy();
                let Some(changed) = apply(&alone, mistake, suggestion) else {
                    panic!("{}: {suggestion:?} can't be applied", path.display());
                };
                let name = format!("s{}_{pair}", left.len());
                fs::write(bins.join(format!("{name}.rs")), &changed).expect("a file can be written");
                listed.push(format!("{name}: {suggestion:?}"));
                left.insert(name, others);
            }
        }
    }
    println!("{}\n{} suggestions", listed.join("\n"), listed.len());
    assert!(left.len() >= AT_LEAST, "only {} suggestions are found", left.len());
    let (errors, output) = check(&package);
    let wrong: Vec<&String> = left
        .iter()
        .filter(|(name, left)| errors.get(*name).copied().unwrap_or(0) > **left)
        .map(|(name, _)| name)
        .collect();
    assert!(wrong.is_empty(), "do not compile: {wrong:#?}\n{output}");
}

fn messages() -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let areas = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui"));
    let mut paths: Vec<PathBuf> = areas.iter().flat_map(|area| entries(area)).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "stderr"));
    paths.sort();
    paths
}

/// The message split into its errors.
fn blocks(message: &str) -> Vec<Vec<&str>> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in message.lines() {
        if line.starts_with("error") {
            blocks.push(Vec::new());
        }
        if let Some(block) = blocks.last_mut() {
            block.push(line);
        }
    }
    blocks
}

fn mistake(block: &[&str]) -> Mistake {
    let place = block.iter().find_map(|line| line.trim_start().strip_prefix("--> ")).unwrap_or("::");
    let mut numbers = place.rsplit(':').map(|number| number.parse().unwrap_or(0));
    let (column, line) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    let of_types = block[0].starts_with("error[E0080]");
    let underlined = block.iter().find_map(|line| line.find('^').map(|at| &line[at..])).unwrap_or_default();
    let underlined = underlined.chars().take_while(|&c| c == '^').count();
    let name =
        block.iter().find_map(|line| Some(line.trim_start().strip_prefix('`')?.split_once("` is axis ")?.0.to_owned()));
    Mistake {
        line,
        column,
        underlined,
        of_types,
        name,
        suggestions: block.iter().flat_map(|line| suggestions(line)).collect(),
    }
}

/// The suggestions in one line of a message. Texts that match no pattern cannot be applied automatically.
fn suggestions(line: &str) -> Vec<Suggestion> {
    if let Some((_, call)) = line.split_once("^ `&").filter(|(_, call)| call.contains("` calls it on the array")) {
        return vec![Suggestion::Borrowed(call.split('`').next().unwrap_or_default().to_owned())];
    }
    // The note of an unsatisfied bound suggests a changed call.
    if let Some(note) = line.trim_start().strip_prefix("= note: ").filter(|note| note.contains(" would fit")) {
        return suggestions_in(note);
    }
    // The lines of the macro, and of messages computed by the compiler, are indented.
    let Some(help) = line.trim_start().strip_prefix("help: ").filter(|_| line.starts_with("       ")) else {
        return Vec::new();
    };
    suggestions_in(help)
}

fn suggestions_in(help: &str) -> Vec<Suggestion> {
    let words: Vec<&str> = help.split('`').collect();
    let option = |text: &str| text.split_once(" = ").map(|(key, value)| (key.to_owned(), value.to_owned()));
    match words[..] {
        ["", mode, " without ", without, " would fit"] => {
            vec![Suggestion::ModeWithout(mode.trim_start_matches("mode = ").to_owned(), without.to_owned())]
        }
        ["", mode, " would fit, without an ", without, ""] => {
            vec![Suggestion::ModeWithout(mode.trim_start_matches("mode = ").to_owned(), without.to_owned())]
        }
        ["without ", without, " it would fit"] => vec![Suggestion::Without(without.to_owned())],
        ["", name, rest] | ["", name, rest, ..] if rest.starts_with(" as (") => {
            let shape = rest.trim_start_matches(" as (").split(')').next().unwrap_or_default();
            let mut suggestions = vec![Suggestion::Shape(name.to_owned(), shape.trim_end_matches(',').to_owned())];
            suggestions.extend(
                words.iter().filter_map(|word| option(word)).map(|(key, value)| Suggestion::Option(key, value)),
            );
            suggestions
        }
        ["write ", "_", " instead of ", name, ..] => vec![Suggestion::UnknownFor(name.to_owned())],
        // `k` and `path` are placeholders for names that types do not know.
        ["", ..] => words
            .iter()
            .filter_map(|word| option(word))
            .filter(|(key, value)| !key.contains("path") && value != "k")
            .map(|(key, value)| Suggestion::Option(key, value))
            .collect(),
        _ if help.starts_with("give equal lengths") => vec![Suggestion::Unknown],
        _ => Vec::new(),
    }
}

/// The modules of a file, by name, and their lines, counted from 1.
fn modules(source: &str) -> Vec<(&str, Range<usize>)> {
    let lines = || (1..).zip(source.lines());
    let module_at = |at: usize| {
        let name = source.lines().nth(at - 1)?.strip_prefix("mod ")?.strip_suffix(" {")?;
        let (end, _) = lines().find(|&(end, text)| end > at && text == "}")?;
        Some((name, at..end + 1))
    };
    lines().filter_map(|(at, _)| module_at(at)).collect()
}

/// The file without the modules in which this line is not, and without the calls of their functions. All lines keep their numbers.
fn without_others(source: &str, modules: &[(&str, Range<usize>)], line: usize) -> String {
    let is_other = |at: usize, text: &str| {
        let mut others = modules.iter().filter(|(_, lines)| !lines.contains(&line));
        others.any(|(name, lines)| lines.contains(&at) || text.trim() == format!("{name}::main();"))
    };
    let lines = (1..).zip(source.lines());
    lines.map(|(at, text)| if is_other(at, text) { "\n".to_owned() } else { format!("{text}\n") }).collect()
}

/// Returns the file with the call changed.
fn apply(source: &str, mistake: &Mistake, suggestion: &Suggestion) -> Option<String> {
    let line_start: usize = source.lines().take(mistake.line - 1).map(|line| line.len() + 1).sum();
    let at = line_start + mistake.column - 1;
    if let (Suggestion::Unknown, true) = (suggestion, mistake.of_types) {
        return unname(source, mistake.name.as_ref()?);
    }
    if let Suggestion::Unknown = suggestion {
        let length = source[at..].find(|c: char| !c.is_alphanumeric() && c != '_')?;
        return Some(format!("{}_{}", &source[..at], &source[at + length..]));
    }
    // If the mistake is inside a user's macro, the call is elsewhere.
    let start = match source[..at].rfind("bcast!(") {
        Some(start) if closing(source, start + 7)? >= at => start,
        _ => source.find("bcast!(")?,
    } + "bcast!(".len();
    let end = closing(source, start)?;
    let parts = split(&source[start..end]);
    match suggestion {
        // The operand's name is the underlined text, since types do not know it.
        Suggestion::Option(key, value) if key == "axis(..)" => {
            let key = format!("axis({})", &source[at..at + mistake.underlined]);
            let call = change(&parts, &Suggestion::Option(key, value.clone()))?;
            Some(format!("{}{}{}", &source[..start], call.join(","), &source[end..]))
        }
        Suggestion::Shape(name, shape) if mistake.of_types => {
            let is_elsewhere = !(start..end).contains(&at);
            let line_start = is_elsewhere.then_some(line_start);
            reshape(source, &parts, (start, end), line_start, (name, shape))
        }
        _ => {
            let call = change(&parts, suggestion)?;
            Some(format!("{}{}{}", &source[..start], call.join(","), &source[end..]))
        }
    }
}

/// Returns the file with an operand of another shape, for shapes in types: replaces the operand by a nested array defined before the call,
/// or before the line of the mistake if the call is elsewhere, in a user's macro.
fn reshape(
    source: &str,
    parts: &[String],
    (start, end): (usize, usize),
    line_start: Option<usize>,
    (name, shape): (&str, &str),
) -> Option<String> {
    let lengths: Vec<&str> = shape.split(", ").filter(|length| !length.is_empty()).collect();
    let element = format!("crate::first(&{name})");
    let array = lengths.iter().rev().fold(element, |array, length| format!("[{array}; {length}]"));
    if let Some(at) = line_start {
        return Some(format!("{}let {name} = {array};\n{}\n{FIRST}", &source[..at], &source[at..]));
    }
    // The shape stated for the operand changes with it, and stays as open.
    let open: Vec<&str> = lengths.iter().map(|&length| if length == "1" { "1" } else { "_" }).collect();
    let stated = Suggestion::Shape(name.to_owned(), open.join(", "));
    let mut parts = change(parts, &stated).unwrap_or_else(|| parts.to_vec());
    // Messages write a path on one line, even if the source does not.
    parts[0] = parts[0].split_whitespace().collect::<Vec<_>>().join(" ").replace(" .", ".");
    for part in &mut parts {
        *part = replace_name(part, name, "reshaped");
    }
    let call = source[..start].rfind(|c: char| !(c.is_alphanumeric() || "_!(".contains(c))).map_or(0, |at| at + 1);
    let (before, behind) = (&source[call..start], source[end..].strip_prefix(')')?);
    Some(format!("{}({{ let reshaped = {array}; {before}{}) }}){behind}\n{FIRST}", &source[..call], parts.join(",")))
}

/// Returns the file with `_` for a name in every shape.
fn unname(source: &str, name: &str) -> Option<String> {
    let (mut changed, mut next) = (String::new(), 0);
    for (at, shape) in source.match_indices("shape![") {
        let start = at + shape.len();
        let end = closing(source, start)?;
        changed += &format!("{}{}", &source[next..start], replace_name(&source[start..end], name, "_"));
        next = end;
    }
    Some(changed + &source[next..])
}

/// `text` with a whole name replaced.
fn replace_name(text: &str, name: &str, by: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut replaced, mut next) = (String::new(), 0);
    for (at, _) in text.match_indices(name) {
        let before = text[..at].chars().next_back();
        let behind = text[at + name.len()..].chars().next();
        if before.is_none_or(|c| !is_word(c) && c != '.') && behind.is_none_or(|c| !is_word(c)) {
            replaced += &format!("{}{by}", &text[next..at]);
            next = at + name.len();
        }
    }
    replaced + &text[next..]
}

/// Reads an element of any array.
const FIRST: &str = "
#[allow(dead_code)]
trait First { type Element: Copy; fn first(&self) -> Self::Element; }
impl<A: First, const N: usize> First for [A; N] { type Element = A::Element; fn first(&self) -> A::Element { self[0].first() } }
impl<A: First + ?Sized> First for &A { type Element = A::Element; fn first(&self) -> A::Element { (**self).first() } }
impl<A: First> First for Box<A> { type Element = A::Element; fn first(&self) -> A::Element { (**self).first() } }
impl<T: Copy, S: bcast::typed::Shape> First for bcast::Tensor<T, S> { type Element = T; fn first(&self) -> T { self.as_slice()[0] } }
impl First for f32 { type Element = f32; fn first(&self) -> f32 { *self } }
impl First for f64 { type Element = f64; fn first(&self) -> f64 { *self } }
impl First for i32 { type Element = i32; fn first(&self) -> i32 { *self } }
fn first<A: First + ?Sized>(array: &A) -> A::Element { array.first() }
";

/// The position of the parenthesis that closes the one opened before `start`.
fn closing(source: &str, start: usize) -> Option<usize> {
    let mut depth = 1_i32;
    source[start..].char_indices().find_map(|(at, c)| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        (depth == 0).then_some(start + at)
    })
}

/// Splits a call at its commas.
fn split(call: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0_i32);
    for c in call.chars() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        match parts.last_mut() {
            Some(part) if c != ',' || depth > 0 => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts
}

fn change(parts: &[String], suggestion: &Suggestion) -> Option<Vec<String>> {
    let mut parts = parts.to_vec();
    let find =
        |parts: &[String], key: &str| parts.iter().position(|part| part.trim_start().starts_with(&format!("{key} =")));
    match suggestion {
        Suggestion::Option(key, value) => match find(&parts, key).filter(|_| key != "allow") {
            Some(at) => parts[at] = format!(" {key} = {value}"),
            None => parts.insert(1, format!(" {key} = {value}")),
        },
        Suggestion::Without(key) => drop(parts.remove(find(&parts, key)?)),
        Suggestion::ModeWithout(mode, key) => {
            parts.remove(find(&parts, key)?);
            let at = find(&parts, "mode")?;
            parts[at] = format!(" mode = {mode}");
        }
        Suggestion::Shape(name, shape) => {
            let is_stated = |part: &&mut String| {
                let key = part.trim().trim_start_matches("where ").split(':').next().unwrap_or_default().trim();
                part.contains(": [") && key == name
            };
            let stated = parts.iter_mut().find(is_stated)?;
            let key = stated.split_once('[')?.0.to_owned();
            *stated = format!("{key}[{shape}]");
        }
        Suggestion::Borrowed(call) => {
            // Methods that take the array by value are called on a view, and an `Option` is unwrapped.
            let written = call.replace(".view()", "").replace(".unwrap()", "");
            parts[0] = parts[0].replacen(&written, &format!("&{call}"), 1);
        }
        Suggestion::UnknownFor(name) => {
            for stated in parts.iter_mut().filter(|part| part.contains(": [")) {
                *stated = stated.replace(&format!("[{name}]"), "[_]");
            }
        }
        Suggestion::Unknown => return None,
    }
    Some(parts)
}

fn write_manifest(package: &Path) {
    let facade = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the facade");
    let manifest = format!(
        "[package]\nname = \"suggestions\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         bcast-dsl = {{ path = {facade:?} }}\nndarray = \"0.17\"\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("a file can be written");
    fs::write(package.join("src/lib.rs"), "").expect("a file can be written");
    fs::copy(facade.join("Cargo.lock"), package.join("Cargo.lock")).expect("the workspace has a lock file");
}

/// The number of errors in each file, and the compiler's output.
fn check(package: &Path) -> (BTreeMap<String, usize>, String) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--offline", "--quiet", "--keep-going", "--bins", "--message-format=short"])
        // One directory for all such crates: their dependencies are the same.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(package)
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut errors = BTreeMap::new();
    for line in text.lines() {
        let file = line.strip_prefix("src/bin/").and_then(|rest| rest.split_once(".rs:"));
        // A suggested shape is stated, and the array keeps its own rank.
        let is_error = |rest: &str| rest.contains(": error") && !rest.contains("is stated of an array of rank");
        if let Some((name, _)) = file.filter(|(_, rest)| is_error(rest)) {
            *errors.entry(name.to_owned()).or_insert(0) += 1;
        }
    }
    assert!(output.status.success() || !errors.is_empty(), "nothing was checked: {text}");
    (errors, text)
}
