//! The arithmetic of ndarray, stated for `bcast!`: what its operators, `Zip`, `assign` and sums do, a call does too. Every
//! answer is computed by ndarray itself, or by naive indexing.

use std::fmt::Debug;
use std::ops::*;

use bcast::{bcast, try_bcast};
use ndarray::{
    Array, Array0, Array1, Array2, Array3, ArrayBase, ArrayD, ArrayRef, ArrayViewMut2, Axis, CowArray, Data, Dimension,
    IntoDimension, Ix2, LinalgScalar, ScalarOperand, ShapeBuilder, Zip, arr0, array, azip, linalg::general_mat_mul,
    linalg::kron, s,
};
use num_complex::Complex;

/// Compares calls with ndarray's answers. The message names the call, since all lines of a table have one position.
macro_rules! same {
    ($($ours:expr => $theirs:expr),+ $(,)?) => {$(
        assert_eq!($ours, $theirs, "{}", stringify!($ours));
    )+};
    ($context:expr; $($ours:expr => $theirs:expr),+ $(,)?) => {{$(
        assert_eq!($ours, $theirs, "{}, {:?}", stringify!($ours), $context);
    )+}};
}

/// `same!` for each operator between two arrays, or an array and a number.
macro_rules! operators {
    ($($a:tt ($($op:tt)+) $b:tt),+ $(,)?) => {$(operators!(@@ $a ($($op)+) $b);)+};
    (@@ $a:tt ($($op:tt)+) $b:tt) => {$(operators!(@ $a $op $b);)+};
    (@ true $op:tt $b:ident) => { same! { bcast!(true $op $b) => true $op &$b } };
    (@ $a:ident $op:tt $b:ident) => { same! { bcast!($a $op $b) => &$a $op &$b } };
    (@ $a:ident $op:tt $b:literal) => { same! { bcast!($a $op $b) => &$a $op $b } };
    (@ $a:literal $op:tt $b:ident) => { same! { bcast!($a $op $b) => $a $op &$b } };
}

/// The elements `first`, `first + 1`, .. in C order.
fn numbers<Sh: IntoDimension>(shape: Sh, first: i32) -> Array<i32, Sh::Dim> {
    let dim = shape.into_dimension();
    Array::from_iter(first..first + dim.size() as i32).into_shape_with_order(dim).unwrap()
}

fn floats<Sh: IntoDimension>(shape: Sh) -> Array<f64, Sh::Dim> {
    numbers(shape, 1).mapv(f64::from)
}

type Window<T> = (&'static str, fn(&mut Array2<T>) -> ArrayViewMut2<'_, T>);

/// The layouts of a matrix of 3 by 4 within one of 12 by 12.
fn windows<T>() -> [Window<T>; 10] {
    [
        ("C order", |m| ArrayViewMut2::from_shape((3, 4), &mut m.as_slice_mut().unwrap()[5..17]).unwrap()),
        ("F order", |m| ArrayViewMut2::from_shape((3, 4).f(), &mut m.as_slice_mut().unwrap()[5..17]).unwrap()),
        ("slice", |m| m.slice_mut(s![2..5, 1..5])),
        ("transposed", |m| m.slice_mut(s![2..6, 1..4]).reversed_axes()),
        ("stepped", |m| m.slice_mut(s![..;4, 1..;3])),
        ("columns apart", |m| m.slice_mut(s![3..6, ..;3])),
        ("rows reversed", |m| m.slice_mut(s![3..6;-1, 8..])),
        ("all reversed", |m| m.slice_mut(s![3..6;-1, 8..;-1])),
        ("reversed, stepped", |m| m.slice_mut(s![3..9;-2, ..;-3])),
        ("transposed, reversed, stepped", |m| m.slice_mut(s![..;-3, ..9;3]).reversed_axes()),
    ]
}

/// Runs a call on a place in each layout, and what ndarray does instead. Nothing beside the place may change either.
macro_rules! in_every_window {
    ($y:ident, $first:expr; $($ours:expr => $theirs:expr),+ $(,)?) => {
        for (layout, window) in windows() { $({
            let memory = Array2::from_shape_fn((12, 12), $first);
            let (mut ours, mut theirs) = (memory.clone(), memory);
            { let mut $y = window(&mut ours); $ours; }
            { let mut $y = window(&mut theirs); $theirs; }
            assert_eq!(ours, theirs, "{}, {layout}", stringify!($ours));
        })+ }
    };
}

