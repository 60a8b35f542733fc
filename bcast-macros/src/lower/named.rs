//! Mode named: numbers the NAMEs of a call as the axes of a frame, those of the result first, and replaces them by these numbers.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::Expr;

use super::shapes::index_of;
use super::values;
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{IntValue, Length, ListValue, Model, NamedCall, Reads, ReductionKind, Stated, Target};
use crate::options::list;
use crate::parse::is_lower_case;
use crate::suggest::did_you_mean;
use crate::tokens::ours;

/// NAMEs by their index in `Model::names`.
type Names = BTreeSet<usize>;

/// A NAME in the option `to`.
struct Listed {
    name: usize,
    span: SpanRange,
    length: Option<IntValue>,
}

/// Reads the NAMEs of `where`, `to` and the reductions. After a mistake the model is complete as well, so that its code can be emitted.
pub fn read(model: &mut Model, diagnostics: &mut Diagnostics) {
    let entries = entries(model, diagnostics);
    let to = model.to.take().map(|to| (to.span, read_to(&to, model, diagnostics)));
    let taken: Vec<Vec<usize>> =
        (0..model.reductions.len()).map(|index| read_axes(index, model, diagnostics)).collect();
    let has = Having { model, entries: &entries, taken: &taken }.values(diagnostics);
    let main = Having { model, entries: &entries, taken: &taken }.read(&model.reads, &has);
    let in_arrays: Names = entries.iter().flatten().flatten().copied().collect();
    let all_taken: Names = model.reductions.iter().zip(&taken).filter(|(reduction, _)| is_reduction(reduction.kind)).flat_map(|(_, taken)| taken.iter().copied()).collect();
    let stay: Vec<usize> = (0..model.names.len())
        .filter(|name| main.contains(name) || in_arrays.contains(name) && !all_taken.contains(name))
        .collect();
    let place = place(model, &stay, diagnostics);
    let mut kept: Vec<usize> = match (&place, &to) {
        (Some((names, _)), _) => names.clone(),
        (None, Some((_, to))) => to.iter().map(|listed| listed.name).collect(),
        (None, None) => stay.clone(),
    };
    check_kept(model, &stay, &place, &to, diagnostics);
    let mut given: Vec<Option<IntValue>> = vec![None; model.names.len()];
    for Listed { name, span, length } in to.into_iter().flat_map(|(_, to)| to) {
        check_length(model, (name, span), length.as_ref(), in_arrays.contains(&name), place.is_some(), diagnostics);
        given[name] = length;
    }
    let mut seen = Names::new();
    kept.retain(|&name| seen.insert(name));
    let count = kept.len();
    kept.extend((0..model.names.len()).filter(|name| !seen.contains(name)));
    number(model, &kept, entries, &taken, given, count);
}

const fn is_reduction(kind: ReductionKind) -> bool {
    matches!(kind, ReductionKind::Reduction(_))
}

/// The NAMEs of each operand's axes; `None` for constants.
fn entries(model: &Model, diagnostics: &mut Diagnostics) -> Vec<Option<Vec<usize>>> {
    let mut entries = vec![None; model.operands.len()];
    for stated in &model.stated {
        let names = names_of(model, stated, diagnostics);
        if let Target::Operand(operand) = stated.target
            && !names.is_empty()
        {
            entries[operand] = Some(names);
        }
    }
    entries
}

/// The NAMEs of one entry of `where`.
fn names_of(model: &Model, stated: &Stated, diagnostics: &mut Diagnostics) -> Vec<usize> {
    let array = model.target_name(stated.target);
    let mut names = Vec::new();
    for entry in &stated.entries {
        match entry.length {
            Length::Name(name) if names.contains(&name) => {
                let name = &model.names[name];
                let message = format!("`{name}` names two axes of `{array}`; a diagonal is taken before the call, `let d = {array}.diag();`");
                diagnostics.fatal(entry.span, message);
            }
            Length::Name(name) => names.push(name),
            _ => {
                let message = format!("in mode named each axis of `{array}` has a NAME, as in `{array}: [N, K]`; lengths are not stated");
                diagnostics.fatal(entry.span, message);
            }
        }
    }
    names
}

