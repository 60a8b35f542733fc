mod options_alone {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(mode = numpy);
        let _ = bcast!(mode = pdpd, axis = 1);
        let _ = bcast!(axis(a) = 1, a * 2.0);
        // A place may be called so.
        let (mut mode, none) = (a.clone(), a.clone());
        bcast!(mode = a);
        bcast!(mode = none, mode = none);
    }
}

mod options_first {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(mode = pdpd, a + b);
    }
}

mod options_in_parentheses {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let (x, g) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(3));
        let _ = bcast!((x * g, mode = unidirectional));
    }
}

fn main() {
    options_alone::main();
    options_first::main();
    options_in_parentheses::main();
}
