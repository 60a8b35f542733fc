//! The model of a call: the interface between lowering and emitting.

use bcast_core::rules::mode::Mode;
use bcast_core::rules::reduction::ValueKind;
/// A length as a `where` entry states it; NAMEs and values are indices into `names` and `values`.
pub use bcast_core::rules::stated::Entry as Length;
use proc_macro2::{Ident, Span, TokenStream};
use std::ops::Deref;

use crate::diagnostics::SpanRange;
use crate::options::Lint;

/// The cost of an element, estimated from tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// A few additions, multiplications and comparisons.
    #[default]
    Cheap,
    /// Expensive enough that wider vectors are worth kernels of their own.
    Costly,
    /// As expensive, with functions that use fused multiply-adds if the kernel has them, as given by [`FUSED`].
    Fusible,
}

/// The most arrays of a call, values included.
pub const MAX_ARRAYS: usize = 16;

/// The local that tells the element expression whether the kernel has fused multiply-adds.
pub const FUSED: &str = "__fused";

/// A parsed call of `bcast!` with names resolved; types and shapes are unknown here.
#[derive(Debug, Default)]
pub struct Model {
    /// The reader of the expansion.
    pub reader: Reader,
    /// The `$crate` token of the facade.
    pub krate: TokenStream,
    /// The destination of each result; none if they are new arrays.
    pub places: Vec<Place>,
    /// The places are the entries of a tuple, and so are the results.
    pub is_tuple: bool,
    /// The span of `unzip`: each entry of a tuple is a new array.
    pub unzip: Option<Span>,
    /// Arrays and constants in source order, without repeats.
    pub operands: Vec<Operand>,
    /// The operators between operands and their values, in order of evaluation.
    pub operators: Vec<Operator>,
    /// Other values at operators.
    pub calls: Vec<CallValue>,
    /// Reductions and positions, in order of evaluation.
    pub reductions: Vec<Reduction>,
    /// The element expression, or the expression of each of several results.
    pub results: Vec<Formula>,
    /// The same call with `let`s that are computed once for each position of their own arrays.
    pub shared: Option<Shared>,
    /// The value of which several results are the entries, if the expression does not end in a tuple literal.
    pub tuple: Option<usize>,
    /// Traits that distinguish an array's method called on an element from a method that does not exist.
    pub array_methods: TokenStream,
    /// A reduction's name is called without an axis. If it is no function of the user's, the compiler says so, and nothing else should.
    pub lacks_axis: bool,
    /// The number of refused forms in the expression; its operands are known regardless.
    pub refused_forms: usize,
    /// The mode in force, by default numpy.
    pub mode: Mode,
    /// The mode in the user's spelling, which may be an alias.
    pub mode_name: Option<Ident>,
    /// The option `axis` or `axes` of the whole call; no mode takes both.
    pub axes: Option<AxisOption>,
    pub to: Option<ListValue>,
    /// The option `base`, as an index into `operands`.
    pub base: Option<usize>,
    /// The span of `threads`.
    pub threads: Option<Span>,
    /// The option `keep`.
    pub keeps: bool,
    /// The lints switched off.
    pub allow: Vec<Lint>,
    /// The entries of `where`, in source order.
    pub stated: Vec<Stated>,
    /// The distinct `{expr}` of `where`.
    pub values: Vec<TokenStream>,
    /// The distinct names of `where`, each where it occurs first; in mode named in the order of the frame's axes.
    pub names: Vec<Ident>,
    /// The NAMEs of a call in mode named, as axes of its frame.
    pub named: Option<NamedCall>,
}

/// The NAMEs of a call in mode named: the axes of its frame, those of the result in its order.
#[derive(Debug)]
pub struct NamedCall {
    /// The axes of the frame that each operand has, in its own order; `None` for constants.
    pub maps: Vec<Option<Vec<usize>>>,
    /// The length that `to` gives each NAME.
    pub given: Vec<Option<IntValue>>,
    /// The axes of the frame that the result has.
    pub kept: Vec<usize>,
}

