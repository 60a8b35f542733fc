//! The call site: the names of a call's operands and the values of its `axis` and `axes`. The constants that report mistakes hold what is
//! literal; the run time reads every value.

use proc_macro2::{Ident, Literal, TokenStream};

use crate::model::{IntValue, ListValue, Model, OwnAlignment};
use crate::tokens::{indices, local, numbered, ours};

/// The value of an `axis` or of an `axes`.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    Int(&'a IntValue),
    Ints(&'a ListValue),
}

/// Emits a call site. `read` gives the tokens of a value, for which it has a name that is free; a value without tokens is left out.
pub fn site(model: &Model, mut read: impl FnMut(Ident, Value<'_>) -> Option<TokenStream>) -> TokenStream {
    let krate = &model.krate;
    let names = model.operands.iter().map(|operand| &operand.name);
    let mut site = ours!(#krate::__private::CallSite::new(&[#(#names),*]));
    if let Some(place) = &model.place {
        let name = &place.name;
        site.extend(ours!(.place(#name)));
    }
    if let Some(axis) = model.axis.as_ref().and_then(|axis| read(local("__axis"), Value::Int(axis))) {
        site.extend(ours!(.axis(#axis)));
    }
    if let Some(axes) = model.axes.as_ref().and_then(|axes| read(local("__axes"), Value::Ints(axes))) {
        site.extend(ours!(.axes(#axes)));
    }
    if let Some(named) = &model.named {
        let own = named.maps.iter().enumerate().filter_map(|(index, axes)| {
            let (axes, index) = (indices(axes.as_ref()?), Literal::usize_unsuffixed(index));
            Some(ours!(#krate::__private::OwnAlignment::axes(#index, #axes)))
        });
        site.extend(ours!(.own(&[#(#own),*])));
    }
    let own: Vec<TokenStream> = (model.operands.iter().enumerate())
        .filter_map(|(index, operand)| {
            let (setter, value) = match operand.alignment.as_ref()? {
                OwnAlignment::Axis(axis) => (local("axis"), Value::Int(axis)),
                OwnAlignment::Axes(axes) => (local("axes"), Value::Ints(axes)),
            };
            let value = read(numbered("__own", index), value)?;
            let index = Literal::usize_unsuffixed(index);
            Some(ours!(#krate::__private::OwnAlignment::#setter(#index, #value)))
        })
        .collect();
    if !own.is_empty() {
        site.extend(ours!(.own(&[#(#own),*])));
    }
    site
}
