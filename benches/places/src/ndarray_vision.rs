//! ndarray-vision 0.5.1. Images are (rows, columns, channels).

use std::mem::MaybeUninit;

use bcast::bcast;
use ndarray::{Array2, Array3, ArrayView4, Axis, ShapeBuilder, Zip, arr1, arr2, s};

use crate::random::Random;
use crate::table::Table;

type Image = Array3<u8>;
type Plane = Array3<f64>;
type Mask = Array3<bool>;

fn share(x: u8) -> f64 {
    f64::from(x) / 255.0
}

fn pixel(x: f64) -> u8 {
    (x * 255.0) as u8
}

/// Hue, saturation and value.
fn hsv(r: u8, g: u8, b: u8) -> (u8, u8, u8) {
    let (r, g, b) = (share(r), share(g), share(b));
    let (most, least) = (r.max(g.max(b)), r.min(g.min(b)));
    let delta = most - least;
    let saturation = if most > 0.0 { delta / most } else { 0.0 };
    let hue = if delta < f64::EPSILON {
        0.0
    } else if most <= r {
        60.0 * (((g - b) / delta) % 6.0)
    } else if most <= g {
        60.0 * ((b - r) / delta + 2.0)
    } else {
        60.0 * ((r - g) / delta + 4.0)
    };
    (pixel(hue / 360.0), pixel(saturation), pixel(most))
}

fn linear(x: f64) -> f64 {
    if x < 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
}

// ndarray-vision 0.5.1, src/core/colour_models.rs, from `RGB` to `Gray`
fn grey_ndarray(image: &Image) -> Image {
    let mut result = Array3::zeros((image.dim().0, image.dim().1, 1));
    Zip::indexed(image.windows((1, 1, 3))).for_each(|(i, j, _), pix| {
        let (r, g, b) = (share(pix[[0, 0, 0]]), share(pix[[0, 0, 1]]), share(pix[[0, 0, 2]]));
        let grey = (0.3 * r) + (0.59 * g) + (0.11 * b);
        result.slice_mut(s![i, j, ..]).assign(&arr1(&[pixel(grey)]));
    });
    result
}

fn grey_bcast(image: &Image) -> Image {
    let [r, g, b] = [0, 1, 2].map(|channel| image.index_axis(Axis(2), channel));
    bcast!(pixel(0.3 * share(r) + 0.59 * share(g) + 0.11 * share(b))).insert_axis(Axis(2))
}

// ndarray-vision 0.5.1, src/core/colour_models.rs, from `Gray` to `RGB`
fn coloured_ndarray(image: &Image) -> Image {
    let mut result = Array3::zeros((image.dim().0, image.dim().1, 3));
    Zip::indexed(image.windows((1, 1, 1))).for_each(|(i, j, _), pix| {
        let grey = pix[[0, 0, 0]];
        result.slice_mut(s![i, j, ..]).assign(&arr1(&[grey, grey, grey]));
    });
    result
}

fn coloured_bcast(image: &Image) -> Image {
    bcast!(image, to = [image.dim().0, image.dim().1, 3])
}

// ndarray-vision 0.5.1, src/core/colour_models.rs, from `RGB` to `HSV`
fn hsv_ndarray(image: &Image) -> Image {
    let mut result = Array3::zeros(image.dim());
    Zip::indexed(image.windows((1, 1, 3))).for_each(|(i, j, _), pix| {
        let (hue, saturation, value) = hsv(pix[[0, 0, 0]], pix[[0, 0, 1]], pix[[0, 0, 2]]);
        result.slice_mut(s![i, j, ..]).assign(&arr1(&[hue, saturation, value]));
    });
    result
}

fn hsv_bcast(image: &Image) -> Image {
    let mut result = Array3::zeros(image.dim());
    let [r, g, b] = [0, 1, 2].map(|channel| image.index_axis(Axis(2), channel));
    let (mut hue, mut saturation, mut value) = result.multi_slice_mut((s![.., .., 0], s![.., .., 1], s![.., .., 2]));
    bcast!((hue, saturation, value) = hsv(r, g, b));
    result
}

// ndarray-vision 0.5.1, src/core/colour_models.rs, from `RGB` to `CIEXYZ`
fn xyz_ndarray(image: &Image) -> Image {
    let mut result = Array3::zeros(image.dim());
    let m = arr2(&[
        [0.4360747, 0.3850649, 0.1430804],
        [0.2225045, 0.7168786, 0.0606169],
        [0.0139322, 0.0971045, 0.7141733],
    ]);
    Zip::indexed(image.windows((1, 1, 3))).for_each(|(i, j, _), pix| {
        let colour = pix.index_axis(Axis(0), 0).index_axis(Axis(0), 0).mapv(share).mapv(linear);
        let colour = m.dot(&colour);
        result.slice_mut(s![i, j, ..]).assign(&colour.mapv(pixel));
    });
    result
}

