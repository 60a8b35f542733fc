mod word_not {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let (a, b) = (Array2::<f32>::zeros((2, 2)), Array2::<f32>::zeros((2, 2)));
        let m = bcast!(a > b);
        let _ = bcast!(not m);
    }
}

mod word_or {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let (a, b) = (Array2::<f32>::zeros((2, 2)), Array2::<f32>::zeros((2, 2)));
        let _ = bcast!(a > 0.0 or b > 0.0);
    }
}

fn main() {
    word_not::main();
    word_or::main();
}
