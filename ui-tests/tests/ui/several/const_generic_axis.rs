mod const_generic_axis_out_of_range_of_two {
    use bcast::bcast;

    // The axis is one mistake, though it places two operands.
    pub fn normalize<const W: usize>(x: &[[[f32; W]; 3]; 2], gain: &[f32; 3], bias: &[f32; 3]) -> [[[f32; W]; 3]; 2] {
        bcast!(x * gain + bias, mode = paddle, axis = 4)
    }
}

mod const_generic_twice {
    use bcast::{Tensor, bcast, shape};

    pub fn norm<const C: usize>(
        x: &Tensor<f32, shape![2, C, 7]>,
        gain: &Tensor<f32, shape![C]>,
        shift: &Tensor<f32, shape![C]>,
    ) -> Tensor<f32, shape![2, C, 7]> {
        bcast!(x * gain + shift)
    }
}

mod const_generic_twice_the_same {
    use bcast::{Tensor, bcast, shape};

    // Each call has its mistake reported, though all are the same to the compiler's types.
    pub fn operand<const N: usize>(x: &Tensor<f32, shape![2, N]>, gain: &Tensor<f32, shape![4]>) {
        bcast!(x * gain, mode = pdpd, axis = 0);
        bcast!(x * gain, mode = pdpd, axis = 0);
    }

    pub fn option<const N: usize>(x: &[[f32; N]; 2], gain: &[f32; N]) {
        bcast!(x * gain, mode = pdpd, axis = 3);
        bcast!(x * gain, mode = pdpd, axis = 3);
    }

    pub fn place<const N: usize>(y: &mut [[f32; 3]; 2], x: &[[f32; N]; 2]) {
        bcast!(y = x * 2.0);
        bcast!(y = x * 2.0);
    }
}

fn main() {}
