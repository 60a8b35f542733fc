use bcast::bcast;

fn main() {
    let mut y = [[0.0_f32; 3]; 2];
    let (x, b) = ([[1.0_f32; 3]; 1], [1.0_f32; 3]);
    bcast!(y = x * b, mode = pdpd);
}
