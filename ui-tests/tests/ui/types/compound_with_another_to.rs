use bcast::bcast;

fn main() {
    let (mut y, a) = ([[1.0_f32; 3]; 5], [[1.0_f32; 2]; 5]);
    bcast!(y += a, to = [5, 2]);
}
