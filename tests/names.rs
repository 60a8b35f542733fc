//! Names: which are operands, an operand's kind by its type, and locals.
mod common;

use bcast::{bcast, try_bcast};
use common::counted;
use ndarray::{
    Array0, Array1, Array2, Array3, ArrayD, ArrayRef, ArrayView2, ArrayViewMut1, Axis, CowArray, Ix0, Ix1, Ix2, Ix3,
    Ix4, Ix5, Ix6, IxDyn, arr0, array, s,
};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, RwLock};

struct Layer {
    weight: Array2<f32>,
    bias: Array1<f32>,
    scale: f32,
    act: fn(f32) -> f32,
}

impl Layer {
    const SHIFT: f32 = 0.5;

    fn new() -> Self {
        Layer { weight: counted((2, 3)), bias: array![10.0, 20.0, 30.0], scale: 2.0, act: |x| x - 1.0 }
    }

    fn fields(&self) -> Array2<f32> {
        bcast!(self.weight * self.scale + self.bias)
    }

    fn constants(&self) -> Array2<f32> {
        bcast!(self.weight * self.scale + Self::SHIFT)
    }

    fn half(&self, x: f32) -> f32 {
        x * 0.5 * self.scale
    }

    fn own_method(&self) -> Array2<f32> {
        bcast!(self.half(self.weight))
    }

    fn own_callee(&self) -> Array2<f32> {
        bcast!((self.act)(self.weight))
    }

    fn write(&mut self) {
        bcast!(self.weight = self.weight * self.scale + self.bias);
        bcast!(self.weight += self.bias);
    }
}

#[test]
fn fields_of_self() {
    let mut layer = Layer::new();
    let expected = &layer.weight * 2.0 + &layer.bias;
    assert_eq!(layer.fields(), expected);
    assert_eq!(layer.constants(), &layer.weight * 2.0 + 0.5);
    assert_eq!(layer.own_method(), layer.weight);
    assert_eq!(layer.own_callee(), &layer.weight - 1.0);
    layer.write();
    assert_eq!(layer.weight, &expected + &layer.bias);
}

struct Pair(Array1<f32>, f32, Inner);
struct Inner {
    rows: (Array1<f32>, Array1<f32>),
}

impl Pair {
    fn sum(&self) -> Array1<f32> {
        bcast!(self.0 + self.1 + self.2.rows.0 * self.2.rows.1)
    }
}

#[test]
fn tuple_fields() {
    let pair = Pair(array![1.0, 2.0], 0.5, Inner { rows: (array![3.0, 4.0], array![5.0, 6.0]) });
    assert_eq!(pair.sum(), array![16.5, 26.5]);
    let nested = ((array![1.0, 2.0], 3.0), 4.0);
    let c = bcast!(nested.0.0 * nested.0.1 + nested.1);
    assert_eq!(c, array![7.0, 10.0]);
}

mod weights {
    use std::sync::LazyLock;
    pub static ROW: LazyLock<ndarray::Array1<f32>> = LazyLock::new(|| ndarray::array![1.0, 2.0]);
    pub const GAIN: f32 = 3.0;
    pub static OFFSET: f32 = 0.25;
    pub fn twice(x: f32) -> f32 {
        x * 2.0
    }
    pub mod deep {
        pub const SHIFT: f32 = 100.0;
    }
}

#[test]
#[allow(unused_qualifications, reason = "paths of every kind are what is tested")]
fn paths_of_modules() {
    let c = bcast!(*weights::ROW * weights::GAIN + weights::OFFSET + self::weights::deep::SHIFT);
    assert_eq!(c, array![103.25, 106.25]);
    let c = bcast!(weights::twice(*weights::ROW) + crate::weights::GAIN);
    assert_eq!(c, array![5.0, 7.0]);
    let c = bcast!(*weights::ROW * ::core::f32::consts::PI + f32::MAX * 0.0 + <f32>::EPSILON * 0.0);
    assert_eq!(c, weights::ROW.mapv(|x| x * std::f32::consts::PI));
}