/// Each operator between arrays that stretch, and in place with a number: few calls, since each is compiled for every width.
fn every_operator_of<T>()
where
    T: LinalgScalar + ScalarOperand + PartialEq + Debug + TryFrom<u8, Error: Debug> + Rem<Output = T>,
    T: BitAnd<Output = T> + BitOr<Output = T> + BitXor<Output = T> + Shl<Output = T> + Shr<Output = T>,
    T: AddAssign + SubAssign + MulAssign + DivAssign + RemAssign,
    T: BitAndAssign + BitOrAssign + BitXorAssign + ShlAssign + ShrAssign,
{
    let of = |number: usize| T::try_from(number as u8).unwrap();
    let a = Array2::from_shape_fn((3, 4), |(i, j)| of(4 * i + j + 4));
    let (row, column, k) = (a.row(1), array![[of(2)], [of(1)], [of(3)]], of(2));
    let context = std::any::type_name::<T>();
    macro_rules! each {
        ($($op:tt $assign:tt)*) => {$(
            same! { context; bcast!(row $op column) => &row $op &column }
            let (mut ours, mut theirs) = (a.clone(), a.clone());
            bcast!(ours $assign k);
            theirs $assign k;
            assert_eq!(ours, theirs, "{} of {context}", stringify!($assign));
        )*};
    }
    each!(+ += - -= * *= / /= % %= & &= | |= ^ ^= << <<= >> >>=);
}

#[test]
fn integers_of_every_width() {
    macro_rules! each {
        ($($t:ty)*) => { $(every_operator_of::<$t>();)* };
    }
    each!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
}

#[test]
fn numbers_beside_arrays() {
    let (x, i, b, z) = (floats((2, 3)), numbers((2, 3), 1), array![true, false], array![Complex::new(1.0, -2.0)]);
    let f = x.mapv(|x| x as f32);
    let w = Complex::new(0.5, 3.0);
    operators! {
        7.5 (+ - * / %) x, x (+ - * / %) 0.3,
        7.5_f32 (+ - * / %) f,
        100 (+ - * / % & | ^) i, i (+ - * / % & | ^ << >>) 3,
        1 (<< >>) i,
        true (& | ^) b,
    }
    same! { bcast!(w + z) => w + &z, bcast!(w - z) => w - &z, bcast!(w * z) => w * &z, bcast!(w / z) => w / &z }
}

#[test]
fn negation_and_complement() {
    let (x, i) = (floats((3, 4)), numbers((3, 4), -5));
    let (u, b) = (array![0_u8, 1, 254, 255], array![[true], [false]]);
    let z = array![Complex::new(0.0, -2.0), Complex::new(-0.5, 1.0)];
    same! {
        bcast!(-x) => -&x, bcast!(-i) => -&i, bcast!(!i) => !&i, bcast!(!u) => !&u, bcast!(!b) => !&b,
        bcast!(-z) => -&z, bcast!(-&x.slice(s![..;-1, ..;2])) => -&x.slice(s![..;-1, ..;2]),
        bcast!(-&x.t()) => -&x.t(), bcast!(-&x.slice(s![1..1, ..])) => -&x.slice(s![1..1, ..]),
    }
    // The sign of a zero changes as well.
    let zeros = array![0.0, -0.0];
    assert_eq!(bcast!(-zeros).mapv(f64::to_bits), (-&zeros).mapv(f64::to_bits));
}

#[test]
fn compound_assignment_in_every_layout() {
    let b = numbers((3, 4), 1).mapv(|b| b % 5 + 1);
    let (row, column) = (array![1, 2, 3, 4], array![[3], [1], [2]]);
    macro_rules! each {
        ($($op:tt)*) => { in_every_window! { y, |(i, j)| (17 * i + 5 * j) as i32; $(
            bcast!(y $op b) => y $op &b, bcast!(y $op 3) => y $op 3,
            bcast!(y $op row) => y $op &row, bcast!(y $op column) => y $op &column,
        )* } };
    }
    each!(+= -= *= /= %= &= |= ^= <<= >>=);
}

#[test]
fn assignment_in_every_layout() {
    let (x, one) = (floats((3, 4)), array![[9.5]]);
    let turned = x.t().to_owned();
    let (row, column, point) = (array![1.0, -2.0, 3.5, 4.0], array![[3.0], [1.0], [2.0]], arr0(-8.0));
    in_every_window! { y, |(i, j)| (17 * i + 5 * j) as f64;
        bcast!(y = x) => y.assign(&x), bcast!(y = &turned.t()) => y.assign(&x), bcast!(y = 4.25) => y.fill(4.25),
        bcast!(y = column) => y.assign(&column), bcast!(y = one) => y.assign(&one),
        bcast!(y = point) => y.assign(&point),
        bcast!(y = &row.slice(s![..;-1])) => y.assign(&row.slice(s![..;-1])),
        bcast!(y += -0.5 * x) => y.scaled_add(-0.5, &x), bcast!(y += 3.0 * row) => y.scaled_add(3.0, &row),
        bcast!(y += 3.0 * column) => y.scaled_add(3.0, &column),
        bcast!(y = y * y - 1.0) => y.mapv_inplace(|y| y * y - 1.0),
        bcast!(y.diag_mut() -= 2.5) => y.diag_mut().mapv_inplace(|y| y - 2.5),
        bcast!(y.column_mut(2) *= 2.0) => y.column_mut(2).mapv_inplace(|y| y * 2.0),
        bcast!(y.slice_mut(s![1, ..;-1]) = row) => y.slice_mut(s![1, ..;-1]).assign(&row),
    }
}

