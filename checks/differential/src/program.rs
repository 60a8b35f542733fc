//! The structure of a program.

use serde::{Deserialize, Serialize};

use crate::model::{Case, Mode, Own};

/// The type of a program's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Element {
    F32,
    F64,
    I32,
    I64,
    U8,
}

/// An operand array, or the place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Array {
    pub shape: Vec<usize>,
    pub kind: Kind,
}

/// The container of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// `Array<T, IxN>`
    Fixed,
    /// `ArrayD<T>`
    Dynamic,
    /// A view of known rank with this layout.
    View(Lie),
    /// A view of unknown rank.
    DynamicView(Lie),
    /// `[[T; M]; N]`
    Nested,
    /// `Tensor<T, shape![N, M]>`
    Tensor,
    /// `Tensor<T, shape![_, _]>`
    Unknown,
    /// `Vec<T>`
    Vec,
    /// `&[T]`
    Slice,
}

/// A view's layout in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lie {
    Transposed,
    Reversed,
    EverySecond,
    CutOut,
}

impl Kind {
    pub fn knows_lengths(self) -> bool {
        matches!(self, Kind::Nested | Kind::Tensor)
    }

    pub fn knows_rank(self) -> bool {
        !matches!(self, Kind::Dynamic | Kind::DynamicView(_))
    }
}

/// The stated lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stated {
    Nothing,
    Literals,
    Symbols,
    Some,
}

/// The destination of the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    New,
    /// `y = ..`
    Place,
    /// `a op= ..`, where the first array is the place
    Compound(Compound),
    /// `a = ..` with `a` in the expression
    InPlace,
}

/// The operator of a compound assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compound {
    Add,
    Mul,
}

/// The final conversion of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finish {
    Itself,
    /// A comparison with another one.
    Above,
    /// A conversion to `f64`.
    Wide,
}

