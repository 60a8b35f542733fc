use bcast::bcast;

fn main() {
    let (x, y) = ([[1.0_f32; 3]; 2], [[1.0_f32; 1]; 4]);
    let _ = bcast!(x + y, mode = bidirectional, to = [1, 3]);
}
