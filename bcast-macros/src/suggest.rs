//! "Did you mean": the nearest name in a list.

/// Returns `; did you mean ..?` for the nearest candidate, or an empty text if none is near.
pub fn did_you_mean(typed: &str, candidates: &[&str]) -> String {
    nearest(typed, candidates).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// Returns the candidate at most two edits away, or made of the same letters.
pub fn nearest<'a>(typed: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let near = |&(distance, name): &(usize, &str)| {
        // Replacing every letter of a short name is not a typing error.
        let length = name.chars().count().max(typed.chars().count());
        same_letters(typed, name) || (distance <= 2 && 2 * distance < length)
    };
    let distances = candidates.iter().map(|&name| (distance(typed, name), name));
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
    use super::nearest;

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
