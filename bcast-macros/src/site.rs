//! The call site: the names of a call's operands and the values of its `axis` and `axes`. The constants that report mistakes hold what is
//! literal; the run time reads every value.

use proc_macro2::{Ident, Literal, TokenStream};

use crate::model::{AxisOption, Model};
use crate::tokens::{indices, local, numbered, ours};

/// Emits a call site. `read` gives the tokens of a value, for which it has a name that is free; a value without tokens is left out.
pub fn site(model: &Model, read: &mut dyn FnMut(Ident, &AxisOption) -> Option<TokenStream>) -> TokenStream {
    let krate = &model.krate;
    let names = model.operands.iter().map(|operand| &operand.name);
    let mut site = ours!(#krate::__private::CallSite::new(&[#(#names),*]));
    if let Some(place) = model.place() {
        let name = &place.name;
        site.extend(ours!(.place(#name)));
    }
    if let Some(axes) = &model.axes
        && let Some(value) = read(local(&format!("__{}", axes.name())), axes)
    {
        let setter = local(axes.name());
        site.extend(ours!(.#setter(#value)));
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
            let axes = operand.alignment.as_ref()?;
            let value = read(numbered("__own", index), axes)?;
            let (setter, index) = (local(axes.name()), Literal::usize_unsuffixed(index));
            Some(ours!(#krate::__private::OwnAlignment::#setter(#index, #value)))
        })
        .collect();
    if !own.is_empty() {
        site.extend(ours!(.own(&[#(#own),*])));
    }
    site
}
