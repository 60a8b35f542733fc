//! The checks of values at operators decide no type: what Rust infers in a closure it infers in a call.
//!
//! Each call is beside the same expression in a closure, so that the table can't hold a call that Rust itself would refuse.

#![allow(clippy::obfuscated_if_else, clippy::redundant_closure_call, reason = "the table holds what people write")]

use std::ops::{Add, Mul};

use bcast::bcast;
use ndarray::{Array1, Array2, array, s};

/// Compares a call's result with a closure's values.
macro_rules! same {
    ($x:ident: $call:expr, $closure:expr) => {
        assert_eq!($call, $x.mapv($closure), "{}", stringify!($call));
    };
}

/// A number that converts into another type, chosen by what surrounds it.
#[derive(Clone, Copy)]
struct Small(u8);
impl From<Small> for f32 {
    fn from(small: Small) -> f32 {
        f32::from(small.0)
    }
}
impl From<Small> for f64 {
    fn from(small: Small) -> f64 {
        f64::from(small.0)
    }
}

fn any<T: Default>() -> T {
    T::default()
}

fn half<T: Mul<Output = T> + From<f32>>(x: T) -> T {
    x * T::from(0.5)
}

#[test]
fn arguments_and_methods() {
    let x = array![1.0_f32, 2.0, 3.0];
    let n = Small(2);
    same!(x: bcast!(x.powf(n.into())), |x: f32| x.powf(n.into()));
    same!(x: bcast!(x.powf(n.into()) + x.powf(n.into())), |x: f32| x.powf(n.into()) + x.powf(n.into()));
    same!(x: bcast!(x.max("1.5".parse().unwrap())), |x: f32| x.max("1.5".parse().unwrap()));
    same!(x: bcast!(x.max("1.5".parse().unwrap()) * x), |x: f32| x.max("1.5".parse().unwrap()) * x);
    same!(x: bcast!(x.max(Default::default())), |x: f32| x.max(Default::default()));
    same!(x: bcast!(x - x.min(any())), |x: f32| x - x.min(any()));
    same!(x: bcast!(x.clamp(any(), n.into())), |x: f32| x.clamp(any(), n.into()));
    same!(x: bcast!(x.hypot(any()) + x.mul_add(half(x), any())), |x: f32| x.hypot(any()) + x.mul_add(half(x), any()));
    same!(x: bcast!((x as f64).min(any()).max(n.into())), |x: f32| (x as f64).min(any()).max(n.into()));
    same!(x: bcast!(f32::max(x, any()) / x), |x: f32| f32::max(x, any()) / x);
    same!(x: bcast!(x + <f32 as From<Small>>::from(n)), |x: f32| x + <f32 as From<Small>>::from(n));
    same!(x: bcast!(x + f32::from(n)), |x: f32| x + f32::from(n));
    same!(x: bcast!(half(x) + x), |x: f32| half(x) + x);
    same!(x: bcast!(x + [1.0, 2.0].iter().sum::<f32>()), |x: f32| x + [1.0, 2.0].iter().sum::<f32>());
    same!(x: bcast!(x * "2.5".parse::<f32>().unwrap()), |x: f32| x * "2.5".parse::<f32>().unwrap());
    same!(x: bcast!(x / &x.len() as f32), |y: f32| y / 3.0);
    same!(x: bcast!(x > any()), |x: f32| x > any());
    same!(x: bcast!(x == n.into()), |x: f32| x == n.into());
    same!(x: bcast!(x.mul_add(n.into(), any())), |x: f32| x.mul_add(n.into(), any()));
    same!(x: bcast!((x > 1.0).then_some(x).unwrap_or_default() + x), |x: f32| (x > 1.0).then_some(x).unwrap_or_default() + x);
    same!(x: bcast!(x + Some(x).map_or(0.0, |y| y * 2.0)), |x: f32| x + Some(x).map_or(0.0, |y| y * 2.0));
}

