use bcast::bcast;

fn main() {
    let (x, b) = ([[[1.0_f32; 4]; 3]; 2], [[1.0_f32; 3]; 2]);
    let _ = bcast!(x + b, mode = paddle, axis = 1);
}
