use bcast::bcast;

fn main() {
    let a = [1.0; 3];
    let y = &[0.0; 3];
    bcast!(y = a);
}
