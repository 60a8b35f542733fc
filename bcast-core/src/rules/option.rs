//! The options of a call, by name.

use core::fmt;

/// The name of an option of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptionName {
    /// `mode = NAME`
    Mode,
    /// `axis = e`
    Axis,
    /// `axes = e`
    Axes,
    /// `to = e`
    To,
    /// `base = path`
    Base,
    /// `axis(path) = e`
    OwnAxis,
    /// `axes(path) = e`
    OwnAxes,
    /// `threads`
    Threads,
    /// `keep`
    Keep,
    /// `unzip`
    Unzip,
    /// `allow = lint`
    Allow,
}

impl OptionName {
    /// Every option.
    pub const ALL: [Self; 11] = [
        Self::Mode,
        Self::Axis,
        Self::Axes,
        Self::To,
        Self::Base,
        Self::OwnAxis,
        Self::OwnAxes,
        Self::Threads,
        Self::Keep,
        Self::Unzip,
        Self::Allow,
    ];

    /// The option's name as written in a call.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mode => "mode",
            Self::Axis => "axis",
            Self::Axes => "axes",
            Self::To => "to",
            Self::Base => "base",
            Self::OwnAxis => "axis(..)",
            Self::OwnAxes => "axes(..)",
            Self::Threads => "threads",
            Self::Keep => "keep",
            Self::Unzip => "unzip",
            Self::Allow => "allow",
        }
    }
}

impl OptionName {
    /// True for an option that is written without a value.
    pub const fn is_flag(self) -> bool {
        matches!(self, Self::Threads | Self::Keep | Self::Unzip)
    }
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
