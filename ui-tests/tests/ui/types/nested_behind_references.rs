use bcast::bcast;

pub fn scaled(x: &[[f32; 3]; 2], gain: &[f32; 2]) -> [[f32; 3]; 2] {
    bcast!(x * gain)
}

fn main() {}
