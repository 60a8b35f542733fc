//! The invocation of a macro: its name, and the program that runs it.

/// The invoked macro, which determines the handling of the `Result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// `bcast!`: panics at the caller's line.
    Panic,
    /// `try_bcast!`: returns it.
    Result,
}

/// The reader of the expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// rustc, which compiles it.
    #[default]
    Compiler,
    /// rust-analyzer, which looks names up in it.
    Editor,
}

impl Reader {
    /// Detects the program that runs this macro. `cfg(rust_analyzer)` does not help: it is not set in crates from a registry, and in the
    /// user's crate it is an unexpected `cfg`.
    pub fn here() -> Self {
        let program = std::env::current_exe().ok();
        let name = program.as_deref().and_then(|path| path.file_name()?.to_str());
        if name.is_some_and(|name| name.contains("rust-analyzer")) { Self::Editor } else { Self::Compiler }
    }
}