#[test]
fn operands_in_every_layout() {
    let memory = Array2::from_shape_fn((12, 12), |(i, j)| (31 * i + 7 * j) as f64);
    for (of_a, a) in windows() {
        for (of_b, b) in windows() {
            let (mut one, mut other) = (memory.clone(), &memory * 0.25);
            let (a, b) = (a(&mut one), b(&mut other));
            let naive = Array2::from_shape_fn((3, 4), |at| a[at] - b[at]);
            same! { (of_a, of_b);
                bcast!(a - b) => naive, bcast!(a - b) => &a - &b, bcast!(a - &b.row(1)) => &a - &b.row(1),
                bcast!(&a.slice(s![.., 1..2]) - b) => &a.slice(s![.., 1..2]) - &b,
                bcast!(sum(a * b, axis = ..)) => (&a * &b).sum(),
            }
        }
    }
}

#[test]
fn ranks_and_lengths_of_one() {
    macro_rules! each {
        ($($a:tt with $b:tt),+ $(,)?) => {$(
            let (a, b) = (numbers($a, 10), numbers($b, -3));
            let context = concat!(stringify!($a), " with ", stringify!($b));
            same! { context;
                bcast!(a - b) => &a - &b, bcast!(b - a) => &b - &a, bcast!(b * a + b) => &b * &a + &b,
            }
        )+};
    }
    each! {
        (3, 4) with 4, (3, 4) with 1, (3, 4) with (1, 4), (3, 4) with (3, 1), (3, 4) with (1, 1), (3, 4) with (),
        (3, 1) with (1, 4), (3, 1) with 4, (1, 1) with 1, (1, 1) with (), 1 with (), 5 with (), () with (),
        (2, 3, 4) with 4, (2, 3, 4) with (3, 1), (2, 3, 4) with (2, 1, 1), (2, 1, 4) with (3, 1),
        (3, 0) with (), (3, 0) with 1, (3, 0) with 0, (3, 0) with (3, 1), (3, 1) with 0, (3, 0) with (1, 1),
        (0, 4) with 4, (0, 4) with (1, 4), (1, 4) with (0, 1), 0 with 1, 0 with (), (2, 0, 4) with (1, 4),
        (2, 1, 2, 1) with (3, 1, 2), (2, 1, 2, 1, 2) with (2, 1), (2, 1, 2, 1, 2, 3) with (2, 2, 1, 1),
    }
}

/// Every pair of some shapes, those that do not fit among them: as new arrays and in place.
#[test]
fn ranks_known_at_run_time() {
    let lengths = [&[][..], &[1], &[2], &[3], &[0], &[1, 1], &[2, 3], &[3, 2], &[1, 3], &[3, 1], &[0, 3], &[3, 0]];
    let deep = [&[2, 1, 3][..], &[1, 2, 3], &[2, 3, 1], &[2, 0, 1], &[2, 1, 1, 1, 3, 1, 1]];
    let shapes: Vec<&[usize]> = lengths.into_iter().chain(deep).collect();
    for &of_a in &shapes {
        for &of_b in &shapes {
            let (a, b): (ArrayD<i32>, ArrayD<i32>) = (numbers(of_a, 20), numbers(of_b, 3));
            let context = format!("{of_a:?} with {of_b:?}");
            let fit = of_a.iter().rev().zip(of_b.iter().rev()).all(|(&a, &b)| a == b || a == 1 || b == 1);
            match try_bcast!(a - b) {
                Ok(result) => same! { context; result => &a - &b },
                Err(error) => assert!(!fit, "{context}: {error}"),
            }
            let mut ours = a.clone();
            let result = try_bcast!(ours = b);
            match b.broadcast(of_a) {
                Some(b) => assert!(result.is_ok() && ours == b, "{context}"),
                None => assert!(result.is_err() && ours == a, "{context}: nothing is written if shapes do not fit"),
            }
            let mut ours = a.clone();
            match try_bcast!(ours -= b) {
                Ok(()) => same! { context; ours => &a - &b },
                Err(_) => assert!(b.broadcast(of_a).is_none() && ours == a, "{context}"),
            }
        }
    }
}

