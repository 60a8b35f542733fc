mod explicit_length_differs {
    use bcast::bcast;

    pub fn main() {
        let gain = [1.0_f32; 3];
        let _ = bcast!(gain, mode = explicit, axes = [0], to = [2, 3]);
    }
}

mod explicit_without_axes {
    use bcast::bcast;

    pub fn main() {
        let gain = [1.0_f32; 3];
        let _ = bcast!(gain, mode = explicit, to = [2, 3]);
    }
}

fn main() {
    explicit_length_differs::main();
    explicit_without_axes::main();
}
