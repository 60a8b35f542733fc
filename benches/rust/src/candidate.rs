//! The candidates of one workload.

use std::hint::black_box;
use std::rc::Rc;

use ndarray::{Array, ArrayViewMut, Dimension};

use crate::memory::{Memory, Place};

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// The best hand-written kernel for this workload, with the processor's full instruction set.
    Limit,
    /// The best hand-written kernel with the order of additions of `bcast!`.
    Order,
    /// `bcast!` into existing memory.
    Into,
    /// `bcast!` with a new array.
    New,
    /// ndarray's `Zip` into existing memory.
    Zip,
    /// ndarray's operators, which allocate.
    Ops,
    /// A plain loop over iterators, into existing memory.
    Loop,
    /// tensorism's `new_ndarray!`, which allocates.
    Tensorism,
    /// candle-core's tensors, which allocate.
    Candle,
}

impl Column {
    /// All columns but the limit, in the table's order.
    pub const RATIOS: [Column; 7] =
        [Self::Into, Self::New, Self::Zip, Self::Ops, Self::Loop, Self::Tensorism, Self::Candle];

    /// The columns of a reduction but the limit.
    pub const OF_REDUCTIONS: [Column; 3] = [Self::Order, Self::Into, Self::Ops];

    /// The column's heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Limit => "limit",
            Self::Order => "order",
            Self::Into => "into",
            Self::New => "new",
            Self::Zip => "Zip",
            Self::Ops => "ops",
            Self::Loop => "loop",
            Self::Tensorism => "tensorism",
            Self::Candle => "candle",
        }
    }
}

/// A way to compute a workload.
pub struct Candidate<'m> {
    /// The column of its figure.
    pub column: Column,
    /// Its name within the column.
    pub label: String,
    /// Computes the workload once.
    pub run: Box<dyn Fn() + 'm>,
    /// The elements of the result, if `run` does not write to the output.
    answer: Option<Box<dyn Fn() -> Vec<f32> + 'm>>,
}

/// A result whose elements can be read.
pub trait Answer {
    /// Its elements in C order.
    fn elements(&self) -> Vec<f32>;
}

impl<D: Dimension> Answer for Array<f32, D> {
    fn elements(&self) -> Vec<f32> {
        self.iter().copied().collect()
    }
}

#[cfg(feature = "crates")]
impl Answer for candle_core::Result<candle_core::Tensor> {
    fn elements(&self) -> Vec<f32> {
        let tensor = self.as_ref().unwrap_or_else(|error| panic!("{error}"));
        let elements = tensor.flatten_all().and_then(|tensor| tensor.to_vec1());
        elements.unwrap_or_else(|error| panic!("{error}"))
    }
}

/// All candidates of a workload, on the same memory.
pub struct Candidates<'m> {
    /// In the order they were added.
    pub all: Vec<Candidate<'m>>,
    fill: Box<dyn Fn(f32) + 'm>,
    read: Box<dyn Fn() -> Vec<f32> + 'm>,
}

/// Adds candidates for an output of known rank.
pub struct Builder<'m, D> {
    candidates: Candidates<'m>,
    place: Place<'m, D>,
}

