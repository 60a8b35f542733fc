#![no_std]
//! core
extern crate alloc;
