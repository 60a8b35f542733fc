mod seventeen_arrays {
    use bcast::bcast;

    pub fn main() {
        let [a, b, c, d, e, f, g, h] = [[0.0; 2]; 8];
        let [i, j, k, l, m, n, o, p, q] = [[0.0; 2]; 9];
        let _ = bcast!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q);
    }
}

mod seventeen_arrays_with_own_axis {
    use bcast::bcast;

    pub fn main() {
        let [a, b, c, d, e, f, g, h] = [[0.0; 2]; 8];
        let [i, j, k, l, m, n, o, p, q] = [[0.0; 2]; 9];
        let _ = bcast!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q, axis(q) = 0);
    }
}

fn main() {
    seventeen_arrays::main();
    seventeen_arrays_with_own_axis::main();
}
