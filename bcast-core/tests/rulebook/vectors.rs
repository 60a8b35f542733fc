//! All rows of engines' results in `tests/data/vectors`, or in the directory `ENGINES`, which `.ci/engines/run` can write.

use std::env;
use std::fs;
use std::path::PathBuf;

use bcast_core::rules::mode::Mode;
use serde_json::Value;

use crate::support::{Spec, reads};

#[path = "../../../tests/common/vectors.rs"]
pub mod stored;

pub fn data() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "tests", "data"].iter().collect()
}

pub fn lengths(value: &Value) -> Vec<usize> {
    value
        .as_array()
        .map(|list| list.iter().map(|length| length.as_u64().unwrap() as usize).collect())
        .unwrap_or_default()
}

pub fn axes(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|axis| axis.as_i64().unwrap()).collect()
}

/// A row's call, and the keys of its operands.
fn spec(row: &Value) -> (Spec<usize>, Vec<&'static str>) {
    let (mode, keys) = match row["mode"].as_str().unwrap() {
        "binaryop" => (Mode::Ncnn, vec!["a", "b"]),
        "elementwise_axis" => (Mode::Paddle, vec!["a", "b"]),
        "expand" => (Mode::Bidirectional, vec!["data"]),
        "gemm_c" | "prelu" => (Mode::Unidirectional, vec!["a", "b"]),
        "where" => (Mode::Numpy, vec!["cond", "x", "y"]),
        name if row.get("data").is_some() => (Mode::from_name(name).unwrap(), vec!["data"]),
        name => (Mode::from_name(name).unwrap(), vec!["a", "b"]),
    };
    let shapes: Vec<Vec<usize>> = keys.iter().map(|key| lengths(&row[*key])).collect();
    let mut spec = Spec::new(mode, &shapes.iter().map(Vec::as_slice).collect::<Vec<_>>());
    spec.axis = row.get("axis").map(|axis| axis.as_i64().unwrap());
    spec.axes = row.get("axes_mapping").map(axes);
    spec.to = row.get("target").map(lengths);
    (spec, keys)
}

fn check(row: &Value) -> Result<(), String> {
    let decides = ["document_ok", "spec_unidirectional_ok", "ok"].into_iter().find_map(|key| row.get(key));
    let ok = decides.and_then(Value::as_bool).unwrap();
    let (spec, keys) = spec(row);
    let resolution = match spec.resolve() {
        Ok(resolution) => resolution,
        Err(error) if ok => return Err(format!("refused: {error}")),
        Err(error) => {
            // Every party in the text of a refusal has a name.
            let text = error.to_string();
            return if text.contains("``") || text.contains("`?`") { Err(format!("bad text: {text}")) } else { Ok(()) };
        }
    };
    if !ok {
        return Err(format!("accepted as {resolution}"));
    }
    let out = lengths(row.get("document_out").unwrap_or(&row["out"]));
    if resolution.shape[..] != out {
        return Err(format!("shape is {:?}", resolution.shape));
    }
    for (operand, key) in keys.iter().enumerate() {
        if let Some(index) = row.get(format!("{key}_index")) {
            let reads = reads(&resolution, operand, &spec.operands[operand].1);
            if reads != lengths(index) {
                return Err(format!("{key} reads {reads:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn results_equal_the_engines() {
    let (mut rows, mut failures) = (0, Vec::new());
    let other = env::var_os("ENGINES").map(PathBuf::from);
    let enough = if other.is_some() { 0 } else { 10_000 };
    for entry in fs::read_dir(other.unwrap_or_else(|| data().join("vectors"))).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for (number, row) in stored::rows(&fs::read_to_string(&path).unwrap()).iter().enumerate() {
            if row.get("undefined").is_some() && row.get("document_ok").is_none() {
                continue;
            }
            rows += 1;
            if let Err(failure) = check(row) {
                let file = path.file_name().unwrap().to_string_lossy();
                let text: String = row.to_string().chars().take(300).collect();
                failures.push(format!("{file}, row {}: {text}: {failure}", number + 1));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {rows} rows:\n{}", failures.len(), failures.join("\n"));
    assert!(rows > enough, "only {rows} rows");
}
