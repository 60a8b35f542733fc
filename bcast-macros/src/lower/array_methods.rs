//! Array methods called on an element: `x.t()` instead of `&x.t()`.
//!
//! Only types show that an element lacks such a method. So the call stays, and a trait in scope declares the method for numbers at the last
//! step of method resolution, after an element's own methods. No number implements it after all, and `on_unimplemented` explains the mistake.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::{Expr, ExprMethodCall};

use super::{functions, refuse};
use crate::spelling::{has_word, spelling};
use crate::tokens::unimplemented;

/// Methods of ndarray arrays, slices and tensors that numbers lack.
const METHODS: &str = "as_slice assign axis_iter broadcast column columns diag dim dot fill first fold fold_axis get \
                       index_axis indexed_iter insert_axis into_dyn into_shape into_shape_with_order is_empty iter \
                       last len len_of map map_axis mapv mapv_into mean mean_axis ncols ndim nrows outer_iter \
                       permuted_axes product raw_dim reversed_axes row rows select shape slice std std_axis strides \
                       sum sum_axis swap_axes t to_shape to_vec var var_axis view windows";

/// The methods that take the array by value, for which a view suffices.
const CONSUMING: &str = "insert_axis into_dyn into_shape into_shape_with_order mapv_into permuted_axes reversed_axes";

/// The methods that return an `Option`.
const OPTIONAL: &str = "as_slice first get last mean mean_axis";

/// Methods of other libraries that numbers lack, and what Rust has instead.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "array broadcast_to colwise expand expand_as rowwise",
        "the call fits arrays to each other; leave this method out",
    ),
    (
        "axis",
        "the option `axis(x) = k` puts an array on other axes, as a column beside a row: `c * r, axis(c) = 0, axis(r) = 1`",
    ),
    ("clip", "`x.clamp(low, high)`"),
    ("component_div cwiseQuotient divide", "`x / y`"),
    ("component_mul cwiseProduct multiply", "`x * y`"),
    ("double", "`x as f64`"),
    ("flatten", "`&x.flatten()` flattens the array, once before the loop"),
    ("float", "`x as f32`"),
    ("masked_fill select", "`if c { a } else { b }`"),
    ("maximum", "`x.max(y)`"),
    ("minimum", "`x.min(y)`"),
    ("pow", "`x.powf(y)` or `x.powi(2)` of floats; integers get a type by a suffix, as in `array![1_i32, 2]`"),
    ("power", "`x.powf(y)` or `x.powi(2)` of floats, `x.pow(2)` of integers"),
    ("relu", "`x.max(0.0)`"),
    ("reshape squeeze unsqueeze view", "a shape is changed before the call; `axis(x) = k` puts an array on other axes"),
    ("sign", "`x.signum()`"),
    ("square", "`x * x`"),
    ("transpose", "`&x.t()` transposes the array, once before the loop"),
];

/// The methods that return an iterator, which cannot be an operand.
const ITERATING: &str = "axis_iter columns indexed_iter iter outer_iter rows windows";

/// A call of such a method.
#[derive(Debug)]
pub struct ArrayMethod {
    name: Ident,
    arguments: usize,
    receiver: String,
    /// `.len()`
    call: String,
    /// True if an argument mentions a local of the expression.
    needs_locals: bool,
    /// The advice, if arrays lack this method or it takes other arguments.
    elsewhere: Option<String>,
}

/// Returns the call if its receiver is an operand that may be meant as the array.
pub fn called(call: &ExprMethodCall, needs_locals: bool) -> Option<ArrayMethod> {
    // ndarray's `view()` and `select(Axis(0), &[..])` have namesakes.
    let is_namesake = call.method == "view" && !call.args.is_empty()
        || call.method == "select" && !matches!(call.args.first(), Some(Expr::Call(_)));
    let is_one = !is_namesake && has_word(METHODS, &call.method);
    let receiver = spelling(call.receiver.to_token_stream());
    let elsewhere = ELSEWHERE
        .iter()
        .find(|(names, _)| !is_one && has_word(names, &call.method))
        .map(|&(_, advice)| advice.to_owned());
    let elsewhere = elsewhere.or_else(|| reduction(call, &receiver));
    if !is_one && elsewhere.is_none()
        || call.turbofish.is_some()
        || !matches!(*call.receiver, Expr::Path(_) | Expr::Field(_))
    {
        return None;
    }
    let whole = spelling(call.to_token_stream());
    let (arguments, name) = (call.args.len(), call.method.clone());
    Some(ArrayMethod { name, arguments, call: whole[receiver.len()..].to_owned(), receiver, needs_locals, elsewhere })
}

/// Words for a method that is named after a reduction, if ndarray has none with these arguments.
fn reduction(call: &ExprMethodCall, receiver: &str) -> Option<String> {
    let method = call.method.to_string();
    if takes(call) || functions::is_of_numbers(call) {
        return None;
    }
    let words = refuse::named_argument(root(&method), receiver)?;
    Some(match (&*method, call.args.is_empty()) {
        ("std" | "var", true) => {
            format!(
                "`&{receiver}.{method}(0.0)` is that of the whole array, once before the loop; along an axis {words}"
            )
        }
        _ => words,
    })
}

