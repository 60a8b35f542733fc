//! All rows of the documents' tables, `tests/data/specification_tables.jsonl`.

use std::fs;

use bcast_core::rules::mode::Mode;

use crate::support::Spec;
use crate::vectors::stored::packed;
use crate::vectors::{axes, data, lengths};

#[test]
fn the_documents_tables_hold() {
    let rows = packed::rows(&fs::read_to_string(data().join("specification_tables.jsonl")).unwrap());
    let mut failures = Vec::new();
    for row in &rows {
        let shapes: Vec<Vec<usize>> = row["operands"].as_array().unwrap().iter().map(lengths).collect();
        let mode = Mode::from_name(row["mode"].as_str().unwrap()).unwrap();
        let mut spec = Spec::new(mode, &shapes.iter().map(Vec::as_slice).collect::<Vec<_>>());
        spec.axis = row.get("axis").map(|axis| axis.as_i64().unwrap());
        spec.axes = row.get("axes").map(axes);
        spec.to = row.get("to").map(lengths);
        let resolution = spec.resolve();
        let right = match &resolution {
            Ok(resolution) => {
                let maps: Vec<Vec<usize>> = resolution.maps.iter().map(|map| map.output_axes().collect()).collect();
                let said = row.get("maps").map(|maps| maps.as_array().unwrap().iter().map(lengths).collect::<Vec<_>>());
                row["ok"] == true
                    && resolution.shape[..] == lengths(&row["out"])
                    && said.is_none_or(|said| said == maps)
            }
            Err(_) => row["ok"] == false,
        };
        if !right {
            failures.push(format!("{row:?}: {resolution:?}"));
        }
    }
    assert!(failures.is_empty(), "{} of {} rows:\n{}", failures.len(), rows.len(), failures.join("\n"));
}
