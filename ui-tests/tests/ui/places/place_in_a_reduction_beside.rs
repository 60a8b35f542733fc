use bcast::bcast;

fn main() {
    let x = [[1.0_f64, 2.0], [3.0, 4.0]];
    let (mut y, mut z) = ([0.0; 2], [[0.0; 2]; 2]);
    bcast!((y, z) = (sum(x, axis = 0), x - y), where y: [N]);
}
