use bcast::bcast;

pub fn add(x: [[f32; 3]; 2], b: [f32; 2], axis: usize) -> f32 {
    bcast!(x + b, mode = paddle, axis = axis)[0][0]
}

fn main() {}
