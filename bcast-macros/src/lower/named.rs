//! Mode named: numbers the NAMEs of a call as the axes of a frame, and replaces them by these numbers.

use bcast_core::rules::reduction::ValueKind;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::ToTokens;
use syn::Expr;

use super::values;
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{Indices, IntValue, Length, ListValue, Model, NamedCall, Reads, Stated};
use crate::options::{did_you_mean, list};
use crate::parse::{identifier, index_of, is_lower_case};
use crate::spelling::spelling;
use crate::tokens::ours;

/// The NAMEs of an operand's axes; `None` for constants.
type Axes = Option<Vec<usize>>;

/// A NAME in the option `to`.
struct Listed {
    name: usize,
    span: SpanRange,
    length: Option<IntValue>,
}

/// Reads the NAMEs of `where`, `to` and the reductions. Later mistakes may be consequences of earlier ones, so the stages stop at the first
/// that finds any.
pub fn read(model: &mut Model, diagnostics: &mut Diagnostics) {
    let before = diagnostics.fatal_count();
    let entries = entries(model, diagnostics);
    let to = model.to.take().map(|to| (read_to(&to, model, diagnostics), to.span));
    let listed = to.as_ref().map_or_else(Default::default, |(to, _)| to.as_slice());
    let given = lengths(model, &entries, listed, diagnostics);
    let taken: Vec<_> = (0..model.reductions.len()).map(|index| read_axes(index, model, diagnostics)).collect();
    if diagnostics.fatal_count() > before {
        return;
    }
    let stay = stay(model, &entries, &taken, diagnostics);
    let place = place(model, &stay, diagnostics);
    let result = result(model, &stay, place, to.as_ref(), diagnostics);
    if diagnostics.fatal_count() == before {
        number(model, &result, entries, &taken, given);
    }
}

