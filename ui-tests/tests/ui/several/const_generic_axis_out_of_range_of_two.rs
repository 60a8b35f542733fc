use bcast::bcast;

// The axis is one mistake, though it places two operands.
pub fn normalize<const W: usize>(x: &[[[f32; W]; 3]; 2], gain: &[f32; 3], bias: &[f32; 3]) -> [[[f32; W]; 3]; 2] {
    bcast!(x * gain + bias, mode = paddle, axis = 4)
}

fn main() {}
