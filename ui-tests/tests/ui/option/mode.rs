mod mode_by_its_name_alone {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, pdpd);
    }
}

mod mode_of_a_string {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = "pdpd");
    }
}

fn main() {
    mode_by_its_name_alone::main();
    mode_of_a_string::main();
}
