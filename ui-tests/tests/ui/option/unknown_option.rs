mod unknown {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, axsi = 1, mode = pdpd);
    }
}

mod unknown_without_a_near_one {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, strict = true);
    }
}

fn main() {
    unknown::main();
    unknown_without_a_near_one::main();
}
