use bcast::{bcast, math};

fn half(x: f32) -> f32 {
    x / 2.0
}

fn main() {
    let counts = [1, 2, 3];
    let x = [1.0_f32, 2.0, 3.0];
    let _ = bcast!(math::exp(counts) > 1);
    let _ = bcast!(half(&x) + x);
}
