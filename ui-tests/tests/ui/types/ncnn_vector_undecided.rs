use bcast::bcast;

pub fn add<const N: usize, const W: usize>(x: &[[f32; 1]; N], b: &[f32; W]) -> f32 {
    bcast!(x + b, mode = ncnn)[0][0]
}

fn main() {}
