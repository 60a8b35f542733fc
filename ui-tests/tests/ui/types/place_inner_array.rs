use bcast::bcast;

fn main() {
    let mut y = [[[0.0_f32; 4]; 3]; 2];
    let row = [1.0_f32; 3];
    bcast!(y[1] -= row);
}
