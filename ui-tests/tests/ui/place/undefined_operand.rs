use bcast::bcast;

pub fn write(y: &mut [f32], x: &[f32]) {
    bcast!(y = x + z);
}

fn main() {}
