//! Agreement, lines and times of the two forms of a place, as rows of a table.

use std::hint::black_box;

use ndarray::{Array, Dimension};

use crate::clock::median;
use crate::random::Random;
use crate::turns::ratio;

/// A bcast form that takes more than this share of the time of the ndarray form counts as slower.
const SLOWER: f64 = 1.1;

/// An element of a result.
pub trait Element: Copy {
    /// The distance to another element.
    fn distance(self, other: Self) -> f64;
    /// The absolute value.
    fn size(self) -> f64;
}

macro_rules! elements {
    ($($number:ty)*) => {$(
        impl Element for $number {
            fn distance(self, other: Self) -> f64 {
                if self == other || (self as f64).is_nan() && (other as f64).is_nan() {
                    0.0
                } else {
                    (self as f64 - other as f64).abs()
                }
            }

            fn size(self) -> f64 {
                (self as f64).abs()
            }
        }
    )*};
}
elements!(f64 f32 usize u8);

impl Element for bool {
    fn distance(self, other: Self) -> f64 {
        f64::from(u8::from(self != other))
    }

    fn size(self) -> f64 {
        1.0
    }
}

impl<A: Element, B: Element> Element for (A, B) {
    fn distance(self, other: Self) -> f64 {
        larger(self.0.distance(other.0), self.1.distance(other.1))
    }

    fn size(self) -> f64 {
        larger(self.0.size(), self.1.size())
    }
}

/// The value of a form.
pub trait Outcome {
    /// The largest distance between two elements, divided by the largest finite element; infinite if the shapes differ.
    fn difference(&self, other: &Self) -> f64;
}

/// The larger number, or NaN if either is NaN.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}

fn relative<T: Element>(pairs: impl Iterator<Item = (T, T)>) -> f64 {
    let (distance, size) = pairs.fold((0.0, 0.0), |(distance, size), (a, b)| {
        let finite = a.size();
        (larger(distance, a.distance(b)), if finite.is_finite() { larger(size, finite) } else { size })
    });
    if distance == 0.0 { 0.0 } else { distance / size }
}

impl<T: Element, D: Dimension> Outcome for Array<T, D> {
    fn difference(&self, other: &Self) -> f64 {
        if self.shape() != other.shape() {
            return f64::INFINITY;
        }
        relative(self.iter().copied().zip(other.iter().copied()))
    }
}

impl Outcome for f64 {
    fn difference(&self, other: &Self) -> f64 {
        relative(std::iter::once((*self, *other)))
    }
}

impl Outcome for usize {
    fn difference(&self, other: &Self) -> f64 {
        relative(std::iter::once((*self, *other)))
    }
}

macro_rules! outcomes_of_tuples {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Outcome),*> Outcome for ($($name,)*) {
            fn difference(&self, other: &Self) -> f64 {
                [$(self.$index.difference(&other.$index)),*].into_iter().fold(0.0, larger)
            }
        }
    )*};
}
outcomes_of_tuples!((A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3));

/// The rows, and what they add up to.
pub struct Table {
    /// Agreement only.
    check: bool,
    /// Only places whose crate or name contains this.
    filter: String,
    rows: Vec<Row>,
}

struct Row {
    crate_name: &'static str,
    place: &'static str,
    lines: [usize; 2],
    difference: f64,
    agrees: bool,
    ratios: [f64; 2],
}

impl Table {
    /// An empty table. Prints its head.
    pub fn new(check: bool, filter: String) -> Self {
        let [place, lines, small] = ["place", "lines: ndarray", "ratio: small"];
        println!("{:<21} {place:<30} {lines} {:>6} {:>11} {small:>13} {:>6}", "crate", "bcast", "difference", "large");
        Table { check, filter, rows: Vec::new() }
    }

    /// The part for the places of one crate. `source` is the file that has them.
    pub fn of(&mut self, crate_name: &'static str, source: &'static str) -> Places<'_> {
        Places { table: self, crate_name, source }
    }

    fn push(&mut self, row: Row) {
        let Row { crate_name, place, lines: [before, after], difference, ratios: [small, large], .. } = row;
        let ratio = |ratio: f64| if ratio.is_nan() { String::from("-") } else { format!("{ratio:.2}") };
        let (small, large) = (ratio(small), ratio(large));
        let agrees = if row.agrees { "" } else { "  DISAGREES" };
        println!(
            "{crate_name:<21} {place:<30} {before:>14} {after:>6} {difference:>11.1e} {small:>13} {large:>6}{agrees}"
        );
        self.rows.push(row);
    }

    /// Prints the totals. Whether there are places and all agree.
    pub fn finish(self) -> bool {
        let rows = &self.rows;
        let mut crates: Vec<_> = rows.iter().map(|row| row.crate_name).collect();
        crates.dedup();
        let lines = |form: usize| rows.iter().map(|row| row.lines[form]).sum::<usize>();
        let agreeing = rows.iter().filter(|row| row.agrees).count();
        println!();
        println!("places: {}, of {} crates", rows.len(), crates.len());
        println!("lines:  {} with ndarray, {} with bcast!", lines(0), lines(1));
        println!("agree:  {agreeing} of {}", rows.len());
        if !self.check {
            for (size, name) in ["small", "large"].into_iter().enumerate() {
                let slower = rows.iter().filter(|row| row.ratios[size] > SLOWER).count();
                let median = median(rows.iter().map(|row| row.ratios[size]).collect());
                println!("{name}:  median ratio {median:.2}, above {SLOWER}: {slower} of {}", rows.len());
            }
        }
        !rows.is_empty() && agreeing == rows.len()
    }
}