#[test]
fn dereferences() {
    static SHARED: LazyLock<Array1<f32>> = LazyLock::new(|| array![5.0, 6.0]);
    let mutex = Mutex::new(array![1.0, 2.0]);
    let lock = RwLock::new(2.0);
    let (arc, rc, boxed) = (Arc::new(array![1.0, 10.0]), Rc::new(array![1.0, 1.0]), Box::new(array![0.5, 0.5]));
    let guard = mutex.lock().unwrap();
    let factor = lock.read().unwrap();
    let c = bcast!(*guard * *factor + *arc - *rc * *boxed + *SHARED);
    assert_eq!(c, array![7.5, 19.5]);
    // `&*x` is `*x`.
    let c = bcast!(&*guard * *factor + &*arc - &*rc * &*boxed + &*SHARED);
    assert_eq!(c, array![7.5, 19.5]);
    let double: &&Array1<f32> = &&*arc;
    let c = bcast!(**double + *rc);
    assert_eq!(c, array![2.0, 11.0]);
    // A star before a field dereferences the field's value.
    let holder = (Arc::new(array![1.0, 2.0]),);
    let c = bcast!(*holder.0 + 1.0);
    assert_eq!(c, array![2.0, 3.0]);
}

#[test]
fn borrowed_calls() -> Result<(), String> {
    fn scale(layers: &[Layer]) -> f32 {
        layers[0].scale
    }
    let x = counted((3, 2));
    let row = array![1.0, 2.0, 3.0];
    let c = bcast!(&x.t() * row);
    assert_eq!(c, &x.t() * &row);
    let layers = [Layer::new(), Layer::new()];
    let c = bcast!(&layers[1].weight + &layers[0].bias * &scale(&layers));
    assert_eq!(c, &layers[1].weight + &(&layers[0].bias * 2.0));
    let load = |path: &str| if path.is_empty() { Err("no path".to_owned()) } else { Ok(array![1.0_f32, 2.0]) };
    let c = bcast!(&load("x")? + 1.0);
    assert_eq!(c, array![2.0, 3.0]);
    let wrong = (|| -> Result<Array1<f32>, String> { Ok(bcast!(&load("")? + 1.0)) })();
    assert_eq!(wrong, Err("no path".to_owned()));
    let c = bcast!(&x.slice(s![..;-1, 1]) - &x.index_axis(Axis(1), 0));
    assert_eq!(c, array![5.0, 1.0, -3.0]);
    let table = [vec![1.0, 2.0], vec![3.0, 4.0]];
    let c = bcast!(&table[0] + &table[1][..]);
    assert_eq!(c, vec![4.0, 6.0]);
    let nested = (vec![array![1.0, 2.0]],);
    let c = bcast!(&nested.0[0] * 2.0);
    assert_eq!(c, array![2.0, 4.0]);
    // Generic arguments, macros and closures in the call are ordinary Rust.
    let c = bcast!(&Array1::<f32>::from_iter((0..3).map(|i| i as f32)) + row);
    assert_eq!(c, array![1.0, 3.0, 5.0]);
    Ok(())
}

#[test]
fn evaluated_once_and_in_source_order() {
    let order = Cell::new(Vec::new());
    let note = |name: &'static str, array: Array1<f32>| {
        let mut names = order.take();
        names.push(name);
        order.set(names);
        array
    };
    let x = array![1.0, 2.0];
    let c = bcast!(
        &note("a", array![1.0, 2.0]) + x * &note("b", array![1.0, 1.0]) - x / (&note("c", array![2.0, 2.0]) + x)
    );
    assert_eq!(order.take(), ["a", "b", "c"]);
    assert_eq!(c, array![1.0 + 1.0 - 1.0 / 3.0, 2.0 + 2.0 - 2.0 / 4.0]);
    // Operands are evaluated even in a branch that no element takes, or in a closure that is never called.
    let c = bcast!(if x > 100.0 {
        &note("then", array![1.0, 2.0])
    } else {
        let _unused = |y: f32| y + &note("closure", array![0.0, 0.0]);
        x
    });
    assert_eq!((order.take(), c), (vec!["then", "closure"], x.clone()));
    // Each occurrence of an `&` call is evaluated separately.
    let c = bcast!(&note("one", x.clone()) + &note("one", x.clone()));
    assert_eq!((order.take(), c), (vec!["one", "one"], array![2.0, 4.0]));
    // The place comes first; a refused call evaluates nothing twice either.
    let mut out = array![0.0_f32, 0.0];
    let row = |out: &'static str| usize::from(!note(out, array![]).is_empty());
    drop(try_bcast!(out.slice_mut(s![row("place")..]) = &note("a", array![1.0, 2.0, 3.0]) + x).unwrap_err());
    assert_eq!(order.take(), ["place", "a"]);
    bcast!(out.slice_mut(s![row("place")..]) += &note("a", array![1.0, 2.0]) + x);
    assert_eq!((order.take(), out), (vec!["place", "a"], array![2.0, 4.0]));
}

