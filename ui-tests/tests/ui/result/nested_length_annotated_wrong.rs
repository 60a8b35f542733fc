use bcast::bcast;

fn main() {
    let a = [[1.0_f32, 2.0, 3.0]; 2];
    let c: [[f32; 3]; 4] = bcast!(a * 2.0);
}