/// A name in the expression that is replaced by its element.
#[derive(Debug)]
pub struct Operand {
    /// The name in messages: `self.weight`, `x.t()`.
    pub name: String,
    /// The borrowed expression, with the user's spans.
    pub tokens: TokenStream,
    /// The range underlined in messages.
    pub span: SpanRange,
    /// Written as `&` before a method call, call or index: evaluated for this occurrence alone.
    pub is_reference: bool,
    /// `axis(path) = e` or `axes(path) = e`.
    pub alignment: Option<AxisOption>,
    /// The tokens of every later occurrence, with their own spans.
    pub repeats: Vec<TokenStream>,
    /// The chains of methods, none of numbers, that it is the root of; as many as it has occurrences if it is always one.
    pub called: Vec<(String, SpanRange)>,
}

/// The operands and the reductions in an expression, by their indices, each once.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    pub operands: Indices,
    pub reductions: Indices,
}

impl Reads {
    /// Adds what another expression reads.
    pub fn extend(&mut self, other: &Self) {
        self.operands.extend(&other.operands);
        self.reductions.extend(&other.reductions);
    }
}

/// A call whose costly `let`s read some of its operands only: as values, they are computed once where those operands stretch.
#[derive(Debug)]
pub struct Shared {
    /// False for the functions of an expression without `let`s, which its author did not name.
    pub is_named: bool,
    pub values: Vec<Reduction>,
    pub result: Formula,
}

/// An expression for the elements of a result or of a value.
#[derive(Debug, Default)]
pub struct Formula {
    /// The expression over the elements `(__x0,).0`, `(__x1,).0`, ..; it must be placed where an expression is expected, since a statement
    /// `{ .. } + x` would end at the brace.
    pub body: TokenStream,
    /// The operands and values that it reads once every `let` is replaced by its expression, which is the form that the rules check.
    pub reads: Reads,
    /// The operands and values that its kernels read, in which a `let` that is computed once is a value.
    pub list: Reads,
    pub cost: Cost,
    /// The paths of operands that its costly parts read. Parts that read its first operand are left out.
    pub parts: Vec<String>,
}

/// A value that is computed before the element expression: `sum(e, axis = k)`, `index(axis = k)` or `len(axis = k)`.
#[derive(Debug)]
pub struct Reduction {
    /// As the rulebook takes it; `Elements` is a `let` that is computed once, which is no reduction, but a value as one is.
    pub kind: ValueKind,
    /// The name as it is written.
    pub name: &'static str,
    /// `None` for `..`.
    pub axes: Option<ListValue>,
    /// The range underlined in messages.
    pub span: SpanRange,
    /// The expression of a reduction.
    pub formula: Formula,
    /// The expression is an operand alone.
    pub is_bare: bool,
}

impl Reduction {
    /// True for a reduction, and false for a position, a length and a `let`.
    pub fn is_reduction(&self) -> bool {
        matches!(self.kind, ValueKind::Reduction { .. })
    }

    /// The range of its axes; that of all of it for `..`.
    pub fn axes_span(&self) -> SpanRange {
        self.axes.as_ref().map_or(self.span, |axes| axes.span)
    }

    /// The name of a reduction's type in core.
    pub fn type_name(&self) -> &'static str {
        REDUCTIONS.iter().find(|(name, ..)| *name == self.name).map_or("", |(_, type_name, _)| type_name)
    }
}

/// The functions that take an `axis`: the name, the type of a reduction in core, and the rulebook's kind of its value.
pub const REDUCTIONS: [(&str, &str, ValueKind); 12] = [
    ("sum", "Sum", ValueKind::Reduction { of_none: true, of_one: false }),
    ("prod", "Prod", ValueKind::Reduction { of_none: true, of_one: false }),
    ("mean", "Mean", ValueKind::Reduction { of_none: true, of_one: false }),
    ("min", "Min", ValueKind::Reduction { of_none: false, of_one: false }),
    ("max", "Max", ValueKind::Reduction { of_none: false, of_one: false }),
    ("argmin", "ArgMin", ValueKind::Reduction { of_none: false, of_one: true }),
    ("argmax", "ArgMax", ValueKind::Reduction { of_none: false, of_one: true }),
    ("any", "Any", ValueKind::Reduction { of_none: true, of_one: false }),
    ("all", "All", ValueKind::Reduction { of_none: true, of_one: false }),
    ("count", "Count", ValueKind::Reduction { of_none: true, of_one: false }),
    ("index", "", ValueKind::Index),
    ("len", "", ValueKind::Length),
];

