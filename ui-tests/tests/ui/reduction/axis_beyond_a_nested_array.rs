use bcast::bcast;

fn main() {
    let n = [[1.0, 2.0], [3.0, 4.0]];
    println!("{:?}", bcast!(n - max(n, axis = -3)));
}
