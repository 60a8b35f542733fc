//! Calls with reductions, `index`, `len` and NAMEs.
//!
//! A [`Call`] is compiled once and run with many [`Setting`]s: shapes, layouts, axes and options are variables, so that the rules of
//! reductions decide when it runs. `rules.rs` says whether a call is legal and what its frame is, `interpret.rs` computes a result by the
//! definition, one position at a time.

pub mod draw;
pub mod interpret;
pub mod rules;
pub mod source;

use crate::model::Mode;
use crate::program::{Element, Expr, Form, Lie};

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
    /// The last array has an alignment of its own.
    pub has_own: bool,
    pub form: Form,
    /// The `let`s of the outermost block.
    pub lets: Vec<Expr>,
    pub value: Expr,
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

    /// The leaves outside of all reductions; a name that nothing uses stands beside the rest.
    pub fn outside(&self) -> Vec<Expr> {
        let mut leaves = Vec::new();
        for (name, of_let) in self.lets.iter().enumerate() {
            if !self.lets[name + 1..].iter().chain([&self.value]).any(|expr| uses(expr, name)) {
                self.leaves(of_let, &mut |leaf| leaves.push(leaf.clone()));
            }
        }
        self.leaves(&self.value, &mut |leaf| leaves.push(leaf.clone()));
        if let Form::Compound(_) = self.form {
            leaves.push(Expr::Array(0));
        }
        leaves
    }
}

/// True if an expression uses the name, in a reduction or outside.
pub fn uses(expr: &Expr, name: usize) -> bool {
    let mut found = *expr == Expr::Named(name);
    expr.clone().map(&mut |part| {
        found |= uses(&part, name);
        part
    });
    found
}
