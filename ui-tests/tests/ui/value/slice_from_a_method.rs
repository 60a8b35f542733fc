use bcast::bcast;
use ndarray::Array2;

struct Table {
    numbers: Vec<f64>,
}

impl Table {
    fn first(&self, count: usize) -> &[f64] {
        &self.numbers[..count]
    }

    fn scaled(&self, x: &Array2<f64>, other: &Table) -> Array2<f64> {
        bcast!(x * other.first(3))
    }
}

fn main() {}
