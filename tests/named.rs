//! Mode named against its definition by index arithmetic: random lengths, 0 and 1 among them, and random layouts.

use bcast::{Tensor, TensorView, bcast, dim, shape, try_bcast};
use ndarray::{Array, Array1, Array2, Array3, ArrayD, Axis, Dimension, IxDyn, ShapeBuilder, array};

dim!(Batch);

#[path = "common/numbers.rs"]
mod numbers;
use numbers::Numbers;

impl Numbers {
    /// Mostly short lengths, some longer than a vector or a group of sums.
    fn length(&mut self) -> usize {
        [0, 1, 1, 2, 3, 4, 5, 7, 17, 40][self.below(10)]
    }

    fn number(&mut self) -> i64 {
        self.below(19) as i64 - 9
    }

    fn vector(&mut self, length: usize) -> Array1<i64> {
        let mut array = Array1::from_shape_simple_fn(length, || self.number());
        if self.below(3) == 0 {
            array.invert_axis(Axis(0));
        }
        array
    }

    fn matrix(&mut self, lengths: [usize; 2]) -> Array2<i64> {
        let is_turned = self.below(2) == 0;
        let mut array = Array2::from_shape_simple_fn(lengths.set_f(is_turned), || self.number());
        for axis in 0..2 {
            if self.below(4) == 0 {
                array.invert_axis(Axis(axis));
            }
        }
        array
    }

    fn cube(&mut self, lengths: [usize; 3]) -> Array3<i64> {
        let mut order = [0, 1, 2];
        order.swap(0, self.below(3));
        order.swap(1, 1 + self.below(2));
        let turned = order.map(|axis| lengths[axis]);
        let mut back = [0; 3];
        (0..3).for_each(|axis| back[order[axis]] = axis);
        Array3::from_shape_simple_fn(turned, || self.number()).permuted_axes(back)
    }
}

#[test]
fn random_calls() {
    let mut random = Numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..25 {
        products(&mut random);
        positions(&mut random);
        places(&mut random);
        several_names(&mut random);
    }
}

/// Three calls: products of matrices, squared distances, and the same with the axes of the result turned.
fn products(random: &mut Numbers) {
    let [m, n, k] = [(); 3].map(|()| random.length());
    let (a, b, c) = (random.matrix([m, k]), random.matrix([k, n]), random.matrix([n, k]));
    let product: Array2<i64> = bcast!(sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N]);
    let expected = Array2::from_shape_fn((m, n), |(i, j)| (0..k).map(|l| a[[i, l]] * b[[l, j]]).sum());
    assert_eq!(product, expected);
    let distances = bcast!(sum((a - c) * (a - c), axis = K), mode = named, where a: [M, K], c: [N, K]);
    let expected = Array2::from_shape_fn((m, n), |(i, j)| (0..k).map(|l| (a[[i, l]] - c[[j, l]]).pow(2)).sum());
    assert_eq!(distances, expected);
    let turned = bcast!(sum(a * b, axis = K), mode = named, to = [N, M], where a: [M, K], b: [K, N]);
    assert_eq!(turned, product.t());
}

/// Three calls: a histogram, positions without arrays, and pairs of one vector's elements.
fn positions(random: &mut Numbers) {
    let (n, bins) = (random.length(), 1 + random.below(9));
    let bin = Array1::from_shape_simple_fn(n, || random.below(bins + 2));
    let counts = bcast!(count(bin == index(axis = B), axis = N), mode = named, to = [B = bins], where bin: [N]);
    assert_eq!(counts, Array1::from_shape_fn(bins, |at| bin.iter().filter(|&&bin| bin == at).count()));
    let table = bcast!(index(axis = I) * len(axis = J) + index(axis = J), mode = named, to = [J = bins, I = n]);
    assert_eq!(table, Array2::from_shape_fn((bins, n), |(j, i)| i * bins + j));
    let x = random.vector(n);
    let y = &x;
    let rank = bcast!(count(y < x || y == x && index(axis = J) < index(axis = I), axis = J), mode = named, where x: [I], y: [J]);
    let before = |i: usize, j: usize| x[j] < x[i] || x[j] == x[i] && j < i;
    assert_eq!(rank, Array1::from_shape_fn(n, |i| (0..n).filter(|&j| before(i, j)).count()));
}

