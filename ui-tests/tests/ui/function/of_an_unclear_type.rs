mod of_a_generic_type {
    // A generic type has the methods of its bounds.
    use bcast::bcast;
    use ndarray::Array1;

    fn exp<T: Copy>(x: &Array1<T>) -> Array1<T> {
        bcast!(x.exp())
    }

    pub fn main() {
        let _ = exp::<f32>;
    }
}

mod of_integers {
    // Integers have no `exp`.
    use bcast::bcast;
    use ndarray::array;

    pub fn main() {
        let x = array![1_i32, 2];
        let _ = bcast!(x.exp());
    }
}

mod of_nothing_known {
    // The type of the receiver is not known yet.
    use bcast::bcast;
    use ndarray::array;

    pub fn main() {
        let x = array![1.0_f32, 2.0];
        let _ = bcast!((|t| t.exp())(x));
    }
}

fn main() {
    of_a_generic_type::main();
    of_integers::main();
    of_nothing_known::main();
}
