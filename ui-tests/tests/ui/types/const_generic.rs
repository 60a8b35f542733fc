mod const_generic_axis {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const C: usize>(x: &Tensor<f32, shape![2, C, 5]>, b: &Tensor<f32, shape![C]>) -> Tensor<f32, shape![2, C, 5]> {
        bcast!(x + b, mode = pdpd, axis = 0)
    }
}

mod const_generic_axis_out_of_range {
    use bcast::{Tensor, bcast, shape};

    pub fn scale<const N: usize>(x: &Tensor<f32, shape![2, N]>, gain: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![2, N]> {
        bcast!(x * gain, mode = pdpd, axis = 3)
    }
}

mod const_generic_axis_too_far {
    use bcast::{Tensor, bcast, shape};

    pub fn scale<const N: usize>(x: &Tensor<f32, shape![2, 3, N]>, gain: &Tensor<f32, shape![3, N]>) -> Tensor<f32, shape![2, 3, N]> {
        bcast!(x * gain, mode = paddle, axis = 2)
    }
}

mod const_generic_beside_a_name {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch);

    pub fn add<const N: usize>(x: &Tensor<f32, shape![Batch, N]>, b: &Tensor<f32, shape![Batch]>) -> Tensor<f32, shape![Batch, N]> {
        bcast!(x + b)
    }
}

mod const_generic_default_axis {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const C: usize>(x: &Tensor<f32, shape![2, C, 5]>, b: &Tensor<f32, shape![C]>) -> Tensor<f32, shape![2, C, 5]> {
        bcast!(3.0 * x + b, mode = paddle)
    }
}

mod const_generic_default_axis_written {
    use bcast::bcast;

    pub fn scale<const N: usize>(a: [[f32; N]; 2], b: [f32; 2]) -> [[f32; N]; 2] {
        bcast!(a * b, axis(b) = -1)
    }
}

mod const_generic_does_not_stretch {
    use bcast::{Tensor, bcast, shape};

    fn add<const N: usize>(a: &Tensor<f32, shape![N, 3]>, b: &Tensor<f32, shape![4, 3]>) -> f32 {
        bcast!(a + b)[[0, 0]]
    }

    pub fn main() {
        // Not even here, where N is 1.
        let _ = add::<1>(&Tensor::filled(0.0), &Tensor::filled(0.0));
    }
}

mod const_generic_in_none {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const N: usize>(x: &Tensor<f32, shape![2, N]>, b: &Tensor<f32, shape![1, N]>) -> Tensor<f32, shape![2, N]> {
        bcast!(x + b, mode = none)
    }
}

mod const_generic_into_a_place {
    use bcast::{Tensor, bcast, shape};

    pub fn set<const C: usize>(y: &mut Tensor<f32, shape![2, C, 5]>, x: &Tensor<f32, shape![2, C, 5]>, b: &Tensor<f32, shape![C]>) {
        bcast!(y = x + b);
    }
}

mod const_generic_longer_than_first {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const N: usize>(b: &Tensor<f32, shape![N]>, x: &Tensor<f32, shape![2, N]>) -> usize {
        bcast!(b + x, mode = pdpd, axis = 0).as_slice().len()
    }
}

mod const_generic_longer_than_first_at_the_default {
    use bcast::bcast;

    pub fn add<const N: usize>(a: [f32; N], b: [[f32; N]; 2]) -> usize {
        bcast!(a + b, mode = pdpd, axis = -1).len()
    }
}

mod const_generic_meets_literal {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const N: usize>(a: &Tensor<f32, shape![2, N]>, b: &Tensor<f32, shape![3]>) -> Tensor<f32, shape![2, N]> {
        bcast!(a + b)
    }
}

mod const_generic_nested_own_axis {
    use bcast::bcast;

    pub fn scale<const N: usize>(x: [[f32; 4]; N], gain: [f32; N]) -> [[f32; 4]; N] {
        bcast!(x * 2.0 * gain)
    }
}

mod const_generic_onto_a_place {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const C: usize>(y: &mut Tensor<f32, shape![2, C, 5]>, b: &Tensor<f32, shape![C]>) {
        bcast!(y += b);
    }
}

mod const_generic_onto_literal_1 {
    use bcast::{TensorView, TensorViewMut, bcast, shape};

    pub fn add<const N: usize>(mut y: TensorViewMut<f32, shape![2, 1]>, x: TensorView<f32, shape![N]>) {
        bcast!(y += x);
    }
}

mod const_generic_own_axis {
    use bcast::{Tensor, bcast, shape};

    /// A bias for each row.
    pub fn bias<const N: usize>(x: &Tensor<f32, shape![N, 3]>, row: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![N, 3]> {
        bcast!(x + row)
    }
}

mod const_generic_past_the_end {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const N: usize>(x: &Tensor<f32, shape![2, 3, N]>, b: &Tensor<f32, shape![3, N]>) -> Tensor<f32, shape![2, 3, N]> {
        bcast!(x + b, axis(b) = 2)
    }
}

mod const_generic_rank_in_none {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const N: usize>(x: &Tensor<f32, shape![2, N]>, b: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![2, N]> {
        bcast!(x + b, mode = none)
    }
}

mod const_generic_result_of_a_place {
    use bcast::{Tensor, bcast, shape};

    pub fn set<const N: usize, const M: usize>(y: &mut Tensor<f32, shape![N]>, x: &Tensor<f32, shape![M]>) {
        bcast!(y = x * 2.0);
    }
}

mod const_generic_shorter_first {
    use bcast::{Tensor, bcast, shape};

    pub fn add<const N: usize>(b: &Tensor<f32, shape![N]>, x: &Tensor<f32, shape![N, 3]>, c: &Tensor<f32, shape![3]>) -> Tensor<f32, shape![N, 3]> {
        bcast!(b + x + c)
    }
}

mod const_generic_shorter_first_into_a_place {
    use bcast::{Tensor, bcast, shape};

    pub fn set<const N: usize>(y: &mut Tensor<f32, shape![N, 3]>, b: &Tensor<f32, shape![N]>, x: &Tensor<f32, shape![N, 3]>) {
        bcast!(y = b + x, allow = rank_promotion);
    }
}

mod const_generic_with_to {
    use bcast::{Tensor, bcast, shape};

    pub fn repeat<const N: usize>(x: &Tensor<f32, shape![N, 3]>, gain: &Tensor<f32, shape![N]>) -> usize {
        bcast!(x * gain, to = [4, N, 3]).as_slice().len()
    }
}

mod const_generics_differ {
    use bcast::bcast;

    pub fn add<const N: usize, const M: usize>(a: [f32; N], b: [f32; M]) -> [f32; N] {
        bcast!(a + b)
    }
}

fn main() {
    const_generic_does_not_stretch::main();
}
