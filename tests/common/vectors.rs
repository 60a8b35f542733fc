//! Reads the rows of `tests/data/vectors` in their packed form, which its `README.md` describes, and unpacked rows.
use serde_json::{Map, Value};

/// The rows of a file, unpacked.
///
/// # Panics
/// If the file has another form.
pub fn rows(text: &str) -> Vec<Value> {
    let (mut all, mut rows) = (Map::new(), Vec::new());
    for line in text.lines() {
        let mut line: Map<String, Value> = serde_json::from_str(line).expect("each line is an object");
        if let Some(Value::Object(same)) = line.remove("all") {
            all = same;
            continue;
        }
        let mut row = all.clone();
        for (key, value) in &line {
            match key.strip_suffix("_strides") {
                Some(operand) => row.insert(format!("{operand}_index"), indices(&line["out"], value).into()),
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
    let (lengths, strides) = (list(out), list(strides));
    assert_eq!(lengths.len(), strides.len(), "a stride for each axis");
    lengths.iter().zip(strides).fold(vec![0], |found, (&length, stride)| {
        found.iter().flat_map(|index| (0..length).map(move |position| index + position * stride)).collect()
    })
}
