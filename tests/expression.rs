//! The element expression: operators, branches, loops, closures, types, and panics.
mod common;

use bcast::{bcast, try_bcast};
use common::counted;
use ndarray::{Array1, Array2, ArrayD, IxDyn, ShapeBuilder, array};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Compares an expression in the macro with a loop, bit for bit.
macro_rules! as_in_a_loop {
    ($(|$($name:ident),*| $expression:expr;)*) => {$({
        let answer = bcast!($expression);
        let mut place = answer.clone();
        bcast!(place = $expression);
        let first = ($($name.clone(),)*).0;
        for index in 0..first.len() {
            let element = {
                $(let $name = $name[index];)*
                $expression
            };
            assert_eq!(answer[index].to_bits(), element.to_bits(), "{} at {index}", stringify!($expression));
            assert_eq!(place[index].to_bits(), element.to_bits(), "{} at {index} into a place", stringify!($expression));
        }
    })*};
}

/// Numbers of every class and magnitude.
fn floats(start: f32) -> Array1<f32> {
    let special = [0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::MIN_POSITIVE, 1e-42, f32::MAX, -1e-7];
    (0..90_u16).map(|i| special.get(usize::from(i)).copied().unwrap_or(start * f32::from(i) - 20.3 / start)).collect()
}

#[test]
fn elements_equal_the_scalar_expression() {
    let (x, y, z) = (floats(1.37), floats(-0.77).slice(ndarray::s![..;-1]).to_owned(), floats(3.3));
    let (s, t) = (0.1_f32, 16_777_217.0_f32);
    as_in_a_loop! {
        // Nothing is reassociated or contracted.
        |x, y, z| x + y + z;
        |x, y, z| x + (y + z);
        |x, y, z| x * y + z;
        |x, y, z| z - x * y;
        |x, y, z| x * y / z;
        |x, y, z| x / (y / z);
        |x, y| x - y - s - t;
        |x, y| x * s * y * t;
        |x| x + t - t;
        |x, y| (x * x + y * y).sqrt() / (x.abs() + 1.0);
        |x, y, z| x.mul_add(y, z);
        |x, y| x % y + -x;
        |x, y| x.max(y).min(s).clamp(-1.0, 1.0);
        |x| x.floor() + x.ceil() * x.round() - x.trunc() + x.fract();
        |x, y| x.copysign(y).signum();
        |x| 1.0 / x;
        |x, y| if x > y { x - y } else if x < y { y - x } else { x * y };
    }
    let (x, y) = (x.mapv(f64::from), y.mapv(f64::from));
    as_in_a_loop! {
        |x, y| x * y + y * x - x / 3.0;
        |x, y| (x - y) * (x + y) + 1e-300 * x;
    }
}

#[test]
fn integer_and_bit_operators() {
    let (a, b) = (array![0b1100_u8, 200, 7], array![0b1010_u8, 3, 2]);
    assert_eq!(bcast!(a & b), array![0b1000, 0, 2]);
    assert_eq!(bcast!(a | b ^ 1), array![0b1111, 202, 7]);
    assert_eq!(bcast!(!a), array![0xF3, 55, 248]);
    assert_eq!(bcast!((a & 15) << 1_u8 >> (b & 3)), array![6, 2, 3]);
    assert_eq!(bcast!(a % b + a / b), array![3, 68, 4]);
    assert_eq!(bcast!(a.wrapping_add(b).rotate_left(1)), array![44, 151, 18]);
    let n = array![-8_i32, 8];
    assert_eq!(bcast!(n >> 1), array![-4, 4]);
    assert_eq!(bcast!(-n * 2 - 1), array![15, -17]);
}

#[test]
fn comparisons_and_logic_give_bool() {
    let (x, y) = (array![1.0_f32, f32::NAN, 3.0], 2.0);
    let c: Array1<bool> = bcast!(x > y);
    assert_eq!(c, array![false, false, true]);
    assert_eq!(bcast!(x < y || x >= y), array![true, false, true]);
    assert_eq!(bcast!(x == x && !(x != x)), array![true, false, true]);
    assert_eq!(bcast!(x <= y), array![true, false, false]);
    let (p, q) = (array![true, false], array![[true], [false]]);
    assert_eq!(bcast!(p && !q), array![[false, false], [true, false]]);
    assert_eq!(bcast!(p ^ q | false), array![[false, true], [true, false]]);
    // The right side of `||` is evaluated only if needed.
    let count = Cell::new(0);
    let counting = |v: bool| {
        count.set(count.get() + 1);
        v
    };
    assert_eq!(bcast!(p || counting(p)), array![true, false]);
    assert_eq!(count.get(), 1);
}

