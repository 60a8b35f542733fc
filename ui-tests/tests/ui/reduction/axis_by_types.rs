mod axis_beyond_a_nested_array {
    use bcast::bcast;

    pub fn main() {
        let n = [[1.0, 2.0], [3.0, 4.0]];
        println!("{:?}", bcast!(n - max(n, axis = -3)));
    }
}

mod axis_beyond_the_rank {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn sums(x: &Array2<f32>) -> Array1<f32> {
        bcast!(sum(x, axis = 2))
    }
}

mod axis_of_a_method {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f64>::zeros((2, 3));
        let _ = bcast!(x.sum_axis(1));
    }
}

mod axis_twice_from_both_ends {
    // Counted from the other end it is the same axis of a matrix: types know the rank.
    use bcast::bcast;
    use ndarray::Array2;

    fn total(x: &Array2<f32>) -> f32 {
        bcast!(sum(x, axis = [1, -1]))
    }
}

fn main() {
    axis_beyond_a_nested_array::main();
    axis_of_a_method::main();
}
