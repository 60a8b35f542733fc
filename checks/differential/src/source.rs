//! Writes programs as Rust.

use std::fmt::Write as _;

use crate::program::{
    Array, Axes, Binary, Compound, Condition, Element, Expr, Finish, Form, Kind, Lie, OwnAxes, Program, Reduction,
    Stated, Test, Unary,
};

/// The names of the arrays.
pub const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
/// The place's name.
pub const PLACE: &str = "y";

impl Element {
    pub fn name(self) -> &'static str {
        match self {
            Element::F32 => "f32",
            Element::F64 => "f64",
            Element::I32 => "i32",
            Element::I64 => "i64",
            Element::U8 => "u8",
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Element::F32 | Element::F64)
    }
}

/// The file of a group of programs: a function each, and a table of them.
pub fn file(programs: &[Program], part: usize, parts: usize) -> String {
    let mut text = String::new();
    for (index, program) in programs.iter().enumerate().skip(part).step_by(parts) {
        text += &function(index, program);
    }
    let names: Vec<String> = (part..programs.len()).step_by(parts).map(|index| format!("program_{index}")).collect();
    writeln!(text, "const PROGRAMS: &[fn() -> Outcome] = &[{}];", names.join(", ")).expect("a string takes all");
    text
}

/// The function that runs one program.
pub fn function(index: usize, program: &Program) -> String {
    let element = program.element.name();
    let mut text = format!("fn program_{index}() -> Outcome {{\n");
    let mut line = |line: String| {
        text += "    ";
        text += &line;
        text += "\n";
    };
    for (array, name) in program.arrays.iter().zip(NAMES) {
        let at = NAMES.iter().position(|other| other == &name).expect("it is one of them");
        let is_place = at == 0 && program.is_in_place();
        for declared in declaration(array, name, element, program.data, at, is_place) {
            line(declared);
        }
    }
    if let Some(place) = &program.place {
        for declared in declaration(place, PLACE, element, program.data, program.arrays.len(), true) {
            line(declared);
        }
    }
    for number in 0..9_u8 {
        if constant_is_used(&program.value, number) {
            line(format!("let k{number}: {element} = constant({number});"));
        }
    }
    let call = call(program, &mut line);
    let place = match program.form {
        Form::New => None,
        Form::Place => Some((PLACE, program.place.as_ref().expect("there is a place"))),
        Form::Compound(_) | Form::InPlace => Some(("a", &program.arrays[0])),
    };
    match place {
        None => line(format!("outcome({call})")),
        Some((name, array)) => {
            line(format!("written({call})?;"));
            let borrow = if matches!(array.kind, Kind::Slice) { "" } else { "&" };
            line(format!("Ok(ToOutcome::to_parts({borrow}{name}))"));
        }
    }
    text + "}\n"
}

pub fn constant_is_used(expr: &Expr, number: u8) -> bool {
    let mut found = *expr == Expr::Constant(number);
    expr.clone().map(&mut |child| {
        found |= constant_is_used(&child, number);
        child
    });
    found
}

fn lie(lie: Lie) -> &'static str {
    match lie {
        Lie::Transposed => "Lie::Transposed",
        Lie::Reversed => "Lie::Reversed",
        Lie::EverySecond => "Lie::EverySecond",
        Lie::CutOut => "Lie::CutOut",
    }
}

