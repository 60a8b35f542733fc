use bcast::bcast;

pub fn add<const N: usize, const M: usize>(a: [f32; N], b: [f32; M]) -> [f32; N] {
    bcast!(a + b)
}

fn main() {}
