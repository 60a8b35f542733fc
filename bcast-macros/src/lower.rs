//! Lowers a parsed call to its model: names become operands, options become values.

mod array_methods;
mod cost;
mod editor;
mod functions;
mod named;
mod names;
mod operands;
mod parts;
mod refuse;
mod settings;
mod values;
mod walk;

use bcast_core::rules::mode::OptionName;
use bcast_core::rules::reduction::ValueKind;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{BinOp, Expr};

pub use self::editor::{as_value, operand as editor_operand};
pub use self::names::elements;
use self::names::without_parentheses;
use self::operands::Found;
use self::walk::Walk;
use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{Formula, Model, Place, Reader, Reduction, Shared, Side};
use crate::options;
use crate::parse::Input;
use crate::spelling::spelling;
use crate::tokens::{held, numbered};

/// The most names of a call; types later determine which of them are arrays (at most 16).
const MOST_NAMES: usize = 100;

/// Resolves the names of a call. After a fatal mistake only the body is unusable.
pub fn lower(input: Input, reader: Reader, diagnostics: &mut Diagnostics) -> Model {
    let Input { krate, place, mut expr, options, shapes, names, values, .. } = input;
    let mut model = Model { reader, krate, names, values, ..Model::default() };
    let (place, op) = place.unzip();
    let op = op.flatten();
    let before_places = diagnostics.fatal_count();
    if let Some(place) = place {
        lower_places(&place, op.as_ref(), &mut model, diagnostics);
    }
    let before = diagnostics.fatal_count();
    let number = op.as_ref().and(expr.as_ref()).and_then(names::number);
    let at = expr.as_ref().map(SpanRange::of);
    let unzips = options.iter().any(|option| options::from_name(&option.ident.to_string()) == Some(OptionName::Unzip));
    let several = (model.is_tuple || unzips && !model.has_place()).then_some(model.places.len());
    let before_it = model.place().filter(|_| op.is_some()).map(|place| &*place.name);
    let parts = expr.as_ref().map(|expr| cost::parts(expr, before_it)).unwrap_or_default();
    let has_one_result = reader == Reader::Compiler && several.is_none();
    let tokens = expr.as_ref().filter(|_| has_one_result).and_then(parts::tokens);
    let (fills_place, field) = (model.place().is_some(), model.place().and_then(field_of_self));
    let mut walk = Walk::default();
    (walk.model, walk.diagnostics, walk.field, walk.several) = (model, std::mem::take(diagnostics), field, several);
    walk.checks.are_off = reader == Reader::Editor;
    let side = expr.as_mut().and_then(|expr| walk.element(expr, fills_place));
    let Walk { mut model, is_like, found, array_methods, .. } = walk;
    *diagnostics = walk.diagnostics;
    if let Some(place) = model.place().and_then(|place| place.operand) {
        match (op, side, number) {
            (Some(op), Some(side), _) => drop(model.operator(Side::Operand(place), &op, side, is_like)),
            (Some(op), None, Some(number)) => drop(model.beside(Side::Operand(place), &op, number, false, false)),
            _ => {}
        }
    }
    model.refused_forms = diagnostics.fatal_count() - before;
    for number in 0..model.places.len() {
        let place = &model.places[number];
        model.places[number].operand = place.operand.or_else(|| model.find_path(&place.name));
    }
    let (given, places) = (model.results.len(), model.places.len());
    if let Some(at) = at.filter(|_| model.is_tuple && given != places && before == before_places && places > 0) {
        let message =
            format!("this tuple has {given} entries, and there are {places} places; each entry goes to a place");
        diagnostics.fatal(at, message);
    }
    if model.shared.is_none() && model.refused_forms == 0 {
        model.shared = tokens.and_then(|tokens| parts::shared(tokens, &model));
    }
    let Found { reads, list, .. } = found;
    let mut result = cost::formula(expr.into_token_stream(), reads, list);
    if let Some(place) = model.place() {
        if let Some(op) = &place.op {
            let (op, at) = (op.clone(), model.operands[0].span);
            result = compound(&op, at, result);
            model.shared = model.shared.map(|shared| Shared { result: compound(&op, at, shared.result), ..shared });
        } else if let Some(side) = side {
            let at = place.span;
            model.fill(at, side);
        }
    }
    // Longer lists are generated types that would overwhelm the compiler.
    if let Some(first_extra) = model.operands.get(MOST_NAMES) {
        let count = model.operands.len();
        let message =
            format!("{count} names in one expression, at most {MOST_NAMES} are possible; compute it in several calls");
        diagnostics.fatal(first_extra.span, message);
    }
    if several.is_none() {
        model.results = vec![Formula { parts, ..result }];
    }
    let place_name = model.place().map(|place| &*place.name);
    if reader == Reader::Compiler {
        model.array_methods = array_methods::traits(&model.krate, &array_methods, place_name);
    }
    settings::read(options, &mut model, diagnostics);
    settings::read_shapes(shapes, &mut model, diagnostics);
    if let Some(place) = model.places.first().filter(|_| model.is_tuple && model.mode.lies_by_names()) {
        diagnostics.fatal(place.span, "mode named writes to one place; write a call for each");
    }
    // NAMEs can still be read if only refused forms of the expression are wrong.
    if model.mode.lies_by_names() && diagnostics.fatal_count() == model.refused_forms {
        named::read(&mut model, diagnostics);
    }
    check_positions(&model, diagnostics);
    model
}

