use bcast::bcast;

fn main() {
    let (none, two) = ([0_u8; 0], [1_u8, 2]);
    let _ = bcast!(none ^ two);
}
