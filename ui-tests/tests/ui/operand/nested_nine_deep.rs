use bcast::bcast;

pub fn add(x: &[[[[[[[[[f32; 2]; 2]; 2]; 2]; 2]; 2]; 2]; 2]; 2]) {
    let _ = bcast!(x + 1.0);
}

fn main() {}