/// Four calls: a place with axes of its own order, one that is read, one that is read in a reduction, and one with a NAME of its own.
fn places(random: &mut Numbers) {
    let [m, n] = [(); 2].map(|()| random.length());
    let (a, v, w) = (random.matrix([m, n]), random.vector(n), random.vector(m));
    let mut y = Array2::zeros((n, m));
    bcast!(y = a * 2 + v, mode = named, where y: [J, I], a: [I, J], v: [J]);
    assert_eq!(y, Array2::from_shape_fn((n, m), |(j, i)| a[[i, j]] * 2 + v[j]));
    let mut total = w.clone();
    bcast!(total += sum(a * v, axis = J), mode = named, where total: [I], a: [I, J], v: [J]);
    assert_eq!(total, Array1::from_shape_fn(m, |i| w[i] + (0..n).map(|j| a[[i, j]] * v[j]).sum::<i64>()));
    let mut moved = w.clone();
    bcast!(moved = moved - sum(moved * a, axis = J) + sum(moved, axis = I), mode = named, where moved: [I], a: [I, J]);
    let all: i64 = w.sum();
    assert_eq!(moved, Array1::from_shape_fn(m, |i| w[i] - (0..n).map(|j| w[i] * a[[i, j]]).sum::<i64>() + all));
    let mut rows = random.cube([n, 3, m]);
    bcast!(rows = w, mode = named, where rows: [R, S, I], w: [I]);
    assert_eq!(rows, Array3::from_shape_fn((n, 3, m), |(_, _, i)| w[i]));
}

/// Four calls: reductions over several NAMEs, one in another, one beside what it reduces, and one that is repeated.
fn several_names(random: &mut Numbers) {
    let [i, j, k] = [(); 3].map(|()| random.length());
    let (x, w) = (random.cube([i, j, k]), random.vector(j));
    let centred = bcast!(x - w * sum(x, axis = [K, I]), mode = named, where x: [I, J, K], w: [J]);
    let sums: Vec<i64> = (0..j).map(|at| x.index_axis(Axis(1), at).sum()).collect();
    assert_eq!(centred, Array3::from_shape_fn((i, j, k), |at| x[at] - w[at.1] * sums[at.1]));
    let total: i64 = bcast!(sum(x * w, axis = [I, J, K]), mode = named, where x: [I, J, K], w: [J]);
    assert_eq!(total, x.indexed_iter().map(|((_, j, _), x)| x * w[j]).sum());
    let row = |at: (usize, usize)| (0..k).map(|k| x[[at.0, at.1, k]]).sum::<i64>();
    let repeated = bcast!(sum(x, axis = K), mode = named, to = [K, J, I], where x: [I, J, K]);
    assert_eq!(repeated, Array3::from_shape_fn((k, j, i), |(_, j, i)| row((i, j))));
    let largest = try_bcast!(max(sum(x, axis = K), axis = J), mode = named, where x: [I, J, K]);
    match j {
        0 => assert!(largest.is_err()),
        _ => {
            let expected = Array1::from_shape_fn(i, |i| (0..j).map(|j| row((i, j))).max().unwrap_or_default());
            assert_eq!(largest.unwrap(), expected);
        }
    }
}

#[test]
fn axes_of_one_name_meet_in_any_order() {
    let a = array![[1, 2, 3], [4, 5, 6]];
    let b = array![[10, 20], [30, 40], [50, 60]];
    assert_eq!(bcast!(a + b, mode = named, where a: [I, J], b: [J, I]), &a + &b.t());
    let turned = bcast!(a, mode = named, to = [J, I], where a: [I, J]);
    assert_eq!(turned, a.t());
    // The first NAME of the clause is the first axis, whichever array the expression has first.
    assert_eq!(bcast!(a + b, mode = named, where b: [J, I], a: [I, J]), &a.t() + &b);
}

