use bcast::bcast;

fn main() {
    let rows = vec![vec![1.0_f32; 3]; 2];
    let _ = bcast!(rows * 2.0);
}
