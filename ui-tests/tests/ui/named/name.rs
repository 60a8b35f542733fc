mod name_absent_in_the_reduction {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>, b: &Array2<f32>) -> Array2<f32> {
        bcast!(a - sum(b, axis = K), mode = named, where a: [M, K], b: [M, N])
    }
}

mod name_of_no_array {
    use bcast::bcast;
    use ndarray::Array1;

    fn call(bin: &Array1<usize>) -> Array1<usize> {
        bcast!(count(bin == index(axis = B), axis = N), mode = named, where bin: [N])
    }
}

mod name_twice_in_an_entry {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>) -> f32 {
        bcast!(sum(a, axis = N), mode = named, where a: [N, N])
    }
}

mod name_without_length {
    use bcast::bcast;
    use ndarray::Array1;

    fn call(bin: &Array1<usize>) -> Array1<usize> {
        bcast!(count(bin == index(axis = B), axis = N), mode = named, to = [B], where bin: [N])
    }
}

fn main() {}