#[test]
fn a_missing_name_repeats_and_a_length_of_1_does_not() {
    let (row, column) = (vec![1, 2, 3], vec![10, 20]);
    let outer = bcast!(row + column, mode = named, where column: [M], row: [N]);
    assert_eq!(outer, array![[11, 12, 13], [21, 22, 23]]);
    let one = array![[5, 6, 7]];
    let x = array![[1, 2, 3], [4, 5, 6]];
    assert!(try_bcast!(x + one, mode = named, where x: [I, J], one: [I, J]).is_err());
    assert_eq!(bcast!(one + one, mode = named, where one: [I, J]), array![[10, 12, 14]]);
}

#[test]
fn constants_and_arrays_of_rank_0() {
    let (k, s) = (10, ndarray::arr0(1));
    let x = array![1, 2];
    assert_eq!(bcast!(k * x + s, mode = named, where x: [N], s: []), array![11, 21]);
    assert_eq!(bcast!(k * x, mode = named, where x: [N], k: []), array![10, 20]);
    assert_eq!(bcast!(k * 2, mode = named), 20);
    let mut y = array![0, 0];
    bcast!(y = k, mode = named, where y: [N]);
    assert_eq!(y, array![10, 10]);
    // An operand that is no path is named by its spelling.
    assert_eq!(bcast!(&x.view() * x, mode = named, where x.view(): [N], x: [N]), array![1, 4]);
}

#[test]
fn results_by_the_kinds_of_arrays() {
    let nested = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let weights = [1.0, 10.0, 100.0];
    let rows: [f64; 2] = bcast!(sum(nested * weights, axis = K), mode = named, where nested: [M, K], weights: [K]);
    assert_eq!(rows, [321.0, 654.0]);
    let turned: [[f64; 2]; 3] = bcast!(nested, mode = named, to = [K, M], where nested: [M, K]);
    assert_eq!(turned, [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]);
    let bins: [usize; 4] = {
        let bin = [0_usize, 2, 1, 2];
        bcast!(count(bin == index(axis = B), axis = N), mode = named, to = [B = 4], where bin: [N])
    };
    assert_eq!(bins, [1, 1, 2, 0]);
    let tensor = Tensor::<f64, shape![2, 3]>::from_nested(nested);
    let columns: Tensor<f64, shape![3]> = bcast!(sum(tensor, axis = M), mode = named, where tensor: [M, K]);
    assert_eq!(columns.as_slice(), [5.0, 7.0, 9.0]);
    // The length of K is in one of the types, that of M in none.
    let open = TensorView::<f64, shape![_, _]>::from_slice_with([2, 3], tensor.as_slice()).unwrap();
    let scaled: Tensor<f64, shape![_, 3]> = bcast!(open * weights, mode = named, where open: [M, K], weights: [K]);
    assert_eq!(scaled.as_slice(), [1.0, 20.0, 300.0, 4.0, 50.0, 600.0]);
    let batch = Tensor::<f64, shape![Batch, 3]>::filled_with([2, 3], 1.0).unwrap();
    let sums: Tensor<f64, shape![Batch]> = bcast!(sum(batch, axis = K), mode = named, where batch: [B, K]);
    assert_eq!(sums.as_slice(), [3.0, 3.0]);
    let list = vec![1, 2, 3];
    let doubled: Vec<i32> = bcast!(2 * list, mode = named, where list: [N]);
    assert_eq!(doubled, [2, 4, 6]);
    let square: Array2<i32> = bcast!(list * list, mode = named, to = [R = 2, N], where list: [N]);
    assert_eq!(square, array![[1, 4, 9], [1, 4, 9]]);
    // Arrays whose rank only the run time knows have the stated one.
    let open_rank = ArrayD::from_shape_vec(IxDyn(&[2, 2]), vec![1, 2, 3, 4]).unwrap();
    let sums: Array1<i32> = bcast!(sum(open_rank, axis = J), mode = named, where open_rank: [I, J]);
    assert_eq!(sums, array![3, 7]);
}

