//! The direct way takes just the calls that are plainly right, and leads where the rulebook and index arithmetic lead.

use std::vec;
use std::vec::Vec;

use super::{COLUMNS, DEPTH, Loops, MAX_NAMES, MAX_RANK, MAX_SLOTS, Plane, Run, new_shape, plane, states_right};
use crate::call::call_site::{Own, Site};
use crate::call::runtime;
use crate::operand::entry::{Slot, SlotKind};
use crate::plan::nest::{Order, Plan, Source, dense_strides};
use crate::report::resolution::{Resolution, compare, resolve_stated, try_resolve};
use crate::rules::axis_map::OwnedAxisMap;
use crate::rules::call::{self, Alignment, Call};
use crate::rules::length::Length;
use crate::rules::mode::{Mode, OptionName};
use crate::rules::stated::{Entry, Stated, Symbols};

pub(crate) mod draw;
use draw::{Array, Drawn, Random, draw, statements};

/// An element's offsets in the output and in the operands that are read; 0 where there are fewer.
pub(crate) type Offsets = [isize; COLUMNS];

fn lengths(shape: &[usize]) -> &[Length] {
    Length::slice(shape).expect("no length is above `isize::MAX`")
}

impl Array {
    fn slot(&self, number: usize) -> Slot<'_> {
        let Array { kind, shape, strides } = self;
        let number = if *kind == SlotKind::Array { number } else { 0 };
        Slot { ptr: core::ptr::without_provenance(1000 * number), elem_size: number, shape, strides, kind: *kind }
    }
}

impl Drawn {
    fn site<'a>(&self) -> Site<'a> {
        let site = Site::new(&[]);
        let site = self.axis.map_or(site, |axis| site.axis(axis));
        match self.other {
            None => site,
            Some(OptionName::To) => site.to(&[2, 3]),
            Some(OptionName::Axes) => site.axes(&[0]),
            Some(OptionName::Base) => site.base(0),
            Some(OptionName::OwnAxis) => {
                const OWN: &[Own<'_>] = &[Own { operand: 0, alignment: Alignment::Axis(0) }];
                site.own(OWN)
            }
            // Shapes in types have no name among the options.
            Some(_) => site.typed(None, None),
        }
    }

    fn slots(&self) -> Vec<Slot<'_>> {
        self.slots.iter().enumerate().map(|(index, slot)| slot.slot(index + 2)).collect()
    }

