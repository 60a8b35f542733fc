use bcast::bcast;

fn main() {
    let s = 2.0;
    let _ = bcast!(s, to = [2, 3]);
}
