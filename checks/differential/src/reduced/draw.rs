//! Random calls with reductions or several results, and random variables for them.

use super::rules::{NO_LENGTH, resolve};
use super::{BINS, Call, CallMode, Setting, Tuple, has, is_reduction, uses};
use crate::draw::{Numbers, shape_of};
use crate::model::Mode;
use crate::program::{
    Axes, Binary, Compound, Condition, Element, Expr, Form, Lie, MODES, Reduction, Test, Unary, arrays_in,
};

/// The number of calls that are compiled.
pub const CALLS: usize = 90;
/// The number of times that each of them runs.
pub const RUNS: usize = 40;

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
        // The compiler decides about NAMEs, and many random results do not fit their places.
        let is_open = matches!(call.mode, CallMode::Plain(..)) && call.tuple.is_none();
        if is_open || (0..20).any(|number| resolve(&call, &setting_of(&mut Numbers::new(number), &call, 0)).is_some()) {
            return call;
        }
    }
}

/// The parts of a call while it is drawn.
struct Drawing<'a> {
    numbers: &'a mut Numbers,
    arrays: usize,
    /// The first arrays, which are places of a tuple.
    places: usize,
    lets: usize,
    is_float: bool,
    /// The number of NAMEs, in mode named.
    names: Option<usize>,
    has_positions: bool,
    has_reductions: bool,
    variables: Vec<bool>,
}

fn candidate(numbers: &mut Numbers) -> Call {
    let element = numbers.of(&[Element::F64, Element::F64, Element::I64, Element::I64, Element::F32]);
    let tuple = numbers.one_in(3).then(|| Tuple { has_places: numbers.below(3) > 0, is_literal: numbers.below(4) > 0 });
    let results = if tuple.is_some() { numbers.of(&[2, 2, 3]) } else { 1 };
    let places = if tuple.is_some_and(|tuple| tuple.has_places) { results } else { 0 };
    let arrays = if places > 0 { places + numbers.below(3) } else { numbers.of(&[1, 2, 2, 3, 3]) };
    let is_named = tuple.is_none() && numbers.one_in(3);
    let names = numbers.of(&[2, 3, 3, 4]);
    let form = match tuple {
        Some(_) => Form::New,
        None => {
            numbers.of(&[Form::New, Form::New, Form::New, Form::Place, Form::Compound(Compound::Add), Form::InPlace])
        }
    };
    let (name, mode) = match numbers.below(3) {
        0 if form == Form::New && places == 0 => numbers.of(&MODES),
        1 => ("none", Mode::None),
        _ => ("numpy", Mode::Numpy),
    };
    let is_new = form == Form::New && places == 0;
    let has_to = matches!(mode, Mode::Explicit | Mode::Bidirectional) || is_new && numbers.one_in(6);
    let is_float = element.is_float();
    let names = is_named.then_some(names);
    let mut drawing = Drawing {
        has_positions: form == Form::New || is_named,
        has_reductions: tuple.is_none() || numbers.below(3) > 0,
        numbers,
        arrays,
        places,
        lets: 0,
        is_float,
        names,
        variables: Vec::new(),
    };
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
    let is_cycle = drawing.numbers.one_in(3);
    let mut values: Vec<Expr> = (0..results).map(|entry| drawing.entry(entry, is_cycle)).collect();
    if tuple.is_none() {
        values = vec![drawing.reducing(values.remove(0), !lets.is_empty())];
    }
    for name in 0..lets.len() {
        let is_used = lets.iter().skip(name + 1).chain(&values).any(|expr| uses(expr, name));
        if !is_used && !drawing.numbers.one_in(6) {
            join(Binary::Max, &mut values[0], Expr::Named(name));
        }
    }
    let mut read = Vec::new();
    lets.iter().chain(&values).for_each(|expr| arrays_in(expr, &mut read));
    for array in (0..arrays).filter(|array| !read.contains(array)) {
        if array < places && arrays > places && drawing.numbers.one_in(2) {
            continue;
        }
        let mut array = Expr::Array(array);
        if drawing.has_reductions && drawing.numbers.one_in(2) {
            array = Expr::Reduced(Reduction::Sum, drawing.axes(false), Box::new(array));
        }
        join(Binary::Add, &mut values[results - 1], array);
    }
    if let [value @ Expr::Let(..)] = &mut values[..] {
        // Not a name of the outermost block.
        *value = Expr::Tuple(Box::new(Expr::Literal(0)), Box::new(value.clone()));
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
        threads: tuple.is_some() && numbers.one_in(6),
        has_own: is_numpy && arrays > 1 && is_new && numbers.one_in(3),
        form,
        lets,
        values,
        tuple,
    };
    call.keep &= call.has_reductions();
    let are_numbers = call.are_numbers();
    if are_numbers.contains(&false) {
        // A number beside arrays that have axes of their own is not decided.
        let entries = call.values.iter_mut().zip(&are_numbers).filter(|&(_, &is_number)| is_number);
        entries.for_each(|(value, _)| join(Binary::Add, value, Expr::Array(arrays - 1)));
    } else {
        call.form = Form::New;
        call.tuple = tuple.map(|tuple| Tuple { has_places: false, ..tuple });
        if let CallMode::Named { place, .. } = &mut call.mode {
            *place = None;
        }
    }
    call
}

