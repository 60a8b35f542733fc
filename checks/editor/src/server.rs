//! A running rust-analyzer, and the messages to and from it.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::install::Installed;

/// The timeout. The longest wait is for compiling the dependencies of the user's crate.
const DEADLINE: Duration = Duration::from_secs(300);

/// The silence after which the server is considered done.
const SILENCE: Duration = Duration::from_millis(250);

/// Retryable responses: the text has changed, or the server is not ready.
const ASK_AGAIN: [i64; 2] = [-32801, -32802];

/// A rust-analyzer with an open workspace.
pub struct Server {
    child: Child,
    stdin: Arc<Mutex<ChildStdin>>,
    heard: Arc<(Mutex<Heard>, Condvar)>,
    last_id: i64,
}

/// The state reported by the server.
#[derive(Default)]
pub struct Heard {
    responses: HashMap<i64, Value>,
    /// The published diagnostics, those of `cargo check`, by the file's URI.
    pub published: HashMap<String, Vec<Value>>,
    /// True once everything is loaded.
    quiescent: bool,
    health: Value,
    /// Tasks in progress, by their token.
    running: BTreeMap<String, String>,
    /// The number of `cargo check` runs started.
    pub checks: usize,
    /// The number of messages received.
    messages: usize,
    notes: Vec<String>,
    has_ended: bool,
}

impl Server {
    /// Opens the workspace, and waits until everything is loaded. Artifacts go to `target`.
    pub fn start(workspace: &Path, target: &Path) -> Self {
        let Installed { program, library } = Installed::find();
        let mut child = Command::new(&program)
            .current_dir(workspace)
            .env("CARGO_TARGET_DIR", target)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", program.display()));
        let stdin = Arc::new(Mutex::new(child.stdin.take().expect("its input is a pipe")));
        let stdout = child.stdout.take().expect("its output is a pipe");
        let heard = Arc::new((Mutex::new(Heard::default()), Condvar::new()));
        let settings = json!({
            // Without it rust-analyzer adds std's sources to the compiling toolchain.
            "cargo": { "sysrootSrc": library },
            // Tests request it where needed.
            "checkOnSave": false,
        });
        let options = settings.clone();
        let mut server = Self { child, stdin: Arc::clone(&stdin), heard: Arc::clone(&heard), last_id: 0 };
        thread::spawn(move || listen(stdout, &stdin, &heard, &settings));
        server.initialize(workspace, &options);
        server.wait("the workspace to be loaded", |heard| heard.quiescent.then_some(()));
        let health = lock(&server.heard.0).health.clone();
        assert!(health == "ok", "rust-analyzer is not well: {health}");
        server
    }

    fn initialize(&mut self, workspace: &Path, options: &Value) {
        let uri = uri(workspace);
        let capabilities = json!({
            "general": { "positionEncodings": ["utf-16"] },
            "textDocument": {
                "hover": { "contentFormat": ["markdown"] },
                "diagnostic": {},
                "completion": { "completionItem": { "resolveSupport": { "properties": ["documentation", "detail"] } } },
                "rename": { "prepareSupport": true },
            },
            "window": { "workDoneProgress": true },
            "workspace": { "configuration": true, "workspaceEdit": { "documentChanges": true } },
            "experimental": { "serverStatusNotification": true },
        });
        self.ask(
            "initialize",
            &json!({
                "processId": std::process::id(),
                "rootUri": uri,
                "workspaceFolders": [{ "uri": uri, "name": "user" }],
                "capabilities": capabilities,
                "initializationOptions": options,
            }),
        );
        self.tell("initialized", &json!({}));
    }

    /// Sends a notification.
    pub fn tell(&self, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        send(&self.stdin, &message).unwrap_or_else(|error| panic!("{method} can't be sent: {error}"));
    }

