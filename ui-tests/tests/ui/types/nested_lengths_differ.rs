use bcast::bcast;

fn main() {
    let (x, row) = ([[1.0_f32; 3]; 2], [1.0_f32; 4]);
    let _ = bcast!(x + row);
}