/// An operator whose sides' types determine whether it is defined.
#[derive(Debug)]
pub struct Operator {
    /// The name of its type in core.
    pub sign: &'static str,
    pub left: Side,
    pub right: Side,
    /// The range underlined in messages.
    pub span: SpanRange,
    /// True if a side only has this type if that is a primitive scalar.
    pub is_like: bool,
}

impl Operator {
    /// True if this is one of its sides.
    pub fn has(&self, side: Side) -> bool {
        [self.left, self.right].contains(&side)
    }

    /// True if one of its sides is a number whose type is inferred from the other one.
    pub const fn has_literal(&self) -> bool {
        matches!((self.left, self.right), (Side::Number(_), _) | (_, Side::Number(_)))
    }
}

/// An operator's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// An operand, by its index.
    Operand(usize),
    /// The value of another operator, by its index.
    Value(usize),
    /// Any other value, by its index.
    Call(usize),
    /// A number without a suffix; `None` for a float.
    Number(Option<u128>),
    /// The value of a comparison.
    Bool,
    /// A position, length or count.
    Usize,
    /// The element of a place that is filled.
    Place,
}

/// A number whose type is inferred from the other side.
#[derive(Clone, Copy)]
pub struct Number {
    /// Its value; `None` for a float.
    pub integer: Option<u128>,
    /// Its digits' range.
    pub span: Span,
}

impl Number {
    /// True for a float.
    pub const fn is_float(self) -> bool {
        self.integer.is_none()
    }
}

/// A value at an operator that is neither an operand nor the value of another operator. An error about it leaves its type open.
#[derive(Debug)]
pub enum CallValue {
    /// An expression whose type is inferred before the loop.
    Inferred(InferredValue),
    /// A value whose type is written: that of a cast or a `let`, or a number's suffix.
    Typed(TokenStream),
    /// A value of another side's type, as that of a branch is.
    Like(Side),
}

/// The value of a call, method, array or literal.
#[derive(Debug)]
pub struct InferredValue {
    /// The expression, with operands as elements.
    pub tokens: TokenStream,
    /// The range underlined in messages.
    pub span: SpanRange,
    /// The operands in it.
    pub elements: Indices,
    /// The message and label if it is an array, where the expression has no operands.
    pub refusal: Option<(String, String)>,
}

/// The option `axis` or `axes`, of the whole call or of one operand.
#[derive(Debug)]
pub struct AxisOption {
    /// The option's name, which is also that of the function that takes its value.
    pub name: &'static str,
    /// Its value; that of `axis` has one entry.
    pub list: ListValue,
}

impl AxisOption {
    /// True for `axis = e` and `axis(path) = e`.
    pub fn is_single(&self) -> bool {
        self.name == "axis"
    }
}

/// The left side of `place = e` or `place op= e`.
#[derive(Debug)]
pub struct Place {
    /// The expression, with the user's spans; evaluated once.
    pub tokens: TokenStream,
    /// The name in messages.
    pub name: String,
    /// The range underlined in messages.
    pub span: SpanRange,
    /// The method that returns the place, if one does.
    pub method: Option<Span>,
    /// The operand that is the same array: always with `op=`, otherwise if the place itself occurs in the expression.
    pub operand: Option<usize>,
    /// The compound operator, if any.
    pub op: Option<TokenStream>,
}

/// An integer, as a literal or as an expression known at run time.
#[derive(Clone, Debug)]
pub struct IntValue {
    pub tokens: TokenStream,
    /// Its value if it is a literal.
    pub literal: Option<i64>,
    /// The range underlined in messages.
    pub span: SpanRange,
}

/// A list of integers.
#[derive(Clone, Debug)]
pub struct ListValue {
    pub tokens: TokenStream,
    /// Its visible entries: those of an array or tuple literal, or one integer literal.
    pub entries: Option<Vec<IntValue>>,
    /// The range underlined in messages.
    pub span: SpanRange,
}

