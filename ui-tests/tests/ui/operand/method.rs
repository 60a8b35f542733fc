mod method_by_value {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn flip(x: &Array2<f32>) -> Array2<f32> {
        bcast!(x + x.reversed_axes())
    }
}

mod method_called_twice {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f64>::zeros((2, 3));
        let _ = bcast!(x.row(0) + x.row(1));
    }
}

mod method_of_a_local {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn centre(x: &Array2<f32>) -> Array2<f32> {
        bcast!({
            let k = 0;
            x - x.row(k)
        })
    }
}

mod method_of_the_place {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn normalise(y: &mut Array1<f32>) {
        bcast!(y /= y.sum());
    }
}

mod method_that_gives_an_option {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn centre(x: &Array1<f32>) -> Array1<f32> {
        bcast!(x - x.mean())
    }
}

fn main() {
    method_called_twice::main();
}
