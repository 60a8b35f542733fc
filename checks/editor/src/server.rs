//! A rust-analyzer that runs, and the messages to and from it.

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

/// How long anything may take. The longest wait is for the dependencies of the user's crate to be compiled.
const DEADLINE: Duration = Duration::from_secs(300);

/// How long nothing is heard when nothing more is to be said.
const SILENCE: Duration = Duration::from_millis(250);

/// "The text has changed" and "ask again": answers that are none.
const ASK_AGAIN: [i64; 2] = [-32801, -32802];

/// A rust-analyzer that has one workspace open.
pub struct Server {
    child: Child,
    stdin: Arc<Mutex<ChildStdin>>,
    heard: Arc<(Mutex<Heard>, Condvar)>,
    last_id: i64,
}

/// What the server has said so far.
#[derive(Default)]
pub struct Heard {
    responses: HashMap<i64, Value>,
    /// The problems it has sent unasked, which are those of `cargo check`, by the file's URI.
    pub published: HashMap<String, Vec<Value>>,
    /// Whether everything is loaded.
    quiescent: bool,
    health: Value,
    /// What is under way, by the token of its progress.
    running: BTreeMap<String, String>,
    /// How often `cargo check` has begun.
    pub checks: usize,
    /// How many messages there have been.
    messages: usize,
    notes: Vec<String>,
    has_ended: bool,
}

impl Server {
    /// Opens the workspace, and waits until everything is loaded. Artifacts are written to `target`.
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
            // Without it rust-analyzer adds std's sources to the toolchain that compiles.
            "cargo": { "sysrootSrc": library },
            // The tests ask for it where they want it.
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

    /// Sends a request, and waits for the answer.
    ///
    /// # Panics
    /// If it is refused, or there is no answer in time.
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

    /// Waits until what the server has said answers the question.
    ///
    /// # Panics
    /// If it does not in time, with what was awaited and what is under way.
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
                // The state stays usable for the tests after this one.
                drop(heard);
                panic!("waited for {awaited}: {reason}; {state}");
            }
            heard = news.wait_timeout(heard, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until the server has been silent for a while.
    ///
    /// # Panics
    /// If it goes on talking.
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
            // If it no longer listens, it has ended, which the next read finds.
            let _ = send(stdin, &answer);
        } else {
            lock(heard).hear(message);
        }
        news.notify_all();
    }
    lock(heard).has_ended = true;
    news.notify_all();
}

/// One message: lines of a header, an empty line, and as many bytes as the header says.
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

/// What the server wants to know of us.
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

    /// Whether `cargo check` is under way.
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

/// Whether `cargo check` is what a progress is of.
fn is_check(token: &str) -> bool {
    token.contains("flycheck")
}

/// A string's text, anything else as JSON.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
