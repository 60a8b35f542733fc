//! Random programs.

use crate::model::Mode;
use crate::program::{
    Array, Binary, Compound, Condition, Element, Expr, Finish, Form, Kind, Lie, MODES, OwnAxes, Program, Stated, Unary,
    arrays_in,
};

/// A small random generator with reproducible failures.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}

/// The programs selected by the environment: `count` from `seed`, or those in a file.
pub fn selected(count: Option<&str>, seed: Option<&str>, file: Option<&str>) -> Vec<Program> {
    if let Some(file) = file.filter(|file| !file.is_empty()) {
        let text = std::fs::read_to_string(file).expect("the file of programs");
        return serde_json::from_str(&text).expect("programs");
    }
    let given = |text: Option<&str>, default: u64| match text {
        None | Some("") => default,
        Some(text) => text.parse().expect("a number"),
    };
    let (count, seed) = (given(count, crate::PROGRAMS as u64), given(seed, 1));
    (0..count).map(|index| draw(seed << 32 | index)).collect()
}

/// A random program.
pub fn draw(seed: u64) -> Program {
    let mut numbers = Numbers::new(seed);
    // Every mode equally often, however many of its candidates are refused.
    let mode = numbers.of(&MODES);
    loop {
        let program = candidate(&mut numbers, mode);
        let answer = program.case().answer();
        let elements = answer.as_ref().map_or(0, |answer| answer.shape.iter().product());
        let is_right = answer.is_some();
        if elements <= 3000 && (is_right || program.is_checked_at_run_time()) && is_allowed(&program) {
            return program;
        }
    }
}

/// A random program that may not compile: the rules refuse many of them.
pub fn draw_any(seed: u64) -> Program {
    let mut numbers = Numbers::new(seed);
    let mode = numbers.of(&MODES);
    loop {
        let program = candidate(&mut numbers, mode);
        if program.case().answer().is_none_or(|answer| answer.shape.iter().product::<usize>() <= 3000) {
            return program;
        }
    }
}

/// Excludes programs that the compiler refuses by documented limits, although the rules accept them.
fn is_allowed(program: &Program) -> bool {
    let any = |is: fn(Kind) -> bool| program.arrays.iter().chain(&program.place).any(|array| is(array.kind));
    // An alignment that determines types must be known at type check.
    if program.variables && any(|kind| kind.knows_lengths() || kind == Kind::Unknown) {
        return false;
    }
    // In none, types of different rank are refused, and ranks known only at run time make the result's rank unknown.
    let has_unknown = any(|kind| kind == Kind::Unknown);
    // A call is refused if lengths that are `_` in types would decide the alignment.
    if has_unknown && (program.mode == "ncnn" || program.mode == "paddle") {
        return false;
    }
    // Beside lengths in types, a vector of unknown length has no determined axis in ncnn.
    let is_open_vector = |array: &Array| array.shape.len() == 1 && !array.kind.knows_lengths();
    if program.mode == "ncnn" && any(Kind::knows_lengths) && program.arrays.iter().any(is_open_vector) {
        return false;
    }
    // A symbol differs from a target's literal length.
    if program.to.is_some() && matches!(program.stated, Stated::Symbols | Stated::Some) {
        return false;
    }
    // ncnn: a symbol other than the outermost length, beside a vector.
    if program.mode == "ncnn" && matches!(program.stated, Stated::Symbols | Stated::Some) {
        return false;
    }
    true
}

fn length(numbers: &mut Numbers) -> usize {
    numbers.of(&[1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5, 7, 9, 17, 33])
}