/// Makes the operator's first operand of an expression.
fn join(operator: Binary, first: &mut Expr, second: Expr) {
    *first = Expr::Binary(operator, Box::new(first.clone()), Box::new(second));
}

impl Call {
    /// For each result true if it is a number, as the compiler sees it.
    fn are_numbers(&self) -> Vec<bool> {
        let is_number = |leaf: &Expr| match leaf {
            Expr::Reduced(_, axes, _) | Expr::Tested(_, axes, _) => *axes == Axes::All,
            Expr::Length(_) => true,
            _ => false,
        };
        self.outside().iter().map(|leaves| leaves.iter().all(is_number)).collect()
    }
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
    /// An entry of a tuple, or the only expression. Places in a cycle read each other.
    fn entry(&mut self, entry: usize, is_cycle: bool) -> Expr {
        if self.places == 0 {
            return self.expression(3, 0, 0);
        }
        let next = Expr::Array((entry + 1) % self.places);
        if is_cycle && self.numbers.one_in(2) {
            return next;
        }
        if self.has_reductions && self.arrays > self.places && self.numbers.one_in(2) {
            // A running sum: other entries read its place, which has the axes of the result.
            let of = Expr::Array(self.places + self.numbers.below(self.arrays - self.places));
            let kind = self.numbers.of(&[Reduction::Sum, Reduction::Max]);
            let mut sum = Expr::Reduced(kind, self.axes(false), Box::new(of));
            join(Binary::Add, &mut sum, Expr::Array(entry));
            return sum;
        }
        let mut value = self.expression(2, 0, 0);
        if is_cycle {
            join(Binary::Add, &mut value, next);
        }
        value
    }

    /// The expression with a reduction.
    fn reducing(&mut self, mut value: Expr, has_lets: bool) -> Expr {
        if !has(&value, &is_reduction) {
            let reduction = self.reduction(2, 0);
            join(Binary::Sub, &mut value, reduction);
        }
        if has_lets && self.numbers.one_in(2) {
            let axes = self.axes(false);
            let sum = Box::new(Expr::Reduced(Reduction::Sum, axes, Box::new(Expr::Named(0))));
            join(Binary::Add, &mut value, Expr::Binary(Binary::Sub, Box::new(Expr::Named(0)), sum));
        }
        value
    }

    /// An expression with an array.
    fn with_array(&mut self, depth: usize, level: usize) -> Expr {
        let expr = self.expression(depth, 0, level);
        let mut read = Vec::new();
        arrays_in(&expr, &mut read);
        if !read.is_empty() {
            return expr;
        }
        Expr::Binary(Binary::Add, Box::new(expr), Box::new(self.array(level)))
    }

    fn array(&mut self, level: usize) -> Expr {
        // Only places that have the axes of the frame can be read in reductions.
        let first = if level > 0 && self.arrays > self.places && self.numbers.below(3) > 0 { self.places } else { 0 };
        Expr::Array(first + self.numbers.below(self.arrays - first))
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
        let first = if self.numbers.one_in(3) { self.array(level + 1) } else { self.with_array(depth, level + 1) };
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
                _ => self.array(level),
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
            5..9 if level < 2 && self.has_reductions => self.reduction(depth - 1, level),
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
        let array = self.array(level);
        let second = self.expression(depth, locals, level);
        match self.numbers.below(3) {
            0 => Condition::Equal(array, second),
            1 => Condition::Not(Box::new(Condition::Less(array, second))),
            _ => Condition::Less(second, array),
        }
    }
}

