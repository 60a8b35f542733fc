use bcast::bcast;

pub struct Net;

impl Net {
    const GAIN: [f32; 4] = [1.0; 4];

    pub fn scaled(x: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
        bcast!(x * Self::GAIN)
    }
}

fn main() {}
