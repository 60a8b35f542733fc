use bcast::bcast;

pub fn add<const N: usize>(a: [f32; N], b: [[f32; N]; 2]) -> usize {
    bcast!(a + b, mode = pdpd, axis = -1).len()
}

fn main() {}
