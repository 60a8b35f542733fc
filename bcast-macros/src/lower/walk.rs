//! Walks the element expression: names become elements, locals are tracked, unsupported forms are refused.
//!
//! The tree is changed in place: an operand's occurrence becomes `Expr::Verbatim` with the element's tokens. Forms unknown to syn are
//! refused, so that nothing passes unchecked.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{BinOp, Block, Expr, Pat, Stmt, Token, UnOp};

use super::array_methods::ArrayMethod;
use super::editor::{self, value};
use super::names::{Name, array, is_borrowed_call, is_float, mentions, name_of, without_parentheses};
use super::operands::{Found, OuterLet};
use super::{functions, refuse};
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{Model, Side};
use crate::operator::{is_comparison, is_compound, keeps_type};
use crate::parse::{DEEPEST, identifier};
use crate::scope::{Jump, Scope};
use crate::spelling::spelling;
use crate::tokens::{held, numbered};

/// The position of an expression, which decides whether `&` before a plain name is Rust's own reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// An operator's side, the receiver of a method, and everything else: `&a + &b` is `a + b`.
    Operator,
    /// An argument of a call or method: `x.total_cmp(&y)`.
    Argument,
}

mod inside;
mod methods;
mod patterns;
mod probe;
mod reductions;
mod results;
mod targets;

use Position::{Argument, Operator};
pub use targets::is_mask;

/// The state of the walk.
#[derive(Default)]
pub struct Walk<'a> {
    /// The model that it adds to.
    pub model: Model,
    pub diagnostics: Diagnostics,
    scope: Scope,
    depth: usize,
    in_for_head: bool,
    /// The facade's `$crate`, if operands keep their tokens, for the editor.
    pub for_editor: Option<&'a TokenStream>,
    /// The place, if it is a field of `self`.
    pub field: Option<String>,
    /// The expression walked last, if it is an operand or the value of an operator between operands.
    side: Option<Side>,
    /// True if the expression walked last is not `side`, but has its type if that is a primitive scalar.
    pub is_like: bool,
    /// The operand at the root of the expression walked last, if that is a chain of methods that are none of numbers.
    chain: Option<usize>,
    /// The arrays, values and locals that the current expression reads.
    pub found: Found,
    /// Array methods that are called on elements.
    pub array_methods: Vec<ArrayMethod>,
    /// The operands of the occurrences so far.
    occurrences: Vec<usize>,
    /// The `let`s of the outermost block.
    lets: Vec<OuterLet>,
    /// The number of the scope's frames around the innermost reduction.
    around: Option<usize>,
    /// Set if each entry of a tuple is a result: the number of places, none for `unzip`.
    pub several: Option<usize>,
    /// The operators that are checked in the loop.
    pub checks: inside::Checks,
    /// The locals of `let`s, in order, and what those that began as a number are: true for a float.
    counters: Vec<(String, Option<bool>)>,
}

