use bcast::bcast;

pub fn double(x: &[f32]) -> Vec<f32> {
    bcast!(x * 2.0, wher x: [3])
}

fn main() {}
