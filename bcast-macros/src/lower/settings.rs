//! Reads the options and the entries of `where` into the model, and checks them against the mode and each other.

use bcast_core::rules::mode::{Mode, OptionName};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::Expr;

use super::values;
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{AxisOption, ListValue, Model, Operand, Stated, Target};
use crate::options::{self, Lint, did_you_mean, list};
use crate::parse::{RawOption, identifier};
use crate::spelling::spelling;

/// A given option, whatever its value.
struct Given {
    option: OptionName,
    ident: Ident,
}

/// Reads all options.
pub fn read(raw: Vec<RawOption>, model: &mut Model, diagnostics: &mut Diagnostics) {
    let mut given: Vec<Given> = Vec::new();
    let mut is_mode_known = true;
    for RawOption { ident, path, value } in raw {
        let Some(name) = options::from_name(&ident.to_string()) else {
            // It may be a misspelled `mode`, which must not select numpy.
            if std::mem::take(&mut is_mode_known) {
                report_unknown(&ident, value.is_some(), diagnostics);
            }
            continue;
        };
        let option = match (path, options::own(name)) {
            (Some(path), Some(own)) => {
                read_own((own, &ident), &path, value.as_ref(), model, diagnostics);
                own
            }
            (Some(path), None) => {
                // A half-typed option has been reported.
                if value.is_some() || name.is_flag() {
                    let message = format!("`{name}` is for the whole call; `axis` and `axes` alone take an operand");
                    diagnostics.fatal(named(&ident, &path), message);
                }
                continue;
            }
            (None, _) if name != OptionName::Allow && given.iter().any(|earlier| earlier.option == name) => {
                diagnostics.fatal(ident.span(), format!("`{name}` is given twice; keep one"));
                continue;
            }
            (None, _) => {
                let is_read = read_one(name, &ident, value.as_ref(), model, diagnostics);
                is_mode_known &= is_read || name != OptionName::Mode;
                name
            }
        };
        given.push(Given { option, ident });
    }
    // After another mistake, what the mode takes may follow from it.
    if is_mode_known && diagnostics.fatal_count() == 0 {
        check_taken(&given, model, diagnostics);
        check_needed(&given, model, diagnostics);
        check_voter(&given, model, diagnostics);
        check_to(model, diagnostics);
    }
    check_together(&given, model, diagnostics);
}

/// Options of other libraries, and what a call has instead.
const ELSEWHERE: &[(&str, &str)] = &[
    ("dtype", "the expression gives the elements their type, as `x as f32` does; leave it out"),
    ("keepdims", "the option `keep` keeps the axes of reductions, with length 1"),
    ("out", "the array to write to stands first, as in `y = x * g`"),
    ("shape", "the result's shape is `to = [n, c]`"),
];

fn report_unknown(ident: &Ident, has_value: bool, diagnostics: &mut Diagnostics) {
    let known = list(&options::names());
    let elsewhere = ELSEWHERE.iter().find(|(name, _)| has_value && ident == name);
    let meant = match (Mode::from_name(&ident.to_string()), elsewhere) {
        (_, Some((_, advice))) => format!("; {advice}"),
        (Some(mode), _) => format!("; did you mean `mode = {mode}`?"),
        _ => did_you_mean(&ident.to_string(), &options::names()),
    };
    if !has_value && meant.is_empty() {
        let message = format!(
            "`{ident}` is no option; a call has one expression, as in `x + {ident}`; several results are a tuple"
        );
        return diagnostics.fatal(ident.span(), message);
    }
    diagnostics.fatal(ident.span(), format!("there is no option `{ident}`{meant} (options are {known})"));
}