    /// The place, as what it is written to.
    fn target(&self) -> Option<Slot<'_>> {
        self.place.as_ref().map(|place| Slot { kind: SlotKind::Place, ..place.slot(1) })
    }

    /// The operands that are read by pointers of their own.
    fn read(&self) -> impl Iterator<Item = &Array> {
        self.slots.iter().filter(|slot| slot.kind == SlotKind::Array)
    }

    fn reads_place(&self) -> bool {
        self.slots.iter().any(|slot| slot.kind == SlotKind::Place)
    }

    /// The output and the operands that are read.
    pub(crate) fn columns(&self) -> usize {
        1 + self.read().count()
    }

    /// Asks about the call as the rulebook knows it: constants are not among its operands, and the place has its own shape.
    fn ask<T>(&self, ask: impl FnOnce(&Call<'_>) -> T) -> T {
        let arrays = self.slots.iter().filter(|slot| slot.kind != SlotKind::Constant);
        let operands = arrays.clone().map(|slot| {
            let array = self.place.as_ref().filter(|_| slot.kind == SlotKind::Place).unwrap_or(slot);
            call::Operand { name: "an operand", shape: lengths(&array.shape), alignment: Alignment::ByMode }
        });
        let operands: Vec<call::Operand<'_>> = operands.collect();
        let place = self.place.as_ref().map(|place| call::Place {
            name: "the place",
            shape: lengths(&place.shape),
            operand: arrays.clone().position(|slot| slot.kind == SlotKind::Place),
        });
        let (mode, axis) = (self.mode, self.axis);
        ask(&Call { mode, operands: &operands, axis, axes: None, to: None, base: None, place })
    }

    pub(crate) fn resolve(&self) -> Option<Resolution<usize>> {
        // Without array and place there is no shape.
        if self.place.is_none() && self.read().next().is_none() { None } else { self.ask(try_resolve)?.numbers() }
    }

    /// The maps of the operands that are read.
    fn maps<'a>(&self, resolution: &'a Resolution<usize>) -> Vec<&'a OwnedAxisMap> {
        let arrays = self.slots.iter().filter(|slot| slot.kind != SlotKind::Constant);
        let read = arrays.zip(&resolution.maps).filter(|(slot, _)| slot.kind == SlotKind::Array);
        read.map(|(_, map)| map).collect()
    }

    /// The plan that the rulebook's way would make, into memory of these strides.
    pub(crate) fn plan(&self, resolution: &Resolution<usize>, strides: &[isize]) -> Plan {
        let maps = self.maps(resolution);
        let sources: Vec<Source<'_>> =
            self.read().map(|Array { shape, strides, .. }| Source { shape, strides }).collect();
        Plan::new(&resolution.shape, strides, &sources, |operand, axis| maps[operand].output_axis(axis))
    }

    /// The offsets of every element by naive index arithmetic, sorted.
    pub(crate) fn by_arithmetic(&self, resolution: &Resolution<usize>, strides: &[isize]) -> Vec<Offsets> {
        let (shape, maps) = (&resolution.shape, self.maps(resolution));
        let mut all = Vec::new();
        for element in 0..shape.iter().product() {
            let (mut offsets, mut rest, mut position) = ([0; COLUMNS], element, [0; 16]);
            for axis in (0..shape.len()).rev() {
                position[axis] = rest % shape[axis];
                rest /= shape[axis];
                offsets[0] += strides[axis] * position[axis] as isize;
            }
            for ((array, map), offset) in self.read().zip(&maps).zip(&mut offsets[1..]) {
                for axis in (0..array.shape.len()).filter(|&axis| array.shape[axis] != 1) {
                    let at = map.output_axis(axis).expect("only a length of 1 is dropped");
                    *offset += array.strides[axis] * position[at] as isize;
                }
            }
            all.push(offsets);
        }
        all.sort_unstable();
        all
    }

    /// Whether a call that the rulebook takes, as `resolution` says, is one that must not be left to it, since it is the faster for that.
    fn is_plainly_right(&self, resolution: &Resolution<usize>, strides: &[isize]) -> bool {
        let (shape, rank) = (&resolution.shape[..], resolution.shape.len());
        let by_rank = match self.mode {
            Mode::Numpy | Mode::Unidirectional | Mode::Pdpd | Mode::Paddle | Mode::None => true,
            // Where the place is all that is read, nothing is aligned.
            _ => self.read().next().is_none(),
        };
        // Some axes are right only where nothing depends on them: beyond the last only scalars can lie, and where all ranks are equal
        // paddle takes any axis if all shapes are identical.
        let has_axis = match self.axis {
            None | Some(-1) => true,
            Some(0) if self.mode == Mode::Paddle => true,
            Some(_) if self.mode == Mode::Paddle => self.read().any(|array| array.shape.len() < rank),
            Some(axis) => axis < rank as i64,
        };
        let keeps_all = self.read().zip(self.maps(resolution)).all(|(array, map)| map.kept() == array.shape.len());
        // A result that stretches to the place as a whole, where it does not in numpy's own way.
        let stretches = self.mode == Mode::Unidirectional && !self.reads_place();
        let lies_in_place = !stretches || self.read().next().is_some_and(|first| first.shape[..] == *shape);
        let long: Vec<isize> = (0..rank).filter(|&axis| shape[axis] != 1).map(|axis| strides[axis]).collect();
        let in_c_order = long.windows(2).all(|pair| pair[0] > pair[1]) && long.last().is_none_or(|&last| last > 0);
        let columns = self.columns();
        by_rank
            && self.other.is_none()
            && has_axis
            && keeps_all
            && lies_in_place
            && in_c_order
            && (columns > 1 || self.reads_place())
            && !shape.contains(&0)
            && rank <= MAX_RANK
            && self.slots.len() <= MAX_SLOTS
            && columns <= COLUMNS
            && self.plan(resolution, strides).depth() <= DEPTH
    }

    /// Whether all arrays are the place's like in shape and memory, which is contiguous.
    fn is_one_run(&self, place: &Array) -> bool {
        let dense = dense_strides(&place.shape, Order::C);
        let long = |axis: &usize| place.shape[*axis] != 1;
        self.axis.is_none()
            && self.other.is_none()
            && !matches!(self.mode, Mode::Explicit | Mode::Bidirectional)
            && !place.shape.contains(&0)
            && (0..place.shape.len()).filter(long).all(|axis| place.strides[axis] == dense[axis])
            && self.read().all(|array| array.shape == place.shape && array.strides == place.strides)
            && self.columns() <= COLUMNS
    }

    /// Compares the loops of a call with what the rulebook and index arithmetic say.
    fn compare(&self, loops: &Loops, resolution: &Resolution<usize>, target: &Slot<'_>) {
        let pointers = loops.columns().iter().map(|column| (column.pointer, column.size));
        let arrays = self.slots().into_iter().filter(|slot| slot.kind == SlotKind::Array);
        let arrays: Vec<_> = [*target].into_iter().chain(arrays).map(|slot| (slot.ptr, slot.elem_size)).collect();
        assert_eq!(pointers.collect::<Vec<_>>(), arrays, "{self:?}");

        assert_eq!(loops.count(), (0..DEPTH).map(|level| loops.length(level)).product(), "{self:?}");
        let mut all = Vec::new();
        for element in 0..loops.count() {
            let (mut offsets, mut rest) = ([0; COLUMNS], element);
            for level in 0..DEPTH {
                let step = (rest % loops.length(level)) as isize;
                rest /= loops.length(level);
                for (offset, column) in offsets.iter_mut().zip(loops.columns()) {
                    *offset += loops.stride(column, level) * step;
                }
            }
            all.push(offsets);
        }
        all.sort_unstable();
        assert_eq!(all, self.by_arithmetic(resolution, target.strides), "{self:?}");

        // Not more loops than the plan has, and in its order.
        assert_eq!(Plan::of_loops(loops), self.plan(resolution, target.strides), "{self:?}");
        for level in loops.depth()..=DEPTH {
            let strides = loops.columns().iter().map(|column| loops.stride(column, level));
            assert!(loops.length(level) == 1 && strides.into_iter().all(|stride| stride == 1), "{self:?}");
        }
    }

    /// Holds a call that makes new memory against the rulebook; whether it is taken.
    fn judge_new(&self) -> bool {
        let (site, slots, resolution) = (self.site(), self.slots(), self.resolve());
        let shape = new_shape(self.mode, &site, &slots);
        let mut loops = Loops::new();
        let target = shape.as_ref().map(|shape| Slot {
            ptr: core::ptr::null(),
            elem_size: 7,
            shape: shape.shape(),
            strides: shape.strides(),
            kind: SlotKind::Array,
        });
        let is_taken = target.is_some_and(|target| loops.lay(self.mode, &site, &slots, &target));
        let dense = resolution.as_ref().map(|resolution| dense_strides(&resolution.shape, Order::C));
        let is_right = resolution.as_ref().zip(dense.as_ref());
        let is_right = is_right.is_some_and(|(resolution, dense)| self.is_plainly_right(resolution, dense));
        assert_eq!(is_taken, is_right, "{self:?} gives {resolution:?}");
        let (Some(resolution), Some(shape), Some(target), true) = (resolution, &shape, target, is_taken) else {
            return false;
        };
        assert_eq!(shape.shape(), &resolution.shape[..], "{self:?}");
        assert_eq!(Some(shape.strides()), dense.as_deref(), "{self:?}");
        self.compare(&loops, &resolution, &target);
        let memory = core::ptr::without_provenance_mut(5000);
        loops.write_to(memory);
        self.compare(&loops, &resolution, &Slot { ptr: memory, ..target });

        // All arrays without gaps: here the order is known without comparing all strides.
        let order = runtime::result_order(shape.shape().len(), &runtime::arrays(&slots));
        let follows = shape.follows_c_order(&slots);
        assert!(!follows || order == Order::C, "{self:?}");
        let is_dense = |array: &Array| {
            let has = |order| {
                let mut strides = array.strides.iter().zip(dense_strides(&array.shape, order)).zip(&array.shape);
                strides.all(|((&stride, dense), &length)| length == 1 || stride == dense)
            };
            has(Order::C) || has(Order::F)
        };
        assert!(!self.read().all(is_dense) || follows == (order == Order::C), "{self:?}");
        true
    }

    /// Holds a plane against naive index arithmetic.
    fn compare_plane(&self, plane: &Plane, resolution: &Resolution<usize>, place: &Array) {
        let mut all = Vec::new();
        for (row, index) in (0..plane.rows).flat_map(|row| (0..plane.length).map(move |index| (row, index))) {
            let mut offsets = [0; COLUMNS];
            for (column, offset) in offsets[..plane.columns].iter_mut().enumerate() {
                let outer = plane.outer[column] / plane.sizes[column] as isize;
                *offset = row as isize * outer + index as isize * plane.inner[column];
            }
            all.push(offsets);
        }
        all.sort();
        assert_eq!(all, self.by_arithmetic(resolution, &place.strides), "{self:?}");
        for (column, &inner) in plane.inner[..plane.columns].iter().enumerate() {
            let stands = column > 0 && plane.standing >> (column - 1) & 1 != 0;
            assert_eq!(stands, inner == 0, "{self:?}");
            let firsts = (0..plane.rows * plane.length).map(|at| all[at][column] - all[0][column]);
            // Elements are in the output's order, and in a column that is one run in that of memory.
            let follow = plane.outer[0] >= 0 && firsts.enumerate().all(|(at, first)| first == at as isize);
            assert!(follow || plane.in_parts >> column & 1 != 0 || plane.in_parts & 1 != 0, "{self:?}");
        }
    }

    /// Holds a call that writes to `place` against the rulebook; whether loops are laid out, whether they are one run, and whether they
    /// are a plane.
    fn judge_place(&self, place: &Array) -> (bool, bool, bool) {
        let (site, slots, resolution) = (self.site(), self.slots(), self.resolve());
        let target = Slot { kind: SlotKind::Place, ..place.slot(1) };
        let mut loops = Loops::new();
        let is_taken = loops.lay(self.mode, &site, &slots, &target);
        let is_right = resolution.as_ref().is_some_and(|found| self.is_plainly_right(found, &place.strides));
        assert_eq!(is_taken, is_right, "{self:?} gives {resolution:?}");
        if let (Some(resolution), true) = (&resolution, is_taken) {
            assert_eq!(resolution.shape[..], *place.shape, "{self:?}");
            self.compare(&loops, resolution, &target);
        }
        let run = Run::of(self.mode, &site, &slots, &target);
        assert_eq!(run.is_some(), self.is_one_run(place), "{self:?}");
        if let Some(run) = &run {
            let Some(resolution) = &resolution else { panic!("refused: {self:?}") };
            let arrays = slots.iter().filter(|slot| slot.kind == SlotKind::Array).map(|slot| slot.ptr);
            let arrays: Vec<_> = [target.ptr].into_iter().chain(arrays).collect();
            assert_eq!(run.pointers[..arrays.len()], arrays, "{self:?}");
            let offsets = |element| {
                let mut offsets = [0; COLUMNS];
                offsets[..arrays.len()].fill(element as isize);
                offsets
            };
            let all: Vec<Offsets> = (0..run.count).map(offsets).collect();
            assert_eq!(all, self.by_arithmetic(resolution, &place.strides), "{self:?}");
        }
        let mut plane = Plane::new();
        let is_plane = plane.lay(self.mode, &site, &slots, &Slot { elem_size: 1, ..target });
        if is_plane {
            let Some(resolution) = &resolution else { panic!("refused: {self:?}") };
            self.compare_plane(&plane, resolution, place);
        }
        assert_eq!(is_plane, is_taken && self.is_small_plane(place), "{self:?}");
        (is_taken, run.is_some(), is_plane)
    }

    /// Whether a call that is plainly right has at most two axes, few enough elements and operands, and contiguous rows.
    fn is_small_plane(&self, place: &Array) -> bool {
        let last = place.shape.len().wrapping_sub(1);
        (1..=2).contains(&place.shape.len())
            && place.shape[last] > 1
            && place.strides[last] == 1
            && place.shape.iter().product::<usize>() <= plane::MOST
            && self.columns() <= plane::COLUMNS
    }
}

