mod closure_of_another_type {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let scale = |x: f64| x * 2.0;
        let _ = bcast!(scale(a));
    }
}

mod closure_that_mutates {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let a = Array1::<f32>::zeros(3);
        let mut n = 0.0;
        let mut count = |x: f32| {
            n += 1.0;
            x + n
        };
        let _ = bcast!(count(a));
    }
}

fn main() {
    closure_of_another_type::main();
    closure_that_mutates::main();
}
