//! The checked calls: the build script writes some of them for types, and the tests check the others.

use bcast_core::Broadcast;
use bcast_core::rules::mode::Mode;

/// A call with operands `a`, `b`, `c`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    pub mode: &'static str,
    pub operands: Vec<Vec<usize>>,
    pub axis: Option<i64>,
    pub axes: Option<Vec<i64>>,
    pub to: Option<Vec<usize>>,
    pub base: Option<usize>,
    /// `axis(..)` or `axes(..)` of each operand.
    pub own: Vec<Own>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Own {
    #[default]
    ByMode,
    Axis(i64),
    Axes(Vec<i64>),
}

/// The selection of cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A selection that compiles in reasonable time.
    Short,
    /// One part of all cases: its number, and the number of parts.
    Part(usize, usize),
    /// This number of the short selection's cases, evenly spread.
    About(usize),
}

impl Form {
    /// Parses `TYPES_AGAINST_RULES`: `3/16`, the fourth of sixteen parts, or a number.
    ///
    /// # Panics
    /// If it has another form.
    pub fn of(value: Option<&str>) -> Self {
        let number = |text: &str| {
            text.parse().unwrap_or_else(|_| panic!("TYPES_AGAINST_RULES={value:?} is no number and no part"))
        };
        match value.map(|value| value.split_once('/').ok_or(value)) {
            Some(Ok((part, parts))) => Self::Part(number(part), number(parts)),
            Some(Err(count)) => Self::About(number(count)),
            None => Self::Short,
        }
    }

    fn is_of_everything(self) -> bool {
        matches!(self, Self::Part(..))
    }

    /// The cases of this part.
    fn taken<T>(self, all: impl Iterator<Item = T>) -> Vec<T> {
        match self {
            Self::Part(part, parts) => all.skip(part).step_by(parts).collect(),
            _ => all.collect(),
        }
    }
}

/// Every shape up to rank 4 with lengths 1, 2 and 3, lower ranks first.
pub fn shapes() -> Vec<Vec<usize>> {
    let mut shapes: Vec<Vec<usize>> = vec![vec![]];
    let mut first = 0;
    for _ in 0..4 {
        let last = shapes.len();
        for index in first..last {
            for length in 1..=3 {
                let mut shape = shapes[index].clone();
                shape.push(length);
                shapes.push(shape);
            }
        }
        first = last;
    }
    shapes
}

/// The options for two operands, one mode after the other; `to` stands for the second shape.
fn settings() -> Vec<Case> {
    let mut settings = Vec::new();
    let plain = |mode| Case { mode, ..Case::default() };
    for mode in ["none", "numpy", "unidirectional", "ncnn"] {
        settings.push(plain(mode));
    }
    for mode in ["pdpd", "paddle"] {
        for axis in -1..=4 {
            settings.push(Case { axis: Some(axis), ..plain(mode) });
        }
    }
    settings
}

/// Every pair of shapes in every mode, and every shape with every target and every `axes`; [`selected`] picks from them.
pub fn pairs() -> Vec<Case> {
    let shapes = shapes();
    let mut cases = Vec::new();
    for setting in settings() {
        for a in &shapes {
            for b in &shapes {
                cases.push(Case { operands: vec![a.clone(), b.clone()], ..setting.clone() });
            }
        }
    }
    for mode in ["none", "numpy", "unidirectional", "bidirectional", "pdpd", "paddle", "ncnn", "explicit"] {
        for a in &shapes {
            for to in &shapes {
                let case = Case { mode, operands: vec![a.clone()], to: Some(to.clone()), ..Case::default() };
                match mode {
                    "pdpd" | "paddle" => {
                        cases.extend((-1..=4).map(|axis| Case { axis: Some(axis), ..case.clone() }));
                    }
                    // One entry per axis; other numbers of entries are among the random cases.
                    "explicit" => cases.extend(
                        (0_u32..32)
                            .filter(|mask| mask.count_ones() as usize == a.len())
                            .map(|mask| Case { axes: Some(marked(mask)), ..case.clone() }),
                    ),
                    _ => cases.push(case),
                }
            }
        }
    }
    cases
}

fn marked(mask: u32) -> Vec<i64> {
    (0..6).filter(|axis| mask >> axis & 1 == 1).collect()
}

/// The cases that types are compared on.
pub fn selected(form: Form) -> Vec<Case> {
    let mut random = Random(0x0b5e_55ed);
    let mut cases: Vec<Case> =
        pairs().into_iter().filter(|case| form.is_of_everything() || in_short(case, &mut random)).collect();
    let count = if form.is_of_everything() { 100_000 } else { 3000 };
    cases.extend((0..count).map(|_| random_case(&mut random)));
    match form {
        Form::About(count) => {
            let step = cases.len().div_ceil(count.max(1));
            cases.into_iter().step_by(step).collect()
        }
        _ => form.taken(cases.into_iter()),
    }
}

