//! The options of a call, by name.

use core::fmt;

/// Defines an enum whose variants have names. The two texts document the list of all variants and the name.
macro_rules! named {
    ($(#[$meta:meta])* enum $kind:ident: $all:literal [$count:literal], $each:literal { $($(#[$about:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        pub enum $kind {
            $($(#[$about])* $variant,)*
        }

        impl $kind {
            #[doc = $all]
            pub const ALL: [Self; $count] = [$(Self::$variant),*];

            #[doc = $each]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}
pub(crate) use named;

named! {
    /// The name of an option of a call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum OptionName: "Every option." [11], "The option's name as written in a call." {
        /// `mode = NAME`
        Mode = "mode",
        /// `axis = e`
        Axis = "axis",
        /// `axes = e`
        Axes = "axes",
        /// `to = e`
        To = "to",
        /// `base = path`
        Base = "base",
        /// `axis(path) = e`
        OwnAxis = "axis(..)",
        /// `axes(path) = e`
        OwnAxes = "axes(..)",
        /// `threads`
        Threads = "threads",
        /// `keep`
        Keep = "keep",
        /// `unzip`
        Unzip = "unzip",
        /// `allow = lint`
        Allow = "allow",
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
