mod unknown_field {
    use bcast::bcast;
    use ndarray::Array1;

    struct Layer {
        weight: Array1<f32>,
    }

    pub fn main() {
        let layer = Layer { weight: Array1::zeros(3) };
        let _ = bcast!(layer.wieght * 2.0);
    }
}

mod unknown_method_of_an_element {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(a.softsign());
    }
}

fn main() {
    unknown_field::main();
    unknown_method_of_an_element::main();
}
