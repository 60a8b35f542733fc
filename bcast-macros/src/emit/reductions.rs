//! Emits the reductions of a call: each is a closure over what it reads, and a description for the run time.

use bcast_core::rules::reduction::ValueKind;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};

use super::{Bindings, closure, cost, ints, named, view_of};
use crate::lower::operands;
use crate::model::{ListValue, Model, Reads, Reduction, ReductionKind};
use crate::options::Lint;
use crate::tokens::{accepted, local, nested, numbered, ours};
use crate::typed;

/// The reductions of a call.
pub struct Reductions<'a> {
    model: &'a Model,
    /// The names of the bound axes; `None` for `..`.
    axes: Vec<Option<Ident>>,
    /// The NAMEs of a call in mode named.
    names: Option<TokenStream>,
}

/// `None` for a call without reductions, except in mode named.
pub fn emit<'a>(model: &'a Model, bindings: &mut Bindings) -> Option<Reductions<'a>> {
    let bind = |(index, reduction): (usize, &Reduction)| {
        let axes = reduction.axes.as_ref()?;
        Some(bindings.bind(numbered("__axes", index), ints(axes)))
    };
    let axes: Vec<_> = model.reductions.iter().enumerate().map(bind).collect();
    let names = named::emit(model, bindings);
    model.is_reduced().then_some(Reductions { model, axes, names })
}

