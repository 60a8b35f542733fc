//! Emits the checks of operators: that both sides have them, that other values at them are no arrays, and that integers are not beside
//! floats.
//!
//! The checks stand before the loop and involve only types. A value's type is inferred in a copy of its expression that never runs; beside
//! an operator the copy is inferred as the value itself is, so a check decides no type. After an error the type of an operand is open, and
//! the loop, where it occurs, adds no further one.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use crate::model::{CallValue, Cost, FUSED, InferredValue, Model, Operator, Reader, Side};
use crate::tokens::{accepted, known, literal, local, numbered, one_element, ours, view_of};

/// Emits all checks of a call.
pub fn emit(model: &Model) -> TokenStream {
    let mut checks = TokenStream::new();
    if model.reader == Reader::Editor {
        return checks;
    }
    for call in 0..model.calls.len() {
        let passed = numbered("__p", call);
        checks.extend(ours!(let #passed = __bcast::Passed;));
    }
    let (mut is_typed, mut is_probed) = (vec![false; model.calls.len()], vec![false; model.calls.len()]);
    for (index, operator) in model.operators.iter().enumerate() {
        // After the checks of operators in the value, which may have left types open.
        for side in [operator.left, operator.right] {
            if let Some((call, inferred)) = inferred(model, side)
                && !std::mem::replace(&mut is_typed[call], true)
            {
                checks.extend(value(model, call, inferred));
            }
        }
        // A literal tells nothing of the type beside it.
        let sides = [operator.left, operator.right].into_iter().filter(|_| !operator.has_literal());
        let mut probes: Vec<_> = sides.filter_map(|side| inferred(model, side)).collect();
        probes.retain(|&(call, _)| !std::mem::replace(&mut is_probed[call], true));
        checks.extend(check_operator(model, index, operator, &probes));
    }
    checks
}

/// The value of a side that is inferred, and its index.
fn inferred(model: &Model, side: Side) -> Option<(usize, &InferredValue)> {
    let Side::Call(call) = side else { return None };
    match &model.calls[call] {
        CallValue::Inferred(value) => Some((call, value)),
        CallValue::Like(side) => inferred(model, *side),
        CallValue::Typed(_) => None,
    }
}

fn check_operator(model: &Model, index: usize, operator: &Operator, probes: &[(usize, &InferredValue)]) -> TokenStream {
    let mut checks = TokenStream::new();
    let (left, right, sign) = (side(model, operator.left), side(model, operator.right), local(operator.sign));
    let find = local(if operator.is_like { "__bcast_like" } else { "__bcast_operator" });
    let found = ours!((&(&#left, &#right, __bcast::#sign)).#find());
    if !probes.is_empty() {
        // The operator may determine the types of values at it, which the probes need.
        checks.extend(match operator.sign {
            "Argument" => ours!((&(&#left, &#right)).__bcast_alike();),
            _ => ours!(let _ = #found;),
        });
    }
    let mut opened = Opened::default();
    opened.add(model, operator.left);
    opened.add(model, operator.right);
    for (call, value) in model.calls.iter().enumerate() {
        if matches!(value, CallValue::Like(side) if operator.has(*side) || *side == Side::Value(index)) {
            opened.add(model, Side::Call(call));
        }
    }
    let names = match &opened.names[..] {
        [name] => name.to_token_stream(),
        names => ours!((#(#names),*)),
    };
    for &(call, inferred) in probes {
        let (value, passed) = (numbered("__v", call), numbered("__p", call));
        let decided = ours!((&&&&(&#left, &#right, __bcast::#sign)).__bcast_decide().of(&#value).__bcast_kind());
        let kind = known(model, &one_element(inferred, decided));
        checks.extend(ours! {
            #[allow(unreachable_code)]
            let (#value, #passed) = __bcast::opened(&#kind, (#value, #passed));
        });
    }
    if matches!(operator.sign, "Argument" | "Compare" | "Equal" | "Assign") && !operator.has_literal() {
        return checks;
    }
    let this = Side::Value(index);
    let like = |call: &CallValue| matches!(call, CallValue::Like(side) if *side == this);
    let value = match model.operators.iter().any(|other| other.has(this)) || model.calls.iter().any(like) {
        true => numbered("__o", index).to_token_stream(),
        false => ours!(_),
    };
    // Not in unreachable code, which would cost the compiler more.
    let found = accepted(operator.span, found);
    checks.extend(ours!(let (#names, #value) = #found.keep(#names);));
    checks
}

/// Emits the type of a call's value, inferred in unreachable code.
fn value(model: &Model, index: usize, InferredValue { tokens, elements, .. }: &InferredValue) -> TokenStream {
    let name = numbered("__v", index);
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
    ours! {
        #[allow(unused, unreachable_code, clippy::all, clippy::pedantic)]
        let #name = #value;
    }
}

/// The tokens of a side in checks.
fn side(model: &Model, of: Side) -> TokenStream {
    match of {
        Side::Place => ours!(__view.__bcast_element()),
        Side::Operand(operand) => match view_of(model, operand) {
            Some(view) => ours!(#view.__bcast_element()),
            None => numbered("__k", operand).to_token_stream(),
        },
        Side::Value(operator) => numbered("__o", operator).to_token_stream(),
        Side::Call(call) => match &model.calls[call] {
            CallValue::Inferred(_) => numbered("__v", call).to_token_stream(),
            CallValue::Typed(of_type) => ours!(__bcast::value_as::<#of_type>()),
            CallValue::Like(like) => side(model, *like),
        },
        Side::Bool => ours!(__bcast::BOOL),
        Side::Usize => ours!(__bcast::USIZE),
        Side::Number(integer) => literal(integer),
    }
}

/// The names whose types an error leaves open, so that all that is computed from them has an open type: the first operand or place in an
/// operator, and all values.
#[derive(Default)]
struct Opened {
    names: Vec<Ident>,
    has_operand: bool,
    operators: Vec<usize>,
}

impl Opened {
    fn add(&mut self, model: &Model, side: Side) {
        let name = match side {
            Side::Value(index) if !self.operators.contains(&index) => {
                self.operators.push(index);
                let operator = &model.operators[index];
                self.add(model, operator.left);
                return self.add(model, operator.right);
            }
            Side::Call(call) => numbered("__p", call),
            Side::Place if !self.has_operand => local("__view"),
            Side::Operand(operand) if !self.has_operand => {
                view_of(model, operand).unwrap_or_else(|| numbered("__k", operand))
            }
            _ => return,
        };
        self.has_operand |= matches!(side, Side::Place | Side::Operand(_));
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }
}
