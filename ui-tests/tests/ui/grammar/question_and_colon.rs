use bcast::bcast;

pub fn clip(x: &[f32]) -> Vec<f32> {
    bcast!(x > 0.0 ? x : 0.0)
}

fn main() {}
