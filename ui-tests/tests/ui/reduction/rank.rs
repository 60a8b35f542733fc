mod rank_unknown {
    //! Two reductions of which one has an axis that only the run time knows: the rank of the result is open.

    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let (x, k) = (Array2::<f64>::ones((3, 4)), 1);
        let _ = bcast!(sum(x, axis = k) / sum(x, axis = 0));
    }
}

mod rank_unknown_inside {
    //! Both reductions take an axis that only the run time knows, and nothing stands outside.

    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let (x, k) = (Array2::<f64>::ones((3, 4)), 1);
        let _ = bcast!(max(x, axis = k) - min(x, axis = k));
    }
}

mod rank_unknown_by_alignment {
    //! An operand lies at an axis that only the run time knows: whether it has the reduced axis, and keeps it, is open.

    use bcast::{Tensor, bcast, shape};

    pub fn main() {
        let (x, k) = (Tensor::<f64, shape![2, 3]>::filled(1.0), 1);
        let v = Tensor::<f64, shape![3]>::filled(1.0);
        let _ = bcast!(sum(x, axis = 0) + v, axis(v) = k);
        let _ = bcast!(sum(x, axis = 0) + v, mode = pdpd, axis = k);
    }
}

fn main() {
    rank_unknown_by_alignment::main();
    rank_unknown::main();
    rank_unknown_inside::main();
}