/// The owner of an array, and whether its rank is known, make no difference.
#[test]
fn owners_and_references() {
    let (a, b) = (floats((2, 3)), floats(3));
    let expected = &a - &b;
    let (shared, cow, slice) = (a.to_shared(), CowArray::from(a.view()), b.as_slice().unwrap());
    let (mut changed, unranked, unranked_row) = (a.clone(), a.clone().into_dyn(), b.view().into_dyn());
    let changed = changed.view_mut();
    let (reference, double): (&ArrayRef<f64, Ix2>, &&Array1<f64>) = (&a, &&b);
    same! {
        bcast!(shared - b) => expected, bcast!(cow - b) => expected, bcast!(changed - b) => expected,
        bcast!(reference - double) => expected, bcast!(a - slice) => expected,
        bcast!(unranked - b) => expected.clone().into_dyn(),
        bcast!(a - unranked_row) => expected.clone().into_dyn(),
        bcast!(unranked - unranked_row) => &unranked - &unranked_row,
    }
    // A shared place is copied first: the other owner keeps its elements.
    let mut place = shared.clone();
    bcast!(place -= b);
    assert_eq!((place, shared), (expected.to_shared(), a.to_shared()));
}

fn sum_of<A: LinalgScalar, S: Data<Elem = A>, D: Dimension>(a: &ArrayBase<S, D>, b: &Array<A, D>) -> Array<A, D> {
    bcast!(a + b)
}

fn scale<A: LinalgScalar + MulAssign, D: Dimension>(a: &mut ArrayRef<A, D>, b: &ArrayRef<A, D>, k: A) {
    bcast!(a *= b * k + A::one());
}

/// Functions over any element, owner and rank.
#[test]
fn generic_functions() {
    let (mut a, b) = (floats((2, 3)), floats((2, 3)));
    assert_eq!(sum_of(&a.view(), &b), &a + &b);
    let expected = &a * &(&b * 2.0 + 1.0);
    scale(&mut a, &b, 2.0);
    assert_eq!(a, expected);
}

/// Where all operands agree on the order of their axes, the result has it too; else it is in C order.
#[test]
fn memory_order_of_results() {
    let c = floats((2, 3, 4));
    let mut f = Array3::zeros((2, 3, 4).f());
    f.assign(&c);
    let rows_inside = floats((3, 2, 4)).permuted_axes([1, 0, 2]);
    let (row, half) = (floats(4), f.slice(s![.., ..;2, ..]));
    same! {
        bcast!(c + c).strides() => (&c + &c).strides(), bcast!(f + f).strides() => (&f + &f).strides(),
        bcast!(f * 2.0).strides() => (&f * 2.0).strides(), bcast!(-f).strides() => (-&f).strides(),
        bcast!(c + f).strides() => (&c + &f).strides(), bcast!(f + c).strides() => (&f + &c).strides(),
        bcast!(rows_inside * 2.0).strides() => (&rows_inside * 2.0).strides(),
        bcast!(rows_inside.sqrt()).strides() => rows_inside.mapv(f64::sqrt).strides(),
        bcast!(c + row).strides() => (&c + &row).strides(), bcast!(f > 2.0).strides() => f.mapv(|f| f > 2.0).strides(),
        bcast!(f + f * f).strides() => Zip::from(&f).map_collect(|f| f + f * f).strides(),
        bcast!(f - c * f).strides() => c.strides(),
        bcast!(half * 2.0).strides() => half.to_owned().reversed_axes().as_standard_layout().t().strides(),
    }
    // In place nothing moves.
    let mut ours = rows_inside.clone();
    bcast!(ours += c);
    assert_eq!((&ours, ours.strides()), (&(&rows_inside + &c), rows_inside.strides()));
}

/// Bits, with one pattern for all NaNs.
fn bits(x: &f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}

#[test]
fn special_floats() {
    let special = array![0.0, -0.0, 1.0, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE, f64::MAX];
    let column = special.view().insert_axis(Axis(1));
    macro_rules! each {
        (($($op:tt)*) ($($comparison:tt)*) ($($function:ident)*)) => { same! {
            $(bcast!(column $op special).map(bits) => (&column $op &special).map(bits),)*
            $(bcast!(column $comparison special) => Array2::from_shape_fn((9, 9), |(i, j)| {
                special[i] $comparison special[j]
            }),)*
            $(bcast!(special.$function()).map(bits) => special.$function().map(bits),)*
        } };
    }
    each!((+ - * / %) (< <= == != >= >) (abs signum sqrt recip floor ceil trunc));
    same! {
        bcast!(special.is_nan()) => special.is_nan(), bcast!(special.powi(3)).map(bits) => special.powi(3).map(bits),
        bcast!(special.clamp(-1.0, 2.0)).map(bits) => special.clamp(-1.0, 2.0).map(bits),
        bcast!(mean(special, axis = ..)).is_nan() => special.mean().unwrap().is_nan(),
    }
}

