mod pdpd_axis_elsewhere {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[[1.0_f32; 4]; 3]; 2], [[1.0_f32; 3]; 2]);
        let _ = bcast!(x + b, mode = pdpd, axis = 1);
    }
}

mod pdpd_axis_out_of_range {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[1.0_f32; 3]; 2], [1.0_f32; 3]);
        let _ = bcast!(x + b, mode = pdpd, axis = 3);
    }
}

mod pdpd_base {
    use bcast::bcast;

    pub fn main() {
        let (b, x) = ([1.0_f32; 2], [[1.0_f32; 3]; 2]);
        let _ = bcast!(b + x, mode = pdpd, base = x);
    }
}

mod pdpd_default_axis {
    use bcast::{Tensor, bcast, shape};

    pub fn main() {
        let x = Tensor::<_, shape![2, 3, 4]>::filled(1.0_f32);
        let gain = [1.0_f32; 3];
        let _ = bcast!(x * gain, mode = pdpd);
    }
}

mod pdpd_falls_past_the_end {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[[1.0_f32; 4]; 3]; 2], [[1.0_f32; 5]; 4]);
        let _ = bcast!(x + b, mode = pdpd, axis = 2);
    }
}

mod pdpd_first_does_not_stretch {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[1.0_f32; 1]; 2], [1.0_f32; 3]);
        let _ = bcast!(x + b, mode = pdpd, axis = 1);
    }
}

mod pdpd_first_of_lower_rank {
    use bcast::bcast;

    pub fn main() {
        let (b, x) = ([1.0_f32; 2], [[1.0_f32; 3]; 2]);
        let _ = bcast!(b + x, mode = pdpd, axis = 0);
    }
}

mod pdpd_name_falls_past_the_end {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Time);

    pub fn add(x: &Tensor<f32, shape![2, 3]>, b: &Tensor<f32, shape![3, Time]>) -> Tensor<f32, shape![2, 3]> {
        bcast!(x + b, mode = pdpd, axis = 1)
    }
}

mod pdpd_skip_connection {
    use bcast::bcast;

    pub fn main() {
        let (x, gain, skip) = ([[1.0_f32; 3]; 2], [1.0_f32; 3], [[1.0_f32; 3]; 2]);
        let _ = bcast!(x * gain + skip, mode = pdpd, axis = 1);
    }
}

fn main() {
    pdpd_axis_elsewhere::main();
    pdpd_axis_out_of_range::main();
    pdpd_base::main();
    pdpd_default_axis::main();
    pdpd_falls_past_the_end::main();
    pdpd_first_does_not_stretch::main();
    pdpd_first_of_lower_rank::main();
    pdpd_skip_connection::main();
}