#[test]
fn new_memory() {
    let mut random = Random(1);
    let mut taken = [0; 8];
    for _ in 0..8000 {
        let drawn = draw(&mut random, false);
        taken[drawn.mode as usize] += usize::from(drawn.judge_new());
    }
    for mode in [Mode::None, Mode::Numpy, Mode::Unidirectional, Mode::Pdpd, Mode::Paddle] {
        assert!(taken[mode as usize] > 150, "{mode}: {taken:?} are taken");
    }
}

#[test]
fn places() {
    let mut random = Random(2);
    let (mut taken, mut runs, mut planes) = ([0; 8], [0; 8], [0; 8]);
    for _ in 0..12000 {
        let drawn = draw(&mut random, true);
        let Some(place) = &drawn.place else { unreachable!("asked for") };
        let (is_taken, is_run, is_plane) = drawn.judge_place(place);
        planes[drawn.mode as usize] += usize::from(is_plane);
        taken[drawn.mode as usize] += usize::from(is_taken);
        runs[drawn.mode as usize] += usize::from(is_run);
    }
    for mode in [Mode::None, Mode::Numpy, Mode::Unidirectional, Mode::Pdpd, Mode::Paddle] {
        assert!(taken[mode as usize] > 150, "{mode}: {taken:?} are taken");
        assert!(runs[mode as usize] > 20, "{mode}: {runs:?} are one run");
        assert!(planes[mode as usize] > 50, "{mode}: {planes:?} are planes");
    }
}