fn candidate(numbers: &mut Numbers, (name, mode): (&str, Mode)) -> Program {
    let element = numbers.of(&[Element::F32, Element::F32, Element::F64, Element::I32, Element::I64, Element::U8]);
    let is_empty = numbers.one_in(15);
    let rank = numbers.of(&[0, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5]);
    let result: Vec<usize> =
        (0..rank).map(|_| if is_empty && numbers.one_in(2) { 0 } else { length(numbers) }).collect();
    let count = numbers.of(&[1, 2, 2, 2, 2, 3, 3, 3, 4, 5]);
    let axis = match mode {
        Mode::Pdpd | Mode::Paddle if !numbers.one_in(3) => Some(numbers.below(rank + 2) as i64 - 1),
        _ => None,
    };
    let subset: Vec<usize> = (0..rank).filter(|_| numbers.one_in(2)).collect();
    let mut program = Program {
        data: numbers.below(1000),
        element,
        mode: name.to_owned(),
        arrays: Vec::new(),
        own: vec![None; count],
        axis,
        axes: (mode == Mode::Explicit).then(|| subset.iter().map(|&axis| axis as i64).collect()),
        to: None,
        base: None,
        variables: numbers.one_in(3),
        form: numbers.of(&[Form::New, Form::New, Form::New, Form::Place, Form::Compound(Compound::Add), Form::InPlace]),
        place: None,
        stated: numbers.of(&[Stated::Nothing, Stated::Nothing, Stated::Literals, Stated::Symbols, Stated::Some]),
        threads: numbers.one_in(12),
        value: Expr::Literal(0),
        finish: Finish::Itself,
    };
    if program.form == Form::Compound(Compound::Add) && numbers.one_in(3) {
        program.form = Form::Compound(Compound::Mul);
    }
    let all_dynamic = numbers.one_in(4);
    let all_known = !all_dynamic && numbers.one_in(3);
    let has_a = matches!(mode, Mode::Unidirectional | Mode::Pdpd);
    for index in 0..count {
        let is_a = index == 0 && (has_a || program.is_in_place());
        let shape = shape_of(numbers, mode, &result, axis, &subset, is_a);
        program.arrays.push(Array { kind: kind_of(numbers, &shape, all_dynamic, all_known), shape });
    }
    if mode == Mode::Explicit || mode == Mode::Bidirectional || numbers.one_in(5) && !program.is_in_place() {
        program.to = Some(result.clone());
    }
    if has_a && program.to.is_none() && program.form == Form::New && count > 1 && numbers.one_in(4) {
        program.arrays.swap(0, 1);
        program.base = Some(1);
    }
    if count > 1
        && matches!(mode, Mode::Numpy | Mode::Unidirectional | Mode::Pdpd | Mode::Explicit)
        && program.base != Some(count - 1)
        && numbers.one_in(5)
    {
        own_alignment(numbers, &mut program, &result);
    }
    if program.form == Form::Place {
        let mut shape = result.clone();
        if matches!(mode, Mode::Numpy | Mode::Unidirectional) && program.to.is_none() && numbers.one_in(3) {
            shape.insert(0, numbers.of(&[1, 2, 3]));
        }
        program.place = Some(Array { kind: kind_of(numbers, &shape, all_dynamic, all_known), shape });
    }
    if let Some(array) = numbers.one_in(8).then(|| numbers.below(count)) {
        // A length that may be wrong.
        if let Some(length) = program.arrays[array].shape.last_mut() {
            *length += 1;
        }
    }
    program.value = expression(numbers, count, &mut 0, 3);
    let mut read = Vec::new();
    arrays_in(&program.value, &mut read);
    for index in 0..count {
        if !read.contains(&index) || program.form == Form::InPlace && index == 0 {
            let array = Box::new(Expr::Array(index));
            program.value = Expr::Binary(Binary::Add, Box::new(program.value), array);
        }
    }
    if has_a && matches!(program.form, Form::New | Form::Place) {
        // The first array is the one written first.
        program.value = Expr::Tuple(Box::new(Expr::Array(0)), Box::new(program.value));
    }
    if matches!(program.form, Form::Compound(_)) && count > 1 {
        program.value = without_first(program.value);
    } else if matches!(program.form, Form::Compound(_)) {
        program.value = Expr::Constant(3);
    }
    if program.form == Form::New {
        program.finish = numbers.of(&[Finish::Itself, Finish::Itself, Finish::Itself, Finish::Above, Finish::Wide]);
    }
    program
}

/// The first array is the place, which `op=` reads.
fn without_first(expr: Expr) -> Expr {
    match expr {
        Expr::Array(0) => Expr::Array(1),
        other => other.map(&mut without_first),
    }
}

fn own_alignment(numbers: &mut Numbers, program: &mut Program, result: &[usize]) {
    let last = program.arrays.len() - 1;
    let array = &mut program.arrays[last];
    let rank = result.len();
    let mut short = |length: usize| if numbers.one_in(3) { 1 } else { length };
    if program.variables {
        let first = rank / 2;
        array.shape = result[first..].iter().map(|&length| short(length)).collect();
        program.own[last] = Some(OwnAxes::Axis(first as i64));
    } else {
        let axes: Vec<usize> = (0..rank).step_by(2).collect();
        array.shape = axes.iter().map(|&axis| short(result[axis])).collect();
        program.own[last] = Some(OwnAxes::Axes(axes.into_iter().map(|axis| axis as i64).collect()));
    }
    if !array.kind.knows_lengths() {
        array.kind = if array.kind.knows_rank() { Kind::Fixed } else { Kind::Dynamic };
    }
}

/// A shape that probably fits an array beside others that give `result`.
pub fn shape_of(
    numbers: &mut Numbers,
    mode: Mode,
    result: &[usize],
    axis: Option<i64>,
    subset: &[usize],
    is_a: bool,
) -> Vec<usize> {
    let rank = result.len();
    let cut = |numbers: &mut Numbers, axes: std::ops::Range<usize>| -> Vec<usize> {
        axes.map(|axis| if numbers.one_in(4) { 1 } else { result[axis] }).collect()
    };
    let length = numbers.below(rank + 1);
    match mode {
        _ if is_a => result.to_vec(),
        Mode::None => result.to_vec(),
        Mode::Numpy | Mode::Unidirectional | Mode::Bidirectional => cut(numbers, rank - length..rank),
        Mode::Paddle | Mode::Ncnn if numbers.one_in(2) => cut(numbers, 0..rank),
        Mode::Pdpd | Mode::Paddle => {
            let first = axis.filter(|&axis| axis >= 0).map_or(rank - length, |axis| (axis as usize).min(rank));
            cut(numbers, first..rank.min(first + length))
        }
        Mode::Explicit => subset.iter().map(|&axis| if numbers.one_in(4) { 1 } else { result[axis] }).collect(),
        Mode::Ncnn if rank > 1 && numbers.one_in(3) => cut(numbers, rank - 1..rank),
        Mode::Ncnn if rank > 1 && numbers.one_in(2) => cut(numbers, 0..1),
        Mode::Ncnn => cut(numbers, 0..length),
    }
}