/// Refuses `index` and `len` in a call in which nothing has a length.
fn check_positions(model: &Model, diagnostics: &mut Diagnostics) {
    let is_position = |one: &&Reduction| matches!(one.kind, ValueKind::Index | ValueKind::Length);
    let position = model.reductions.iter().find(is_position);
    if let Some(Reduction { name, span, .. }) = position
        && model.operands.is_empty()
        && model.place().is_none()
        && model.to.is_none()
        && model.named.is_none()
    {
        let message = format!("`{name}` needs an axis with a length, which `to = [n]`, a place or an array gives");
        diagnostics.fatal(*span, message);
    }
}

/// The expression for an editor: the user's words, with each operand as a value of its element's type. Returns `None` if it contains a
/// refused form, which the editor would report again.
pub fn editor_expression(mut expr: Expr, krate: &TokenStream) -> Option<TokenStream> {
    let mut walk = Walk::default();
    (walk.for_editor, walk.checks.are_off) = (Some(krate), true);
    walk.element(&mut expr, false);
    // The walk that lowers the call reports the mistakes.
    walk.diagnostics.is_empty().then(|| expr.into_token_stream())
}

/// The place's name, if writing to it borrows `self`; a method call or `*self.pointer` may borrow something else.
fn field_of_self(place: &Place) -> Option<String> {
    let mut tokens = place.tokens.clone().into_iter();
    let is_of_self = matches!(tokens.next(), Some(TokenTree::Ident(root)) if root == "self");
    let is_called =
        tokens.any(|token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis));
    (is_of_self && !is_called).then(|| place.name.clone())
}

/// Makes `place op= e` an operation on a copy of the place's element, the first operand, so that the type's own compound operator runs.
fn compound(op: &TokenStream, place: SpanRange, Formula { body, mut reads, mut list, .. }: Formula) -> Formula {
    reads.operands.insert(0);
    list.operands.insert(0);
    // The copy has the place's span: a missing operator is underlined from there to the end of the expression.
    let copy = Ident::new("__place", Span::mixed_site().located_at(place.first));
    let old = held(&numbered("__x", 0), place.ours());
    cost::formula(quote!({ let mut #copy = #old; #copy #op #body; #copy }), reads, list)
}

fn lower_place(expr: &Expr, op: Option<&BinOp>, model: &mut Model, diagnostics: &mut Diagnostics) -> Option<Place> {
    let expr = without_parentheses(expr);
    let tokens = expr.to_token_stream();
    let name = spelling(tokens.clone());
    let span = SpanRange::of(&tokens);
    let method = match check_place(expr, &name) {
        Ok(method) => method,
        Err(message) => {
            diagnostics.fatal(span, message);
            return None;
        }
    };
    let operand = op.map(|_| model.path(tokens.clone()));
    let op = op.map(ToTokens::into_token_stream);
    Some(Place { tokens, name, span, method, operand, op })
}

/// The most entries of a tuple of places.
const MOST_PLACES: usize = 8;

/// Lowers `y = e` and `(p, v) = e`.
fn lower_places(place: &Expr, op: Option<&BinOp>, model: &mut Model, diagnostics: &mut Diagnostics) {
    let Expr::Tuple(tuple) = without_parentheses(place) else {
        let place = lower_place(place, op, model, diagnostics);
        return model.places.extend(place);
    };
    model.is_tuple = true;
    if let Some(op) = op {
        let message = "an operator writes to one place; with several write the sums, as in `(a, b) = (a + x, b + y)`";
        diagnostics.fatal_at(op, message);
    }
    if !(1..=MOST_PLACES).contains(&tuple.elems.len()) {
        diagnostics.fatal_at(tuple, format!("a tuple of places has one to {MOST_PLACES}; write a call for each part"));
    }
    for expr in &tuple.elems {
        let Some(place) = lower_place(expr, None, model, diagnostics) else { continue };
        if model.places.iter().any(|other| other.name == place.name) {
            diagnostics
                .fatal(place.span, format!("`{}` is written twice; each entry goes to a place of its own", place.name));
        }
        model.places.push(place);
    }
}

/// Refuses what is no place. Returns the span of the method that returns it, if one does.
fn check_place(expr: &Expr, name: &str) -> Result<Option<Span>, String> {
    match expr {
        Expr::Path(_) if name == "self" => Err("`self` alone is no place; write `*self` or a field".to_owned()),
        Expr::Tuple(_) => Err("a tuple of places has no tuple in it; write its entries side by side".to_owned()),
        Expr::Infer(_) => Err("`_` is no place; let the expression end in a tuple without this entry".to_owned()),
        Expr::Index(index) if walk::is_mask(index) => {
            let (array, mask) = (spelling(index.expr.to_token_stream()), spelling(index.index.to_token_stream()));
            Err(format!(
                "a mask is no index; it chooses between values: `{array} = if {mask} {{ 0.0 }} else {{ {array} }}`"
            ))
        }
        Expr::MethodCall(call) => Ok(Some(call.method.span())),
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => Ok(None),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => Ok(None),
        // `?` and `.await` around a place are evaluated once, as part of it.
        Expr::Try(inner) => check_place(&inner.expr, name),
        Expr::Await(inner) => check_place(&inner.base, name),
        Expr::Reference(reference) => {
            Err(format!("a place needs no `&`; write `{}` alone", spelling(reference.expr.to_token_stream())))
        }
        _ => Err(format!(
            "`{name}` is no place to write to; a place is a path, `*path`, field, index or method call, as in `y = a + b`"
        )),
    }
}
