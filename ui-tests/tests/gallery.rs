//! `docs/errors.md` is made of the pairs in `tests/ui`, so it shows what the compiler prints. After a change, write it anew and read the
//! difference:
//!
//! ```text
//! GALLERY=overwrite cargo test -p ui-tests --test gallery
//! ```

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Where one comes from, and what goes wrong then: the pair, and what one meant.
type Chapter = (&'static str, &'static [(&'static str, &'static str)]);

const CHAPTERS: [Chapter; 6] = [
    (
        "NumPy",
        &[
            ("mode/numpy_bias_of_channels", "A bias of the channels, added as if the channels were last"),
            ("lint/mutual_stretch", "A column of predictions beside a vector of targets: their difference is a square"),
            (
                "operand/method_of_an_array",
                "`a + a.T`: inside the call a name is one element, and an element has no transpose",
            ),
            ("grammar/power", "`**` for the power"),
        ],
    ),
    (
        "ndarray",
        &[
            ("operand/length_of_an_array", "The length of an array, in the formula of an element"),
            ("operand/arc_of_an_array", "An array behind a smart pointer"),
            ("place/does_not_stretch", "`assign`, into an array that is too small"),
            ("operand/integer_among_floats", "An integer literal among floats"),
        ],
    ),
    (
        "PyTorch",
        &[
            ("option/to_negative", "`expand(-1, 3)`: a length is said as it is"),
            ("lint/mutual_stretch_of_matrices", "Two matrices that repeat along each other"),
            ("types/tensor_lengths_differ", "Two tensors of other lengths"),
        ],
    ),
    (
        "Paddle",
        &[
            (
                "mode/paddle_falls_past_the_end",
                "An `axis` at which the operand falls past the last axis, where Paddle reads past its memory",
            ),
            ("lint/default_axis_in_paddle", "No `axis`, where several would fit"),
            ("option/axis_not_taken", "`axis` without the mode that takes it"),
        ],
    ),
    (
        "ncnn",
        &[
            ("mode/ncnn_aligns_outermost", "A matrix of the innermost axes: ncnn begins with the outermost"),
            ("lint/ncnn_rank_1", "A vector that has the length of the outermost axis and of the innermost"),
        ],
    ),
    (
        "OpenVINO",
        &[
            ("mode/pdpd_default_axis", "`axis` is left out, and is -1 then, not 0 as the document says"),
            ("mode/pdpd_skip_connection", "A skip connection beside a gain at `axis = 1`"),
            ("mode/none_lengths_differ", "`auto_broadcast = none`, and a length of 1"),
            ("option/axes_not_increasing", "An axes mapping that transposes"),
        ],
    ),
];

const HEAD: &str = "# Twenty mistakes

What people meet who port from elsewhere, each as it looks in the terminal. All of it is made from the pairs in `ui-tests/tests/ui`, by
`GALLERY=overwrite cargo test -p ui-tests --test gallery`. Warnings are shown as they are where nobody makes errors of them.
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
    assert_eq!(CHAPTERS.iter().map(|(_, pairs)| pairs.len()).sum::<usize>(), 20);
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

/// The message in a program of the user's, which does not forbid warnings.
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