/// The statements that make an array or place of this name.
fn declaration(array: &Array, name: &str, element: &str, data: usize, at: usize, is_place: bool) -> Vec<String> {
    let Array { shape, kind } = array;
    let rank = shape.len();
    let elements = format!("elements::<{element}>({data}, {at}, {})", shape.iter().product::<usize>());
    let mutable = if is_place { "mut " } else { "" };
    let dimension = if rank <= 6 { format!("Ix{rank}") } else { "IxDyn".to_owned() };
    let lengths = shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match kind {
        Kind::Fixed => {
            vec![format!("let {mutable}{name}: Array<{element}, {dimension}> = array(&{shape:?}, {elements});")]
        }
        Kind::Dynamic => vec![format!("let {mutable}{name}: ArrayD<{element}> = array(&{shape:?}, {elements});")],
        Kind::View(how) | Kind::DynamicView(how) => {
            let dimension = if matches!(kind, Kind::View(_)) { dimension } else { "IxDyn".to_owned() };
            let view = if is_place { "view_mut" } else { "view" };
            let borrow = if is_place { "&mut " } else { "&" };
            let how = lie(*how);
            vec![
                format!("let {mutable}memory_{name} = memory({how}, &{shape:?}, {elements});"),
                format!("let {mutable}{name} = {view}::<{element}, {dimension}>({how}, {borrow}memory_{name});"),
            ]
        }
        Kind::Nested => {
            let type_ = shape.iter().rev().fold(element.to_owned(), |inner, length| format!("[{inner}; {length}]"));
            vec![format!("let {mutable}{name}: {type_} = nested({elements});")]
        }
        Kind::Tensor => vec![format!(
            "let {mutable}{name} = Tensor::<{element}, shape![{lengths}]>::from_vec({elements}).unwrap();"
        )],
        Kind::Unknown => {
            let unknown = vec!["_"; rank].join(", ");
            vec![format!(
                "let {mutable}{name} = Tensor::<{element}, shape![{unknown}]>::from_vec_with([{lengths}], {elements}).unwrap();"
            )]
        }
        Kind::Vec => vec![format!("let {mutable}{name}: Vec<{element}> = {elements};")],
        Kind::Slice => {
            let borrow = if is_place { "&mut " } else { "&" };
            vec![
                format!("let {mutable}vec_{name} = {elements};"),
                format!("let {name}: {borrow}[{element}] = {borrow}vec_{name}[..];"),
            ]
        }
    }
}

/// The call itself.
fn call(program: &Program, line: &mut impl FnMut(String)) -> String {
    let element = program.element;
    let body = expr(&program.value, element, &mut 0);
    let body = match program.finish {
        Finish::Itself => body,
        Finish::Above => format!("{body} > a"),
        Finish::Wide if element == Element::I64 => format!("({body}) as f64"),
        Finish::Wide => format!("f64::from({body})"),
    };
    let mut call = match program.form {
        Form::New => body,
        Form::Place => format!("{PLACE} = {body}"),
        Form::InPlace => format!("a = {body}"),
        Form::Compound(_) if !element.is_float() => format!("a = {}", compound(program, &body)),
        Form::Compound(Compound::Add) => format!("a += {body}"),
        Form::Compound(Compound::Mul) => format!("a *= {body}"),
    };
    let mut option = |name: &str, value: String| {
        let value = if program.variables {
            let variable = name.replace(['(', ')'], "_");
            line(format!("let {variable} = {value};"));
            variable
        } else {
            value
        };
        write!(call, ", {name} = {value}").expect("a string takes all");
    };
    if let Some(axis) = program.axis {
        option("axis", format!("{axis}{}", if program.variables { "_i64" } else { "" }));
    }
    if let Some(axes) = &program.axes {
        option("axes", list(axes));
    }
    if let Some(to) = &program.to {
        option("to", list(to));
    }
    for (own, name) in program.own.iter().zip(NAMES) {
        match own {
            Some(OwnAxes::Axis(axis)) => option(&format!("axis({name})"), axis.to_string()),
            Some(OwnAxes::Axes(axes)) => option(&format!("axes({name})"), list(axes)),
            None => {}
        }
    }
    write!(call, ", mode = {}", program.mode).expect("a string takes all");
    if let Some(base) = program.base {
        write!(call, ", base = {}", NAMES[base]).expect("a string takes all");
    }
    if program.threads {
        call += ", threads";
    }
    let stated = stated(program);
    if !stated.is_empty() {
        write!(call, ", where {}", stated.join(", ")).expect("a string takes all");
    }
    format!("try_bcast!({call})")
}