/// Reads the option `to`, a list of NAMEs.
fn read_to(to: &ListValue, model: &mut Model, diagnostics: &mut Diagnostics) -> Vec<Listed> {
    let mut listed: Vec<Listed> = Vec::new();
    for entry in entries_of(&to.tokens) {
        let span = SpanRange::of(&entry);
        let (name, length) = match entry {
            Expr::Assign(assign) => (ident(&assign.left), Some(*assign.right)),
            name => (ident(&name), None),
        };
        let Some(name) = name.filter(|name| !is_lower_case(name)) else {
            let message = "in mode named `to` lists the NAMEs of the result, as in `to = [N, M]`; a NAME that no array has gets a length, `to = [N, B = 256]`";
            diagnostics.fatal(span, message);
            continue;
        };
        let length = length.map(|length| values::int(&length, "the length of a NAME is an integer, as in `B = 256`", diagnostics));
        if let Some(length) = length.as_ref().filter(|length| length.literal.is_some_and(|length| length < 0)) {
            diagnostics.fatal(length.span, "a length is not negative");
        }
        let span = name.span().into();
        let number = index_of(&mut model.names, name.clone(), ToString::to_string);
        match listed.iter().any(|earlier| earlier.name == number) {
            true => diagnostics.fatal(span, format!("`{name}` is listed twice; the result has it once")),
            false => listed.push(Listed { name: number, span, length }),
        }
    }
    listed
}

/// The NAMEs of the place, and where they stand. A place without an entry is reported, and has those that stay.
fn place(model: &Model, stay: &[usize], diagnostics: &mut Diagnostics) -> Option<(Vec<usize>, SpanRange)> {
    let place = model.place.as_ref()?;
    let target = place.operand.map_or(Target::Place, Target::Operand);
    let Some(stated) = model.stated.iter().find(|stated| stated.target == target) else {
        let name = &place.name;
        let message = format!("the place `{name}` has no entry in `where`; mode named needs the NAMEs of its axes, as in `{name}: [N, M]`");
        diagnostics.fatal(place.span, message);
        return Some((stay.to_vec(), place.span));
    };
    let names = stated.entries.iter().filter_map(|entry| match entry.length {
        Length::Name(name) => Some(name),
        _ => None,
    });
    Some((names.collect(), stated.brackets.into()))
}

/// Reads the NAMEs after `axis =`.
fn read_axes(index: usize, model: &Model, diagnostics: &mut Diagnostics) -> Vec<usize> {
    let reduction = &model.reductions[index];
    let name = reduction.name;
    let Some(axes) = &reduction.axes else {
        let message = format!("in mode named `{name}` says which NAMEs it takes, as in `axis = [N, K]`");
        diagnostics.fatal(reduction.span, message);
        return Vec::new();
    };
    let mut taken: Vec<usize> = Vec::new();
    for entry in entries_of(&axes.tokens) {
        let span = SpanRange::of(&entry);
        let Some(ident) = ident(&entry) else {
            diagnostics.fatal(span, format!("in mode named the axis of `{name}` is a NAME or a list of NAMEs, as in `axis = K`"));
            continue;
        };
        match model.names.iter().position(|known| *known == ident) {
            None => diagnostics.fatal(span, unknown(&ident, model)),
            Some(number) if taken.contains(&number) => {
                diagnostics.fatal(span, "an axis is reduced once; leave it out here");
            }
            Some(number) => taken.push(number),
        }
    }
    taken
}

/// Refuses a NAME that neither an array nor the result has.
fn unknown(name: &Ident, model: &Model) -> String {
    let known: Vec<String> = model.names.iter().map(ToString::to_string).collect();
    let known = || known.iter().map(String::as_str);
    let meant = did_you_mean(&name.to_string(), known());
    let meant = match meant.as_str() {
        "" => format!("; `to = [.., {name} = 256]` makes it an axis of the result"),
        _ => meant,
    };
    match list(known()).as_str() {
        "" => format!("no array has the NAME `{name}`{meant}"),
        names => format!("no array has the NAME `{name}`{meant} (NAMEs are {names})"),
    }
}

/// The NAMEs that expressions have: those of arrays and positions outside every reduction over them.
struct Having<'a> {
    model: &'a Model,
    entries: &'a [Option<Vec<usize>>],
    taken: &'a [Vec<usize>],
}

impl Having<'_> {
    /// What each reduction has; refuses one over a NAME that nothing in it has.
    fn values(&self, diagnostics: &mut Diagnostics) -> Vec<Names> {
        let mut has: Vec<Names> = Vec::new();
        for (reduction, taken) in self.model.reductions.iter().zip(self.taken) {
            let taken: Names = taken.iter().copied().collect();
            let mut inner = self.read(&reduction.reads, &has);
            match reduction.kind {
                ReductionKind::Index => inner = taken,
                ReductionKind::Length => {}
                ReductionKind::Reduction(_) => {
                    if let Some(&absent) = taken.difference(&inner).next() {
                        let (name, of) = (&self.model.names[absent], reduction.name);
                        let at = reduction.axes.as_ref().map_or(reduction.span, |axes| axes.span);
                        let message = format!("nothing in `{of}(.., axis = {name})` has `{name}`; a reduction takes a NAME of an array, or of `index(axis = {name})`, in it");
                        diagnostics.fatal(at, message);
                    }
                    inner.retain(|name| !taken.contains(name));
                }
            }
            has.push(inner);
        }
        has
    }

    fn read(&self, reads: &Reads, values: &[Names]) -> Names {
        let arrays = reads.operands.iter().filter_map(|&operand| self.entries[operand].as_ref()).flatten();
        arrays.chain(reads.reductions.iter().flat_map(|&value| &values[value])).copied().collect()
    }
}

