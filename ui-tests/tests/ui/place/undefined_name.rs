mod undefined_field {
    use bcast::bcast;
    use ndarray::Array1;

    pub struct Layer {
        pub out: Array1<f32>,
    }

    impl Layer {
        pub fn forward(&mut self, x: &Array1<f32>) {
            bcast!(self.outt = x * 2.0);
        }
    }
}

mod undefined_operand {
    use bcast::bcast;

    pub fn write(y: &mut [f32], x: &[f32]) {
        bcast!(y = x + z);
    }
}

fn main() {}
