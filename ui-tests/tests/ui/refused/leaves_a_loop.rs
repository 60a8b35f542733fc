mod leaving {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(if a > b { break } else { a });
    }
}

mod break_to_a_label_outside {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        'rows: loop {
            let _ = bcast!(if a > b { break 'rows } else { a });
            break 'rows;
        }
    }
}

fn main() {
    leaving::main();
    break_to_a_label_outside::main();
}