#[test]
fn stated_shapes() {
    const NAMES: [&str; MAX_NAMES + 2] = ["N"; MAX_NAMES + 2];
    let mut random = Random(3);
    let (mut right, mut rigid) = (0, 0);
    for case in 0..6000 {
        let drawn = draw(&mut random, case % 2 == 0);
        let (statements, values) = statements(&mut random, &drawn);
        let shapes = statements.iter().map(|(operand, entries)| Stated { operand: *operand, name: "", entries });
        let shapes: Vec<Stated<'_>> = shapes.collect();
        let symbols = Symbols { names: &NAMES, texts: &["{n}"; 8], values: &values };
        let site = drawn.site().stated(&shapes, symbols.names, symbols.texts, symbols.values);
        let is_right = states_right(&site, &drawn.slots(), drawn.target().as_ref());
        let told = std::format!("{drawn:?} where {statements:?}, {values:?}");

        // Which arrays the statements are about, as the rulebook counts them: none if one is about nothing or a constant has axes.
        let mut of_arrays = Some(Vec::new());
        for statement in &shapes {
            let kind = statement.operand.map(|operand| drawn.slots.get(operand).map(|slot| slot.kind));
            match kind {
                None | Some(Some(SlotKind::Place)) if drawn.place.is_none() => of_arrays = None,
                Some(None) => of_arrays = None,
                Some(Some(SlotKind::Constant)) if statement.entries.is_empty() => {}
                Some(Some(SlotKind::Constant)) => of_arrays = None,
                _ => {
                    let before = |operand| drawn.slots[..operand].iter().filter(|slot| slot.kind != SlotKind::Constant);
                    let operand = statement.operand.map(|operand| before(operand).count());
                    of_arrays.iter_mut().for_each(|all| all.push(Stated { operand, ..*statement }));
                }
            }
        }
        let Some(of_arrays) = of_arrays else {
            assert!(!is_right, "{told}");
            continue;
        };
        let agrees = drawn.ask(|call| compare(call, &of_arrays, symbols)).is_ok();
        // Not plain: what would be rigid with a length of 1, and names beyond those that are counted.
        let is_plain = of_arrays.iter().all(|statement| {
            drawn.ask(|call| {
                let shape = match statement.operand {
                    Some(operand) => call.operands[operand].shape,
                    None => call.place.map_or(&[][..], |place| place.shape),
                };
                statement.entries.iter().zip(shape).all(|(entry, &length)| match *entry {
                    Entry::Symbol(name) => length.number() > Some(1) && (name as usize) < MAX_NAMES,
                    Entry::Value(value) => length != 1 && (value as usize) < values.len(),
                    Entry::Known(_) | Entry::Open => true,
                })
            })
        });
        assert_eq!(is_right, agrees && is_plain, "{told}");
        right += usize::from(is_right && !of_arrays.is_empty());
        if let (true, Some(_)) = (is_right, drawn.resolve()) {
            let is_rigid = drawn.ask(|call| resolve_stated(call, &of_arrays, symbols)).is_ok();
            assert!(is_rigid, "{told}");
            rigid += 1;
        }
    }
    assert!(right > 1000 && rigid > 1000, "{right} clauses are right, {rigid} of calls that are");
    assert!(states_right(&Site::new(&[]), &[], None));
}