impl Reductions<'_> {
    /// Emits the call of the run time.
    pub fn call(&self, site: &TokenStream, [cost, threads, closure]: [&TokenStream; 3]) -> TokenStream {
        let (model, krate) = (self.model, &self.model.krate);
        let passes: Vec<TokenStream> = (model.reductions.iter().enumerate())
            .map(|(index, reduction)| {
                let name = numbered("__r", index);
                let value = self.pass(reduction);
                ours!(let #name = #value;)
            })
            .collect();
        let names = (0..model.reductions.len()).map(|index| numbered("__r", index));
        let names = ours!(&[#(#names.pass()),*]);
        let values =
            model.reductions.iter().zip(&self.axes).map(|(reduction, axes)| self.site(reduction, axes.as_ref()));
        let (reads, list) = (reads(model, &model.reads), reads(model, &model.list));
        let (keeps, allows_pairs) = (model.keeps, model.allow.contains(&Lint::MutualStretch));
        let read = self.list(&model.list, true);
        let by_names = match &self.names {
            Some(names) => ours!(::core::option::Option::Some(#names)),
            None => ours!(::core::option::Option::None),
        };
        let (function, container) = match (&model.place, &model.unzip) {
            (Some(_), _) => (local("try_evaluate_reduced_into"), ours!(__view)),
            (None, Some(_)) => (local("try_evaluate_unzipped"), self.containers()),
            (None, None) if !model.places.is_empty() => {
                let views = (0..model.places.len()).map(|number| numbered("__view", number));
                (local("try_evaluate_into_places"), ours!((#(#views,)*)))
            }
            (None, None) => (local("try_evaluate_reduced"), self.container(&model.reads)),
        };
        let entries = self.entries();
        let reductions = ours! {
            &#krate::__private::Reductions {
                values: &[#(#values),*],
                reads: #reads,
                list: #list,
                entries: &[#(#entries),*],
                keeps: #keeps,
                allows_pairs: #allows_pairs,
                names: #by_names,
            }
        };
        if let (Some(value), false) = (self.value_alone(), model.has_place()) {
            let value = numbered("__r", value);
            return ours!({
                #(#passes)*
                __bcast::try_evaluate_value(
                    #container, __call, #site, #reductions, &__list, #names, #value.value(),
                )
            });
        }
        let closure = match model.unzip {
            Some(unzip) => {
                let kind = accepted(unzip.into(), ours!((&&__unzipping.kind()).__bcast_unzips()));
                ours!({
                    let __unzipping = __bcast::unzipping(&__read, #closure);
                    #kind.keep(__unzipping.expression())
                })
            }
            None => closure.clone(),
        };
        let unzipped = model.unzip.map(|_| ours!(let __expression = #closure;));
        let expression = if model.unzip.is_some() { ours!(__expression) } else { closure };
        ours!({
            #(#passes)*
            let __read = #read;
            #unzipped
            __bcast::#function(
                #container, __call, #site, #reductions, &__list, #names, #cost, #threads, __read, #expression,
            )
        })
    }

    /// The reduction that is the whole expression.
    fn value_alone(&self) -> Option<usize> {
        let reads = Some(&self.model.reads).filter(|_| !self.model.has_several_results())?;
        let index = *reads.reductions.first().filter(|_| reads.reductions.len() == 1 && reads.operands.is_empty())?;
        let mut body = self.model.body.clone();
        while let [TokenTree::Group(group)] = &body.clone().into_iter().collect::<Vec<_>>()[..] {
            body = group.stream();
        }
        let reduction = &self.model.reductions[index];
        let is_alone = body.to_string() == operands::reduced(index, reduction.span).to_string();
        (is_alone && matches!(reduction.kind, ReductionKind::Reduction(_))).then_some(index)
    }

    fn pass(&self, reduction: &Reduction) -> TokenStream {
        let (model, krate) = (self.model, &self.model.krate);
        let (list, cost) = (self.list(&reduction.list, false), cost(model, reduction.cost));
        let closure = || closure(model, &reduction.list, &reduction.body, reduction.cost);
        let marker = match reduction.kind {
            ReductionKind::Reduction(marker) => Ident::new(marker, Span::mixed_site()),
            ReductionKind::Let => {
                let closure = closure();
                return ours!(__bcast::computed(#cost, #list, #closure));
            }
            ReductionKind::Index | ReductionKind::Length => return ours!(#krate::__private::Position::default()),
        };
        let pass = match reduction.is_bare {
            true => ours!(__bcast::reduced_bare(#krate::__private::reduction::#marker, #list)),
            false => {
                let closure = closure();
                ours!(__bcast::reduced(#krate::__private::reduction::#marker, #cost, #list, #closure))
            }
        };
        let kind = accepted(reduction.span, ours!((&&__pass.kind()).__bcast_reduces()));
        ours!({ let __pass = #pass; #kind.keep(__pass) })
    }

    /// The list of what an expression reads.
    fn list(&self, reads: &Reads, is_result: bool) -> TokenStream {
        // The kernels of a single result read its place through the output.
        let is_through_output = is_result && self.model.place.is_some();
        let operands = reads.operands.iter().map(|&index| match view_of(self.model, index) {
            Some(view) if !is_through_output => ours!(__bcast::place_value(&#view)),
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
        let kind = match reduction.value_kind() {
            ValueKind::Reduction { of_none, of_one } => ours!(Reduction { of_none: #of_none, of_one: #of_one }),
            ValueKind::Index => ours!(Index),
            ValueKind::Length => ours!(Length),
            ValueKind::Elements => ours!(Elements),
        };
        let (reads, list) = (reads(self.model, &reduction.reads), reads(self.model, &reduction.list));
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

    /// Emits what each of several results reads; one description is that of every entry of a tuple that is no literal.
    fn entries(&self) -> Vec<TokenStream> {
        let (model, krate) = (self.model, &self.model.krate);
        let count = match (model.places.len(), model.unzip) {
            (0, Some(_)) => model.entries.len().max(1),
            (count, _) => count,
        };
        let entry = |number: usize| {
            let place = model.places.get(number);
            let name = place.map_or("the result", |place| &place.name);
            let operand = match place.and_then(|place| place.operand) {
                Some(operand) => {
                    let operand = Literal::usize_unsuffixed(operand);
                    ours!(::core::option::Option::Some(#operand))
                }
                None => ours!(::core::option::Option::None),
            };
            let reads = reads(model, model.entries.get(number).unwrap_or(&model.reads));
            ours!(#krate::__private::EntrySite { name: #name, operand: #operand, reads: #reads })
        };
        (0..count).map(entry).collect()
    }

    /// The containers of several results: one for all entries, or of a tuple literal one for each.
    fn containers(&self) -> TokenStream {
        if self.model.entries.is_empty() {
            return self.container(&self.model.reads);
        }
        let containers = self.model.entries.iter().map(|reads| self.container(reads));
        ours!((#(#containers,)*))
    }

    /// The container of a result, found by types: the frame without the axes that only reductions have.
    fn container(&self, reads: &Reads) -> TokenStream {
        let (model, krate) = (self.model, &self.model.krate);
        if let Some(named) = &model.named {
            return named::container(model, named);
        }
        let mut occurrences = Vec::new();
        self.occurrences(reads, reads, &mut Vec::new(), &mut occurrences);
        let reductions =
            || model.reductions.iter().filter(|reduction| matches!(reduction.kind, ReductionKind::Reduction(_)));
        // Without a rank, as in generic code, too: every operand stands outside all reductions.
        let all_outside = reads.operands.len() == model.operands.len() || reductions().next().is_none();
        if all_outside || model.to.is_some() || model.mode.mode.needs_target() {
            return ours!(__bcast::container_of(&__types.1));
        }
        if occurrences.is_empty() && !model.keeps && reductions().all(|reduction| reduction.axes.is_none()) {
            return ours!(#krate::__private::NUMBER);
        }
        let occurrences = nested(occurrences);
        let open = reductions().find(|reduction| !has_literal_axes(reduction)).filter(|_| !self.is_single(reads));
        if let Some(axes) = open.and_then(|reduction| reduction.axes.as_ref()).filter(|_| !model.keeps) {
            let check = accepted(axes.span, ours!(__call.beside(&__list, #occurrences)));
            return ours!({ #check; __bcast::container_of(&__types.1) });
        }
        let axes = nested(reductions().flat_map(|reduction| self.axes(reduction)).collect());
        let taken = local(if model.keeps { "KeptAs1" } else { "LeftOut" });
        ours!(__call.reduced(&__list, #occurrences, ::core::marker::PhantomData::<#krate::__private::#taken<#axes>>))
    }

    /// True for one reduction with nothing outside it.
    fn is_single(&self, result: &Reads) -> bool {
        self.model.reductions.len() == 1 && result.operands.is_empty()
    }

    /// Emits each operand of an expression, and of the reductions in it, with the axes of the reductions around it. Those that take every axis
    /// leave nothing of what is in them.
    fn occurrences(&self, result: &Reads, reads: &Reads, around: &mut Vec<TokenStream>, found: &mut Vec<TokenStream>) {
        for &operand in &reads.operands {
            let (entry, axes) = (typed::element(operand), nested(around.clone()));
            found.push(ours!(__bcast::occurrence::<_, #axes>(&#entry)));
        }
        for &index in &reads.reductions {
            let reduction = &self.model.reductions[index];
            if reduction.kind == ReductionKind::Index {
                let (at, axes) = (nested(self.axes(reduction)), nested(around.clone()));
                found.push(ours!(__bcast::position_at::<#at, #axes>()));
            }
            if matches!(reduction.kind, ReductionKind::Reduction(_))
                && reduction.axes.is_some()
                && (self.is_single(result) || has_literal_axes(reduction))
            {
                let before = around.len();
                around.extend(self.axes(reduction));
                self.occurrences(result, &reduction.reads, around, found);
                around.truncate(before);
            }
        }
    }

    /// The axes of a reduction as types.
    fn axes(&self, reduction: &Reduction) -> Vec<TokenStream> {
        let krate = &self.model.krate;
        match &reduction.axes {
            None => vec![ours!(#krate::__private::EveryAxis)],
            Some(ListValue { entries: Some(entries), .. }) => entries
                .iter()
                .map(|entry| {
                    entry.literal.map_or_else(|| ours!(#krate::__private::AnyAxis), |axis| axis_type(krate, axis))
                })
                .collect(),
            Some(_) => vec![ours!(#krate::__private::AnyAxis)],
        }
    }
}

fn has_literal_axes(reduction: &Reduction) -> bool {
    let entries = reduction.axes.as_ref().map(|axes| axes.entries.as_deref());
    entries.is_none_or(|entries| entries.is_some_and(|entries| entries.iter().all(|entry| entry.literal.is_some())))
}

/// A literal axis as a type; those beyond every rank are refused by the run time.
fn axis_type(krate: &TokenStream, axis: i64) -> TokenStream {
    let (kind, count) = if axis < 0 { ("FromEnd", !axis) } else { ("FromStart", axis) };
    let kind = local(kind);
    let list = nested(vec![ours!(#krate::__private::One); usize::try_from(count).map_or(9, |count| count.min(9))]);
    ours!(#krate::__private::#kind<#list>)
}

/// Emits what an expression reads, for the run time.
fn reads(model: &Model, reads: &Reads) -> TokenStream {
    let krate = &model.krate;
    let operands = reads.operands.iter().map(|&index| Literal::usize_unsuffixed(index));
    let values = reads.reductions.iter().map(|&index| Literal::usize_unsuffixed(index));
    ours!(#krate::__private::Reads { operands: &[#(#operands),*], values: &[#(#values),*] })
}