#[test]
fn literals() {
    let x = array![1.0_f32, 2.0, 3.0];
    let n = Small(2);
    same!(x: bcast!(2.0 * x.powf(n.into()) - 1.0), |x: f32| 2.0 * x.powf(n.into()) - 1.0);
    same!(x: bcast!(x.max(any()) * 2.0), |x: f32| x.max(any()) * 2.0);
    same!(x: bcast!(x.max("1.5".parse().unwrap()) % 2.0), |x: f32| x.max("1.5".parse().unwrap()) % 2.0);
    same!(x: bcast!((2.0 * f64::from(x) + 0.5) as f32), |x: f32| (2.0 * f64::from(x) + 0.5) as f32);
    same!(x: bcast!((x as i32 * 2 - 1) as f32 / 2.0), |x: f32| (x as i32 * 2 - 1) as f32 / 2.0);
    same!(x: bcast!({ let y = any(); x.max(y) + y * 2.0 }), |x: f32| {
        let y = any();
        x.max(y) + y * 2.0
    });
    same!(x: bcast!(half(2.0) * x + half(x) * 2.0), |x: f32| half(2.0) * x + half(x) * 2.0);
    same!(x: bcast!(half(half(2.0) * 2.0) * x), |x: f32| half(half(2.0) * 2.0) * x);
    same!(x: bcast!(if x > 1.0 { any::<f32>() * 2.0 } else { x }), |x: f32| if x > 1.0 { any::<f32>() * 2.0 } else { x });
}

/// Elements of a user's type beside numbers, on both sides, and the same by a bound.
#[test]
fn numbers_beside_other_types() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Meters(f64);
    impl Mul<f64> for Meters {
        type Output = Meters;
        fn mul(self, number: f64) -> Meters {
            Meters(self.0 * number)
        }
    }
    impl Mul<Meters> for f64 {
        type Output = Meters;
        fn mul(self, meters: Meters) -> Meters {
            meters * self
        }
    }
    fn doubled<T: Copy + Mul<f64, Output = T>>(x: &Array1<T>, k: f64) -> [Array1<T>; 2]
    where
        f64: Mul<T, Output = T>,
    {
        [bcast!(x * 2.0), bcast!(k * x)]
    }
    let (x, k) = (array![Meters(1.5), Meters(2.0)], 2.0_f64);
    let twice = array![Meters(3.0), Meters(4.0)];
    assert_eq!([bcast!(x * 2.0), bcast!(2.0 * x), bcast!(x * k), bcast!(k * x)], [&twice; 4].map(Clone::clone));
    assert_eq!(doubled(&x, k), [twice.clone(), twice]);
    /// Any number may be on its left.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Any(f64);
    macro_rules! any_left {
        ($($number:ty)*) => {$(
            impl Mul<Any> for $number {
                type Output = Any;
                fn mul(self, any: Any) -> Any {
                    Any(self as f64 * any.0)
                }
            }
        )*};
    }
    any_left!(u8 i32 i64 f32 f64);
    let y = array![Any(1.5), Any(2.0)];
    same!(y: bcast!(2.0 * y), |y: Any| 2.0 * y);
    same!(y: bcast!(3 * y), |y: Any| 3 * y);
    let waits = array![std::time::Duration::from_secs(1)];
    assert_eq!(bcast!(waits * 2 + 3 * waits), waits.mapv(|wait| wait * 2 + 3 * wait));
}

#[test]
fn blocks_branches_and_closures() {
    let x = array![1.0_f32, 2.0, 3.0];
    let double = |v| v * 2.0;
    same!(x: bcast!(double(x) + 1.0), |x: f32| double(x) + 1.0);
    same!(x: bcast!({ let y = any(); x.max(y) }), |x: f32| {
        let y = any();
        x.max(y)
    });
    same!(x: bcast!(if x > 1.0 { any() } else { x }), |x: f32| if x > 1.0 { any() } else { x });
    same!(x: bcast!(x * (|y| y + 1.0)(x)), |x: f32| x * (|y| y + 1.0)(x));
    same!(x: bcast!(match x as i32 { 1 => any(), _ => x } + x), |x: f32| match x as i32 {
        1 => any(),
        _ => x,
    } + x);
}

