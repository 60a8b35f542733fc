mod explicit_target_differs {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let data = Array2::<f32>::zeros((3, 4));
        let _ = bcast!(data, mode = explicit, axes = [0, 2], to = [3, 2, 5], where data: [3, 4]);
    }
}

mod explicit_without_axes {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let data = Array1::<f32>::zeros(3);
        let _ = bcast!(data, mode = explicit, to = [3, 4], where data: [3]);
    }
}

fn main() {
    explicit_target_differs::main();
    explicit_without_axes::main();
}
