//! `docs/errors.md` is generated from the pairs in `tests/ui`, so it shows the compiler's actual messages. After a change, regenerate it
//! and review the difference:
//!
//! ```text
//! GALLERY=overwrite cargo test -p ui-tests --test gallery
//! ```

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// An origin of users, and its mistakes: the pair, and the intention.
type Chapter = (&'static str, &'static [(&'static str, &'static str)]);

const CHAPTERS: [Chapter; 8] = [
    (
        "NumPy",
        &[
            ("mode/numpy_bias_of_channels", "A bias per channel, added as if the channels were the last axis"),
            ("lint/mutual_stretch", "A column of predictions minus a vector of targets: the difference is a square"),
            (
                "operand/method_of_an_array",
                "`a + a.T`: inside the call a name means one element, which has no transpose",
            ),
            ("grammar/power", "`**` as the power operator"),
            ("grammar/slice_of_python", "A slice, `b[:, 0]`"),
            ("grammar/word_and", "`and` between conditions"),
            ("grammar/ternary_of_python", "`a if c else b`"),
            ("grammar/product_of_matrices", "`@`, the product of matrices"),
            ("operand/method_of_numpy", "A function of NumPy that Rust's numbers have under another name"),
            ("value/comparison_as_a_number", "A product with a comparison, for a step function"),
            ("reduction/method_of_numpy", "A mean as a method of the array"),
            (
                "reduction/keepdims",
                "`keepdims`: an axis that stands outside is kept anyway, and the option `keep` keeps any",
            ),
            ("reduction/deviation", "Statistics that are formulas of means"),
            ("reduction/sum_of_bools", "A sum of conditions"),
            ("reduction/vector_beside_sums", "A vector of one number for each row beside sums along the rows"),
            ("reduction/hidden_pairs", "A loss over a column of predictions and a vector of targets"),
            ("reduction/cumsum", "A running sum"),
        ],
    ),
    ("MATLAB and Julia", &[("grammar/dotted_operator", "Operators with a dot: all operators are element-wise here")]),
    (
        "ndarray",
        &[
            ("operand/length_of_an_array", "The length of an array inside the formula of an element"),
            ("operand/arc_of_an_array", "An array behind a smart pointer"),
            ("place/does_not_stretch", "`assign` to an array that is too small"),
            ("operand/integer_among_floats", "An integer literal among floats"),
            ("value/row_without_a_reference", "A row of a matrix: views are made before the loop, hence the `&`"),
            ("value/array_from_a_constructor", "An array made inside the formula"),
            ("reduction/ndarray_axis", "`Axis(1)` as the axis of a sum"),
        ],
    ),
    (
        "PyTorch",
        &[
            ("option/to_negative", "`expand(-1, 3)`: lengths are written out"),
            ("lint/mutual_stretch_of_matrices", "Two matrices that repeat along each other"),
            ("types/tensor_lengths_differ", "Two tensors of different lengths"),
            ("value/mask_as_a_number", "A product with a mask"),
            ("operand/method_of_torch", "A method of tensors that numbers lack"),
            ("reduction/dim_of_pytorch", "`dim` as the axis of a sum"),
        ],
    ),
    (
        "Paddle",
        &[
            (
                "mode/paddle_falls_past_the_end",
                "An `axis` at which the operand exceeds the last axis, where Paddle reads beyond its memory",
            ),
            ("lint/default_axis_in_paddle", "No `axis` although several would fit"),
            ("option/axis_not_taken", "`axis` in a mode that does not take it"),
        ],
    ),
    (
        "ncnn",
        &[
            ("mode/ncnn_aligns_outermost", "A matrix meant for the innermost axes: ncnn aligns the outermost"),
            ("lint/ncnn_rank_1", "A vector as long as both the outermost and the innermost axis"),
        ],
    ),
    (
        "OpenVINO",
        &[
            ("mode/pdpd_default_axis", "No `axis`: the default is -1, not 0 as the document says"),
            ("mode/pdpd_skip_connection", "A skip connection together with a gain at `axis = 1`"),
            ("mode/none_lengths_differ", "`auto_broadcast = none` with a length of 1"),
            ("option/axes_not_increasing", "An axes mapping that transposes"),
        ],
    ),
    (
        "plain Rust",
        &[
            ("value/array_from_a_method", "A method of a struct that gives an array"),
            ("value/array_from_a_function", "A function that gives an array"),
            ("refused/method_of_self", "A method of `self`, which would be called for each element"),
            ("refused/table", "A table indexed by elements"),
            ("refused/question_mark", "`?` inside the formula"),
            ("refused/assignment_to_a_capture", "An assignment to a variable outside the formula"),
            ("reduction/method_without_axis", "The largest element of an array inside the formula"),
            ("value/length_beside_floats", "A count of type `usize` beside floats"),
            ("value/literal_with_the_suffix_of_another_type", "A literal of another type"),
            ("value/option_as_a_number", "An optional number"),
            ("option/unknown_mode", "A misspelt mode"),
            ("option/mode_of_a_variable", "A mode chosen at run time"),
            ("where/name_in_lower_case", "A variable as a stated length"),
        ],
    ),
];

const HEAD: &str = "# Common mistakes

Mistakes when porting from other libraries and languages, as the terminal shows them. This file is generated from the pairs in
`ui-tests/tests/ui` by `GALLERY=overwrite cargo test -p ui-tests --test gallery`. Suspicious calls are shown as warnings.
";

#[test]
fn the_gallery_is_what_the_compiler_prints() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = package.join("../docs/errors.md");
    let text = gallery(&package.join("tests/ui"));
    if std::env::var("GALLERY").is_ok_and(|value| value == "overwrite") {
        fs::write(&path, &text).expect("docs/errors.md can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/errors.md is stale; write it anew with GALLERY=overwrite");
    assert!(CHAPTERS.iter().map(|(_, pairs)| pairs.len()).sum::<usize>() >= 30);
}

#[test]
fn the_picture_in_the_readme_is_what_the_compiler_prints() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pair = "symbol/gamma_on_the_last_axis";
    let message = fs::read_to_string(package.join("tests/ui").join(pair).with_extension("stderr"));
    let message = as_in_a_program(&message.expect("the pair has a message"), pair);
    let readme = fs::read_to_string(package.join("../README.md")).expect("the README is text");
    assert!(readme.contains(&format!("```text\n{message}\n```")), "README.md shows another message than\n{message}");
}

fn gallery(pairs: &Path) -> String {
    let mut text = HEAD.to_owned();
    let mut number = 0;
    for (origin, mistakes) in CHAPTERS {
        write!(text, "\n## From {origin}\n").expect("a string grows");
        for (pair, title) in mistakes {
            number += 1;
            let message =
                fs::read_to_string(pairs.join(pair).with_extension("stderr")).expect("the pair has a message");
            let message = as_in_a_program(&message, pair);
            write!(text, "\n### {number}. {title}\n\n```text\n{message}\n```\n").expect("a string grows");
        }
    }
    text
}

/// The message as in a user's program, where warnings are not errors.
fn as_in_a_program(message: &str, pair: &str) -> String {
    let message = message.replace(&format!("tests/ui/{pair}.rs"), "src/main.rs");
    let message = match message.strip_prefix("error: use of deprecated") {
        Some(rest) => {
            let end = rest.find("\n  |\nnote: the lint level").unwrap_or(rest.len());
            format!("warning: use of deprecated{}", &rest[..end])
        }
        None => message,
    };
    message.trim_end().to_owned()
}