/// Checks that the place and `to` list every NAME that stays, and the same ones.
fn check_kept(
    model: &Model,
    stay: &[usize],
    place: &Option<(Vec<usize>, SpanRange)>,
    to: &Option<(SpanRange, Vec<Listed>)>,
    diagnostics: &mut Diagnostics,
) {
    let listed = to.as_ref().map(|(span, to)| (to.iter().map(|listed| listed.name).collect::<Vec<_>>(), *span));
    let Some((names, at)) = place.as_ref().or(listed.as_ref()) else { return };
    let spelled = |names: &[usize]| names.iter().map(|&name| model.names[name].to_string()).collect::<Vec<_>>().join(", ");
    let lister = match place {
        Some(_) => format!("the place `{}`", model.place.as_ref().map_or("", |place| &place.name)),
        None => "`to`".to_owned(),
    };
    if let Some(&missing) = stay.iter().find(|name| !names.contains(name)) {
        let name = &model.names[missing];
        let all: Vec<usize> = names.iter().copied().chain(stay.iter().copied().filter(|name| !names.contains(name))).collect();
        let message = format!("`{name}` stays in the result, so {lister} must list it, as in `[{}]`; or reduce it", spelled(&all));
        diagnostics.fatal(*at, message);
    } else if let (Some(_), Some((to, span))) = (place, &listed)
        && to != names
    {
        diagnostics.fatal(*span, format!("the place has the axes `[{}]` already; leave out `to`", spelled(names)));
    }
}

/// Checks that a NAME in `to` has its length from one side.
fn check_length(
    model: &Model,
    (name, at): (usize, SpanRange),
    length: Option<&IntValue>,
    is_in_array: bool,
    has_place: bool,
    diagnostics: &mut Diagnostics,
) {
    let name = &model.names[name];
    match length {
        None if !is_in_array && !has_place => {
            diagnostics.fatal(at, format!("no array has `{name}`, so it needs a length, as in `{name} = 256`"));
        }
        Some(length) if is_in_array || has_place => {
            let whose = if is_in_array { "an array" } else { "the place" };
            diagnostics.fatal(length.span, format!("`{name}` has the length that {whose} has; leave out `= {}`", length.tokens));
        }
        _ => {}
    }
}

/// Numbers the NAMEs by their order in `frame`, of which the first `kept` are the result's.
fn number(
    model: &mut Model,
    frame: &[usize],
    entries: Vec<Option<Vec<usize>>>,
    taken: &[Vec<usize>],
    given: Vec<Option<IntValue>>,
    kept: usize,
) {
    let axis_of = |name: &usize| frame.iter().position(|known| known == name).unwrap_or_default();
    let axes = |names: &[usize]| names.iter().map(axis_of).collect::<Vec<_>>();
    for (reduction, taken) in model.reductions.iter_mut().zip(taken) {
        let span = reduction.axes.as_ref().map_or(reduction.span, |axes| axes.span);
        let entry = |axis: usize| IntValue { tokens: number_of(axis), literal: Some(axis as i64), span };
        let entries: Vec<IntValue> = axes(taken).into_iter().map(entry).collect();
        let numbers = entries.iter().map(|entry| &entry.tokens);
        let tokens = ours!([#(#numbers),*]);
        reduction.axes = Some(ListValue { tokens, entries: Some(entries), span });
    }
    for entry in model.stated.iter_mut().flat_map(|stated| &mut stated.entries) {
        if let Length::Name(name) = &mut entry.length {
            *name = axis_of(name);
        }
    }
    let maps = entries.into_iter().map(|entry| entry.map(|names| axes(&names))).collect();
    model.names = frame.iter().map(|&name| model.names[name].clone()).collect();
    let given = frame.iter().map(|&name| given[name].clone()).collect();
    model.named = Some(NamedCall { maps, given, kept });
}

fn number_of(axis: usize) -> TokenStream {
    proc_macro2::Literal::i64_suffixed(axis as i64).into_token_stream()
}

/// The entries of a list, or the one value.
fn entries_of(tokens: &TokenStream) -> Vec<Expr> {
    let mut expr = syn::parse2::<Expr>(tokens.clone());
    while let Ok(Expr::Paren(paren)) = expr {
        expr = Ok(*paren.expr);
    }
    match expr {
        Ok(Expr::Array(array)) => array.elems.into_iter().collect(),
        Ok(Expr::Tuple(tuple)) => tuple.elems.into_iter().collect(),
        Ok(one) => vec![one],
        Err(_) => Vec::new(),
    }
}

fn ident(expr: &Expr) -> Option<Ident> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().cloned(),
        Expr::Group(group) => ident(&group.expr),
        _ => None,
    }
}