/// Reads a value into the model; returns false if it is not one.
fn read_one(
    name: OptionName,
    ident: &Ident,
    value: Option<&Expr>,
    model: &mut Model,
    diagnostics: &mut Diagnostics,
) -> bool {
    let Some(value) = value else {
        match name {
            OptionName::Threads => model.threads = Some(ident.span()),
            OptionName::Keep if model.reductions.is_empty() => {
                let message = "`keep` is for reductions, as in `sum(x, axis = 1)`: it keeps their axes, with length 1";
                diagnostics.fatal(ident.span(), message);
            }
            OptionName::Keep => model.keeps = true,
            OptionName::Unzip if model.has_place() => {
                let message = "`unzip` makes a new array for each entry, and this call writes to places; leave it out";
                diagnostics.fatal(ident.span(), message);
            }
            OptionName::Unzip => model.unzip = Some(ident.span()),
            _ => return false,
        }
        return true;
    };
    match name {
        OptionName::Mode => return read_mode(value, model, diagnostics),
        OptionName::Axis | OptionName::OwnAxis | OptionName::Axes | OptionName::OwnAxes => {
            model.axes = Some(axes(name, value, diagnostics));
        }
        OptionName::To => {
            let what = "`to` is a list of integers, each a value, as in `to = [n, c]`";
            let to = values::list(value, what, true, diagnostics);
            for entry in to.visible() {
                if entry.literal.is_some_and(|length| length < 0) {
                    diagnostics.fatal(entry.span, "a length is not negative; for an axis that stays, write its length");
                }
            }
            model.to = Some(to);
        }
        OptionName::Base => match find(value, "`base`", model) {
            Ok(Some(index)) => model.base = Some(index),
            Ok(None) => {
                let message = "the place gives no shape here, it receives; `base` is an operand of the expression";
                diagnostics.fatal_at(value, message);
            }
            Err(message) => diagnostics.fatal_at(value, message),
        },
        OptionName::Threads | OptionName::Keep | OptionName::Unzip => {
            diagnostics.fatal_at(value, format!("`{name}` takes no value; write it alone"));
        }
        OptionName::Allow => read_allow(value, model, diagnostics),
    }
    true
}

fn axes(option: OptionName, value: &Expr, diagnostics: &mut Diagnostics) -> AxisOption {
    match option {
        OptionName::Axes | OptionName::OwnAxes => {
            let what = "`axes` is a list of axes, as in `axes = [1, 2]`";
            AxisOption { name: "axes", list: values::list(value, what, false, diagnostics) }
        }
        _ => {
            let several = match value {
                Expr::Array(_) | Expr::Tuple(_) => {
                    format!("; several of one operand are `axes(..) = {}`", spelling(value.to_token_stream()))
                }
                _ => String::new(),
            };
            let axis = values::int(value, &format!("`axis` is an integer, as in `axis = 1`{several}"), diagnostics);
            let (tokens, span) = (axis.tokens.clone(), axis.span);
            AxisOption { name: "axis", list: ListValue { tokens, span, entries: Some(vec![axis]) } }
        }
    }
}

fn read_mode(value: &Expr, model: &mut Model, diagnostics: &mut Diagnostics) -> bool {
    let Some(ident) = identifier(value) else {
        let message = "`mode` is one name, as in `mode = pdpd`, since it decides types; run-time modes belong to the run-time API, `Broadcast`";
        diagnostics.fatal_at(value, message);
        return false;
    };
    let Some(mode) = Mode::from_name(&ident.to_string()) else {
        let mut names = Mode::ALL.map(Mode::name).to_vec();
        names.push("multidirectional");
        let meant = did_you_mean(&ident.to_string(), &names);
        let other = || format!("; a mode of run time is taken by `Broadcast::new({ident}).apply(..)`");
        let meant = if meant.is_empty() { other() } else { meant };
        diagnostics.fatal(ident.span(), format!("there is no mode `{ident}`{meant} (modes are {})", list(&names)));
        return false;
    };
    model.mode = mode;
    model.mode_name = Some(ident.clone());
    true
}

fn read_allow(value: &Expr, model: &mut Model, diagnostics: &mut Diagnostics) {
    let known = Lint::ALL.map(Lint::name);
    let Some(ident) = identifier(value) else {
        return diagnostics.fatal_at(value, format!("`allow` takes the name of a lint, one of {}", list(&known)));
    };
    match Lint::from_name(&ident.to_string()) {
        Some(lint) if model.allow.contains(&lint) => {
            diagnostics.fatal(ident.span(), format!("`{ident}` is allowed twice; keep one"));
        }
        Some(lint) => model.allow.push(lint),
        None => {
            let meant = did_you_mean(&ident.to_string(), &known);
            let message = format!("there is no lint `{ident}`{meant} (lints are {})", list(&known));
            diagnostics.fatal(ident.span(), message);
        }
    }
}

/// The span of the tokens in the parentheses after an option's name, or of the name without them.
fn named(ident: &Ident, path: &TokenStream) -> SpanRange {
    if path.is_empty() { ident.span().into() } else { SpanRange::of(path) }
}

