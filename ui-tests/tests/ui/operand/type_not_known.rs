use bcast::bcast;

pub fn sum(x: &[f32]) -> Vec<f32> {
    let s = Default::default();
    bcast!(x + s)
}

fn main() {}
