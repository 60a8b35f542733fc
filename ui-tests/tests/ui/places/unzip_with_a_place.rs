use bcast::bcast;

fn main() {
    let (mut s, mut c) = ([0.0; 3], [0.0; 3]);
    let x = [1.0_f32; 3];
    bcast!((s, c) = x.sin_cos(), unzip);
}
