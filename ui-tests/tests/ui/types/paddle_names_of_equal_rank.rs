use bcast::bcast;

pub fn add<const N: usize, const M: usize>(a: [[f32; 3]; N], b: [[f32; 3]; M]) -> f32 {
    bcast!(a + b, mode = paddle, axis = 1)[0][0]
}

fn main() {}
