use bcast::{Tensor, bcast, shape};

macro_rules! matrix {
    ($n:expr, $m:expr) => {
        Tensor::<f32, shape![$n, $m]>::filled(0.0)
    };
}

fn main() {
    let (x, y) = (matrix!(2, 3), matrix!(2, 4));
    let _ = bcast!(x + y);
}
