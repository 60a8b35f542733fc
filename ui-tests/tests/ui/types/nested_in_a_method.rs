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

fn main() {
    let layer = Layer { weight: [[0.0; 4]; 3], bias: [0.0; 3] };
    let _ = layer.weight()[2];
}