impl ListValue {
    /// The visible entries; none of a list that is known at run time only.
    pub fn visible(&self) -> &[IntValue] {
        self.entries.as_deref().unwrap_or_default()
    }

    /// The entries if all are literals.
    pub fn literals(&self) -> Option<Vec<i64>> {
        self.entries.as_ref()?.iter().map(|entry| entry.literal).collect()
    }
}

/// `path: [..]` in the `where` clause.
#[derive(Debug)]
pub struct Stated<Array = Target> {
    /// The array whose shape it is; its path in a call as written.
    pub target: Array,
    /// The lengths, outermost first.
    pub entries: Vec<Entry>,
    pub brackets: Span,
}

/// The array that a `where` entry describes: an operand, by its index, or a place that is none.
pub type Target = Option<usize>;

/// One length of a `where` entry.
#[derive(Debug)]
pub struct Entry {
    /// The stated length.
    pub length: Length,
    /// The range underlined in messages.
    pub span: Span,
}

impl Model {
    /// The one result.
    pub fn result(&self) -> &Formula {
        &self.results[0]
    }

    /// True if each entry of a tuple is a result.
    pub fn has_several_results(&self) -> bool {
        self.is_tuple || self.unzip.is_some()
    }

    /// The `where` entry of an array.
    pub fn stated_shape(&self, target: Target) -> Option<&Stated> {
        self.stated.iter().find(|stated| stated.target == target)
    }

    /// The place of the one result.
    pub fn place(&self) -> Option<&Place> {
        self.places.first().filter(|_| !self.is_tuple)
    }

    /// The place that is this operand.
    pub fn place_of(&self, operand: usize) -> Option<usize> {
        self.places.iter().position(|place| place.operand == Some(operand))
    }

    /// True if the call writes to existing memory.
    pub fn has_place(&self) -> bool {
        !self.places.is_empty()
    }

    /// True if the result may be a number, whose place is a variable.
    pub fn may_be_number(&self) -> bool {
        let leaves_out = self.to.is_none() && (!self.mode.needs_target() || self.named.is_some());
        leaves_out && (self.lacks_axis || self.reductions.iter().any(Reduction::is_reduction))
    }

    /// The name in messages of the array that a `where` entry describes.
    pub fn target_name(&self, target: Target) -> &str {
        let operand = target.map(|index| self.operands[index].name.as_str());
        operand.or(self.place().map(|place| place.name.as_str())).unwrap_or_default()
    }
}

/// The invoked macro, which determines the handling of the `Result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// `bcast!`: panics at the caller's line.
    Panic,
    /// `try_bcast!`: returns it.
    Result,
}

/// The reader of the expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// rustc, which compiles it.
    #[default]
    Compiler,
    /// rust-analyzer, which looks names up in it.
    Editor,
}

impl Reader {
    /// Detects the program that runs this macro. `cfg(rust_analyzer)` does not help: it is not set in crates from a registry, and in the
    /// user's crate it is an unexpected `cfg`.
    pub fn here() -> Self {
        let program = std::env::current_exe().ok();
        let name = program.as_deref().and_then(|path| path.file_name()?.to_str());
        if name.is_some_and(|name| name.contains("rust-analyzer")) { Self::Editor } else { Self::Compiler }
    }
}

/// Indices in ascending order, each once. A sorted list, since sets of std cost more of the crate's compile time than all that is done with
/// them, and these are short.
#[derive(Clone, Debug, Default)]
pub struct Indices(Vec<usize>);

impl Indices {
    /// Adds an index; false if it is there already.
    pub fn insert(&mut self, index: usize) -> bool {
        let place = self.0.binary_search(&index);
        if let Err(place) = place {
            self.0.insert(place, index);
        }
        place.is_err()
    }

    /// Those that are none of these.
    pub fn without(&self, others: &[usize]) -> Self {
        Self(self.0.iter().copied().filter(|index| !others.contains(index)).collect())
    }

    /// Adds the indices of another set.
    pub fn extend(&mut self, others: &[usize]) {
        for &other in others {
            self.insert(other);
        }
    }
}

impl Deref for Indices {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl FromIterator<usize> for Indices {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut set = Self::default();
        for index in indices {
            set.insert(index);
        }
        set
    }
}
