use bcast::bcast;
use ndarray::Array2;

fn main() {
    fn fill(y: &Array2<f32>) {
        bcast!(y = 0.0);
    }
    fill(&Array2::zeros((2, 3)));
}
