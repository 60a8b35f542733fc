//! Emits the part of a call that types determine: its literals as types, and the checks that operands fit.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};

use crate::constants::{About, Checks};
use crate::model::{AxisOption, ListValue, Model, Place};
use crate::tokens::{here, known, local, nested, ours, view_of};

/// The highest rank of a shape in types.
pub const MAX_RANK: usize = 8;

/// Emits `let __list = ..; let __call = ..; let __made = ..;` and the checks of operands, target and place.
///
/// The checks are unreachable code: they involve only types, generate no code, and are not borrow-checked.
pub fn emit(model: &Model, mode: &TokenStream, names: &[Ident], list: &[TokenStream], is_wrong: bool) -> TokenStream {
    let krate = &model.krate;
    let list = nested(list.to_vec());
    // NAMEs say all that types would be asked for.
    if model.named.is_some() {
        let (to, axis) = (ours!(#krate::__private::NoTo), ours!(#krate::__private::NoAxis));
        return ours! {
            let __call = #krate::__private::call(#mode, #to, #axis, #krate::__private::RunTimeDecides);
            let __list = #list;
        };
    }
    let to = target(model, names);
    let axis = model.axes.as_ref().map_or_else(|| ours!(#krate::__private::NoAxis), |axes| axes_mark(krate, axes));
    let types_decide = model.stated.is_empty() && model.threads.is_none();
    let strategy = local(if types_decide { "TypesDecide" } else { "RunTimeDecides" });
    let list = match model.mode.places_vectors() {
        true => vectors(model, &list),
        false => ours!(let __list = #list;),
    };
    // A place beside reductions has the shape of the result, and types know the frame's only. The run time compares it.
    let has_reductions = !model.reductions.is_empty() && !model.mode.needs_target();
    let place = model.place().filter(|_| !has_reductions || model.operands.is_empty());
    let is_read = |place: &Place| place.operand.is_some();
    let reads_several = model.is_tuple && model.places.iter().any(is_read);
    let reads_beside = has_reductions && model.place().is_some_and(is_read) || reads_several;
    let (made, check) = match place {
        _ if reads_beside => (None, asked_beside(model, has_reductions)),
        Some(_) => (Some(ours!(__call.written(&__list, &__view))), ours!(__call.check_into(&__list, &__view))),
        None => (Some(ours!(__call.made(&__list))), ours!(__call.check(&__list))),
    };
    let mut checks = Checks::new(model);
    // Without constants, as in an editor, operands' types should stay visible.
    let check = match checks.has_constants {
        true => ours!(#check.__bcast_check()),
        false => check,
    };
    for (index, operand) in model.operands.iter().enumerate() {
        let (operands, number) = (behind(index), Literal::usize_unsuffixed(index));
        let check = ours!(__check.operand::<#number, _, _>(&#operands));
        match reads_beside {
            true => checks.constant(About::Operand(index), operand.span),
            false => checks.check(About::Operand(index), operand.span, check),
        }
        if let Some(own) = &operand.alignment {
            checks.constant(About::Own(index), own.list.span);
        }
    }
    if let Some(axes) = &model.axes {
        checks.constant(About::Option, axes.list.span);
    }
    match &model.to {
        Some(to) if model.mode.target_stretches() && !reads_beside => {
            checks.check(About::To, to.span, ours!(__check.target()));
        }
        Some(to) => checks.constant(About::To, to.span),
        None => {}
    }
    if let Some(place) = place {
        checks.check(About::Place, place.span, ours!(__check.__bcast_ask_place().place(&__view)));
    }
    // Shapes that the stated shapes have shown to be wrong are not reported again by types.
    let checks = checks.finish();
    // Where nothing joins, the run time alone decides which of several places is an array.
    let is_open = reads_several && has_reductions && !(model.mode.joins() && model.to.is_none());
    let checks = (!is_wrong && !is_open && !checks.is_empty()).then(|| {
        ours! {
            #[allow(unreachable_code)]
            let () = 'checks: {
                break 'checks;
                let __check = #check;
                #checks
            };
        }
    });
    let made = made.map(|made| {
        let made = known(model, &made);
        ours!(#[allow(unreachable_code)] let __made = #made;)
    });
    ours! {
        let __call = #krate::__private::call(#mode, #to, #axis, #krate::__private::#strategy);
        #list
        #made
        #checks
    }
}

/// Emits the check of a call that reads a place beside reductions, or one of several places. Only constants decide: they know which places
/// take part in the frame.
fn asked_beside(model: &Model, has_reductions: bool) -> TokenStream {
    let krate = &model.krate;
    let entries = model.operands.iter().enumerate().map(|(index, _)| match view_of(model, index) {
        // Without reductions each of several places is an array.
        Some(view) if !has_reductions => ours!(#krate::__private::as_array(&#view)),
        _ => element(index),
    });
    let list = nested(entries.collect());
    ours!(__call.check(&#list))
}

/// `__list.1.1.0`
pub fn element(index: usize) -> TokenStream {
    let operands = behind(index);
    ours!(#operands.0)
}

/// The list from this operand on.
fn behind(index: usize) -> TokenStream {
    let rests = (0..index).map(|_| quote!(.1));
    ours!(__list #(#rests)*)
}

/// Marks each entry with the position of its vector, as far as types determine it.
fn vectors(model: &Model, list: &TokenStream) -> TokenStream {
    let krate = &model.krate;
    let marked = model.operands.iter().enumerate().map(|(index, operand)| {
        let (entry, span) = (element(index), here(operand.span.first));
        let vector = ours!((&&&&__call.vector(&__list, &#entry)));
        let lies = quote_spanned!(span=> #vector.__bcast_lies());
        ours!(#krate::__private::lying_as(#entry, #lies))
    });
    let marked = nested(marked.collect());
    ours! {
        let __list = #list;
        let __list = #marked;
    }
}

/// Emits an `axis` or `axes` as types.
pub fn axes_mark(krate: &TokenStream, axes: &AxisOption) -> TokenStream {
    let open = ours!(#krate::__private::OpenAxis);
    let Some(literals) = axes.list.literals() else { return open };
    match literals[..] {
        [-1] if axes.is_single() => return ours!(#krate::__private::NoAxis),
        [axis] if axes.is_single() => {
            // An axis beyond every rank is refused whatever its size, and so is a negative one.
            let list = ones(krate, axis);
            return ours!(#krate::__private::at_axis::<#list>());
        }
        // Negative or unordered axes have been reported already.
        [..0, ..] => return open,
        _ if literals.windows(2).any(|pair| pair[0] >= pair[1]) => return open,
        _ => {}
    }
    let last = literals.last().map_or(-1, |&last| last.min(MAX_RANK as i64));
    let mask = (0..=last).map(|axis| match literals.contains(&axis) {
        true => ours!(#krate::__private::Here),
        false => ours!(#krate::__private::Skip),
    });
    let mask = nested(mask.collect());
    ours!(#krate::__private::by_axes::<#mask>())
}

/// A list of so many entries; more than any rank, and a negative number, are one more than that.
pub fn ones(krate: &TokenStream, count: i64) -> TokenStream {
    let count = usize::try_from(count).map_or(MAX_RANK + 1, |count| count.min(MAX_RANK + 1));
    nested(vec![ours!(#krate::__private::One); count])
}

/// Emits the target as types.
fn target(model: &Model, names: &[Ident]) -> TokenStream {
    let krate = &model.krate;
    let mark = model.to.as_ref().map(|to| match static_target(krate, to) {
        Some(shape) => ours!(#krate::__private::static_to::<#shape>()),
        None => ours!(#krate::__private::to_of(&__to)),
    });
    if model.mode.stretches() {
        return mark.unwrap_or_else(|| ours!(#krate::__private::NoTo));
    }
    let ranks = names.iter().map(|name| ours!((&&&#krate::__private::rank_of(&#name)).__bcast_rank()));
    let ranks = nested(ranks.collect());
    match mark {
        Some(mark) => ours!(#krate::__private::known_rank_to(#ranks, &__to, #mark)),
        None => ours!(#krate::__private::known_rank(#ranks)),
    }
}

/// The axes of a target that the macro sees: literals, and lengths known at run time.
fn static_target(krate: &TokenStream, to: &ListValue) -> Option<TokenStream> {
    let entries = to.entries.as_ref().filter(|entries| entries.len() <= MAX_RANK)?;
    let axes = entries.iter().map(|entry| match entry.literal {
        None => ours!(#krate::__private::Unknown),
        Some(length) => literal_axis(krate, usize::try_from(length).unwrap_or(0)),
    });
    Some(nested(axes.collect()))
}

/// An axis of literal length, as a type.
pub fn literal_axis(krate: &TokenStream, length: usize) -> TokenStream {
    if length == 1 {
        return ours!(#krate::__private::One);
    }
    let length = Literal::usize_unsuffixed(length);
    ours!(#krate::__private::Len<#length>)
}
