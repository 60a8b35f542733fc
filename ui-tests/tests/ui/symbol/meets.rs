mod meets_literal {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let x = Array2::<f32>::zeros((8, 3));
        let y = Array1::<f32>::zeros(4);
        let _ = bcast!(x + y, where x: [N, C], y: [4]);
    }
}

mod meets_target {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let x = Array1::<f32>::zeros(3);
        let _ = bcast!(x, to = [2, 4], where x: [C]);
    }
}

fn main() {
    meets_literal::main();
    meets_target::main();
}
