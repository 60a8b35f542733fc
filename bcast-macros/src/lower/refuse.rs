//! Words for refused forms of an element expression that several places refuse, and their replacements.

use bcast_core::rules::reduction::ValueKind;

use crate::model::REDUCTIONS;
use crate::spelling::has_word;

/// `async {}` and `async ||`
pub const ASYNC: &str = "an async form can't stand in the element expression; compute the value before the call";

/// Any form unknown to the walk.
pub const UNKNOWN: &str = "this form is not supported inside the element expression; bind its value before the call";

/// Words for what is no reduction here, by the names that it has elsewhere.
const OTHERS: [(&str, &str); 14] = [
    ("amax", "the largest element is `max(x, axis = 1)`"),
    ("amin", "the smallest element is `min(x, axis = 1)`"),
    ("average avg", "an average is `mean(x, axis = 1)`, with weights `sum(w * x, axis = -1) / sum(w, axis = -1)`"),
    ("count_nonzero", "what is no zero is counted by `count(x != 0.0, axis = 1)`"),
    ("cumprod cumsum", "a running sum is no reduction: `x.accumulate_axis_inplace(..)` computes it before the call"),
    ("logsumexp", "this is `{ let m = max(x, axis = 1); m + sum((x - m).exp(), axis = 1).ln() }`"),
    ("median percentile quantile", "this sorts, which no reduction does: compute it before the call"),
    ("nanmean nansum", "elements that are NaN are left out by `sum(if x.is_nan() { 0.0 } else { x }, axis = 1)`"),
    ("norm", "a norm is `sum(x * x, axis = 1).sqrt()`"),
    ("product", "a product is `prod(x, axis = 1)`"),
    ("ptp", "a range is `max(x, axis = 1) - min(x, axis = 1)`"),
    ("softmax", "softmax is `{ let e = (x - max(x, axis = 1)).exp(); e / sum(e, axis = 1) }`"),
    (
        "std",
        "a deviation is the root of a variance, `{ let d = x - mean(x, axis = 1); mean(d * d, axis = 1).sqrt() }`; in a larger formula its let comes first, as in `{ let d = x - mean(x, axis = 1); d / mean(d * d, axis = 1).sqrt() }`",
    ),
    ("var", "a variance is `{ let d = x - mean(x, axis = 1); mean(d * d, axis = 1) }`"),
];

/// Words for a named argument of a call or method, if it looks like a reduction.
pub fn named_argument(name: &str, receiver: &str) -> Option<String> {
    if let Some((_, words)) = OTHERS.iter().find(|(others, _)| has_word(others, name)) {
        return Some((*words).to_owned());
    }
    let (_, _, kind) = REDUCTIONS.iter().find(|(reduction, ..)| *reduction == name)?;
    if !matches!(kind, ValueKind::Reduction { .. }) {
        return None;
    }
    Some(format!(
        "a reduction is written `{name}({receiver}, axis = 1)`, over several axes `axis = [0, 1]`; the call's option `keep` keeps them, with length 1"
    ))
}

/// `a[i]` where `a` is an operand; `part` is what reads a constant part of it, and `array` an array that it may be.
pub fn table(name: &str, part: Option<String>, array: Option<String>) -> String {
    let array = array.map_or_else(String::new, |array| format!("; `&{array}` is one of several arrays"));
    match part {
        Some(part) => format!(
            "`{name}` stands for its element here; `{part}` reads that part of the array, once before the loop, \
             and `({name})[..]` indexes the element"
        ),
        None => format!(
            "`{name}` stands for its element here; a table is read by a closure bound before the call, \
             `let at = |i: usize| {name}[i];`, and `({name})[..]` indexes the element{array}"
        ),
    }
}
