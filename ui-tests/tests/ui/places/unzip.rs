mod unzip_in_mode_named {
    use bcast::bcast;

    pub fn main() {
        let x = [1.0_f32; 3];
        let _ = bcast!(x.sin_cos(), mode = named, unzip, where x: [N]);
    }
}

mod unzip_with_a_place {
    use bcast::bcast;

    pub fn main() {
        let (mut s, mut c) = ([0.0; 3], [0.0; 3]);
        let x = [1.0_f32; 3];
        bcast!((s, c) = x.sin_cos(), unzip);
    }
}

fn main() {
    unzip_in_mode_named::main();
    unzip_with_a_place::main();
}