fn xyz_bcast(image: &Image) -> Image {
    let m = [[0.4360747, 0.3850649, 0.1430804], [0.2225045, 0.7168786, 0.0606169], [0.0139322, 0.0971045, 0.7141733]];
    let colour = bcast!(linear(share(image)));
    bcast!(pixel(sum(m * colour, axis = C)), mode = named, where colour: [I, J, C], m: [X, C])
}

// ndarray-vision 0.5.1, src/processing/threshold.rs, `threshold_mean`
fn threshold_mean_ndarray(plane: &Plane) -> Mask {
    let mean = plane.sum() / plane.len() as f64;
    plane.mapv(|x| x >= mean && x <= f64::INFINITY)
}

fn threshold_mean_bcast(plane: &Plane) -> Mask {
    bcast!(plane >= mean(plane, axis = ..) && plane <= f64::INFINITY)
}

// ndarray-vision 0.5.1, src/processing/threshold.rs, `threshold_apply`
fn threshold_ndarray(image: &Image) -> Mask {
    let (lower, upper) = (60.0, 200.0);
    image.mapv(|x| f64::from(x) >= lower && f64::from(x) <= upper)
}

fn threshold_bcast(image: &Image) -> Mask {
    let (lower, upper) = (60.0, 200.0);
    bcast!(f64::from(image) >= lower && f64::from(image) <= upper)
}

// ndarray-vision 0.5.1, src/processing/sobel.rs, `apply_sobel`, after the convolutions
fn sobel_ndarray((horizontal, vertical): &(Plane, Plane)) -> Plane {
    let (rows, columns, channels) = horizontal.dim();
    let mut result = Array3::uninit((rows, columns, channels));
    for r in 0..rows {
        for c in 0..columns {
            for k in 0..channels {
                let magnitude = (horizontal[[r, c, k]].powi(2) + vertical[[r, c, k]].powi(2)).sqrt();
                result[[r, c, k]] = MaybeUninit::new(magnitude);
            }
        }
    }
    // SAFETY: the loops write every element.
    unsafe { result.assume_init() }
}

fn sobel_bcast((horizontal, vertical): &(Plane, Plane)) -> Plane {
    bcast!((horizontal * horizontal + vertical * vertical).sqrt())
}

// ndarray-vision 0.5.1, src/processing/sobel.rs, `full_sobel`, after the convolutions
fn full_sobel_ndarray((horizontal, vertical): &(Plane, Plane)) -> (Plane, Plane) {
    let mut magnitude = horizontal.mapv(|x| x.powi(2)) + vertical.mapv(|x| x.powi(2));
    magnitude.mapv_inplace(|x| x.sqrt());
    let mut rotation = Array3::uninit(horizontal.dim());
    Zip::from(&mut rotation).and(horizontal).and(vertical).for_each(|r, &h, &v| {
        *r = MaybeUninit::new(f64::atan2(h, v));
    });
    // SAFETY: `Zip` writes every element.
    (magnitude, unsafe { rotation.assume_init() })
}

fn full_sobel_bcast((horizontal, vertical): &(Plane, Plane)) -> (Plane, Plane) {
    bcast!(((horizontal * horizontal + vertical * vertical).sqrt(), horizontal.atan2(vertical)), unzip)
}

// ndarray-vision 0.5.1, src/processing/canny.rs, `link_edges`: magnitudes below and edges above their thresholds
fn edges_ndarray(magnitudes: &Plane) -> (Plane, Mask) {
    let magnitudes = magnitudes.mapv(|x| if x >= 0.3 { x } else { 0.0 });
    let edges = magnitudes.mapv(|x| x >= 0.7);
    (magnitudes, edges)
}

fn edges_bcast(magnitudes: &Plane) -> (Plane, Mask) {
    bcast!((if magnitudes >= 0.3 { magnitudes } else { 0.0 }, magnitudes >= 0.7), unzip)
}

// ndarray-vision 0.5.1, src/processing/kernels.rs, `GaussianFilter::build_with_params`
fn gaussian_ndarray(&n: &usize) -> Array2<f64> {
    let centre = (n as isize + 1) / 2 - 1;
    let gauss = |at: usize| ((at as isize - centre) as f64).powi(2) / (2.0 * 1.5);
    let mut kernel = Array2::from_shape_fn((n, n), |(r, c)| f64::exp(-(gauss(r) + gauss(c))));
    let sum = kernel.sum();
    kernel *= 1.0 / sum;
    kernel
}

fn gaussian_bcast(&n: &usize) -> Array2<f64> {
    let centre = n.div_ceil(2) as f64 - 1.0;
    let gauss = |at: usize| (at as f64 - centre).powi(2) / (2.0 * 1.5);
    bcast!(
        {
            let weight = (-(gauss(index(axis = 0)) + gauss(index(axis = 1)))).exp();
            weight / sum(weight, axis = ..)
        },
        to = [n, n]
    )
}

