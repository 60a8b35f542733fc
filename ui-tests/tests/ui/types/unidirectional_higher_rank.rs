use bcast::bcast;

fn main() {
    let (slope, x) = ([0.5_f32; 3], [[1.0_f32; 3]; 2]);
    let _ = bcast!(if x < 0.0 { slope * x } else { x }, mode = unidirectional, base = slope);
}
