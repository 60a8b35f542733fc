//! Lines as programs with ndarray have them, beside the best way to write them with ndarray.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;

use bcast::bcast;
use ndarray::{Array, Array1, Array2, Array3, Array4, Axis, Dimension, Zip, s};

use crate::clock::median;
use crate::machine;
use crate::random::Random;
use crate::repeated::interleaved;

/// Rows and columns of the matrices, at each size.
const SHAPES: [(usize, usize); 6] = [(2, 2), (4, 4), (10, 10), (25, 40), (125, 160), (1000, 1000)];
/// Rounds, each with other arrays.
const ROUNDS: usize = 3;

/// `f32` and `f64`.
trait Number: Copy + From<f32> + Into<f64> {}
impl Number for f32 {}
impl Number for f64 {}

/// The arrays of a round.
struct Arrays<T> {
    a: Array2<T>,
    b: Array2<T>,
    /// As long as a row.
    m: Array1<T>,
    v: Array1<T>,
    g: Array1<T>,
    /// As long as a column.
    r: Array1<T>,
    /// The elements of `a` as (1, 2, rows, columns / 2) and (2, rows, columns / 2).
    batch: Array4<T>,
    cube: Array3<T>,
    z: RefCell<Array2<T>>,
    z_cube: RefCell<Array3<T>>,
    s: T,
    t: T,
}

impl<T: Number> Arrays<T> {
    fn new((rows, columns): (usize, usize), random: &mut Random) -> Self {
        let mut number = || T::from(random.number());
        let mut matrix = || Array2::from_shape_simple_fn((rows, columns), &mut number);
        let (a, b, z) = (matrix(), matrix(), matrix());
        let mut vector = |length| Array1::from_shape_simple_fn(length, &mut number);
        let (m, v, g, r) = (vector(columns), vector(columns), vector(columns), vector(rows));
        let batch = Array4::from_shape_simple_fn((1, 2, rows, columns / 2), &mut number);
        let cube = Array3::from_shape_simple_fn((2, rows, columns / 2), &mut number);
        let z_cube = RefCell::new(cube.clone());
        let (s, t) = (number(), number());
        Arrays { a, b, m, v, g, r, batch, cube, z: RefCell::new(z), z_cube, s, t }
    }
}

/// Measures some forms of a line: `bcast!` first, then those of ndarray.
struct Line<'l, 'r> {
    name: &'static str,
    report: &'l RefCell<Report<'r>>,
}

/// A form that writes to an array.
type InPlace<'f, T, D> = &'f dyn Fn(&mut Array<T, D>);

