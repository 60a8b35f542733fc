use bcast::bcast;

fn main() {
    let (a, b) = ([[1.0_f32]; 2], [[1.0_f32; 3]; 2]);
    let _ = bcast!(a + b, mode = unidirectional);
}