impl Walk<'_> {
    /// Walks the whole element expression. Returns its side if types can check its operators; a call is one only if a place is filled.
    pub fn element(&mut self, expr: &mut Expr, fills_place: bool) -> Option<Side> {
        self.scope.enter();
        match expr {
            _ if self.several.is_some() => self.results(expr),
            Expr::Block(block) if block.label.is_none() => self.outermost(&mut block.block),
            _ if fills_place => self.side(expr, None),
            _ => self.whole(expr),
        }
        self.scope.leave();
        self.side
    }

    fn expr(&mut self, expr: &mut Expr, at: Position) {
        // The tokens were measured before; this catches depth that method chains and the like add.
        if self.depth > 2 * DEEPEST {
            let message = "nested too deep; compute a part of it before the call";
            return self.diagnostics.fatal_at(expr, message);
        }
        self.depth += 1;
        (self.side, self.is_like, self.chain) = (None, false, None);
        match name_of(expr, &self.scope) {
            Name::Operand => self.occurrence(expr),
            Name::Itself => self.local(expr),
            Name::No => {
                let kept = kept(expr);
                self.form(expr, at);
                self.fill(expr);
                // A reduction has its side.
                self.side = self.side.filter(|_| kept != Kept::Nothing || matches!(expr, Expr::Verbatim(_)));
                self.is_like |= kept == Kept::Type;
            }
        }
        self.depth -= 1;
    }

    fn occurrence(&mut self, expr: &mut Expr) {
        let tokens = expr.to_token_stream();
        let at = SpanRange::of(&tokens);
        let index = self.model.path(tokens);
        self.read(index);
        if self.for_editor.is_some() {
            *expr = Expr::Verbatim(editor::operand(expr));
            return;
        }
        *expr = Expr::Verbatim(held(&numbered("__x", index), at));
        self.side = Some(Side::Operand(index));
    }

    /// Walks what is no name.
    fn form(&mut self, expr: &mut Expr, at: Position) {
        if self.macro_argument(expr) || self.reduction(expr) {
            return;
        }
        match expr {
            // Invisible groups have been replaced by parentheses.
            Expr::Group(group) => self.expr(&mut group.expr, at),
            Expr::Paren(paren) => self.expr(&mut paren.expr, at),
            Expr::Lit(literal) => self.suffix(&literal.lit),
            Expr::Infer(_) | Expr::Const(_) | Expr::Path(_) => {}
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.assignment(&mut binary.left, &mut binary.right, Some(&binary.op));
            }
            Expr::Assign(assign) => self.assignment(&mut assign.left, &mut assign.right, None),
            Expr::Binary(_) => self.binary_chain(expr),
            Expr::Unary(unary) => {
                self.refuse_array(array(&unary.expr));
                match unary.op {
                    UnOp::Neg(_) => self.side(&mut unary.expr, None),
                    _ => self.expr(&mut unary.expr, Operator),
                }
            }
            Expr::Cast(cast) => self.expr(&mut cast.expr, Operator),
            Expr::Reference(_) => self.reference(expr, at),
            Expr::Field(field) => match &*field.base {
                Expr::Index(index)
                    if name_of(&index.expr, &self.scope) == Name::Operand && !mentions(&index.index, &self.scope) =>
                {
                    let name = spelling(index.expr.to_token_stream());
                    let part = format!("&{}", spelling(field.to_token_stream()));
                    self.diagnostics.fatal_at(field, refuse::table(&name, Some(part), None));
                }
                _ => self.expr(&mut field.base, Operator),
            },
            Expr::Index(index) => self.index(index),
            Expr::Call(call) => {
                self.callee(&mut call.func);
                call.args.iter_mut().for_each(|argument| self.argument_of_function(argument));
            }
            Expr::MethodCall(_) => self.method_call(expr),
            Expr::Array(array) => self.all(&mut array.elems, at),
            Expr::Tuple(tuple) => self.all(&mut tuple.elems, at),
            // The length of `[e; N]` is a compile-time constant, never an element.
            Expr::Repeat(repeat) => self.expr(&mut repeat.expr, at),
            Expr::Struct(literal) => {
                for field in &mut literal.fields {
                    self.expr(&mut field.expr, at);
                    // `P { x }` with an operand `x` becomes `P { x: <its element> }`.
                    if field.colon_token.is_none() && matches!(field.expr, Expr::Verbatim(_)) {
                        field.colon_token = Some(Token![:](SpanRange::of(&field.member).first));
                    }
                }
                self.optional(literal.rest.as_deref_mut());
            }
            Expr::Closure(closure) => self.closure(closure, at),
            Expr::Block(block) => {
                self.scope.enter_jump(Jump::Block, block.label.as_ref());
                self.block(&mut block.block, at);
                self.scope.leave_jump();
            }
            Expr::Unsafe(block) => self.block(&mut block.block, at),
            Expr::If(branch) => {
                // Names bound by `if let` are visible in the rest of the condition and in the first block only.
                self.scope.enter();
                self.condition(&mut branch.cond);
                self.block(&mut branch.then_branch, at);
                self.scope.leave();
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    let then = self.side;
                    self.expr(otherwise, at);
                    self.side = then.or(self.side);
                }
            }
            Expr::Match(branches) => {
                self.expr(&mut branches.expr, Operator);
                let mut side = None;
                for arm in &mut branches.arms {
                    self.scope.enter();
                    self.pattern(&mut arm.pat);
                    self.expr(&mut arm.body, at);
                    side = side.or(self.side);
                    self.scope.leave();
                }
                self.side = side;
            }
            Expr::Let(binding) => {
                self.expr(&mut binding.expr, Operator);
                self.pattern(&mut binding.pat);
            }
            Expr::Loop(repeated) => {
                self.scope.enter_jump(Jump::Loop, repeated.label.as_ref());
                self.block(&mut repeated.body, Operator);
                self.scope.leave_jump();
            }
            Expr::While(repeated) => {
                self.scope.enter();
                // A `break` in the condition also leaves this loop.
                self.scope.enter_jump(Jump::Loop, repeated.label.as_ref());
                self.condition(&mut repeated.cond);
                self.block(&mut repeated.body, Operator);
                self.scope.leave_jump();
                self.scope.leave();
            }
            Expr::ForLoop(repeated) => {
                let outer = std::mem::replace(&mut self.in_for_head, true);
                self.expr(&mut repeated.expr, Operator);
                self.in_for_head = outer;
                self.scope.enter();
                self.pattern(&mut repeated.pat);
                self.scope.enter_jump(Jump::Loop, repeated.label.as_ref());
                self.block(&mut repeated.body, Operator);
                self.scope.leave_jump();
                self.scope.leave();
            }
            // Forms that leave the expression, and those that are refused.
            Expr::Break(leaving) => {
                self.check_jump("break", leaving.break_token.span, leaving.label.as_ref());
                self.optional(leaving.expr.as_deref_mut());
            }
            Expr::Continue(leaving) => {
                self.check_jump("continue", leaving.continue_token.span, leaving.label.as_ref());
            }
            Expr::Range(range) => {
                if !self.in_for_head {
                    let message = "a range is no value for one element, outside of patterns and the head of a `for`; bounds are compared, \
                                   as in `low <= x && x < high`, and an array of indices is `Array1::from_iter(0..n)`, made before the call";
                    self.diagnostics.fatal_at(&range.limits, message);
                }
                self.optional(range.start.as_deref_mut());
                self.optional(range.end.as_deref_mut());
            }
            Expr::Return(leaving) => {
                let message = "`return` can't leave the element expression, which runs for every element; choose a value with `if` or `match`";
                self.diagnostics.fatal_at(&leaving.return_token, message);
                self.optional(leaving.expr.as_deref_mut());
            }
            Expr::Yield(leaving) => {
                let message = "`yield` can't leave the element expression; yield what the call returns";
                self.diagnostics.fatal_at(&leaving.yield_token, message);
                self.optional(leaving.expr.as_deref_mut());
            }
            Expr::Try(leaving) => {
                self.expr(&mut leaving.expr, Operator);
                let message = "`?` can't leave the element expression, which runs for every element; give a default, as by `.unwrap_or(0.0)`, \
                               or unwrap before the call what depends on no element";
                self.diagnostics.fatal_at(&leaving.question_token, message);
            }
            Expr::Await(waiting) => {
                self.expr(&mut waiting.base, Operator);
                let message = "`.await` can't stand in the element expression; await the value before the call";
                self.diagnostics.fatal_at(&quote_pair(&waiting.dot_token, &waiting.await_token), message);
            }
            Expr::Async(block) => self.diagnostics.fatal_at(&block.async_token, refuse::ASYNC),
            Expr::Macro(call) => self.macro_call(&call.mac),
            Expr::RawAddr(address) => {
                self.diagnostics.fatal_at(&quote_pair(&address.and_token, &address.raw), refuse::UNKNOWN);
            }
            // `Verbatim`, and forms added by a later syn.
            unknown => self.diagnostics.fatal_at(unknown, refuse::UNKNOWN),
        }
    }

    fn macro_call(&mut self, call: &syn::Macro) {
        let (name, whole) = (spelling(call.path.to_token_stream()), spelling(call.to_token_stream()));
        let instead = match name.as_str() {
            _ if name.contains("assert") => format!("test the array before the call: `{name}!(x.iter().all(..));`"),
            "panic" | "todo" | "unimplemented" | "unreachable" => {
                "test the array before the call: `assert!(x.iter().all(..));`".to_owned()
            }
            "matches" => "a `match` can, as in `match k { 1 | 2 => true, _ => false }`".to_owned(),
            "eprint" | "eprintln" | "print" | "println" => {
                format!("print the array outside of the call: `{name}!(\"{{x:?}}\");`")
            }
            _ => String::new(),
        };
        let message = match instead.as_str() {
            "" => {
                format!("the names inside `{name}!` can't be seen; bind its value before the call: `let v = {whole};`")
            }
            instead => format!("`{name}!` can't see the elements; {instead}"),
        };
        self.diagnostics.fatal_at(&quote_pair(&call.path, &call.bang_token), message);
    }

    fn check_jump(&mut self, keyword: &str, span: Span, label: Option<&syn::Lifetime>) {
        if !self.scope.stays_inside(label, keyword == "continue") {
            let last = label.map_or(span, |label| label.span());
            let message = match label {
                Some(label) => {
                    format!(
                        "`{keyword} {label}` would leave the element expression; `{label}` must label a loop inside it"
                    )
                }
                None => format!(
                    "`{keyword}` would leave the element expression, with no loop inside it; choose a value with `if`, or test the \
                     array before the call, as with `x.iter().any(..)`"
                ),
            };
            self.diagnostics.fatal(SpanRange { first: span, last }, message);
        }
    }

    fn optional(&mut self, expr: Option<&mut Expr>) {
        expr.into_iter().for_each(|expr| self.expr(expr, Operator));
    }

    fn all(&mut self, exprs: &mut Punctuated<Expr, Token![,]>, at: Position) {
        exprs.iter_mut().for_each(|expr| self.expr(expr, at));
    }

    /// Walks the left spine of `a + b + c + ..` in a loop, in source order: its depth is its length.
    fn binary_chain(&mut self, expr: &mut Expr) {
        let mut rights = Vec::new();
        let mut left = &mut *expr;
        while matches!(left, Expr::Binary(binary) if !is_compound(&binary.op)) {
            let Expr::Binary(binary) = left else { return };
            rights.push((&binary.op, &mut *binary.right));
            left = &mut *binary.left;
        }
        self.check_bare_self(left);
        rights.iter().for_each(|(_, right)| self.check_bare_self(right));
        if let Some((op, right)) = rights.last() {
            self.check_written(left, op, right);
        }
        let mut left_number = self.number(left);
        let right_number = rights.last().and_then(|(_, right)| self.number(right));
        let mut likely = self.is_likely(left, right_number).then_some(right_number).flatten();
        let name_in = |side: &Expr| identifier(without_parentheses(side)).cloned();
        let is_same = |right: &Expr| name_in(left).is_some_and(|name| Some(name) == name_in(right));
        let mut is_doubled = rights.last().is_some_and(|(_, right)| is_same(right));
        self.side(left, right_number);
        let mut leftmost = Some(left);
        let mut checks = Vec::new();
        for (op, right) in rights.into_iter().rev() {
            let (mut left, is_left_like) = (self.side, self.is_like);
            let right_number = self.number(right);
            let is_likely = match (likely, right_number) {
                (Some(left), Some(right)) => left.is_float() == right.is_float(),
                _ => self.is_likely(right, left_number),
            };
            self.side(right, left_number);
            let (mut side, is_like) = (self.side, self.is_like);
            if keeps_type(op) {
                side = self.compared(right, side, left, left_number);
                left = leftmost.as_mut().map_or(left, |expr| self.compared(expr, left, side, right_number));
            }
            leftmost = None;
            let is_known = is_likely || std::mem::take(&mut is_doubled);
            checks.push(self.checks.operator(op, [left, side], [left_number, right_number], is_known));
            likely = right_number.or(left_number).filter(|_| is_likely);
            self.side = match (left, side) {
                // Only scalars are known to give a value of a side's type; for other types this could mislead.
                (Some(left), Some(right)) => {
                    let value = self.model.operator(left, op, right, is_left_like || is_like);
                    value.filter(|_| !is_left_like && !is_like)
                }
                (Some(side), None) => {
                    right_number.and_then(|number| self.beside(side, op, number, false, is_left_like))
                }
                // An exponent is on the right.
                (None, Some(_)) if matches!(op, BinOp::BitXor(_)) => None,
                (None, Some(side)) => left_number.and_then(|number| self.beside(side, op, number, true, is_like)),
                _ => None,
            };
            if is_comparison(op) {
                self.side = Some(Side::Bool);
            }
            self.is_like = left.is_none() || side.is_none();
            left_number = None;
        }
        if checks.iter().any(Option::is_some) {
            inside::insert(expr, checks);
        }
    }

    fn reference(&mut self, expr: &mut Expr, at: Position) {
        let Expr::Reference(reference) = expr else {
            return;
        };
        if let Some(mutable) = &reference.mutability {
            let message = "`&mut` can't stand in the element expression; pass the value and use what comes back, \
                           or assign to a `let mut` local";
            self.diagnostics.fatal_at(&quote_pair(&reference.and_token, mutable), message);
            self.expr(&mut reference.expr, Operator);
            self.side = None;
            return;
        }
        let is_name = name_of(&reference.expr, &self.scope) == Name::Operand;
        let is_call = !is_name && is_borrowed_call(&reference.expr, &self.scope);
        if self.for_editor.is_some() && (is_call || (is_name && at != Argument)) {
            *expr = Expr::Verbatim(value(&reference.expr));
        } else if is_name {
            self.expr(&mut reference.expr, Operator);
            if at != Argument {
                *expr = std::mem::replace(&mut reference.expr, Expr::PLACEHOLDER);
            } else {
                self.side = None;
            }
        } else if is_call {
            let tokens = reference.expr.to_token_stream();
            let span = SpanRange { first: reference.and_token.span, last: SpanRange::of(&tokens).last };
            let index = self.model.reference(tokens);
            self.read(index);
            *expr = Expr::Verbatim(held(&numbered("__x", index), span));
            self.side = Some(Side::Operand(index));
        } else {
            // `&&x` in an argument is a reference to Rust's own reference.
            let inner_at = if matches!(*reference.expr, Expr::Reference(_)) { at } else { Operator };
            self.expr(&mut reference.expr, inner_at);
            self.side = None;
        }
    }

    /// Keeps a called path or field as it is.
    fn callee(&mut self, func: &mut Expr) {
        if let Expr::Lit(number) = func {
            let number = spelling(number.to_token_stream());
            return self.diagnostics.fatal_at(func, format!("`{number}` is no function; write `{number} * (..)`"));
        }
        let name = match func {
            Expr::Paren(paren) => name_of(&paren.expr, &self.scope),
            _ => name_of(func, &self.scope),
        };
        if name == Name::No {
            self.expr(func, Operator);
        }
    }

    fn closure(&mut self, closure: &mut syn::ExprClosure, at: Position) {
        if let Some(token) = &closure.asyncness {
            self.diagnostics.fatal(token.span, refuse::ASYNC);
        }
        self.scope.enter();
        self.scope.enter_jump(Jump::Wall, None);
        closure.inputs.iter_mut().for_each(|input| self.pattern(input));
        let (in_for_head, are_off) = (std::mem::take(&mut self.in_for_head), self.checks.are_off);
        // As an argument a closure has the types that the function asks for. Elsewhere its calls decide them, after any check.
        let has_types = closure.inputs.iter().all(|input| matches!(input, Pat::Type(_)));
        self.checks.are_off |= !has_types && at != Argument;
        self.expr(&mut closure.body, Operator);
        (self.in_for_head, self.checks.are_off) = (in_for_head, are_off);
        self.scope.leave_jump();
        self.scope.leave();
    }

    fn block(&mut self, block: &mut Block, at: Position) {
        let in_for_head = std::mem::take(&mut self.in_for_head);
        self.scope.enter();
        self.scope.bind_items(&block.stmts);
        let last = block.stmts.len().saturating_sub(1);
        for (index, statement) in block.stmts.iter_mut().enumerate() {
            // Only the tail is the block's value.
            let at = if index == last { at } else { Operator };
            self.statement(statement, at);
        }
        self.fill_end(block);
        self.scope.leave();
        self.in_for_head = in_for_head;
    }

    fn statement(&mut self, statement: &mut Stmt, at: Position) {
        match statement {
            Stmt::Local(local) => {
                let is_float = local.init.as_ref().and_then(|init| is_float(&init.expr));
                if let Some(init) = &mut local.init {
                    self.expr(&mut init.expr, Operator);
                    if let Some((_, diverge)) = &mut init.diverge {
                        self.expr(diverge, Operator);
                    }
                }
                self.pattern(&mut local.pat);
                if let Pat::Ident(name) = &local.pat {
                    self.counters.push((name.ident.to_string(), is_float));
                }
            }
            // Items see no locals and no elements; their names were bound when the block began.
            Stmt::Item(syn::Item::Macro(item)) => self.macro_call(&item.mac),
            Stmt::Item(_) => {}
            // A lone semicolon.
            Stmt::Expr(Expr::Verbatim(tokens), Some(_)) if tokens.is_empty() => {}
            Stmt::Expr(expr, None) => self.expr(expr, at),
            Stmt::Expr(expr, Some(_)) => {
                // A check would hide from lints that an operator's value is lost.
                let is_lost = matches!(expr, Expr::Binary(binary) if !is_compound(&binary.op));
                let are_off = self.checks.are_off;
                self.checks.are_off |= is_lost;
                self.expr(expr, Operator);
                self.checks.are_off = are_off;
            }
            Stmt::Macro(statement) => self.macro_call(&statement.mac),
        }
    }
}

/// The relation of an expression to the one inside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// It is the same.
    Whole,
    /// It has the same type, if that is a primitive scalar.
    Type,
    /// It is unrelated.
    Nothing,
}

fn kept(expr: &Expr) -> Kept {
    match expr {
        Expr::Group(_) | Expr::Paren(_) | Expr::Reference(_) | Expr::Binary(_) => Kept::Whole,
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) => Kept::Type,
        Expr::If(_) | Expr::Match(_) | Expr::Block(_) => Kept::Type,
        Expr::MethodCall(call) if functions::keeps_type(call) => Kept::Type,
        _ => Kept::Nothing,
    }
}

fn quote_pair(one: &impl ToTokens, other: &impl ToTokens) -> TokenStream {
    quote!(#one #other)
}