/// The shapes of a pair: both operands', or the operand's and the target's.
fn both(case: &Case) -> (&[usize], &[usize]) {
    (&case.operands[0], case.operands.get(1).or(case.to.as_ref()).map_or(&[], |shape| &shape[..]))
}

/// Two operands in every mode at every axis: ranks up to 3, and rank 4 with ranks up to 2, where 2 is the first length other than 1. One
/// operand and a target: the same in modes without an axis. A fraction of all others.
///
/// The rules compare lengths only with each other and with 1, so 2 and 3 are interchangeable, and half of all pairs suffice; so are the
/// operands of two ranks in modes that join all of them. The core is checked for this on all pairs, types on random ones.
fn in_short(case: &Case, random: &mut Random) -> bool {
    let (a, b) = both(case);
    let (low, high) = (a.len().min(b.len()), a.len().max(b.len()));
    let picked = random.below(if high <= 3 { 20 } else { 200 }) == 0;
    let many = case.to.is_some() && (case.axis.is_some() || case.axes.is_some() || high > 3);
    picked || !many && is_canonical(case) && is_in_order(case) && (high <= 3 || low <= 2)
}

/// True unless the call with its two operands exchanged stands for this one.
fn is_in_order(case: &Case) -> bool {
    !matches!(&case.operands[..], [a, b] if joins(case) && a.len() < b.len())
}

/// True for a mode in which operands are interchangeable.
pub fn joins(case: &Case) -> bool {
    matches!(case.mode, "numpy" | "paddle" | "ncnn")
}

fn is_canonical(case: &Case) -> bool {
    let (a, b) = both(case);
    a.iter().chain(b).find(|&&length| length != 1) != Some(&3)
}

/// The case with 2 and 3 swapped.
pub fn exchanged(case: &Case) -> Case {
    let shape = |shape: &Vec<usize>| shape.iter().map(|&length| if length == 1 { 1 } else { 5 - length }).collect();
    Case { operands: case.operands.iter().map(shape).collect(), to: case.to.as_ref().map(shape), ..case.clone() }
}

/// Knuth's MMIX generator: the same cases on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    pub fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

/// One to three operands with every option that the mode takes. Shapes derive from each other, so that many calls are valid.
pub fn random_case(random: &mut Random) -> Case {
    let mode = random.one(&["none", "numpy", "unidirectional", "bidirectional", "pdpd", "paddle", "explicit", "ncnn"]);
    let frame: Vec<usize> = (0..=random.below(5)).skip(1).map(|_| 1 + random.below(3)).collect();
    let count = 1 + random.below(3);
    let mut case = Case { mode, ..Case::default() };
    let has_axis = matches!(mode, "pdpd" | "paddle");
    let axis = random.below(6) as i64 - 1;
    if has_axis && random.below(4) > 0 {
        case.axis = Some(axis);
    }
    let takes_own = matches!(mode, "numpy" | "unidirectional" | "pdpd" | "explicit");
    let mask = random.below(32) as u32;
    if mode == "explicit" && random.below(4) > 0 {
        case.axes = Some(marked(mask));
    }
    // In numpy, operands that all have alignments of their own join to the result.
    let is_placed = mode == "numpy" && random.below(4) == 0;
    for index in 0..count {
        let start = match case.axis {
            Some(axis) if axis >= 0 && index > 0 => axis as usize,
            _ if mode == "ncnn" || random.below(4) == 0 => 0,
            _ => random.below(frame.len() + 1),
        };
        let own = match random.below(if is_placed { 2 } else { 6 }) {
            0 if takes_own && (index > 0 || is_placed) => {
                Own::Axis(random.below(if is_placed { 3 } else { 6 }) as i64 - 1)
            }
            1 if takes_own && (index > 0 || is_placed) => Own::Axes(marked(random.below(32) as u32)),
            _ => Own::ByMode,
        };
        let axes = match &own {
            Own::Axes(axes) => Some(axes),
            _ => case.axes.as_ref(),
        };
        let mut shape: Vec<usize> = match axes {
            Some(axes) => axes.iter().map(|&axis| frame.get(axis as usize).copied().unwrap_or(1)).collect(),
            None if index == 0 && random.below(3) > 0 => frame.clone(),
            None => frame.get(start..).unwrap_or(&[]).to_vec(),
        };
        if random.below(3) == 0 {
            shape.truncate(random.below(5));
        }
        if random.below(8) == 0 && shape.len() < 4 {
            shape.push(1 + random.below(3));
        }
        for length in &mut shape {
            match random.below(10) {
                0 => *length = 1 + random.below(3),
                1 | 2 => *length = 1,
                _ => {}
            }
        }
        case.operands.push(shape);
        case.own.push(own);
    }
    if matches!(mode, "explicit" | "bidirectional") || random.below(4) == 0 {
        let mut to = frame;
        if random.below(4) == 0 && !to.is_empty() {
            let axis = random.below(to.len());
            to[axis] = 1 + random.below(3);
        }
        case.to = Some(to);
    } else if matches!(mode, "unidirectional" | "pdpd") && random.below(3) == 0 {
        case.base = Some(random.below(count));
        // The operand that gives the result its shape has no alignment of its own.
        case.own[case.base.unwrap()] = Own::ByMode;
    }
    case
}

