//! Reductions, positions along an axis, and the `let`s of the outermost block, which reductions can use.

use bcast_core::rules::reduction::ValueKind;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Block, Expr, Local, Pat, RangeLimits, Stmt};

use super::Position::Operator;
use super::Walk;
use crate::diagnostics::SpanRange;
use crate::lower::names::{Name, mentions, name_of, without_parentheses};
use crate::lower::operands::{Found, OuterLet};
use crate::lower::refuse::named_argument;
use crate::lower::{cost, values};
use crate::model::{Cost, Formula, Indices, ListValue, MAX_ARRAYS, REDUCTIONS, Reads, Reduction, Shared, Side};
use crate::options::{did_you_mean, list};
use crate::parse::identifier;
use crate::spelling::{spelling, words};
use crate::tokens::{held, numbered};

impl Walk<'_> {
    /// Notes an occurrence of an operand.
    pub(super) fn read(&mut self, operand: usize) {
        self.occurrences.push(operand);
        self.found.reads.operands.insert(operand);
        self.found.list.operands.insert(operand);
    }

    /// Walks the outermost block. A `let` that only reductions use is taken out of it.
    pub(super) fn outermost(&mut self, block: &mut Block) {
        self.scope.enter();
        self.scope.bind_items(&block.stmts);
        let mut taken = Vec::new();
        let uses = uses(block);
        for (index, statement) in block.stmts.iter_mut().enumerate() {
            match statement {
                Stmt::Local(local) if is_plain(local) => {
                    taken.push((index, self.lets.len()));
                    self.take_let(local, uses[index]);
                }
                statement => self.statement(statement, Operator),
            }
        }
        self.fill_end(block);
        self.scope.leave();
        // As for any block, its last expression is no side of an operator.
        self.side = None;
        let used = std::mem::take(&mut self.found.lets);
        let mut main = self.needed(&used);
        // One that nothing uses is evaluated all the same, so that what it reads stands in the element expression too.
        for &(_, number) in taken.iter().filter(|&&(_, number)| !self.lets[number].is_in_reduction) {
            self.found.reads.extend(&self.lets[number].found.reads);
            main.extend(&self.needed(&[number]));
        }
        self.share(block, &taken, &used);
        self.found.list = self.list_with(&self.found.list, &main);
        for (index, number) in taken.into_iter().rev() {
            if !main.contains(&number) {
                block.stmts.remove(index);
            } else if let (Stmt::Local(local), Some(value)) = (&mut block.stmts[index], self.value_of(number))
                && let Some(init) = &mut local.init
            {
                *init.expr = Expr::Verbatim(value);
            }
        }
    }

    /// Makes a second expression, in which costly `let`s that read some of the operands only are values. The run time chooses between both.
    fn share(&mut self, block: &Block, taken: &[(usize, usize)], used: &[usize]) {
        let is_plain = self.model.reductions.is_empty() && self.several.is_none() && self.for_editor.is_none();
        let all = self.found.reads.operands.len();
        let is_costly = |number: &usize| {
            let OuterLet { statement, found, .. } = &self.lets[*number];
            cost::of(statement) != Cost::Cheap && (1..all).contains(&found.reads.operands.len())
        };
        let costly: Indices = (0..self.lets.len()).filter(is_costly).collect();
        // The values are read as arrays are.
        if !is_plain || costly.is_empty() || all + costly.len() > MAX_ARRAYS {
            return;
        }
        costly.iter().for_each(|&number| self.lets[number].is_costly = true);
        self.compute_once(&costly);
        let needed = self.needed(used);
        let list = self.list_with(&self.found.list, &needed);
        let statements = block.stmts.iter().enumerate().filter_map(|(index, statement)| {
            match taken.iter().find(|&&(at, _)| at == index) {
                Some((_, number)) => needed.contains(number).then(|| self.named(*number)),
                None => Some(statement.to_token_stream()),
            }
        });
        let result = cost::formula(quote!({ #(#statements)* }), self.found.reads.clone(), list);
        let values = std::mem::take(&mut self.model.reductions);
        self.model.shared = Some(Shared { is_named: true, values, result });
        self.lets.iter_mut().for_each(|one| one.value = None);
    }

    /// Takes a `let` that is used so many times.
    pub(super) fn take_let(&mut self, local: &mut Local, times: usize) {
        let (Some(name), Some(init)) = (name(&local.pat).cloned(), &mut local.init) else { return };
        let around = std::mem::take(&mut self.found);
        let number = self.number(&init.expr);
        let is_name = name_of(&init.expr, &self.scope) == Name::Operand;
        let is_index = matches!(&*init.expr, Expr::Call(call) if is_named(&call.func, "index"));
        let before = self.model.reductions.len();
        // The type of the value may depend on where its name is used.
        self.probed(&mut init.expr, None, false);
        let renames = self.occurrences.last().copied().filter(|_| is_name);
        let renames_index = (before..self.model.reductions.len()).next_back().filter(|_| is_index);
        let side = (self.side, self.is_like);
        let of_type = match &local.pat {
            Pat::Type(typed) if !matches!(*typed.ty, syn::Type::Infer(_)) => Some(typed.ty.to_token_stream()),
            _ => None,
        };
        let number = number.filter(|_| of_type.is_none());
        self.pattern(&mut local.pat);
        let found = std::mem::replace(&mut self.found, around);
        let is_costly = times > 1
            && cost::of(&local.to_token_stream()) != Cost::Cheap
            && !(found.reads.operands.is_empty() && found.reads.reductions.is_empty());
        let (pattern, statement) = (local.pat.to_token_stream(), local.to_token_stream());
        let span = SpanRange::of(&*local);
        let (is_in_reduction, value) = (false, None);
        self.lets.push(OuterLet {
            name,
            pattern,
            statement,
            span,
            found,
            is_in_reduction,
            is_costly,
            value,
            renames,
            renames_index,
            of_type,
            number,
            side,
        });
    }

    /// Notes the use of a local: it may be a `let` of the outermost block; others from outside can't be used in a reduction.
    pub(super) fn local(&mut self, expr: &Expr) {
        let Some(root) = root(expr) else { return };
        let (Some(frame), spelled) = (self.scope.frame_of(root), root.to_string()) else { return };
        if let Some(number) = self.outer_let_index(root) {
            self.found.lets.insert(number);
            self.found.reads.extend(&self.lets[number].found.reads);
            if let Expr::Path(_) = expr {
                (self.side, self.is_like) = self.lets[number].side;
            }
            if self.around.is_some() {
                self.compute_once(&[number]);
            }
            return;
        }
        if self.around.is_some_and(|around| frame < around) {
            let message = format!(
                "`{spelled}` is bound outside of the reduction; a reduction uses a `let` of the outermost block, without `mut` and pattern"
            );
            self.diagnostics.fatal_at(expr, message);
        }
    }

    /// The `let` of the outermost block that a name stands for.
    pub(super) fn outer_let(&self, name: &Ident) -> Option<&OuterLet> {
        self.outer_let_index(name).map(|number| &self.lets[number])
    }

    /// Its index.
    fn outer_let_index(&self, name: &Ident) -> Option<usize> {
        // The element expression's own frame, and that of the outermost block.
        let is_outer = self.scope.frame_of(name) == Some(1);
        self.lets.iter().rposition(|outer| is_outer && outer.name == *name)
    }

    /// Makes costly `let`s values of their own, and those that they use.
    pub(super) fn compute_once(&mut self, used: &[usize]) {
        // In order: a later one uses earlier ones.
        for &number in self.needed(used).iter() {
            let outer = &self.lets[number];
            if !outer.is_costly || outer.value.is_some() {
                continue;
            }
            let (found, span, statement) = (outer.found.clone(), outer.span, outer.statement.clone());
            let formula = self.formula(&found, Some(statement), outer.name.to_token_stream());
            for &number in self.needed(&found.lets).iter() {
                self.lets[number].is_in_reduction = true;
            }
            self.lets[number].value = Some(self.model.reductions.len());
            let (kind, name, axes, is_bare) = (ValueKind::Elements, "let", None, false);
            self.model.reductions.push(Reduction { kind, name, axes, span, formula, is_bare });
        }
    }

    /// The `let`s whose statements an expression needs that uses these: also those that they use, unless they are values.
    pub(super) fn needed(&self, used: &[usize]) -> Indices {
        let mut needed = Indices::default();
        let mut open = used.to_vec();
        while let Some(number) = open.pop() {
            if needed.insert(number) && self.lets[number].value.is_none() {
                open.extend(self.lets[number].found.lets.iter());
            }
        }
        needed
    }

    /// The operands and values that an expression reads, those of the `let`s that it uses included.
    fn list_with(&self, own: &Reads, needed: &[usize]) -> Reads {
        let mut list = own.clone();
        for outer in needed.iter().map(|&number| &self.lets[number]) {
            match outer.value {
                Some(value) => drop(list.reductions.insert(value)),
                None => list.extend(&outer.found.list),
            }
        }
        list
    }

    /// An expression behind the `let`s that it uses, and behind a last statement.
    pub(super) fn formula(&self, found: &Found, statement: Option<TokenStream>, value: TokenStream) -> Formula {
        let needed = self.needed(&found.lets);
        let statements: Vec<_> = needed.iter().map(|&number| self.named(number)).chain(statement).collect();
        let body = if statements.is_empty() { value } else { quote!({ #(#statements)* #value }) };
        cost::formula(body, found.reads.clone(), self.list_with(&found.list, &needed))
    }

    /// The statement of a `let`; of a value, it only names that.
    fn named(&self, number: usize) -> TokenStream {
        let OuterLet { pattern, statement, .. } = &self.lets[number];
        self.value_of(number).map_or_else(|| statement.clone(), |value| quote!(let #pattern = #value;))
    }

    /// The value of a `let` that is one.
    fn value_of(&self, number: usize) -> Option<TokenStream> {
        let outer = &self.lets[number];
        outer.value.map(|value| held(&numbered("__r", value), outer.span))
    }

    /// Lowers `sum(e, axis = k)`, `index(axis = k)` and `len(axis = k)`. Returns false for any other expression.
    pub(super) fn reduction(&mut self, expr: &mut Expr) -> bool {
        if self.misplaced_reduction(expr) {
            return true;
        }
        let span = SpanRange::of(&*expr);
        let Expr::Call(call) = expr else { return false };
        let Expr::Path(function) = &*call.func else { return false };
        let Some(called) = function.path.get_ident().filter(|name| !self.scope.is_local(name, true)) else {
            return false;
        };
        let is_assign = |expr: &&Expr| matches!(expr, Expr::Assign(_));
        let Some((name, _, kind)) = REDUCTIONS.into_iter().find(|(name, ..)| called == name) else {
            let words = named_argument(&called.to_string(), "x");
            let Some(words) = words.filter(|_| call.args.iter().any(|argument| is_assign(&argument))) else {
                return false;
            };
            self.diagnostics.fatal_at(called, words);
            return true;
        };
        if !call.args.last().is_some_and(is_axis) || call.args.iter().filter(is_assign).count() > 1 {
            let mut named = call.args.iter().filter(is_assign);
            let other = named.clone().find(|argument| !is_axis(argument));
            let Some(named) = other.or_else(|| named.next()) else {
                self.model.lacks_axis = true;
                return false;
            };
            let words = named_argument(name, "x").unwrap_or_else(|| format!("this is written `{name}(axis = 1)`"));
            self.diagnostics.fatal_at(named, words);
            return true;
        }
        let of = usize::from(matches!(kind, ValueKind::Reduction { .. }));
        let Some(Expr::Assign(axis)) = call.args.pop() else { return false };
        if call.args.len() != of {
            let form = if of == 1 { format!("`{name}(x, axis = 1)`") } else { format!("`{name}(axis = 1)`") };
            self.diagnostics.fatal(span, format!("this is written {form}"));
            return true;
        }
        let axes = self.axes(name, &axis.right);
        let mut inner = call.args.pop();
        let found_around = std::mem::take(&mut self.found);
        let around = self.around.replace(self.scope.depth());
        let is_operand = inner.as_ref().is_some_and(|inner| name_of(inner, &self.scope) == Name::Operand);
        let named = inner.as_ref().and_then(identifier).and_then(|name| self.outer_let_index(name));
        let before = self.occurrences.len();
        if let Some(inner) = &mut inner {
            self.scope.enter();
            self.expr(inner, Operator);
            self.scope.leave();
        }
        self.around = around;
        if let Some(krate) = self.for_editor {
            let (called, axis) = (&function.path, &axis.right);
            let inner = inner.map(|inner| quote!(#inner,));
            *expr = Expr::Verbatim(quote!(#krate::__private::editor_reductions::#called(#inner #axis)));
            return true;
        }
        let found = std::mem::replace(&mut self.found, found_around);
        let needed = self.needed(&found.lets);
        self.check_renames(&needed, before, &found.reads);
        for &number in needed.iter() {
            self.lets[number].is_in_reduction = true;
        }
        let formula = self.formula(&found, None, inner.into_token_stream());
        self.check_taken(name, axes.as_ref(), &formula.reads);
        let index = self.model.reductions.len();
        self.found.reads.reductions.insert(index);
        self.found.list.reductions.insert(index);
        let is_bare = named.is_some_and(|number| self.lets[number].value.is_some()) || is_operand && needed.is_empty();
        self.model.reductions.push(Reduction { kind, name, axes, span, formula, is_bare });
        *expr = Expr::Verbatim(held(&numbered("__r", index), span));
        (self.side, self.is_like) = match name {
            // Of comparisons there is no sum, which is the mistake.
            "sum" | "prod" | "mean" => (self.side.filter(|&side| side != Side::Bool), self.is_like),
            "min" | "max" => (self.side, self.is_like),
            "any" | "all" => (Some(Side::Bool), false),
            _ => (Some(Side::Usize), false),
        };
        true
    }

    /// Refuses `&sum(x, axis = 1)`, `(sum)(x, axis = 1)`, and an unknown name with `axis =`.
    fn misplaced_reduction(&mut self, expr: &Expr) -> bool {
        let (expr, is_borrowed) = match expr {
            Expr::Reference(reference) => (&*reference.expr, true),
            expr => (expr, false),
        };
        let Expr::Call(call) = expr else { return false };
        let (Expr::Path(function), Some(last)) = (without_parentheses(&call.func), call.args.last()) else {
            return false;
        };
        let is_local = |expr: &Expr| matches!(expr, Expr::Assign(assign) if mentions(&assign.left, &self.scope));
        let Some(name) = function.path.segments.last().filter(|_| is_axis(last) && !is_local(last)) else {
            return false;
        };
        let (name, called) = (name.ident.to_string(), function.to_token_stream());
        let is_known = REDUCTIONS.into_iter().any(|(reduction, ..)| called.to_string() == reduction);
        if let (Expr::Paren(paren), true) = (&*call.func, is_known) {
            let operand = if ["index", "len"].contains(&&*name) { "" } else { "x, " };
            let words = format!("the name of a reduction stands without parentheses: `{name}({operand}axis = 1)`");
            self.diagnostics.fatal_at(paren, words);
            return true;
        }
        if is_known {
            if is_borrowed {
                let message =
                    "a reduction is a value at each position, not an array: it stands in the expression without `&`";
                self.diagnostics.fatal_at(expr, message);
            }
            return is_borrowed;
        }
        let is_single = function.path.get_ident().is_some();
        let words = named_argument(&name, "x").filter(|_| is_single);
        let words = words.unwrap_or_else(|| {
            let (names, called) = (REDUCTIONS.map(|(name, ..)| name), spelling(called));
            if names.contains(&&*name) {
                return format!("a reduction stands alone, without a path: `{name}(x, axis = 1)`");
            }
            format!("`{called}` is no reduction; those are {}{}", list(&names[..10]), did_you_mean(&name, &names))
        });
        self.diagnostics.fatal_at(function, words);
        true
    }

    /// Reads the value of `axis`; `None` for `..`.
    fn axes(&mut self, name: &str, value: &Expr) -> Option<ListValue> {
        let takes_one = ["index", "len"].contains(&name);
        if !takes_one
            && matches!(value, Expr::Range(range) if range.start.is_none() && range.end.is_none() && matches!(range.limits, RangeLimits::HalfOpen(_)))
        {
            return None;
        }
        if matches!(value, Expr::Call(call) if call.func.to_token_stream().to_string() == "Axis") {
            self.diagnostics.fatal_at(value, "an axis is a number here, as in `axis = 1`");
        }
        let what = match takes_one {
            true => &*format!(
                "`{name}` takes one axis, as in `{name}(axis = 0)`; the number of all elements of `x` is `&x.len()`"
            ),
            false => "an axis is an integer, a list of integers, or `..` for all axes",
        };
        if is_named(value, "None") || matches!(value, Expr::Range(_)) {
            self.diagnostics.fatal_at(value, what);
        }
        if mentions(value, &self.scope) {
            let message = format!(
                "the axis of `{name}` is evaluated once, before the loop: no name bound in the expression can be used in it"
            );
            self.diagnostics.fatal_at(value, message);
        }
        let axes = values::list(value, what, true, &mut self.diagnostics);
        let entries = axes.visible();
        if axes.entries.is_some() && entries.is_empty() {
            self.diagnostics.fatal(axes.span, format!("`{name}` takes at least one axis; `..` is all of them"));
        }
        for (index, entry) in entries.iter().enumerate() {
            if entry.literal.is_some() && entries[..index].iter().any(|earlier| earlier.literal == entry.literal) {
                self.diagnostics.fatal(entry.span, "an axis is reduced once; leave it out here");
            }
        }
        if (name.starts_with("arg") || takes_one) && entries.len() > 1 {
            self.diagnostics.fatal(axes.span, format!("`{name}` takes one axis: its value is counted along it"));
        }
        Some(axes)
    }

    /// Refuses a literal axis that reductions inside have taken from everything that this one reads.
    fn check_taken(&mut self, name: &str, axes: Option<&ListValue>, reads: &Reads) {
        let entries = axes.map(ListValue::visible).unwrap_or_default();
        let takes = |reduction: usize, axis: i64| {
            let reduction = &self.model.reductions[reduction];
            let has = |axes: &ListValue| axes.visible().iter().any(|entry| entry.literal == Some(axis));
            reduction.is_reduction() && reduction.axes.as_ref().is_none_or(has)
        };
        let is_taken = |axis| reads.reductions.iter().all(|&reduction| takes(reduction, axis));
        if reads.operands.is_empty() && !reads.reductions.is_empty() {
            for entry in entries {
                if let Some(axis) = entry.literal.filter(|&axis| is_taken(axis)) {
                    let words = format!(
                        "nothing inside this `{name}` has axis {axis}, which is reduced inside; axes are numbered as in the whole call: \
                         `sum(sum(x, axis = 0), axis = 1)`, or `sum(x, axis = [0, 1])`"
                    );
                    return self.diagnostics.fatal(entry.span, words);
                }
            }
        }
    }

    /// Refuses a `let` that only renames an operand beside that operand: both are one element, and not a pair of positions.
    fn check_renames(&mut self, used: &[usize], before: usize, reads: &Reads) {
        let read = &self.occurrences[before..];
        let renamed = used.iter().filter_map(|&number| Some((&self.lets[number].name, self.lets[number].renames?)));
        if let Some((name, operand)) = renamed.into_iter().find(|(_, operand)| read.contains(operand)) {
            let message = format!(
                "`{name}` is the same element as what it renames, also in a reduction; pairs of positions are two names in `mode = named`"
            );
            self.diagnostics.fatal(self.model.operands[operand].span, message);
        }
        let indices =
            used.iter().filter_map(|&number| Some((&self.lets[number].name, self.lets[number].renames_index?)));
        for (name, renamed) in indices {
            let of = |number: usize| &self.model.reductions[number];
            let axis = |number: usize| of(number).axes.as_ref().map(|axes| axes.tokens.to_string());
            let is_same = |other: usize| of(other).kind == ValueKind::Index && axis(other) == axis(renamed);
            if let Some(&other) = reads.reductions.iter().find(|&&other| other != renamed && is_same(other)) {
                let message = format!(
                    "`{name}` is this position too, also in a reduction; a running sum is ndarray's `x.accumulate_axis_inplace(..)`, before the call"
                );
                return self.diagnostics.fatal(of(other).span, message);
            }
        }
    }
}

/// How often each plain `let` of a block is used, also by way of later ones.
pub(super) fn uses(block: &Block) -> Vec<usize> {
    let words: Vec<Vec<Ident>> = block.stmts.iter().map(|statement| words(statement.to_token_stream())).collect();
    let mut uses = vec![1_usize; words.len()];
    for (index, statement) in block.stmts.iter().enumerate().rev() {
        let Stmt::Local(local) = statement else { continue };
        if let Some(name) = name(&local.pat).filter(|_| is_plain(local)) {
            let mut used = 0_usize;
            for after in index + 1..words.len() {
                let times = words[after].iter().filter(|word| *word == name).count();
                used = used.saturating_add(times.saturating_mul(uses[after]));
            }
            uses[index] = used;
        }
    }
    uses
}

/// `axis = k`
fn is_axis(argument: &Expr) -> bool {
    matches!(argument, Expr::Assign(assign) if is_named(&assign.left, "axis"))
}

fn is_named(expr: &Expr, name: &str) -> bool {
    identifier(expr).is_some_and(|ident| ident == name)
}

/// A `let` with one name and a value.
pub(super) fn is_plain(local: &Local) -> bool {
    name(&local.pat).is_some() && local.init.as_ref().is_some_and(|init| init.diverge.is_none())
}

fn name(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
            Some(&name.ident)
        }
        Pat::Type(typed) => name(&typed.pat),
        _ => None,
    }
}

/// The first name of a path with its fields.
fn root(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Field(field) => root(&field.base),
        Expr::Unary(unary) => root(&unary.expr),
        other => identifier(other),
    }
}
