//! Emits the NAMEs of a call in mode named: their lengths for the run time, and the result's shape as a type.

use proc_macro2::{Literal, TokenStream};

use super::{Bindings, int};
use crate::model::{Model, NamedCall, Reader};
use crate::tokens::{check_here, nested, numbered, option, ours};
use crate::typed;

/// The lengths that `to` gives, and the NAMEs of the result. `None` in other modes.
pub fn emit(model: &Model, bindings: &mut Bindings) -> Option<TokenStream> {
    let (krate, named) = (&model.krate, model.named.as_ref()?);
    let given: Vec<TokenStream> = (named.given.iter().enumerate())
        .map(|(axis, length)| {
            option(length.as_ref().map(|length| bindings.bind(numbered("__given", axis), int(length))))
        })
        .collect();
    // The run time refuses a frame of more axes.
    let bit = |&axis: &usize| u32::try_from(axis).ok().and_then(|axis| 1_u64.checked_shl(axis)).unwrap_or_default();
    let kept = Literal::u64_unsuffixed(named.kept.iter().map(bit).fold(0, |kept, bit| kept | bit));
    Some(ours!(#krate::__private::Names { given: &[#(#given),*], kept: #kept }))
}

/// The container of the result: each axis has the length that the type of some array with this NAME knows.
pub fn container(model: &Model, named: &NamedCall) -> TokenStream {
    let axes = named.kept.iter().map(|&axis| result_axis(model, named, axis)).collect();
    let axes = nested(axes);
    let container = ours!(__bcast::named_result(&__list, #axes));
    (0..model.operands.len()).filter(|&operand| lacks_entry(model, operand)).fold(container, |container, operand| {
        let answer = numbered("__names", operand);
        ours!(__bcast::opened(&#answer, #container))
    })
}

/// Checks that an operand without an entry in `where` is a constant.
pub fn check(model: &Model, operand: usize, entry: &TokenStream) -> Option<TokenStream> {
    if !lacks_entry(model, operand) {
        return None;
    }
    let (name, span) = (&model.operands[operand].name, model.operands[operand].span);
    let message = format!("`{name}` has no entry in `where`, and mode named needs the NAMEs of an array's axes");
    let label = format!("expected a NAME for each axis, as in `{name}: [N, K]`");
    let kind = ours!((&&__bcast::array_of(&#entry)).__bcast_names());
    let (answer, kind) =
        (numbered("__names", operand), check_here(span, ["HasEntry", "Accepted"], [&message, &label], kind));
    Some(ours!(let #answer = #kind;))
}

fn lacks_entry(model: &Model, operand: usize) -> bool {
    let is_stated = model.stated_shape(Some(operand)).is_some();
    model.named.is_some() && !is_stated && model.reader == Reader::Compiler
}

fn result_axis(model: &Model, named: &NamedCall, axis: usize) -> TokenStream {
    let krate = &model.krate;
    let literal = named.given.get(axis).and_then(|given| given.as_ref()?.literal);
    if let Some(length) = literal.and_then(|length| usize::try_from(length).ok()) {
        let length = typed::literal_axis(krate, length);
        return ours!(::core::marker::PhantomData::<#length>);
    }
    let in_arrays = named.maps.iter().enumerate().filter_map(|(operand, map)| {
        let own = map.as_ref()?.iter().position(|&own| own == axis)?;
        let (entry, count) = (typed::element(operand), nested(vec![ours!(#krate::__private::One); own]));
        Some(ours!(__bcast::axis_of::<#count, _>(&#entry)))
    });
    let first_known = |first: TokenStream, next: TokenStream| ours!(__bcast::first_known(#first, #next));
    in_arrays.reduce(first_known).unwrap_or_else(|| ours!(::core::marker::PhantomData::<#krate::__private::Unknown>))
}
