//! Takes a photograph through the first steps of an image model, each one line of `bcast!`, and back.
//!
//! Each step is repeated with ndarray's own operations. The program prints the operands' alignment under the axes of
//! the result, the two times and their ratio, and the difference of the results. The exit code is 1 if that exceeds the
//! tolerance. The photograph before and after is written to `target/photo.png`.
//!
//! ```text
//! cargo run --release --example photo
//! ```

use std::error::Error;
use std::process::ExitCode;

use bcast::mode::Mode;
use bcast::{Broadcast, bcast};
use ndarray::{Array, Array1, Array2, Axis, Dimension, Zip, arr1, concatenate};

mod common;
use common::{PHOTO, median, read_png, time, write_png};

const OUTPUT: &str = "target/photo.png";
/// The tolerance between the two results of a step: in normalised units, and in colour levels at the end.
const TOLERANCE: f32 = 1e-5;
/// The number of runs of each variant, interleaved; times are medians.
const RUNS: usize = 25;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let photo = read_png(PHOTO)?;
    let (h, w, _) = photo.dim();
    let numpy = Broadcast::new(Mode::Numpy);
    let mut report = Report::default();

    // Maps levels 0..=255 to numbers around 0: every channel has its own mean and deviation.
    let (mean, std) = (arr1(&[0.485, 0.456, 0.406]), arr1(&[0.229, 0.224, 0.225]));
    let x = report.step(
        "normalise: u8 (H, W, 3) to f32",
        picture(&numpy, &[("photo", photo.shape()), ("mean", mean.shape()), ("std", std.shape())]),
        || bcast!((f32::from(photo) / 255.0 - mean) / std),
        || (photo.mapv(|level| f32::from(level) / 255.0) - &mean) / &std,
    );

    // Channels first: a transposed view is an operand like any other, and a call with one array copies it.
    let planes = x.view().permuted_axes([2, 0, 1]);
    let x = report.step(
        "channels first: (H, W, 3) to (3, H, W) through a transposed operand",
        picture(&numpy, &[("planes", planes.shape())]),
        || bcast!(planes),
        || planes.as_standard_layout().into_owned(),
    );

    // More red, less blue. With a batch axis in front the channel is axis 1, which mode and axis state.
    let x = x.insert_axis(Axis(0));
    let (gain, bias) = (arr1(&[1.15, 1.05, 0.8]), arr1(&[0.25, 0.05, -0.2]));
    let column = |v: &Array1<f32>| v.clone().insert_axis(Axis(1)).insert_axis(Axis(2));
    let x = report.step(
        "gain and bias of each channel: mode = pdpd, axis = 1",
        picture(
            &Broadcast::new(Mode::Pdpd).axis(1),
            &[("x", x.shape()), ("gain", gain.shape()), ("bias", bias.shape())],
        ),
        || bcast!(x * gain + bias, mode = pdpd, axis = 1),
        || &x * &column(&gain) + &column(&bias),
    );

    // Darker corners: the vignette is the product of a column and a row, which is never stored.
    let falloff = |length: usize, i: usize| 1.0 - (2.0 * i as f32 / (length - 1) as f32 - 1.0).powi(4);
    let rows = Array2::from_shape_fn((h, 1), |(i, _)| falloff(h, i));
    let columns = Array1::from_shape_fn(w, |j| falloff(w, j));
    let depth = 1.8;
    let x = report.step(
        "vignette from an outer product",
        picture(&numpy, &[("x", x.shape()), ("rows", rows.shape()), ("columns", columns.shape())]),
        || bcast!(x - depth * (1.0 - rows * columns)),
        || &x - &(depth * (1.0 - &rows * &columns)),
    );

    // PRelu: values below 0, the shadows, are weakened with a slope per channel.
    let slope = column(&arr1(&[0.85, 0.6, 0.5]));
    let x = report.step(
        "PRelu, a select: mode = unidirectional",
        picture(&Broadcast::new(Mode::Unidirectional), &[("x", x.shape()), ("slope", slope.shape())]),
        || bcast!(if x < 0.0 { slope * x } else { x }, mode = unidirectional),
        || Zip::from(&x).and_broadcast(&slope).map_collect(|&x, &slope| if x < 0.0 { slope * x } else { x }),
    );

    // The way back: channels last, and `as u8` saturates at 0 and 255.
    let pixels = x.index_axis(Axis(0), 0).permuted_axes([1, 2, 0]);
    let graded = report.step(
        "back to u8 (H, W, 3)",
        picture(&numpy, &[("pixels", pixels.shape()), ("std", std.shape()), ("mean", mean.shape())]),
        || bcast!(((pixels * std + mean) * 255.0 + 0.5) as u8),
        || (&pixels * &std + &mean).mapv(|value| (value * 255.0 + 0.5) as u8),
    );

    write_png(OUTPUT, &concatenate![Axis(1), photo, graded])?;
    println!("before and after: {OUTPUT}");
    Ok(report.verdict())
}

