//! Large calls: their expansion grows as they do, and larger ones are refused. `cargo test -p bcast-macros large -- --nocapture` prints its
//! time, which no test limits, since the machine may be busy. `tests/large_calls.rs` compiles such calls.

use std::time::Instant;

use proc_macro2::TokenStream;

use crate::expand::expand;
use crate::model::{Finish, Reader};

/// The expansion of a call, whose time is printed.
fn expanded(name: &str, call: &str, reader: Reader) -> String {
    let tokens: TokenStream = format!("krate ; {call}").parse().expect("brackets are balanced");
    let begin = Instant::now();
    let expansion = expand(tokens, Finish::Panic, reader);
    println!("{name}, for the {reader:?}: {:?}", begin.elapsed());
    expansion.to_string()
}

/// Asserts that both calls expand, the second, which is twice as large, to at most three times the text.
fn grows(name: &str, [half, whole]: [&str; 2]) {
    for reader in [Reader::Compiler, Reader::Editor] {
        let [half, whole] = [half, whole].map(|call| expanded(name, call, reader));
        assert!(!whole.contains("compile_error"), "{name} is refused");
        assert!(whole.len() <= 3 * half.len(), "{name}: {} bytes, {} of half", whole.len(), half.len());
    }
}

#[test]
fn calls_of_up_to_a_hundred_operands_expand_and_more_are_refused() {
    let names: Vec<String> = (0..200).map(|number| format!("c{number}")).collect();
    let of = |count: usize, between: &str| names[..count].join(between);
    grows("10 operands", [&of(5, " * a + "), &of(10, " * a + ")]);
    grows("100 operands", [&of(50, " + "), &of(100, " + ")]);
    refused("200 operands", &of(200, " + "), "200 names in one expression, at most 100 are possible");
}

/// Asserts that the call is refused with this message.
fn refused(name: &str, call: &str, words: &str) {
    for reader in [Reader::Compiler, Reader::Editor] {
        let expansion = expanded(name, call, reader);
        assert!(expansion.matches("compile_error").count() == 1 && expansion.contains(words), "{expansion}");
    }
}

#[test]
fn axes_are_as_large_as_integers_are() {
    let (least, most) = (i64::MIN, i64::MAX);
    for call in [format!("sum(x, axis = [{most}, {least}])"), format!("x, mode = pdpd, axis = {most}, where x: [2]")] {
        expanded("axes", &call, Reader::Compiler);
    }
}

/// Runs a test on the stack size that rustc and rust-analyzer give a macro.
fn with_their_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test).expect("there is memory for a thread");
    thread.join().expect("the test says why it fails");
}

#[test]
fn a_hundred_levels_expand_and_more_are_refused() {
    with_their_stack(|| {
        for (name, before, after, levels) in [
            ("parentheses", "(", ")", 100),
            ("signs", "-", "", 100),
            ("blocks", "{", "}", 100),
            ("methods", "", ".exp()", 100),
            ("arguments", "f(", ")", 100),
            ("blocks with a local", "{ let v = ", "; v }", 30),
            ("branches", "if x > 0.0 { x } else { ", " }", 30),
        ] {
            let call = |levels| format!("{}x{}", before.repeat(levels), after.repeat(levels));
            grows(&format!("{levels} {name}"), [&call(levels / 2), &call(levels)]);
            refused(&format!("1000 {name}"), &call(1000), "nested more than 100 levels deep");
        }
    });
}
