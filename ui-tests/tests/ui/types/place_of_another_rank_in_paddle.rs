use bcast::bcast;

fn main() {
    let mut y = [[[0.0_f32; 3]; 2]; 1];
    let x = [[1.0_f32; 3]; 2];
    bcast!(y = x * 2.0, mode = paddle);
}
