//! What a call means: the interface between reading it and emitting it.

use std::fmt;

use bcast_core::rules::mode::Mode;
use proc_macro2::{Ident, Span, TokenStream};

use crate::diagnostics::SpanRange;
use crate::editor::Reader;
use crate::options::{Lint, OptionName};

/// How long an element takes, as far as tokens show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A few additions, multiplications and comparisons.
    Cheap,
    /// So long that wider vectors are worth kernels of their own.
    Costly,
    /// As long, and functions ask the kernel, by the name [`FUSED`], whether it has fused multiply-adds.
    Fusible,
}

/// What the element expression calls that which the kernel says of its instructions.
pub const FUSED: &str = "__fused";

/// One call of `bcast!`, read and resolved by names; types and shapes are not known here.
#[derive(Debug)]
pub struct Model {
    /// Who reads the expansion.
    pub reader: Reader,
    /// The `$crate` token of the facade.
    pub krate: TokenStream,
    /// Where the result goes, if not into a new array.
    pub place: Option<Place>,
    /// Arrays and constants in source order, each once.
    pub operands: Vec<Operand>,
    /// The operators between operands and their values, each behind those it takes the values of.
    pub operators: Vec<Operator>,
    /// The element expression over the elements `(__x0,).0`, `(__x1,).0`, ..; it belongs where an expression is expected, since
    /// at the start of a statement `{ .. } + x` would end at the brace.
    pub body: TokenStream,
    /// How long an element takes.
    pub cost: Cost,
    /// What tells a method of arrays that is called on an element from a method that no one has.
    pub array_methods: TokenStream,
    /// How many forms of the expression are refused. Its operands are known all the same.
    pub refused_forms: usize,
    /// The rule in force.
    pub mode: ModeOption,
    /// The option `axis`.
    pub axis: Option<IntValue>,
    /// The option `axes`.
    pub axes: Option<ListValue>,
    /// The option `to`.
    pub to: Option<ListValue>,
    /// The option `base`, as an index into `operands`.
    pub base: Option<usize>,
    /// Where `threads` stands.
    pub threads: Option<Span>,
    /// The lints switched off.
    pub allow: Vec<Lint>,
    /// The entries of `where`, in source order.
    pub stated: Vec<Stated>,
    /// The distinct `{expr}` of `where`.
    pub values: Vec<TokenStream>,
    /// The distinct names of `where`.
    pub names: Vec<String>,
    /// Every option as it was typed, right or wrong, whole or half.
    pub typed_options: Vec<TypedOption>,
}

/// A name of the expression that stands for its element.
#[derive(Debug)]
pub struct Operand {
    /// As messages spell it: `self.weight`, `x.t()`.
    pub name: String,
    /// What is borrowed, with the user's spans.
    pub tokens: TokenStream,
    /// What messages underline.
    pub span: SpanRange,
    /// Written as `&` before a method call, call or index: evaluated for this occurrence alone.
    pub is_reference: bool,
    /// `axis(path) = e` or `axes(path) = e`.
    pub alignment: Option<OwnAlignment>,
    /// The tokens of every later occurrence, with their own spans.
    pub repeats: Vec<TokenStream>,
}

/// An operator both sides of which are plain: their types tell whether it is defined.
#[derive(Debug)]
pub struct Operator {
    /// Which one it is, as its trait is called.
    pub sign: &'static str,
    /// What stands before it.
    pub left: Side,
    /// What stands behind it.
    pub right: Side,
    /// What messages underline.
    pub span: SpanRange,
}

/// What an operator stands beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// An operand, by its index.
    Operand(usize),
    /// The value of another operator, by its index.
    Value(usize),
}

/// An alignment that one operand has for itself.
#[derive(Debug)]
pub enum OwnAlignment {
    /// `axis(path) = e`
    Axis(IntValue),
    /// `axes(path) = e`
    Axes(ListValue),
}

/// The left side of `place = e` or `place op= e`.
#[derive(Debug)]
pub struct Place {
    /// The expression, with the user's spans; evaluated once.
    pub tokens: TokenStream,
    /// As messages spell it.
    pub name: String,
    /// What messages underline.
    pub span: SpanRange,
    /// The method that returns it.
    pub method: Option<Span>,
    /// The operand that is this same array: always with `op=`, else if the place stands bare in the expression.
    pub operand: Option<usize>,
    /// The compound operator, if it is one.
    pub op: Option<TokenStream>,
}

