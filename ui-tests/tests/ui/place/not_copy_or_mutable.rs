mod not_copy {
    use bcast::bcast;

    pub fn write(y: &mut Vec<Vec<f32>>, x: f32) {
        bcast!(y = x);
    }
}

mod not_mutable {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let y = Array2::<f32>::zeros((2, 3));
        bcast!(y = a * 2.0);
    }
}

fn main() {
    not_mutable::main();
}