/// `axis(path) = e`, `axes(path) = e`
fn read_own(
    (own, ident): (OptionName, &Ident),
    path: &TokenStream,
    value: Option<&Expr>,
    model: &mut Model,
    diagnostics: &mut Diagnostics,
) {
    let alignment = value.map(|value| axes(own, value, diagnostics));
    let index = find(path, &format!("`{own}`"), model).and_then(|target| {
        let index = target.ok_or("the place gives the shape, so it has no alignment of its own")?;
        let Operand { name, alignment, .. } = &model.operands[index];
        match alignment {
            Some(_) => Err(format!("`{name}` has an alignment already; keep one")),
            None if model.place_of(index).is_none() => Ok(index),
            None => Err(format!("`{name}` is the place and gives the shape, so it has no alignment of its own")),
        }
    });
    match index {
        Ok(index) => model.operands[index].alignment = alignment,
        Err(message) => diagnostics.fatal(named(ident, path), message),
    }
}

/// Finds the array that a key names, or explains why there is none; `role` begins the message.
fn find(key: &impl ToTokens, role: &str, model: &Model) -> Result<Target, String> {
    let name = &*spelling(key.to_token_stream());
    if name.is_empty() {
        return Err(format!("{role} names an operand"));
    }
    let mut hits = model.operands.iter().enumerate().filter(|(_, operand)| operand.name == name);
    if let Some((index, _)) = hits.next() {
        // Each `&` call is a separate operand, so several can share a name.
        return match hits.next() {
            Some(_) => Err(format!("`{name}` is evaluated more than once; bind it to a name before the call")),
            None => Ok(Some(index)),
        };
    }
    if model.place().is_some_and(|place| place.name == name) {
        return Ok(None);
    }
    if model.places.iter().any(|place| place.name == name) {
        return Err(format!("{role} names an operand, and `{name}` is a place only; its shape is that of its entry"));
    }
    let mut known: Vec<&str> = model.operands.iter().map(|operand| operand.name.as_str()).collect();
    known.extend(model.place().map(|place| place.name.as_str()));
    if name.contains(", ") && name.split(", ").all(|part| known.contains(&part)) {
        let option = role.trim_matches('`');
        let each = name.split(", ").map(|part| option.replace("..", part) + " = ..").collect::<Vec<_>>();
        return Err(format!("{role} names one operand: `{}`", each.join(", ")));
    }
    let bare = name.trim_start_matches('&');
    let meant = match name {
        _ if known.contains(&bare) => format!("; did you mean `{bare}`?"),
        _ if name.ends_with(')') => format!("; `&{name}` in the expression makes it one"),
        _ => did_you_mean(name, &known),
    };
    known.truncate(8);
    let names = list(&known);
    Err(match names.as_str() {
        "" => format!("{role} names an operand, and `{name}` is none of this call"),
        _ => format!("{role} names an operand, and `{name}` is none{meant} (operands are {names})"),
    })
}

/// Refuses `to` in a call that names nothing: types refuse it in one of constants.
fn check_to(model: &Model, diagnostics: &mut Diagnostics) {
    let names_none = model.operands.is_empty() && !model.has_place() && model.reductions.is_empty();
    if let Some(to) = model.to.as_ref().filter(|_| names_none && !model.mode.lies_by_names()) {
        let message = "`to` needs an array: a call without one is the scalar itself; write to a place instead, which is then filled: \
                       `bcast!(y = 0.0)`";
        diagnostics.fatal(to.span, message);
    }
}

/// Refuses an option in a mode that does not take it.
fn check_taken(given: &[Given], model: &Model, diagnostics: &mut Diagnostics) {
    let mode = model.mode;
    for Given { option, ident } in given {
        if let Some(words) = by_names(*option).filter(|_| mode.lies_by_names()) {
            diagnostics.fatal(ident.span(), format!("mode {mode} takes no `{option}`: {words}"));
        } else if *option == OptionName::Axis && !mode.takes(*option) && model.lacks_axis {
            diagnostics.fatal(ident.span(), "the axis of a reduction stands inside of it, as in `sum(x, axis = 0)`");
        } else if !mode.takes(*option) {
            let takers = Mode::ALL.into_iter().filter(|mode| takes(*mode, *option)).map(Mode::name).collect::<Vec<_>>();
            let takers = list(&takers);
            let own = options::own(*option).filter(|&own| mode.takes(own));
            let own = own.map(|_| format!("; for one operand alone write `{option}(path) = ..`")).unwrap_or_default();
            diagnostics.fatal(ident.span(), format!("mode {mode} takes no `{option}`; modes that do: {takers}{own}"));
        }
    }
}

/// True if a call in this mode takes the option.
fn takes(mode: Mode, option: OptionName) -> bool {
    mode.takes(option) && !(mode.lies_by_names() && by_names(option).is_some())
}

