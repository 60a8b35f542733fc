mod pdpd_axis_elsewhere {
    use bcast::bcast;
    use ndarray::{Array1, Array4};

    pub fn main() {
        let x = Array4::<f32>::zeros((32, 64, 7, 7));
        let gamma = Array1::<f32>::zeros(64);
        let _ = bcast!(x * gamma, mode = pdpd, axis = 0, where x: [32, 64, 7, 7], gamma: [64]);
    }
}

mod pdpd_falls_past_the_end {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f32>::zeros((2, 3));
        let b = Array2::<f32>::zeros((3, 4));
        let _ = bcast!(x + b, mode = pdpd, axis = 1, where x: [2, 3], b: [3, 4]);
    }
}

mod pdpd_first_of_lower_rank {
    use bcast::bcast;
    use ndarray::{Array1, Array3};

    pub fn main() {
        let gamma = Array1::<f32>::zeros(3);
        let x = Array3::<f32>::zeros((2, 3, 4));
        let _ = bcast!(gamma * x, mode = pdpd, axis = 1, where gamma: [3], x: [2, 3, 4]);
    }
}

fn main() {
    pdpd_axis_elsewhere::main();
    pdpd_falls_past_the_end::main();
    pdpd_first_of_lower_rank::main();
}
