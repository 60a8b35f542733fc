//! The rulebook, the plan and the kernels behind the `bcast!` macro of the crate `bcast-dsl`, and its run-time API.
//!
//! A mode of broadcasting is two decisions ([`mode`]): how each operand's axes align with the result's, and who may stretch. Constant
//! functions (`rules`) apply them to a call's shapes: during macro expansion, in constants for shapes in types, and at run time for all
//! other calls. A `Plan` turns the resolution into one loop nest. [`Broadcast`] is the interface for shapes known only at run time.
//!
//! `no_std`. The feature `alloc` adds what needs an allocator: shapes known only at run time, messages, and owned tensors; without it, only
//! calls with shapes in types remain. The feature `ndarray` adds ndarray's arrays. The feature `rules` is the rulebook with its messages
//! alone, for the macros; the feature `calls` is the calls alone.
#![no_std]
#![cfg_attr(
    not(feature = "alloc"),
    allow(dead_code, reason = "what only the run time reads is written all the same"),
    allow(clippy::result_large_err, reason = "there is no box for what an error says")
)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the source is read with its private items; on the rendered page they are plain text"
)]

#[cfg(feature = "rules")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[cfg(feature = "alloc")]
mod broadcast;
#[cfg(feature = "calls")]
mod call;
#[cfg(feature = "calls")]
mod exec;
#[cfg(feature = "alloc")]
mod interop;
#[cfg(feature = "calls")]
pub mod math;
#[cfg(feature = "calls")]
#[doc(hidden)]
pub mod messages;
#[cfg(feature = "calls")]
mod operand;
#[cfg(feature = "calls")]
pub mod ops;
#[cfg(feature = "calls")]
pub mod plan;
#[cfg(feature = "alloc")]
pub mod reduction;
pub mod report;
pub mod rules;
#[cfg(feature = "calls")]
mod shape;
#[cfg(feature = "calls")]
mod tensor;
#[cfg(feature = "alloc")]
mod tuple;
#[cfg(feature = "calls")]
pub mod typed;

#[cfg(feature = "calls")]
pub mod cost {
    //! The cost of an element's computation, as types.
    pub use crate::exec::{Cheap, Cost, Costly};
}

#[cfg(feature = "alloc")]
pub use broadcast::Broadcast;
#[cfg(feature = "calls")]
pub use operand::entry::Element;
pub use report::error::BroadcastError;
#[cfg(feature = "rules")]
pub use rules::OwnedAxisMap as AxisMap;
pub use rules::mode;

/// The function around the value of a call, which the compiler names if that is dropped.
#[cfg(feature = "calls")]
#[doc(hidden)]
pub mod expansion {
    pub use crate::call::evaluate::result;
}

/// The names that generated code uses. Everything here is sound for any safe argument, and nothing is stable.
#[cfg(feature = "calls")]
#[doc(hidden)]
pub mod __private {
    pub use crate::call::editor::reductions as editor_reductions;
    pub use crate::call::evaluate::{evaluate, evaluate_into, try_evaluate};
    #[cfg(feature = "alloc")]
    pub use crate::call::named::{axis_of, first_known, named_result};
    pub use crate::call::operator::{
        Add, AddAssign, Argument, Assign, BOOL, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign,
        Compare, Div, DivAssign, Equal, FloatLiteral, IntegerLiteral, Mul, MulAssign, Passed, Rem, RemAssign, Shl,
        ShlAssign, Shr, ShrAssign, Sub, SubAssign, USIZE, element_of, literal, passed, value_as, value_like, value_of,
    };
    #[cfg(feature = "alloc")]
    pub use crate::call::reduced::names::Names;
    #[cfg(feature = "alloc")]
    pub use crate::call::reduced::{
        NUMBER, Position, Reductions, ResultSite, computed, computed_for, container_of, new_for, place_value, reduced,
        reduced_bare, shares, shares_parts, try_evaluate_into_places, try_evaluate_reduced, try_evaluate_reduced_into,
        try_evaluate_unzipped, try_evaluate_value, try_evaluate_value_into, try_unzip,
    };
    pub use crate::call::strategy::{RunTimeDecides, TypesDecide};
    pub use crate::call::sync::rest_of;
    pub use crate::call::typed_call::call;
    pub use crate::exec::{AllThreads, Cheap, Costly, Fusible, OneThread, Shares, limit_instructions};
    pub use crate::math::fused::Fused;
    pub use crate::math::methods::{IsMissing, Method, MethodReceiver};
    pub use crate::operand::accepted::{Accepted, opened};
    pub use crate::operand::alignment::{AtAxis, ByAxes, Here, NoAxis, OpenAxis, Skip, at_axis, by_axes};
    pub use crate::operand::call_site::{CallSite, OwnAlignment};
    pub use crate::operand::entry::{after, array_of, base, lying_as, own_aligned, vote_of, vote_of as rank_of};
    pub use crate::operand::kind::{GivesOneElement, Primitive, tag};
    pub use crate::operand::list::count_of;
    pub use crate::operand::options::{Known, NoTo, StaticTo, known_rank, known_rank_to, static_to, to_of};
    pub use crate::operand::place::as_array;
    pub use crate::operand::stated_shape::{Axes, Lengths, lengths_of, lengths_of_place, place_of};
    #[cfg(feature = "alloc")]
    pub use crate::reduction;
    #[cfg(feature = "alloc")]
    pub use crate::rules::reduction::{Reads, ReducedAxes, ValueKind, ValueSite};
    pub use crate::rules::stated::{Entry, Stated};
    pub use crate::shape::axis::{Len, NamedLen, One, Unknown};
    pub use crate::shape::rank::NoRank;
    pub use crate::shape::unit::Unit;
    pub use crate::typed::check::ByShapes;
    pub use crate::typed::check::{constants, mistaken_in, verdict};
    pub use crate::typed::constant::CallTypes;
    #[cfg(feature = "alloc")]
    pub use crate::typed::in_frame::Apart;
    #[cfg(feature = "alloc")]
    pub use crate::typed::reduced::{
        AnyAxis, AtRunTime, EveryAxis, FromEnd, FromStart, IfKnown, KeptAs1, LeftOut, occurrence, position_at,
    };
    pub use crate::typed::stated::{AllFit, Asked, ResultShape, TensorOperand, TensorType};
    pub use crate::typed::stated::{AxisOfThisCall_AndNoConstant, UnknownLength_WriteBracesForAConstant};

