mod power_of_a_float {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f32>::zeros(3);
        let _ = bcast!(x.pow(2) + 1.0);
    }
}

mod power_of_integers_without_type {
    use bcast::bcast;
    use ndarray::array;

    pub fn main() {
        let p = array![1, 2];
        let _ = bcast!(p.pow(2));
    }
}

fn main() {
    power_of_a_float::main();
    power_of_integers_without_type::main();
}
