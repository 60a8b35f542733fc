//! The files of programs: `=== name | category`, the program, and after each `--- meant` a program that may have been meant.

use std::error::Error;
use std::fs;

/// One program.
pub struct Program {
    pub name: String,
    pub category: String,
    pub text: String,
    /// What the author may have meant; empty for legal programs.
    pub meant: Vec<String>,
}

/// The programs of a file.
pub fn read(path: &str) -> Result<Vec<Program>, Box<dyn Error>> {
    let content = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut programs = Vec::<Program>::new();
    for block in format!("\n{content}").split("\n=== ").skip(1) {
        let (heading, body) = block.split_once('\n').ok_or("a heading without a program")?;
        let (name, category) = heading.split_once(" | ").ok_or_else(|| format!("no category: {heading}"))?;
        let mut texts = body.split("--- meant\n").map(str::to_owned);
        let program = Program {
            name: name.to_owned(),
            category: category.to_owned(),
            text: texts.next().unwrap_or_default(),
            meant: texts.collect(),
        };
        if programs.iter().any(|other| other.name == program.name) {
            return Err(format!("two programs `{name}`").into());
        }
        programs.push(program);
    }
    Ok(programs)
}
