//! Random calls with reductions, and random variables for them.

use super::rules::resolve;
use super::{BINS, Call, CallMode, Setting, uses};
use crate::draw::{Numbers, shape_of};
use crate::model::Mode;
use crate::program::{
    Axes, Binary, Compound, Condition, Element, Expr, Form, Lie, MODES, Reduction, Test, Unary, arrays_in,
};

/// The number of calls that are compiled.
pub const CALLS: usize = 90;
/// The number of times that each of them runs.
pub const RUNS: usize = 60;

/// The calls selected by the environment: `count` from `seed`.
pub fn selected(count: Option<&str>, seed: Option<&str>) -> Vec<Call> {
    let given = |text: Option<&str>, default: usize| match text {
        None | Some("") => default,
        Some(text) => text.parse().expect("a number"),
    };
    let (count, seed) = (given(count, CALLS), given(seed, 1));
    (0..count).map(|index| draw((seed as u64) << 32 | index as u64)).collect()
}

/// A random call that compiles.
pub fn draw(seed: u64) -> Call {
    let mut numbers = Numbers::new(seed ^ 0x5bd1_e995);
    loop {
        let call = candidate(&mut numbers);
        // What NAMEs decide is decided by the compiler.
        let is_named = matches!(call.mode, CallMode::Named { .. });
        if !is_named || (0..20).any(|number| resolve(&call, &setting_of(&mut Numbers::new(number), &call, 0)).is_some())
        {
            return call;
        }
    }
}

/// The parts of a call while it is drawn.
struct Drawing<'a> {
    numbers: &'a mut Numbers,
    arrays: usize,
    lets: usize,
    is_float: bool,
    /// The number of NAMEs, in mode named.
    names: Option<usize>,
    has_positions: bool,
    variables: Vec<bool>,
}

fn candidate(numbers: &mut Numbers) -> Call {
    let element = numbers.of(&[Element::F64, Element::F64, Element::I64, Element::I64, Element::F32]);
    let arrays = numbers.of(&[1, 2, 2, 3, 3]);
    let is_named = numbers.one_in(3);
    let names = numbers.of(&[2, 3, 3, 4]);
    let form =
        numbers.of(&[Form::New, Form::New, Form::New, Form::Place, Form::Compound(Compound::Add), Form::InPlace]);
    let (name, mode) = match numbers.below(3) {
        0 if form == Form::New => numbers.of(&MODES),
        1 => ("none", Mode::None),
        _ => ("numpy", Mode::Numpy),
    };
    let has_to = matches!(mode, Mode::Explicit | Mode::Bidirectional) || form == Form::New && numbers.one_in(6);
    let is_float = element.is_float();
    let names = is_named.then_some(names);
    let has_positions = form == Form::New || is_named;
    let mut drawing = Drawing { numbers, arrays, lets: 0, is_float, names, has_positions, variables: Vec::new() };
    let mut lets = Vec::new();
    for _ in 0..drawing.numbers.of(&[0, 0, 1, 1, 2]) {
        let first = Box::new(drawing.with_array(2, 0));
        lets.push(match drawing.numbers.below(3) {
            0 => Expr::Binary(Binary::Add, first, Box::new(Expr::Literal(1))),
            // Costly: computed once and kept.
            _ => Expr::Call(first),
        });
        drawing.lets += 1;
    }
    let mut value = drawing.expression(3, 0, 0);
    let has_lets = !lets.is_empty();
    if !has_reduction(&value) {
        let reduction = drawing.reduction(2, 0);
        value = Expr::Binary(Binary::Sub, Box::new(value), Box::new(reduction));
    }
    if has_lets && drawing.numbers.one_in(2) {
        let axes = drawing.axes(false);
        let sum = Box::new(Expr::Reduced(Reduction::Sum, axes, Box::new(Expr::Named(0))));
        value = Expr::Binary(
            Binary::Add,
            Box::new(value),
            Box::new(Expr::Binary(Binary::Sub, Box::new(Expr::Named(0)), sum)),
        );
    }
    for name in 0..lets.len() {
        let is_used = lets.iter().skip(name + 1).chain([&value]).any(|expr| uses(expr, name));
        if !is_used && !drawing.numbers.one_in(6) {
            value = Expr::Binary(Binary::Max, Box::new(value), Box::new(Expr::Named(name)));
        }
    }
    let mut read = Vec::new();
    lets.iter().chain([&value]).for_each(|expr| arrays_in(expr, &mut read));
    for array in (0..arrays).filter(|array| !read.contains(array)) {
        let mut array = Expr::Array(array);
        if drawing.numbers.one_in(2) {
            array = Expr::Reduced(Reduction::Sum, drawing.axes(false), Box::new(array));
        }
        value = Expr::Binary(Binary::Add, Box::new(value), Box::new(array));
    }
    if let Expr::Let(..) = value {
        // Not a name of the outermost block.
        value = Expr::Tuple(Box::new(Expr::Literal(0)), Box::new(value));
    }
    let variables = drawing.variables;
    let mode = match names {
        None => CallMode::Plain(name, mode),
        Some(names) => named(numbers, names, arrays, &form),
    };
    let (has_to, is_numpy) = (has_to && !is_named, matches!(mode, CallMode::Plain(_, Mode::Numpy)));
    let mut call = Call {
        element,
        mode,
        arrays,
        variables,
        keep: !is_named && numbers.one_in(6),
        allows_pairs: !is_named && numbers.one_in(3),
        has_to,
        has_own: is_numpy && arrays > 1 && form == Form::New && numbers.one_in(3),
        form,
        lets,
        value,
    };
    if call.is_number() {
        call.form = Form::New;
        if let CallMode::Named { place, .. } = &mut call.mode {
            *place = None;
        }
    }
    call
}

