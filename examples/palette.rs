//! Reduces a photograph to eight colours by k-means, whose assignment and update are one call of `bcast!` each.
//!
//! The same steps in ndarray's words run beside them. The program prints the colours, the two times, and the largest difference of the two
//! palettes. The exit code is 1 if that exceeds the tolerance. The photograph before and after, above the palette, is written to
//! `target/palette.png`.
//!
//! ```text
//! cargo run --release --example palette
//! ```

use std::error::Error;
use std::process::ExitCode;

use bcast::bcast;
use ndarray::{Array1, Array2, Array3, ArrayView1, Axis, concatenate};

mod common;
use common::{PHOTO, median, read_png, time, write_png};

const OUTPUT: &str = "target/palette.png";
const COLOURS: usize = 8;
const STEPS: usize = 12;
/// The height of the palette in the picture.
const STRIP: usize = 60;
/// The tolerance between the two palettes, in levels of 0 to 255: a pixel halfway between two colours may go to either.
const TOLERANCE: f32 = 0.5;
/// The number of runs of each variant, interleaved; times are medians.
const RUNS: usize = 5;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let photo = read_png(PHOTO)?;
    let (h, w, _) = photo.dim();
    let pixels = bcast!(f32::from(photo)).into_shape_with_order((h * w, 3))?;
    let start = first_palette(&pixels);

    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        our_times.push(time(|| k_means(&pixels, &start)));
        their_times.push(time(|| k_means_by_ndarray(&pixels, &start)));
    }
    let ((palette, nearest), (theirs, _)) = (k_means(&pixels, &start), k_means_by_ndarray(&pixels, &start));

    // The share of each colour, and what is lost: the root mean square of the distance in each channel.
    let number = Array2::from_shape_fn((COLOURS, 1), |(k, _)| k);
    let shares = bcast!(count(nearest == number, axis = 1) as f32 / len(axis = 1) as f32);
    for (colour, share) in palette.outer_iter().zip(&shares) {
        let [r, g, b] = [0, 1, 2].map(|channel| colour[channel].round() as u8);
        println!("   #{r:02x}{g:02x}{b:02x} {:5.1} %", 100.0 * share);
    }
    let level = |k: usize, channel: usize| palette[[k, channel]];
    let after = bcast!(level(nearest, index(axis = 1)), axis(nearest) = 0, to = [h * w, 3]);
    println!(
        "   distance to the photograph: {:.2} of 255",
        bcast!(mean((after - pixels) * (after - pixels), axis = ..).sqrt())
    );

    let (our_time, their_time) = (median(our_times), median(their_times));
    println!(
        "{STEPS} steps of k-means on {} pixels: bcast! {:.1} ms   ndarray {:.1} ms   bcast!/ndarray {:.2}",
        h * w,
        our_time * 1e3,
        their_time * 1e3,
        our_time / their_time
    );
    let difference: f32 = bcast!(max((palette - theirs).abs(), axis = ..));
    println!("largest difference of the palettes: {difference:e} levels, tolerance {TOLERANCE}");

    let after = bcast!((after + 0.5) as u8).into_shape_with_order((h, w, 3))?;
    let strip =
        Array3::from_shape_fn((STRIP, 2 * w, 3), |(_, x, channel)| (level(x * COLOURS / (2 * w), channel) + 0.5) as u8);
    write_png(OUTPUT, &concatenate![Axis(0), concatenate![Axis(1), photo, after], strip])?;
    println!("before and after: {OUTPUT}");
    Ok(if difference <= TOLERANCE { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The colours of pixels at even distances in the order of brightness.
fn first_palette(pixels: &Array2<f32>) -> Array2<f32> {
    let brightness = bcast!(sum(pixels, axis = 1));
    let mut order: Vec<usize> = (0..brightness.len()).collect();
    order.sort_by(|&a, &b| brightness[a].total_cmp(&brightness[b]));
    let chosen: Vec<usize> = (0..COLOURS).map(|k| order[(2 * k + 1) * order.len() / (2 * COLOURS)]).collect();
    pixels.select(Axis(0), &chosen)
}

/// The palette, and the colour of each pixel by its number. Channels come first, so that the longest axis is the innermost.
fn k_means(pixels: &Array2<f32>, start: &Array2<f32>) -> (Array2<f32>, Array1<usize>) {
    let planes = pixels.t().as_standard_layout().into_owned().insert_axis(Axis(1));
    let number = Array2::from_shape_fn((COLOURS, 1), |(k, _)| k);
    let mut palette = start.t().to_owned();
    let mut nearest = Array1::zeros(pixels.nrows());
    for _ in 0..STEPS {
        let colours = palette.view().insert_axis(Axis(2));
        bcast!(nearest = argmin(sum((planes - colours) * (planes - colours), axis = -3), axis = -2));
        // A colour without pixels stays.
        bcast!(
            palette = {
                let n = count(nearest == number, axis = -1);
                if n == 0 { palette } else { sum(if nearest == number { planes } else { 0.0 }, axis = -1) / n as f32 }
            }
        );
    }
    (palette.reversed_axes(), nearest)
}

fn k_means_by_ndarray(pixels: &Array2<f32>, start: &Array2<f32>) -> (Array2<f32>, Array1<usize>) {
    let mut palette = start.clone();
    let mut nearest = Array1::zeros(pixels.nrows());
    for _ in 0..STEPS {
        nearest = pixels.map_axis(Axis(1), |pixel| {
            let distance = |colour: ArrayView1<'_, f32>| {
                pixel.iter().zip(colour).map(|(pixel, colour)| (pixel - colour) * (pixel - colour)).sum::<f32>()
            };
            let distances = palette.outer_iter().map(distance).enumerate();
            distances.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(k, _)| k)
        });
        let (mut sums, mut counts) = (Array2::<f32>::zeros(palette.dim()), vec![0; COLOURS]);
        for (pixel, &k) in pixels.outer_iter().zip(&nearest) {
            sums.row_mut(k).zip_mut_with(&pixel, |sum, pixel| *sum += pixel);
            counts[k] += 1;
        }
        for (k, &n) in counts.iter().enumerate().filter(|&(_, &n)| n > 0) {
            palette.row_mut(k).assign(&(&sums.row(k) / n as f32));
        }
    }
    (palette, nearest)
}
