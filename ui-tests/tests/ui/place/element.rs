use bcast::bcast;

fn main() {
    let mut y = [1.0; 3];
    bcast!(y[0] = 2.0);
}
