#![deny(deprecated)]
use std::ops::Mul;

use bcast::bcast;
use ndarray::Array1;

#[derive(Clone, Copy)]
struct Color([u16; 4]);

impl AsRef<[u16]> for Color {
    fn as_ref(&self) -> &[u16] {
        &self.0
    }
}

impl Mul<Color> for f32 {
    type Output = Color;

    fn mul(self, color: Color) -> Color {
        Color(color.0.map(|x| (self * f32::from(x)) as u16))
    }
}

fn shaded(weights: &Array1<f32>, color: Color) -> Array1<Color> {
    bcast!(weights * color)
}

fn main() {}