#[test]
fn generic_functions() {
    fn product<T>(a: &Array2<T>, b: &Array2<T>) -> Array2<T>
    where
        T: Copy + std::ops::Mul<Output = T> + bcast::reduction::Summed,
    {
        bcast!(sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N])
    }
    let (a, b) = (array![[1.0, 2.0]], array![[3.0], [4.0]]);
    assert_eq!(product(&a, &b), array![[11.0]]);
    fn turned<D: Dimension>(x: &Array<f32, D>) -> Array2<f32> {
        bcast!(x * 2.0, mode = named, to = [J, I], where x: [I, J])
    }
    assert_eq!(turned(&array![[1.0, 2.0]]), array![[2.0], [4.0]]);
    fn rows<const M: usize, const K: usize>(x: &Tensor<f32, shape![M, K]>) -> Tensor<f32, shape![M]> {
        bcast!(sum(x, axis = Across), mode = named, where x: [Down, Across])
    }
    assert_eq!(rows(&Tensor::from_nested([[1.0, 2.0], [3.0, 4.0]])).as_slice(), [3.0, 7.0]);
}

#[test]
fn lets_and_branches() {
    let x = array![[1.0_f64, 2.0, 4.0], [3.0, 3.0, 3.0]];
    let soft = bcast!({ let e = (x - max(x, axis = C)).exp(); e / sum(e, axis = C) }, mode = named, where x: [R, C]);
    assert!(soft.sum_axis(Axis(1)).iter().all(|sum| (sum - 1.0).abs() < 1e-12));
    assert_eq!(soft[[1, 0]], 1.0 / 3.0);
    let at = bcast!(argmax(x, axis = C), mode = named, where x: [R, C]);
    assert_eq!(at, array![2, 0]);
    let lower = bcast!(if index(axis = R) < index(axis = C) { 0.0 } else { x }, mode = named, where x: [R, C]);
    assert_eq!(lower, array![[1.0, 0.0, 0.0], [3.0, 3.0, 0.0]]);
}

/// What the errors of the run time say: the NAME, both arrays, and both lengths.
#[test]
fn messages() {
    let (a, b) = (Array2::<f64>::zeros((3, 4)), Array2::<f64>::zeros((5, 2)));
    let error = try_bcast!(sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`K` stands for two different lengths (mode = named)\n   \
            axis      0  1\n   \
            stated    K  N\n   \
            b         5  2\n             \
                      ^ length 5, but `K` is 4 at axis 1 of `a`"
    );
    let mut y = Array1::<f64>::zeros(2);
    let error = try_bcast!(y += sum(a, axis = K), mode = named, where a: [M, K], y: [M]).unwrap_err();
    assert!(error.to_string().ends_with("length 2, but `M` is 3 at axis 0 of `a`"), "{error}");
    assert_eq!(y, array![0.0, 0.0]);
    let empty = Array2::<f64>::zeros((3, 0));
    let error = try_bcast!(max(empty, axis = K), mode = named, where empty: [M, K]).unwrap_err();
    assert!(
        error.to_string().starts_with("`max(.., axis = K)` has no value on an empty axis (mode = named)"),
        "{error}"
    );
    let open_rank = ArrayD::<f64>::zeros(IxDyn(&[3, 4, 5]));
    let error = try_bcast!(sum(open_rank, axis = K), mode = named, where open_rank: [M, K]).unwrap_err();
    assert!(error.to_string().contains("rank 3 meets the stated rank 2"), "{error}");
    let bins = -1;
    let error = try_bcast!(y, mode = named, to = [N, B = bins], where y: [N]).unwrap_err();
    assert!(error.to_string().ends_with("`B` is -1; a length is 0 or more"), "{error}");
    let error = try_bcast!(y, mode = named, to = [N, B = usize::MAX / 4], where y: [N]).unwrap_err();
    assert!(error.to_string().starts_with("the result has too many elements (mode = named)"), "{error}");
}