impl<'m, D: Dimension + 'm> Builder<'m, D> {
    /// Starts without candidates, for the output of `memory`.
    pub fn new(memory: &'m Memory) -> Self {
        let place: Place<'m, D> = memory.place();
        let (filled, seen) = (Rc::clone(&place), Rc::clone(&place));
        let fill = Box::new(move |value| filled.borrow_mut().fill(value));
        let read = Box::new(move || seen.borrow().iter().copied().collect());
        Builder { candidates: Candidates { all: Vec::new(), fill, read }, place }
    }

    fn add(&mut self, column: Column, label: String, run: impl Fn(&mut ArrayViewMut<'m, f32, D>) + 'm) {
        let place = Rc::clone(&self.place);
        let run = Box::new(move || run(black_box(&mut *place.borrow_mut())));
        self.candidates.all.push(Candidate { column, label, run, answer: None });
    }

    /// Adds a hand-written kernel; the fastest of them is the limit.
    pub fn limit(&mut self, label: impl ToString, run: impl Fn(&mut [f32]) + 'm) {
        let slice = move |place: &mut ArrayViewMut<'m, f32, D>| run(place.as_slice_mut().unwrap_or_default());
        self.add(Column::Limit, label.to_string(), slice);
    }

    /// Adds a hand-written kernel with the order of additions of `bcast!`.
    pub fn order(&mut self, label: impl ToString, run: impl Fn(&mut [f32]) + 'm) {
        let slice = move |place: &mut ArrayViewMut<'m, f32, D>| run(place.as_slice_mut().unwrap_or_default());
        self.add(Column::Order, label.to_string(), slice);
    }

    /// Adds a plain loop.
    pub fn plain(&mut self, run: impl Fn(&mut [f32]) + 'm) {
        let slice = move |place: &mut ArrayViewMut<'m, f32, D>| run(place.as_slice_mut().unwrap_or_default());
        self.add(Column::Loop, String::new(), slice);
    }

    /// Adds `bcast!` into existing memory.
    pub fn existing(&mut self, run: impl Fn(&mut ArrayViewMut<'m, f32, D>) + 'm) {
        self.add(Column::Into, String::new(), run);
    }

    /// Adds ndarray's `Zip`.
    pub fn zip(&mut self, run: impl Fn(&mut ArrayViewMut<'m, f32, D>) + 'm) {
        self.add(Column::Zip, String::new(), run);
    }

    /// Adds a candidate that allocates its result.
    pub fn fresh<T: Answer>(&mut self, column: Column, run: impl Fn() -> T + 'm) {
        let run = Rc::new(run);
        let again = Rc::clone(&run);
        let answer = Some(Box::new(move || again().elements()) as Box<dyn Fn() -> Vec<f32> + 'm>);
        let run = Box::new(move || drop(black_box(run())));
        self.candidates.all.push(Candidate { column, label: String::new(), run, answer });
    }

    /// Returns the candidates.
    pub fn build(self) -> Candidates<'m> {
        self.candidates
    }
}

impl<'m> Candidates<'m> {
    /// Runs every candidate, and compares each element with the plain loop's, or ndarray's where there is no loop.
    ///
    /// # Panics
    /// If one differs by more than `tolerance`, relative to the larger of 1 and the element, or a kernel with the order
    /// of `bcast!` in a bit.
    pub fn check(&self, name: &str, tolerance: f32) {
        let of = |column| self.all.iter().find(|candidate| candidate.column == column);
        let Some(plain) = of(Column::Loop).or_else(|| of(Column::Ops)) else { panic!("{name}: no plain loop") };
        let expected = self.answer(plain);
        assert!(expected.iter().all(|element| element.is_finite()), "{name}: the plain loop left something out");
        let ours = of(Column::Into).map(|candidate| self.answer(candidate));
        for candidate in &self.all {
            let answer = self.answer(candidate);
            let who = format!("{name}, {} {}", candidate.column.name(), candidate.label);
            if candidate.column == Column::Order {
                let ours = ours.iter().flatten();
                let same = ours.zip(&answer).all(|(one, other)| one.to_bits() == other.to_bits());
                assert!(same, "{who}: other bits than bcast!");
            }
            assert_eq!(expected.len(), answer.len(), "{who}");
            for (index, (one, other)) in expected.iter().zip(&answer).enumerate() {
                let close = (one - other).abs() <= tolerance * one.abs().max(1.0);
                assert!(close, "{who}: {other} and not {one} at {index}");
            }
        }
    }

    /// The result of a candidate.
    pub fn answer(&self, candidate: &Candidate<'m>) -> Vec<f32> {
        if let Some(answer) = &candidate.answer {
            return answer();
        }
        (self.fill)(f32::NAN);
        (candidate.run)();
        (self.read)()
    }
}