#[test]
fn a_reference_at_an_operator_changes_nothing() {
    let (a, b, s) = (array![1.0_f32, 2.0], array![3.0_f32, 4.0], 2.0_f32);
    let c = bcast!(&a + &b);
    assert_eq!(c, array![4.0, 6.0]);
    let c = bcast!((&a) * -&b / &s);
    assert_eq!(c, array![-1.5, -4.0]);
    let c = bcast!(if &a > &b { &a } else { &b });
    assert_eq!(c, b);
}

#[test]
fn a_reference_in_an_argument_is_rusts_own() {
    use std::cmp::Ordering;
    let (x, y) = (array![1.0_f32, 4.0], array![3.0_f32, 2.0]);
    let c = bcast!(x.total_cmp(&y));
    assert_eq!(c, array![Ordering::Less, Ordering::Greater]);
    let c = bcast!(x.total_cmp(&2.0) as i32 + (x.partial_cmp(&(y + 1.0)) == Some(Ordering::Less)) as i32);
    assert_eq!(c, array![0, 1]);
    let by_reference = |a: &f32, b: &&f32| a + **b;
    let c = bcast!(
        by_reference(&x, &&y) + {
            let z = x;
            f32::max(z, *{ &z })
        }
    );
    assert_eq!(c, array![5.0, 10.0]);
    let n = array![3_i32, 4];
    let c = bcast!(n.cmp(&(n.pow(1))).is_eq());
    assert_eq!(c, array![true, true]);
}

#[test]
fn one_path_is_one_operand() {
    let x = array![[1.0_f32, 2.0]];
    // At most sixteen arrays, however often each occurs.
    let c = bcast!(x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x);
    assert_eq!(c, array![[20.0, 40.0]]);
}

#[test]
fn sixteen_arrays() {
    let v: Vec<Array1<f64>> = (0..16).map(|i| array![f64::from(1 << i), 1.0]).collect();
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = <[Array1<f64>; 16]>::try_from(v).unwrap();
    let sum = bcast!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p);
    assert_eq!(sum, array![65535.0, 16.0]);
    // Constants are not counted.
    let (s, t) = (1.0, 2.0);
    let sum = bcast!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + s * t);
    assert_eq!(sum, array![65537.0, 18.0]);
    let mut q = array![0.5, 0.5];
    bcast!(q = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p);
    assert_eq!(q, array![65535.0, 16.0]);
}

#[test]
fn every_owner() {
    let mut x = counted((2, 3));
    let expected = &x + 1.0;
    let one = array![1.0_f32, 1.0, 1.0];
    let view: ArrayView2<'_, f32> = x.view();
    assert_eq!(bcast!(view + one), expected);
    let shared = x.to_shared();
    assert_eq!(bcast!(shared + one), expected);
    let cow = CowArray::from(x.view());
    assert_eq!(bcast!(cow + one), expected);
    let by_ref: &Array2<f32> = &x;
    let by_ref_ref: &&Array2<f32> = &by_ref;
    assert_eq!(bcast!(by_ref + one), expected);
    assert_eq!(bcast!(by_ref_ref + one), expected);
    let array_ref: &ArrayRef<f32, Ix2> = &x;
    assert_eq!(bcast!(array_ref + one), expected);
    let by_mut: &mut Array2<f32> = &mut x;
    assert_eq!(bcast!(by_mut + one), expected);
    let view_mut = x.view_mut();
    assert_eq!(bcast!(view_mut + one), expected);
    let array_ref_mut: &mut ArrayRef<f32, Ix2> = &mut x;
    assert_eq!(bcast!(array_ref_mut + one), expected);
}

