//! Reads the rows of `tests/data/vectors` in their packed form, which its `README.md` describes, and unpacked rows.
use serde_json::{Map, Value};

/// The rows of a file, unpacked.
///
/// # Panics
/// If the file has another form.
pub fn rows(text: &str) -> Vec<Value> {
    let (mut all, mut fields, mut rows) = (Map::new(), Vec::new(), Vec::new());
    for line in text.lines() {
        let packed: Map<String, Value> = match serde_json::from_str(line).expect("each line is JSON") {
            Value::Object(mut first) if first.contains_key("all") => {
                all = serde_json::from_value(first["all"].take()).expect("what all rows have");
                fields =
                    first.remove("fields").map_or(Vec::new(), |names| serde_json::from_value(names).expect("names"));
                continue;
            }
            Value::Object(packed) => packed,
            Value::Array(values) => fields.iter().cloned().zip(values).filter(|(_, value)| !value.is_null()).collect(),
            _ => panic!("neither an object nor a list: {line}"),
        };
        let mut row = all.clone();
        row.entry("ok").or_insert(packed.contains_key("out").into());
        for (key, value) in &packed {
            match key.strip_suffix("_strides") {
                Some(operand) => row.insert(format!("{operand}_index"), indices(&packed["out"], value).into()),
                None => row.insert(key.clone(), value.clone()),
            };
        }
        rows.push(Value::Object(row));
    }
    rows
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
