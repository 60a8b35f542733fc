mod compound_of_another_type {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let mut y = Array2::<f32>::zeros((2, 3));
        bcast!(y += 1);
    }
}

mod compound_shift_of_floats {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let mut y = Array2::<f32>::zeros((2, 3));
        bcast!(y <<= 1);
    }
}

fn main() {
    compound_of_another_type::main();
    compound_shift_of_floats::main();
}
