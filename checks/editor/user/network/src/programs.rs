//! Calls as they stand in programs of fourteen kinds. A test types each of them letter by letter.

use bcast::{BroadcastError, bcast, try_bcast};
use ndarray::{Array1, Array2, Array3, Array4, ArrayView2};

// Normalisations.

pub struct BatchNorm {
    pub running_mean: Array1<f32>,
    pub running_var: Array1<f32>,
    pub gamma: Array1<f32>,
    pub beta: Array1<f32>,
    pub eps: f32,
}

impl BatchNorm {
    pub fn forward(&self, input: &Array4<f32>) -> Array4<f32> {
        bcast!(
            (input - self.running_mean) / (self.running_var + self.eps).sqrt() * self.gamma + self.beta,
            mode = pdpd,
            axis = 1
        )
    }

    pub fn update(&mut self, mean: &Array1<f32>, momentum: f32) {
        bcast!(self.running_mean = momentum * self.running_mean + (1.0 - momentum) * mean);
    }
}

pub fn layer_norm(x: &Array3<f32>, mean: &Array2<f32>, inv_std: &Array2<f32>, weight: &Array1<f32>) -> Array3<f32> {
    bcast!((x - mean) * inv_std * weight, axes(mean) = [0, 1], axes(inv_std) = [0, 1], where x: [N, T, D], weight: [D])
}

// Images.

pub fn to_model_input(pixels: &Array3<u8>, mean: &[f32; 3], std: &[f32; 3]) -> Array3<f32> {
    bcast!((pixels as f32 / 255.0 - mean) / std)
}

pub fn alpha_blend(mut canvas: Array3<f32>, layer: &Array3<f32>, alpha: &Array2<f32>) -> Array3<f32> {
    bcast!(canvas = alpha * layer + (1.0 - alpha) * canvas, axis(alpha) = 0);
    canvas
}

// k-means.

pub fn squared_differences(points: &Array2<f64>, centroids: &Array2<f64>) -> Array3<f64> {
    let (n, k, d) = (points.nrows(), centroids.nrows(), points.ncols());
    bcast!(
        {
            let difference = points - centroids;
            difference * difference
        },
        axes(points) = [0, 2],
        to = [n, k, d]
    )
}

// Attention.

pub fn attention_scores(scores: &Array4<f32>, mask: &Array2<bool>, head_dim: usize) -> Array4<f32> {
    let scale = 1.0 / (head_dim as f32).sqrt();
    bcast!(if mask { scores * scale } else { f32::NEG_INFINITY })
}

pub fn rotary(even: &Array3<f32>, odd: &Array3<f32>, angle: &Array2<f32>) -> Array3<f32> {
    bcast!(even * angle.cos() - odd * angle.sin(), axis(angle) = 1, allow = rank_promotion)
}

// FFT twiddles.

pub fn butterfly(re: &Array2<f64>, im: &Array2<f64>, phase: &Array1<f64>) -> Array2<f64> {
    bcast!({
        let (sin, cos) = phase.sin_cos();
        re * cos - im * sin
    })
}

// Physics.

pub struct Particles {
    pub position: Array2<f64>,
    pub velocity: Array2<f64>,
    pub force: Array2<f64>,
    pub mass: Array1<f64>,
}

impl Particles {
    pub fn drift(&mut self, dt: f64) {
        bcast!(self.position += self.velocity * dt + 0.5 * self.force / self.mass * dt * dt, axis(self.mass) = 0);
    }
}

// Finance.

pub fn call_payoff(paths: &Array2<f64>, strikes: &Array1<f64>, rate: f64, maturity: &Array1<f64>) -> Array2<f64> {
    bcast!((paths - strikes).max(0.0) * (-rate * maturity).exp())
}

// Colour conversion.

pub fn srgb_to_linear(image: &Array3<f32>) -> Array3<f32> {
    bcast!(if image <= 0.04045 { image / 12.92 } else { ((image + 0.055) / 1.055).powf(2.4) })
}

// Optimisers.

pub struct Adam {
    pub m: Array2<f32>,
    pub v: Array2<f32>,
    pub lr: f32,
}

impl Adam {
    pub fn step(&mut self, weights: &mut Array2<f32>, grad: &Array2<f32>) {
        bcast!(self.v = 0.999 * self.v + 0.001 * grad.powi(2));
        bcast!(*weights -= self.lr * self.m / (self.v.sqrt() + f32::EPSILON));
    }
}

// Distances.

pub fn haversine(lat: &Array1<f64>, lon: &Array1<f64>, place: (f64, f64)) -> Array1<f64> {
    bcast!({
        let half = ((lat - place.0) / 2.0).sin().powi(2) + lat.cos() * ((lon - place.1) / 2.0).sin().powi(2);
        2.0 * half.sqrt().asin()
    })
}

// Losses.

pub fn huber(prediction: &Array2<f32>, target: &Array2<f32>, delta: f32) -> Result<Array2<f32>, BroadcastError> {
    try_bcast!(match (prediction - target).abs() {
        e if e < delta => 0.5 * e * e,
        e => delta * (e - 0.5 * delta),
    })
}

pub fn cross_entropy(p: &Array2<f64>, label: &Array2<f64>, class_weight: &Array1<f64>) -> Array2<f64> {
    bcast!(-class_weight * (label * p.ln() + (1.0 - label) * (1.0 - p).ln()))
}

// Masks.

pub fn impute(samples: &Array2<Option<f32>>, column_means: &Array1<f32>) -> Array2<f32> {
    bcast!(match samples { Some(value) => value, None => column_means }, where samples: [N, D], column_means: [D])
}

// ODE steps.

pub fn runge_kutta(y: &Array2<f64>, slopes: [&Array2<f64>; 4], h: f64) -> Array2<f64> {
    let [k1, k2, k3, k4] = slopes;
    bcast!(y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4), mode = none)
}

// Statistics.

pub fn winsorize(data: ArrayView2<'_, f64>, center: &Array1<f64>, spread: &Array1<f64>, limit: f64) -> Array2<f64> {
    bcast!(((data - center) / spread).clamp(-limit, limit), mode = unidirectional, base = data)
}
