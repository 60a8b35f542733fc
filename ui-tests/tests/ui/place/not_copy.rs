use bcast::bcast;

pub fn write(y: &mut Vec<Vec<f32>>, x: f32) {
    bcast!(y = x);
}

fn main() {}
