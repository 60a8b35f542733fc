//! Emits the checks of operators: that both sides have them, that other values at them are no arrays, and that integers are not beside
//! floats.
//!
//! The checks stand before the loop and involve only types. A value's type is inferred in a copy of its expression that never runs; beside
//! an operator the copy is inferred as the value itself is, so a check decides no type. After an error the type of an operand is open, and
//! the loop, where it occurs, adds no further one.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::ToTokens;

use super::view_of;
use crate::invocation::Reader;
use crate::model::{CallValue, Cost, FUSED, Model, Operator, Side};
use crate::tokens::{accepted, check_here, known, local, numbered, ours, passed};

/// Emits all checks of a call.
pub fn emit(model: &Model) -> TokenStream {
    let mut checks = TokenStream::new();
    if model.reader == Reader::Editor {
        return checks;
    }
    if probes_any(model) {
        checks.extend(ours!(let __passed = __bcast::Passed;));
    }
    let at_operators = model.operators.iter().flat_map(|operator| [operator.left, operator.right]);
    let (mut is_typed, mut is_probed) = (vec![false; model.calls.len()], vec![false; model.calls.len()]);
    for side in at_operators {
        if let Side::Call(call) = side
            && !std::mem::replace(&mut is_typed[call], true)
        {
            checks.extend(value(model, call));
        }
    }
    for (index, operator) in model.operators.iter().enumerate() {
        let mut probes = operator.probes();
        probes.retain(|&call| !std::mem::replace(&mut is_probed[call], true));
        checks.extend(check_operator(model, index, operator, &probes));
    }
    checks
}

/// True if an operator has a side that must be one element.
fn probes_any(model: &Model) -> bool {
    model.reader == Reader::Compiler && model.operators.iter().any(|operator| !operator.probes().is_empty())
}

fn check_operator(model: &Model, index: usize, operator: &Operator, probes: &[usize]) -> TokenStream {
    let mut checks = TokenStream::new();
    let (left, right, sign) = (side(model, operator.left), side(model, operator.right), local(operator.sign));
    let found = match operator.sign == "Literal" {
        true => ours!((&#left, &#right).__bcast_literal()),
        false => ours!((&(&#left, &#right, __bcast::#sign)).__bcast_operator()),
    };
    if !probes.is_empty() {
        // The operator may determine the types of values at it, which the probes need.
        checks.extend(ours!(let _ = #found;));
    }
    // If the type of an operand in it is open, so are the types of all values computed from it, this operator's included.
    let first = opened(model, operator.left).or_else(|| opened(model, operator.right));
    let (first, pattern) = match first {
        Some(name) => (name.to_token_stream(), name.to_token_stream()),
        None => (ours!(()), ours!(_)),
    };
    for &call in probes {
        let kind = numbered("__v", call);
        let decided = ours!((&&&&(&#left, &#right, __bcast::#sign)).__bcast_decide().of(&#kind).__bcast_kind());
        let kind = known(model, &is_element(model, &model.calls[call], decided));
        checks.extend(ours! {
            #[allow(unreachable_code)]
            let (#pattern, __passed) = __bcast::opened(&#kind, (#first, __passed));
        });
    }
    if matches!(operator.sign, "Compare" | "Equal" | "Assign") {
        return checks;
    }
    let value = match model.operators.iter().any(|other| other.has(Side::Value(index))) {
        true => numbered("__o", index).to_token_stream(),
        false => ours!(_),
    };
    // Not in unreachable code, which would cost the compiler more.
    let found = accepted(operator.span, found);
    checks.extend(ours!(let (#pattern, #value) = #found.keep(#first);));
    checks
}

/// Emits the type of a call's value, inferred in unreachable code.
fn value(model: &Model, index: usize) -> TokenStream {
    let CallValue { tokens, elements, .. } = &model.calls[index];
    let elements = elements.iter().map(|&operand| {
        let (name, side) = (numbered("__x", operand), side(model, Side::Operand(operand)));
        ours!(let #name = __bcast::element_of(&#side);)
    });
    let fused = model.results.iter().any(|result| result.cost == Cost::Fusible).then(|| {
        let name = local(FUSED);
        ours!(let #name = __bcast::Fused::when(false);)
    });
    let value = known(
        model,
        &ours!({
            #(#elements)*
            #fused
            __bcast::value_of(#tokens)
        }),
    );
    let name = numbered("__v", index);
    ours! {
        #[allow(unused, unreachable_code, clippy::all, clippy::pedantic)]
        let #name = #value;
    }
}

/// Checks that a value is no array. The message quotes the call if `&` or a `let` before the loop would do.
fn is_element(model: &Model, call: &CallValue, kind: TokenStream) -> TokenStream {
    let Some((message, label)) = &call.refusal else {
        return passed("__BcastElement", call.span, "one_element", kind);
    };
    check_here(model, call.span, ["OneElement", "GivesOneElement"], [message, label], kind)
}

/// The expression of a result; after an error about a call in it, its value has an open type.
pub fn body(model: &Model, body: &TokenStream) -> TokenStream {
    match probes_any(model) {
        true => ours!(__bcast::passed(__passed, #body)),
        false => body.clone(),
    }
}

/// The tokens of a side in checks.
fn side(model: &Model, side: Side) -> TokenStream {
    match side {
        Side::Place => ours!(__view.__bcast_element()),
        Side::Operand(operand) => match view_of(model, operand) {
            Some(view) => ours!(#view.__bcast_element()),
            None => numbered("__k", operand).to_token_stream(),
        },
        Side::Value(operator) => numbered("__o", operator).to_token_stream(),
        Side::Call(call) => numbered("__v", call).to_token_stream(),
        Side::Bool => ours!(__bcast::BOOL),
        Side::Usize => ours!(__bcast::USIZE),
        Side::Integer(value) => {
            let value = Literal::u128_unsuffixed(value);
            ours!(__bcast::IntegerLiteral::<#value>)
        }
        Side::Float => ours!(__bcast::FloatLiteral),
    }
}

/// The name of an operand or place in a side, whose type an error leaves open.
fn opened(model: &Model, side: Side) -> Option<Ident> {
    match side {
        Side::Place => Some(local("__view")),
        Side::Operand(operand) => Some(view_of(model, operand).unwrap_or_else(|| numbered("__k", operand))),
        Side::Value(operator) => {
            let operator = &model.operators[operator];
            opened(model, operator.left).or_else(|| opened(model, operator.right))
        }
        Side::Call(_) | Side::Integer(_) | Side::Float | Side::Bool | Side::Usize => None,
    }
}
