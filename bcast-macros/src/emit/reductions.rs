//! Emits the reductions of a call: each is a closure over what it reads, and a description for the run time.

use bcast_core::rules::reduction::ValueKind;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::quote_spanned;

use super::{Bindings, closure, cost, ints, named};
use crate::diagnostics::SpanRange;
use crate::model::{Cost, Formula, ListValue, Model, Place, Reads, Reduction, Shared};
use crate::options::Lint;
use crate::tokens::{accepted, held, here, indices, local, nested, numbered, option, ours, view_of};
use crate::typed::{self, ones};

/// The values and the results of a call.
pub struct Reductions<'a> {
    model: &'a Model,
    values: &'a [Reduction],
    results: &'a [Formula],
    /// The names of the bound axes; `None` for `..`.
    axes: Vec<Option<Ident>>,
    /// The NAMEs of a call in mode named.
    names: Option<TokenStream>,
    /// No mistake has been found yet.
    is_consistent: bool,
}

/// `None` for a call without reductions, except in mode named.
pub fn emit<'a>(model: &'a Model, bindings: &mut Bindings, is_consistent: bool) -> Option<Reductions<'a>> {
    let bind = |(index, reduction): (usize, &Reduction)| {
        let axes = reduction.axes.as_ref()?;
        Some(bindings.bind(numbered("__axes", index), ints(axes)))
    };
    let axes: Vec<_> = model.reductions.iter().enumerate().map(bind).collect();
    let names = named::emit(model, bindings);
    let (values, results) = (&model.reductions[..], &model.results[..]);
    // Such a call runs as one with reductions does: its result has the axes that stay.
    let is_reduced = !values.is_empty() || model.named.is_some() || model.has_several_results();
    is_reduced.then_some(Reductions { model, values, results, axes, names, is_consistent })
}

/// The call with `let`s as values, if there are such, and whether they are the user's.
pub fn shared(model: &Model, is_consistent: bool) -> Option<(Reductions<'_>, bool)> {
    let Shared { is_named, values, result } =
        model.shared.as_ref().filter(|_| model.named.is_none() && is_consistent)?;
    let (axes, results) = (vec![None; values.len()], std::slice::from_ref(result));
    Some((Reductions { model, values, results, axes, names: None, is_consistent }, *is_named))
}

