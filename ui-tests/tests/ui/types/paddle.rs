mod paddle_axis_of_equal_ranks {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[1.0_f32; 3]; 2], [[1.0_f32; 3]; 1]);
        let _ = bcast!(x + b, mode = paddle, axis = 1);
    }
}

mod paddle_axis_out_of_range {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[1.0_f32; 3]; 2], [1.0_f32; 3]);
        let _ = bcast!(x + b, mode = paddle, axis = 5);
    }
}

mod paddle_falls_past_the_end {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[[1.0_f32; 4]; 3]; 2], [[1.0_f32; 1]; 4]);
        let _ = bcast!(x + b, mode = paddle, axis = 2);
    }
}

mod paddle_lengths_differ {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[[1.0_f32; 4]; 3]; 2], [[1.0_f32; 3]; 2]);
        let _ = bcast!(x + b, mode = paddle, axis = 1);
    }
}

fn main() {
    paddle_axis_of_equal_ranks::main();
    paddle_axis_out_of_range::main();
    paddle_falls_past_the_end::main();
    paddle_lengths_differ::main();
}
