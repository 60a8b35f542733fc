use bcast::bcast;

fn main() {
    let mut y = [0.0; 3];
    let a = [1.0; 3];
    bcast!((y, y) = (a, a + 1.0));
}
