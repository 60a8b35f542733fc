mod paddle_axis_at_run_time {
    use bcast::bcast;

    pub fn add(x: [[f32; 3]; 2], b: [f32; 2], axis: usize) -> f32 {
        bcast!(x + b, mode = paddle, axis = axis)[0][0]
    }
}

mod paddle_names_of_equal_rank {
    use bcast::bcast;

    pub fn add<const N: usize, const M: usize>(a: [[f32; 3]; N], b: [[f32; 3]; M]) -> f32 {
        bcast!(a + b, mode = paddle, axis = 1)[0][0]
    }
}

fn main() {}
