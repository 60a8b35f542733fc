use bcast::bcast;

fn main() {
    let (x, gain) = ([[[1.0_f32; 4]; 3]; 2], [1.0_f32; 3]);
    let _ = bcast!(x * gain, axis(gain) = 0);
}