impl Call {
    /// True if the result is a number, as the compiler sees it.
    fn is_number(&self) -> bool {
        self.outside().iter().all(|leaf| match leaf {
            Expr::Reduced(_, axes, _) | Expr::Tested(_, axes, _) => *axes == Axes::All,
            Expr::Length(_) => true,
            _ => false,
        })
    }
}

fn has_reduction(expr: &Expr) -> bool {
    let mut found = matches!(expr, Expr::Reduced(..) | Expr::Tested(..));
    expr.clone().map(&mut |part| {
        found |= has_reduction(&part);
        part
    });
    found
}

/// The NAMEs of arrays, place and `to`.
fn named(numbers: &mut Numbers, names: usize, arrays: usize, form: &Form) -> CallMode {
    let mut entry = |least: usize| {
        let mut entry: Vec<usize> = (0..names).filter(|_| numbers.below(3) > 0).collect();
        if entry.len() < least {
            entry = (0..names).collect();
        }
        for last in 1..entry.len() {
            let other = numbers.below(last + 1);
            entry.swap(last, other);
        }
        entry
    };
    let arrays = (0..arrays).map(|_| entry(1)).collect();
    let listed = entry(0);
    let bins = numbers.one_in(2).then_some(BINS);
    let to = [listed.clone(), bins.into_iter().collect()].concat();
    let has_to = *form == Form::New && numbers.one_in(3);
    CallMode::Named { arrays, place: (*form == Form::Place).then_some(listed), to: has_to.then_some(to) }
}

