//! Problems: while typing, before any save, and after `cargo check`.

use std::collections::BTreeMap;

use editor::{Problem, Underlined, underlined};

use crate::{open, path, write};

/// Asserts that the list has exactly these entries while typing: the underlined text between `«` and `»`, and words of
/// the message.
fn finds(body: &str, wanted: &[(&str, &str)]) {
    let found = write(body).problems();
    let is_right = |(problem, wanted): (&Problem, &(&str, &str))| {
        problem.marked.contains(wanted.0) && problem.message.contains(wanted.1)
    };
    assert!(found.len() == wanted.len() && found.iter().zip(wanted).all(is_right), "{body}: {found:#?}");
}

#[test]
fn lengths_that_where_states() {
    finds(
        "let c = bcast!(a + b, where a: [2, 3], b: [4]);",
        &[("where a: [2, 3], b: [«4»]", "`b` does not broadcast with `a` (mode = numpy)")],
    );
}

#[test]
fn names_that_where_states() {
    finds(
        "let c = bcast!(a + b, where a: [N, M], b: [N]);",
        &[("where a: [N, M], b: [«N»]", "length N meets M; a symbol is equal only to itself")],
    );
}

#[test]
fn the_picture_of_the_shapes() {
    let found =
        write("let c = bcast!(x * gamma, mode = pdpd, axis = 0, where x: [8, 3, 7, 7], gamma: [3]);").problems();
    let [problem] = found.as_slice() else { panic!("{found:#?}") };
    let lines: Vec<_> = problem.message.lines().map(str::trim_end).collect();
    let wanted = [
        "`gamma` does not broadcast onto `x` (mode = pdpd, axis = 0)",
        "   axis     0  1  2  3",
        "   x        8  3  7  7",
        "   gamma    3",
        "            ^ length 3 meets 8; only length 1 stretches",
    ];
    assert_eq!(lines[..5], wanted);
    assert!(lines.contains(&"help: `axis = 1` would fit"), "{lines:#?}");
}

#[test]
fn a_mistake_comes_and_goes_while_typing() {
    for (length, count) in [(3, 0), (4, 1), (3, 0), (1, 0), (2, 1)] {
        let body = format!("let c = bcast!(a + b, where a: [2, 3], b: [{length}]);");
        let found = write(&body).problems();
        assert_eq!(found.len(), count, "{body}: {found:#?}");
    }
}

#[test]
fn lengths_that_do_not_fit_a_place() {
    finds(
        "bcast!(y = a + b, where y: [2, 3], a: [2, 1], b: [4]);",
        &[("where y: [2, «3»]", "the result does not stretch to the place `y` (mode = numpy)")],
    );
}

#[test]
fn keys_that_are_no_operands() {
    finds("let c = bcast!(a + b, where x: [2]);", &[("where «x»: [2]", "`x` is none (operands are `a`, `b`)")]);
}

#[test]
fn options_that_do_not_exist() {
    finds("let c = bcast!(a + b, mod = pdpd);", &[("a + b, «mod» = pdpd", "did you mean `mode`?")]);
}

#[test]
fn modes_that_do_not_exist() {
    finds("let c = bcast!(a + b, mode = pdqd);", &[("mode = «pdqd»", "did you mean `pdpd`?")]);
}

#[test]
fn options_that_the_mode_does_not_take() {
    finds("let c = bcast!(a + b, axis = 1);", &[("«axis» = 1", "mode numpy takes no `axis`")]);
}

#[test]
fn forms_that_leave_the_expression() {
    finds(
        "let c = bcast!(if a > 0.0 { return } else { b });",
        &[("{ «return» }", "can't leave the element expression")],
    );
}

#[test]
fn several_mistakes_are_several_entries() {
    finds(
        "let c = bcast!(a.await + b, mode = pdqd, allow = ncnn, where d: [2]);",
        &[
            // Of several words the first one is underlined.
            ("a«.»await", "can't stand in the element expression"),
            ("mode = «pdqd»", "did you mean `pdpd`?"),
            ("allow = «ncnn»", "no lint"),
            ("«d»: [2]", "`d` is none"),
        ],
    );
}

#[test]
fn a_call_that_can_not_be_read_is_one_entry() {
    finds(
        "let c = bcast!(a + b, mode = pdqd, axs = 1, where d: [2], a: [N + 1, 2]);",
        &[("a: [«N» + 1, 2]", "a computed length goes in braces")],
    );
}

#[test]
fn half_a_call_has_one_entry_at_its_end() {
    finds("let c = bcast!(a + );", &[("a «+»", "an operand is missing after `+`")]);
    finds("let c = bcast!(a + net.);", &[("net«.»", "a field or a method is missing after `.`")]);
    finds("let c = bcast!(a + b, mode = );", &[("mode «=»", "the value of `mode` is missing")]);
    finds("let c = bcast!(x * gamma, mode = pdpd, axis = );", &[("axis «=»", "the value of `axis` is missing")]);
}

