use bcast::bcast;
use ndarray::Array1;

async fn scale(x: Array1<f32>, factor: impl Future<Output = f32>) -> Array1<f32> {
    bcast!(x * factor.await)
}

fn main() {}