/// A call in mode numpy on arrays in C order.
fn plain(shapes: &[&[usize]]) -> Drawn {
    let slots = shapes.iter().map(|shape| Array::dense(shape)).collect();
    Drawn { mode: Mode::Numpy, axis: None, other: None, slots, place: None }
}

/// Whether a call is taken into new memory and into a place in C order of this shape, and there as one run.
fn taken(mut call: Drawn, shape: &[usize]) -> (bool, bool) {
    let is_taken = call.judge_new();
    let place = Array::dense(shape);
    call.place = Some(place.clone());
    let (into_place, is_run, _) = call.judge_place(&place);
    assert_eq!(is_taken, into_place, "{call:?}");
    (is_taken, is_run)
}

#[test]
fn limits() {
    let shape = [2, 1, 3, 1, 1, 2, 1];
    assert_eq!(taken(plain(&[&shape[..6], &shape[..6]]), &shape[..6]), (true, true));
    assert_eq!(taken(plain(&[&shape, &shape]), &shape), (false, true));

    assert_eq!(taken(plain(&[&[2, 3][..]; 7]), &[2, 3]), (true, true));
    assert_eq!(taken(plain(&[&[2, 3][..]; 8]), &[2, 3]), (false, false));
    assert_eq!(taken(plain(&[&[2, 3], &[3], &[3], &[2, 1], &[], &[1], &[1, 3]]), &[2, 3]), (true, false));
    assert_eq!(taken(plain(&[&[2, 3], &[3], &[3], &[2, 1], &[], &[1], &[1, 3], &[3]]), &[2, 3]), (false, false));

    assert_eq!(taken(plain(&[&[2, 3, 2], &[1, 3, 1]]), &[2, 3, 2]), (true, false));
    assert_eq!(taken(plain(&[&[2, 3, 2, 2], &[1, 3, 1, 1]]), &[2, 3, 2, 2]), (true, false));
    assert_eq!(taken(plain(&[&[2, 3, 2, 2], &[1, 3, 1, 2]]), &[2, 3, 2, 2]), (false, false));

    for (constants, is_taken) in [(MAX_SLOTS - 1, true), (MAX_SLOTS, false)] {
        let mut call = plain(&[&[2, 3]]);
        call.slots.extend(vec![Array::of(SlotKind::Constant); constants]);
        assert_eq!(taken(call, &[2, 3]), (is_taken, true));
    }

    // A result of no axis, and none without an array.
    assert_eq!(taken(plain(&[&[], &[]]), &[]), (true, true));
    assert_eq!(taken(plain(&[]), &[2]), (false, true));
}

