//! The operands and the places of all forms.

use bcast::{Tensor, shape};
use ndarray::{Array1, Array2, s};

use crate::random::Random;

/// A tensor whose type states both lengths.
pub type Matrix = Tensor<f32, shape![10, 10]>;

/// Arrays of 100, of (10, 10), and of what stretches to it. Fields that are written to begin with `z`.
pub struct Arrays {
    /// The length 10, where a form computes one.
    pub n: usize,
    /// Constants.
    pub s: f32,
    pub t: f32,
    /// Vectors of 100 elements.
    pub v: Array1<f32>,
    pub u: Array1<f32>,
    /// Matrices of (10, 10).
    pub a: Array2<f32>,
    pub b: Array2<f32>,
    /// A matrix of (10, 1).
    pub column: Array2<f32>,
    /// Vectors of 10 elements.
    pub w: Array1<f32>,
    pub w2: Array1<f32>,
    pub w3: Array1<f32>,
    pub w4: Array1<f32>,
    pub w5: Array1<f32>,
    /// (5, 20), beside a vector of 20.
    pub wide: Array2<f32>,
    pub w20: Array1<f32>,
    /// The elements of `v`, `u`, `a`, `b` and `w` in other containers.
    pub vec_v: Vec<f32>,
    pub vec_u: Vec<f32>,
    pub nested_a: [[f32; 10]; 10],
    pub nested_b: [[f32; 10]; 10],
    pub nested_w: [f32; 10],
    pub tensor_a: Matrix,
    pub tensor_b: Matrix,
    pub tensor_w: Tensor<f32, shape![10]>,
    pub unknown_a: Tensor<f32, shape![_, _]>,
    pub unknown_b: Tensor<f32, shape![_, _]>,
    pub unknown_w: Tensor<f32, shape![_]>,
    /// Places.
    pub z: Array1<f32>,
    pub zz: Array2<f32>,
    pub z_wide: Array2<f32>,
    /// 100 elements of which each is four further.
    pub z_column: Array1<f32>,
    /// 100 elements, the last one first.
    pub z_reversed: Array1<f32>,
    /// (10, 10) of which each row is a column in memory.
    pub z_transposed: Array2<f32>,
    pub z_vec: Vec<f32>,
    pub z_nested: [[f32; 10]; 10],
    pub z_tensor: Matrix,
    pub z_unknown: Tensor<f32, shape![_, _]>,
    /// What a form allocates.
    pub fresh: Array2<f32>,
    /// Other allocations, so that arrays begin at other addresses in each round.
    _between: Vec<Vec<u8>>,
}

impl Arrays {
    /// Arrays of random numbers from 0.5 to 1.5, and places of zeros.
    pub fn new(random: &mut Random) -> Self {
        let mut between = Vec::new();
        let mut numbers = |count: usize| {
            between.push(vec![0; random.below(512)]);
            (0..count).map(|_| random.number()).collect::<Vec<f32>>()
        };
        let mut vector = |count| Array1::from(numbers(count));
        let (v, u, w, w2, w3) = (vector(100), vector(100), vector(10), vector(10), vector(10));
        let (w4, w5, w20) = (vector(10), vector(10), vector(20));
        let mut matrix = |rows, columns| {
            Array2::from_shape_vec((rows, columns), numbers(rows * columns)).unwrap_or_else(|error| panic!("{error}"))
        };
        let (a, b, column, wide) = (matrix(10, 10), matrix(10, 10), matrix(10, 1), matrix(5, 20));
        let (zz, z_wide, z_transposed, fresh) = (matrix(10, 10), matrix(5, 20), matrix(10, 10), matrix(10, 10));
        let z_column = matrix(100, 4).slice_move(s![.., 0]);
        let z_reversed = Array1::from(numbers(100)).slice_move(s![..;-1]);
        let nested = |matrix: &Array2<f32>| std::array::from_fn(|i| std::array::from_fn(|j| matrix[[i, j]]));
        let (nested_a, nested_b, nested_w) = (nested(&a), nested(&b), std::array::from_fn(|i| w[i]));
        let unknown = |matrix: &Array2<f32>| {
            let tensor = Tensor::from_vec_with([10, 10], matrix.iter().copied().collect());
            tensor.unwrap_or_else(|error| panic!("{error}"))
        };
        let unknown_w = Tensor::from_vec_with([10], w.to_vec()).unwrap_or_else(|error| panic!("{error}"));
        let mut arrays = Arrays {
            n: 10,
            s: 1.5,
            t: 0.5,
            column,
            w2,
            w3,
            w4,
            w5,
            wide,
            w20,
            vec_v: v.to_vec(),
            vec_u: u.to_vec(),
            tensor_a: Tensor::from_nested(nested_a),
            tensor_b: Tensor::from_nested(nested_b),
            tensor_w: Tensor::from_nested(nested_w),
            unknown_a: unknown(&a),
            unknown_b: unknown(&b),
            unknown_w,
            z: Array1::from(numbers(100)),
            z_wide,
            z_column,
            z_reversed,
            z_transposed: z_transposed.reversed_axes(),
            z_vec: numbers(100),
            z_nested: nested(&zz),
            z_tensor: Tensor::from_nested(nested(&zz)),
            z_unknown: unknown(&zz),
            nested_a,
            nested_b,
            nested_w,
            v,
            u,
            a,
            b,
            w,
            zz,
            fresh,
            _between: between,
        };
        arrays.clear();
        arrays
    }

    /// Writes 0 to every element that a form may write to.
    pub fn clear(&mut self) {
        for vector in [&mut self.z, &mut self.z_column, &mut self.z_reversed] {
            vector.fill(0.0);
        }
        for matrix in [&mut self.zz, &mut self.z_wide, &mut self.z_transposed, &mut self.fresh] {
            matrix.fill(0.0);
        }
        self.z_vec.fill(0.0);
        self.z_nested = [[0.0; 10]; 10];
        self.z_tensor.as_mut_slice().fill(0.0);
        self.z_unknown.as_mut_slice().fill(0.0);
    }

    /// The elements that were written since the last `clear`, all of which are positive.
    pub fn written(&self) -> Vec<f32> {
        let vectors = [&self.z, &self.z_column, &self.z_reversed].into_iter().flatten();
        let matrices = [&self.zz, &self.z_wide, &self.z_transposed, &self.fresh].into_iter().flatten();
        let tensors = self.z_tensor.as_slice().iter().chain(self.z_unknown.as_slice());
        let others = self.z_vec.iter().chain(self.z_nested.as_flattened()).chain(tensors);
        vectors.chain(matrices).chain(others).copied().filter(|&element| element != 0.0).collect()
    }
}
