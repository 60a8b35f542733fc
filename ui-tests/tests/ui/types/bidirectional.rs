mod bidirectional_operand {
    use bcast::bcast;

    pub fn main() {
        let x = [[1.0_f32; 3]; 2];
        let _ = bcast!(x, mode = bidirectional, to = [4, 2, 5]);
    }
}

mod bidirectional_target {
    use bcast::{Tensor, bcast, shape};

    pub fn expanded(x: &Tensor<f32, shape![_, 3]>) -> usize {
        bcast!(x, mode = bidirectional, to = [4, 2]).len()
    }
}

mod bidirectional_two_operands {
    use bcast::bcast;

    pub fn main() {
        let (x, y) = ([[1.0_f32; 3]; 2], [[1.0_f32; 1]; 4]);
        let _ = bcast!(x + y, mode = bidirectional, to = [1, 3]);
    }
}

fn main() {
    bidirectional_operand::main();
    bidirectional_two_operands::main();
}
