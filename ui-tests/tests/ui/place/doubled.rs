use bcast::bcast;

fn main() {
    let (mut y, mut z) = ([0.0; 3], [0.0; 3]);
    bcast!(y = z = 1.0);
}