#[test]
fn axes_that_mean_nothing() {
    let taken = |mode, axis, shapes: &[&[usize]], shape: &[usize]| {
        let call = Drawn { mode, axis: Some(axis), ..plain(shapes) };
        assert!(call.resolve().is_some(), "{call:?}");
        taken(call, shape).0
    };
    assert!(taken(Mode::Pdpd, 1, &[&[2, 3], &[]], &[2, 3]));
    assert!(!taken(Mode::Pdpd, 2, &[&[2, 3], &[]], &[2, 3]));
    assert!(taken(Mode::Pdpd, 1, &[&[2, 3], &[3]], &[2, 3]));
    assert!(!taken(Mode::Pdpd, 1, &[&[2, 3], &[3, 1]], &[2, 3]));
    assert!(taken(Mode::Paddle, 0, &[&[2, 3], &[2, 3]], &[2, 3]));
    assert!(!taken(Mode::Paddle, 1, &[&[2, 3], &[2, 3]], &[2, 3]));
    assert!(taken(Mode::Paddle, 1, &[&[2, 3], &[3]], &[2, 3]));
}

#[test]
fn arrays_without_a_stride_for_each_axis() {
    // No array is so; but the run indexes by the place's axes.
    let place = Array::dense(&[2, 3]);
    for (shape, strides) in [(vec![2, 3], vec![3]), (vec![2, 3], vec![3, 1, 1]), (vec![3], vec![3, 1])] {
        let array = Array { kind: SlotKind::Array, shape, strides };
        assert!(Run::of(Mode::Numpy, &Site::new(&[]), &[array.slot(2)], &place.slot(1)).is_none(), "{array:?}");
    }
}

