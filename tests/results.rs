//! Results: kind, rank and memory order follow from the operands' types; the type of every `let` is part of the test.
mod common;

use bcast::{BroadcastError, bcast, try_bcast};
use common::counted;
use ndarray::{
    Array, Array0, Array1, Array2, Array3, Array4, Array5, Array6, ArrayD, Axis, Data, Dim, DimMax, Dimension,
    IntoDimension, Ix2, Ix3, IxDyn, ShapeBuilder, array, s,
};

type Shape = Vec<usize>;

fn shape<T, D: Dimension>(array: &Array<T, D>) -> Shape {
    array.shape().to_vec()
}

#[test]
fn numpy_gives_the_larger_rank() {
    let (zero, one, two, three) = (counted(()), counted(3), counted((2, 3)), counted((4, 1, 3)));
    let (five, six) = (counted((1, 1, 4, 2, 3)), counted([1, 1, 1, 4, 2, 3]));
    let c: Array0<f32> = bcast!(zero * 2.0);
    assert_eq!(c, counted(()) * 2.0);
    let c: Array1<f32> = bcast!(zero + one);
    assert_eq!(shape(&c), [3]);
    let c: Array2<f32> = bcast!(one + two + zero);
    assert_eq!(shape(&c), [2, 3]);
    let c: Array3<f32> = bcast!(two + three + one);
    assert_eq!(shape(&c), [4, 2, 3]);
    let c: Array5<f32> = bcast!(three - five);
    assert_eq!(shape(&c), [1, 1, 4, 2, 3]);
    let c: Array6<f32> = bcast!(one * six, mode = multidirectional);
    assert_eq!(shape(&c), [1, 1, 1, 4, 2, 3]);
    // The result's rank is unknown only if an operand's is.
    let dynamic = counted(IxDyn(&[3]));
    let c: ArrayD<f32> = bcast!(dynamic + two);
    assert_eq!(shape(&c), [2, 3]);
}

#[test]
fn the_target_gives_its_rank() {
    let (one, two) = (counted(3), counted((2, 3)));
    let (n, c) = (4_usize, 2_i32);
    let r: Array3<f32> = bcast!(one + two, to = [n, 2, 3]);
    assert_eq!(shape(&r), [4, 2, 3]);
    let r: Array3<f32> = bcast!(one + two, to = (n, c, 3_u8));
    assert_eq!(shape(&r), [4, 2, 3]);
    let r: Array1<f32> = bcast!(one, to = 3);
    assert_eq!(r, one);
    let r: Array1<f32> = bcast!(one, to = (3,));
    assert_eq!(r, one);
    let r: Array4<f32> = bcast!(one * 2.0, mode = unidirectional, to = [1, n, 2, 3]);
    assert_eq!(shape(&r), [1, 4, 2, 3]);
    let r: Array3<f32> = bcast!(two, mode = explicit, axes = [0, 2], to = [2, n, 3]);
    assert_eq!(shape(&r), [2, 4, 3]);
    let r: Array3<f32> = bcast!(one, mode = pdpd, axis = 1, to = [2, 3, n]);
    assert_eq!(shape(&r), [2, 3, 4]);
    let r: Array2<f32> = bcast!(one, mode = ncnn, to = [3, 2]);
    assert_eq!(shape(&r), [3, 2]);
    let r: Array2<f32> = bcast!(one, mode = paddle, axis = 0, to = [3, 2]);
    assert_eq!(shape(&r), [3, 2]);
    // bidirectional: the larger of the operands' rank and the target's.
    let r: Array2<f32> = bcast!(two, mode = bidirectional, to = [3]);
    assert_eq!(shape(&r), [2, 3]);
    let r: Array3<f32> = bcast!(two, mode = bidirectional, to = [n, 1, 1]);
    assert_eq!(shape(&r), [4, 2, 3]);
    // The compiler knows no rank of a slice or a `Vec`.
    let target = vec![4, 2, 3];
    let r: ArrayD<f32> = bcast!(one + two, to = target);
    assert_eq!(shape(&r), [4, 2, 3]);
    let r: ArrayD<f32> = bcast!(one + two, to = &target[1..]);
    assert_eq!(shape(&r), [2, 3]);
    // ndarray's dimensions have one.
    let r: Array3<f32> = bcast!(one + two, to = Dim([n, 2, 3]));
    assert_eq!(shape(&r), [4, 2, 3]);
    let r: Array2<f32> = bcast!(one, to = two.raw_dim());
    assert_eq!(shape(&r), [2, 3]);
    let r: Array2<f32> = bcast!(one, to = two.dim());
    assert_eq!(shape(&r), [2, 3]);
    let r: ArrayD<f32> = bcast!(one, to = IxDyn(&[2, 3]));
    assert_eq!(shape(&r), [2, 3]);
    let r: ArrayD<f32> = bcast!(one, to = two.shape());
    assert_eq!(shape(&r), [2, 3]);
}

