//! Names that only the compiler's messages need. The compiler prints a name without a path if a public module exports it: this one, and
//! `typed` in the crate `bcast-dsl`.

pub use crate::call::operator::{
    AreBits, AreShifted, Beside, BesideFunction, BesideIntegers, BesideNoNumber, Defined as DefinedOperator,
    FloatLiteral, HaveBits, HaveOperator, Implements, IntegerLiteral, LeftOf, MatchParts, OfTwoNumbers, RightOf,
    TakeFloat, TakeInteger, TakeNumber, TakeNumberOnLeft, TakeNumberOnRight, TakeNumbers, TakeValue, TakeValues,
    WithComplex, WithFunction, WithNoNumber, WithOther, WithPower, WithShift, WithoutBits,
};
#[cfg(feature = "alloc")]
pub use crate::call::reduced::ResultTuple;
#[cfg(feature = "alloc")]
pub use crate::call::reduced::kind::{IsNoTuple, IsNotReduced};
#[cfg(feature = "alloc")]
pub use crate::call::reduced::number::{IsOneNumber, ShapeOfNumber};
pub use crate::call::sync::{AreShared, NotShared};
pub use crate::math::methods::{FunctionOfFloats, FunctionsOf, LogOfNoBase, MethodReceiver};
pub use crate::operand::accepted::{Acceptable, Accepted};
pub use crate::operand::entry::{HasAxes, HasShape};
pub use crate::operand::kind::{
    AnOperand, AreCopied, Elements, GivesOneElement, IsArray, IsArrayOfAnyRank, IsArrayOrCopy, IsNeither, IsUncopied,
    OneConstant, OneConstantByReference,
};
pub use crate::operand::list::count::{AtMost16, More};
pub use crate::operand::nested::{AxesLeft, HasRank8, Walk};
pub use crate::operand::options::{IntoInt, IntoInts};
pub use crate::operand::place::{
    IsInitialized, IsLost, IsNoPlace, IsShared, IsUnwritten, IsWritable, MutableReference,
};
pub use crate::operand::stated_shape::{Contradicts, ContradictsLengths, HasStatedLengths, IsStatedWith};
pub use crate::operand::temporary::{APlace, OutlivesCall};
pub use crate::operand::without_names::ArrayWithoutNames;
#[cfg(feature = "alloc")]
pub use crate::reduction::{Averaged, Compared, Condition, Multiplied, Summed};
pub use crate::shape::axis::DeclaredName;
pub use crate::shape::rank::NoRank;
pub use crate::typed::check::Shapes;
pub use crate::typed::fits::{
    Fits, FitsAxis, NoPlace, Nth, OfResult, OnPlace, OnResult, Outside, OutsidePlace, Sits, Stays, Stretches, ToPlace,
};
#[cfg(feature = "alloc")]
pub use crate::typed::in_frame::{AxisBeyond, HasThisAxis, HasTwoAxes, TakenTwice};
pub use crate::typed::join::{JoinLength, Zip};
pub use crate::typed::names;
pub use crate::typed::position::{AxisAtRunTime, VectorAtRunTime};
#[cfg(feature = "alloc")]
pub use crate::typed::reduced::{LiteralAxis, RankBeside};
pub use crate::typed::refusals::*;
pub use crate::typed::stated::{AxisOfThisCall_AndNoConstant, UnknownLength_WriteBracesForAConstant};
// Unique names, since other items are called `Other` and `Unknown`, and the compiler prints paths before ambiguous names.
pub use crate::shape::axis::Unknown as __;
pub use crate::typed::fits::Other as NoOperand;
