use bcast::bcast;

fn product(a: [[f32; 3]; 2], b: [f32; 2]) -> [f32; 2] {
    bcast!(sum(a * b, axis = 1))
}

fn main() {}
