use bcast::bcast;

fn main() {
    let (mut y, mut z) = ([0.0_f32; 3], [0_i32; 3]);
    let a = [1.0_f32; 3];
    bcast!((y, z) = (a, a * 2.0));
}
