//! A short notation for calls.

use bcast_core::report::error::BroadcastError;
use bcast_core::report::resolution::{Resolution, resolve, resolve_all};
use bcast_core::rules::call::{Alignment, Call, Operand, Place};
use bcast_core::rules::length::Length;
use bcast_core::rules::mode::Mode;

pub const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// An owned call, to be borrowed by [`Spec::call`].
#[derive(Clone, Debug)]
pub struct Spec<L> {
    pub mode: Mode,
    pub operands: Vec<(&'static str, Vec<L>)>,
    pub own: Vec<Option<Own>>,
    pub axis: Option<i64>,
    pub axes: Option<Vec<i64>>,
    pub to: Option<Vec<L>>,
    pub base: Option<usize>,
    pub place: Option<(&'static str, Vec<L>)>,
    pub place_operand: Option<usize>,
}

#[derive(Clone, Debug)]
pub enum Own {
    Axis(i64),
    Axes(Vec<i64>),
}

/// The kind of lengths in a call: `usize`, or [`Length`] for open ones.
pub trait Degree: Copy + std::fmt::Debug + Into<Length> {
    fn degree(resolution: Resolution<Length>) -> Resolution<Self>;
}

impl Degree for usize {
    fn degree(resolution: Resolution<Length>) -> Resolution<usize> {
        resolution.numbers().expect("numbers resolve to numbers")
    }
}

impl Degree for Length {
    fn degree(resolution: Resolution<Length>) -> Resolution<Length> {
        resolution
    }
}

impl<L: Degree> Spec<L> {
    pub fn new(mode: Mode, shapes: &[&[L]]) -> Self {
        let operands: Vec<_> = NAMES.iter().zip(shapes).map(|(&name, shape)| (name, shape.to_vec())).collect();
        Self {
            mode,
            own: vec![None; operands.len()],
            operands,
            axis: None,
            axes: None,
            to: None,
            base: None,
            place: None,
            place_operand: None,
        }
    }

    pub fn named(mode: Mode, operands: &[(&'static str, &[L])]) -> Self {
        let mut spec = Self::new(mode, &operands.iter().map(|(_, shape)| *shape).collect::<Vec<_>>());
        spec.operands = operands.iter().map(|&(name, shape)| (name, shape.to_vec())).collect();
        spec.own = vec![None; operands.len()];
        spec
    }

    pub fn axis(mut self, axis: i64) -> Self {
        self.axis = Some(axis);
        self
    }

    pub fn axes(mut self, axes: &[i64]) -> Self {
        self.axes = Some(axes.to_vec());
        self
    }

    pub fn to(mut self, to: &[L]) -> Self {
        self.to = Some(to.to_vec());
        self
    }

    pub fn base(mut self, base: usize) -> Self {
        self.base = Some(base);
        self
    }

    pub fn own_axis(mut self, operand: usize, axis: i64) -> Self {
        self.own[operand] = Some(Own::Axis(axis));
        self
    }

    pub fn own_axes(mut self, operand: usize, axes: &[i64]) -> Self {
        self.own[operand] = Some(Own::Axes(axes.to_vec()));
        self
    }

    pub fn place(mut self, name: &'static str, shape: &[L]) -> Self {
        self.place = Some((name, shape.to_vec()));
        self
    }

    /// `operand op= ..`
    pub fn onto(mut self, operand: usize) -> Self {
        let (name, shape) = self.operands[operand].clone();
        self.place = Some((name, shape));
        self.place_operand = Some(operand);
        self
    }

    pub fn with<R>(&self, act: impl FnOnce(&Call<'_>) -> R) -> R {
        let alignment = |own: &'_ Option<Own>| match own {
            None => Alignment::ByMode,
            Some(Own::Axis(axis)) => Alignment::Axis(*axis),
            Some(Own::Axes(axes)) => Alignment::Axes(Vec::leak(axes.clone())),
        };
        let lengths = |shape: &Vec<L>| -> Vec<Length> { shape.iter().map(|&length| length.into()).collect() };
        let shapes: Vec<Vec<Length>> = self.operands.iter().map(|(_, shape)| lengths(shape)).collect();
        let to = self.to.as_ref().map(lengths);
        let place = self.place.as_ref().map(|(name, shape)| (name, lengths(shape)));
        let operands: Vec<Operand<'_>> = (self.operands.iter().zip(&shapes).zip(&self.own))
            .map(|(((name, _), shape), own)| Operand { name, shape, alignment: alignment(own) })
            .collect();
        act(&Call {
            mode: self.mode,
            operands: &operands,
            axis: self.axis,
            axes: self.axes.as_deref(),
            to: to.as_deref(),
            base: self.base,
            place: place.as_ref().map(|(name, shape)| Place { name, shape, operand: self.place_operand }),
        })
    }

    pub fn resolve(&self) -> Result<Resolution<L>, BroadcastError> {
        self.with(resolve).map(L::degree)
    }

    pub fn resolve_all(&self) -> Result<Resolution<L>, Vec<BroadcastError>> {
        self.with(resolve_all).map(L::degree)
    }

    /// The text of the first mistake.
    pub fn message(&self) -> String {
        self.resolve().expect_err("the call is refused").to_string()
    }
}

/// For each element of the output in C order, the flat index of the operand's element that it reads.
pub fn reads(resolution: &Resolution<usize>, operand: usize, shape: &[usize]) -> Vec<usize> {
    let out = &resolution.shape;
    let count: usize = out.iter().product();
    let mut reads = Vec::with_capacity(count);
    for flat in 0..count {
        let mut index = vec![0; out.len()];
        let mut rest = flat;
        for axis in (0..out.len()).rev() {
            index[axis] = rest % out[axis];
            rest /= out[axis];
        }
        reads.push(shape.iter().enumerate().fold(0, |at, (axis, &length)| {
            let here = match resolution.maps[operand].output_axis(axis) {
                Some(output) if length != 1 => index[output],
                _ => 0,
            };
            at * length + here
        }));
    }
    reads
}
