mod caret_as_power {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f64>::zeros(3);
        let _ = bcast!(x ^ 2);
    }
}

mod caret_between_floats {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let (x, y) = (Array1::<f64>::zeros(3), Array1::<f64>::zeros(3));
        let _ = bcast!(x ^ y);
    }
}

fn main() {
    caret_as_power::main();
    caret_between_floats::main();
}
