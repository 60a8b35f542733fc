//! Calls with reductions, `index`, `len`, NAMEs and several results.
//!
//! A [`Call`] is compiled once and run with many [`Setting`]s: shapes, layouts, axes and options are variables, so that the rules of
//! reductions decide when it runs. `rules.rs` says whether a call is legal and what its frame is, `interpret.rs` computes a result by the
//! definition, one position at a time.

pub mod draw;
pub mod interpret;
pub mod rules;
pub mod source;

use crate::model::Mode;
use crate::program::{Element, Expr, Form, Lie, arrays_in};

/// A call, without what is a variable in it.
#[derive(Clone, Debug)]
pub struct Call {
    pub element: Element,
    pub mode: CallMode,
    /// The number of arrays.
    pub arrays: usize,
    /// True for a list of axes, for each variable after `axis =`.
    pub variables: Vec<bool>,
    pub keep: bool,
    /// `allow = mutual_stretch`
    pub allows_pairs: bool,
    /// The option `to`, outside mode named.
    pub has_to: bool,
    pub threads: bool,
    /// The last array has an alignment of its own.
    pub has_own: bool,
    pub form: Form,
    /// The `let`s of the outermost block.
    pub lets: Vec<Expr>,
    /// The expression, or each entry of its tuple.
    pub values: Vec<Expr>,
    pub tuple: Option<Tuple>,
}

/// How several results are written.
#[derive(Clone, Copy, Debug)]
pub struct Tuple {
    /// The first arrays are the places; otherwise `unzip` makes new arrays.
    pub has_places: bool,
    /// A literal, whose entries are results by themselves; otherwise a function gives the tuple.
    pub is_literal: bool,
}

/// The mode of a call.
#[derive(Clone, Debug)]
pub enum CallMode {
    /// A mode of [`MODES`](crate::program::MODES).
    Plain(&'static str, Mode),
    /// Mode named, with the NAMEs of each array, of a place of `=`, and of `to`.
    Named { arrays: Vec<Vec<usize>>, place: Option<Vec<usize>>, to: Option<Vec<usize>> },
}

/// The NAME that no array has.
pub const BINS: usize = 4;

/// The variables of a call.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The elements of its arrays.
    pub data: usize,
    pub shapes: Vec<Vec<usize>>,
    /// The layouts of arrays and place in memory; `None` for one that is contiguous.
    pub lies: Vec<Option<Lie>>,
    /// What follows `axis =`.
    pub variables: Vec<Vec<i64>>,
    /// The option `axis`, or the last array's own.
    pub axis: i64,
    /// The option `axes`.
    pub axes: Vec<i64>,
    pub to: Vec<usize>,
    pub place: Vec<usize>,
    /// The length of [`BINS`].
    pub bins: usize,
}

impl Call {
    /// True if the first array is the place.
    pub fn is_in_place(&self) -> bool {
        matches!(self.form, Form::Compound(_) | Form::InPlace)
    }

    /// Calls `visit` with the arrays, reductions, positions and lengths in an expression outside of reductions; a name stands for its
    /// expression.
    pub fn leaves(&self, expr: &Expr, visit: &mut impl FnMut(&Expr)) {
        match expr {
            Expr::Array(_) | Expr::Reduced(..) | Expr::Tested(..) | Expr::Position(_) | Expr::Length(_) => visit(expr),
            Expr::Named(name) => self.leaves(&self.lets[*name], visit),
            other => {
                other.clone().map(&mut |part| {
                    self.leaves_dyn(&part, visit);
                    part
                });
            }
        }
    }

    fn leaves_dyn(&self, expr: &Expr, mut visit: &mut dyn FnMut(&Expr)) {
        self.leaves(expr, &mut visit);
    }

    /// The leaves of what a reduction reduces.
    pub fn inside(&self, reduction: &Expr) -> Vec<Expr> {
        let mut leaves = Vec::new();
        if let Expr::Reduced(..) | Expr::Tested(..) = reduction {
            reduction.clone().map(&mut |part| {
                self.leaves_dyn(&part, &mut |leaf| leaves.push(leaf.clone()));
                part
            });
        }
        leaves
    }

    /// The number of arrays that are places of a tuple; one that no entry reads is no operand.
    pub fn places(&self) -> usize {
        self.tuple.filter(|tuple| tuple.has_places).map_or(0, |_| self.values.len())
    }

    /// The `let`s and the entries.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.lets.iter().chain(&self.values)
    }

    /// The `let`s that nothing uses.
    pub fn unused(&self) -> impl Iterator<Item = &Expr> {
        let is_used = |name: usize| self.lets[name + 1..].iter().chain(&self.values).any(|expr| uses(expr, name));
        self.lets.iter().enumerate().filter(move |&(name, _)| !is_used(name)).map(|(_, of_let)| of_let)
    }

    /// True if an entry or a `let` reads the array.
    pub fn reads(&self, array: usize) -> bool {
        let mut read = Vec::new();
        self.exprs().for_each(|expr| arrays_in(expr, &mut read));
        read.contains(&array)
    }

    /// True if a reduction reads the array.
    pub fn reduces(&self, array: usize) -> bool {
        let reads = |part: &Expr| is_reduction(part) && self.inside(part).contains(&Expr::Array(array));
        self.exprs().any(|expr| has(expr, &reads))
    }

    /// True if there is a reduction.
    pub fn has_reductions(&self) -> bool {
        self.exprs().any(|expr| has(expr, &is_reduction))
    }

    /// True if there is `index` or `len`.
    pub fn has_positions(&self) -> bool {
        self.exprs().any(|expr| has(expr, &|part| matches!(part, Expr::Position(_) | Expr::Length(_))))
    }

    /// For each result the leaves outside of all reductions; a name that nothing uses stands beside the rest of the first.
    pub fn outside(&self) -> Vec<Vec<Expr>> {
        let mut outside = vec![Vec::new(); self.values.len()];
        for of_let in self.unused() {
            self.leaves(of_let, &mut |leaf| outside[0].push(leaf.clone()));
        }
        for (value, leaves) in self.values.iter().zip(&mut outside) {
            self.leaves(value, &mut |leaf| leaves.push(leaf.clone()));
        }
        if let Form::Compound(_) = self.form {
            outside[0].push(Expr::Array(0));
        }
        match self.tuple {
            Some(Tuple { is_literal: false, .. }) => vec![outside.concat(); self.values.len()],
            _ => outside,
        }
    }
}

/// True if an expression uses the name, in a reduction or outside.
pub fn uses(expr: &Expr, name: usize) -> bool {
    has(expr, &|part| *part == Expr::Named(name))
}

/// True if an expression or a part of it is one of these.
fn has(expr: &Expr, is: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = is(expr);
    expr.clone().map(&mut |part| {
        found |= has(&part, is);
        part
    });
    found
}

fn is_reduction(expr: &Expr) -> bool {
    matches!(expr, Expr::Reduced(..) | Expr::Tested(..))
}