#[test]
fn every_rank() {
    macro_rules! ranks {
        ($($rank:ident $shape:expr;)*) => {$(
            let x: ndarray::Array<f32, $rank> = counted($shape);
            let y: ndarray::Array<f32, $rank> = bcast!(x * 2.0 + x);
            assert_eq!(y, &x * 3.0);
        )*};
    }
    ranks! {
        Ix0 (); Ix1 3; Ix2 (2, 3); Ix3 (2, 3, 2); Ix4 (2, 1, 3, 2); Ix5 (1, 2, 1, 3, 2); Ix6 [2, 1, 2, 1, 3, 2];
    }
    for shape in [&[][..], &[4], &[2, 3], &[2, 1, 2, 1, 2, 1, 2, 1], &[1; 12]] {
        let x: ArrayD<f32> = counted(IxDyn(shape));
        let y: ArrayD<f32> = bcast!(x * 2.0 + x);
        assert_eq!(y, &x * 3.0);
    }
}

#[test]
fn vectors_and_slices_have_rank_1() {
    fn cell(x: u8) -> [u8; 2] {
        [x, 1]
    }
    let v = vec![1.0_f32, 2.0, 3.0];
    let slice: &[f32] = &v;
    let slice_ref: &&[f32] = &slice;
    let boxed: Box<[f32]> = v.clone().into();
    let c = bcast!(v + slice * *slice_ref + *boxed);
    assert_eq!(c, vec![3.0, 8.0, 15.0]);
    let mut owned = v.clone();
    let slice_mut: &mut [f32] = &mut owned;
    let vec_ref: &Vec<f32> = &v;
    assert_eq!(bcast!(slice_mut + vec_ref), vec![2.0, 4.0, 6.0]);
    // The elements of a `Vec` may be arrays and tuples too.
    let pixels: Vec<[u8; 3]> = vec![[1, 2, 3], [4, 5, 6]];
    let c: Vec<u8> = bcast!((pixels)[0] + (pixels)[2]);
    assert_eq!(c, [4, 10]);
    let pairs: &[(f32, i32)] = &[(0.5, 1), (1.5, 2)];
    let c = bcast!((pairs).0 * (pairs).1 as f32);
    assert_eq!(c, [0.5, 3.0]);
    let grid = array![[[1_u8, 2], [3, 4]]];
    let c: Array3<u8> = bcast!({
        let [low, high] = cell(grid);
        low + high
    });
    assert_eq!(c, array![[[2, 3], [4, 5]]]);
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Relu,
    Leaky(f32),
    Identity,
}

#[derive(Clone, Copy)]
struct Affine {
    gain: f32,
    shift: f32,
}

impl Affine {
    fn at(self, x: f32) -> f32 {
        self.gain * x + self.shift
    }
}

