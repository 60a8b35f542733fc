//! Compile-fail pairs live in `tests/`.
