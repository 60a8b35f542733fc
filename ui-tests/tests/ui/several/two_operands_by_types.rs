use bcast::bcast;

fn main() {
    let (x, row, column) = ([[1.0_f32; 3]; 2], [1.0_f32; 4], [[1.0_f32]; 5]);
    let _ = bcast!(x + row * column);
}
