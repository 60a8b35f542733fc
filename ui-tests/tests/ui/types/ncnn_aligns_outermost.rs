use bcast::bcast;

fn main() {
    let (x, b) = ([[[1.0_f32; 2]; 3]; 4], [[1.0_f32; 2]; 3]);
    let _ = bcast!(x + b, mode = ncnn);
}
