use bcast::bcast;

macro_rules! product {
    ($x:expr, $y:expr) => {
        bcast!($x * $y)
    };
}

fn main() {
    let (x, y) = ([[1.0_f32; 3]; 2], [1.0_f32; 2]);
    let _ = product!(x, y);
}