impl Reductions<'_> {
    /// Emits the operands that each value reads.
    pub fn operands(&self) -> TokenStream {
        let all = self.values.iter().map(|value| indices(&value.formula.reads.operands));
        ours!(&[#(#all),*])
    }

    /// True if the functions of each value are part of its kernel's loop, and not called.
    pub fn are_inlined(&self) -> bool {
        self.values.iter().all(|value| value.formula.cost == Cost::Fusible)
    }

    /// Emits the call of the run time.
    pub fn call(&self, site: &TokenStream, threads: &TokenStream) -> TokenStream {
        let (model, krate) = (self.model, &self.model.krate);
        let passes: Vec<TokenStream> = (self.values.iter().enumerate())
            .map(|(index, reduction)| {
                let name = numbered("__r", index);
                let value = self.pass(index, reduction);
                ours!(let #name = #value;)
            })
            .collect();
        let names = (0..self.values.len()).map(|index| numbered("__r", index));
        let names = ours!(&[#(#names.pass(#threads)),*]);
        let values = self.values.iter().zip(&self.axes).map(|(reduction, axes)| self.site(reduction, axes.as_ref()));
        let (keeps, allows_pairs) = (model.keeps, model.allow.contains(&Lint::MutualStretch));
        let by_names = option(self.names.as_ref());
        let results = self.results.iter().enumerate().map(|(number, result)| {
            let place = model.places.get(number);
            let name = place.map_or("the result", |place| &place.name);
            let operand = option(place.and_then(|place| place.operand).map(Literal::usize_unsuffixed));
            let (reads, list) = (reads(model, &result.reads), reads(model, &result.list));
            ours!(#krate::__private::ResultSite { place: #name, operand: #operand, reads: #reads, list: #list })
        });
        let reductions = ours! {
            &#krate::__private::Reductions {
                values: &[#(#values),*],
                results: &[#(#results),*],
                keeps: #keeps,
                allows_pairs: #allows_pairs,
                names: #by_names,
            }
        };
        let call = ours!(__call, #site, #reductions, &__list, #names);
        let (checks, call) = match model.has_several_results() {
            true => self.several(&call, threads),
            false => self.one(&call, threads),
        };
        ours!({
            #checks
            #(#passes)*
            #call
        })
    }

    /// Emits the checks and the call of one result.
    fn one(&self, call: &TokenStream, threads: &TokenStream) -> (TokenStream, TokenStream) {
        let (model, result) = (self.model, &self.results[0]);
        let into = model.place().is_some();
        let container = if into { ours!(__view) } else { self.container(result) };
        let (mut checks, container) = self.checked(vec![container], into);
        if let Some(place) = model.place() {
            checks.extend(self.number(place, &local("__view"), result));
        }
        if let Some(value) = self.value_alone() {
            let function = local(if into { "try_evaluate_value_into" } else { "try_evaluate_value" });
            let (at, value) = (here(self.values[value].span.first), numbered("__r", value));
            let value = quote_spanned!(at=> #value.value());
            return (checks, ours!(__bcast::#function(#(#container)*, #call, #value)));
        }
        let function = local(if into { "try_evaluate_reduced_into" } else { "try_evaluate_reduced" });
        let [read, cost, closure] = self.kernel(result, Some(0));
        (
            checks,
            ours!(let __read = #read; __bcast::#function(#(#container)*, #call, #cost, #threads, __read, #closure)),
        )
    }

    /// Emits the checks and the call of several results.
    fn several(&self, call: &TokenStream, threads: &TokenStream) -> (TokenStream, TokenStream) {
        let model = self.model;
        let into = !model.places.is_empty();
        let containers =
            if into { Vec::new() } else { model.results.iter().map(|result| self.container(result)).collect() };
        let (mut checks, containers) = self.checked(containers, into);
        if let (Some(tuple), Some(at), false) = (model.tuple, model.unzip, into) {
            let tuple = numbered("__r", tuple);
            let kind = accepted(at.into(), ours!((&&#tuple.tuples()).__bcast_unzips()));
            return (
                checks,
                ours!(__bcast::try_unzip(#(#containers)*, #call, __bcast::opened(&#kind, #tuple.value()))),
            );
        }
        let count = model.results.len();
        let names = |name| (0..count).map(|number| numbered(name, number)).collect::<Vec<_>>();
        let (entries, views, new, described) = (names("__e"), names("__view"), names("__new"), names("__d"));
        for ((place, view), result) in model.places.iter().zip(&views).zip(&model.results) {
            checks.extend(self.number(place, view, result));
        }
        let computed = model.results.iter().zip(&views).enumerate().map(|(number, (result, view))| {
            let [read, cost, closure] = self.kernel(result, Some(number));
            match into {
                true => ours!(__bcast::computed_for(&#view, #cost, #read, #closure)),
                false => ours!(__bcast::computed(#cost, #read, #closure)),
            }
        });
        let before = ours!(#(let #entries = #computed;)*);
        let describe = ours!(#(let #described = #entries.described();)*);
        let call = match into {
            true => ours! {
                #describe
                #(let mut #views = #views;)*
                __bcast::try_evaluate_into_places(#call, &mut [#(#described.in_place(&mut #views, #threads)),*])
            },
            false => ours! {
                #(let mut #new = __bcast::new_for(#containers, &#entries);)*
                #describe
                let __done = __bcast::try_evaluate_unzipped(#call, &mut [#(#described.in_new(&mut #new, #threads)),*]);
                __done.map(|()| (#(#new.finish(),)*))
            },
        };
        (checks, ours!(#before #call))
    }

    /// The checks that literal axes are those of the frame, where types know that, and the containers of a call that passes them.
    fn checked(&self, mut containers: Vec<TokenStream>, into: bool) -> (TokenStream, Vec<TokenStream>) {
        let (model, krate) = (self.model, &self.model.krate);
        // The frame may be that of the place, which is compared at run time.
        let of_place =
            model.place().is_some_and(|place| place.operand.is_some() || model.mode.needs_target()) || model.is_tuple;
        if model.named.is_some() || of_place || !self.is_consistent {
            return (TokenStream::new(), containers);
        }
        let mut asked = Vec::new();
        for axes in self.values.iter().filter_map(|reduction| reduction.axes.as_ref()) {
            let mut pairs = Vec::new();
            for (later, entry) in axes.visible().iter().enumerate() {
                let Some(axis) = entry.literal else { continue };
                asked.push((axis_type(krate, axis), entry.span));
                for other in axes.visible()[..later].iter().filter_map(|earlier| earlier.literal) {
                    if (other < 0) != (axis < 0) {
                        // Counted from the two ends, they are one axis of a frame of this rank.
                        let rank = ones(krate, other.max(axis).saturating_sub(other.min(axis)));
                        pairs.push((ours!(#krate::__private::Apart<#rank>), entry.span));
                    }
                }
            }
            asked.append(&mut pairs);
        }
        let mut checks = TokenStream::new();
        for (number, (axis, span)) in asked.into_iter().enumerate() {
            let name = numbered("__axis", number);
            let check = accepted(span, ours!(__call.axis_in_frame::<#axis, _>(&__list)));
            checks.extend(ours!(let #name = #check;));
            if !into {
                containers = containers.iter().map(|container| ours!(__bcast::opened(&#name, #container))).collect();
            }
        }
        (checks, containers)
    }

    /// The reduction that is the whole expression.
    fn value_alone(&self) -> Option<usize> {
        let Formula { reads, body, .. } = &self.results[0];
        let index = *reads.reductions.first().filter(|_| reads.reductions.len() == 1 && reads.operands.is_empty())?;
        let mut body = body.clone();
        while let [TokenTree::Group(group)] = &body.clone().into_iter().collect::<Vec<_>>()[..] {
            body = group.stream();
        }
        let reduction = &self.values[index];
        let is_alone = body.to_string() == held(&numbered("__r", index), reduction.span).to_string();
        (is_alone && reduction.is_reduction()).then_some(index)
    }

    fn pass(&self, index: usize, reduction: &Reduction) -> TokenStream {
        let (model, krate) = (self.model, &self.model.krate);
        let [list, cost, mut closure] = self.kernel(&reduction.formula, None);
        // A tuple of as many entries as there are places.
        if model.tuple == Some(index) && !model.places.is_empty() {
            let Formula { body, list, cost, .. } = &reduction.formula;
            let entries = model.places.iter().map(|_| ours!(_));
            let tuple = quote_spanned!(here(reduction.span.first)=> (#(#entries,)*));
            closure = self::closure(list, &ours!({ let __tuple: #tuple = #body; __tuple }), *cost);
        }
        let marker = match reduction.kind {
            ValueKind::Reduction { .. } => local(reduction.type_name()),
            ValueKind::Elements => return ours!(__bcast::computed(#cost, #list, #closure)),
            ValueKind::Index | ValueKind::Length => return ours!(#krate::__private::Position::default()),
        };
        let pass = match reduction.is_bare {
            true => ours!(__bcast::reduced_bare(#krate::__private::reduction::#marker, #list)),
            false => ours!(__bcast::reduced(#krate::__private::reduction::#marker, #cost, #list, #closure)),
        };
        let kind = accepted(reduction.span, ours!((&&__pass.kind()).__bcast_reduces()));
        ours!({ let __pass = #pass; __bcast::opened(&#kind, __pass) })
    }

    /// Emits what an expression reads, its cost and its closure.
    fn kernel(&self, of: &Formula, result: Option<usize>) -> [TokenStream; 3] {
        [self.list(&of.list, result), cost(self.model, of), closure(&of.list, &of.body, of.cost)]
    }

    /// The list of what an expression reads; the kernels of a result read its own place through the output.
    fn list(&self, reads: &Reads, result: Option<usize>) -> TokenStream {
        let own = result.and_then(|number| self.model.places.get(number)?.operand);
        let operands = reads.operands.iter().map(|&index| match view_of(self.model, index) {
            Some(view) if own != Some(index) => ours!(__bcast::place_value(&#view)),
            _ => typed::element(index),
        });
        let values = reads.reductions.iter().map(|&index| {
            let name = numbered("__r", index);
            ours!(#name.value())
        });
        nested(operands.chain(values).collect())
    }

    fn site(&self, reduction: &Reduction, axes: Option<&Ident>) -> TokenStream {
        let krate = &self.model.krate;
        let name = reduction.name;
        let axes = match axes {
            None => ours!(#krate::__private::ReducedAxes::All),
            Some(axes) => ours!(#krate::__private::ReducedAxes::Of(#axes.values())),
        };
        let kind = match reduction.kind {
            ValueKind::Reduction { of_none, of_one } => ours!(Reduction { of_none: #of_none, of_one: #of_one }),
            ValueKind::Index => ours!(Index),
            ValueKind::Length => ours!(Length),
            ValueKind::Elements => ours!(Elements),
        };
        let Formula { reads, list, .. } = &reduction.formula;
        let (reads, list) = (self::reads(self.model, reads), self::reads(self.model, list));
        ours! {
            #krate::__private::ValueSite {
                name: #name,
                axes: #axes,
                reads: #reads,
                list: #list,
                kind: #krate::__private::ValueKind::#kind,
            }
        }
    }

    /// The container of a result, found by types: the frame without the axes that only reductions have.
    fn container(&self, result: &Formula) -> TokenStream {
        let (model, krate) = (self.model, &self.model.krate);
        if let Some(named) = &model.named {
            return named::container(model, named);
        }
        // Without a rank, as in generic code, too: every operand stands outside all reductions.
        let all_outside = result.reads.operands.len() == model.operands.len() || self.reductions().next().is_none();
        if all_outside || model.to.is_some() || model.mode.needs_target() {
            return ours!(__bcast::container_of(&__made));
        }
        let (occurrences, taken) = self.outside(result);
        // Nothing stands outside reductions over `..`.
        if occurrences.is_empty() && !model.keeps && self.reductions().all(|reduction| reduction.axes.is_none()) {
            return ours!(#krate::__private::NUMBER);
        }
        let occurrences = nested(occurrences);
        let open = self.reductions().find(|reduction| !has_literal_axes(reduction)).filter(|_| !self.is_single(result));
        if let Some(axes) = open.and_then(|reduction| reduction.axes.as_ref()).filter(|_| !model.keeps) {
            let at_run_time = ours!(::core::marker::PhantomData::<#krate::__private::AtRunTime>);
            let check = accepted(axes.span, ours!(__call.beside(&__list, #occurrences, #at_run_time)));
            return ours!({ #check; __bcast::container_of(&__made) });
        }
        let container = ours!(__call.reduced(&__list, #occurrences, #taken));
        let Some(span) = self.open_alignment().filter(|_| !model.keeps) else { return container };
        let taken = self.taken("IfKnown");
        let check = accepted(span, ours!(__call.beside(&__list, #occurrences, #taken)));
        ours!({ #check; #container })
    }

    /// Emits each of what stands outside the reductions, and the axes that they take, as types.
    fn outside(&self, result: &Formula) -> (Vec<TokenStream>, TokenStream) {
        let model = self.model;
        let mut occurrences = Vec::new();
        self.occurrences(result, &result.reads, &mut Vec::new(), &mut occurrences);
        (occurrences, self.taken(if model.keeps { "KeptAs1" } else { "LeftOut" }))
    }

    /// The axes of all reductions, in a type of this name.
    fn taken(&self, name: &str) -> TokenStream {
        let (krate, name) = (&self.model.krate, local(name));
        let axes = nested(self.reductions().flat_map(|reduction| self.axes(reduction)).collect());
        ours!(::core::marker::PhantomData::<#krate::__private::#name<#axes>>)
    }

    /// The range of what leaves open at which axes an operand lies: an axis that is no literal, or a vector of mode ncnn.
    fn open_alignment(&self) -> Option<SpanRange> {
        let model = self.model;
        let own = model.operands.iter().filter_map(|operand| operand.alignment.as_ref());
        let open = model.axes.iter().chain(own).find(|axes| axes.list.literals().is_none());
        open.map(|axes| axes.list.span).or_else(|| {
            let reduction = self.reductions().next().filter(|_| model.mode.places_vectors())?;
            Some(reduction.axes_span())
        })
    }

    /// In a mode that takes `axis` and whose frame is the shape of one array: those of which one is that array if this operand is not.
    fn before(&self, operand: usize) -> Option<TokenStream> {
        let model = self.model;
        let lies_by_mode = model.axes.is_some() && model.operands[operand].alignment.is_none();
        if !lies_by_mode || !model.mode.follows_one_operand() {
            return None;
        }
        let before = match model.base {
            Some(base) if base == operand => Vec::new(),
            Some(base) => vec![typed::element(base)],
            None => (0..operand).map(typed::element).collect(),
        };
        Some(nested(before))
    }

    /// The check that a result whose axes types know is a number, if its place is a variable.
    fn number(&self, place: &Place, view: &Ident, result: &Formula) -> Option<TokenStream> {
        let model = self.model;
        let is_known = model.named.is_none() && self.reductions().all(has_literal_axes);
        let (occurrences, taken) = Some(self.outside(result)).filter(|_| model.may_be_number() && is_known)?;
        let occurrences = nested(occurrences);
        let shape = ours!(__call.reduced_shape(&__list, #occurrences, #taken));
        let check = accepted(place.span, ours!((&&#view).__bcast_holds_shape(#shape)));
        Some(ours!(#check;))
    }

    /// The reductions among the values.
    fn reductions(&self) -> impl Iterator<Item = &Reduction> {
        self.values.iter().filter(|reduction| reduction.is_reduction())
    }

    /// True for one reduction with nothing outside it.
    fn is_single(&self, result: &Formula) -> bool {
        self.values.len() == 1 && result.reads.operands.is_empty()
    }

    /// Emits each operand of an expression, and of the reductions in it, with the axes of the reductions around it. Those that take every axis
    /// leave nothing of what is in them.
    fn occurrences(
        &self,
        result: &Formula,
        reads: &Reads,
        around: &mut Vec<TokenStream>,
        found: &mut Vec<TokenStream>,
    ) {
        for &operand in reads.operands.iter() {
            let (entry, axes) = (typed::element(operand), nested(around.clone()));
            found.push(match self.before(operand) {
                Some(before) => ours!(__call.occurrence::<_, _, #axes>(&#entry, &#before)),
                None => ours!(__bcast::occurrence::<_, #axes>(&#entry)),
            });
        }
        for &index in reads.reductions.iter() {
            let reduction = &self.values[index];
            if reduction.kind == ValueKind::Index {
                let (at, axes) = (nested(self.axes(reduction)), nested(around.clone()));
                found.push(ours!(__bcast::position_at::<#at, #axes>()));
            }
            if reduction.is_reduction()
                && reduction.axes.is_some()
                && (self.is_single(result) || has_literal_axes(reduction))
            {
                let before = around.len();
                around.extend(self.axes(reduction));
                self.occurrences(result, &reduction.formula.reads, around, found);
                around.truncate(before);
            }
        }
    }

    /// The axes of a reduction as types.
    fn axes(&self, reduction: &Reduction) -> Vec<TokenStream> {
        let krate = &self.model.krate;
        let any = || ours!(#krate::__private::AnyAxis);
        match &reduction.axes {
            None => vec![ours!(#krate::__private::EveryAxis)],
            Some(ListValue { entries: Some(entries), .. }) => {
                entries.iter().map(|entry| entry.literal.map_or_else(any, |axis| axis_type(krate, axis))).collect()
            }
            Some(_) => vec![any()],
        }
    }
}

fn has_literal_axes(reduction: &Reduction) -> bool {
    reduction.axes.as_ref().is_none_or(|axes| axes.literals().is_some())
}

/// A literal axis as a type; those beyond every rank are refused by the run time.
fn axis_type(krate: &TokenStream, axis: i64) -> TokenStream {
    let (kind, count) = if axis < 0 { ("FromEnd", !axis) } else { ("FromStart", axis) };
    let (kind, list) = (local(kind), ones(krate, count));
    ours!(#krate::__private::#kind<#list>)
}

/// Emits what an expression reads, for the run time.
fn reads(model: &Model, reads: &Reads) -> TokenStream {
    let (krate, operands, values) = (&model.krate, indices(&reads.operands), indices(&reads.reductions));
    ours!(#krate::__private::Reads { operands: #operands, values: #values })
}
