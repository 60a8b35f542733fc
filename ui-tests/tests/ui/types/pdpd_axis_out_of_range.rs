use bcast::bcast;

fn main() {
    let (x, b) = ([[1.0_f32; 3]; 2], [1.0_f32; 3]);
    let _ = bcast!(x + b, mode = pdpd, axis = 3);
}