/// Sides whose type is known in the loop alone.
#[test]
fn locals() {
    let (x, n) = (array![1.0_f32, 2.0, 3.0], array![1_u32, 2, 3]);
    same!(x: bcast!({ let y = any(); half(y * 2.0) + x.max(y) }), |x: f32| {
        let y = any();
        half(y * 2.0) + x.max(y)
    });
    same!(x: bcast!((|v| v * 2.0)(x)), |x: f32| (|v| v * 2.0)(x));
    same!(x: bcast!((|v| 2.0 - v)(x) / 3.0), |x: f32| (|v| 2.0 - v)(x) / 3.0);
    same!(x: bcast!({ let (p, q) = (x, 2.0); p * q + 1.0 * p - q }), |x: f32| {
        let (p, q) = (x, 2.0);
        p * q + 1.0 * p - q
    });
    same!(x: bcast!(match x { v if v * 2.0 > 3.0 => v / 2.0, v => -v * 3.0 }), |x: f32| match x {
        v if v * 2.0 > 3.0 => v / 2.0,
        v => -v * 3.0,
    });
    same!(x: bcast!([0.5, 2.0].iter().map(|w| w * x + 1.0).sum::<f32>()), |x: f32| {
        [0.5, 2.0].iter().map(|w| w * x + 1.0).sum::<f32>()
    });
    same!(x: bcast!([0.5, 2.0].iter().fold(0.0, |s, &w| s * x + w)), |x: f32| [0.5, 2.0].iter().fold(0.0, |s, &w| s * x + w));
    same!(x: bcast!({ let mut s = 0.0; for w in [0.5, 2.0] { s += x * w; s *= 2.0 } s }), |x: f32| {
        let mut s = 0.0;
        for w in [0.5, 2.0] {
            s += x * w;
            s *= 2.0
        }
        s
    });
    same!(x: bcast!({ let mut s = [0.0; 2]; s[1] += x; s[0] -= 2.0 * s[1]; s[0] }), |x: f32| {
        let mut s = [0.0; 2];
        s[1] += x;
        s[0] -= 2.0 * s[1];
        s[0]
    });
    same!(n: bcast!((n << 1) + (1 << n) + (n >> 1_u8)), |n: u32| (n << 1) + (1 << n) + (n >> 1_u8));
    same!(n: bcast!(n & 0xf | 1 ^ n), |n: u32| n & 0xf | 1 ^ n);
    same!(n: bcast!({ let mut b = n; b <<= 2; b |= 1; b >>= 1_u64; b }), |n: u32| {
        let mut b = n;
        b <<= 2;
        b |= 1;
        b >>= 1_u64;
        b
    });
    same!(n: bcast!({ let i = 3; n + i * 2 }), |n: u32| {
        let i = 3;
        n + i * 2
    });
}

/// A call that is the whole expression has the type of the result.
#[test]
fn the_whole_expression() {
    let number: f32 = bcast!(any());
    let pair: [f32; 2] = bcast!(any());
    let parsed: u8 = bcast!("7".parse().unwrap());
    assert_eq!((number, pair, parsed), (0.0, [0.0; 2], 7));
}

/// A method's value has another type than its receiver, though methods of this name keep that of numbers.
#[test]
fn a_method_of_a_users_type() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Pair(f32, f32);
    impl Mul for Pair {
        type Output = Pair;
        fn mul(self, other: Pair) -> Pair {
            Pair(self.0 * other.0, self.1 * other.1)
        }
    }
    impl Pair {
        fn abs(self) -> f32 {
            self.0.hypot(self.1)
        }
    }
    let (x, p) = (array![1.0_f32, 2.0], array![Pair(3.0, 4.0), Pair(0.0, 1.0)]);
    assert_eq!(bcast!(p.abs() * 2.0), array![10.0, 2.0]);
    assert_eq!(bcast!(x * p.abs()), array![5.0, 2.0]);
    assert_eq!(bcast!(2.0 * p.abs() * x), array![10.0, 4.0]);
    let mut y = x.clone();
    bcast!(y *= p.abs());
    assert_eq!(y, array![5.0, 2.0]);
}

/// In generic code the bound on the element is the only operator, so it decides.
#[test]
fn by_the_bounds_of_a_parameter() {
    fn shifted<T: Copy + Default + Add<Output = T> + PartialOrd>(x: &Array1<T>) -> (Array1<T>, Array1<bool>) {
        (bcast!(x + any()), bcast!(x > Default::default()))
    }
    assert_eq!(shifted(&array![1, 2]), (array![1, 2], array![true, true]));
    assert_eq!(shifted(&array![0.5, -2.0]), (array![0.5, -2.0], array![true, false]));
}

