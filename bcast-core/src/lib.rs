//! The rulebook, the plan and the kernels behind the `bcast!` macro of the crate `bcast-dsl`, and its run-time API.
//!
//! A mode of broadcasting is two decisions ([`mode`]): how each operand's axes align to the result's, and who may stretch.
//! [`resolve`] applies them to a [`Call`](call::Call); a [`Plan`](plan::Plan) turns the answer into one loop nest.
//! [`Broadcast`] is the front of all this for shapes that are known only at run time.
//!
//! `no_std` with `alloc`; the feature `ndarray` adds ndarray's arrays.
#![no_std]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the source is read with its private items; on the rendered page they are plain text"
)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod align;
mod axis_map;
mod blame;
mod broadcast;
pub mod call;
pub mod error;
mod exec;
mod family;
mod findings;
mod interop;
pub mod length;
mod list;
pub mod math;
mod message;
pub mod mode;
pub mod names;
mod obligation;
mod operand;
mod picture;
mod place;
pub mod plan;
mod probe;
mod rank;
pub mod resolve;
mod run;
mod shown;
mod site;
pub mod stated;
mod suggest;
mod target;
mod tuple;
pub mod typed;

pub use axis_map::AxisMap;
pub use broadcast::Broadcast;
pub use error::BroadcastError;

/// What generated code names. Everything here is sound for any safe argument, and none of it is stable.
#[doc(hidden)]
pub mod __private {
    pub use crate::exec::{AllThreads, AnyRow, OneThread, RowOf};
    pub use crate::list::at_most_16;
    pub use crate::operand::{base, lying_as, own_aligned};
    pub use crate::probe::tag;
    pub use crate::run::{evaluate, evaluate_into};
    pub use crate::site::{Own, Site};
    pub use crate::stated::{Entry, Stated};
    pub use crate::target::{int, ints, known_rank, known_rank_to, no_to, rank_of, static_to, to_of};
    pub use crate::typed::align::{Here, Leads, Skip, at_axis, by_axes, no_axis, open_axis};
    pub use crate::typed::asked::{ResultShape, TensorOperand};
    pub use crate::typed::axis::{Dim, Len, One, Unknown};
    pub use crate::typed::call::{call, lead_mark};
    pub use crate::typed::way::{RunTimeDecides, TypesDecide};

    /// Methods that generated code calls; a glob import brings no name into a user's scope.
    pub mod scope {
        pub use crate::broadcast::OrPanic as _;
        pub use crate::math::methods::{Extra as _, Swapped as _};
        pub use crate::place::{Place1 as _, Place2 as _, Place3 as _, Reborrow as _};
        pub use crate::probe::{
            Level1 as _, Level2 as _, Level2b as _, Level3 as _, Level4 as _, Level5 as _, Level6 as _, Level7 as _,
        };
        pub use crate::typed::fit::Answered as __BcastAnswered;
        pub use crate::target::{Rank1 as _, Rank2 as _, int as __bcast_int, ints as __bcast_ints};
        pub use crate::typed::vector::{
            Vector1 as _, Vector2 as _, Vector3 as _, Vector4 as _, Vector5 as _,
        };
        pub use crate::typed::walk::{Step1 as _, Step2 as _, Step3 as _};
    }

    /// Methods that an editor's expansion calls; it finds nothing else beside the user's names.
    pub mod shown {
        pub use crate::shown::{Shown1 as _, Shown2 as _, Shown3 as _, Shown4 as _, Tagged as _};
    }

    /// A value of whatever type is asked for, in calls that do not compile: nothing after them gets an error of its own.
    pub fn any<T>() -> T {
        unreachable!("the call that this stands for does not compile")
    }
}
