use bcast::bcast;

fn scale(x: &[[f32; 3]; 2]) -> [[f32; 3]; 2] {
    bcast!(x * 2.0, where x: [3, 2])
}

fn main() {}
