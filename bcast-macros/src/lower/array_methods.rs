//! Methods of arrays that are called on an element: `x.t()` where `&x.t()` is meant.
//!
//! Only types tell that an element has no such method. So the call stays as it is, and beside it stands a trait that has the method for
//! numbers, at the last place where method resolution looks: an element's own method comes first. To call it needs what no
//! number has, and the compiler says so in the words of that.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{Expr, ExprMethodCall};

use crate::spelling::spelling;

/// Methods of ndarray's arrays, slices and tensors that numbers lack.
const METHODS: &[&str] = &[
    "axis_iter",
    "column",
    "columns",
    "diag",
    "dim",
    "dot",
    "first",
    "get",
    "index_axis",
    "insert_axis",
    "into_shape",
    "is_empty",
    "iter",
    "last",
    "len",
    "len_of",
    "map",
    "mapv",
    "mean",
    "mean_axis",
    "ncols",
    "ndim",
    "nrows",
    "outer_iter",
    "permuted_axes",
    "product",
    "raw_dim",
    "reversed_axes",
    "row",
    "rows",
    "shape",
    "slice",
    "std",
    "strides",
    "sum",
    "sum_axis",
    "t",
    "to_shape",
    "to_vec",
    "var",
    "view",
];

/// One such call.
#[derive(Debug)]
pub struct ArrayMethod {
    name: Ident,
    arguments: usize,
    /// The call as it would be written for the array.
    of_array: String,
}

/// The call, if its receiver, an operand, may have been meant as the array.
pub fn called(call: &ExprMethodCall) -> Option<ArrayMethod> {
    let is_one = METHODS.iter().any(|name| call.method == name);
    if !is_one || call.turbofish.is_some() || !matches!(*call.receiver, Expr::Path(_) | Expr::Field(_)) {
        return None;
    }
    let of_array = spelling(quote::ToTokens::to_token_stream(call));
    Some(ArrayMethod { name: call.method.clone(), arguments: call.args.len(), of_array })
}

/// The traits, each method's once: two would be found where one is looked for.
pub fn traits(krate: &TokenStream, calls: &[ArrayMethod]) -> TokenStream {
    let is_first = |index: usize| {
        let same = |other: &&ArrayMethod| other.name == calls[index].name;
        calls.iter().take(index).find(same).is_none()
    };
    (0..calls.len()).filter(|&index| is_first(index)).map(|index| one(krate, index, &calls[index])).collect()
}

fn one(krate: &TokenStream, index: usize, call: &ArrayMethod) -> TokenStream {
    let span = Span::mixed_site();
    let numbered = |name: &str| format_ident!("{}{}", name, index, span = span);
    let (needed, methods) = (numbered("__MethodsOfArrays"), numbered("__ArrayMethods"));
    let arguments: Vec<Ident> = (0..call.arguments).map(|argument| numbered(&format!("A{argument}_"))).collect();
    let name = Ident::new(&call.name.to_string(), span);
    let message = format!("`{name}` is a method of arrays, and here a name stands for one element");
    let label = format!("`&{}` calls it on the array, once before the loop", call.of_array);
    let (message, label) = (message.replace('{', "{{").replace('}', "}}"), label.replace('{', "{{").replace('}', "}}"));
    quote_spanned! {span=>
        #[diagnostic::on_unimplemented(message = #message, label = #label)]
        trait #needed<R> {}
        // Without any impl the compiler would advise to write one.
        #[diagnostic::do_not_recommend]
        impl #needed<()> for #krate::__private::One {}
        #[allow(dead_code)]
        trait #methods {
            // Nothing of the receiver is in the bound: the compiler would underline that.
            fn #name<R, #(#arguments),*>(&mut self, #(_: #arguments),*) -> R
            where
                (): #needed<R>,
            {
                #krate::__private::any()
            }
        }
        impl<T: #krate::__private::Primitive> #methods for T {}
    }
}
