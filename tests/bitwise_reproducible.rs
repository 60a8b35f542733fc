//! Functions give the same bits wherever an element lies: contraction of products and sums depends only on the instruction set, not on the
//! layout, the size of the call, or shapes in types.

use bcast::__private::{Fused, MethodReceiver, limit_instructions, scope::*};
use bcast::{Tensor, bcast, shape};
use ndarray::{Array1, Array2, arr0, s};

/// The bits that every call must give.
#[derive(Clone, Copy)]
struct Expected(bool);

impl Expected {
    fn exp(self, x: f32) -> f32 {
        MethodReceiver(x).exp().__bcast_computed(Fused::when(self.0))
    }

    fn sigmoid(self, x: f64) -> f64 {
        x.sigmoid().__bcast_computed(Fused::when(self.0))
    }

    fn powf(self, x: f32, y: f32) -> f32 {
        MethodReceiver(x).powf(y).__bcast_computed(Fused::when(self.0))
    }
}

fn numbers(count: usize) -> Array1<f32> {
    (0..count).map(|i| ((i * 7919) % 10_007) as f32 * 1.3e-3 - 6.0).collect()
}

/// A single test, since the level applies to all threads.
#[test]
fn same_bits_in_every_layout() {
    let mut sums_before = None;
    for level in 0..3 {
        if limit_instructions(level) == level {
            let sums = sums();
            assert_eq!(*sums_before.get_or_insert_with(|| sums.clone()), sums, "level {level}");
            let fused = level > 0 || cfg!(any(target_arch = "aarch64", target_feature = "fma"));
            // Otherwise the comparison would be vacuous.
            let differs = |x: &&f32| Expected(true).exp(**x) != Expected(false).exp(**x);
            assert!(numbers(1000).iter().filter(differs).count() > 50);
            arrays(Expected(fused));
            types(Expected(fused));
            #[cfg(feature = "rayon")]
            threads(Expected(fused));
        }
    }
    limit_instructions(usize::MAX);
}

/// The bits of sums of the same elements, which are the same along every axis and in every layout and kind of array.
fn sums() -> Vec<u32> {
    let bits = |sums: Array1<f32>| sums.iter().map(|sum| sum.to_bits()).collect::<Vec<_>>();
    let mut all = Vec::new();
    for (rows, length) in [(40, 3), (21, 15), (7, 50), (5, 300), (3, 9000)] {
        let x = numbers(rows * length).into_shape_with_order((rows, length)).unwrap();
        let (columns, y) = (x.t().as_standard_layout().into_owned(), x.mapv(|x| x * 0.5));
        let expected = bits(bcast!(sum(x, axis = 1)));
        let wide = Array2::from_shape_fn((rows, 2 * length), |(i, j)| x[[i, length - 1 - j / 2]]);
        let stepped = wide.slice(s![.., ..;-2]);
        assert_eq!(bits(bcast!(sum(columns, axis = 0))), expected);
        assert_eq!(bits(bcast!(sum(stepped, axis = -1))), expected);
        assert_eq!(bits(bcast!(sum(y + y, axis = 1))), expected);
        #[cfg(feature = "rayon")]
        assert_eq!(bits(bcast!(sum(y + y, axis = 1), threads)), expected);
        let shifted = bcast!(x * 0.0 + sum(x, axis = 1));
        assert_eq!(bits(shifted.slice(s![.., length - 1]).to_owned()), expected);
        let tensor = Tensor::<f32, shape![_, _]>::try_from(x).unwrap();
        let of_tensor = bcast!(sum(tensor, axis = 1));
        assert_eq!(of_tensor.iter().map(|sum| sum.to_bits()).collect::<Vec<_>>(), expected);
        all.extend(expected);
    }
    all
}

fn arrays(expected: Expected) {
    for count in [0, 1, 2, 7, 31, 64, 1000, 5000] {
        let x = numbers(count);
        assert_eq!(bcast!(x.exp()), x.mapv(|x| expected.exp(x)), "{count}");
        let wide = x.mapv(f64::from);
        assert_eq!(bcast!(wide.sigmoid()), wide.mapv(|x| expected.sigmoid(x)), "{count}");
        let mut place = Array1::zeros(count);
        bcast!(place = x.exp() * 2.0);
        assert_eq!(place, x.mapv(|x| expected.exp(x) * 2.0), "{count}");
        bcast!(place = place.exp());
        assert_eq!(place, x.mapv(|x| expected.exp(expected.exp(x) * 2.0)), "{count}");
        let every_third = x.slice(s![..;-3]);
        assert_eq!(bcast!(every_third.exp()), every_third.mapv(|x| expected.exp(x)), "{count}");
    }
    for (rows, columns) in [(1, 1), (3, 5), (2, 100), (100, 2), (40, 64), (7, 300)] {
        let x = Array2::from_shape_vec((rows, columns), numbers(rows * columns).to_vec()).unwrap();
        let (row, column) = (numbers(columns), numbers(rows).into_shape_with_order((rows, 1)).unwrap());
        let transposed = x.t();
        assert_eq!(bcast!(transposed.exp()), transposed.mapv(|x| expected.exp(x)));
        let at = |i: usize, j: usize| expected.exp(x[[i, j]] - row[j]) + column[[i, 0]];
        assert_eq!(bcast!((x - row).exp() + column), Array2::from_shape_fn((rows, columns), |(i, j)| at(i, j)));
        let at = |i: usize, j: usize| expected.powf(expected.exp(column[[i, 0]]), row[j]);
        assert_eq!(bcast!(column.exp().powf(row)), Array2::from_shape_fn((rows, columns), |(i, j)| at(i, j)));
    }
    // A scalar without any array.
    let (number, scalar) = (0.7431_f32, arr0(0.7431_f32));
    assert_eq!(bcast!(scalar.exp()), arr0(expected.exp(number)));
    assert_eq!(bcast!(number.exp()), expected.exp(number));
}

fn types(expected: Expected) {
    let x: [[f32; 3]; 2] = std::array::from_fn(|i| std::array::from_fn(|j| numbers(6)[i * 3 + j]));
    assert_eq!(bcast!(x.exp()), x.map(|row| row.map(|x| expected.exp(x))));
    let mut place = [[0.0; 3]; 2];
    bcast!(place = x.exp());
    assert_eq!(place, x.map(|row| row.map(|x| expected.exp(x))));
    let one = [0.7431_f32];
    assert_eq!(bcast!(one.exp()), one.map(|x| expected.exp(x)));
    let many: [f32; 700] = std::array::from_fn(|i| numbers(700)[i]);
    assert_eq!(bcast!(many.exp()), many.map(|x| expected.exp(x)));

    fn tensors<const N: usize, const M: usize>(expected: Expected) {
        let x: Tensor<f32, shape![N, M]> = Tensor::from_fn(|[i, j]: [usize; 2]| numbers(N * M)[i * M + j]);
        let row: Tensor<f32, shape![M]> = Tensor::from_fn(|[j]: [usize; 1]| numbers(M)[j]);
        let y = bcast!((x - row).exp());
        let at = |[i, j]: [usize; 2]| expected.exp(x[[i, j]] - row[[j]]);
        assert_eq!(y, Tensor::<f32, shape![N, M]>::from_fn(at));
    }
    tensors::<2, 3>(expected);
    tensors::<5, 17>(expected);
    tensors::<30, 64>(expected);
    tensors::<300, 5>(expected);
}

#[cfg(feature = "rayon")]
fn threads(expected: Expected) {
    let x = numbers(2_000_000);
    assert_eq!(bcast!(x.exp(), threads), x.mapv(|x| expected.exp(x)));
}
