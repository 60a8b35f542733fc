//! Every operator, opset and element type against ONNX's schemas: exactly the types in the schemas are accepted.

mod common;

use bcast_ops::{Attribute, Attributes, ElementType, Fact, Length, Operator, OperatorError};
use common::{cases, report};
use serde_json::{Map, Value};

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(text).collect()
}

/// A valid value of the attribute.
fn value(name: &str) -> Attribute {
    match name {
        "alpha" | "beta" | "epsilon" | "momentum" => Attribute::Float(1.0),
        "direction" => "LEFT".into(),
        "consumed_inputs" | "axes" => Attribute::Ints(vec![0, 1]),
        "broadcast" | "spatial" | "num_groups" | "p" | "stash_type" => 1.into(),
        _ => 0.into(),
    }
}

fn attributes<'n>(names: impl IntoIterator<Item = &'n str>) -> Attributes {
    names.into_iter().map(|name| (name, value(name))).collect()
}

/// A valid shape of an operator's input, given the others.
fn shape(operator: &str, opset: i64, input: usize) -> Vec<Length> {
    let rank = match (operator, input) {
        ("Gemm", _) | ("PRelu" | "Softmax" | "LogSoftmax", 0) => 2,
        ("BatchNormalization" | "GroupNormalization" | "InstanceNormalization" | "MeanVarianceNormalization", 0) => 4,
        ("Expand", 1) => return vec![Length::Known(1)],
        // A number for each group.
        ("GroupNormalization", _) if opset < 21 => return vec![Length::Known(1)],
        (name, 0) if name.starts_with("Reduce") => 2,
        _ => 1,
    };
    vec![Length::Known(2); rank]
}

#[test]
fn schemas_are_followed() {
    let schemas = cases("onnx_schemas.jsonl");
    let last = schemas[0]["last"].as_i64().expect("an opset");
    let mut names: Vec<&str> = schemas.iter().map(|schema| schema["op"].as_str().expect("a name")).collect();
    names.dedup();
    assert_eq!(names.len(), 47);
    let (mut failures, mut count) = (Vec::new(), 0);
    for name in names {
        for opset in 0..=last + 1 {
            let of_name =
                |schema: &&Map<String, Value>| schema["op"] == name && schema["since"].as_i64() <= Some(opset);
            let schema = schemas.iter().rfind(of_name);
            let Some(schema) = schema.filter(|_| opset <= last) else {
                count += 1;
                let opset_error = |error| matches!(error, OperatorError::UnknownOpset { .. });
                if !Operator::onnx(name, opset, &Attributes::new()).is_err_and(opset_error) {
                    failures.push(format!("{name} is not in opset {opset}"));
                }
                continue;
            };
            let all = attributes(texts(&schema["attributes"]));
            let needed = attributes(texts(&schema["required"]));
            let mut more = all.clone();
            more.insert("no_such", 1);
            for (attributes, is_right) in [(&all, true), (&needed, true), (&more, false)] {
                count += 1;
                if Operator::onnx(name, opset, attributes).is_ok() != is_right {
                    failures.push(format!("{name} of opset {opset} with {attributes:?} should be {is_right}"));
                }
            }
            let Ok(operator) = Operator::onnx(name, opset, &needed) else { continue };
            count += types(name, opset, schema, &operator, &mut failures);
        }
    }
    report("schemas", count, &failures);
}

/// Every type for every input in turn; inputs that share a type parameter have the same type.
fn types(
    name: &str,
    opset: i64,
    schema: &Map<String, Value>,
    operator: &Operator,
    failures: &mut Vec<String>,
) -> usize {
    let inputs = schema["inputs"].as_array().expect("a list");
    // The name of an input, its type parameter, and whether it is variadic; a variadic one stands for several.
    let inputs: Vec<&Value> = if inputs[0][2] == "Variadic" { vec![&inputs[0]; 3] } else { inputs.iter().collect() };
    // A type parameter has the name of a list.
    let allowed = |parameter: &Value| texts(&schema[text(&schema["types"][text(parameter)])]);
    let mut count = 0;
    for (varied, input) in inputs.iter().enumerate() {
        for &element_type in ElementType::ALL {
            let fact = |index: usize, other: &&Value| {
                let own = allowed(&other[1]);
                // Inputs of another parameter have its first type.
                let first = || ElementType::ALL.iter().copied().find(|known| own.contains(&known.name()));
                let is_same = other[1] == input[1];
                let element_type = if is_same { element_type } else { first().expect("a type") };
                Fact::new(element_type, shape(name, opset, index))
            };
            let facts: Vec<Fact> = inputs.iter().enumerate().map(|(index, other)| fact(index, other)).collect();
            let mut is_right = allowed(&input[1]).contains(&element_type.name());
            // With `fmod = 0`, specifications before opset 28 require integers.
            is_right &= name != "Mod" || opset >= 28 || element_type.name().contains("int");
            count += 1;
            match operator.infer(&facts) {
                Ok(_) if !is_right => {
                    failures.push(format!("{name} of opset {opset} takes {element_type} for {input}"))
                }
                Err(error) if is_right => failures.push(format!("{name} of opset {opset}: {error}")),
                Ok(output) if !allowed(&schema["output"]).contains(&output.element_type.name()) => {
                    failures.push(format!("{name} of opset {opset} gives {output}"));
                }
                _ => {}
            }
            // Only one input has this type.
            let alone = inputs.iter().filter(|other| other[1] == input[1]).count() == 1;
            let mut mixed = facts;
            let other = (varied + 1) % mixed.len();
            if !alone && mixed.len() > 1 && inputs[other][1] == input[1] {
                mixed[other].element_type =
                    if element_type == ElementType::Float32 { ElementType::Float64 } else { ElementType::Float32 };
                count += 1;
                if operator.infer(&mixed).is_ok() {
                    failures.push(format!("{name} of opset {opset} takes {element_type} beside another type"));
                }
            }
        }
    }
    count
}
