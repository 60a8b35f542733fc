//! The words of a call that are not Rust, as items: an editor resolves the options of a call to these, to document and complete them.

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $(
            $(#[$doc])*
            #[allow(non_camel_case_types, reason = "written as a word of the call")]
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
        )*
        /// The placeholder for a missing word.
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "written as a word of the call")]
        #[derive(Clone, Copy, Debug)]
        pub struct any;
    };
}

/// The options.
pub mod option {
    words! {
        /// `mode = NAME`: the broadcasting rule, by default `numpy`. Only a name is possible, since types depend on it.
        mode
        /// `axis = e`: where an operand's first axis sits in the result (pdpd, paddle); -1 aligns the last axes.
        ///
        /// `axis(path) = e`: the same for one operand, which then does not vote on the result's shape.
        axis
        /// `axes = e`: operand axis i sits at axis `axes[i]` of the target (explicit).
        ///
        /// `axes(path) = e`: the same for one operand, which then does not vote on the result's shape.
        axes
        /// `to = e`: the shape of the result, as an array, a slice, a tuple, or one integer for rank 1.
        to
        /// `base = path`: the operand that gives the result its shape (unidirectional, pdpd), instead of the first array.
        base
        /// `threads`: the call may be computed by several threads.
        threads
        /// `keep`: axes that are reduced and would be left out of the result stay, with length 1.
        keep
        /// `unzip`: the expression gives a tuple, and each of its entries is an array of its own.
        unzip
        /// `allow = LINT`: switches one warning off for this call.
        allow
    }
}

/// The values of `mode`.
pub mod mode_name {
    pub use bcast_core::typed::names::modes::*;
    words! {}
}

/// The values of `allow`.
pub mod lint {
    words! {
        /// Two operands stretch along each other over one length: `(N,) + (N, 1)` gives `(N, N)`.
        mutual_stretch
        /// A vector lies on the last axis (numpy, unidirectional, bidirectional), and another axis has the same length.
        rank_promotion
        /// ncnn lays a vector on the outermost axis, and the innermost one has the same length.
        ncnn_rank_1
        /// `axis` is not given (pdpd, paddle), and the operand would fit at another axis too.
        default_axis
    }
}
