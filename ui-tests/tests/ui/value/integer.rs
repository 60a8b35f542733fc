mod integer_behind_a_sign {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f64>::ones(3);
        let _ = bcast!(x + -2);
    }
}

mod integer_beside_a_branch {
    use bcast::bcast;
    use ndarray::Array1;

    fn leaky(x: &Array1<f32>) -> Array1<f32> {
        bcast!((if x > 0.0 { x } else { 0.1 * x }) * 2)
    }
}

mod integer_beside_a_let {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f64>::zeros((2, 3));
        let _ = bcast!({ let d = x - 1.0; d * 2 });
    }
}

mod integer_beside_a_name_of_a_pattern {
    use bcast::bcast;
    use ndarray::Array1;

    fn doubled(x: &Array1<Option<f32>>) -> Array1<f32> {
        bcast!(if let Some(v) = x { v * 2 } else { 0.0 })
    }
}

mod integer_beside_a_parameter_of_a_closure {
    use bcast::bcast;
    use ndarray::Array1;

    fn doubled(x: &Array1<f32>) -> Array1<f32> {
        bcast!((|v: f32| 2 * v)(x))
    }
}

mod integer_beside_a_product {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f32>::ones(3);
        let _ = bcast!(x * x + 2);
    }
}

mod integer_beside_a_sum {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f64>::zeros((2, 3));
        let _ = bcast!(sum(x, axis = 1) / 3);
    }
}

mod integer_beside_complex {
    use bcast::bcast;
    use ndarray::Array1;
    use num_complex::Complex;

    fn shift(signal: &Array1<Complex<f64>>) -> Array1<Complex<f64>> {
        bcast!(signal + 1)
    }
}

mod integer_beside_the_let_of_a_call {
    use bcast::bcast;
    use ndarray::Array1;

    fn relu(x: f32) -> f32 {
        x.max(0.0)
    }

    fn doubled(x: &Array1<f32>) -> Array1<f32> {
        bcast!({
            let d = relu(x);
            d * 2
        })
    }
}

mod integer_beside_wrapping {
    use std::num::Wrapping;

    use bcast::bcast;
    use ndarray::Array1;

    fn next(n: &Array1<Wrapping<u8>>) -> Array1<Wrapping<u8>> {
        bcast!(n + 1)
    }
}

mod integer_compared_on_the_left {
    use bcast::bcast;
    use ndarray::Array1;

    fn positive(x: &Array1<f32>) -> Array1<bool> {
        bcast!(0 < x)
    }
}

mod integer_compared_with_floats {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f32>::ones(3);
        let _ = bcast!(if x > 0 { x } else { 0.0 });
    }
}

mod integer_divided_by_floats {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f32>::ones(3);
        let _ = bcast!(1 / x);
    }
}

mod integer_from_a_method {
    use bcast::bcast;
    use ndarray::Array1;

    fn mean(x: &Array1<f32>, names: &[&str]) -> Array1<f32> {
        bcast!(x / &names.len())
    }
}

mod integer_in_a_branch {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f32>::ones(3);
        let _ = bcast!(if x > 0.0 { x } else { 0 });
    }
}

mod integer_in_an_argument {
    use bcast::bcast;
    use ndarray::Array1;

    fn relu(x: f32) -> f32 {
        x.max(0.0)
    }

    fn shifted(x: &Array1<f32>) -> Array1<f32> {
        bcast!(relu(x - 1) + x)
    }
}

mod integer_of_a_let {
    use bcast::bcast;
    use ndarray::Array2;

    fn scaled(x: &Array2<f32>) -> Array2<f32> {
        bcast!({ let k = 3; k * x })
    }
}

mod integer_on_the_left_of_a_struct {
    use bcast::bcast;
    use ndarray::Array1;

    #[derive(Clone, Copy)]
    pub struct Gain {
        pub linear: f32,
    }

    fn doubled(x: &Array1<f32>, gain: Gain) -> Array1<f32> {
        bcast!(x * (2 * gain))
    }
}

mod integer_subtracted_from_a_local {
    use bcast::bcast;
    use ndarray::Array1;

    fn less(x: &Array1<f32>) -> Array1<f32> {
        bcast!({
            let mut s = x * 2.0;
            s -= 1;
            s
        })
    }
}

mod integer_times_a_cast {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn scaled(pixels: &Array2<u8>, gain: &Array1<f32>) -> Array2<f32> {
        bcast!((pixels as f32 - 128) * gain)
    }
}

mod integer_times_a_function {
    use bcast::bcast;
    use ndarray::Array2;

    fn relu(x: f32) -> f32 {
        x.max(0.0)
    }

    fn doubled(x: &Array2<f32>) -> Array2<f32> {
        bcast!(2 * relu(x))
    }
}

fn main() {
    integer_behind_a_sign::main();
    integer_beside_a_let::main();
    integer_beside_a_product::main();
    integer_beside_a_sum::main();
    integer_compared_with_floats::main();
    integer_divided_by_floats::main();
    integer_in_a_branch::main();
}
