use bcast::bcast;

fn main() {
    let gain = [1.0_f32; 3];
    let _ = bcast!(gain, mode = explicit, to = [2, 3]);
}
