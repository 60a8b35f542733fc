//! Places, options, `where` clauses, statements and a macro around a call, in whatever edition includes this file.

use bcast::{BroadcastError, bcast, try_bcast};
use ndarray::{Array1, Array2, ArrayD};

/// A layer with fields to access.
pub struct Layer {
    /// A gain per channel.
    pub gain: Array1<f32>,
    /// The state that calls write to.
    pub state: Array2<f32>,
}

/// A call inside a macro of its own.
#[macro_export]
macro_rules! twice {
    ($x:expr) => {
        $crate::__bcast!($x * 2.0)
    };
}

impl Layer {
    const BIAS: f32 = 0.5;

    /// Places, options, `where` clauses and `&` calls.
    ///
    /// # Errors
    /// If `x` has another shape than the state.
    pub fn step(&mut self, x: &Array2<f32>) -> Result<Array2<f32>, BroadcastError> {
        try_bcast!(self.state += x * self.gain + Self::BIAS, mode = pdpd, axis = 1, axis(x) = 0)?;
        bcast!(self.state = if self.state > 0.0 { self.state } else { -self.state });
        let scale = |v: f32| v * 0.5;
        let n = x.nrows();
        try_bcast!(scale(self.state) - &x.view(), mode = numpy, to = [n, x.ncols()], where x.view(): [{n}, C], self.state: [_, C])
    }

    /// Blocks, matches, loops and closures.
    #[must_use]
    pub fn powers(&self, n: &ArrayD<u32>) -> ArrayD<u32> {
        bcast!({
            let mut product = 1_u32;
            for _ in 0..n {
                product *= match n {
                    0 | 1 => 1,
                    k if k % 2 == 0 => 2,
                    _ => 3,
                };
            }
            let add = |v: u32| v + 1;
            add(product)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Array2, ArrayD, Layer};
    use ndarray::{IxDyn, array};

    #[test]
    fn runs() {
        let mut layer = Layer { gain: array![1.0, -2.0], state: Array2::zeros((1, 2)) };
        let x = array![[1.0, 2.0]];
        assert_eq!(layer.step(&x).unwrap(), array![[-0.25, -0.25]]);
        assert!(layer.step(&array![[1.0, 2.0, 3.0]]).is_err());
        let n = ArrayD::from_shape_vec(IxDyn(&[3]), vec![1, 2, 3]).unwrap();
        assert_eq!(layer.powers(&n).into_raw_vec_and_offset().0, [2, 5, 28]);
        assert_eq!(twice!(x + 1.0), array![[4.0, 6.0]]);
    }
}