/// The NAMEs of each operand's axes.
fn entries(model: &Model, diagnostics: &mut Diagnostics) -> Vec<Axes> {
    let mut entries = vec![None; model.operands.len()];
    for stated in &model.stated {
        let names = names_of(model, stated, diagnostics);
        if let Some(operand) = stated.target
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
            Length::Symbol(name) if names.contains(&(name as usize)) => {
                let name = &model.names[name as usize];
                let message = format!(
                    "`{name}` names two axes of `{array}`; a diagonal is taken before the call, `let d = {array}.diag();`"
                );
                diagnostics.fatal(entry.span, message);
            }
            Length::Symbol(name) => names.push(name as usize),
            _ => {
                let message = format!(
                    "in mode named each axis of `{array}` has a NAME, as in `{array}: [N, K]`; lengths are not stated"
                );
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
            Expr::Assign(assign) => (identifier(&assign.left).cloned(), Some(*assign.right)),
            name => (identifier(&name).cloned(), None),
        };
        let Some(name) = name.filter(|name| !is_lower_case(name)) else {
            let message = "in mode named `to` lists the NAMEs of the result, in upper case, as in `to = [N, M]`; \
                           a NAME that no array has gets a length, `to = [N, B = 256]`";
            diagnostics.fatal(span, message);
            return Vec::new();
        };
        let length = length
            .map(|length| values::int(&length, "the length of a NAME is an integer, as in `B = 256`", diagnostics));
        if let Some(length) = length.as_ref().filter(|length| length.literal.is_some_and(|length| length < 0)) {
            let message =
                format!("`{name}` would be {}, and a length is not negative", spelling(length.tokens.clone()));
            diagnostics.fatal(length.span, message);
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

/// The NAMEs of the place, and where they stand.
fn place(model: &Model, stay: &[usize], diagnostics: &mut Diagnostics) -> Option<(Vec<usize>, SpanRange)> {
    let place = model.place()?;
    let Some(stated) = model.stated_shape(place.operand) else {
        let name = &place.name;
        let message = format!(
            "the place `{name}` has no entry in `where`; mode named needs the NAMEs of its axes, as in `{name}: [{}]`",
            spelled(model, stay)
        );
        diagnostics.fatal(place.span, message);
        return None;
    };
    Some((names_of(model, stated, diagnostics), stated.brackets.into()))
}

/// Reads the NAMEs after `axis =`.
fn read_axes(index: usize, model: &Model, diagnostics: &mut Diagnostics) -> Vec<usize> {
    let reduction = &model.reductions[index];
    if reduction.kind == ValueKind::Elements {
        return Vec::new();
    }
    let (name, all) = (reduction.name, spelled(model, &(0..model.names.len()).collect::<Vec<_>>()));
    let Some(axes) = &reduction.axes else {
        let message = format!("in mode named `{name}` lists the NAMEs that it takes, as in `axis = [{all}]`");
        diagnostics.fatal(reduction.span, message);
        return Vec::new();
    };
    let mut taken: Vec<usize> = Vec::new();
    for entry in entries_of(&axes.tokens) {
        let span = SpanRange::of(&entry);
        let Some(ident) = identifier(&entry) else {
            let message = format!("in mode named the axis of `{name}` is a NAME or a list of NAMEs, out of `{all}`");
            diagnostics.fatal(span, message);
            continue;
        };
        match model.names.iter().position(|known| known == ident) {
            None => diagnostics.fatal(span, unknown(ident, model)),
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
    let meant = did_you_mean(&name.to_string(), &known);
    let meant = match meant.as_str() {
        "" => format!("; `to = [.., {name} = 256]` makes it an axis of the result"),
        _ => meant,
    };
    match list(&known).as_str() {
        "" => format!("no array has the NAME `{name}`{meant}"),
        names => format!("no array has the NAME `{name}`{meant} (NAMEs are {names})"),
    }
}

/// The NAMEs that the value of each reduction has. A reduction over a NAME that its expression lacks is refused.
fn values(model: &Model, entries: &[Axes], taken: &[Vec<usize>], diagnostics: &mut Diagnostics) -> Vec<Indices> {
    let mut has: Vec<Indices> = Vec::new();
    for (reduction, taken) in model.reductions.iter().zip(taken) {
        let taken: Indices = taken.iter().copied().collect();
        let mut inner = read_names(&reduction.formula.reads, entries, &has);
        match reduction.kind {
            ValueKind::Index => inner = taken,
            ValueKind::Length | ValueKind::Elements => {}
            ValueKind::Reduction { .. } => {
                if let Some(&absent) = taken.without(&inner).first() {
                    let (name, of) = (&model.names[absent], reduction.name);
                    let at = reduction.axes_span();
                    let message = format!(
                        "nothing in `{of}(.., axis = {name})` has `{name}`; a reduction takes a NAME of an array, or of `index(axis = {name})`, in it"
                    );
                    diagnostics.fatal(at, message);
                }
                inner = inner.without(&taken);
            }
        }
        has.push(inner);
    }
    has
}

/// The NAMEs that an expression has: those of arrays and positions outside every reduction over them.
fn read_names(reads: &Reads, entries: &[Axes], values: &[Indices]) -> Indices {
    let mut names = Indices::default();
    for &operand in reads.operands.iter() {
        names.extend(entries[operand].as_deref().unwrap_or_default());
    }
    for &value in reads.reductions.iter() {
        names.extend(&values[value]);
    }
    names
}

/// The NAMEs that are left by the reductions, in the order of `where`.
fn stay(model: &Model, entries: &[Axes], taken: &[Vec<usize>], diagnostics: &mut Diagnostics) -> Indices {
    let mut stay = read_names(&model.result().reads, entries, &values(model, entries, taken, diagnostics));
    let reduced = reduced_names(model, taken);
    // Arrays that nothing reads have their NAMEs too.
    for names in entries.iter().flatten() {
        stay.extend(&names.iter().copied().collect::<Indices>().without(&reduced));
    }
    stay
}

/// The NAMEs that reductions take.
fn reduced_names(model: &Model, taken: &[Vec<usize>]) -> Indices {
    let mut names = Indices::default();
    for (_, taken) in model.reductions.iter().zip(taken).filter(|(one, _)| one.is_reduction()) {
        names.extend(taken);
    }
    names
}

/// The NAMEs of the result: those of the place, else of `to`, else those that stay. The first two must list all that stay.
fn result(
    model: &Model,
    stay: &[usize],
    place: Option<(Vec<usize>, SpanRange)>,
    to: Option<&(Vec<Listed>, SpanRange)>,
    diagnostics: &mut Diagnostics,
) -> Vec<usize> {
    let to = to.map(|(to, at)| (to.iter().map(|listed| listed.name).collect::<Vec<_>>(), *at));
    if let (Some((names, _)), Some((listed, at))) = (&place, &to)
        && names != listed
    {
        let message = format!("the place has the axes `[{}]`, and `to` others; leave out `to`", spelled(model, names));
        diagnostics.fatal(*at, message);
        return Vec::new();
    }
    let lister = match (&place, model.place()) {
        (Some(_), Some(place)) => format!("the place `{}`", place.name),
        _ => "`to`".to_owned(),
    };
    let Some((mut names, at)) = place.or(to) else { return stay.to_vec() };
    let missing: Vec<usize> = stay.iter().copied().filter(|name| !names.contains(name)).collect();
    if let Some(&first) = missing.first() {
        let name = &model.names[first];
        names.extend(missing);
        let all = spelled(model, &names);
        let message = format!("`{name}` stays in the result, so {lister} must list it, as in `[{all}]`; or reduce it");
        diagnostics.fatal(at, message);
    }
    names
}

/// NAMEs with commas between them.
fn spelled(model: &Model, names: &[usize]) -> String {
    names.iter().map(|&name| model.names[name].to_string()).collect::<Vec<_>>().join(", ")
}

/// The length that `to` gives each NAME; only one that neither an array nor the place has takes it from there.
fn lengths(model: &Model, entries: &[Axes], to: &[Listed], diagnostics: &mut Diagnostics) -> Vec<Option<IntValue>> {
    let mut given = vec![None; model.names.len()];
    for &Listed { name: number, span, ref length } in to {
        let name = &model.names[number];
        let is_of = |names: &Axes| names.as_ref().is_some_and(|names| names.contains(&number));
        let array = entries.iter().position(is_of).and_then(|operand| model.operands.get(operand));
        let owner = array.map(|array| &array.name).or(model.place().map(|place| &place.name));
        match (owner, length) {
            (None, None) => {
                let others: Vec<_> =
                    model.names.iter().filter(|other| *other != name).map(ToString::to_string).collect();
                let meant = did_you_mean(&name.to_string(), &others);
                let message = format!("no array has `{name}`, so it needs a length, as in `{name} = 256`{meant}");
                diagnostics.fatal(span, message);
            }
            (Some(owner), Some(length)) => {
                let given = spelling(length.tokens.clone());
                let message = format!("`{name}` has its length from `{owner}`; leave out `= {given}`");
                diagnostics.fatal(length.span, message);
            }
            _ => {}
        }
        given[number].clone_from(length);
    }
    given
}

/// The NAMEs in the order of the frame: those of the result, then the others, which are reduced, in the order of `where`.
///
/// If the last NAME of the result is innermost in as many arrays, these are better read along it, so it stands behind the others. The order of
/// sums is that of the frame: nothing but speed depends on the place of NAMEs that reductions do not take beside others.
fn frame(model: &Model, result: &[usize], entries: &[Axes], taken: &[Vec<usize>]) -> Vec<usize> {
    let others: Vec<usize> = (0..model.names.len()).filter(|name| !result.contains(name)).collect();
    let innermost = |is_it: &dyn Fn(&usize) -> bool| {
        entries.iter().flatten().filter(|names| names.last().is_some_and(is_it)).count()
    };
    let (last, reduced) = (innermost(&|name| result.last() == Some(name)), innermost(&|name| others.contains(name)));
    let is_free = !reduced_names(model, taken).iter().any(|name| result.contains(name));
    let before = if is_free && last >= reduced { result.len().saturating_sub(1) } else { result.len() };
    let (outer, inner) = result.split_at(before);
    [outer, &others, inner].concat()
}

/// Numbers the NAMEs by their order in the frame.
fn number(model: &mut Model, result: &[usize], entries: Vec<Axes>, taken: &[Vec<usize>], given: Vec<Option<IntValue>>) {
    let frame = frame(model, result, &entries, taken);
    let axis_of = |name: &usize| frame.iter().position(|known| known == name).unwrap_or_default();
    let axes = |names: &[usize]| names.iter().map(axis_of).collect::<Vec<_>>();
    for (reduction, taken) in model.reductions.iter_mut().zip(taken) {
        let span = reduction.axes_span();
        let entry = |axis: &usize| IntValue {
            tokens: Literal::i64_suffixed(*axis as i64).into_token_stream(),
            literal: Some(*axis as i64),
            span,
        };
        let entries: Vec<IntValue> = axes(taken).iter().map(entry).collect();
        let numbers = entries.iter().map(|entry| &entry.tokens);
        let tokens = ours!([#(#numbers),*]);
        reduction.axes = Some(ListValue { tokens, entries: Some(entries), span });
    }
    for stated in &mut model.stated {
        for entry in &mut stated.entries {
            if let Length::Symbol(name) = &mut entry.length {
                *name = axis_of(&(*name as usize)) as u32;
            }
        }
    }
    let kept = axes(result);
    let maps = entries.iter().map(|names| names.as_deref().map(axes)).collect();
    let given = frame.iter().map(|&name| given[name].clone()).collect();
    model.names = frame.iter().map(|&name| model.names[name].clone()).collect();
    model.named = Some(NamedCall { maps, given, kept });
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
