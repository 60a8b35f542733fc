//! The spellings of options, and the lints that `allow` takes.

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
        OptionName::Axis => "axis = 1",
        OptionName::Axes => "axes = [1, 2]",
        OptionName::To => "to = [n, c]",
        OptionName::Base => "base = x",
        OptionName::OwnAxis => "axis(x) = 1",
        OptionName::OwnAxes => "axes(x) = [1, 2]",
        OptionName::Threads => "threads",
        OptionName::Keep => "keep",
        OptionName::Unzip => "unzip",
        OptionName::Allow => "allow = rank_promotion",
    }
}

/// `` `a`, `b`, `c` ``
pub fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Lint, OptionName, example, from_name, own, written};

    #[test]
    fn names_round_trip() {
        for option in written() {
            assert_eq!(from_name(option.name()), Some(option));
            assert!(example(option).starts_with(option.name()));
            assert!(own(option).is_none_or(|own| example(own).starts_with(option.name())));
        }
        for lint in Lint::ALL {
            assert_eq!(Lint::from_name(lint.name()), Some(lint));
        }
        assert_eq!(from_name("Mode"), None);
        assert_eq!(OptionName::ALL.len(), written().len() + 2);
    }
}
