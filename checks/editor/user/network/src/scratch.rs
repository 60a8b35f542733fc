//! The file that tests edit, without saving it.
