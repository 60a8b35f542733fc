use bcast::bcast;

pub fn expanded<const N: usize>(x: [f32; N]) -> usize {
    bcast!(x * 2.0, to = [2, 3]).len()
}

fn main() {}
