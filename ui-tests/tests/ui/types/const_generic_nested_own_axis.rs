use bcast::bcast;

pub fn scale<const N: usize>(x: [[f32; 4]; N], gain: [f32; N]) -> [[f32; 4]; N] {
    bcast!(x * 2.0 * gain)
}

fn main() {}
