mod unidirectional_base_of_length_1 {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let c = Array2::<f32>::zeros((1, 3));
        let ab = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(ab + c, mode = unidirectional, base = c, where c: [1, 3], ab: [2, 3]);
    }
}

mod unidirectional_first_stretches {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let x = Array1::<f32>::zeros(3);
        let slope = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(if x > 0.0 { x } else { slope * x }, mode = unidirectional, where x: [3], slope: [2, 3]);
    }
}

fn main() {
    unidirectional_base_of_length_1::main();
    unidirectional_first_stretches::main();
}
