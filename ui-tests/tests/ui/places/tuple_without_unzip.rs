use bcast::bcast;

fn main() {
    let x = [1.0_f32; 3];
    let (s, c) = bcast!(x.sin_cos());
}
