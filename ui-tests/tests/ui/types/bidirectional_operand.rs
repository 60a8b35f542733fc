use bcast::bcast;

fn main() {
    let x = [[1.0_f32; 3]; 2];
    let _ = bcast!(x, mode = bidirectional, to = [4, 2, 5]);
}
