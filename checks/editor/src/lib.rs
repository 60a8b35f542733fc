//! Drives rust-analyzer over the language server protocol, without a window.
//!
//! A test writes a file that exists only in the editor, marks the caret in it with `$0`, sends a request, and compares
//! with text in which `«` and `»` mark the response.

mod document;
mod install;
mod server;
mod underlined;

pub use document::{Document, Problem};
pub use server::Server;
pub use underlined::{Underlined, underlined};
