mod to_of_a_float {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, to = [2, 3.0]);
    }
}

mod to_of_a_number {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let _: Array1<f32> = bcast!(1.0, to = [3]);
    }
}

fn main() {
    to_of_a_float::main();
    to_of_a_number::main();
}