/// Integers wrap, but their compound operators do not.
fn compound(program: &Program, body: &str) -> String {
    match program.form {
        Form::Compound(Compound::Mul) => format!("a.wrapping_mul({body})"),
        _ => format!("a.wrapping_add({body})"),
    }
}

fn list<T: std::fmt::Debug>(entries: &[T]) -> String {
    if entries.is_empty() { "[0_usize; 0]".to_owned() } else { format!("{entries:?}") }
}

/// The entries of the `where` clause.
fn stated(program: &Program) -> Vec<String> {
    if program.stated == Stated::Nothing {
        return Vec::new();
    }
    let Some(answer) = program.case().answer() else { return Vec::new() };
    let entry = |array: usize, shape: &[usize], axis: usize, on: Option<usize>| {
        let length = shape[axis];
        match (program.stated, on) {
            (Stated::Some, _) if (array + axis).is_multiple_of(3) => "_".to_owned(),
            (Stated::Symbols | Stated::Some, Some(on)) if length != 1 && length == answer.shape[on] => format!("S{on}"),
            _ => length.to_string(),
        }
    };
    let arrays = program.arrays.iter().enumerate().map(|(array, Array { shape, .. })| {
        let entries: Vec<String> =
            (0..shape.len()).map(|axis| entry(array, shape, axis, answer.maps[array][axis])).collect();
        format!("{}: [{}]", NAMES[array], entries.join(", "))
    });
    let place = program.place.as_ref().map(|Array { shape, .. }| {
        let entries: Vec<String> = (0..shape.len()).map(|axis| entry(9, shape, axis, Some(axis))).collect();
        format!("{PLACE}: [{}]", entries.join(", "))
    });
    arrays.chain(place).collect()
}

/// An expression as Rust.
pub fn expr(value: &Expr, element: Element, locals: &mut usize) -> String {
    let name = element.name();
    let float = element.is_float();
    let mut part = |value: &Expr| expr(value, element, locals);
    match value {
        Expr::Array(array) => NAMES[*array].to_owned(),
        Expr::Constant(number) => format!("k{number}"),
        Expr::Literal(number) if float => format!("{number}.0_{name}"),
        Expr::Literal(number) => format!("{number}_{name}"),
        Expr::Local(local) => format!("t{local}"),
        Expr::Binary(binary, first, second) => {
            let (first, second) = (part(first), part(second));
            match (binary, float) {
                (Binary::Add, true) => format!("({first} + {second})"),
                (Binary::Sub, true) => format!("({first} - {second})"),
                (Binary::Mul, true) => format!("({first} * {second})"),
                (Binary::Div, true) => format!("({first} / (({second}).abs() + 1.0))"),
                (Binary::Add, false) => format!("({first}).wrapping_add({second})"),
                (Binary::Sub, false) => format!("({first}).wrapping_sub({second})"),
                (Binary::Mul, false) => format!("({first}).wrapping_mul({second})"),
                (Binary::Div, false) => format!("({first} / (({second} & 7) + 1))"),
                (Binary::Min, _) => format!("({first}).min({second})"),
                (Binary::Max, _) => format!("({first}).max({second})"),
            }
        }
        Expr::Unary(unary, first) => {
            let first = part(first);
            match unary {
                Unary::Neg if float => format!("(-{first})"),
                Unary::Neg => format!("({first}).wrapping_neg()"),
                Unary::Abs if float => format!("({first}).abs()"),
                Unary::Abs if element == Element::U8 => first,
                Unary::Abs => format!("({first}).wrapping_abs()"),
                Unary::Cast => format!("({first} as i16 as {name})"),
            }
        }
        Expr::If(condition, first, second) => {
            let condition = holds(condition, element, locals);
            let (first, second) = (expr(first, element, locals), expr(second, element, locals));
            format!("(if {condition} {{ {first} }} else {{ {second} }})")
        }
        Expr::Let(first, second) => {
            let first = part(first);
            let (local, second) = bound(second, element, locals);
            format!("{{ let {local} = {first}; {second} }}")
        }
        Expr::Match(first, second, third) => {
            let first = part(first);
            let (local, second) = bound(second, element, locals);
            let third = expr(third, element, locals);
            let two = if float { "2.0" } else { "2" };
            format!("(match {first} {{ {local} if {local} > {two} => {second}, _ => {third} }})")
        }
        Expr::Closure(first, second) => {
            let first = part(first);
            let (local, second) = bound(second, element, locals);
            format!("(|{local}: {name}| {second})({first})")
        }
        Expr::Loop(first, second) => {
            let (first, second) = (part(first), part(second));
            let sum = if float { "sum + each".to_owned() } else { "sum.wrapping_add(each)".to_owned() };
            format!("{{ let mut sum = {first}; let each = {second}; for _ in 0..3 {{ sum = {sum}; }} sum }}")
        }
        Expr::Tuple(first, second) => format!("({}, {}).1", part(first), part(second)),
        Expr::Index(first, second) => format!("([{}, {}])[1]", part(first), part(second)),
        Expr::Call(first) => format!("twice({})", part(first)),
        Expr::Named(number) => format!("n{number}"),
        Expr::Reduced(reduction, axes, first) => {
            // Locals of the outside are not known in a reduction.
            let first = expr(first, element, &mut 0);
            let call = format!("{}({first}, axis = {})", reduction_name(*reduction), axes_text(axes));
            match reduction {
                Reduction::ArgMin | Reduction::ArgMax => format!("({call} as {name})"),
                _ => call,
            }
        }
        Expr::Tested(test, axes, condition) => {
            let (condition, axes) = (holds(condition, element, &mut 0), axes_text(axes));
            match test {
                Test::Any => format!("(any({condition}, axis = {axes}) as u8 as {name})"),
                Test::All => format!("(all({condition}, axis = {axes}) as u8 as {name})"),
                Test::Count => format!("(count({condition}, axis = {axes}) as {name})"),
            }
        }
        Expr::Position(axes) => format!("(index(axis = {}) as {name})", axes_text(axes)),
        Expr::Length(axes) => format!("(len(axis = {}) as {name})", axes_text(axes)),
    }
}