/// The places of one crate.
pub struct Places<'t> {
    table: &'t mut Table,
    crate_name: &'static str,
    source: &'static str,
}

impl Places<'_> {
    /// A place with a value. `name` is that of the two functions, without `_ndarray` and `_bcast`; `tolerance` is
    /// relative to the largest element, and 0 if both do the same operations in the same order; `arrays` makes the
    /// operands of a size.
    pub fn value<I, O: Outcome, S: Copy>(
        &mut self,
        name: &'static str,
        tolerance: f64,
        sizes: [S; 2],
        arrays: impl Fn(S, &mut Random) -> I,
        forms: [fn(&I) -> O; 2],
    ) {
        self.row(name, tolerance, sizes, |size, random, check| {
            let arrays = arrays(size, random);
            let [before, after] = forms;
            let difference = after(&arrays).difference(&before(&arrays));
            if check {
                return (difference, f64::NAN);
            }
            let run = |form: fn(&I) -> O| move |arrays: &I| drop(black_box(form(black_box(arrays))));
            let (before, after) = (run(before), run(after));
            (difference, ratio([&mut || before(&arrays), &mut || after(&arrays)]))
        });
    }

    /// A place that writes to its operands. The forms are timed on the same arrays again and again.
    pub fn in_place<I: Outcome + Clone, S: Copy>(
        &mut self,
        name: &'static str,
        tolerance: f64,
        sizes: [S; 2],
        arrays: impl Fn(S, &mut Random) -> I,
        forms: [fn(&mut I); 2],
    ) {
        self.row(name, tolerance, sizes, |size, random, check| {
            let arrays = arrays(size, random);
            let [(mut before, before_form), (mut after, after_form)] = forms.map(|form| (arrays.clone(), form));
            before_form(&mut before);
            after_form(&mut after);
            let difference = after.difference(&before);
            if check {
                return (difference, f64::NAN);
            }
            let times = ratio([&mut || before_form(black_box(&mut before)), &mut || after_form(black_box(&mut after))]);
            (difference, times)
        });
    }

    fn row<S: Copy>(
        &mut self,
        place: &'static str,
        tolerance: f64,
        sizes: [S; 2],
        mut measure: impl FnMut(S, &mut Random, bool) -> (f64, f64),
    ) {
        let table = &mut *self.table;
        if !self.crate_name.contains(&table.filter) && !place.contains(&table.filter) {
            return;
        }
        let random = &mut Random::new(1);
        let [(small, small_ratio), (large, large_ratio)] = sizes.map(|size| measure(size, random, table.check));
        let difference = larger(small, large);
        let lines = ["ndarray", "bcast"].map(|form| lines(self.source, &format!("{place}_{form}")));
        let ratios = [small_ratio, large_ratio];
        table.push(Row {
            crate_name: self.crate_name,
            place,
            lines,
            difference,
            agrees: difference <= tolerance,
            ratios,
        });
    }
}

/// The lines of code in the body of a function. A body of one line with its signature counts as one.
///
/// # Panics
/// If the source has no such function.
fn lines(source: &str, function: &str) -> usize {
    let start = source.find(&format!("\nfn {function}(")).unwrap_or_else(|| panic!("there is a function `{function}`"));
    let mut lines = source[start + 1..].lines();
    lines.by_ref().find(|line| line.ends_with('{')).expect("the body begins");
    lines.take_while(|line| *line != "}").filter(|line| is_code(line)).count()
}

fn is_code(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with("//")
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn lines_of_code_are_counted() {
        let source = "\nfn f_bcast(\n    x: u8,\n) {\n    // why\n    g(x);\n\n    h(x);\n}\n\nfn g(x: u8) {\n}\n";
        assert_eq!(lines(source, "f_bcast"), 2);
        assert_eq!(lines(source, "g"), 0);
    }

    #[test]
    fn differences_are_relative() {
        assert_eq!(array![2.0, 4.0].difference(&array![2.0, 3.0]), 0.25);
        assert_eq!(array![f64::NAN, f64::INFINITY].difference(&array![f64::NAN, f64::INFINITY]), 0.0);
        assert!(array![1.0, f64::NAN].difference(&array![1.0, 2.0]).is_nan());
        assert_eq!(array![1.0].difference(&array![1.0, 2.0]), f64::INFINITY);
        assert_eq!((array![true], 1.0).difference(&(array![false], 1.0)), 1.0);
    }
}
