use bcast::bcast;

fn scale(matrix: [[f32; 3]; 2], gain: [f32; 2]) -> [[f32; 3]; 2] {
    let scaled: [[f32; 3]; 2] = bcast!(matrix * gain);
    scaled
}

fn main() {}
