use bcast::bcast;

fn main() {
    let (mut total, x, scale) = ([0.0; 3], [[1.0; 4]; 3], [1.0; 5]);
    bcast!(total += sum(x * scale, axis = 1));
}
