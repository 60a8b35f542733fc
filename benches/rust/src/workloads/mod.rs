//! The workloads and their candidates.

mod functions;
mod pixels;
mod rank_2;
mod rank_4;

use crate::candidate::{Candidates, Column};
use crate::memory::{Kind, Memory, Shapes};

/// The approximate number of elements of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// 100
    Hundred,
    /// 1e3
    Thousand,
    /// 1e4
    TenThousand,
    /// 1e5
    HundredThousand,
    /// 1e6
    Million,
    /// 3e7
    ThirtyMillion,
}

impl Size {
    /// From small to large.
    pub const ALL: [Size; 6] =
        [Self::Hundred, Self::Thousand, Self::TenThousand, Self::HundredThousand, Self::Million, Self::ThirtyMillion];

    /// Its spelling in commands and tables.
    pub fn name(self) -> &'static str {
        ["100", "1e3", "1e4", "1e5", "1e6", "3e7"][self as usize]
    }

    /// The size with this spelling.
    pub fn from_name(name: &str) -> Option<Size> {
        Self::ALL.into_iter().find(|size| size.name() == name)
    }

    /// (N, M)
    fn matrix(self) -> [usize; 2] {
        [[10, 10], [25, 40], [100, 100], [250, 400], [1000, 1000], [5000, 6000]][self as usize]
    }

    /// The side of a square.
    fn side(self) -> usize {
        [10, 32, 96, 312, 1000, 5472][self as usize]
    }

    /// (N, C, H, W)
    fn images(self) -> [usize; 4] {
        match self {
            Self::Hundred => [1, 4, 5, 5],
            Self::Thousand => [2, 4, 11, 11],
            Self::TenThousand => [2, 8, 25, 25],
            Self::HundredThousand => [8, 16, 28, 28],
            Self::Million => [8, 40, 56, 56],
            Self::ThirtyMillion => [32, 75, 112, 112],
        }
    }

    /// (H, W, 3)
    fn photo(self) -> [usize; 3] {
        [[6, 6, 3], [18, 18, 3], [57, 58, 3], [200, 167, 3], [577, 577, 3], [3162, 3162, 3]][self as usize]
    }
}

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Workload {
    /// W1 to W14.
    pub name: &'static str,
    /// The formula and the shapes.
    pub formula: &'static str,
    /// The shapes at a size.
    pub shapes: fn(Size) -> Shapes,
    /// Its candidates.
    pub candidates: for<'m> fn(&'m Memory) -> Candidates<'m>,
    /// The tolerance between results.
    pub tolerance: f32,
    /// The goal for `bcast!` into existing memory at 1e5, as a multiple of the limit.
    pub at_1e5: f64,
    /// The same at 3e7, if there is a goal.
    pub at_3e7: Option<f64>,
    /// The same at 100, as a multiple of `Zip`.
    pub at_100: f64,
}

/// A goal: a ratio of two columns.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The column.
    pub of: Column,
    /// Its reference.
    pub to: Column,
    /// The largest ratio.
    pub ratio: f64,
}

impl Workload {
    /// The goals of `bcast!` at a size.
    pub fn goals(&self, size: Size) -> Vec<Goal> {
        let into = |to, ratio| Goal { of: Column::Into, to, ratio };
        match size {
            Size::Hundred => vec![into(Column::Zip, self.at_100)],
            Size::HundredThousand => vec![into(Column::Limit, self.at_1e5)],
            Size::ThirtyMillion => {
                let fresh = Goal { of: Column::New, to: Column::Ops, ratio: 0.25 };
                self.at_3e7.map(|ratio| into(Column::Limit, ratio)).into_iter().chain([fresh]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// All workloads.
    pub fn all() -> Vec<Workload> {
        let mut all = [rank_2::workloads(), rank_4::workloads(), functions::workloads(), pixels::workloads()].concat();
        all.sort_by_key(|workload| {
            let (letter, number) = workload.name.split_at(1);
            let number = number.trim_end_matches(char::is_alphabetic).parse::<u32>();
            (letter == "R", number.unwrap_or(u32::MAX))
        });
        all
    }
}

/// The tolerance for reordered or contracted arithmetic.
const ARITHMETIC: f32 = 1e-6;

/// Shapes whose operands all hold positive numbers.
fn positive(output: &[usize], operands: &[&[usize]]) -> Shapes {
    let operands = operands.iter().map(|shape| (shape.to_vec(), Kind::Positive)).collect();
    Shapes { operands, output: output.to_vec() }
}

/// One of the operands as candle's tensor.
#[cfg(feature = "crates")]
fn tensor(memory: &Memory, index: usize) -> candle_core::Tensor {
    tensor_as(memory, index, &memory.shapes().operands[index].0)
}

/// One of the operands as candle's tensor, in a shape that broadcasts with the others.
#[cfg(feature = "crates")]
fn tensor_as(memory: &Memory, index: usize, shape: &[usize]) -> candle_core::Tensor {
    let tensor = candle_core::Tensor::from_slice(memory.flat(index), shape, &candle_core::Device::Cpu);
    tensor.unwrap_or_else(|error| panic!("{error}"))
}