/// The steps so far.
#[derive(Default)]
struct Report {
    steps: usize,
    worst: f32,
}

impl Report {
    /// Runs a step both ways, prints the comparison, and returns the result of `bcast!`.
    fn step<T: Copy + Into<f32>, D: Dimension>(
        &mut self,
        title: &str,
        picture: String,
        ours: impl Fn() -> Array<T, D>,
        theirs: impl Fn() -> Array<T, D>,
    ) -> Array<T, D> {
        let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            our_times.push(time(&ours));
            their_times.push(time(&theirs));
        }
        let (our_time, their_time) = (median(our_times), median(their_times));
        let (answer, theirs) = (ours(), theirs());
        assert_eq!(answer.shape(), theirs.shape(), "{title}: the two answers have different shapes");
        let difference = answer.iter().zip(&theirs).map(|(&a, &b)| (a.into() - b.into()).abs()).fold(0.0, larger);

        self.steps += 1;
        self.worst = larger(self.worst, difference);
        println!("{}. {title}\n{picture}", self.steps);
        println!(
            "   bcast! {:.3} ms   ndarray {:.3} ms   bcast!/ndarray {:.2}   largest difference {difference:e}\n",
            our_time * 1e3,
            their_time * 1e3,
            our_time / their_time,
        );
        answer
    }

    fn verdict(&self) -> ExitCode {
        let passed = self.worst <= TOLERANCE;
        let verdict = if passed { "within" } else { "ABOVE" };
        println!("largest difference of all steps: {:e}, {verdict} the tolerance {TOLERANCE:e}", self.worst);
        if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// The larger one; NaN is larger than anything.
fn larger(a: f32, b: f32) -> f32 {
    if b > a || b.is_nan() { b } else { a }
}

/// The operands' lengths under the axes of the result, as the run-time API resolves them.
fn picture(broadcast: &Broadcast<'_>, operands: &[(&str, &[usize])]) -> String {
    let shapes: Vec<&[usize]> = operands.iter().map(|&(_, shape)| shape).collect();
    let resolution = broadcast.resolve(&shapes);
    let line = |name: &str, cell: &dyn Fn(usize) -> Option<usize>| {
        let cells = (0..resolution.shape.len()).map(|axis| cell(axis).map_or(String::new(), |cell| cell.to_string()));
        let line = cells.fold(format!("   {name:<9}"), |line, cell| format!("{line}{cell:>5}"));
        line.trim_end().to_owned()
    };
    let mut lines = vec![line("axis", &Some)];
    for ((name, shape), map) in operands.iter().zip(&resolution.maps) {
        lines.push(line(name, &|axis| map.operand_axis(axis).map(|axis| shape[axis])));
    }
    lines.push(line("result", &|axis| Some(resolution.shape[axis])));
    lines.join("\n")
}