    /// Sends a request, and waits for the response.
    ///
    /// # Panics
    /// If it is refused, or times out.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method} is refused: {error}"))
    }

    /// [`ask`](Self::ask), for a request that may be refused.
    ///
    /// # Errors
    /// The server's reason.
    pub fn try_ask(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        let begin = Instant::now();
        loop {
            self.last_id += 1;
            let id = self.last_id;
            let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
            send(&self.stdin, &message).unwrap_or_else(|error| panic!("{method} can't be sent: {error}"));
            let answer = self.wait(&format!("the answer to {method} {params}"), |heard| heard.responses.remove(&id));
            let Some(error) = answer.get("error") else { return Ok(answer["result"].clone()) };
            let is_none = error["code"].as_i64().is_some_and(|code| ASK_AGAIN.contains(&code));
            if !is_none || begin.elapsed() > DEADLINE {
                return Err(error.clone());
            }
        }
    }

    /// Waits until `question` returns a value for the server's state.
    ///
    /// # Panics
    /// After the timeout, with the awaited state and the tasks in progress.
    pub fn wait<T>(&self, awaited: &str, mut question: impl FnMut(&mut Heard) -> Option<T>) -> T {
        let (heard, news) = &*self.heard;
        let end = Instant::now() + DEADLINE;
        let mut heard = lock(heard);
        loop {
            if let Some(answer) = question(&mut heard) {
                return answer;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || heard.has_ended {
                let reason = if heard.has_ended { "rust-analyzer has ended" } else { "it took too long" };
                let mut state = String::new();
                let _ = write!(state, "under way: {:?}; notes: {:?}", heard.running, heard.notes);
                // Keeps the state usable for later tests.
                drop(heard);
                panic!("waited for {awaited}: {reason}; {state}");
            }
            heard = news.wait_timeout(heard, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until the server has been silent for a while.
    ///
    /// # Panics
    /// If it does not become silent.
    pub fn wait_for_silence(&self) {
        let (mut messages, mut since) = (None, Instant::now());
        let end = since + DEADLINE;
        loop {
            let heard = self.wait("the number of messages", |heard| Some(heard.messages));
            if messages.replace(heard) != Some(heard) {
                since = Instant::now();
            } else if since.elapsed() >= SILENCE {
                return;
            }
            assert!(Instant::now() < end, "rust-analyzer does not fall silent");
            thread::sleep(SILENCE / 10);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The URI of a file.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn send(stdin: &Mutex<ChildStdin>, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    let mut stdin = lock(stdin);
    write!(stdin, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    stdin.flush()
}

/// Reads messages until there are no more.
fn listen(stdout: ChildStdout, stdin: &Mutex<ChildStdin>, (heard, news): &(Mutex<Heard>, Condvar), settings: &Value) {
    let mut stdout = BufReader::new(stdout);
    while let Some(message) = receive(&mut stdout) {
        if let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) {
            let answer = json!({ "jsonrpc": "2.0", "id": id, "result": answer(method, &message["params"], settings) });
            // A server that has stopped reading has exited, which the next read detects.
            let _ = send(stdin, &answer);
        } else {
            lock(heard).hear(message);
        }
        news.notify_all();
    }
    lock(heard).has_ended = true;
    news.notify_all();
}

/// A message: header lines, an empty line, and the number of bytes in the header.
fn receive(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    from.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Answers the server's request.
fn answer(method: &str, params: &Value, settings: &Value) -> Value {
    let of_item = |item: &Value| if item["section"] == "rust-analyzer" { settings.clone() } else { Value::Null };
    match (method, params["items"].as_array()) {
        ("workspace/configuration", Some(items)) => items.iter().map(of_item).collect(),
        _ => Value::Null,
    }
}

impl Heard {
    fn hear(&mut self, mut message: Value) {
        self.messages += 1;
        if let Some(id) = message["id"].as_i64() {
            self.responses.insert(id, message);
            return;
        }
        let params = message["params"].take();
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                let problems = params["diagnostics"].as_array().cloned().unwrap_or_default();
                self.published.insert(text(&params["uri"]), problems);
            }
            Some("experimental/serverStatus") => {
                self.quiescent = params["quiescent"] == true;
                self.health = params["health"].clone();
                self.notes.extend(params["message"].as_str().map(str::to_owned));
            }
            Some("$/progress") => self.progress(&text(&params["token"]), &params["value"]),
            Some("window/showMessage") => self.notes.push(text(&params["message"])),
            _ => {}
        }
    }

    /// True if `cargo check` is running.
    pub fn is_checking(&self) -> bool {
        self.running.keys().any(|token| is_check(token))
    }

    fn progress(&mut self, token: &str, value: &Value) {
        match value["kind"].as_str() {
            Some("begin") => {
                self.running.insert(token.to_owned(), text(&value["title"]));
                self.checks += usize::from(is_check(token));
            }
            Some("end") => drop(self.running.remove(token)),
            _ => {}
        }
    }
}

/// True if a progress token belongs to `cargo check`.
fn is_check(token: &str) -> bool {
    token.contains("flycheck")
}

/// A string's text, anything else as JSON.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
