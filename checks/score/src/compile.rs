//! Compiles programs one by one, with the libraries that this package depends on.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

/// The name of each program's file.
pub const FILE: &str = "program.rs";

/// The libraries that programs use.
const LIBRARIES: [&str; 4] = ["bcast", "ndarray", "num_complex", "num_traits"];

/// An error or warning of the compiler.
pub struct Diagnostic {
    pub is_error: bool,
    /// The text as the terminal shows it.
    pub rendered: String,
    /// Code in the text: what stands in backticks, replacements that the compiler suggests, and the lines they lead to.
    pub code: Vec<String>,
    /// The lines that what stands in backticks leads to in place of the underlined code.
    pub in_place: Vec<String>,
}

pub struct Compiler {
    /// A folder for each worker.
    folder: PathBuf,
    arguments: Vec<String>,
}

impl Compiler {
    /// Builds the libraries.
    pub fn new() -> Result<Self, Box<dyn Error>> {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let output = Command::new(cargo)
            .args(["build", "--quiet", "--message-format=json", "--manifest-path", manifest])
            .stderr(Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err("the libraries do not compile".into());
        }
        let mut arguments =
            ["--edition=2024", "--crate-type=lib", "--emit=metadata", "--error-format=json"].map(String::from).to_vec();
        let mut folder = None;
        for line in String::from_utf8(output.stdout)?.lines() {
            let message: Value = serde_json::from_str(line)?;
            let name = message["target"]["name"].as_str().unwrap_or_default().replace('-', "_");
            let is_library =
                message["target"]["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "lib"));
            if !is_library || !LIBRARIES.contains(&name.as_str()) {
                continue;
            }
            let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let Some(file) = files.into_iter().find(|file| file.ends_with(".rlib")) else { continue };
            let dependencies = Path::new(file).parent().ok_or("a library without a folder")?.join("deps");
            let dependencies = if dependencies.is_dir() { dependencies } else { Path::new(file).with_file_name("") };
            arguments.push(format!("--extern={name}={file}"));
            arguments.push(format!("-Ldependency={}", dependencies.display()));
            folder = Some(dependencies.with_file_name("score"));
        }
        Ok(Self { folder: folder.ok_or("cargo reports no libraries")?, arguments })
    }

    /// What the compiler says about the source of each item.
    pub fn each<T: Sync>(&self, items: &[T], source: impl Fn(&T) -> String + Sync) -> Vec<Vec<Diagnostic>> {
        let next = AtomicUsize::new(0);
        let answers = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for worker in 0..thread::available_parallelism().map_or(1, usize::from) {
                let (next, answers, source) = (&next, &answers, &source);
                scope.spawn(move || {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(item) = items.get(i) else { break };
                        let answer = self.one(worker, &source(item)).expect("the compiler runs");
                        answers.lock().expect("no worker panics").push((i, answer));
                    }
                });
            }
        });
        let mut answers = answers.into_inner().expect("no worker panics");
        answers.sort_by_key(|(i, _)| *i);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }

    /// What the compiler says about one source.
    fn one(&self, worker: usize, source: &str) -> Result<Vec<Diagnostic>, Box<dyn Error>> {
        let folder = self.folder.join(worker.to_string());
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(FILE), source)?;
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let output = Command::new(rustc).args(&self.arguments).arg(FILE).current_dir(&folder).output()?;
        let text = String::from_utf8(output.stderr)?;
        let messages: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let diagnostics: Vec<_> = messages.iter().filter_map(|message| Diagnostic::new(message, source)).collect();
        if !output.status.success() && !diagnostics.iter().any(|diagnostic| diagnostic.is_error) {
            return Err(format!("the compiler stops without an error: {text}").into());
        }
        Ok(diagnostics)
    }
}

impl Diagnostic {
    /// `None` for the summary at the end, and for anything that is no error or warning.
    fn new(message: &Value, source: &str) -> Option<Self> {
        let (level, text) = (message["level"].as_str()?, message["message"].as_str()?);
        let is_summary = text.starts_with("aborting due to") || text.ends_with(" emitted");
        if is_summary || !level.starts_with("error") && level != "warning" {
            return None;
        }
        let mut code = Vec::new();
        let mut in_place = Vec::new();
        let underlined: Vec<_> = spans(message).filter(|span| span["is_primary"] == true).filter_map(bytes).collect();
        let children = message["children"].as_array().into_iter().flatten();
        for part in children.chain([message]) {
            let labels = spans(part).filter_map(|span| span["label"].as_str());
            for quoted in labels.chain(part["message"].as_str()).flat_map(|text| text.split('`').skip(1).step_by(2)) {
                code.push(quoted.to_owned());
                in_place.extend(underlined.iter().flat_map(|bytes| changed_lines(source, &[(*bytes, quoted)])));
            }
            let changes: Vec<_> = spans(part).filter_map(change).collect();
            for change in &changes {
                code.push(change.1.to_owned());
                code.extend(changed_lines(source, &[*change]));
            }
            code.extend(changed_lines(source, &changes));
        }
        let rendered = message["rendered"].as_str()?.to_owned();
        Some(Self { is_error: level.starts_with("error"), rendered, code, in_place })
    }
}

/// The places that a message or a part of it refers to.
fn spans(message: &Value) -> impl Iterator<Item = &Value> {
    message["spans"].as_array().into_iter().flatten()
}

/// The bytes of a span, if it is one of the program.
fn bytes(span: &Value) -> Option<(usize, usize)> {
    let byte = |name: &str| usize::try_from(span[name].as_u64()?).ok();
    if span["file_name"] == FILE { Some((byte("byte_start")?, byte("byte_end")?)) } else { None }
}

/// The bytes that a suggestion replaces in the program, and by what.
type Change<'a> = ((usize, usize), &'a str);

/// The change that a span suggests.
fn change(span: &Value) -> Option<Change<'_>> {
    Some((bytes(span)?, span["suggested_replacement"].as_str()?))
}

/// The lines of the source that differ after the changes; none if they overlap.
fn changed_lines(source: &str, changes: &[Change<'_>]) -> Vec<String> {
    let mut changes = changes.to_vec();
    changes.sort_unstable();
    changes.dedup();
    if changes.windows(2).any(|pair| pair[1].0.0 < pair[0].0.1) {
        return Vec::new();
    }
    let mut changed = source.to_owned();
    for ((start, end), replacement) in changes.into_iter().rev() {
        if changed.get(start..end).is_none() {
            return Vec::new();
        }
        changed.replace_range(start..end, replacement);
    }
    changed.lines().filter(|line| !source.lines().any(|old| old == *line)).map(str::to_owned).collect()
}
