//! Reads files of rows in JSON that state once what rows have in common.
use serde_json::{Map, Value};

/// The rows of a file.
///
/// A line is a row: an object, or the list of its values, whose names an earlier line `{"all": {..}, "fields": [..]}` lists. Such a list has null for
/// a value that the row lacks, or ends before it. `all` is what the rows after it have in common; a later one adds to it and replaces.
///
/// # Panics
/// If the file has another form.
pub fn rows(text: &str) -> Vec<Map<String, Value>> {
    let (mut all, mut fields, mut rows) = (Map::new(), Vec::<String>::new(), Vec::new());
    for line in text.lines() {
        let row: Map<String, Value> = match serde_json::from_str(line).expect("each line is JSON") {
            Value::Object(mut common) if common.contains_key("all") => {
                let names =
                    common.remove("fields").map(|names| serde_json::from_value(names).expect("a list of names"));
                fields = names.unwrap_or(fields);
                all.extend(common["all"].as_object().expect("what rows have in common").clone());
                continue;
            }
            Value::Object(row) => row,
            Value::Array(values) => fields.iter().cloned().zip(values).filter(|(_, value)| !value.is_null()).collect(),
            _ => panic!("neither an object nor a list: {line}"),
        };
        rows.push(all.clone().into_iter().chain(row).collect());
    }
    rows
}