/// An expression for one element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expr {
    /// An array's element.
    Array(usize),
    /// A captured constant.
    Constant(u8),
    Literal(u8),
    /// A local, by the number of locals around it.
    Local(usize),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Unary(Unary, Box<Expr>),
    If(Box<Condition>, Box<Expr>, Box<Expr>),
    /// `{ let t = first; second }`
    Let(Box<Expr>, Box<Expr>),
    /// `match first { t if t > 2 => second, _ => third }`
    Match(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(|t| second)(first)`
    Closure(Box<Expr>, Box<Expr>),
    /// `{ let mut s = first; for _ in 0..3 { s = s + second } s }`
    Loop(Box<Expr>, Box<Expr>),
    /// `(first, second).1`
    Tuple(Box<Expr>, Box<Expr>),
    /// `([first, second])[1]`
    Index(Box<Expr>, Box<Expr>),
    /// `twice(first)`, a function
    Call(Box<Expr>),
    /// A `let` of the outermost block, by its number; only in [calls with reductions](crate::reduced).
    Named(usize),
    /// `sum(first, axis = k)` and the like
    Reduced(Reduction, Axes, Box<Expr>),
    /// `count(test, axis = k)` and the like
    Tested(Test, Axes, Box<Condition>),
    /// `index(axis = k)`, converted
    Position(Axes),
    /// `len(axis = k)`, converted
    Length(Axes),
}

/// The reductions of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reduction {
    Sum,
    Prod,
    Mean,
    Min,
    Max,
    /// `argmin`, converted
    ArgMin,
    /// `argmax`, converted
    ArgMax,
}

/// The reductions of conditions, converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Test {
    Any,
    All,
    Count,
}

/// What follows `axis =`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axes {
    /// `..`
    All,
    /// A variable, by its number.
    Variable(usize),
    /// NAMEs of mode named, by their numbers.
    Names(Vec<usize>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// Divides by a number from 1 to 8.
    Div,
    Min,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unary {
    Neg,
    /// Converts to another type and back.
    Cast,
    Abs,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    Less(Expr, Expr),
    Equal(Expr, Expr),
    And(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

/// One call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The element type of its arrays.
    pub data: usize,
    pub element: Element,
    pub mode: String,
    pub arrays: Vec<Array>,
    pub own: Vec<Option<OwnAxes>>,
    pub axis: Option<i64>,
    pub axes: Option<Vec<i64>>,
    pub to: Option<Vec<usize>>,
    pub base: Option<usize>,
    /// True if the options are variables rather than literals.
    pub variables: bool,
    pub form: Form,
    pub place: Option<Array>,
    pub stated: Stated,
    pub threads: bool,
    pub value: Expr,
    pub finish: Finish,
}

/// An array's own alignment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnAxes {
    Axis(i64),
    Axes(Vec<i64>),
}

pub const MODES: [(&str, Mode); 9] = [
    ("none", Mode::None),
    ("numpy", Mode::Numpy),
    ("multidirectional", Mode::Numpy),
    ("unidirectional", Mode::Unidirectional),
    ("pdpd", Mode::Pdpd),
    ("paddle", Mode::Paddle),
    ("explicit", Mode::Explicit),
    ("bidirectional", Mode::Bidirectional),
    ("ncnn", Mode::Ncnn),
];

impl Program {
    /// The call for the rules.
    pub fn case(&self) -> Case {
        let (_, mode) = MODES.iter().find(|(name, _)| *name == self.mode).expect("a mode");
        let own = self.own.iter().map(|own| {
            own.as_ref().map(|own| match own {
                OwnAxes::Axis(axis) => Own::Axis(*axis),
                OwnAxes::Axes(axes) => Own::Axes(axes.clone()),
            })
        });
        Case {
            mode: *mode,
            shapes: self.arrays.iter().map(|array| array.shape.clone()).collect(),
            axis: self.axis.unwrap_or(-1),
            axes: self.axes.clone(),
            to: self.to.clone(),
            base: self.base,
            own: own.collect(),
            place: match self.form {
                Form::New => None,
                Form::Place => self.place.as_ref().map(|place| (place.shape.clone(), None)),
                Form::Compound(_) | Form::InPlace => Some((self.arrays[0].shape.clone(), Some(0))),
            },
        }
    }

    /// True if the first array is the place.
    pub fn is_in_place(&self) -> bool {
        matches!(self.form, Form::Compound(_) | Form::InPlace)
    }

    /// True if the compiler cannot decide whether the rules accept the program: options are variables, and no shape or rank is known.
    pub fn is_checked_at_run_time(&self) -> bool {
        let kinds = self.arrays.iter().chain(&self.place).map(|array| array.kind);
        self.variables && self.stated == Stated::Nothing && kinds.clone().all(|kind| !kind.knows_rank())
    }
}

impl Expr {
    /// The expression with `change` applied to each part.
    pub fn map(self, change: &mut impl FnMut(Expr) -> Expr) -> Expr {
        let mut part = |expr: Box<Expr>| Box::new(change(*expr));
        match self {
            Expr::Array(_) | Expr::Constant(_) | Expr::Literal(_) | Expr::Local(_) => self,
            Expr::Named(_) | Expr::Position(_) | Expr::Length(_) => self,
            Expr::Reduced(reduction, axes, first) => Expr::Reduced(reduction, axes, part(first)),
            Expr::Tested(test, axes, condition) => Expr::Tested(test, axes, Box::new(condition.map(change))),
            Expr::Binary(operator, first, second) => Expr::Binary(operator, part(first), part(second)),
            Expr::Unary(operator, first) => Expr::Unary(operator, part(first)),
            Expr::If(condition, first, second) => {
                let condition = Box::new(condition.map(change));
                Expr::If(condition, Box::new(change(*first)), Box::new(change(*second)))
            }
            Expr::Let(first, second) => Expr::Let(part(first), part(second)),
            Expr::Match(first, second, third) => Expr::Match(part(first), part(second), part(third)),
            Expr::Closure(first, second) => Expr::Closure(part(first), part(second)),
            Expr::Loop(first, second) => Expr::Loop(part(first), part(second)),
            Expr::Tuple(first, second) => Expr::Tuple(part(first), part(second)),
            Expr::Index(first, second) => Expr::Index(part(first), part(second)),
            Expr::Call(first) => Expr::Call(part(first)),
        }
    }
}

impl Condition {
    fn map(self, change: &mut impl FnMut(Expr) -> Expr) -> Condition {
        match self {
            Condition::Less(first, second) => Condition::Less(change(first), change(second)),
            Condition::Equal(first, second) => Condition::Equal(change(first), change(second)),
            Condition::And(first, second) => {
                let first = Box::new(first.map(change));
                Condition::And(first, Box::new(second.map(change)))
            }
            Condition::Not(first) => Condition::Not(Box::new(first.map(change))),
        }
    }
}

impl Program {
    /// True if the program could have been drawn: every array is an operand, the one that gives the result its shape is written first, and
    /// every local is bound.
    pub fn is_well_formed(&self) -> bool {
        let mut written = Vec::new();
        arrays_in(&self.value, &mut written);
        if self.finish == Finish::Above {
            written.push(0);
        }
        let is_operand = |array: usize| written.contains(&array) || array == 0 && self.is_in_place();
        let has_a = matches!(self.case().mode, Mode::Unidirectional | Mode::Pdpd);
        let is_a_first = !has_a || self.base.is_some() || self.is_in_place() || written.first() == Some(&0);
        !self.arrays.is_empty() && (0..self.arrays.len()).all(is_operand) && is_a_first && is_closed(&self.value, 0)
    }
}

/// The arrays of an expression in source order.
pub fn arrays_in(expr: &Expr, written: &mut Vec<usize>) {
    if let Expr::Array(array) = expr {
        written.push(*array);
    }
    expr.clone().map(&mut |part| {
        arrays_in(&part, written);
        part
    });
}

/// True if every local of an expression is bound, with `locals` of them around it.
pub fn is_closed(expr: &Expr, locals: usize) -> bool {
    match expr {
        Expr::Local(local) => *local < locals,
        Expr::Let(first, second) | Expr::Closure(first, second) => {
            is_closed(first, locals) && is_closed(second, locals + 1)
        }
        Expr::Match(first, second, third) => {
            is_closed(first, locals) && is_closed(second, locals + 1) && is_closed(third, locals)
        }
        other => {
            let mut closed = true;
            other.clone().map(&mut |part| {
                closed &= is_closed(&part, locals);
                part
            });
            closed
        }
    }
}
