use bcast::bcast;

pub fn scale<const N: usize>(a: [[f32; N]; 2], b: [f32; 2]) -> [[f32; N]; 2] {
    bcast!(a * b, axis(b) = -1)
}

fn main() {}
