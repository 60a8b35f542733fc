//! Writes calls with reductions as Rust.

use std::fmt::Write as _;

use super::{BINS, Call, CallMode, Tuple};
use crate::model::Mode;
use crate::program::{Compound, Expr, Form};
use crate::source::{AXIS_NAMES, NAMES, PLACE, constant_is_used, expr, names_text};

/// The file of all calls: a function each, and a table of them.
pub fn file(calls: &[Call]) -> String {
    let mut text: String = calls.iter().enumerate().map(|(index, call)| function(index, call)).collect();
    let names: Vec<String> = (0..calls.len()).map(|index| format!("call_{index}")).collect();
    writeln!(text, "const CALLS: &[fn(&Setting) -> Outcomes] = &[{}];", names.join(", ")).expect("a string takes all");
    text
}

/// The function that runs one call.
pub fn function(index: usize, call: &Call) -> String {
    let element = call.element.name();
    let mut text = format!("fn call_{index}(setting: &Setting) -> Outcomes {{\n");
    let mut line = |line: &str| {
        text += "    ";
        text += line;
        text += "\n";
    };
    for (array, name) in NAMES.iter().enumerate().take(call.arrays) {
        let is_place = array < call.places() || array == 0 && call.is_in_place();
        let (mutable, view) = if is_place { ("mut ", "view_mut") } else { ("", "view") };
        let borrow = if mutable.is_empty() { "&" } else { "&mut " };
        line(&format!("let {mutable}memory_{name} = setting.memory::<{element}>({array});"));
        line(&format!("let {mutable}{name} = setting.{view}({array}, {borrow}memory_{name});"));
    }
    if call.form == Form::Place {
        line(&format!("let mut memory_{PLACE} = setting.memory::<{element}>({});", call.arrays));
        line(&format!("let mut {PLACE} = setting.view_mut({}, &mut memory_{PLACE});", call.arrays));
    }
    for number in 0..9_u8 {
        if call.exprs().any(|expr| constant_is_used(expr, number)) {
            line(&format!("let k{number}: {element} = constant({number});"));
        }
    }
    for (variable, &is_list) in call.variables.iter().enumerate() {
        line(&match is_list {
            true => format!("let x{variable}: &[i64] = &setting.variables[{variable}];"),
            false => format!("let x{variable}: i64 = setting.variables[{variable}][0];"),
        });
    }
    line("let (axis, bins) = (setting.axis, setting.bins);");
    line("let (axes, to): (&[i64], &[usize]) = (&setting.axes, &setting.to);");
    let bcast = macro_call(call);
    let places = match call.form {
        Form::New => &NAMES[..call.places()],
        Form::Place => &[PLACE],
        Form::Compound(_) | Form::InPlace => &NAMES[..1],
    };
    if places.is_empty() {
        line(&format!("outcomes({bcast})"));
    } else {
        line(&format!("written({bcast})?;"));
        let parts: Vec<String> = places.iter().map(|name| format!("ToOutcome::to_parts(&{name})")).collect();
        line(&format!("Ok(vec![{}])", parts.join(", ")));
    }
    text + "}\n"
}

fn macro_call(call: &Call) -> String {
    let of = |value: &Expr| expr(value, call.element, &mut 0);
    let entries: Vec<String> = call.values.iter().map(of).collect();
    let mut body = match call.tuple {
        None => entries.concat(),
        Some(Tuple { is_literal: true, .. }) => format!("({})", entries.join(", ")),
        Some(Tuple { is_literal: false, .. }) => format!("same(({}))", entries.join(", ")),
    };
    let is_float = call.element.is_float();
    match call.form {
        Form::Compound(Compound::Mul) if !is_float => body = format!("a.wrapping_mul({body})"),
        Form::Compound(_) if !is_float => body = format!("a.wrapping_add({body})"),
        _ => {}
    }
    if !call.lets.is_empty() {
        let lets = call.lets.iter().enumerate().map(|(name, value)| format!("let n{name} = {}; ", of(value)));
        body = format!("{{ {}{body} }}", lets.collect::<String>());
    }
    let mut text = match call.form {
        Form::New if call.places() > 0 => format!("({}) = {body}", NAMES[..call.places()].join(", ")),
        Form::New => body,
        Form::Place => format!("{PLACE} = {body}"),
        Form::Compound(Compound::Add) if is_float => format!("a += {body}"),
        Form::Compound(Compound::Mul) if is_float => format!("a *= {body}"),
        Form::InPlace | Form::Compound(_) => format!("a = {body}"),
    };
    let mut add = |option: &str| {
        text += ", ";
        text += option;
    };
    if call.tuple.is_some_and(|tuple| !tuple.has_places) {
        add("unzip");
    }
    if call.keep {
        add("keep");
    }
    if call.allows_pairs {
        add("allow = mutual_stretch");
    }
    if call.threads {
        add("threads");
    }
    if call.has_to {
        add("to = to");
    }
    match &call.mode {
        CallMode::Plain(name, mode) => {
            add(&format!("mode = {name}"));
            match mode {
                Mode::Pdpd | Mode::Paddle => add("axis = axis"),
                Mode::Explicit => add("axes = axes"),
                _ => {}
            }
            if matches!(mode, Mode::Unidirectional | Mode::Pdpd) && !call.has_to {
                add("base = a");
            }
            if call.has_own {
                add(&format!("axis({}) = axis", NAMES[call.arrays - 1]));
            }
        }
        CallMode::Named { arrays, place, to } => {
            add("mode = named");
            if let Some(to) = to {
                let entry = |&name: &usize| {
                    if name == BINS { format!("{} = bins", AXIS_NAMES[name]) } else { AXIS_NAMES[name].to_owned() }
                };
                add(&format!("to = [{}]", to.iter().map(entry).collect::<Vec<_>>().join(", ")));
            }
            let entries = arrays.iter().zip(NAMES).map(|(names, array)| format!("{array}: {}", names_text(names)));
            let place = place.iter().map(|names| format!("{PLACE}: {}", names_text(names)));
            add(&format!("where {}", entries.chain(place).collect::<Vec<_>>().join(", ")));
        }
    }
    format!("try_bcast!({text})")
}
