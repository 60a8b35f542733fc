mod own_axes_count_of_an_ndarray {
    use bcast::bcast;
    use ndarray::{Array1, Array3};

    pub fn main() {
        let x = Array3::<f32>::zeros((2, 3, 4));
        let scale = Array1::<f32>::zeros(3);
        let _ = bcast!(x * scale, axes(scale) = [0, 1]);
    }
}

mod own_axis_beside_a_place_of_the_sum {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn accumulated(total: &mut Array1<f32>, x: &Array2<f32>, scale: &Array1<f32>) {
        bcast!(total += sum(x * scale, axis = 1), axis(scale) = 3);
    }

    pub fn main() {
        let _ = accumulated;
    }
}

mod own_axis_beside_places_that_are_read {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn moved(position: &mut Array2<f32>, velocity: &mut Array2<f32>, wind: &Array1<f32>) {
        bcast!((position, velocity) = (position + velocity, velocity + wind), axis(wind) = 3);
    }

    pub fn main() {
        let _ = moved;
    }
}

mod own_axis_beyond_an_ndarray {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let x = Array2::<f32>::zeros((2, 3));
        let bias = Array1::<f32>::zeros(3);
        let _ = bcast!(x + bias, axis(bias) = 3);
    }
}

fn main() {
    own_axes_count_of_an_ndarray::main();
    own_axis_beside_a_place_of_the_sum::main();
    own_axis_beside_places_that_are_read::main();
    own_axis_beyond_an_ndarray::main();
}
