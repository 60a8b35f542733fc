use bcast::bcast;

fn main() {
    let (x, mask) = ([1_i32, 2, 3], [1_u8, 0, 1]);
    let _ = bcast!(x & mask);
    let _ = bcast!(x * (mask as i32) + x);
}