fn kind_of(numbers: &mut Numbers, shape: &[usize], all_dynamic: bool, all_known: bool) -> Kind {
    let lie = numbers.of(&[Lie::Transposed, Lie::Reversed, Lie::EverySecond, Lie::CutOut]);
    // While it is built, an array of empty arrays takes as much stack as an array of one of them.
    let small = shape.iter().map(|&length| length.max(1)).product::<usize>() <= 400;
    let kind = match numbers.below(12) {
        _ if all_dynamic => numbers.of(&[Kind::Dynamic, Kind::DynamicView(lie)]),
        _ if all_known && small => numbers.of(&[Kind::Nested, Kind::Nested, Kind::Tensor]),
        0..3 => Kind::Fixed,
        3 => Kind::Dynamic,
        4..6 => Kind::View(lie),
        6 => Kind::DynamicView(lie),
        7 if small => Kind::Nested,
        8 => Kind::Tensor,
        9 => Kind::Unknown,
        10 => Kind::Vec,
        _ => Kind::Slice,
    };
    match kind {
        Kind::Vec | Kind::Slice if shape.len() != 1 => Kind::Fixed,
        Kind::Nested if shape.is_empty() => Kind::Tensor,
        kind => kind,
    }
}

fn expression(numbers: &mut Numbers, arrays: usize, locals: &mut usize, depth: usize) -> Expr {
    if depth == 0 || numbers.one_in(6) {
        return match numbers.below(8) {
            0 => Expr::Literal(numbers.below(9) as u8),
            1 => Expr::Constant(numbers.below(9) as u8),
            2 | 3 if *locals > 0 => Expr::Local(numbers.below(*locals)),
            _ => Expr::Array(numbers.below(arrays)),
        };
    }
    let mut next = |numbers: &mut Numbers| Box::new(expression(numbers, arrays, locals, depth - 1));
    match numbers.below(20) {
        0 => Expr::Unary(numbers.of(&[Unary::Neg, Unary::Cast, Unary::Abs]), next(numbers)),
        1 | 2 => Expr::If(
            Box::new(condition(numbers, arrays, locals, depth - 1)),
            inner(numbers, arrays, locals, depth),
            inner(numbers, arrays, locals, depth),
        ),
        3 => {
            let first = next(numbers);
            *locals += 1;
            let second = inner(numbers, arrays, locals, depth);
            *locals -= 1;
            Expr::Let(first, second)
        }
        4 => {
            let first = next(numbers);
            *locals += 1;
            let second = inner(numbers, arrays, locals, depth);
            *locals -= 1;
            Expr::Match(first, second, inner(numbers, arrays, locals, depth))
        }
        5 => {
            let first = next(numbers);
            *locals += 1;
            let second = inner(numbers, arrays, locals, depth);
            *locals -= 1;
            Expr::Closure(first, second)
        }
        6 => Expr::Loop(next(numbers), next(numbers)),
        7 => Expr::Tuple(next(numbers), next(numbers)),
        8 => Expr::Index(next(numbers), next(numbers)),
        9 => Expr::Call(next(numbers)),
        _ => {
            let binary = numbers.of(&[
                Binary::Add,
                Binary::Add,
                Binary::Sub,
                Binary::Mul,
                Binary::Mul,
                Binary::Div,
                Binary::Min,
                Binary::Max,
            ]);
            Expr::Binary(binary, next(numbers), next(numbers))
        }
    }
}

fn inner(numbers: &mut Numbers, arrays: usize, locals: &mut usize, depth: usize) -> Box<Expr> {
    Box::new(expression(numbers, arrays, locals, depth - 1))
}

fn condition(numbers: &mut Numbers, arrays: usize, locals: &mut usize, depth: usize) -> Condition {
    let depth = depth.max(1);
    let mut expr = |numbers: &mut Numbers| *inner(numbers, arrays, locals, depth);
    match numbers.below(6) {
        0 => Condition::Equal(expr(numbers), expr(numbers)),
        1 if depth > 1 => {
            let mut condition = || Box::new(condition(numbers, arrays, locals, depth - 1));
            Condition::And(condition(), condition())
        }
        2 if depth > 1 => Condition::Not(Box::new(condition(numbers, arrays, locals, depth - 1))),
        _ => Condition::Less(expr(numbers), expr(numbers)),
    }
}
