use bcast::bcast;

fn main() {
    let x = [1.0_f32; 3];
    let _ = bcast!(x * 2.0, unzip);
}