#[test]
fn pdpd_and_unidirectional_give_the_rank_of_a() {
    let (one, two, three) = (counted(3), counted((2, 3)), counted((4, 2, 3)));
    let c: Array3<f32> = bcast!(three + one, mode = pdpd);
    assert_eq!(shape(&c), [4, 2, 3]);
    let c: Array2<f32> = bcast!(two * one, mode = unidirectional);
    assert_eq!(shape(&c), [2, 3]);
    let c: Array3<f32> = bcast!(one + two + three, mode = pdpd, base = three);
    assert_eq!(shape(&c), [4, 2, 3]);
    let c: Array3<f32> = bcast!(one + two + three, mode = unidirectional, base = three);
    assert_eq!(shape(&c), [4, 2, 3]);
    // The first array without its own alignment; constants do not count.
    let s = 2.0;
    let c: Array2<f32> = bcast!(s * one + two, mode = pdpd, axis(one) = 1);
    assert_eq!(shape(&c), [2, 3]);
    let c: Array2<f32> = bcast!(one + two, mode = unidirectional, axes(one) = [1]);
    assert_eq!(shape(&c), [2, 3]);
    // In numpy an operand with its own alignment has no vote either.
    let c: Array2<f32> = bcast!(one + two, axis(one) = 1);
    assert_eq!(shape(&c), [2, 3]);
    let dynamic = counted(IxDyn(&[3]));
    let c: Array2<f32> = bcast!(two + dynamic, mode = pdpd);
    assert_eq!(shape(&c), [2, 3]);
    let c: Array2<f32> = bcast!(two + dynamic, mode = numpy, axis(dynamic) = 1);
    assert_eq!(shape(&c), [2, 3]);
    let c: ArrayD<f32> = bcast!(dynamic + one, mode = unidirectional);
    assert_eq!(shape(&c), [3]);
    let c: Array3<f32> = bcast!(three + dynamic, mode = unidirectional);
    assert_eq!(shape(&c), [4, 2, 3]);
}

#[test]
fn none_gives_a_known_rank() {
    let (two, dynamic) = (counted((2, 3)), counted(IxDyn(&[2, 3])));
    let c: Array2<f32> = bcast!(two + two, mode = none);
    assert_eq!(c, &two * 2.0);
    let c: Array2<f32> = bcast!(two + dynamic, mode = none);
    assert_eq!(c, &two * 2.0);
    let c: Array2<f32> = bcast!(dynamic + two, mode = none);
    assert_eq!(c, &two * 2.0);
    let c: ArrayD<f32> = bcast!(dynamic + dynamic, mode = none);
    assert_eq!(c, &dynamic * 2.0);
    let c: Array2<f32> = bcast!(dynamic * 2.0, mode = none, to = [2, 3]);
    assert_eq!(c, &two * 2.0);
    // The ranks are compared at run time.
    let one = counted(3);
    assert!(try_bcast!(dynamic + one, mode = none).is_err());
}

#[test]
fn paddle_and_ncnn_give_the_longest_rank() {
    let (one, two, three) = (counted(2), counted((2, 3)), counted((4, 2, 3)));
    let c: Array3<f32> = bcast!(one + three, mode = paddle, axis = 1);
    assert_eq!(shape(&c), [4, 2, 3]);
    let c: Array2<f32> = bcast!(one + two, mode = ncnn);
    assert_eq!(shape(&c), [2, 3]);
    let wide = counted((4, 2));
    let c: Array3<f32> = bcast!(wide * three, mode = ncnn);
    assert_eq!(shape(&c), [4, 2, 3]);
}