#[test]
fn mixed_element_types_follow_rust() {
    let (bytes, n, x) = (array![[1_u8, 255]], array![[-1_i64], [1]], array![0.5_f64, 2.0]);
    let c: Array2<f64> = bcast!(bytes as f64 * x + f64::from(n as i32));
    assert_eq!(c, array![[-0.5, 509.0], [1.5, 511.0]]);
    let c: Array2<u16> = bcast!(x as f32 as u16 + u16::from(bytes));
    assert_eq!(c, array![[1, 257]]);
}

#[test]
fn branches() {
    let x = array![-2.0_f32, -0.0, 0.5, 3.0];
    let slope = 0.25;
    assert_eq!(bcast!(if x > 0.0 { x } else { slope * x }), array![-0.5, 0.0, 0.5, 3.0]);
    let class = bcast!(match x {
        f32::NEG_INFINITY..0.0 => 'n',
        0.0 => '0',
        small if small < 1.0 => 's',
        _ => 'l',
    });
    assert_eq!(class, array!['n', '0', 's', 'l']);
    let maybe = array![Some(1.0_f32), None, Some(-1.0), Some(5.0)];
    assert_eq!(bcast!(if let Some(v) = maybe { v * x } else { x }), array![-2.0, 0.0, -0.5, 15.0]);
    assert_eq!(
        bcast!(if let Some(v) = maybe
            && v > 0.0
            && let w = v + x
            && w > 0.0
        {
            w
        } else {
            0.0
        }),
        array![0.0, 0.0, 0.0, 8.0]
    );
    assert_eq!(
        bcast!(match (x > 0.0, maybe) {
            (true, Some(v)) | (_, Some(v)) => v,
            (_, None) => 9.0,
        }),
        array![1.0, 9.0, -1.0, 5.0]
    );
    assert_eq!(
        bcast!('none: {
            let Some(v) = maybe else { break 'none x };
            v
        }),
        array![1.0, -0.0, -1.0, 5.0]
    );
}

#[test]
fn loops_and_blocks() {
    let n = array![0_u32, 1, 5, 10];
    let factorial = bcast!({
        let mut product = 1_u32;
        for k in 1..=n {
            product *= k;
        }
        product
    });
    assert_eq!(factorial, array![1, 1, 120, 3_628_800]);
    let root = bcast!({
        let mut r = 0;
        loop {
            if (r + 1) * (r + 1) > n {
                break r;
            }
            r += 1;
        }
    });
    assert_eq!(root, array![0, 1, 2, 3]);
    let odd = bcast!({
        let (mut k, mut sum) = (0, 0);
        while k < n {
            k += 1;
            if k % 2 == 0 {
                continue;
            }
            sum += k;
        }
        sum
    });
    assert_eq!(odd, array![0, 1, 9, 25]);
    let pairs = bcast!('outer: {
        for i in 1..n {
            'rows: for j in i.. {
                if i * j == 12 {
                    break 'outer i * 100 + j;
                }
                if j > n {
                    continue 'rows;
                }
                if j > 20 {
                    break 'rows;
                }
                if i + j > 30 {
                    break;
                }
            }
        }
        0
    });
    assert_eq!(pairs, array![0, 0, 112, 112]);
    let collatz = bcast!({
        let mut v = n;
        let mut steps = 0;
        while let 2.. = v {
            v = if v % 2 == 0 { v / 2 } else { 3 * v + 1 };
            steps += 1;
        }
        steps
    });
    assert_eq!(collatz, array![0, 0, 5, 6]);
    let table = bcast!({
        const WEIGHTS: [u32; 4] = [1, 10, 100, 1000];
        let mut digits = [0; 4];
        for (digit, weight) in digits.iter_mut().zip(WEIGHTS) {
            *digit = n / weight % 10;
        }
        digits[1] += digits[0];
        digits
    });
    assert_eq!(
        table,
        array![[0, 0, 0, 0], [1, 1, 0, 0], [5, 5, 0, 0], [0, 1, 0, 0]]
            .map_axis(ndarray::Axis(1), |row| [row[0], row[1], row[2], row[3]])
    );
}