impl Drawing<'_> {
    /// An expression with an array.
    fn with_array(&mut self, depth: usize, level: usize) -> Expr {
        let expr = self.expression(depth, 0, level);
        let mut read = Vec::new();
        arrays_in(&expr, &mut read);
        if !read.is_empty() {
            return expr;
        }
        Expr::Binary(Binary::Add, Box::new(expr), Box::new(self.array()))
    }

    fn array(&mut self) -> Expr {
        Expr::Array(self.numbers.below(self.arrays))
    }

    fn axes(&mut self, is_single: bool) -> Axes {
        match self.names {
            Some(names) => {
                let first = self.numbers.below(names);
                let second = self.numbers.below(names);
                let is_pair = !is_single && second != first && self.numbers.one_in(3);
                Axes::Names(if is_pair { vec![first, second] } else { vec![first] })
            }
            None if self.numbers.one_in(4) => Axes::All,
            None => {
                let known = (0..self.variables.len()).find(|&variable| !(is_single && self.variables[variable]));
                if let Some(variable) = known.filter(|_| self.numbers.one_in(2)) {
                    return Axes::Variable(variable);
                }
                self.variables.push(!is_single && self.numbers.one_in(3));
                Axes::Variable(self.variables.len() - 1)
            }
        }
    }

    fn position(&mut self) -> Axes {
        match self.names {
            Some(names) => {
                let name = self.numbers.below(names + 1);
                Axes::Names(vec![if name == names { BINS } else { name }])
            }
            None => {
                let known = self.variables.iter().position(|is_list| !is_list);
                Axes::Variable(known.unwrap_or_else(|| {
                    self.variables.push(false);
                    self.variables.len() - 1
                }))
            }
        }
    }

    fn reduction(&mut self, depth: usize, level: usize) -> Expr {
        let kind = self.numbers.below(12);
        let axes = self.axes(kind == 7 || kind == 8);
        if kind >= 10 {
            let condition = self.condition(depth, 0, level + 1);
            return Expr::Tested(
                self.numbers.of(&[Test::Any, Test::All, Test::Count, Test::Count]),
                axes,
                Box::new(condition),
            );
        }
        let first = if self.numbers.one_in(3) { self.array() } else { self.with_array(depth, level + 1) };
        let reduction = match kind {
            0..3 => Reduction::Sum,
            3 if self.is_float => Reduction::Mean,
            3 | 4 => Reduction::Max,
            5 | 6 => Reduction::Min,
            7 => Reduction::ArgMax,
            8 => Reduction::ArgMin,
            _ => {
                // Small factors.
                let most = self.numbers.of(&[1, 1, 2]);
                let below = Expr::Binary(Binary::Min, Box::new(first), Box::new(Expr::Literal(most)));
                let both = Expr::Binary(Binary::Max, Box::new(below), Box::new(Expr::Constant(3)));
                return Expr::Reduced(Reduction::Prod, axes, Box::new(both));
            }
        };
        Expr::Reduced(reduction, axes, Box::new(first))
    }

    fn expression(&mut self, depth: usize, locals: usize, level: usize) -> Expr {
        if depth == 0 || self.numbers.one_in(6) {
            return match self.numbers.below(12) {
                0 => Expr::Literal(self.numbers.below(9) as u8),
                1 => Expr::Constant(self.numbers.below(9) as u8),
                2 | 3 if locals > 0 => Expr::Local(self.numbers.below(locals)),
                4..7 if self.lets > 0 => Expr::Named(self.numbers.below(self.lets)),
                7 if self.has_positions && self.numbers.one_in(2) => Expr::Position(self.position()),
                8 if self.has_positions && self.numbers.one_in(4) => Expr::Length(self.position()),
                _ => self.array(),
            };
        }
        let first = Box::new(self.expression(depth - 1, locals, level));
        match self.numbers.below(12) {
            0 => Expr::Unary(self.numbers.of(&[Unary::Neg, Unary::Abs]), first),
            1 => Expr::Call(first),
            2 => {
                let condition = Box::new(self.condition(depth - 1, locals, level));
                Expr::If(condition, first, Box::new(self.expression(depth - 1, locals, level)))
            }
            3 => Expr::Let(first, Box::new(self.expression(depth - 1, locals + 1, level))),
            4 => {
                let second = Box::new(self.expression(depth - 1, locals + 1, level));
                Expr::Match(first, second, Box::new(self.expression(depth - 1, locals, level)))
            }
            5..9 if level < 2 => self.reduction(depth - 1, level),
            _ => {
                let binaries =
                    [Binary::Add, Binary::Add, Binary::Sub, Binary::Mul, Binary::Mul, Binary::Min, Binary::Max];
                let second = Box::new(self.expression(depth - 1, locals, level));
                Expr::Binary(self.numbers.of(&binaries), first, second)
            }
        }
    }

    fn condition(&mut self, depth: usize, locals: usize, level: usize) -> Condition {
        let depth = depth.max(1) - 1;
        let array = self.array();
        let second = self.expression(depth, locals, level);
        match self.numbers.below(3) {
            0 => Condition::Equal(array, second),
            1 => Condition::Not(Box::new(Condition::Less(array, second))),
            _ => Condition::Less(second, array),
        }
    }
}

/// Random variables: mostly legal, `scale` is 0 for small arrays, 1 for thousands of elements, 2 for more than are kept.
pub fn setting(call: &Call, seed: u64, scale: usize) -> Setting {
    let mut numbers = Numbers::new(seed);
    let is_free = numbers.one_in(5);
    let mut found = setting_of(&mut numbers, call, scale);
    for _ in 0..60 {
        if is_free || resolve(call, &found).is_some() {
            break;
        }
        found = setting_of(&mut numbers, call, scale);
    }
    found
}

fn length(numbers: &mut Numbers, scale: usize) -> usize {
    match scale {
        0 => numbers.of(&[0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 8, 9, 16, 17]),
        1 => numbers.of(&[1, 2, 3, 8, 9, 15, 16, 17, 33, 64, 100, 255, 256, 257, 300, 600, 1030, 4100]),
        _ => numbers.of(&[1, 3, 40, 300, 600, 2100, 140_000]),
    }
}

