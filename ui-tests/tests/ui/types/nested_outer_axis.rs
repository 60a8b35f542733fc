use bcast::bcast;

fn main() {
    let (x, y, z) = ([[1_i32; 3]; 2], [1_i32; 3], [[[1_i32; 3]; 4]; 5]);
    let _ = bcast!(x * 2 + y - z);
}