#[test]
fn constants_of_every_kind() {
    const GAIN: f32 = 2.0;
    static SHIFT: f32 = 0.5;
    let x = array![-1.0_f32, 2.0];
    let square: fn(f32) -> f32 = |x| x * x;
    let halve = f32::recip;
    let affine = Affine { gain: 3.0, shift: 1.0 };
    let offset = 4.0;
    let captured = |y: f32| y + offset;
    let (by_ref, by_ref_ref, by_mut) = (&1.5_f32, &&2.5_f32, &mut 3.5_f32);
    assert_eq!(bcast!(x * GAIN + SHIFT), array![-1.5, 4.5]);
    assert_eq!(bcast!(square(x) + halve(2.0)), array![1.5, 4.5]);
    assert_eq!(bcast!(affine.at(x) + affine.gain), array![1.0, 10.0]);
    assert_eq!(bcast!(captured(x)), array![3.0, 6.0]);
    assert_eq!(bcast!(x * by_ref), array![-1.5, 3.0]);
    assert_eq!(bcast!(x + by_mut), array![2.5, 5.5]);
    assert_eq!(bcast!(x * **by_ref_ref), array![-2.5, 5.0]);
    let maybe = Some(10.0_f32);
    assert_eq!(bcast!(x + maybe.unwrap_or(0.0)), array![9.0, 12.0]);
    let (flag, letter, text) = (true, 'c', "text");
    assert_eq!(bcast!(if flag && letter == 'c' { x } else { 0.0 }), x);
    assert_eq!(bcast!(x + text.len() as f32), array![3.0, 6.0]);
    let table = [10.0_f32, 20.0];
    let lookup = |i: usize| table[i];
    let index = array![1_usize, 0, 1];
    assert_eq!(bcast!(lookup(index)), array![20.0, 10.0, 20.0]);
    for (act, expected) in
        [(Act::Relu, array![0.0, 2.0]), (Act::Leaky(0.1), array![-0.1, 2.0]), (Act::Identity, x.clone())]
    {
        let c = bcast!(match act {
            Act::Relu => x.max(0.0),
            Act::Leaky(slope) if x < 0.0 => slope * x,
            Act::Leaky(_) | Act::Identity => x,
        });
        assert_eq!(c, expected, "{act:?}");
        assert_eq!(bcast!(act == Act::Relu || x > 1e9), Array1::from_elem(2, act == Act::Relu));
    }
}

#[test]
fn the_type_of_a_number_is_inferred() {
    let (x, s, n) = (array![1.0_f32, 2.0], 2.0, 3);
    let c: Array1<f32> = bcast!(x * s);
    assert_eq!(c, array![2.0, 4.0]);
    let i = array![1_u8, 2];
    let c: Array1<u8> = bcast!(i * n);
    assert_eq!(c, array![3, 6]);
    let pair = (0.5, 4.0);
    let c: Array1<f32> = bcast!(x * pair.0 + pair.1);
    assert_eq!(c, array![4.5, 5.0]);
}

fn scaled<T: Copy + std::ops::Mul<Output = T> + std::ops::Add<Output = T>>(x: &Array1<T>, s: T, t: &T) -> Array1<T> {
    bcast!(x * s + *t)
}

#[test]
fn a_generic_constant() {
    assert_eq!(scaled(&array![1.0, 2.0], 2.0, &1.0), array![3.0, 5.0]);
    assert_eq!(scaled(&array![1_i64, 2], 2, &1), array![3, 5]);
}

#[test]
fn rank_0_is_an_operand_and_a_number_is_a_constant() {
    let x = counted((2, 2));
    let zero: Array0<f32> = arr0(1.0);
    assert_eq!(bcast!(x + zero), &x + 1.0);
    assert_eq!(bcast!(zero + x), &x + 1.0);
    let number = 1.0_f32;
    assert_eq!(bcast!(x + number, mode = none), &x + 1.0);
    // The compiler refuses what ranks in types contradict.
    let any = zero.view().into_dyn();
    assert!(try_bcast!(x + any, mode = none).is_err());
    // The first array is A; a constant never is.
    assert!(try_bcast!(any + x, mode = unidirectional).is_err());
    assert_eq!(bcast!(number + x, mode = unidirectional), &x + 1.0);
    let sum: Array0<f32> = bcast!(zero + number);
    assert_eq!(sum, arr0(2.0));
    let sum: f32 = bcast!(number + number);
    assert_eq!(sum, 2.0);
}

