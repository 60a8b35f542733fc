#![deny(deprecated)]
use std::ops::{Index, Mul};

use bcast::bcast;
use ndarray::Array1;

#[derive(Clone, Copy)]
struct Matrix([f32; 4]);

impl Index<usize> for Matrix {
    type Output = f32;

    fn index(&self, i: usize) -> &f32 {
        &self.0[i]
    }
}

impl Mul<Matrix> for f32 {
    type Output = Matrix;

    fn mul(self, matrix: Matrix) -> Matrix {
        Matrix(matrix.0.map(|x| self * x))
    }
}

fn scale(weights: &Array1<f32>, matrix: Matrix) -> Array1<Matrix> {
    bcast!(weights * matrix)
}

#[allow(deprecated)]
fn scale_on_purpose(weights: &Array1<f32>, matrix: &Matrix) -> Array1<Matrix> {
    bcast!(weights * matrix)
}

fn main() {}
