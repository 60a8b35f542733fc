//! Reads the rows of `tests/data/vectors` in their packed form, which its `README.md` describes, and unpacked rows.
use serde_json::{Map, Value};

#[path = "packed.rs"]
pub mod packed;

/// The rows of a file, unpacked.
///
/// # Panics
/// If the file has another form.
pub fn rows(text: &str) -> Vec<Value> {
    let unpacked = |mut row: Map<String, Value>| {
        if let Some(Value::String(name)) = row.get("out") {
            row["out"] = row[name].clone();
        }
        let mut unpacked = Map::from_iter([("ok".to_owned(), row.contains_key("out").into())]);
        unpacked.extend(row.iter().map(|(key, value)| match key.strip_suffix("_strides") {
            Some(operand) => (format!("{operand}_index"), indices(&row["out"], value).into()),
            None => (key.clone(), value.clone()),
        }));
        Value::Object(unpacked)
    };
    packed::rows(text).into_iter().map(unpacked).collect()
}

/// For each element of the output in C order, the element of the operand that it reads.
fn indices(out: &Value, strides: &Value) -> Vec<u64> {
    let list = |value: &Value| -> Vec<u64> { serde_json::from_value(value.clone()).expect("a list of numbers") };
    let lengths = list(out);
    if let Some(step) = strides.as_u64() {
        return (0..lengths.iter().product()).map(|position: u64| step * position).collect();
    }
    let strides = list(strides);
    assert_eq!(lengths.len(), strides.len(), "a stride for each axis");
    lengths.iter().zip(strides).fold(vec![0], |found, (&length, stride)| {
        found.iter().flat_map(|index| (0..length).map(move |position| index + position * stride)).collect()
    })
}
