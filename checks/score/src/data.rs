//! The files of programs: `=== name | category`, the program, then other programs: after `---` one that may have been meant, and after
//! `--- by WORDS` what becomes of the program if one does what these words of the answer say. In the other programs, a line with only a
//! ditto mark, `"`, is the line in this place of the first one.

use std::error::Error;
use std::fs;

/// One program.
pub struct Program {
    pub name: String,
    pub category: String,
    pub text: String,
    /// What the author may have meant; empty for legal programs.
    pub meant: Vec<String>,
    /// Words of the answer, and the program that results from doing what they say.
    pub followed: Vec<(String, String)>,
}

impl Program {
    /// The programs that must compile.
    pub fn right(&self) -> impl Iterator<Item = &String> {
        self.meant.iter().chain(self.followed.iter().map(|(_, text)| text))
    }
}

/// The programs of a file.
pub fn read(path: &str) -> Result<Vec<Program>, Box<dyn Error>> {
    let content = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut programs = Vec::<Program>::new();
    for block in format!("\n{content}").split("\n=== ").skip(1) {
        let (heading, body) = block.split_once('\n').ok_or("a heading without a program")?;
        let (name, category) = heading.split_once(" | ").ok_or_else(|| format!("no category: {heading}"))?;
        let mut parts = format!("\n{body}").split("\n---").map(str::to_owned).collect::<Vec<_>>().into_iter();
        let text = parts.next().unwrap_or_default().trim_start().to_owned() + "\n";
        let mut program =
            Program { name: name.to_owned(), category: category.to_owned(), text, meant: vec![], followed: vec![] };
        for part in parts {
            let (kind, text) = part.split_once('\n').ok_or("a heading without a program")?;
            let whole =
                |(place, line)| if line == "\"" { program.text.lines().nth(place).unwrap_or(line) } else { line };
            let text = text.trim_end().lines().enumerate().map(whole).collect::<Vec<_>>().join("\n") + "\n";
            match kind.strip_prefix(" by ") {
                Some(words) => program.followed.push((words.to_owned(), text)),
                None if kind.is_empty() => program.meant.push(text),
                None => return Err(format!("unknown heading `{kind}` in `{name}`").into()),
            }
        }
        if programs.iter().any(|other| other.name == program.name) {
            return Err(format!("two programs `{name}`").into());
        }
        programs.push(program);
    }
    Ok(programs)
}
