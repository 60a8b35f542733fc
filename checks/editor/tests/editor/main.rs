//! rust-analyzer in calls of `bcast!`: whole, half typed and wrong.
//!
//! A test is one check. It writes an unsaved file with the caret at `$0`, sends a request, and compares; `«` and `»`
//! mark the response.

mod completion;
mod correct;
mod half_typed;
mod hover;
mod navigation;
mod problems;
mod time;
mod typing;

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use editor::{Document, Server};

/// A file with the items of a network; the call replaces `BODY`, or `METHOD` in a method.
const FILE: &str = "
use bcast::{Tensor, bcast, shape, try_bcast};
use ndarray::{Array1, Array2, Array4};

pub struct Net {
    pub weight: Array2<f32>,
    pub bias: Array1<f32>,
    pub head: Head,
}

pub struct Head {
    pub gain: Array1<f32>,
}

impl Net {
    pub fn row(&self) -> Array1<f32> {
        self.bias.clone()
    }

    pub fn call(&self, rows: &Array2<f32>) {
        METHOD
    }
}

pub fn call(a: &Array2<f32>, b: &Array1<f32>, x: &Array4<f64>, gamma: &Array1<f64>, net: &Net) {
    let (scale, size) = (2.0_f32, 3_usize);
    let mut y = a.clone();
    BODY
}
";

/// The editor with this text instead of `BODY`; `$0` in it is the caret.
fn write(body: &str) -> MutexGuard<'static, Document> {
    write_file(&FILE.replace("BODY", body).replace("METHOD", ""))
}

/// The editor with this text instead of `METHOD`; `$0` in it is the caret.
fn write_method(body: &str) -> MutexGuard<'static, Document> {
    write_file(&FILE.replace("BODY", "").replace("METHOD", body))
}

/// The editor with this text, which is not saved; `$0` in it is the caret.
fn write_file(text: &str) -> MutexGuard<'static, Document> {
    let mut document = document();
    document.open(&path("network/src/scratch.rs"));
    document.write(text);
    document
}

/// The editor with a file as saved.
fn open(file: &str) -> MutexGuard<'static, Document> {
    let mut document = document();
    document.open(&path(file));
    document
}

/// The editor, shared by all checks in turn.
fn document() -> MutexGuard<'static, Document> {
    static DOCUMENT: LazyLock<Mutex<Document>> = LazyLock::new(|| {
        let server = Server::start(&path(""), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("user"));
        Mutex::new(Document::new(server, &path("network/src/lib.rs")))
    });
    DOCUMENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The functions missing from std, as the reference lists them.
fn std_lacks() -> Vec<&'static str> {
    let reference = include_str!("../../../../docs/reference.md");
    let row = reference.lines().find(|line| line.starts_with("| that std lacks |")).expect("the row of the table");
    row.split('`').skip(1).step_by(2).collect()
}

/// The workspace file open in the editor.
fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("user").join(file)
}
