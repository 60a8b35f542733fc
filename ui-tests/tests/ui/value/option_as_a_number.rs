use bcast::bcast;
use ndarray::Array1;

struct Config {
    gain: Option<f32>,
}

fn amplify(signal: &Array1<f32>, config: &Config) -> Array1<f32> {
    bcast!(signal * config.gain)
}

fn main() {}