#[test]
fn conversions_of_elements() {
    let (i, f, u) = (numbers((2, 3), -2), floats((2, 3)), array![0_u8, 6, 255]);
    same! {
        bcast!(f64::from(i) * 0.5) => i.mapv(f64::from) * 0.5, bcast!(i as u8) => i.mapv(|i| i as u8),
        bcast!((f * 1.75) as i64) => f.mapv(|f| (f * 1.75) as i64),
        bcast!((i, f)) => Zip::from(&i).and(&f).map_collect(|&i, &f| (i, f)),
        bcast!(char::from(b'a' + f as u8)) => f.map(|&f| char::from(b'a' + f as u8)),
        bcast!(u.wrapping_add(250)) => u.mapv(|u| u.wrapping_add(250)),
        bcast!(u.checked_sub(2)) => u.mapv(|u| u.checked_sub(2)),
        bcast!(if i % 2 == 0 { Some(f) } else { None }) =>
            Zip::from(&i).and(&f).map_collect(|i, &f| (i % 2 == 0).then_some(f)),
    }
}

macro_rules! panics {
    ($($(#[$attribute:meta])* $name:ident, $message:literal: $call:expr;)+) => {$(
        $(#[$attribute])*
        #[test]
        #[should_panic(expected = $message)]
        fn $name() {
            let call: fn(ArrayD<u8>, ArrayD<u8>, ArrayD<u8>) = $call;
            call(array![250, 3].into_dyn(), array![10, 0].into_dyn(), array![1, 2, 3].into_dyn());
        }
    )+};
}

panics! {
    operands_that_do_not_fit, "(mode = numpy)": |a, _, c| drop(bcast!(a * c));
    a_third_operand_that_does_not_fit, "(mode = numpy)": |a, b, c| drop(bcast!(a & b | c));
    an_operand_that_does_not_fit_in_place, "(mode = numpy)": |mut a, _, c| bcast!(a += c);
    a_place_does_not_stretch, "(mode = numpy)": |a, _, _| { let mut one = array![0]; bcast!(one = a) };
    a_place_does_not_stretch_in_place, "(mode = numpy)": |a, _, _| { let mut one = array![0]; bcast!(one -= a) };
    a_place_has_no_lower_rank, "(mode = numpy)": |mut a, b, _| { let b = b.insert_axis(Axis(0)); bcast!(a |= b) };
    an_axis_that_the_array_lacks, "axis": |a, _, _| drop(bcast!(sum(u64::from(a), axis = 1)));
    a_division_by_zero, "attempt to divide by zero": |a, b, _| drop(bcast!(a / b));
    a_remainder_by_zero, "with a divisor of zero": |mut a, b, _| bcast!(a %= b);
    #[cfg(debug_assertions)]
    a_sum_that_overflows, "attempt to add with overflow": |a, b, _| drop(bcast!(a + b));
    #[cfg(debug_assertions)]
    a_difference_that_overflows, "attempt to subtract with overflow": |a, mut b, _| bcast!(b -= a);
    #[cfg(debug_assertions)]
    a_shift_that_overflows, "attempt to shift left with overflow": |a, b, _| drop(bcast!(a << b));
}

#[test]
fn booleans() {
    let (a, b) = (array![[true, false, true], [false, false, true]], array![true, true, false]);
    let all = |axis: usize| a.map_axis(Axis(axis), |lane| lane.iter().all(|&a| a));
    let count = |axis: usize| a.map_axis(Axis(axis), |lane| lane.iter().filter(|&&a| a).count());
    operators! { a (& | ^) b, b (& | ^) a }
    same! {
        bcast!(!(a & !b)) => !(&a & &!&b), bcast!(a && !b) => &a & &!&b, bcast!(a != b) => &a ^ &b,
        bcast!(all(a, axis = 0)) => all(0), bcast!(all(a, axis = 1)) => all(1),
        bcast!(count(a, axis = 0)) => count(0), bcast!(count(a, axis = 1)) => count(1),
        bcast!(any(a & b, axis = ..)) => (&a & &b).iter().any(|&a| a), bcast!(all(a == a, axis = ..)) => a == a,
    }
    let (mut ours, mut theirs) = (a.clone(), a.clone());
    bcast!(ours &= b);
    theirs &= &b;
    bcast!(ours ^= &b.slice(s![..;-1]));
    theirs ^= &b.slice(s![..;-1]);
    assert_eq!(ours, theirs);
}

#[test]
fn complex_numbers() {
    let a = Array2::from_shape_fn((3, 4), |(i, j)| Complex::new(i as f64 - 1.0, j as f64 + 0.5));
    let b = Array2::from_shape_fn((4, 3), |(i, j)| Complex::new(0.25 * j as f64, i as f64 - 2.0));
    let (row, turn) = (b.column(1), Complex::i());
    operators! { a (+ - * /) row, row (+ - * /) a }
    same! {
        bcast!(a - &b.t()) => &a - &b.t(), bcast!(a * turn) => &a * turn, bcast!(a * 2.0) => &a * 2.0,
        bcast!(a / 2.0) => &a / 2.0, bcast!(a.conj()) => a.mapv(|a| a.conj()), bcast!((a).re) => a.map(|a| a.re),
        bcast!(a.norm_sqr()) => a.mapv(|a| a.norm_sqr()), bcast!(sum(a, axis = 0)) => a.sum_axis(Axis(0)),
        bcast!(sum(a, axis = ..)) => a.sum(), bcast!(mean(a, axis = 1)) => a.mean_axis(Axis(1)).unwrap(),
        bcast!(sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N]) => a.dot(&b),
    }
    let (mut ours, mut theirs) = (a.clone(), a.clone());
    bcast!(ours *= row);
    theirs *= &row;
    bcast!(ours -= turn);
    theirs -= turn;
    bcast!(ours *= 0.5);
    theirs.mapv_inplace(|a| a * 0.5);
    assert_eq!(ours, theirs);
}

/// A position, whose operators have sides and values of different types.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point(i32);

impl Add<i32> for Point {
    type Output = Point;
    fn add(self, step: i32) -> Point {
        Point(self.0 + step)
    }
}

impl MulAssign<i32> for Point {
    fn mul_assign(&mut self, factor: i32) {
        self.0 *= factor;
    }
}

#[test]
fn types_of_users() {
    let (points, steps) = (numbers((2, 3), 5).mapv(Point), numbers(3, -1));
    same! { bcast!(points + steps) => &points + &steps, bcast!(points + 40) => &points + 40 }
    // The type has no `*`, only the operator that assigns.
    let mut place = points.clone();
    bcast!(place *= steps);
    let naive = Array2::from_shape_fn((2, 3), |(i, j)| Point(points[(i, j)].0 * steps[j]));
    assert_eq!(place, naive);
}

#[test]
fn elements_without_size() {
    let (a, row, numbers) = (Array2::from_elem((2, 5), ()), Array1::from_elem(5, ()), numbers((2, 5), 0));
    let mut place = a.clone();
    bcast!(place = row);
    bcast!(place.column_mut(1) = ());
    same! {
        place => a, bcast!(row, to = [2, 5]) => row.broadcast((2, 5)).unwrap(),
        bcast!({ let () = a; numbers }) => numbers, bcast!({ let _ = numbers; }) => a,
    }
}

/// Without elements nothing is computed, and the shape remains.
#[test]
fn arrays_without_elements() {
    let (a, b) = (Array3::<i32>::zeros((2, 0, 3)), array![1, 0, 2]);
    let never = |_: i32| -> i32 { unreachable!("there are no elements") };
    let mut place = a.clone();
    bcast!(place /= b);
    bcast!(place = never(place));
    bcast!(place = 1);
    same! {
        bcast!(never(a) / b) => &a / &b, place => a,
        bcast!(sum(a, axis = 0)) => a.sum_axis(Axis(0)), bcast!(sum(a, axis = 1)) => a.sum_axis(Axis(1)),
        bcast!(prod(a, axis = 1)) => a.product_axis(Axis(1)), bcast!(sum(a, axis = ..)) => a.sum(),
        bcast!(prod(a, axis = ..)) => a.product(), bcast!(all(a == 1, axis = ..)) => a.iter().all(|&a| a == 1),
        bcast!(any(a == 1, axis = ..)) => a.iter().any(|&a| a == 1),
    }
    // ndarray has no mean of nothing; where a type for its absence is wanted, the formula says so.
    let none = Array2::<f64>::zeros((0, 2));
    assert!(none.mean_axis(Axis(0)).is_none() && bcast!(all(mean(none, axis = 0).is_nan(), axis = ..)));
}

#[test]
fn sums_products_and_means() {
    for (layout, window) in windows() {
        let mut memory = Array2::from_shape_fn((12, 12), |(i, j)| ((i * 5 + j * 3) % 7) as f64 * 0.5);
        let x = window(&mut memory);
        let i = x.mapv(|x| (x * 2.0) as i64 - 2);
        macro_rules! along {
            ($($axis:literal)*) => { same! { layout; $(
                bcast!(sum(x, axis = $axis)) => x.sum_axis(Axis($axis)),
                bcast!(prod(x, axis = $axis)) => x.product_axis(Axis($axis)),
                bcast!(mean(x, axis = $axis)) => x.mean_axis(Axis($axis)).unwrap(),
                bcast!(sum(i, axis = $axis)) => i.sum_axis(Axis($axis)),
                bcast!(prod(i, axis = $axis)) => i.product_axis(Axis($axis)),
                bcast!(max(x, axis = $axis)) => x.map_axis(Axis($axis), |lane| lane.fold(f64::MIN, |a, &b| a.max(b))),
                bcast!(min(i, axis = $axis)) => i.map_axis(Axis($axis), |lane| *lane.iter().min().unwrap()),
            )* } };
        }
        along!(0 1);
        same! { layout;
            bcast!(sum(x, axis = ..)) => x.sum(), bcast!(sum(i, axis = ..)) => i.sum(),
            bcast!(prod(x, axis = ..)) => x.product(), bcast!(mean(x, axis = ..)) => x.mean().unwrap(),
        }
    }
}

#[test]
fn reductions_of_three_axes() {
    let x = floats((2, 3, 4));
    let (of, row) = (x.view().permuted_axes([2, 0, 1]), array![1.0, -1.0, 2.0, 0.5]);
    let (axis, unranked) = (1, x.clone().into_dyn());
    same! {
        bcast!(sum(x, axis = 0)) => x.sum_axis(Axis(0)), bcast!(sum(x, axis = 1)) => x.sum_axis(Axis(1)),
        bcast!(sum(x, axis = -1)) => x.sum_axis(Axis(2)), bcast!(sum(x, axis = axis)) => x.sum_axis(Axis(axis)),
        bcast!(sum(of, axis = 0)) => of.sum_axis(Axis(0)),
        bcast!(sum(x, axis = [0, 2])) => x.sum_axis(Axis(2)).sum_axis(Axis(0)),
        bcast!(sum(x, axis = 1), keep) => x.sum_axis(Axis(1)).insert_axis(Axis(1)),
        bcast!(mean(x, axis = 2)) => x.mean_axis(Axis(2)).unwrap(),
        bcast!(sum(x * row, axis = 2)) => (&x * &row).sum_axis(Axis(2)),
        bcast!(x - mean(x, axis = 2)) => &x - &x.mean_axis(Axis(2)).unwrap().insert_axis(Axis(2)),
        bcast!(sum(unranked, axis = 1)) => unranked.sum_axis(Axis(1)), bcast!(mean(x, axis = ..)) => x.mean().unwrap(),
        bcast!(prod(x * 0.125, axis = 0)) => (&x * 0.125).product_axis(Axis(0)),
    }
}

#[test]
fn variances_are_formulas() {
    let x = floats((4, 5)).mapv(|x| (x * 0.7) % 3.0 - x);
    for ddof in [0.0, 0.5, 1.0, 2.0] {
        let near = |ours: f64, theirs: f64| (ours - theirs).abs() <= 1e-12 * theirs;
        macro_rules! each {
            ($($axis:literal)*) => {$(
                let var: Array1<f64> = bcast!({
                    let d = x - mean(x, axis = $axis);
                    sum(d * d, axis = $axis) / (len(axis = $axis) as f64 - ddof)
                });
                let (var_axis, std_axis) = (x.var_axis(Axis($axis), ddof), x.std_axis(Axis($axis), ddof));
                assert!(bcast!(all(near(var, var_axis), axis = ..)), "axis {}, {ddof}: {var} {var_axis}", $axis);
                assert!(bcast!(all(near(var.sqrt(), std_axis), axis = ..)), "axis {}, {ddof}: {std_axis}", $axis);
            )*};
        }
        each!(0 1);
        let squares = bcast!({
            let d = x - mean(x, axis = ..);
            sum(d * d, axis = ..)
        });
        assert!(near(squares / (20.0 - ddof), x.var(ddof)), "{ddof}");
    }
}

#[test]
fn calls_over_two_to_six_arrays() {
    let shape = (3, 5);
    let (a, b, c) = (floats(shape), floats(shape) * 0.5 + 3.0, floats((5, 3)).reversed_axes());
    let (d, e) = (floats((3, 10)).slice_move(s![.., ..;-2]), floats((5, 3)).reversed_axes() / 3.0);
    let (mut ours, mut theirs) = (Array2::zeros(shape), Array2::zeros(shape));
    macro_rules! zip {
        ($($ours:expr => |$y:ident $(, $x:ident)*| $theirs:expr),+ $(,)?) => {$(
            $ours;
            Zip::from(&mut theirs)$(.and(&$x))*.for_each(|$y $(, &$x)*| $theirs);
            assert_eq!(ours, theirs, "{}", stringify!($ours));
        )+};
    }
    zip! {
        bcast!(ours = a) => |y, a| *y = a, bcast!(ours += a * b) => |y, a, b| *y += a * b,
        bcast!(ours = a - b * c) => |y, a, b, c| *y = a - b * c,
        bcast!(ours -= if a > b { c } else { d }) => |y, a, b, c, d| *y -= if a > b { c } else { d },
        bcast!(ours = (a + b) * (c - d) / e + ours) => |y, a, b, c, d, e| *y += (a + b) * (c - d) / e,
    }
    same! {
        bcast!(a * 2.0) => Zip::from(&a).map_collect(|a| a * 2.0),
        bcast!(a - c) => Zip::from(&a).and(&c).map_collect(|a, c| a - c),
        bcast!(a * c + d) => Zip::from(&a).and(&c).and(&d).map_collect(|a, c, d| a * c + d),
        bcast!((a - b) * (c + d) + e) => Array2::from_shape_fn(shape, |at| (a[at] - b[at]) * (c[at] + d[at]) + e[at]),
        bcast!(all(a > b, axis = ..)) => Zip::from(&a).and(&b).all(|a, b| a > b),
        bcast!(any(a == c, axis = ..)) => Zip::from(&a).and(&c).any(|a, c| a == c),
        bcast!(sum(a * c, axis = ..)) => Zip::from(&a).and(&c).fold(0.0, |sum, a, c| sum + a * c),
    }
    let row = floats(5);
    bcast!(ours += row * a);
    Zip::from(&mut theirs).and_broadcast(&row).and(&a).for_each(|y, row, a| *y += row * a);
    bcast!(ours = (10 * index(axis = 0) + index(axis = 1)) as f64 - a);
    azip!((index (i, j), y in &mut theirs, &a in &a) *y = (10 * i + j) as f64 - a);
    assert_eq!(ours, theirs);
}

#[test]
fn parts_of_one_array() {
    let x = floats(9);
    let (mut ours, mut theirs) = (floats((4, 6)), floats((4, 6)));
    same! {
        bcast!(&x.slice(s![2..]) - &x.slice(s![..7])) => &x.slice(s![2..]) - &x.slice(s![..7]),
        bcast!(x - &x.slice(s![..;-1])) => &x - &x.slice(s![..;-1]),
        bcast!(&x.slice(s![..;2]) * &x[4]) => &x.slice(s![..;2]) * x[4],
        bcast!(ours * &ours.column(0), axis(ours.column(0)) = 0) => &ours * &ours.column(0).insert_axis(Axis(1)),
    }
    let (mut left, right) = ours.multi_slice_mut((s![.., ..;2], s![.., 1..;2]));
    bcast!(left += right);
    let (mut left, right) = theirs.multi_slice_mut((s![.., ..;2], s![.., 1..;2]));
    left += &right;
    assert_eq!(ours, theirs, "interleaved columns");
}

#[test]
fn memory_that_is_not_initialised() {
    let (a, row, mut place) = (floats((3, 4)), floats(4), Array2::uninit((3, 4).f()));
    bcast!(place = a - row);
    // SAFETY: a call writes all of its place.
    assert_eq!(unsafe { place.assume_init() }, &a - &row);
}

#[test]
fn products_of_matrices_and_vectors() {
    let (a, b) = (floats((3, 4)), floats((4, 5)));
    let (reversed, turned) = (a.slice(s![..;-1, ..;-1]), floats((5, 4)).reversed_axes());
    let (u, v) = (floats(3), floats(4));
    let halves = v.slice(s![..;2]);
    same! {
        bcast!(sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N]) => a.dot(&b),
        bcast!(sum(reversed * b, axis = K), mode = named, where reversed: [M, K], b: [K, N]) => reversed.dot(&b),
        bcast!(sum(a * turned, axis = K), mode = named, where a: [M, K], turned: [K, N]) => a.dot(&turned),
        bcast!(sum(a * v, axis = K), mode = named, where a: [M, K], v: [K]) => a.dot(&v),
        bcast!(sum(u * a, axis = M), mode = named, where a: [M, K], u: [M]) => u.dot(&a),
        bcast!(sum(v * &v.slice(s![..;-1]), axis = 0)) => v.dot(&v.slice(s![..;-1])),
        bcast!(sum(halves * halves, axis = 0)) => halves.dot(&halves),
        bcast!(u * v, axis(u) = 0, axis(v) = 1) => kron(&u.view().insert_axis(Axis(1)), &v.view().insert_axis(Axis(0))),
    }
    let (mut ours, mut theirs) = (floats((3, 5)), floats((3, 5)));
    bcast!(ours = 2.0 * sum(a * b, axis = K) - 0.5 * ours, mode = named, where ours: [M, N], a: [M, K], b: [K, N]);
    general_mat_mul(2.0, &a, &b, -0.5, &mut theirs);
    assert_eq!(ours, theirs);
}

/// An array of rank 0 is an operand and a place as any other.
#[test]
fn rank_zero() {
    let (x, point, row): (_, Array0<f64>, _) = (floats((2, 2)), arr0(4.0), floats(3));
    let mut place = point.clone();
    bcast!(place *= point - 0.5);
    operators! { point (+ - * / %) point, x (+ - * / %) point, point (+ - * / %) row, 2.0 (+ - * / %) point }
    same! {
        place => &point * &(&point - 0.5),
        bcast!(point * 2.0) => &point * 2.0,
        bcast!(-&point.view().into_dyn()) => -&point.view().into_dyn(),
    }
}