#[test]
#[expect(clippy::let_and_return, reason = "a local in a block")]
fn locals_are_not_operands() {
    let (a, b) = (array![1.0_f32, -2.0], array![3.0_f32, 4.0]);
    // A local hides the operand of its name until the end of its block.
    assert_eq!(
        bcast!({
            let a = a + 1.0;
            a * a
        }),
        array![4.0, 1.0]
    );
    assert_eq!(
        bcast!({
            let c = {
                let a = b;
                a
            };
            c + a
        }),
        array![4.0, 2.0]
    );
    assert_eq!(
        bcast!(if a > 0.0 {
            let b = 10.0;
            a + b
        } else {
            a + b
        }),
        array![11.0, 2.0]
    );
    assert_eq!(
        bcast!(match a {
            b if b > 0.0 => b,
            _ => b,
        }),
        array![1.0, 4.0]
    );
    assert_eq!(bcast!([b].map(|a: f32| a * 2.0)[0] + a), array![7.0, 6.0]);
    assert_eq!(
        bcast!({
            let f = |x: f32, (y, z): (f32, f32)| x + y * z;
            f(a, (b, a))
        }),
        array![4.0, -10.0]
    );
    assert_eq!(
        bcast!({
            let mut a = a;
            a += b;
            a
        }),
        array![4.0, 2.0]
    );
    let pairs = array![(1.0_f32, Some(2.0_f32)), (3.0, None)];
    assert_eq!(bcast!(if let (x, Some(y)) = pairs { x + y + a } else { b }), array![4.0, 4.0]);
    assert_eq!(
        bcast!('found: {
            let (x, Some(y)) = pairs else { break 'found a };
            x + y
        }),
        array![3.0, -2.0]
    );
}

#[test]
fn after_a_call_a_dot_is_a_field() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Complex {
        re: f32,
        im: f32,
    }
    let z = array![Complex { re: 1.0, im: 2.0 }, Complex { re: 3.0, im: 4.0 }];
    let px = array![[1_u8, 2, 3], [4, 5, 6]].map_axis(Axis(1), |row| [row[0], row[1], row[2]]);
    assert_eq!(bcast!((z).re * (z).im), array![2.0, 12.0]);
    assert_eq!(bcast!((px)[0] + (px)[2]), array![4, 10]);
    assert_eq!(
        bcast!({
            let w = z;
            w.re + w.im
        }),
        array![3.0, 7.0]
    );
    let conj = |z: Complex| Complex { im: -z.im, ..z };
    assert_eq!(bcast!(conj(z).im), array![-2.0, -4.0]);
    let i = array![0_usize, 2];
    assert_eq!(bcast!((px)[i]), array![1, 6]);
    let re = array![7.0, 8.0];
    assert_eq!(bcast!(Complex { re, im: (z).im }), array![Complex { re: 7.0, im: 2.0 }, Complex { re: 8.0, im: 4.0 }]);
    assert_eq!(bcast!(Complex { re, ..z }), array![Complex { re: 7.0, im: 2.0 }, Complex { re: 8.0, im: 4.0 }]);
}

#[test]
fn a_callee_is_no_operand() {
    fn gelu(x: f32) -> f32 {
        x * 0.5
    }
    let x = array![2.0_f32, 4.0];
    assert_eq!(bcast!(gelu(x) + f32::max(x, 3.0) + weights::twice(x) + <f32 as From<u8>>::from(1)), array![9.0, 15.0]);
    let count = Cell::new(0);
    let counting = |x: f32| {
        count.set(count.get() + 1);
        x
    };
    assert_eq!(bcast!(counting(x)), x);
    assert_eq!(count.get(), 2);
    // Nothing is computed for an empty result.
    let empty = Array3::<f32>::zeros((2, 0, 3));
    let row = array![1.0_f32, 2.0, 3.0];
    let c = bcast!(counting(empty) + counting(row));
    assert_eq!((c.shape(), count.get()), (&[2, 0, 3][..], 2));
    let mut place = Array2::<f32>::zeros((0, 3));
    bcast!(place += counting(row));
    bcast!(place = counting(1.0));
    assert_eq!(count.get(), 2);
}

#[test]
fn callees_and_constants_are_captured_by_shared_reference() {
    let text = String::from("abc");
    let table = Box::new([1.0_f32, 2.0, 3.0]);
    let at = |i: usize| table[i] + text.len() as f32;
    let i = array![2_usize, 0];
    let first = bcast!(at(i));
    let mut memory = [0.0; 2];
    let mut view = ArrayViewMut1::from(&mut memory);
    bcast!(view = at(i));
    assert_eq!((view.to_owned(), first), (array![6.0, 4.0], array![6.0, 4.0]));
    assert_eq!((text.as_str(), table.len()), ("abc", 3));
}
