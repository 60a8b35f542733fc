use bcast::bcast;

pub fn sum(x: &[f32]) -> Vec<f32> {
    bcast!(x + y)
}

fn main() {}
