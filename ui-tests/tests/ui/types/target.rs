mod to_does_not_stretch {
    use bcast::bcast;

    pub fn main() {
        let x = [[1.0_f32; 3]; 2];
        let _ = bcast!(x * 2.0, to = [2, 1]);
    }
}

mod to_literal {
    use bcast::bcast;

    pub fn main() {
        let x = [[1.0_f32; 3]; 2];
        let _ = bcast!(x * 2.0, to = [5, 2, 4]);
    }
}

mod to_of_lower_rank {
    use bcast::bcast;

    pub fn main() {
        let x = [[1.0_f32; 3]; 2];
        let _ = bcast!(x * 2.0, to = [3]);
    }
}

fn main() {
    to_does_not_stretch::main();
    to_literal::main();
    to_of_lower_rank::main();
}
