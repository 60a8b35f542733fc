//! Messages are short, and each mistake is one error.
//!
//! `cargo test -p ui-tests --test length -- --nocapture` prints the number of lines of each area's recorded messages.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The maximum for the median number of lines of an area's messages.
const MEDIAN: usize = 15;
/// The area whose pairs contain several mistakes.
const SEVERAL: &str = "several";

#[test]
fn messages_are_short() {
    let mut lengths: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (area, _, _, message) in messages() {
        // The note about warnings as errors comes from the test file's own attribute.
        let is_ours = |line: &&str| *line != "note: the lint level is defined here";
        let of_area = lengths.entry(area).or_default();
        for line in message.lines().take_while(is_ours) {
            match of_area.last_mut() {
                Some(length) if !line.starts_with("error") => *length += 1,
                _ => of_area.push(1),
            }
        }
    }
    lengths.insert("all areas".to_owned(), lengths.values().flatten().copied().collect());
    println!("{:<10} {:>6} {:>6} {:>7}", "area", "errors", "median", "longest");
    for (area, mut lengths) in lengths {
        lengths.sort_unstable();
        let (median, longest) = (lengths[lengths.len() / 2], lengths[lengths.len() - 1]);
        println!("{area:<10} {:>6} {median:>6} {longest:>7}", lengths.len());
        assert!(median <= MEDIAN || area == SEVERAL, "{area}: the message in the middle has {median} lines");
    }
}

#[test]
fn one_mistake_is_one_error() {
    for (area, name, mistakes, message) in messages() {
        let errors = message.lines().filter(|line| line.starts_with("error")).count();
        if area == "types" || area == "lint" {
            assert_eq!(errors, mistakes, "{area}/{name}:\n{message}");
        }
    }
}

#[test]
fn messages_name_the_ndarray_version_in_use() {
    let read = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let version = |text: &str, before: &str| -> String {
        let (_, behind) = text.split_once(before).unwrap_or_else(|| panic!("no {before:?}"));
        behind.split('.').take(2).collect::<Vec<_>>().join(".").chars().take_while(|c| !":\"".contains(*c)).collect()
    };
    let in_use = version(&read("Cargo.toml"), "\nndarray = { version = \"");
    for file in ["bcast-core/src/operand/kind.rs", "bcast-core/src/operand/place.rs"] {
        assert_eq!(version(&read(file), "of ndarray "), in_use, "{file}");
    }
}

/// The area and the name of each pair, the number of its mistakes, and the recorded text. A mistake is a module, or the whole file.
fn messages() -> Vec<(String, String, usize, String)> {
    let areas = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let paths = |folder: &Path| -> Vec<_> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let text = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut messages = Vec::new();
    for area in paths(&areas) {
        for path in paths(&area).iter().filter(|path| path.extension().is_some_and(|extension| extension == "stderr")) {
            let read = |path: &Path| fs::read_to_string(path).expect("both files of a pair are text");
            let modules = read(&path.with_extension("rs")).lines().filter(|line| line.starts_with("mod ")).count();
            messages.push((text(&area), text(path), modules.max(1), read(path)));
        }
    }
    messages
}
