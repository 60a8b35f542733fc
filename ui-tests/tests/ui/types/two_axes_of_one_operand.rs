use bcast::bcast;

fn main() {
    let (x, y) = ([[1.0_f32; 3]; 2], [[1.0_f32; 2]; 3]);
    let _ = bcast!(x + y);
}
