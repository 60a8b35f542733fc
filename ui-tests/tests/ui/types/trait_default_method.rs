use bcast::bcast;

pub trait Model<const N: usize> {
    const SHIFT: [f32; 5];
    fn input(&self) -> [[f32; 3]; N];
    fn shifted(&self) -> [[f32; 3]; N] {
        bcast!(&self.input() + Self::SHIFT)
    }
}

fn main() {}
