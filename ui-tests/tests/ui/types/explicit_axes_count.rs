use bcast::bcast;

fn main() {
    let gain = [[1.0_f32; 3]; 2];
    let _ = bcast!(gain, mode = explicit, axes = [1], to = [2, 3]);
}
