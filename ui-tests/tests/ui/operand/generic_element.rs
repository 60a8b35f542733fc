mod generic_constant_not_copy {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn scale<T>(x: &Array1<f32>, s: T) -> Array1<f32>
    where
        f32: std::ops::Mul<T, Output = f32>,
    {
        bcast!(x * s)
    }
}

mod generic_function_of_not_copy {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn read<B>(b: &Array1<B>, value: fn(B) -> f32) -> Array1<f32> {
        bcast!(value(b))
    }
}

mod generic_nested_not_copy {
    use bcast::bcast;
    use std::ops::Neg;

    pub fn negate<T: Neg<Output = T>, const N: usize>(a: &[T; N]) -> [T; N] {
        bcast!(-a)
    }
}

mod generic_not_copy {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        fn double<T: std::ops::Add<Output = T>>(x: &Array1<T>) -> Array1<T> {
            bcast!(x + x)
        }
        let _ = double(&Array1::<f32>::zeros(3));
    }
}

fn main() {
    generic_not_copy::main();
}