/// Takes a line's name and the ratio of its times.
type Report<'r> = &'r mut dyn FnMut(&'static str, f64);

impl Line<'_, '_> {
    /// Forms that return a new array.
    ///
    /// # Panics
    /// If the forms differ by more than rounding.
    fn new_array<T: Number, D: Dimension, const N: usize>(&self, forms: [&dyn Fn() -> Array<T, D>; N]) {
        let results = forms.map(|form| form());
        self.check(&results);
        let runs = forms.map(|form| move || drop(black_box(form())));
        self.measure(runs.each_ref().map(|run| run as &dyn Fn()));
    }

    /// Forms that write to an array.
    ///
    /// # Panics
    /// If the forms differ by more than rounding.
    fn place<T: Number, D: Dimension, const N: usize>(
        &self,
        place: &RefCell<Array<T, D>>,
        forms: [InPlace<'_, T, D>; N],
    ) {
        let before = place.borrow().clone();
        let results = forms.map(|form| {
            let mut array = before.clone();
            form(&mut array);
            array
        });
        self.check(&results);
        let runs = forms.map(|form| move || form(black_box(&mut place.borrow_mut())));
        self.measure(runs.each_ref().map(|run| run as &dyn Fn()));
        *place.borrow_mut() = before;
    }

    fn check<T: Number, D: Dimension>(&self, results: &[Array<T, D>]) {
        for result in &results[1..] {
            assert_eq!(result.shape(), results[0].shape(), "{}", self.name);
            let is_close = Zip::from(result).and(&results[0]).all(|&x, &y| (x.into() - y.into()).abs() <= 1e-4);
            assert!(is_close, "all forms of `{}` give the same elements", self.name);
        }
    }

    fn measure<const N: usize>(&self, forms: [&dyn Fn(); N]) {
        let times = interleaved(forms);
        let best = times[1..].iter().copied().fold(f64::INFINITY, f64::min);
        (self.report.borrow_mut())(self.name, times[0] / best);
    }
}

macro_rules! lines {
    ($($name:ident of $number:ident;)*) => {$(
        /// Measures every line on these arrays.
        fn $name(arrays: &Arrays<$number>, report: Report<'_>) {
            let Arrays { a, b, m, v, g, r, batch, cube, z, z_cube, s, t } = arrays;
            let (s, t, eps) = (*s, *t, 1e-5);
            let column = || r.view().insert_axis(Axis(1));
            let report = &RefCell::new(report);
            let line = |name| Line { name, report };

            line("a + b").new_array([&|| bcast!(a + b), &|| a + b]);
            line("a * s + t").new_array([&|| bcast!(a * s + t), &|| a * s + t, &|| a.mapv(|x| x * s + t)]);
            line("z = a + b").place(z, [
                &|z| bcast!(z = a + b),
                &|z| Zip::from(z).and(a).and(b).for_each(|z, &a, &b| *z = a + b),
            ]);
            line("z += a").place(z, [&|z| bcast!(z += a), &|z| *z += a]);
            line("z += s * a").place(z, [&|z| bcast!(z += s * a), &|z| z.scaled_add(s, a)]);
            line("z *= s").place(z, [&|z| bcast!(z *= t), &|z| *z *= t]);
            line("z = a").place(z, [&|z| bcast!(z = a), &|z| z.assign(a)]);
            line("z = s").place(z, [&|z| bcast!(z = s), &|z| z.fill(s)]);
            line("z = a * b * s + z * s").place(z, [
                &|z| bcast!(z = a * b * t + z * t),
                &|z| Zip::from(z).and(a).and(b).for_each(|z, &a, &b| *z = a * b * t + *z * t),
            ]);
            line("(a - b)^2").new_array([
                &|| bcast!((a - b) * (a - b)),
                &|| (a - b).mapv_into(|d| d * d),
                &|| Zip::from(a).and(b).map_collect(|&a, &b| (a - b) * (a - b)),
            ]);
            line("a.sqrt()").new_array([&|| bcast!(a.sqrt()), &|| a.mapv($number::sqrt)]);
            line("if a > s { a } else { t }").new_array([
                &|| bcast!(if a > s { a } else { t }),
                &|| a.mapv(|x| if x > s { x } else { t }),
            ]);

            line("a - m").new_array([&|| bcast!(a - m), &|| a - m]);
            line("z += m").place(z, [&|z| bcast!(z += m), &|z| *z += m]);
            line("z = m").place(z, [&|z| bcast!(z = m), &|z| z.assign(m)]);
            line("a - r, axis(r) = 0").new_array([&|| bcast!(a - r, axis(r) = 0), &|| a - &column()]);
            line("z *= r, axis(r) = 0").place(z, [&|z| bcast!(z *= r, axis(r) = 0), &|z| *z *= &column()]);
            line("r * m, axis(r) = 0").new_array([&|| bcast!(r * m, axis(r) = 0, axis(m) = 1), &|| &column() * m]);
            line("a * r - m, axis(r) = 0").new_array([&|| bcast!(a * r - m, axis(r) = 0), &|| a * &column() - m]);
            line("batch norm, channels last").new_array([
                &|| bcast!((a - m) / (v + eps).sqrt() * g + b),
                &|| (a - m) / v.mapv(|v| (v + eps).sqrt()) * g + b,
                &|| {
                    let deviation = v.mapv(|v| (v + eps).sqrt());
                    let rows = Zip::from(a).and_broadcast(m).and_broadcast(&deviation);
                    rows.and_broadcast(g).and(b).map_collect(|&a, &m, &d, &g, &b| (a - m) / d * g + b)
                },
            ]);
            line("batch norm by one factor").new_array([
                &|| bcast!((a - m) * (g / (v + eps).sqrt()) + b),
                &|| {
                    let scale = Zip::from(v).and(g).map_collect(|&v, &g| g / (v + eps).sqrt());
                    Zip::from(a).and_broadcast(m).and_broadcast(&scale).and(b).map_collect(|&a, &m, &scale, &b| (a - m) * scale + b)
                },
            ]);
            line("a * exp(-v * v)").new_array([
                &|| bcast!(a * (-v * v).exp()),
                &|| a * &v.mapv(|v| (-v * v).exp()),
            ]);

            line("column += r").place(z, [
                &|z| bcast!(z.column_mut(1) += r),
                &|z| {
                    let mut column = z.column_mut(1);
                    column += r;
                },
            ]);
            line("diagonal *= s").place(z, [
                &|z| bcast!(z.diag_mut() *= t),
                &|z| {
                    let mut diagonal = z.diag_mut();
                    diagonal *= t;
                },
            ]);
            line("reversed rows = a").place(z, [
                &|z| bcast!(z.slice_mut(s![.., ..;-1]) = a),
                &|z| z.slice_mut(s![.., ..;-1]).assign(a),
            ]);
            line("every second column *= s").place(z, [
                &|z| bcast!(z.slice_mut(s![.., ..;2]) *= t),
                &|z| {
                    let mut columns = z.slice_mut(s![.., ..;2]);
                    columns *= t;
                },
            ]);
            line("inner part += b").place(z, [
                &|z| bcast!(z.slice_mut(s![1.., 1..]) += &b.slice(s![1.., 1..])),
                &|z| {
                    let mut inner = z.slice_mut(s![1.., 1..]);
                    inner += &b.slice(s![1.., 1..]);
                },
            ]);
            line("each row += m").place(z, [
                &|z| {
                    for i in 0..z.nrows() {
                        bcast!(z.row_mut(i) += m);
                    }
                },
                &|z| {
                    for i in 0..z.nrows() {
                        let mut row = z.row_mut(i);
                        row += m;
                    }
                },
            ]);

            let (transposed, last) = (a.t(), batch.view().permuted_axes([0, 2, 3, 1]));
            line("a.t() * s").new_array([&|| bcast!(transposed * s), &|| &transposed * s, &|| transposed.mapv(|x| x * s)]);
            line("NCHW as NHWC * s").new_array([&|| bcast!(last * s), &|| last.mapv(|x| x * s)]);
            let square = a.slice(s![..a.nrows().min(a.ncols()), ..a.nrows().min(a.ncols())]);
            let (square, n) = (square.t(), square.nrows());
            line("z = a.t()").place(z, [
                &|z| bcast!(z.slice_mut(s![..n, ..n]) = square),
                &|z| z.slice_mut(s![..n, ..n]).assign(&square),
            ]);
            let cubes = z_cube.borrow().clone();
            for (name, axes) in [
                ("cube = permuted [0, 2, 1]", [0, 2, 1]),
                ("cube = permuted [1, 0, 2]", [1, 0, 2]),
                ("cube = permuted [1, 2, 0]", [1, 2, 0]),
                ("cube = permuted [2, 0, 1]", [2, 0, 1]),
                ("cube = permuted [2, 1, 0]", [2, 1, 0]),
            ] {
                let view = cube.view().permuted_axes(axes);
                let to = RefCell::new(cubes.clone().into_shape_with_order(view.raw_dim()).expect("as many elements"));
                line(name).place(&to, [&|z| bcast!(z = view), &|z| z.assign(&view)]);
            }
        }
    )*};
}
lines! {
    lines_f32 of f32;
    lines_f64 of f64;
}

/// The most that `bcast!` may take, as a multiple of ndarray's best form.
fn allowed(elements: usize) -> f64 {
    if elements <= 100 { 1.5 } else { 1.1 }
}

/// Measures every line at every size, prints a table, and returns the same figures as tab-separated values.
///
/// # Panics
/// If the forms of a line give different elements.
pub fn measure(seed: u64) -> String {
    let mut random = Random::new(seed);
    // For each line and size, the ratios of all rounds for `f32` and for `f64`.
    let mut names: Vec<&'static str> = Vec::new();
    let mut ratios: BTreeMap<(&'static str, usize), [Vec<f64>; 2]> = BTreeMap::new();
    for shape @ (rows, columns) in SHAPES {
        for _ in 0..ROUNDS {
            let mut add = |name, of: usize, ratio| {
                if !names.contains(&name) {
                    names.push(name);
                }
                ratios.entry((name, rows * columns)).or_default()[of].push(ratio);
            };
            lines_f32(&Arrays::new(shape, &mut random), &mut |name, ratio| add(name, 0, ratio));
            lines_f64(&Arrays::new(shape, &mut random), &mut |name, ratio| add(name, 1, ratio));
        }
    }
    let mut tsv = String::from("line\telements\tf32\tf64\n");
    println!(
        "\nbcast! beside the best form of ndarray: the ratio of their times, f32 and f64 (! marks more than 1.5, from 1000 elements 1.1)"
    );
    println!("{}", machine::description());
    print!("{:<30}", "elements");
    SHAPES.iter().for_each(|(rows, columns)| print!("{:>14}", rows * columns));
    let (mut missed, mut all) = (0, 0);
    for name in names {
        print!("\n{name:<30}");
        for (rows, columns) in SHAPES {
            let elements = rows * columns;
            let pair = ratios[&(name, elements)].clone().map(median);
            let is_slow = pair.map(|ratio| ratio > allowed(elements));
            let [f32, f64] = pair;
            let mark = |slow| if slow { '!' } else { ' ' };
            print!("{f32:>7.2}{}{f64:>5.2}{}", mark(is_slow[0]), mark(is_slow[1]));
            let _ = writeln!(tsv, "{name}\t{elements}\t{f32:.3}\t{f64:.3}");
            missed += is_slow.into_iter().filter(|&slow| slow).count();
            all += 2;
        }
    }
    println!("\n{} of {all} ratios are within these limits", all - missed);
    tsv
}
