mod own_axes {
    use bcast::bcast;

    pub fn main() {
        let (x, gain) = ([[[1.0_f32; 4]; 3]; 2], [[1.0_f32; 3]; 2]);
        let _ = bcast!(x * gain, axes(gain) = [0, 2]);
    }
}

mod own_axes_count {
    use bcast::bcast;

    pub fn main() {
        let (x, gain) = ([[[1.0_f32; 4]; 3]; 2], [[1.0_f32; 3]; 2]);
        let _ = bcast!(x * gain, axes(gain) = [0, 1, 2]);
    }
}

mod own_axis {
    use bcast::bcast;

    pub fn main() {
        let (x, gain) = ([[[1.0_f32; 4]; 3]; 2], [1.0_f32; 3]);
        let _ = bcast!(x * gain, axis(gain) = 0);
    }
}

mod own_axis_out_of_range {
    use bcast::bcast;

    pub fn main() {
        let (x, gain) = ([[[1.0_f32; 4]; 3]; 2], [1.0_f32; 3]);
        let _ = bcast!(x * gain, axis(gain) = 7);
    }
}

mod own_axis_past_the_end {
    use bcast::bcast;

    pub fn main() {
        let (x, gain) = ([[[1.0_f32; 4]; 3]; 2], [[1.0_f32; 2]; 4]);
        let _ = bcast!(x * gain, axis(gain) = 2);
    }
}

fn main() {
    own_axes::main();
    own_axes_count::main();
    own_axis::main();
    own_axis_out_of_range::main();
    own_axis_past_the_end::main();
}