#[test]
fn closures_and_items_inside() {
    let x = array![1.0_f32, 2.0];
    let y = bcast!({
        fn cube(v: f32) -> f32 {
            v * v * v
        }
        let scale = |v: f32| v * x;
        let both = move |v| scale(v) + cube(v);
        let nested = |f: &dyn Fn(f32) -> f32| f(f(x));
        nested(&both)
    });
    let expected = |x: f32| {
        let both = |v: f32| v * x + v * v * v;
        both(both(x))
    };
    assert_eq!(y, x.mapv(expected));
    let folded = bcast!([x, x * 2.0, 1.0].iter().fold(0.0, |sum, v| sum + v));
    assert_eq!(folded, array![4.0, 7.0]);
}

#[test]
fn results_of_every_copy_type() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Polar {
        length: f32,
        sign: bool,
    }
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Wrapped<'a>(&'a str, f32);
    let (x, names) = (array![3.0_f32, -4.0], array![["a"], ["b"]]);
    let c: Array1<(f32, bool)> = bcast!((x * x, x > 0.0));
    assert_eq!(c, array![(9.0, true), (16.0, false)]);
    let c: Array1<Polar> = bcast!(Polar { length: x.abs(), sign: x < 0.0 });
    assert_eq!(c[1], Polar { length: 4.0, sign: true });
    let c: Array1<[f32; 3]> = bcast!([x; 3]);
    assert_eq!(c[0], [3.0; 3]);
    let c: Array2<Wrapped<'_>> = bcast!(Wrapped(names, x));
    assert_eq!(c[[1, 0]], Wrapped("b", 3.0));
    let c: Array1<Option<u32>> = bcast!(if x > 0.0 { Some(x as u32) } else { None });
    assert_eq!(c, array![Some(3), None]);
    let c: Array1<()> = bcast!({
        let _ = x;
    });
    assert_eq!(c.len(), 2);
    let (sum, flag): (Vec<f32>, Vec<bool>) = bcast!((x + 1.0, x > 0.0)).into_iter().unzip();
    assert_eq!((sum, flag), (vec![4.0, -3.0], vec![true, false]));
}

/// Counts its drops.
struct Counted(Rc<Cell<usize>>);
impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn a_panic_in_the_expression() {
    let drops = Rc::new(Cell::new(0));
    let counted_drop = Counted(drops.clone());
    let x = counted((4, 5));
    let row = counted(5);
    let done = Cell::new(0);
    let check = |v: f32| {
        let _captured = &counted_drop;
        assert!(v < 33.0, "too large: {v}");
        done.set(done.get() + 1);
        v
    };
    let fresh = catch_unwind(AssertUnwindSafe(|| bcast!(check(x + row * 4.0))));
    let message = fresh.unwrap_err().downcast::<String>().unwrap();
    assert!(message.starts_with("too large: "), "{message}");
    assert!(done.get() > 0);
    // The place holds only old and new values.
    let mut place = Array2::from_elem((4, 5), -1.0);
    catch_unwind(AssertUnwindSafe(|| bcast!(place = check(x + row * 4.0)))).unwrap_err();
    let whole = &x + &row * 4.0;
    assert!(place.iter().zip(&whole).all(|(&p, &w)| p == -1.0 || p == w));
    assert!(place.iter().any(|&p| p == -1.0));
    let mut place = x.clone();
    catch_unwind(AssertUnwindSafe(|| bcast!(place += check(x + row * 4.0)))).unwrap_err();
    assert!(place.iter().zip(&whole).zip(&x).all(|((&p, &w), &x)| p == x || p == x + w));
    // Captured values were neither dropped nor copied.
    assert_eq!(drops.get(), 0);
    drop(counted_drop);
    assert_eq!(drops.get(), 1);
    // A panic during the evaluation of an operand.
    let fails = || -> Array1<f32> { std::panic::panic_any("operand") };
    let operand = catch_unwind(AssertUnwindSafe(|| bcast!(x + &fails())));
    assert_eq!(operand.unwrap_err().downcast_ref(), Some(&"operand"));
}