fn reduction_name(reduction: Reduction) -> &'static str {
    match reduction {
        Reduction::Sum => "sum",
        Reduction::Prod => "prod",
        Reduction::Mean => "mean",
        Reduction::Min => "min",
        Reduction::Max => "max",
        Reduction::ArgMin => "argmin",
        Reduction::ArgMax => "argmax",
    }
}

/// The NAMEs of mode named.
pub const AXIS_NAMES: [&str; 5] = ["I", "J", "K", "L", "B"];

fn axes_text(axes: &Axes) -> String {
    match axes {
        Axes::All => "..".to_owned(),
        Axes::Variable(number) => format!("x{number}"),
        Axes::Names(names) => match names[..] {
            [name] => AXIS_NAMES[name].to_owned(),
            _ => names_text(names),
        },
    }
}

/// A list of NAMEs.
pub fn names_text(names: &[usize]) -> String {
    let names: Vec<&str> = names.iter().map(|&name| AXIS_NAMES[name]).collect();
    format!("[{}]", names.join(", "))
}

/// A local, and an expression that can use it.
fn bound(value: &Expr, element: Element, locals: &mut usize) -> (String, String) {
    let local = format!("t{locals}");
    *locals += 1;
    let text = expr(value, element, locals);
    *locals -= 1;
    (local, text)
}

fn holds(condition: &Condition, element: Element, locals: &mut usize) -> String {
    match condition {
        Condition::Less(first, second) => {
            format!("({}) < ({})", expr(first, element, locals), expr(second, element, locals))
        }
        Condition::Equal(first, second) => {
            format!("({}) == ({})", expr(first, element, locals), expr(second, element, locals))
        }
        Condition::And(first, second) => {
            format!("({}) && ({})", holds(first, element, locals), holds(second, element, locals))
        }
        Condition::Not(first) => format!("!({})", holds(first, element, locals)),
    }
}
