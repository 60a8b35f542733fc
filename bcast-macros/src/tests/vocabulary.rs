//! The words and calls from which random calls are made.

/// Words of calls, valid or not.
#[rustfmt::skip]
pub const WORDS: &[&str] = &[
    "a", "b", "self", "self.w", "x.t()", "net.", "größe", "r#type", "f32::max", "Some", "None", "_",
    "1", "2.5", "-1", "1.", "1e5", "1u9", "1.0f16", "0b1_u8", "99999999999999999999999999999999999999999", "true",
    "\"s\"", "b\"x\"", "c\"x\"", "b'x'", "'x'", "r#\"x\"#", "'l", "'l:",
    "mode", "axis", "axes", "to", "base", "threads", "keep", "allow", "pdpd", "named", "explicit", "ncnn", "paddle", "where",
    "mode = pdpd", "mode = named", "sum(a, axis = N)", "B = n", "axis = 1", "axis(a) = 0", "to = [2, n]", "[N, 3]", "x: [2]", "{n}", "where a: [N, 1]",
    "if", "else", "match", "let", "for", "in", "while", "loop", "break", "continue", "return", "move", "unsafe", "const", "async",
    "await", "yield", "mut", "ref", "fn", "use", "struct", "as", "f32", "dyn", "impl", "crate", "super", "static",
    "$", "#", "@", "~", "+", "-", "*", "/", "%", "&", "|", "^", "!", "=", "==", "+=", "<<=", "<", ">", "=>", "->", "..", "..=", ".",
    ":", "::", ",", ",", ",", ";", "?", "&&", "||", "a b", "|v|",
];

/// Valid calls.
pub const CALLS: &[&str] = &[
    "a + b",
    "y = (x - mean) / (var + 1e-5).sqrt() * gamma + beta, mode = pdpd, axis = 1, where x: [N, C, {h}, 7], mean: [C]",
    "if let Some(v) = f(x) && v > 0.0 { let t = v * &y.t()?; t } else { match z { P { a, .. } if a > x => a, _ => x } }",
    "{ let mut s = 0.0; 'a: for i in 0..n { if i > 2 { break 'a; } s += (px)[i]; } s }, threads, allow = default_axis",
    "self.out[0] += &w.row(0) * (|a, b: f32| a * b)(x, *g), axis(x) = -1, axes(*g) = [0, 2], to = (2, n)",
    "data, mode = explicit, axes = [1, 2], to = [n, h, w, c], where data: [{h}, {w}]",
    "sum(x * w - k, axis = [K, I]) + count(b == index(axis = B), axis = N), mode = named, to = [M, B = 256], where x: [M, K], w: [K, I], b: [N]",
    "y = a / sum(a, axis = J) * len(axis = I), mode = named, where y: [J, I], a: [I, J]",
    "x * gamma + row, mode = pdpd, base = x, axis(gamma) = 1, axis(row) = 2, where x: [8, 3, 7, 7], gamma: [3], row: [7]",
    "x + c + größe, mode = ncnn, allow = ncnn_rank_1, where x: [4, 3, 2], c: [4], größe: [1, 1, 2]",
    "a.exp().max(0.0) as f64 - f32::powf(b, 2.0), mode = bidirectional, to = [2, 3], where a: [_, 3], b: [1]",
    "x + &layers[0].bias, mode = paddle, axis = k, where x: [N, C], layers[0].bias: [C]",
    "Point { x: (p).x * s, ..q }, mode = none, where p: [N], q: [N], s: []",
    "unsafe { *guard } + Self::BIAS * crate::GAIN - self.0.1, mode = unidirectional",
];