/// Random variables: mostly legal, `scale` is 0 for small arrays, 1 for thousands of elements, 2 for
/// more than a tile has, 3 for more than are kept.
pub fn setting(call: &Call, seed: u64, scale: usize) -> Setting {
    let mut numbers = Numbers::new(seed);
    let is_free = numbers.one_in(5);
    let mut trials = 0;
    loop {
        trials += 1;
        let found = setting_of(&mut numbers, call, scale);
        let resolved = resolve(call, &found);
        let frame = resolved.iter().map(|resolved| &resolved.frame);
        // Axes that stretch for each other can make a frame of any size.
        let is_small = found.shapes.iter().chain([&found.place]).chain(frame).all(|shape| is_small(shape));
        if is_small && (is_free || resolved.is_some() || trials > 60) {
            return found;
        }
    }
}

fn is_small(shape: &[usize]) -> bool {
    shape.iter().filter(|&&length| length != NO_LENGTH).product::<usize>() < 200_000
}

fn length(numbers: &mut Numbers, scale: usize) -> usize {
    match scale {
        0 => numbers.of(&[0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 8, 9, 16, 17]),
        1 => numbers.of(&[1, 2, 3, 8, 9, 15, 16, 17, 33, 64, 100, 255, 256, 257, 300, 600, 1030, 4100]),
        2 => numbers.of(&[1, 2, 3, 17, 130, 300, 17_000, 40_000]),
        _ => numbers.of(&[1, 3, 40, 300, 600, 2100, 140_000]),
    }
}

fn setting_of(numbers: &mut Numbers, call: &Call, scale: usize) -> Setting {
    let (least, most) = [(0, 600), (600, 20_000), (17_000, 60_000), (132_000, 180_000)][scale];
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
                let is_a = array < call.places()
                    || array == 0 && (call.is_in_place() || matches!(mode, Mode::Unidirectional | Mode::Pdpd));
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

/// Gives each place its result's shape, or one close to it.
fn place(numbers: &mut Numbers, call: &Call, setting: &mut Setting) {
    if call.places() > 0 {
        for place in 0..call.places() {
            if numbers.one_in(3) {
                setting.shapes[place] = kept(setting);
            }
        }
        let tuple = call.tuple.map(|tuple| Tuple { has_places: false, ..tuple });
        if let Some(resolved) = resolve(&Call { tuple, ..call.clone() }, setting) {
            for (place, result) in resolved.results.into_iter().enumerate() {
                if numbers.below(if call.reads(place) { 16 } else { 4 }) > 0 {
                    setting.shapes[place] = result.shape;
                }
            }
        }
        let shape = &mut setting.shapes[numbers.below(call.places())];
        match numbers.below(12) {
            0 => shape.insert(0, 2),
            1 => shape.iter_mut().take(1).for_each(|length| *length += 1),
            _ => {}
        }
    }
    if call.is_in_place() && numbers.one_in(2) {
        setting.shapes[0] = kept(setting);
    }
    if call.form == Form::Place {
        let new = Call { form: Form::New, ..call.clone() };
        if let Some(resolved) = resolve(&new, setting) {
            setting.place = resolved.results[0].shape.clone();
        }
        match numbers.below(8) {
            0 => setting.place.insert(0, 2),
            1 => setting.place.iter_mut().take(1).for_each(|length| *length += 1),
            _ => {}
        }
    }
}

/// The lengths along the axes that nothing reduces.
fn kept(setting: &Setting) -> Vec<usize> {
    let rank = setting.to.len() as i64;
    let taken: Vec<usize> = setting.variables.iter().flatten().map(|&axis| axis.rem_euclid(rank) as usize).collect();
    let kept = setting.to.iter().enumerate().filter(|(axis, _)| !taken.contains(axis));
    kept.map(|(_, &length)| length).collect()
}