/// What a mode whose NAMEs say where arrays lie has instead of an option.
const fn by_names(option: OptionName) -> Option<&'static str> {
    match option {
        OptionName::Axis | OptionName::Axes | OptionName::OwnAxis | OptionName::OwnAxes => {
            Some("an array lies where the NAMEs of its entry in `where` do")
        }
        OptionName::Base => Some("the result has the NAMEs of the place or of `to`, else those that stay"),
        OptionName::Keep => Some("an axis of length 1 is one more NAME of the result, as in `to = [N, ONE = 1]`"),
        OptionName::Unzip => Some("its result is one array; write a call for each entry"),
        OptionName::Mode | OptionName::To | OptionName::Threads | OptionName::Allow => None,
    }
}

/// Refuses a mode without its required target; a place serves as one unless the target stretches.
fn check_needed(given: &[Given], model: &Model, diagnostics: &mut Diagnostics) {
    // NAMEs give the target.
    if !model.mode.needs_target() || model.mode.lies_by_names() {
        return;
    }
    let place_is_enough = !model.mode.target_stretches();
    let has_target =
        given.iter().any(|given| given.option == OptionName::To) || (place_is_enough && model.place().is_some());
    // A call without operands fills its place, in every mode.
    let is_fill = model.operands.is_empty() && model.has_place();
    let Some(ident) = &model.mode_name else { return };
    if !has_target && !is_fill {
        let place = if place_is_enough && model.places.is_empty() { " or a place" } else { "" };
        let message = format!("mode {ident} needs a target shape{place}: `to = [..]`");
        diagnostics.fatal(ident.span(), message);
    }
}

/// An operand with its own alignment does not shape the result, so another operand, a target or a place must, unless the
/// mode joins placements.
fn check_voter(given: &[Given], model: &Model, diagnostics: &mut Diagnostics) {
    let has_voter = model.operands.iter().any(|operand| operand.alignment.is_none());
    let has_target = given.iter().any(|given| given.option == OptionName::To) || model.place().is_some();
    let mode = model.mode;
    let own = given.iter().rev().find(|given| matches!(given.option, OptionName::OwnAxis | OptionName::OwnAxes));
    let Some(own) = own.filter(|own| mode.takes(own.option) && !has_voter && !has_target) else {
        return;
    };
    // `check_needed` has reported modes without their target.
    if !mode.needs_target() && !mode.joins_placements() {
        let message = "no operand gives the result its shape, since each has an alignment of its own; \
                       leave one without, or give `to = [..]`";
        diagnostics.fatal(own.ident.span(), message);
    }
}

/// Only one of `base`, `to` and the place of `op=` may give the result its shape.
fn check_together(given: &[Given], model: &Model, diagnostics: &mut Diagnostics) {
    // A mode that does not take `base` has been reported.
    let Some(base) = given.iter().find(|given| given.option == OptionName::Base && model.mode.takes(given.option))
    else {
        return;
    };
    let at = base.ident.span();
    if given.iter().any(|given| given.option == OptionName::To) {
        diagnostics.fatal(at, "`to` gives the result its shape already; leave out `base` or `to`");
    }
    if model.place().is_some_and(|place| place.op.is_some()) {
        diagnostics.fatal(at, "the place gives the result its shape already; leave out `base`");
    }
    let operand = model.base.and_then(|index| model.operands.get(index));
    if let Some(operand) = operand.filter(|operand| operand.alignment.is_some()) {
        let name = &operand.name;
        diagnostics
            .fatal(at, format!("`{name}` has an alignment of its own and so gives no shape; leave out one of the two"));
    }
}

/// Reads the entries of `where`.
pub fn read_shapes(raw: Vec<Stated<TokenStream>>, model: &mut Model, diagnostics: &mut Diagnostics) {
    for Stated { target: key, entries, brackets } in raw {
        let target = find(&key, "a key of `where`", model).and_then(|target| {
            let name = model.target_name(target);
            let is_entry = model.is_tuple && target.is_some_and(|index| model.place_of(index).is_some());
            if is_entry && !model.reductions.is_empty() {
                return Err(format!(
                    "beside reductions `where` states the shapes of operands that are no places, and `{name}` is one"
                ));
            }
            match model.stated_shape(target) {
                Some(_) => Err(format!("the shape of `{name}` is stated twice; keep one")),
                None => Ok(target),
            }
        });
        match target {
            Ok(target) => model.stated.push(Stated { target, entries, brackets }),
            Err(message) => diagnostics.fatal_at(&key, message),
        }
    }
}
