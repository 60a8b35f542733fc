use bcast::bcast;

fn main() {
    let mut y = [[0.0_f32; 3]; 2];
    let x = [1.0_f32; 4];
    bcast!(y = x * 2.0);
}
