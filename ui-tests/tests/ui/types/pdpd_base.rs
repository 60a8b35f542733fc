use bcast::bcast;

fn main() {
    let (b, x) = ([1.0_f32; 2], [[1.0_f32; 3]; 2]);
    let _ = bcast!(b + x, mode = pdpd, base = x);
}
