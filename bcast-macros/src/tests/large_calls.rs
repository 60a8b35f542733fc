//! Expansion time of large calls. `cargo test -p bcast-macros large -- --nocapture` prints it.

use std::time::{Duration, Instant};

use proc_macro2::TokenStream;

use crate::expand::expand;
use crate::invocation::{Finish, Reader};

/// The time of an expansion: the fastest of several runs, since the machine may be busy. `tests/large_calls.rs` compiles such calls.
fn time(name: &str, call: &str, times: usize) -> Duration {
    let mut slowest = Duration::ZERO;
    for reader in [Reader::Compiler, Reader::Editor] {
        let mut taken: Vec<Duration> = (0..times)
            .map(|_| {
                let tokens: TokenStream = format!("krate ; {call}").parse().expect("brackets are balanced");
                let begin = Instant::now();
                let expansion = expand(tokens, Finish::Panic, reader);
                let taken = begin.elapsed();
                assert!(!expansion.to_string().contains("compile_error"), "{name} is refused");
                taken
            })
            .collect();
        taken.sort();
        println!("{name}, for the {reader:?}: {:?}, {:?} in the middle", taken[0], taken[times / 2]);
        slowest = slowest.max(taken[0]);
    }
    slowest
}

#[test]
fn ten_operands_take_less_than_five_milliseconds() {
    let call = "(x - mean) / (var + 1e-5).sqrt() * gamma + beta + &x.t() * scale - size as f64 + w + v, mode = pdpd, axis = 1, \
                where x: [N, C, H, W], mean: [C], var: [C], gamma: [C], beta: [C]";
    assert!(time("ten operands", call, 101) < Duration::from_millis(5));
}

#[test]
fn a_hundred_operands_take_less_than_a_second_and_more_are_refused() {
    let names: Vec<String> = (0..200).map(|number| format!("c{number}")).collect();
    assert!(time("100 operands", &names[..100].join(" + "), 3) < Duration::from_secs(1));
    refused("200 operands", &names.join(" + "), "200 names in one expression, at most 100 are possible");
}

/// Asserts that the call is refused with this message within a second.
fn refused(name: &str, call: &str, words: &str) {
    for reader in [Reader::Compiler, Reader::Editor] {
        let tokens: TokenStream = format!("krate ; {call}").parse().expect("brackets are balanced");
        let begin = Instant::now();
        let expansion = expand(tokens, Finish::Panic, reader).to_string();
        println!("{name}, refused for the {reader:?}: {:?}", begin.elapsed());
        assert!(begin.elapsed() < Duration::from_secs(1), "{name}");
        assert!(expansion.matches("compile_error").count() == 1 && expansion.contains(words), "{expansion}");
    }
}

/// Runs a test on the stack size that rustc and rust-analyzer give a macro.
fn with_their_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test).expect("there is memory for a thread");
    thread.join().expect("the test says why it fails");
}

#[test]
fn a_hundred_levels_take_less_than_a_second() {
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
            assert!(time(&format!("{levels} {name}"), &call(levels), 3) < Duration::from_secs(1));
            refused(&format!("1000 {name}"), &call(1000), "nested more than 100 levels deep");
        }
    });
}
