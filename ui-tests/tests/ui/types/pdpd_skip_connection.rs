use bcast::bcast;

fn main() {
    let (x, gain, skip) = ([[1.0_f32; 3]; 2], [1.0_f32; 3], [[1.0_f32; 3]; 2]);
    let _ = bcast!(x * gain + skip, mode = pdpd, axis = 1);
}