#[test]
fn operands_of_a_call_are_dropped_once() {
    #[derive(Clone)]
    struct Owner(#[allow(dead_code, reason = "held for its drop")] Rc<Counted>, Array1<f32>);
    impl Owner {
        fn array(&self) -> &Array1<f32> {
            &self.1
        }
    }
    let drops = Rc::new(Cell::new(0));
    let make = || Owner(Rc::new(Counted(drops.clone())), array![1.0, 2.0]);
    let c = bcast!(&make().array() + &make().1 * 2.0);
    assert_eq!((c, drops.get()), (array![3.0, 6.0], 2));
    drop(try_bcast!(&make().1 + &make().1, mode = numpy, to = [3]).unwrap_err());
    assert_eq!(drops.get(), 4);
}

#[test]
fn empty_and_long_rows() {
    // Lengths around the block size of rows, with rows that are contiguous, strided, reversed and stretched.
    for length in [0, 1, 2, 15, 16, 17, 63, 64, 65, 1023, 1024, 1025, 2049] {
        let wide: Array2<f32> = counted((3, 2 * length));
        let stepped = wide.slice(ndarray::s![.., ..;2]);
        let reversed = wide.slice(ndarray::s![..;-1, ..length;-1]);
        let column = counted((3, 1));
        let columns = Array2::from_shape_fn((3, length).f(), |(i, j)| (i + 3 * j) as f32);
        let c = bcast!(stepped * 3.0 + reversed - column + columns);
        let mut place = Array2::from_elem((length, 3), f32::NAN);
        let mut transposed = place.view_mut().reversed_axes();
        bcast!(transposed = stepped * 3.0 + reversed - column + columns);
        assert_eq!(c.dim(), (3, length));
        for ((i, j), &value) in c.indexed_iter() {
            let expected = stepped[[i, j]] * 3.0 + reversed[[i, j]] - column[[i, 0]] + columns[[i, j]];
            assert_eq!((value, transposed[[i, j]]), (expected, expected), "length {length} at {i}, {j}");
        }
    }
    let none: ArrayD<f32> = ArrayD::zeros(IxDyn(&[0; 7]));
    assert_eq!(bcast!(none + none).shape(), [0; 7]);
}

/// A type with operators only on references, or with a right side that needs coercion.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Own(i32);

impl std::ops::Mul<&Own> for &Own {
    type Output = Own;
    fn mul(self, other: &Own) -> Own {
        Own(self.0 * other.0)
    }
}
impl std::ops::Sub<Own> for &Own {
    type Output = i32;
    fn sub(self, other: Own) -> i32 {
        self.0 - other.0
    }
}
impl std::ops::Add<&str> for Own {
    type Output = Own;
    fn add(self, other: &str) -> Own {
        Own(self.0 + other.len() as i32)
    }
}
impl std::ops::AddAssign<&str> for Own {
    fn add_assign(&mut self, other: &str) {
        *self = *self + other;
    }
}
impl std::ops::Rem<fn(i32) -> i32> for Own {
    type Output = f64;
    fn rem(self, other: fn(i32) -> i32) -> f64 {
        other(self.0).into()
    }
}
impl std::ops::Neg for Own {
    type Output = f32;
    fn neg(self) -> f32 {
        self.0 as f32
    }
}

/// Scalars' operators are checked by types in advance; for other types the expression itself determines the operators.
#[test]
fn operators_of_other_types_than_scalars() {
    fn products<T: Copy>(x: &[T], y: &[T]) -> Vec<T>
    where
        for<'a> &'a T: std::ops::Mul<&'a T, Output = T>,
    {
        bcast!(&(x) * &(y))
    }
    let (x, y) = ([Own(2), Own(3)], [Own(5), Own(7)]);
    let words = ["a".to_owned(), "abc".to_owned()];
    let words = [&words[0], &words[1]];
    let twice = |x| 2 * x;
    assert_eq!(products(&x, &y), [Own(10), Own(21)]);
    assert_eq!(bcast!(&(x) * &(y)), [Own(10), Own(21)]);
    assert_eq!(bcast!(&(x) - y - 1), [-4, -5]);
    assert_eq!(bcast!(x + words + words), [Own(4), Own(9)]);
    assert_eq!(bcast!(x % twice + 1.0), [5.0, 7.0]);
    // A value of another type than its operands.
    let halves = [0.5_f32; 2];
    assert_eq!(bcast!(-x + halves), [2.5, 3.5]);
    let mut place = x;
    bcast!(place += words);
    assert_eq!(place, [Own(3), Own(6)]);
    // The type of `late` is inferred from code after the call.
    let mut late = Vec::new();
    let sum = bcast!(late * 2.0 + [1.0, 2.0].len() as f64);
    late.push(0.5);
    assert_eq!((sum, late), (Vec::<f64>::new(), vec![0.5]));
}

/// Elements that are references to numbers have the same functions. No test of this file limits the instruction set, on which last bits depend.
#[test]
fn elements_that_are_references() {
    let numbers: Vec<f64> = (0..64).map(|step| f64::from(step) * 0.37 - 9.0).collect();
    let x: Array1<&f64> = numbers.iter().collect();
    let y = Array1::from(numbers.clone());
    assert_eq!(bcast!(x.exp() + x.sin() + x.tanh()), bcast!(y.exp() + y.sin() + y.tanh()));
}
