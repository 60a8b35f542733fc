//! Reads a `.onnx` file whose nodes are operators of this crate, and runs it node by node.
//!
//! ```text
//! cargo run --release -p bcast-ops --example onnx_model
//! cargo run --release -p bcast-ops --example onnx_model -- DIRECTORY
//! ```
//!
//! A directory holds `model.onnx`, the inputs `input_0.pb` and so on, and the expected outputs `output_0.pb` and so on,
//! like onnx's own tests. `make_model.py` made the one beside this file, with onnxruntime's outputs. For each node the
//! program prints the shape inferred without data, the batch being a name, and the shape computed; at the end it prints
//! the largest difference from onnxruntime's outputs.

mod onnx;

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use bcast_ops::{Array, ArrayView, Fact, Operator};
use prost::Message;

/// The tolerance of an output, relative to its magnitude and absolute near 0.
const TOLERANCE: f64 = 1e-5;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/onnx_model");
    let directory = std::env::args().nth(1).map_or(here, PathBuf::from);
    let model = onnx::Model::decode(&*std::fs::read(directory.join("model.onnx"))?)?;
    let graph = model.graph.ok_or("the model has no graph")?;
    let opset = model.opsets.iter().find(|opset| opset.domain.is_empty()).ok_or("the model names no opset")?.version;

    let mut operators = Vec::new();
    for node in &graph.nodes {
        if !node.domain.is_empty() {
            return Err(format!("`{}` is of the domain {}", node.operator, node.domain).into());
        }
        operators.push(Operator::onnx(&node.operator, opset, &node.attributes()?)?);
    }
    let facts = infer(&graph, &operators)?;
    let values = run(&graph, &operators, &facts, &directory)?;
    compare(&graph, &values, &directory)
}

/// Infers a fact for every value before the model runs.
fn infer(graph: &onnx::Graph, operators: &[Operator]) -> Result<HashMap<String, Fact>, Box<dyn Error>> {
    let mut facts = HashMap::new();
    for input in &graph.inputs {
        facts.insert(input.name.clone(), input.fact()?);
    }
    for constant in &graph.initializers {
        facts.insert(constant.name.clone(), Fact::from(&constant.array()?));
    }
    for (node, operator) in graph.nodes.iter().zip(operators) {
        let inputs: Vec<Fact> = inputs(node).map(|name| find(&facts, name).cloned()).collect::<Result<_, _>>()?;
        facts.insert(node.outputs[0].clone(), operator.infer(&inputs)?);
    }
    Ok(facts)
}

/// Computes every value.
fn run(
    graph: &onnx::Graph,
    operators: &[Operator],
    facts: &HashMap<String, Fact>,
    directory: &Path,
) -> Result<HashMap<String, Array>, Box<dyn Error>> {
    let mut values = HashMap::new();
    for constant in &graph.initializers {
        values.insert(constant.name.clone(), constant.array()?);
    }
    for (index, input) in graph.inputs.iter().enumerate() {
        values.insert(input.name.clone(), read(directory, "input", index)?);
    }
    for (node, operator) in graph.nodes.iter().zip(operators) {
        let inputs: Vec<ArrayView<'_>> =
            inputs(node).map(|name| find(&values, name).map(Array::view)).collect::<Result<_, _>>()?;
        let output = operator.run(&inputs)?;
        let name = &node.outputs[0];
        println!("{:<34} {name:<12} {:<22} {:?}", operator.name(), find(facts, name)?.to_string(), output.shape());
        values.insert(name.clone(), output);
    }
    Ok(values)
}

/// Compares the outputs with the expected ones.
fn compare(graph: &onnx::Graph, values: &HashMap<String, Array>, directory: &Path) -> Result<(), Box<dyn Error>> {
    for (index, output) in graph.outputs.iter().enumerate() {
        let (found, expected) = (find(values, &output.name)?, read(directory, "output", index)?);
        match (found.as_array::<f32>(), expected.as_array::<f32>()) {
            (Some(found), Some(expected)) if found.shape() == expected.shape() => {
                let mut largest = 0.0_f64;
                for (&found, &expected) in found.iter().zip(expected) {
                    let (found, expected) = (f64::from(found), f64::from(expected));
                    largest = largest.max((found - expected).abs() / expected.abs().max(1.0));
                }
                println!("{}: {} numbers, the largest difference is {largest:.1e}", output.name, expected.len());
                // NaN is not below the tolerance either.
                if largest.is_nan() || largest > TOLERANCE {
                    return Err(format!("`{}` is not what it should be", output.name).into());
                }
            }
            _ if *found == expected => println!("{}: the same", output.name),
            _ => return Err(format!("`{}` is not what it should be", output.name).into()),
        }
    }
    Ok(())
}

/// The inputs of a node; an omitted optional one has no name.
fn inputs(node: &onnx::Node) -> impl Iterator<Item = &str> {
    node.inputs.iter().map(String::as_str).filter(|name| !name.is_empty())
}

fn find<'m, T>(values: &'m HashMap<String, T>, name: &str) -> Result<&'m T, Box<dyn Error>> {
    values.get(name).ok_or_else(|| format!("no value is called `{name}`").into())
}

fn read(directory: &Path, what: &str, index: usize) -> Result<Array, Box<dyn Error>> {
    onnx::Tensor::decode(&*std::fs::read(directory.join(format!("{what}_{index}.pb")))?)?.array()
}
