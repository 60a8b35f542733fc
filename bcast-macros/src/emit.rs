//! Emits the model as Rust code: operands in source order, then the values of options, mistakes and the body, so that
//! editors understand half-typed calls.

mod named;
mod operators;
mod reductions;

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use crate::constants::site;
use crate::diagnostics::SpanRange;
use crate::model::{
    Cost, FUSED, Finish, Formula, IntValue, Length, ListValue, MAX_ARRAYS, Model, Operand, Place, Reader, Reads, Side,
};
use crate::tokens::{
    accepted, called, check, check_here, here, known, local, nested, numbered, of_place, option, ours, parenthesized,
    view_of, whole,
};
use crate::{editor, typed};

/// Values evaluated once before the loop, in source order, and the names they are bound to.
#[derive(Default)]
struct Bindings {
    values: Vec<TokenStream>,
    names: Vec<Ident>,
}

impl Bindings {
    fn bind(&mut self, name: Ident, value: TokenStream) -> Ident {
        self.values.push(value);
        self.names.push(name.clone());
        name
    }
}

/// Emits a call without syntax errors. `mistakes` holds the `compile_error!`s of shapes that do not fit, `warnings` those about shapes that
/// do.
pub fn emit(model: &Model, finish: Finish, mistakes: &TokenStream, warnings: &TokenStream) -> TokenStream {
    let krate = &model.krate;
    let mut bindings = Bindings::default();
    let mut views = TokenStream::new();
    for (number, place) in model.places.iter().enumerate() {
        let name = bindings.bind(of_place(model, "__place", number), reborrow(place));
        views.extend(view(model, place, &name, &of_place(model, "__view", number)));
    }
    let (kinds, kind_names, list) = operands(model, &mut bindings);
    let checks = spelling_checks(model);
    // One mistake, one error.
    let symbols = mistakes.is_empty().then(|| symbols(model));
    let site = bound_site(model, &mut bindings);
    // With the user's span, so that an editor shows its documentation.
    let mode = model.mode_name.clone().unwrap_or_else(|| local(model.mode.name()));
    let mode = ours!(#krate::mode::#mode);
    let (sync, threads) = match model.threads {
        Some(span) => (sync(model, span), quote_spanned!(here(span)=> __threads)),
        None => (TokenStream::new(), ours!(#krate::__private::OneThread)),
    };
    // Only types distinguish arrays from constants, so calls with more operands get a check.
    let count_check = (model.operands.len() > MAX_ARRAYS).then(|| {
        let at = model.operands[MAX_ARRAYS].span;
        check("__BcastAtMost16", at, "at_most_16", ours!(__bcast::count_of(&__list)))
    });
    let stated_shapes = stated_shapes(model, mistakes.is_empty());
    let typed = typed::emit(model, &mode, &kind_names, &list, !mistakes.is_empty());
    let has_place = model.has_place();
    let function = match (has_place, finish) {
        (true, _) => ours!(evaluate_into),
        (false, Finish::Panic) => ours!(evaluate),
        (false, Finish::Result) => ours!(try_evaluate),
    };
    let reductions = reductions::emit(model, &mut bindings, mistakes.is_empty());
    let into = has_place.then(|| ours!(__view,));
    // All of it has one syntax context, so the compiler reports a bound at the argument: at `threads` for a value that cannot cross
    // threads.
    let call = match &reductions {
        None => {
            let formula = model.result();
            let all = Reads { operands: (0..model.operands.len()).collect(), ..Reads::default() };
            let (cost, closure) = (cost(model, formula), closure(&all, &formula.body, formula.cost));
            ours!(__bcast::#function((__call, __made), #site, #cost, #threads, __list, #into #closure))
        }
        Some(reductions) => reductions.call(&site, &threads),
    };
    let finished = |call: TokenStream, is_result: bool| match (has_place, finish) {
        (true, Finish::Panic) => ours!(#call.__bcast_or_panic()),
        // A local keeps the type expected by the surrounding code out of the call's inference.
        (false, Finish::Panic) if is_result => ours!(let __value = #call.__bcast_or_panic(); __value),
        (false, Finish::Panic) => ours!(let __value = #call; __value),
        (_, Finish::Result) => call,
    };
    let call = finished(call, reductions.is_some());
    let call = match reductions::shared(model, mistakes.is_empty()) {
        Some((reductions, is_named)) => {
            let (operands, shared) = (reductions.operands(), finished(reductions.call(&site, &threads), true));
            let by_mode = model.operands.iter().all(|operand| operand.alignment.is_none());
            let (share, shares) = match is_named {
                true => (ours!(share), ours!(shares(&__list, #operands, #by_mode))),
                false => {
                    let in_rows = !model.result().parts.is_empty() && reductions.are_inlined();
                    (ours!(share_parts), ours!(shares_parts(&__list, #operands, #by_mode, #in_rows)))
                }
            };
            ours!(#krate::__private::#share!((__bcast::#shares) { #shared } { #call }))
        }
        None => call,
    };
    let Bindings { values, names } = bindings;
    let array_methods = &model.array_methods;
    let code = ours! {
        {
            use #krate::__private::scope::*;
            #array_methods
            match (#(#values,)*) {
                (#(#names,)*) => {
                    #checks
                    #symbols
                    #warnings
                    #views
                    #kinds
                    #typed
                    #stated_shapes
                    #count_check
                    #sync
                    #call
                }
            }
        }
    };
    // A call that makes a value is wrapped in a `must_use` function, except with mistakes or in an editor. The parentheses give the call
    // the block's span, which is the span of the user's call.
    match (has_place, finish, model.reader) {
        (false, Finish::Panic, Reader::Compiler) if mistakes.is_empty() => ours!((#krate::expansion::result)(#code)),
        _ if mistakes.is_empty() => code,
        // The last mistake is the block's value, as in `emit_words`; the compiler still checks the types of the expression.
        _ => ours!({ let _ = #code; #mistakes }),
    }
}

/// Emits `let __threads = ..;`, which checks that each operand's elements can be shared between threads, with errors at the operand's
/// tokens.
fn sync(model: &Model, threads: Span) -> TokenStream {
    let name = Ident::new("__threads", here(threads));
    let checks = model.operands.iter().enumerate().map(|(index, operand)| {
        let entry = typed::element(index);
        let shared = accepted(operand.span, ours!((#name, &#entry).__bcast_share()));
        ours! {
            let #name = __bcast::rest_of(#shared);
        }
    });
    let (krate, word) = (&model.krate, Ident::new("threads", here(threads)));
    ours! {
        #krate::__private::check_threads!(#word);
        let #name = __bcast::AllThreads;
        #(#checks)*
    }
}

/// Emits the whole expansion. Without code, the last mistake is the block's value, whose type is then an error's, so that the surrounding code
/// yields no further ones. For an editor it is the words, the mistakes, then the code or a value of any type.
pub fn emit_words(
    krate: &TokenStream,
    words: Option<&TokenStream>,
    mistakes: &TokenStream,
    code: Option<TokenStream>,
) -> TokenStream {
    let Some(words) = words else { return code.unwrap_or_else(|| ours!({ #mistakes })) };
    let code = code.map_or_else(|| ours!(#krate::__private::any()), editor::nowhere);
    ours! {
        {
            use #krate::__private::editor::*;
            #words
            #mistakes
            #code
        }
    }
}

/// Emits the operands: `let __k0 = ..;`, each one's kind, resolved by its type, the names of the kinds, of which the place has none, and the
/// entries of the call's list, in order.
fn operands(model: &Model, bindings: &mut Bindings) -> (TokenStream, Vec<Ident>, Vec<TokenStream>) {
    let krate = &model.krate;
    let (mut kinds, mut names, mut list) = (TokenStream::new(), Vec::new(), Vec::new());
    for (index, operand) in model.operands.iter().enumerate() {
        let entry = if let Some(view) = view_of(model, index) {
            ours!(#view.__bcast_element())
        } else {
            let tokens = &operand.tokens;
            let reference = quote_spanned!(here(operand.span.first)=> &(#tokens));
            let bound = bindings.bind(numbered("__b", index), reference);
            let (kind, name) = (kind(model, operand, &bound, names.last()), numbered("__k", index));
            // A value with elements is meant whole where it is an argument of a function or the receiver of a method.
            let is_given = !model.operators.iter().any(|operator| operator.has(Side::Operand(index)));
            let allowed = is_given.then(|| ours!(, deprecated));
            kinds.extend(ours!(#[allow(unreachable_code #allowed)] let #name = #kind;));
            names.push(name.clone());
            // Errors about an operand's role are underlined at the operand.
            let name = Ident::new(&name.to_string(), here(operand.span.first));
            ours!(#name)
        };
        list.push(match &operand.alignment {
            Some(own) => {
                let mark = typed::axes_mark(krate, own);
                kinds.extend(check("__BcastHasAxes", operand.span, "has_axes", ours!(__bcast::array_of(&#entry))));
                ours!(__bcast::own_aligned(#entry, #mark))
            }
            None if model.base == Some(index) => {
                kinds.extend(check("__BcastHasShape", operand.span, "has_shape", ours!(__bcast::vote_of(&#entry))));
                quote_spanned!(here(operand.span.first)=> #krate::__private::base(#entry))
            }
            None => entry,
        });
        kinds.extend(named::check(model, index, &list[index]));
    }
    kinds.extend(operators::emit(model));
    (kinds, names, list)
}

/// Emits the checks that `where` states the rank that types know and, if the stated shapes are consistent, no length that types contradict.
fn stated_shapes(model: &Model, is_consistent: bool) -> TokenStream {
    let mut checks = TokenStream::new();
    if model.reader == Reader::Editor {
        return checks;
    }
    for stated in &model.stated {
        let (rank, lengths) = match stated.target.map_or_else(|| Some(local("__view")), |index| view_of(model, index)) {
            None => {
                let entry = typed::element(stated.target.unwrap_or_default());
                (ours!(__bcast::array_of(&#entry)), ours!(__bcast::lengths_of(&#entry)))
            }
            Some(view) => (ours!(__bcast::place_of(&#view)), ours!(__bcast::lengths_of_place(&#view))),
        };
        let (axes, at) = (Literal::usize_unsuffixed(stated.entries.len()), SpanRange::from(stated.brackets));
        let check = accepted(at, ours!((&&&(#rank, __bcast::Axes::<#axes>)).__bcast_stated()));
        let literals = stated.entries.iter().map(|entry| match entry.length {
            Length::Known(length) => typed::literal_axis(&model.krate, length),
            _ => ours!(__bcast::Unknown),
        });
        let has_literals = stated.entries.iter().any(|entry| matches!(entry.length, Length::Known(_)));
        let by_lengths = (has_literals && is_consistent).then(|| {
            let list = nested(literals.collect());
            let stated = ours!(__bcast::Lengths::<#list>(::core::marker::PhantomData));
            let check = accepted(at, ours!((&&&(#lengths, #stated)).__bcast_stated_lengths()));
            ours!(#check;)
        });
        checks.extend(ours!(#check; #by_lengths));
    }
    checks
}

/// Emits an operand's entry by its kind, found by method resolution; errors are underlined at the operand.
fn kind(model: &Model, operand: &Operand, name: &Ident, before: Option<&Ident>) -> TokenStream {
    let span = here(operand.span.first);
    let bound = whole(name, operand.span);
    let name = Ident::new(&name.to_string(), span);
    let kind = quote_spanned!(span=> #name.__bcast_type().__bcast_kind());
    let kind = walked(kind, span);
    let kind = match before.filter(|_| model.reader == Reader::Compiler) {
        Some(before) => ours!(__bcast::after(&#before, #kind)),
        None => kind,
    };
    let is_called_only = operand.called.len() == operand.repeats.len() + 1;
    let kind = match operand.called.first().filter(|_| is_called_only) {
        Some((call, at)) => {
            let name = &operand.name;
            let is_guard = [".borrow()", ".lock()", ".read()"].iter().any(|method| call.contains(method));
            let label = match is_guard {
                true => format!("bind it before the call, `let v = {call};`; a guard is then read as `*v`"),
                false => format!("`&{call}` calls its method, once before the loop"),
            };
            let message = format!("`{name}` is no operand: neither an array of `Copy` elements nor a `Copy` value");
            check_here(*at, ["OneOperand", "Accepted"], [&message, &label], kind)
        }
        None => accepted(operand.span, kind),
    };
    let kind = known(model, &kind);
    quote_spanned!(span=> #kind.bind(&#bound))
}

/// Emits the place as a mutable reference, evaluated once.
fn reborrow(place: &Place) -> TokenStream {
    let tokens = &place.tokens;
    match place.method {
        Some(method) => {
            let held = quote_spanned!(here(place.span.first)=> (#tokens).__bcast_hold());
            let held = ours!((&mut &mut #held));
            quote_spanned!(here(method)=> #held.__bcast_returned())
        }
        // All in the user's span, so that Rust's lint about a constant that is written to speaks.
        None if syn::parse2::<Ident>(tokens.clone()).is_ok() => {
            quote_spanned!(place.span.first=> #tokens.__bcast_place())
        }
        None => quote_spanned!(here(place.span.first)=> (#tokens).__bcast_place()),
    }
}

/// Emits a place as a mutable view; errors are underlined at the place.
fn view(model: &Model, place: &Place, name: &Ident, view: &Ident) -> TokenStream {
    let span = here(place.span.first);
    let bound = whole(name, place.span);
    let name = Ident::new(&name.to_string(), span);
    let kind = quote_spanned!(span=> (&&&&&#name.__bcast_place_type()).__bcast_place_kind());
    let kind = walked(kind, span);
    let kind = match model.may_be_number() {
        true => quote_spanned!(span=> #kind.__bcast_or_number()),
        false => kind,
    };
    let kind = known(model, &accepted(place.span, kind));
    let content = ours!(#view.__bcast_content().__bcast_written());
    let (content, access) = match place.operand {
        Some(_) => (accepted(place.span, content), local("read")),
        None => (content, local("fill")),
    };
    let content = known(model, &content);
    ours! {
        #[allow(unreachable_code)]
        let #view = #kind.bind_place(&mut #bound);
        #[allow(unreachable_code)]
        let #view = #content.#access(#view);
    }
}

/// The most axes of a nested array. Method resolution steps through them one by one to find the element.
const MAX_NESTED_RANK: usize = 8;

fn walked(kind: TokenStream, span: Span) -> TokenStream {
    (0..=MAX_NESTED_RANK / 2).fold(kind, |kind, _| quote_spanned!(span=> #kind.__bcast_step()))
}

/// Checks that occurrences of one path are the same binding: if macro hygiene distinguishes them, the label of one is unknown to the other.
fn spelling_checks(model: &Model) -> TokenStream {
    let mut checks = TokenStream::new();
    for operand in &model.operands {
        let Some(first) = root(&operand.tokens) else {
            continue;
        };
        for repeat in operand.repeats.iter().filter_map(root) {
            let label =
                |ident: &Ident| syn::Lifetime::new(&format!("'_two_different_things_are_called_{ident}"), ident.span());
            let (bound, used) = (label(&first), label(&repeat));
            checks.extend(ours!(#bound: { break #used; }));
        }
    }
    checks
}

/// Emits a pattern for each NAME of `where`. The compiler refuses it at the NAME if that is a constant, static, unit struct or variant in
/// scope, since a pattern then means that item.
fn symbols(model: &Model) -> TokenStream {
    let krate = &model.krate;
    if model.names.is_empty() || matches!(model.reader, Reader::Editor) {
        return TokenStream::new();
    }
    let of = local(match model.named {
        Some(_) => "AxisOfThisCall_AndNoConstant",
        None => "UnknownLength_WriteBracesForAConstant",
    });
    let symbols = model.names.iter().map(|name| {
        // All of it is at the NAME, which the compiler then underlines alone.
        quote_spanned! {here(name.span())=>
            match #krate::__private::#of { #name => {} _ => {} }
        }
    });
    ours! {
        #[allow(unused_variables, unreachable_patterns, non_snake_case, clippy::all, clippy::pedantic)]
        {
            #(#symbols)*
        }
    }
}

/// Returns the first identifier of an operand's path, if it can be a label.
fn root(tokens: &TokenStream) -> Option<Ident> {
    let ident = tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => Some(ident),
        _ => None,
    })?;
    let text = ident.to_string();
    let keyword = ["self", "Self", "super", "crate", "$crate", "_", "static"].contains(&text.as_str());
    (!keyword && !text.starts_with("r#")).then_some(ident)
}

/// Emits the call site that the run time reads. Values of options are bound with the operands, with type errors underlined at the value.
fn bound_site(model: &Model, bindings: &mut Bindings) -> TokenStream {
    let krate = &model.krate;
    let bound = bindings.names.len();
    let mut site = site(model, &mut |name, axes| {
        let value = if axes.is_single() { int(&axes.list.visible()[0]) } else { ints(&axes.list) };
        let value = bindings.bind(name, value);
        Some(if axes.is_single() { value.to_token_stream() } else { ours!(#value.values()) })
    });
    if let Some(to) = &model.to {
        let value = bindings.bind(local("__to"), ints(to));
        site.extend(ours!(.to(#value.values())));
    }
    if let Some(base) = model.base {
        let base = Literal::usize_unsuffixed(base);
        site.extend(ours!(.base(#base)));
    }
    if !model.stated.is_empty() || !model.names.is_empty() {
        site.extend(stated(model, bindings));
    }
    if bindings.names.len() > bound {
        return ours!(&#site);
    }
    // Without a value of the run time it is a constant, which a call need not build. An item, since inline constants do not keep what
    // functions return.
    ours!({
        const SITE: &#krate::__private::CallSite<'_> = &#site;
        SITE
    })
}

/// Emits an axis as the integer that the run time takes.
fn int(value: &IntValue) -> TokenStream {
    // The user's tokens are the argument. The compiler reports a bound only once if function and argument have the same span.
    called("__BcastInt", value.span, "int", value.tokens.clone())
}

/// Emits a list of integers for the run time.
fn ints(value: &ListValue) -> TokenStream {
    let at = value.span.ours();
    // An empty list has no element to infer a type from.
    let empty = value.entries.as_ref().is_some_and(Vec::is_empty);
    let tokens = if empty { quote_spanned!(at.first=> [0_usize; 0]) } else { value.tokens.clone() };
    let (reference, list) = (quote_spanned!(at.first=> &), parenthesized(at.last, tokens));
    called("__BcastInts", at, "ints", quote!(#reference #list))
}

/// Emits the shapes of the `where` clause, which the run time compares with the actual ones.
fn stated(model: &Model, bindings: &mut Bindings) -> TokenStream {
    let krate = &model.krate;
    let shapes = model.stated.iter().map(|stated| {
        let name = model.target_name(stated.target);
        let operand = option(stated.target.map(Literal::usize_unsuffixed));
        let entries = stated.entries.iter().map(|entry| {
            let (kind, value) = match entry.length {
                Length::Known(length) => ("Known", Literal::usize_unsuffixed(length)),
                Length::Symbol(index) => ("Symbol", Literal::u32_unsuffixed(index)),
                Length::Value(index) => ("Value", Literal::u32_unsuffixed(index)),
                Length::Open => return ours!(#krate::__private::Entry::Open),
            };
            let kind = Ident::new(kind, Span::mixed_site());
            ours!(#krate::__private::Entry::#kind(#value))
        });
        ours!(#krate::__private::Stated { operand: #operand, name: #name, entries: &[#(#entries),*] })
    });
    let shapes = ours!(&[#(#shapes),*]);
    let names = model.names.iter().map(ToString::to_string);
    let texts = model.values.iter().map(|value| format!("{{{value}}}"));
    let values: Vec<TokenStream> = (model.values.iter().enumerate())
        .map(|(index, value)| {
            let at = SpanRange::of(value);
            let name = bindings.bind(numbered("__value", index), ours!(&(#value)));
            // A value that is not a `usize` is underlined in the clause.
            whole(&name, at)
        })
        .collect();
    ours!(.stated(#shapes, &[#(#names),*], &[#(#texts),*], &[#(#values),*]))
}

/// Emits an element expression as a closure over the elements of what it reads.
fn closure(list: &Reads, body: &TokenStream, cost: Cost) -> TokenStream {
    let operands = list.operands.iter().map(|&index| numbered("__x", index));
    let reductions = list.reductions.iter().map(|&index| numbered("__r", index));
    let pattern = nested(operands.chain(reductions).map(ToTokens::into_token_stream).collect());
    let fused = match cost {
        Cost::Fusible => local(FUSED).to_token_stream(),
        Cost::Cheap | Cost::Costly => ours!(_),
    };
    ours!(#[inline(always)] |#pattern, #fused| #body)
}

/// Emits the cost of an element as a type.
fn cost(model: &Model, formula: &Formula) -> TokenStream {
    let krate = &model.krate;
    let cost = match formula.cost {
        Cost::Cheap => return ours!(#krate::__private::Cheap),
        Cost::Costly => ours!(#krate::__private::Costly),
        Cost::Fusible => ours!(#krate::__private::Fusible),
    };
    let parts = formula.parts.iter().filter_map(|name| model.find_path(name));
    let entries = parts.filter_map(|number| formula.list.operands.iter().position(|&operand| operand == number));
    match entries.filter(|&entry| entry < 32).fold(0_u32, |parts, entry| parts | 1 << entry) {
        0 => cost,
        parts => ours!(#krate::__private::Shares::<_, #parts>(#cost)),
    }
}