#[test]
fn more_than_can_be_counted() {
    const MAX: usize = isize::MAX as usize;
    // No elements of any size: of these there can be so many.
    let call = |shape: &[usize], strides: &[isize]| {
        let array = Array { kind: SlotKind::Array, shape: shape.to_vec(), strides: strides.to_vec() };
        let place = Array { kind: SlotKind::Place, ..array.clone() };
        Drawn { mode: Mode::Numpy, axis: None, other: None, slots: vec![array], place: Some(place) }
    };
    let taken = |call: &Drawn| {
        let (site, slots, target) = (call.site(), call.slots(), call.target().expect("there is a place"));
        let is_taken = Loops::new().lay(call.mode, &site, &slots, &target);
        let is_run = Run::of(call.mode, &site, &slots, &target).is_some();
        (call.resolve().is_some(), is_taken, is_run)
    };
    assert_eq!(taken(&call(&[7, MAX / 7], &[(MAX / 7) as isize, 1])), (true, true, true));
    assert_eq!(taken(&call(&[2, MAX / 2 + 1], &[(MAX / 2 + 1) as isize, 1])), (false, false, false));
    assert_eq!(taken(&call(&[7, MAX / 7], &[MAX as isize, 1])), (true, true, false));
    assert_eq!(taken(&call(&[2, MAX / 2 + 1], &[MAX as isize, 1])), (false, false, false));
    assert_eq!(taken(&call(&[4, MAX / 2 + 1], &[(MAX / 2 + 1) as isize, 1])), (false, false, false));
    assert_eq!(taken(&call(&[4, MAX / 2 + 1], &[MAX as isize, 1])), (false, false, false));

    let all_one = Array { kind: SlotKind::Array, shape: vec![4, MAX / 2 + 1], strides: vec![0, 0] };
    let call = Drawn { slots: vec![all_one], ..plain(&[]) };
    assert!(call.resolve().is_none() && new_shape(call.mode, &call.site(), &call.slots()).is_none());
}

#[test]
fn names() {
    let shape: Vec<usize> = (2..).take(MAX_NAMES + 1).collect();
    let array = Array::of(SlotKind::Array);
    for (count, is_right) in [(MAX_NAMES, true), (MAX_NAMES + 1, false)] {
        let entries: Vec<Entry> = (0..count).map(|name| Entry::Symbol(name as u32)).collect();
        let stated = [Stated { operand: Some(0), name: "", entries: &entries }];
        let site = Site::new(&[]).stated(&stated, &["N"; MAX_NAMES + 1], &[], &[]);
        let slots = [Slot { shape: &shape[..count], ..array.slot(1) }];
        assert_eq!(states_right(&site, &slots, None), is_right);
    }
}
