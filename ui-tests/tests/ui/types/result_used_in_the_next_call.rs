use bcast::bcast;

fn main() {
    let (x, row) = ([[1.0_f32; 3]; 2], [1.0_f32; 3]);
    let y = bcast!(x + row);
    let _ = bcast!(y * [1.0_f32; 4].len() as f32 + x);
    let z = [1.0_f32; 2];
    let _ = bcast!(y * z);
}