fn windows(mask: &Mask) -> ArrayView4<'_, bool> {
    let (rows, columns, _) = mask.dim();
    let shape = (rows - 2, columns - 2, 3, 3).strides((columns, 1, columns, 1));
    ArrayView4::from_shape(shape, mask.as_slice().expect("contiguous")).expect("windows of the mask")
}

// ndarray-vision 0.5.1, src/morphology/mod.rs, `erode`, with a kernel of 3 by 3
fn erode_ndarray((mask, kernel): &(Mask, Array2<bool>)) -> Mask {
    let mut result = Array3::from_elem(mask.dim(), false);
    Zip::indexed(mask.slice(s![.., .., 0]).windows(kernel.dim())).for_each(|(i, j), window| {
        result[[i + 1, j + 1, 0]] = (kernel & &window) == *kernel;
    });
    result
}

fn erode_bcast((mask, kernel): &(Mask, Array2<bool>)) -> Mask {
    let (mut result, window) = (Array3::from_elem(mask.dim(), false), windows(mask));
    let (rows, columns, _) = mask.dim();
    bcast!(result.slice_mut(s![1..rows - 1, 1..columns - 1, 0]) = all(!kernel | window, axis = [2, 3]));
    result
}

// ndarray-vision 0.5.1, src/morphology/mod.rs, `dilate`, with a kernel of 3 by 3
fn dilate_ndarray((mask, kernel): &(Mask, Array2<bool>)) -> Mask {
    let mut result = Array3::from_elem(mask.dim(), false);
    Zip::indexed(mask.slice(s![.., .., 0]).windows(kernel.dim())).for_each(|(i, j), window| {
        result[[i + 1, j + 1, 0]] = (kernel & &window).iter().any(|x| *x);
    });
    result
}

fn dilate_bcast((mask, kernel): &(Mask, Array2<bool>)) -> Mask {
    let (mut result, window) = (Array3::from_elem(mask.dim(), false), windows(mask));
    let (rows, columns, _) = mask.dim();
    bcast!(result.slice_mut(s![1..rows - 1, 1..columns - 1, 0]) = any(kernel & window, axis = [2, 3]));
    result
}

// ndarray-vision 0.5.1, src/morphology/mod.rs, `union`
fn union_ndarray((a, b): &(Mask, Mask)) -> Mask {
    a | b
}

fn union_bcast((a, b): &(Mask, Mask)) -> Mask {
    bcast!(a | b)
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("ndarray-vision", include_str!("ndarray_vision.rs"));
    let sizes = [(16, 16), (480, 640)];
    let image =
        |channels| move |(h, w), r: &mut Random| Image::from_shape_simple_fn((h, w, channels), || r.below(256) as u8);
    let plane = |(h, w), r: &mut Random| r.array((h, w, 1), 0.0..1.0);
    let planes = |(h, w), r: &mut Random| (r.array((h, w, 1), -1.0..1.0), r.array((h, w, 1), -1.0..1.0));
    let mask = |(h, w), r: &mut Random| Mask::from_shape_simple_fn((h, w, 1), || r.below(4) > 0);
    let masks = |size, r: &mut Random| (mask(size, r), mask(size, r));
    let kernel = |size, r: &mut Random| (mask(size, r), arr2(&[[false, true, false], [true; 3], [false, true, false]]));
    places.value("grey", 0.0, sizes, image(3), [grey_ndarray, grey_bcast]);
    places.value("coloured", 0.0, sizes, image(1), [coloured_ndarray, coloured_bcast]);
    places.value("hsv", 0.0, sizes, image(3), [hsv_ndarray, hsv_bcast]);
    places.value("xyz", 0.0, sizes, image(3), [xyz_ndarray, xyz_bcast]);
    places.value("threshold_mean", 0.0, sizes, plane, [threshold_mean_ndarray, threshold_mean_bcast]);
    places.value("threshold", 0.0, sizes, image(1), [threshold_ndarray, threshold_bcast]);
    places.value("sobel", 0.0, sizes, planes, [sobel_ndarray, sobel_bcast]);
    places.value("full_sobel", 0.0, sizes, planes, [full_sobel_ndarray, full_sobel_bcast]);
    places.value("edges", 0.0, sizes, plane, [edges_ndarray, edges_bcast]);
    places.value("gaussian", 1e-14, [5, 63], |n, _: &mut Random| n, [gaussian_ndarray, gaussian_bcast]);
    places.value("erode", 0.0, sizes, kernel, [erode_ndarray, erode_bcast]);
    places.value("dilate", 0.0, sizes, kernel, [dilate_ndarray, dilate_bcast]);
    places.value("union", 0.0, sizes, masks, [union_ndarray, union_bcast]);
}