fn setting_of(numbers: &mut Numbers, call: &Call, scale: usize) -> Setting {
    let (least, most) = [(0, 600), (600, 20_000), (132_000, 180_000)][scale];
    let (rank, lengths) = loop {
        let rank = match call.mode {
            CallMode::Plain(..) => numbers.of(&[1, 2, 2, 2, 3, 3, 4]),
            CallMode::Named { .. } => BINS,
        };
        let lengths: Vec<usize> = (0..rank).map(|_| length(numbers, scale)).collect();
        let count = lengths.iter().fold(1_usize, |count, &length| count.saturating_mul(length));
        if count <= most && (count >= least || numbers.one_in(200)) {
            break (rank, lengths);
        }
    };
    let lies = [Lie::Transposed, Lie::Reversed, Lie::EverySecond, Lie::CutOut];
    let mut setting = Setting {
        data: numbers.below(1000),
        shapes: Vec::new(),
        lies: (0..=call.arrays).map(|_| numbers.one_in(2).then(|| numbers.of(&lies))).collect(),
        variables: call.variables.iter().map(|&is_list| variable(numbers, rank, is_list)).collect(),
        axis: numbers.below(rank + 1) as i64 - i64::from(numbers.one_in(3)),
        axes: Vec::new(),
        to: lengths.clone(),
        place: lengths.clone(),
        bins: 1 + numbers.below(9),
    };
    match &call.mode {
        CallMode::Plain(_, mode) => {
            let subset: Vec<usize> = (0..rank).filter(|_| numbers.below(3) > 0).collect();
            setting.axes = subset.iter().map(|&axis| axis as i64).collect();
            let axis = matches!(mode, Mode::Pdpd | Mode::Paddle).then_some(setting.axis);
            for array in 0..call.arrays {
                let is_a = array == 0 && (call.is_in_place() || matches!(mode, Mode::Unidirectional | Mode::Pdpd));
                let is_whole = numbers.one_in(3) && *mode != Mode::Explicit;
                let shape = match is_whole {
                    true => lengths.iter().map(|&length| if numbers.one_in(5) { 1 } else { length }).collect(),
                    false => shape_of(numbers, *mode, &lengths, axis, &subset, is_a),
                };
                setting.shapes.push(if is_a { lengths.clone() } else { shape });
            }
            if call.has_own {
                setting.axis = numbers.below(rank) as i64;
                let end = setting.axis as usize + 1 + numbers.below(rank);
                let own = &lengths[setting.axis as usize..end.min(rank)];
                *setting.shapes.last_mut().expect("an array") = own.to_vec();
            }
            place(numbers, call, &mut setting);
        }
        CallMode::Named { arrays, place, .. } => {
            let shape =
                |entry: &Vec<usize>| entry.iter().map(|&name| lengths.get(name).copied().unwrap_or(3)).collect();
            setting.shapes = arrays.iter().map(shape).collect();
            setting.place = place.as_ref().map(shape).unwrap_or_default();
            if numbers.one_in(12) {
                let array = numbers.below(call.arrays);
                setting.shapes[array][0] += 1;
            }
        }
    }
    setting
}

/// What stands after `axis =`.
fn variable(numbers: &mut Numbers, rank: usize, is_list: bool) -> Vec<i64> {
    let mut signed = |axis: usize| axis as i64 - if numbers.one_in(2) { rank as i64 } else { 0 };
    let mut axes: Vec<i64> = (0..rank).map(&mut signed).collect();
    let first = numbers.below(rank);
    axes.rotate_left(first);
    let count = if is_list { 1 + numbers.below(rank.min(3)) } else { 1 };
    axes.truncate(count);
    if numbers.one_in(30) {
        axes[0] = numbers.of(&[rank as i64, -1 - rank as i64, axes[count - 1]]);
    }
    axes
}

/// Gives the place the result's shape, or one close to it.
fn place(numbers: &mut Numbers, call: &Call, setting: &mut Setting) {
    if call.is_in_place() && numbers.one_in(2) {
        // A place of the result's rank.
        let taken: Vec<usize> =
            setting.variables.iter().flatten().map(|&axis| axis.rem_euclid(setting.to.len() as i64) as usize).collect();
        let kept = setting.to.iter().enumerate().filter(|(axis, _)| !taken.contains(axis));
        setting.shapes[0] = kept.map(|(_, &length)| length).collect();
    }
    if call.form == Form::Place {
        let new = Call { form: Form::New, ..call.clone() };
        if let Some(resolved) = resolve(&new, setting) {
            setting.place = resolved.shape;
        }
        match numbers.below(8) {
            0 => setting.place.insert(0, 2),
            1 => setting.place.iter_mut().take(1).for_each(|length| *length += 1),
            _ => {}
        }
    }
}
