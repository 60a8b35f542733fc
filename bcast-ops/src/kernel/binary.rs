//! Functions of two elements of one type.

use bcast::{Broadcast, BroadcastError, ops};
use bcast_core::cost::Cost;
use ndarray::ArrayViewD;

use super::apply;
use crate::element::{ArrayView, Element};
use crate::form::{Binary, Target};

/// Calls a function of two elements for the type that a match on `x` selects.
struct Pair<'c, 'a, 't, 'o, W> {
    broadcast: Broadcast<'c, W>,
    y: &'c ArrayView<'a>,
    target: Target<'t, 'o>,
}

impl<W: Cost> Pair<'_, '_, '_, '_, W> {
    fn of<T: Element + Copy, R: Element + Copy>(
        self,
        x: &ArrayViewD<'_, T>,
        function: impl Fn(T, T) -> R,
    ) -> Result<(), BroadcastError> {
        let y = self.y.as_view::<T>().expect("the types of the inputs are compared before");
        apply!(
            self.broadcast,
            (x, y),
            self.target,
            R,
            #[inline(always)]
            move |(x, y)| function(x, y)
        )
    }
}

/// Calls `$function` for the type of `$x`, which is one of these.
macro_rules! of_types {
    ($x:expr, $pair:expr, $function:expr; $($Variant:ident)*) => {
        match $x {
            $(ArrayView::$Variant(x) => $pair.of(x, $function),)*
            _ => unreachable!("the element types are checked before"),
        }
    };
}
macro_rules! of_numbers {
    ($x:expr, $pair:expr, $function:expr) => {
        of_types!($x, $pair, $function; Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float16 Bfloat16 Float32 Float64)
    };
}
macro_rules! of_integers {
    ($x:expr, $pair:expr, $function:expr $(; $Other:ident)?) => {
        of_types!($x, $pair, $function; Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 $($Other)?)
    };
}

pub(crate) fn run(
    function: Binary,
    broadcast: Broadcast<'_>,
    x: &ArrayView<'_>,
    y: &ArrayView<'_>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    if let ArrayView::String(x) = x {
        return strings(function, broadcast, x, y, target);
    }
    match function {
        Binary::PythonDiv if is_float(x) => run(Binary::Div, broadcast, x, y, target),
        Binary::Div
        | Binary::PythonDiv
        | Binary::NcnnPow
        | Binary::NcnnAtan2
        | Binary::NcnnLogAddExp
        | Binary::NcnnFloorDivide => costly(function, x, Pair { broadcast, y, target }),
        _ => cheap(function, x, Pair { broadcast: broadcast.cheap(), y, target }),
    }
}

fn is_float(x: &ArrayView<'_>) -> bool {
    matches!(x, ArrayView::Float16(_) | ArrayView::Bfloat16(_) | ArrayView::Float32(_) | ArrayView::Float64(_))
}

/// Expensive functions.
fn costly(function: Binary, x: &ArrayView<'_>, pair: Pair<'_, '_, '_, '_, impl Cost>) -> Result<(), BroadcastError> {
    match function {
        Binary::Div => of_numbers!(x, pair, ops::div),
        Binary::PythonDiv => of_integers!(x, pair, ops::in_openvino::python_div),
        Binary::NcnnPow => of_types!(x, pair, ops::pow; Float32),
        Binary::NcnnAtan2 => of_types!(x, pair, ops::in_ncnn::atan2; Float32),
        Binary::NcnnLogAddExp => of_types!(x, pair, ops::in_ncnn::log_add_exp; Float32),
        _ => of_types!(x, pair, ops::in_ncnn::floor_divide; Float32),
    }
}

/// Functions limited by memory bandwidth, and those that do not vectorise.
fn cheap(function: Binary, x: &ArrayView<'_>, pair: Pair<'_, '_, '_, '_, impl Cost>) -> Result<(), BroadcastError> {
    match function {
        Binary::Add => of_numbers!(x, pair, ops::add),
        Binary::Sub => of_numbers!(x, pair, ops::sub),
        Binary::Mul => of_numbers!(x, pair, ops::mul),
        Binary::Modulo => of_numbers!(x, pair, ops::modulo),
        Binary::Fmod => of_numbers!(x, pair, ops::fmod),
        Binary::Max => of_numbers!(x, pair, ops::max),
        Binary::Min => of_numbers!(x, pair, ops::min),
        Binary::SquaredDifference => of_numbers!(x, pair, ops::in_openvino::squared_difference),
        Binary::PRelu => {
            of_types!(x, pair, ops::prelu; Int32 Int64 Uint32 Uint64 Float16 Bfloat16 Float32 Float64)
        }
        Binary::And => of_types!(x, pair, |x, y| x & y; Bool),
        Binary::Or => of_types!(x, pair, |x, y| x | y; Bool),
        Binary::Xor => of_types!(x, pair, |x, y| x ^ y; Bool),
        Binary::BitAnd => of_integers!(x, pair, |x, y| x & y; Bool),
        Binary::BitOr => of_integers!(x, pair, |x, y| x | y; Bool),
        Binary::BitXor => of_integers!(x, pair, |x, y| x ^ y; Bool),
        Binary::ShiftLeft => of_integers!(x, pair, ops::shift_left),
        Binary::ShiftRight => of_integers!(x, pair, ops::shift_right),
        Binary::Equal => match x {
            ArrayView::Bool(x) => pair.of(x, |x, y| x == y),
            _ => of_numbers!(x, pair, |x, y| x == y),
        },
        Binary::NotEqual => match x {
            ArrayView::Bool(x) => pair.of(x, |x, y| x != y),
            _ => of_numbers!(x, pair, |x, y| x != y),
        },
        Binary::Less => of_numbers!(x, pair, |x, y| x < y),
        Binary::LessOrEqual => of_numbers!(x, pair, |x, y| x <= y),
        Binary::NcnnMax => of_types!(x, pair, ops::in_ncnn::max; Float32),
        Binary::NcnnMin => of_types!(x, pair, ops::in_ncnn::min; Float32),
        _ => of_types!(x, pair, ops::in_ncnn::remainder; Float32),
    }
}

/// Strings are not `Copy`, so views in the output's shape compare them.
fn strings(
    function: Binary,
    broadcast: Broadcast<'_>,
    x: &ArrayViewD<'_, String>,
    y: &ArrayView<'_>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    debug_assert_eq!(function, Binary::Equal);
    let y = y.as_view::<String>().expect("the types of the inputs are compared before");
    let shape = broadcast.try_resolve(&[x.shape(), y.shape()])?.shape;
    let (x, y) = (super::select::stretched(x, &shape), super::select::stretched(y, &shape));
    super::select::write(target, &shape, x.iter().zip(y).map(|(x, y)| x == y));
    Ok(())
}
