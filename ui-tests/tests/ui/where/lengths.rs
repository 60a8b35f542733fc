mod lengths_of_a_nested_array {
    use bcast::bcast;

    fn scale(x: &[[f32; 3]; 2]) -> [[f32; 3]; 2] {
        bcast!(x * 2.0, where x: [3, 2])
    }
}

mod lengths_of_a_nested_place {
    use bcast::bcast;

    fn fill<const N: usize>(y: &mut [[f32; N]; 4], x: &[f32; N]) {
        bcast!(y = x * 2.0, where y: [4, 3], x: [3]);
    }

    fn fill_rows(y: &mut [[f32; 3]; 4], x: &[f32; 3]) {
        bcast!(y = x * 2.0, where y: [5, 3]);
    }
}

fn main() {}
