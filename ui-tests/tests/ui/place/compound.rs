mod compound_does_not_stretch {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let mut y = Array1::<f32>::zeros(3);
        let a = Array2::<f32>::zeros((2, 3));
        bcast!(y += a, where y: [3], a: [2, 3]);
    }
}

mod compound_with_another_to {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let (mut y, a) = (Array2::<f32>::zeros((5, 3)), Array2::<f32>::zeros((5, 2)));
        bcast!(y += a, to = [5, 2], where y: [5, 3], a: [5, 2]);
    }
}

fn main() {
    compound_does_not_stretch::main();
    compound_with_another_to::main();
}