#[test]
fn vectors_give_vectors() {
    let (v, w) = (vec![1.0_f32, 2.0], [3.0_f32, 4.0]);
    let (slice, s) = (&w[..], 10.0);
    let c: Vec<f32> = bcast!(v + slice);
    assert_eq!(c, [4.0, 6.0]);
    let c: Vec<f32> = bcast!(slice * s);
    assert_eq!(c, [30.0, 40.0]);
    let c: Vec<bool> = bcast!(v > 1.0, mode = none);
    assert_eq!(c, [false, true]);
    let c: Vec<f32> = bcast!(v - slice, mode = pdpd, axis = 0);
    assert_eq!(c, [-2.0, -2.0]);
    let c: Vec<f32> = bcast!(v, to = 2);
    assert_eq!(c, v);
    let c: Vec<f32> = bcast!(v + slice, mode = ncnn);
    assert_eq!(c, [4.0, 6.0]);
    // A rank other than 1 gives an owned array.
    let c: Array2<f32> = bcast!(v, to = [3, 2]);
    assert_eq!(c, array![[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]);
    let c: Array2<f32> = bcast!(v, mode = explicit, axes = [0], to = [2, 3]);
    assert_eq!(c.column(2), array![1.0, 2.0]);
    // So does any mixture with one.
    let a = array![1.0_f32, 2.0];
    let c: Array1<f32> = bcast!(v + a);
    assert_eq!(c, array![2.0, 4.0]);
    let b = counted((3, 2));
    let c: Array2<f32> = bcast!(slice + b);
    assert_eq!(shape(&c), [3, 2]);
}

#[test]
fn a_single_array_is_copied_in_the_modes_shape() {
    let x = counted((2, 3));
    let c: Array2<f32> = bcast!(x);
    assert_eq!(c, x);
    let c: Array2<f32> = bcast!(x, mode = none);
    assert_eq!(c, x);
    let c: Array3<f32> = bcast!(x, mode = explicit, axes = [0, 1], to = [2, 3, 4]);
    assert_eq!(c.index_axis(Axis(2), 3), x);
    let c: Array3<f32> = bcast!(x, mode = bidirectional, to = [4, 1, 1]);
    assert_eq!(c.index_axis(Axis(0), 3), x);
    let c: Array2<f32> = bcast!(&x.t());
    assert_eq!(c, x.t());
    let row = x.slice(s![.., ..;-2]);
    let c: Array2<f32> = bcast!(row);
    assert_eq!(c, row);
}

#[test]
fn no_array_gives_the_scalar_itself() -> Result<(), BroadcastError> {
    let (s, t) = (2.0_f32, 3.0_f32);
    let c: f32 = bcast!(s * t);
    assert_eq!(c, 6.0);
    let c: f64 = bcast!(1.5);
    assert_eq!(c, 1.5);
    let c: (bool, f32) = try_bcast!((s > t, s), mode = pdpd, axis = 1)?;
    assert_eq!(c, (false, 2.0));
    let c: f32 = try_bcast!(s.max(t), mode = unidirectional)?;
    assert_eq!(c, 3.0);
    Ok(())
}

#[test]
fn memory_order() {
    let c_order = counted((2, 3));
    let mut f_order = Array2::zeros((2, 3).f());
    f_order.assign(&c_order);
    let (row, column) = (counted(3), counted((2, 1)));
    let both = counted((1, 3));
    let is_f = |array: &Array2<f32>| !array.is_standard_layout() && array.t().is_standard_layout();
    // (the result, whether it is in Fortran order)
    let table = [
        (bcast!(c_order * 2.0), false),
        (bcast!(f_order * 2.0), true),
        (bcast!(f_order + f_order), true),
        (bcast!(f_order + c_order), false),
        (bcast!(c_order + f_order), false),
        // Operands of a lower rank do not count.
        (bcast!(f_order + row), true),
        (bcast!(row + f_order), true),
        // A column is contiguous in both orders.
        (bcast!(f_order + column), true),
        (bcast!(f_order + both), true),
        (bcast!(column + both), false),
        (bcast!(&c_order.t() + 0.0), true),
        (bcast!(&f_order.t() + 0.0), false),
        // Contiguous in neither order: the order of the axes counts, whatever the distances and directions.
        (bcast!(&c_order.slice(s![.., ..;2]) + 0.0), false),
        (bcast!(&f_order.slice(s![..;-1, ..]) + 0.0), true),
        (bcast!(f_order + &f_order.slice(s![..;-1, ..])), true),
        (bcast!(f_order, mode = none), true),
        (bcast!(f_order + row, mode = pdpd), true),
        (bcast!(f_order, to = [2, 3]), true),
        (bcast!(column, to = [2, 3]), false),
    ];
    for (index, (result, expected)) in table.iter().enumerate() {
        let is_dense = result.is_standard_layout() || result.t().is_standard_layout();
        assert!(is_dense && is_f(result) == *expected, "row {index}: strides {:?}", result.strides());
    }
    assert_eq!(bcast!(f_order * 2.0 + row), &c_order * 2.0 + &row);
    // Of rank 3 and unknown rank.
    let mut cube = ArrayD::zeros(IxDyn(&[2, 3, 4]).f());
    cube.assign(&counted((2, 3, 4)).into_dyn());
    let result: ArrayD<f32> = bcast!(cube + 1.0);
    assert_eq!((result.strides(), &result), (&[1, 2, 6][..], &(&cube + 1.0)));
}

/// The axes of a result lie in the order that all operands of its rank share, and in C order if two differ.
#[test]
fn axes_keep_their_order() {
    let orders: Vec<[usize; 3]> = vec![[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let lengths = [2, 3, 4];
    // Memory with this order of axes, the outermost first.
    let lying = |order: [usize; 3]| {
        let memory = counted((lengths[order[0]], lengths[order[1]], lengths[order[2]]));
        let mut own = [0; 3];
        order.iter().enumerate().for_each(|(at, &axis)| own[axis] = at);
        memory.permuted_axes(own)
    };
    let dense = |order: [usize; 3]| {
        let (mut strides, mut next) = ([0_isize; 3], 1);
        for axis in order.into_iter().rev() {
            (strides[axis], next) = (next, next * lengths[axis] as isize);
        }
        strides
    };
    let row = counted(4);
    for &order in &orders {
        let x = lying(order);
        assert_eq!(x.shape(), lengths);
        let y = bcast!(x + row);
        assert_eq!((y.strides(), &y), (&dense(order)[..], &(&x + &row)));
        let reversed = x.slice(s![..;-1, .., ..;-1]);
        let y = bcast!(&reversed + x);
        assert_eq!((y.strides(), &y), (&dense(order)[..], &(&reversed + &x)));
        // An axis of length 1 lies anywhere, and an operand of a lower rank says nothing.
        let thin = lying([0, 1, 2]).slice_move(s![.., ..1, ..]).permuted_axes([0, 1, 2]);
        let expected = if order.iter().position(|&axis| axis == 0) < order.iter().position(|&axis| axis == 2) {
            dense(order)
        } else {
            dense([0, 1, 2])
        };
        assert_eq!(bcast!(x * thin + row).strides(), expected);
        let kept = bcast!(x - max(x, axis = 1));
        assert_eq!(kept.strides(), dense(order));
        for &other in &orders {
            let second = lying(other);
            let y = bcast!(x + second);
            let expected = if other == order { dense(order) } else { dense([0, 1, 2]) };
            assert_eq!((y.strides(), &y), (&expected[..], &(&x + &second)), "{order:?} beside {other:?}");
        }
    }
}

/// A user-defined float.
trait Float: Copy + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> + PartialOrd {
    const ZERO: Self;
    fn root(self) -> Self;
}
impl Float for f32 {
    const ZERO: Self = 0.0;
    fn root(self) -> Self {
        self.sqrt()
    }
}
impl Float for f64 {
    const ZERO: Self = 0.0;
    fn root(self) -> Self {
        self.sqrt()
    }
}

fn relu_of<T: Float, S: Data<Elem = T>, D: Dimension>(x: &ndarray::ArrayBase<S, D>, slope: T) -> Array<T, D> {
    bcast!(if x > T::ZERO { x.root() } else { slope * x })
}

fn sum_of<A, D, E>(x: &Array<A, D>, y: &Array<A, E>) -> Array<A, <D as DimMax<E>>::Output>
where
    A: Float,
    D: Dimension + DimMax<E>,
    E: Dimension,
{
    bcast!(x + y)
}

fn into_generic<T: Float, D: Dimension>(y: &mut Array<T, D>, x: &Array<T, D>) {
    bcast!(y = x * y + T::ZERO);
    bcast!(y = x + y, mode = none);
}

fn biased<T: Float, D: Dimension>(x: &Array<T, D>, bias: &[T], axis: usize) -> Result<Array<T, D>, BroadcastError> {
    try_bcast!(x + bias, mode = pdpd, axis = axis)
}

fn to_generic<T: Float, D: Dimension>(x: &Array<T, D>) -> Array<T, Ix3> {
    bcast!(x * x, to = [2, 2, 3])
}

#[test]
fn generic_functions() {
    let x = counted((2, 3));
    assert_eq!(relu_of(&(&x - 4.0), 0.5)[[0, 0]], -1.5);
    assert_eq!(relu_of(&x.mapv(f64::from).t(), 0.5)[[2, 1]], 6.0_f64.sqrt());
    assert_eq!(relu_of(&x.view().into_dyn(), 0.5)[[1, 2]], 6.0_f32.sqrt());
    let c: Array<f32, Ix2> = sum_of(&x, &counted(3));
    assert_eq!(c, &x + &counted(3));
    let mut y = x.clone();
    into_generic(&mut y, &x);
    assert_eq!(y, &x * &x + &x);
    assert_eq!(biased(&x, &[10.0, 20.0], 0).unwrap(), &x + &array![[10.0], [20.0]]);
    assert!(biased(&x, &[10.0, 20.0], 1).is_err());
    assert_eq!(to_generic(&x).index_axis(Axis(0), 1), &x * &x);
}

#[test]
fn errors_leave_no_partial_result() {
    let (a, b) = (counted((2, 3)), counted(2));
    let result: Result<Array2<f32>, BroadcastError> = try_bcast!(a + b);
    let error = result.unwrap_err();
    assert!(error.to_string().starts_with("`b` does not broadcast"), "{error}");
    let unit: Result<(), BroadcastError> = {
        let mut y = a.clone();
        try_bcast!(y += b)
    };
    assert!(unit.is_err());
    let _: Ix2 = a.dim().into_dimension();
}
