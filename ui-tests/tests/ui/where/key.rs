mod key_is_no_operand {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [2, 3], bias: [3]);
    }
}

mod key_of_a_typing_error {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let gamma = Array1::<f32>::zeros(3);
        let _ = bcast!(gamma * 2.0, where gama: [3]);
    }
}

mod key_stated_twice {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [2, 3], a: [N, 3]);
    }
}

mod key_stated_twice_with_a_place {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let mut y = Array2::<f32>::zeros((2, 3));
        let x = Array1::<f32>::zeros(3);
        bcast!(y += x, where y: [N, C], x: [C], y: [N, C]);
    }
}

mod key_with_a_reference {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where &a: [2, 3]);
    }
}

fn main() {
    key_is_no_operand::main();
    key_of_a_typing_error::main();
    key_stated_twice::main();
    key_stated_twice_with_a_place::main();
    key_with_a_reference::main();
}
