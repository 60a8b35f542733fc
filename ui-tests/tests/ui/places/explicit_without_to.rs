use bcast::bcast;

fn main() {
    let (mut y, mut z) = ([0.0; 3], [0.0; 3]);
    let a = [1.0; 3];
    bcast!((y, z) = (a, a + 1.0), mode = explicit);
}