/// The option `mode`.
#[derive(Debug, Default)]
pub struct ModeOption {
    /// The mode, by default numpy.
    pub mode: Mode,
    /// As the user wrote it, possibly by another name of the mode.
    pub ident: Option<Ident>,
}

/// An integer, as a literal or as an expression known at run time.
#[derive(Clone, Debug)]
pub struct IntValue {
    /// The expression.
    pub tokens: TokenStream,
    /// Its value if it is a literal.
    pub literal: Option<i64>,
    /// What messages underline.
    pub span: SpanRange,
}

/// A list of integers.
#[derive(Clone, Debug)]
pub struct ListValue {
    /// The expression.
    pub tokens: TokenStream,
    /// Its entries if they can be seen: an array or tuple literal, or one integer literal.
    pub entries: Option<Vec<IntValue>>,
    /// What messages underline.
    pub span: SpanRange,
}

/// `path: [..]` in the `where` clause.
#[derive(Debug)]
pub struct Stated {
    /// Whose shape it is.
    pub target: Target,
    /// The lengths, outermost first.
    pub entries: Vec<Entry>,
    /// The brackets.
    pub brackets: Span,
}

/// What a `where` entry speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// An index into `operands`; a place that is an operand goes by its index.
    Operand(usize),
    /// The place, if it is no operand.
    Place,
}

/// One length of a `where` entry.
#[derive(Debug)]
pub struct Entry {
    /// What is known of it.
    pub length: Length,
    /// What messages underline.
    pub span: Span,
}

/// What a `where` entry says of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// `3`
    Known(usize),
    /// `N`, the index into `names`.
    Name(usize),
    /// `{expr}`, the index into `values`.
    Value(usize),
    /// `_`
    Unknown,
}

/// An option as it was typed, for the editor.
#[derive(Debug)]
pub struct TypedOption {
    /// Which option that is, if it is one.
    pub name: Option<OptionName>,
    /// Its value, missing while half typed.
    pub value: Option<TokenStream>,
}

impl Model {
    /// How messages call the array a `where` entry speaks of.
    pub fn target_name(&self, target: Target) -> &str {
        let operand = match target {
            Target::Operand(index) => self.operands.get(index).map(|operand| operand.name.as_str()),
            Target::Place => None,
        };
        operand.or(self.place.as_ref().map(|place| place.name.as_str())).unwrap_or_default()
    }

    fn length_text(&self, entry: &Entry) -> String {
        match entry.length {
            Length::Known(length) => length.to_string(),
            Length::Name(index) => self.names.get(index).cloned().unwrap_or_default(),
            Length::Value(index) => {
                format!("{{{}}}", self.values.get(index).map(ToString::to_string).unwrap_or_default())
            }
            Length::Unknown => "_".to_owned(),
        }
    }
}

/// One line a notion: `place y`, `0 x axis 1`, `mode pdpd`, `where 0 [N, 3]`, and the body last.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            let op = place.op.as_ref().map(|op| format!(" {op}")).unwrap_or_default();
            let operand = place.operand.map(|index| format!(" = operand {index}")).unwrap_or_default();
            writeln!(f, "place {}{op}{operand}", place.name)?;
        }
        for (index, operand) in self.operands.iter().enumerate() {
            let reference = if operand.is_reference { "&" } else { "" };
            write!(f, "{index} {reference}{}", operand.name)?;
            match &operand.alignment {
                Some(OwnAlignment::Axis(value)) => writeln!(f, " axis {}", value.tokens)?,
                Some(OwnAlignment::Axes(value)) => writeln!(f, " axes {}", value.tokens)?,
                None => writeln!(f)?,
            }
        }
        writeln!(f, "mode {}", self.mode.mode)?;
        if let Some(axis) = &self.axis {
            writeln!(f, "axis {}", axis.tokens)?;
        }
        for (name, list) in [("axes", &self.axes), ("to", &self.to)] {
            if let Some(list) = list {
                writeln!(f, "{name} {}", list.tokens)?;
            }
        }
        if let Some(base) = self.base {
            writeln!(f, "base {base}")?;
        }
        if self.threads.is_some() {
            writeln!(f, "threads")?;
        }
        for lint in &self.allow {
            writeln!(f, "allow {}", lint.name())?;
        }
        for stated in &self.stated {
            let lengths: Vec<String> = stated.entries.iter().map(|entry| self.length_text(entry)).collect();
            writeln!(f, "where {}: [{}]", self.target_name(stated.target), lengths.join(", "))?;
        }
        write!(f, "{}", self.body)
    }
}
