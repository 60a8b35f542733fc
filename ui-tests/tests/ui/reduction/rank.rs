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

fn main() {
    rank_unknown::main();
    rank_unknown_inside::main();
}