    /// Warns at the option `threads` if the feature `rayon` is off.
    pub use crate::__bcast_check_threads as check_threads;
    /// Chooses between a call with values and the same call without.
    #[cfg(feature = "alloc")]
    pub use crate::__bcast_share as share;
    /// As `share`, for values that the call's author did not write. Builds without optimisation do not compile a call twice for them.
    #[cfg(all(feature = "alloc", any(not(debug_assertions), feature = "every-kernel")))]
    pub use crate::__bcast_share as share_parts;
    #[cfg(not(feature = "alloc"))]
    pub use crate::__bcast_share_nothing as share;
    #[cfg(not(all(feature = "alloc", any(not(debug_assertions), feature = "every-kernel"))))]
    pub use crate::__bcast_share_nothing as share_parts;

    /// Methods that generated code calls; a glob import of this module brings no other names into the user's scope.
    pub mod scope {
        /// An alias for paths that span the user's whole expression: the first and last segment have their own spans.
        pub use crate::__private as __bcast;
        pub use crate::call::operator::{
            Decide as _, FindAlike as _, FindBits as _, FindBitsLeft as _, FindBitsRight as _, FindComplexLeft as _,
            FindComplexRight as _, FindCopied as _, FindDefined as _, FindFloat as _, FindFunction as _,
            FindFunctionLeft as _, FindFunctionRight as _, FindInteger as _, FindLiteralLeft as _,
            FindLiteralRight as _, FindNoNumber as _, FindNoNumberLeft as _, FindNoNumberRight as _, FindNumbers as _,
            FindOther as _, FindOtherRight as _, FindPower as _, FindShift as _, FindUncopied as _, FindUnlike as _,
        };
        pub use crate::call::or_panic::OrPanic as _;
        #[cfg(feature = "alloc")]
        pub use crate::call::reduced::kind::{FindNoTuple as _, FindNotReduced as _, FindReduced as _, FindTuple as _};
        #[cfg(feature = "alloc")]
        pub use crate::call::reduced::number::{ArrayFits as _, NumberFits as _, OrNumber as _, OrOther as _};
        pub use crate::call::sync::{Shared as _, Unshared as _};
        pub use crate::math::methods::{
            Computed as _, Extra as _, FunctionOfFloats as _, LogOfNoBase as _, Swapped as _,
        };
        pub use crate::operand::accepted::Accepted as __BcastAccepted;
        pub use crate::operand::entry::{HasAxes as __BcastHasAxes, HasShape as __BcastHasShape};
        pub use crate::operand::kind::{
            GivesOneElement as __BcastElement, KindByMutableReference as _, KindByReference as _, KindByValue as _,
            KindOfSlice as _, KindOfValue as _, OfKnownType as _, ShapeByValue as _,
        };
        pub use crate::operand::list::count::AtMost16 as __BcastAtMost16;
        pub use crate::operand::nested::{
            InnerOneByReference as _, StepByMutableReference as _, StepByReference as _, StepByValue as _,
        };
        pub use crate::operand::options::{IntoInt as __BcastInt, IntoInts as __BcastInts};
        pub use crate::operand::options::{Rank1 as _, Rank2 as _, Rank3 as _};
        pub use crate::operand::place::{ArrayPlaceByReference as _, PlaceByReference as _, Reborrow as _};
        pub use crate::operand::place::{ContentByMutableReference as _, ContentByReference as _, ContentByValue as _};
        pub use crate::operand::stated_shape::{StatedExactly as _, StatedOfGeneric as _, StatedOtherwise as _};
        pub use crate::operand::stated_shape::{
            StatedLengthsDiffer as _, StatedLengthsMeet as _, StatedLengthsOpen as _,
        };
        pub use crate::operand::temporary::{Hold as _, Returned1 as _, Returned2 as _, Returned3 as _};
        pub use crate::operand::without_names::{FindArray as _, FindNoArray as _};
        pub use crate::typed::check::{AskPlace as _, CheckConcrete as _, CheckGeneric as _, SkipPlace as _};
        pub use crate::typed::check::{
            Shapes as __BcastShapes, checked as __bcast_checked, mistaken as __bcast_mistaken,
        };
        pub use crate::typed::fits::Fits as __BcastFits;
        pub use crate::typed::vector::{Vector1 as _, Vector2 as _, Vector3 as _};
        pub use core::marker::PhantomData as __BcastChecked;
    }

    /// Methods for the expansion that editors see. Apart from these it mentions only the user's own names.
    pub mod editor {
        pub use crate::call::editor::{
            Functions as _, Shown1 as _, Shown2 as _, Shown3 as _, Shown4 as _, Tagged as _,
        };
    }

    /// A value of any type, for calls that do not compile, so that the code after them yields no further errors.
    pub fn any<T>() -> T {
        unreachable!("the call that this stands for does not compile")
    }
}
