mod array_as_an_argument {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn floor(length: usize) -> Array1<f32> {
        Array1::from_elem(length, 0.1)
    }

    fn clipped(x: &Array2<f32>) -> Array2<f32> {
        bcast!(x.max(floor(3)))
    }
}

mod array_as_the_whole_expression {
    use bcast::bcast;
    use ndarray::Array1;

    fn hann(length: usize) -> Array1<f32> {
        Array1::zeros(length)
    }

    pub fn main() {
        let _ = bcast!(hann(64));
    }
}

mod array_assigned_to_a_place {
    use bcast::bcast;
    use ndarray::Array1;

    fn initial() -> Array1<f32> {
        Array1::zeros(8)
    }

    pub fn main() {
        let mut state = Array1::<f32>::ones(8);
        bcast!(state = initial());
    }
}

mod array_compared {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn thresholds() -> Array1<f32> {
        Array1::linspace(0.25, 0.75, 3)
    }

    pub fn main() {
        let score = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(score > thresholds());
    }
}

mod array_from_a_closure {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let frames = Array2::<f32>::ones((10, 64));
        let window = |n: usize| Array1::<f32>::linspace(0.0, 1.0, n);
        let _ = bcast!(frames * window(64));
    }
}

mod array_from_a_function_added_to_a_place {
    use bcast::bcast;
    use ndarray::Array2;

    fn drift(time: f32) -> Vec<f32> {
        vec![time, 0.5 * time, 0.0]
    }

    pub fn main() {
        let mut positions = Array2::<f32>::zeros((100, 3));
        bcast!(positions += drift(0.1));
    }
}

mod array_from_a_function_of_elements {
    use bcast::bcast;
    use ndarray::Array1;

    fn one_hot(label: usize) -> Vec<f32> {
        (0..10).map(|i| if i == label { 1.0 } else { 0.0 }).collect()
    }

    pub fn main() {
        let (x, labels) = (Array1::<f32>::zeros(10), Array1::<usize>::zeros(10));
        let _ = bcast!(x * one_hot(labels));
    }
}

mod array_from_a_method_of_self {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    struct Dense {
        bias: Array1<f32>,
    }

    impl Dense {
        fn bias(&self, training: bool) -> Array1<f32> {
            if training { self.bias.clone() } else { Array1::zeros(self.bias.len()) }
        }

        fn forward(&self, x: &Array2<f32>) -> Array2<f32> {
            bcast!(x + Dense::bias(self, true))
        }
    }
}

mod array_from_a_trait_method {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    trait Prior {
        fn mean(&self) -> Array1<f64>;
    }

    fn center(samples: &Array2<f64>, prior: &impl Prior) -> Array2<f64> {
        bcast!(samples - prior.mean())
    }
}

fn main() {
    array_as_the_whole_expression::main();
    array_assigned_to_a_place::main();
    array_compared::main();
    array_from_a_closure::main();
    array_from_a_function_added_to_a_place::main();
    array_from_a_function_of_elements::main();
}
