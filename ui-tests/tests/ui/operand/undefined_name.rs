mod undefined_name {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(a + bias);
    }
}

mod undefined_name_into_a_vec {
    use bcast::bcast;

    pub fn sum(x: &[f32]) -> Vec<f32> {
        bcast!(x + y)
    }
}

fn main() {
    undefined_name::main();
}
