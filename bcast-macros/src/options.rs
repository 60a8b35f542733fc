//! The spellings of options, the lints that `allow` takes, and "did you mean": the nearest name in a list.

pub use bcast_core::report::lint::Lint;
pub use bcast_core::rules::mode::OptionName;

/// The options by their names in a call; `axis(path)` and `axes(path)` are named `axis` and `axes`.
pub fn written() -> Vec<OptionName> {
    OptionName::ALL.into_iter().filter(|option| !matches!(option, OptionName::OwnAxis | OptionName::OwnAxes)).collect()
}

/// Their names.
pub fn names() -> Vec<&'static str> {
    written().into_iter().map(OptionName::name).collect()
}

/// The option of this name.
pub fn from_name(name: &str) -> Option<OptionName> {
    written().into_iter().find(|option| option.name() == name)
}

/// The form of the option for one operand, if there is one.
pub const fn own(option: OptionName) -> Option<OptionName> {
    match option {
        OptionName::Axis => Some(OptionName::OwnAxis),
        OptionName::Axes => Some(OptionName::OwnAxes),
        _ => None,
    }
}

/// An example of the option, for messages.
pub const fn example(option: OptionName) -> &'static str {
    match option {
        OptionName::Mode => "mode = pdpd",
        OptionName::Axis | OptionName::OwnAxis => "axis = 1",
        OptionName::Axes | OptionName::OwnAxes => "axes = [1, 2]",
        OptionName::To => "to = [n, c]",
        OptionName::Base => "base = x",
        OptionName::Threads | OptionName::Keep | OptionName::Unzip => option.name(),
        OptionName::Allow => "allow = rank_promotion",
    }
}

/// `` `a`, `b`, `c` ``
pub fn list(names: &[impl AsRef<str>]) -> String {
    names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ")
}

/// Returns `; did you mean ..?` for the nearest candidate, or an empty text if none is near.
pub fn did_you_mean(typed: &str, candidates: &[impl AsRef<str>]) -> String {
    nearest(typed, candidates).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// Returns the candidate at most two edits away, or made of the same letters.
pub fn nearest<'a>(typed: &str, candidates: &'a [impl AsRef<str>]) -> Option<&'a str> {
    let near = |&(distance, name): &(usize, &str)| {
        // Replacing every letter of a short name is not a typing error.
        let length = name.chars().count().max(typed.chars().count());
        same_letters(typed, name) || (distance <= 2 && 2 * distance < length)
    };
    let distances = candidates.iter().map(|name| (distance(typed, name.as_ref()), name.as_ref()));
    distances.filter(near).min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

fn same_letters(one: &str, other: &str) -> bool {
    let mut left: Vec<char> = other.to_lowercase().chars().collect();
    let mut is_left = |letter| left.iter().position(|&one| one == letter).map(|at| left.swap_remove(at)).is_some();
    one.to_lowercase().chars().all(&mut is_left) && left.is_empty()
}

/// The Levenshtein distance, one row at a time.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut left = i + 1;
        let mut next = vec![left];
        for (b, pair) in other.chars().zip(row.windows(2)) {
            let &[diagonal, above] = pair else { continue };
            left = (diagonal + usize::from(a != b)).min(above + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Lint, OptionName, example, from_name, nearest, written};

    #[test]
    fn names_round_trip() {
        for option in written() {
            assert_eq!(from_name(option.name()), Some(option));
            assert!(example(option).starts_with(option.name()));
        }
        for lint in Lint::ALL {
            assert_eq!(Lint::from_name(lint.name()), Some(lint));
        }
        assert_eq!(from_name("Mode"), None);
        assert_eq!(OptionName::ALL.len(), written().len() + 2);
    }

    #[test]
    fn near_names() {
        let options = ["mode", "axis", "axes", "to", "base", "threads", "allow"];
        for (typed, wanted) in [
            ("mod", Some("mode")),
            ("axsi", Some("axis")),
            ("axis", Some("axis")),
            ("axs", Some("axis")),
            ("ot", Some("to")),
            ("treads", Some("threads")),
            ("shape", None),
            ("bias", None),
            ("b", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, &options), wanted, "{typed}");
        }
    }
}
