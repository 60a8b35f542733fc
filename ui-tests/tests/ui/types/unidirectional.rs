mod unidirectional_base_does_not_stretch {
    use bcast::bcast;

    pub fn main() {
        let (a, b) = ([[1.0_f32]; 2], [[1.0_f32; 3]; 2]);
        let _ = bcast!(a + b, mode = unidirectional);
    }
}

mod unidirectional_higher_rank {
    use bcast::bcast;

    pub fn main() {
        let (slope, x) = ([0.5_f32; 3], [[1.0_f32; 3]; 2]);
        let _ = bcast!(if x < 0.0 { slope * x } else { x }, mode = unidirectional, base = slope);
    }
}

fn main() {
    unidirectional_base_does_not_stretch::main();
    unidirectional_higher_rank::main();
}
