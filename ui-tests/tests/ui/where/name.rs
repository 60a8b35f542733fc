mod name_of_a_const_generic {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn center<const N: usize>(x: &Array2<f32>, row: &Array1<f32>) -> Array2<f32> {
        bcast!(x - row, where x: [2, N], row: [N])
    }

    pub fn main() {
        let (x, row) = (Array2::<f32>::zeros((2, 7)), Array1::<f32>::zeros(7));
        let _ = center::<7>(&x, &row);
    }
}

mod name_of_a_constant {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let (x, row) = (Array2::<f32>::zeros((2, 7)), Array1::<f32>::zeros(7));
        const N: usize = 7;
        let _ = bcast!(x - row, where x: [2, N], row: [N]);
    }
}

mod name_of_a_static {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let (x, row) = (Array2::<f32>::zeros((2, 7)), Array1::<f32>::zeros(7));
        static N: usize = 7;
        let _ = bcast!(x - row, where x: [2, N], row: [N]);
    }
}

mod name_of_a_unit_struct {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let (x, row) = (Array2::<f32>::zeros((2, 7)), Array1::<f32>::zeros(7));
        struct N;
        let _ = bcast!(x - row, where x: [2, N], row: [N]);
    }
}

mod name_of_a_variant {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    enum Axis {
        N,
    }

    pub fn main() {
        use Axis::N;
        let (x, row) = (Array2::<f32>::zeros((2, 7)), Array1::<f32>::zeros(7));
        let _ = bcast!(x - row, where x: [2, N], row: [N]);
        let _ = N;
    }
}

fn main() {
    name_of_a_const_generic::main();
    name_of_a_constant::main();
    name_of_a_static::main();
    name_of_a_unit_struct::main();
    name_of_a_variant::main();
}
