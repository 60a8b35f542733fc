mod vec_of_strings {
    use bcast::bcast;

    pub fn main() {
        let words = vec![String::from("a")];
        let _ = bcast!(words.len());
    }
}

mod vec_of_vecs {
    use bcast::bcast;

    pub fn main() {
        let rows = vec![vec![1.0_f32; 3]; 2];
        let _ = bcast!(rows * 2.0);
    }
}

fn main() {
    vec_of_strings::main();
    vec_of_vecs::main();
}
