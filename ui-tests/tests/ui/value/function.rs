mod function_beside_numbers {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f64>::ones(3);
        let scale = |t: f64| t * 2.0;
        let _ = bcast!(1.0 - x * scale);
    }
}

mod function_times_a_number {
    use bcast::bcast;
    use ndarray::Array1;

    fn smooth(x: &Array1<f32>, kernel: fn(f32) -> f32) -> Array1<f32> {
        bcast!(x - 0.5 * kernel)
    }
}

fn main() {
    function_beside_numbers::main();
}