#[test]
fn half_a_call_adds_no_problems_around_it() {
    for call in [
        "a + ",
        "a + net.",
        "a + b, mode = ",
        "a + b, ",
        "a + b, where a: [",
        "{ let d = a - b; d. }",
        "if a > ",
        "if a > 0.0 { a }",
        "if a > 0.0 { a } el",
        "if a > 0.0 { a } else",
        "if a > 0.0 { a } else {}",
        "if a > 0.0 { a } else if b > 0.0 { b }",
        "if a > 0.0 { a } else if b > 0.0 { b } e",
        "b + if a > 0.0 { a } el",
        "b * (if a > 0.0 { a } el)",
        "match a { v if v > 0.0 => v, }",
        "match a { v => }",
    ] {
        // A missing bracket is the tokenizer's error, whatever the macro reports.
        let call = if call.ends_with('[') { format!("{call}]") } else { call.to_owned() };
        let body = format!("let c: Array2<f32> = bcast!({call});\n    let d = c.dot(a) + 1.0;\n    drop(d.nrows());");
        let found = write(&body).problems();
        assert!(found.len() <= 1, "{body}: {found:#?}");
    }
}

/// Asserts that each mistake of a file, and nothing else, has an entry that begins at its position, and `ends` as
/// expected.
fn one_entry_each(found: &[Problem], wanted: &[Underlined], ends: impl Fn(&str, &Underlined) -> bool) {
    let (mut found_lines, mut lines): (BTreeMap<_, Vec<_>>, BTreeMap<_, Vec<_>>) = Default::default();
    for problem in found {
        found_lines.entry(problem.line).or_default().push(problem.marked.as_str());
    }
    for underlined in wanted {
        lines.entry(underlined.line as u64 - 1).or_default().push(underlined);
    }
    let surplus: Vec<_> = found_lines.iter().filter(|(line, _)| !lines.contains_key(line)).collect();
    assert!(surplus.is_empty(), "where nothing is wrong: {surplus:#?}");
    for (line, wanted) in lines {
        let found = found_lines.remove(&line).unwrap_or_default();
        let is_right = |(marked, wanted): (&&str, &&Underlined)| {
            let begin = marked.split_once('«').map(|(_, begin)| begin);
            begin.is_some_and(|begin| begin.replacen('»', "", 1).starts_with(&wanted.text) && ends(begin, wanted))
        };
        assert!(found.len() == wanted.len() && found.iter().zip(&wanted).all(is_right), "{found:#?} {wanted:#?}");
    }
}

#[test]
fn each_mistake_of_the_macro_has_one_entry_while_typing() {
    let mut wanted = underlined(&path("mistakes/src/lib.rs"));
    // rust-analyzer does not distinguish `**` from `* *`.
    wanted.retain(|underlined| underlined.text != "**");
    assert!(wanted.len() > 30, "{wanted:#?}");
    // Of several words the first one is underlined.
    one_entry_each(&open("mistakes/src/lib.rs").problems(), &wanted, |_, _| true);
}

#[test]
fn each_mistake_of_the_macro_has_one_entry_when_checked() {
    let wanted = underlined(&path("mistakes/src/lib.rs"));
    let found = open("mistakes/src/lib.rs").problems_when_checked();
    one_entry_each(&found, &wanted, |begin, wanted| begin.starts_with(&format!("{}»", wanted.text)));
}

#[test]
fn each_mistake_of_types_has_one_entry_when_checked() {
    let wanted = underlined(&path("mistyped/src/lib.rs"));
    assert!(wanted.len() > 20, "{wanted:#?}");
    let found = open("mistyped/src/lib.rs").problems_when_checked();
    one_entry_each(&found, &wanted, |begin, wanted| begin.starts_with(&format!("{}»", wanted.text)));
}

#[test]
fn each_suspicious_call_has_one_entry_when_checked() {
    let wanted = underlined(&path("suspicious/src/lib.rs"));
    assert!(wanted.len() > 5, "{wanted:#?}");
    let found = open("suspicious/src/lib.rs").problems_when_checked();
    one_entry_each(&found, &wanted, |begin, wanted| begin.starts_with(&format!("{}»", wanted.text)));
}

#[test]
fn calls_with_reductions_are_right() {
    for call in [
        "sum(a, axis = 1)",
        "{ let e = (a - max(a, axis = -1)).exp(); e / sum(e, axis = -1) }",
        "if index(axis = 1) > index(axis = 0) { 0.0 } else { a }",
        "mean(a * b, axis = ..), allow = mutual_stretch",
    ] {
        finds(&format!("let c = bcast!({call});"), &[]);
    }
}

#[test]
fn a_reduction_that_can_be_read_in_two_ways() {
    finds(
        "let c = bcast!(a - mean(b, axis = 0), where a: [2, 3], b: [3]);",
        &[("mean(b, axis = «0»)", "can be read in two ways")],
    );
}

#[test]
fn an_axis_out_of_range() {
    finds("let c = bcast!(sum(a, axis = 2), where a: [2, 3]);", &[("axis = «2»", "is out of range")]);
}