/// The reduction that a method is named after: `sum` of `sum_axis`.
fn root(method: &str) -> &str {
    method.strip_suffix("_axis").unwrap_or(method)
}

/// True for the arguments that ndarray's reductions take.
fn takes(call: &ExprMethodCall) -> bool {
    let is_along_axis = matches!(call.args.first(), Some(Expr::Call(_)));
    match &*call.method.to_string() {
        "mean" | "product" | "sum" => call.args.is_empty(),
        "std" | "var" => call.args.len() == 1 && !is_along_axis,
        "mean_axis" | "sum_axis" | "std_axis" | "var_axis" => is_along_axis,
        _ => false,
    }
}

impl ArrayMethod {
    /// The expression that calls it once before the loop, or why there is none.
    fn replacement(&self, place: Option<&str>) -> Result<String, String> {
        let Self { name, receiver, call, .. } = self;
        let view = if has_word(CONSUMING, name) { ".view()" } else { "" };
        let unwrap = if has_word(OPTIONAL, name) { ".unwrap()" } else { "" };
        if let Some(advice) = &self.elsewhere {
            return Err(advice.clone());
        }
        if self.needs_locals {
            return Err(
                "an argument is a name of this expression; what arrays give is computed before the call".to_owned()
            );
        }
        if has_word(ITERATING, name) {
            return Err(format!(
                "an array is read element by element without `{call}`; what else it is for is computed before the call"
            ));
        }
        if place == Some(receiver) {
            return Err(format!(
                "of the place, it is computed before the call: `let {name} = {receiver}{view}{call}{unwrap};`"
            ));
        }
        Ok(format!("`&{receiver}{view}{call}{unwrap}`"))
    }

    /// What to write in place of these calls of one method, which share a trait and so a message.
    fn label(calls: &[&Self], place: Option<&str>) -> String {
        let (mut expressions, mut others) = (Vec::new(), Vec::new());
        for call in calls {
            let (list, words) = match call.replacement(place) {
                Ok(words) => (&mut expressions, words),
                Err(words) => (&mut others, words),
            };
            if !list.contains(&words) {
                list.push(words);
            }
        }
        if let Some(last) = expressions.pop() {
            let words = match expressions.is_empty() {
                true => format!("{last} calls it on the array, once before the loop"),
                false => format!("{} and {last} call it on the array, once before the loop", expressions.join(", ")),
            };
            let name = calls[0].name.to_string();
            others.push(match root(&name) {
                reduction @ ("sum" | "mean") => {
                    format!("{words}; along an axis it is `{reduction}({}, axis = 1)`", calls[0].receiver)
                }
                "dot" => format!("{words}, with `&` before an argument that is no reference"),
                _ => words,
            });
        }
        others.join("; ")
    }
}

/// Emits the traits, one per method name, since two candidates would be ambiguous.
pub fn traits(krate: &TokenStream, calls: &[ArrayMethod], place: Option<&str>) -> TokenStream {
    let mut named: Vec<Vec<&ArrayMethod>> = Vec::new();
    for call in calls {
        match named.iter_mut().find(|named| named[0].name == call.name) {
            Some(named) => named.push(call),
            None => named.push(vec![call]),
        }
    }
    let traits = named.iter().map(|calls| one(krate, calls, place));
    quote!(#(#traits)*)
}

fn one(krate: &TokenStream, calls: &[&ArrayMethod], place: Option<&str>) -> TokenStream {
    let (call, span) = (calls[0], Span::mixed_site());
    let arguments: Vec<Ident> =
        (0..call.arguments).map(|argument| format_ident!("A{}", argument, span = span)).collect();
    let name = Ident::new(&call.name.to_string(), span);
    let methods = format_ident!("Has_{}", call.name.to_string(), span = span);
    let message = match &call.elsewhere {
        // Found for integers too if their type is open.
        Some(_) if name == "pow" => "`pow` is a method of integers of a known type".to_owned(),
        Some(_) => format!("numbers have no method `{name}`"),
        None => format!("`{name}` is a method of arrays, and here a name stands for one element"),
    };
    let explained = unimplemented([&message, &ArrayMethod::label(calls, place)]);
    // While a method is looked up, `M` is open and either impl may apply; then the method's bound decides that it is the one type for which
    // there is no impl, and the compiler reports the trait, not the bound.
    quote_spanned! {span=>
        #explained
        #[allow(dead_code, non_camel_case_types)]
        trait #methods<M> {
            fn #name<R, #(#arguments),*>(&mut self, #(_: #arguments),*) -> R
            where
                #krate::__private::Method<M>: #krate::__private::IsMissing,
            {
                #krate::__private::any()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: #krate::__private::Primitive> #methods<((),)> for T {}
        #[diagnostic::do_not_recommend]
        impl<T: #krate::__private::Primitive> #methods<((), ())> for T {}
    }
}
