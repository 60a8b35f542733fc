use bcast::bcast;
use ndarray::Array2;

static mut TOTAL: f32 = 0.0;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(unsafe { TOTAL = a; a });
}