/// Symbolic lengths of a [`Case`]: const generics, names and `_`.
pub const N: usize = 100;
pub const M: usize = 101;
pub const BATCH: usize = 110;
pub const TIME: usize = 111;
pub const UNKNOWN: usize = 120;

/// Random cases in which some lengths are const generics, names or `_`.
pub fn symbolic(form: Form) -> Vec<Case> {
    let mut random = Random(0x005e_ed05);
    let count = match form {
        Form::Short => 1500,
        Form::Part(..) => 100_000,
        Form::About(count) => count,
    };
    let all = (0..count).map(|_| {
        let mut case = random_case(&mut random);
        // Equal numbers mostly become equal symbols, which keeps valid calls valid.
        let twos = random.one(&[2, N, BATCH, UNKNOWN]);
        let threes = random.one(&[3, N, M, BATCH, TIME, UNKNOWN]);
        for length in case.operands.iter_mut().flatten() {
            *length = match (*length, random.below(8)) {
                (_, 0) => random.one(&[N, M, BATCH, TIME, UNKNOWN]),
                (_, 1) | (1, _) => *length,
                (2, _) => twos,
                _ => threes,
            };
        }
        for length in case.to.iter_mut().flatten() {
            if random.below(6) == 0 {
                *length = UNKNOWN;
            }
        }
        case
    });
    form.taken(all)
}

/// The case with these values of `N` and `M`.
pub fn with_values(case: &Case, n: usize, m: usize) -> Case {
    let mut case = case.clone();
    for length in case.operands.iter_mut().flatten() {
        *length = match *length {
            N => n,
            M => m,
            other => other,
        };
    }
    case
}

/// Complete calls, of which those that the core accepts are compiled and run.
pub fn written_out(form: Form) -> Vec<Case> {
    let mut random = Random(0x00ca_1150);
    let count = match form {
        Form::Short => 500,
        Form::Part(..) => 5000,
        Form::About(count) => count.min(500),
    };
    form.taken((0..count).map(|_| random_case(&mut random)))
}

/// The run-time core's result: the shape, or `None` if it refuses.
pub fn core_result(case: &Case) -> Option<Vec<usize>> {
    let mut rule = Broadcast::new(Mode::from_name(case.mode).unwrap());
    if let Some(axis) = case.axis {
        rule = rule.axis(axis);
    }
    if let Some(axes) = &case.axes {
        rule = rule.axes(&axes[..]);
    }
    if let Some(to) = &case.to {
        rule = rule.to(&to[..]);
    }
    if let Some(base) = case.base {
        rule = rule.base(base);
    }
    for (index, own) in case.own.iter().enumerate() {
        rule = match own {
            Own::ByMode => rule,
            Own::Axis(axis) => rule.axis_of(index, *axis),
            Own::Axes(axes) => rule.axes_of(index, &axes[..]),
        };
    }
    let shapes: Vec<&[usize]> = case.operands.iter().map(|shape| &shape[..]).collect();
    rule.try_resolve(&shapes).ok().map(|resolution| resolution.shape.to_vec())
}

/// The call without `where`, and the `where` clause.
pub fn source(case: &Case, expression: &str) -> (String, String) {
    let names = &["a", "b", "c"][..case.operands.len()];
    let mut call = format!("{expression}, mode = {}", case.mode);
    let own = case.own.iter().zip(names).map(|(own, name)| match own {
        Own::ByMode => String::new(),
        Own::Axis(axis) => format!(", axis({name}) = {axis}"),
        Own::Axes(axes) => format!(", axes({name}) = {axes:?}"),
    });
    let options = [
        case.axis.map(|axis| format!(", axis = {axis}")),
        case.axes.as_ref().map(|axes| format!(", axes = {axes:?}")),
        case.to.as_ref().map(|to| format!(", to = {to:?}")),
        case.base.map(|base| format!(", base = {}", names[base])),
    ];
    call.extend(own);
    call.extend(options.into_iter().flatten());
    let stated: Vec<String> =
        names.iter().zip(&case.operands).map(|(name, shape)| format!("{name}: {shape:?}")).collect();
    (call, format!(", where {}", stated.join(", ")))
}