#[test]
fn places() {
    let mut y = array![1.0_f64, 2.0];
    let mut z = array![Some(1.0_f32)];
    let mut colours = array![[1_u8, 2, 3], [4, 5, 6]];
    let mut pixels = Array1::from_elem(2, [0_u8; 3]);
    fn grey() -> [u8; 3] {
        [128; 3]
    }
    bcast!(y = Small(3).into());
    bcast!(z = Default::default());
    bcast!(colours = any());
    bcast!(pixels = grey());
    assert_eq!((y, z, colours), (array![3.0, 3.0], array![None], array![[0, 0, 0], [0, 0, 0]]));
    assert_eq!(pixels, array![[128; 3], [128; 3]]);
    assert_eq!(bcast!(pixels == [128; 3]), array![true, true]);
    assert_eq!(bcast!(pixels == grey()), array![true, true]);
}

/// A type of the user's may have an operator with an array.
#[test]
fn an_operator_with_an_array() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Point([f32; 2]);
    impl Add<[f32; 2]> for Point {
        type Output = Point;
        fn add(self, other: [f32; 2]) -> Point {
            Point([self.0[0] + other[0], self.0[1] + other[1]])
        }
    }
    impl Point {
        fn max(self, other: [f32; 2]) -> Point {
            Point([self.0[0].max(other[0]), self.0[1].max(other[1])])
        }
    }
    let points = array![Point([1.0, 2.0])];
    let least = || [1.5, 0.0];
    assert_eq!(bcast!(points.max([1.5, 0.0])), bcast!(points.max(least())));
    assert_eq!(bcast!(points + [1.0, 1.0]), array![Point([2.0, 3.0])]);
}

/// A `Copy` value that is a slice draws a warning; which slice it is must not be asked.
#[test]
#[allow(deprecated, reason = "the value is a constant on purpose")]
fn a_slice_of_two_types() {
    #[derive(Clone, Copy, PartialEq)]
    struct Key([u8; 2]);
    impl AsRef<[u8]> for Key {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    impl AsRef<[f64]> for Key {
        fn as_ref(&self) -> &[f64] {
            &[]
        }
    }
    let (keys, key) = ([Key([1, 2]), Key([3, 4])], Key([3, 4]));
    assert_eq!(bcast!(keys == key), [false, true]);
    let (words, word) = (["a", "b"], "b");
    assert_eq!(bcast!(words == word), [false, true]);
    assert_eq!(bcast!((words != word) & !word.is_empty()), [true, false]);
}

/// The rank of such a slice is unknown until its integer has a type, which nothing but the end of the function gives it.
#[test]
fn a_slice_by_an_integer() {
    let x = array![[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let (row, column) = (x.slice(s![0, ..]), x.slice(s![.., 1]));
    let (mut y, mut z) = (Array2::<f32>::zeros((2, 3)), vec![0.0_f32; 3]);
    assert_eq!(bcast!(row * 2.0), array![2.0, 4.0, 6.0]);
    assert_eq!(bcast!(row * row, mode = none), array![1.0, 4.0, 9.0]);
    assert_eq!(bcast!(row + 1.0, to = [2, 3]), array![[2.0, 3.0, 4.0], [2.0, 3.0, 4.0]]);
    assert_eq!(bcast!(x - column, axis(column) = 0), array![[-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]]);
    assert_eq!(bcast!(x - column, mode = pdpd, axis = 0), array![[-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]]);
    assert_eq!(bcast!(x * row, mode = ncnn, where x: [H, 3], row: [3]).dim(), (2, 3));
    let outer: Array2<f32> = bcast!(column * row, axis(column) = 0, axis(row) = 1);
    assert_eq!(outer[[1, 2]], 15.0);
    bcast!(y -= sum(row * row, axis = -1));
    assert_eq!(y, array![[-14.0; 3], [-14.0; 3]]);
    y.fill(0.0);
    bcast!(y.slice_mut(s![1, ..]) += sum(row * row, axis = 0));
    assert_eq!(y, array![[0.0; 3], [14.0; 3]]);
    let squares: f32 = bcast!(sum(row * row, axis = 0));
    let sums: Array1<f32> = bcast!(sum(x - row, axis = 1));
    assert_eq!((squares, sums), (14.0, array![0.0, 9.0]));
    let shares: Array2<f32> = bcast!(x / sum(row, axis = -1));
    assert_eq!(shares[[1, 2]], 1.0);
    bcast!(y = x - row);
    bcast!(z = row, mode = none);
    assert_eq!((y[[1, 0]], &z[..]), (3.0, &[1.0, 2.0, 3.0][..]));
}
