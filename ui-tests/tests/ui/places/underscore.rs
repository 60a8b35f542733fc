use bcast::bcast;

fn main() {
    let mut sine = [0.0; 3];
    let x = [1.0_f32; 3];
    bcast!((sine, _) = x.sin_cos());
}
