mod comparison_beside_and {
    use bcast::bcast;
    use ndarray::{Array1, array};

    pub fn main() {
        let (m, x) = (array![true, false, true], Array1::<f64>::zeros(3));
        let _ = bcast!(m & x > 1.0);
    }
}

mod comparison_times_numbers {
    use bcast::bcast;
    use ndarray::Array2;

    fn rectified(x: &Array2<f32>) -> Array2<f32> {
        bcast!((x > 0.0) * x)
    }
}

fn main() {
    comparison_beside_and::main();
}
