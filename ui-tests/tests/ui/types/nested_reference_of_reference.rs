use bcast::bcast;

pub fn add(x: &mut [[f32; 3]; 2], y: &&[f32; 2]) -> [[f32; 3]; 2] {
    bcast!(x + y)
}

fn main() {}
