mod nested_behind_references {
    use bcast::bcast;

    pub fn scaled(x: &[[f32; 3]; 2], gain: &[f32; 2]) -> [[f32; 3]; 2] {
        bcast!(x * gain)
    }
}

mod nested_in_a_method {
    use bcast::bcast;

    struct Layer {
        weight: [[f32; 4]; 3],
        bias: [f32; 3],
    }

    impl Layer {
        fn weight(&self) -> [[f32; 4]; 3] {
            bcast!(self.weight + self.bias)
        }
    }

    pub fn main() {
        let layer = Layer { weight: [[0.0; 4]; 3], bias: [0.0; 3] };
        let _ = layer.weight()[2];
    }
}

mod nested_lengths_differ {
    use bcast::bcast;

    pub fn main() {
        let (x, row) = ([[1.0_f32; 3]; 2], [1.0_f32; 4]);
        let _ = bcast!(x + row);
    }
}

mod nested_outer_axis {
    use bcast::bcast;

    pub fn main() {
        let (x, y, z) = ([[1_i32; 3]; 2], [1_i32; 3], [[[1_i32; 3]; 4]; 5]);
        let _ = bcast!(x * 2 + y - z);
    }
}

mod nested_reference_of_reference {
    use bcast::bcast;

    pub fn add(x: &mut [[f32; 3]; 2], y: &&[f32; 2]) -> [[f32; 3]; 2] {
        bcast!(x + y)
    }
}

fn main() {
    nested_in_a_method::main();
    nested_lengths_differ::main();
    nested_outer_axis::main();
}
