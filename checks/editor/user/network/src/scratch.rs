//! The tests write here, in the editor only.
