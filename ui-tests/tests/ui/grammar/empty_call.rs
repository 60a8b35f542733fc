use bcast::bcast;

fn main() {
    bcast!();
}
