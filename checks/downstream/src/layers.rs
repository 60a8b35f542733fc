//! Fields, tuple fields, associated constants, methods and closures.

use bcast::bcast;
use ndarray::{Array1, Array2};

/// A layer.
pub struct Linear {
    /// The weights.
    pub weight: Array2<f32>,
    /// A bias per column, and its factor.
    pub bias: (Array1<f32>, f32),
    /// The activation.
    pub act: Act,
    /// A function of the caller's.
    pub apply: fn(f32) -> f32,
}

/// An activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing.
    Identity,
    /// Zero below zero.
    Relu,
}

impl Act {
    /// Applies it to one number.
    #[must_use]
    pub fn at(self, x: f32) -> f32 {
        match self {
            Self::Identity => x,
            Self::Relu => x.max(0.0),
        }
    }
}

impl Linear {
    const SCALE: f32 = 2.0;

    fn half(&self, x: f32) -> f32 {
        x * 0.5 + self.bias.1
    }

    /// Reads its own fields.
    #[must_use]
    pub fn forward(&self, x: &Array2<f32>) -> Array2<f32> {
        bcast!(self.act.at(x * self.weight * Self::SCALE + self.bias.0 * self.bias.1))
    }

    /// Calls its own functions.
    #[must_use]
    pub fn called(&self) -> Array2<f32> {
        bcast!((self.apply)(self.half(self.weight)))
    }

    /// Writes its own fields.
    pub fn train(&mut self, gradient: &Array2<f32>, rate: f32) {
        bcast!(self.weight -= rate * gradient);
        bcast!(self.bias.0 -= &gradient.row(0) * rate, where self.bias.0: [C], gradient.row(0): [C]);
        bcast!(self.weight = self.weight.clamp(-self.bias.1, self.bias.1), mode = unidirectional);
    }
}

/// Closures that contain, take and return calls.
pub fn closures(x: &Array1<f32>) -> impl Fn(f32) -> Array1<f32> + use<> {
    let table = [1.0, 10.0, 100.0];
    let mut seen = Vec::new();
    let mut note = |y: &Array1<f32>| {
        let sum = bcast!(x + y);
        seen.push(sum);
    };
    note(x);
    note(&bcast!(x * 2.0));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lints reach the casts of a call")]
    let index = bcast!(x as u8 % 3);
    let look = |i: u8| table[usize::from(i)];
    let looked = bcast!(look(index));
    let last = seen.pop().unwrap_or_default();
    move |scale| bcast!(looked * scale + last)
}
