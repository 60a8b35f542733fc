//! Calls with reductions of so few elements that resolving a frame, and dividing it into tiles, would take most of the time.

use core::ptr::NonNull;

use smallvec::SmallVec;

use self::layout::{Layout, is_same, offset};
use self::single::{Without, memory, parts, reduced, run_columns, single, size, takes};
use super::blocks::Held;
use super::limits::limit;
use super::pass::{Listed, Pass, ResultSite};
use super::resolve::Site;
use super::rows::reduce;
use super::run::{self, Main, Output, Target};
use crate::call::few;
use crate::call::plain::column;
use crate::call::runtime;
use crate::exec::reduce::{Buffer, Nook};
use crate::exec::{Memory, Work};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::dense_strides;
use crate::plan::small::{COLUMNS, Column, Run};
use crate::report::error::BroadcastError;
use crate::rules::axis_map::AxisMap;
use crate::rules::reduction::{Reads, ReducedAxes, ValueKind, axis_of};

pub(super) mod layout;
mod single;

/// The most bytes of the elements that a value is computed from: those of one block of the other path.
pub(super) const MOST: usize = 32 * 1024;
/// The most values.
const FEW: usize = 6;

/// Computes a call.
///
/// # Safety
/// As of [`run::evaluate`].
pub(super) unsafe fn evaluate(call: &Site<'_>, targets: &mut [Target<'_>]) -> Result<(), BroadcastError> {
    // SAFETY: the caller's promise.
    unsafe {
        match compute(call, targets) {
            true => Ok(()),
            false => run::evaluate(call, targets),
        }
    }
}

/// Computes a call without options but alignments of operands, whose frame is the shape of an array or the join of all, and whose reductions take
/// neighbouring axes of expressions of that shape, and returns true; or changes nothing. No such call is refused: arrays of one shape fit each
/// other in every mode that works without a target, arrays fit the frame wherever lengths are equal or 1, and no axis is left out but those of a
/// reduction that is the result.
///
/// # Safety
/// As of [`evaluate`].
unsafe fn compute(call: &Site<'_>, targets: &mut [Target<'_>]) -> bool {
    let is_plain = call.reductions.names.is_none() && !call.mode.needs_target();
    let is_plain = is_plain && call.reductions.results.len() == targets.len();
    let has_own = !call.site.has_no_option();
    if !is_plain || call.site.states_shapes() || has_own && !call.site.has_own_alignments_alone() {
        return false;
    }
    if let ([target], false) = (&mut *targets, has_own) {
        // SAFETY: the caller's promise.
        if unsafe { single(call, target) } {
            return true;
        }
    }
    let stretches = call.mode.joins_last_axes();
    // A place of the frame's shape that is an operand is an array like any other: it is read before it is written. One of a lower rank lies
    // on the axes of the result.
    let pairs = targets.iter().zip(call.reductions.results);
    let places = pairs.filter_map(|(target, result)| match (&target.output, result.operand) {
        (Output::Place(place), Some(operand)) if stretches => Some((operand, *place)),
        _ => None,
    });
    let places: SmallVec<[_; 2]> = places.collect();
    let mut memory = SmallVec::new();
    let Some(layout) = Layout::new(call, (&places, targets.len()), stretches, has_own, &mut memory) else {
        return false;
    };
    let (passes, none) = (call.passes, [None; FEW]);
    let mut values = Values { call, passes, places: &places, layout, taken: none, lacks: none, reduced: [(0, 0); FEW] };
    if !values.are_here() || !values.are_types_held(targets) {
        return false;
    }
    // SAFETY: the caller's promise.
    unsafe {
        match targets {
            [Target { output, main: Main::Value { infos: [value] } }] => values.result(value, output),
            _ => values.expressions(targets),
        }
    }
}

/// The values of a call.
struct Values<'a> {
    call: &'a Site<'a>,
    passes: &'a [Pass<'a>],
    /// The operands that are places.
    places: &'a [(usize, OperandInfo<'a>)],
    layout: Layout<'a>,
    /// The axes that a value lacks, since a reduction took them: the first one, and the axis after the last one.
    taken: [Option<(usize, usize)>; FEW],
    /// Those that the expression of a value lacks.
    lacks: [Option<(usize, usize)>; FEW],
    /// Those that a reduction takes; the axis of a length or of positions.
    reduced: [(usize, usize); FEW],
}

impl<'a> Values<'a> {
    /// Finds the axes that each value lacks; false if one is left to the other path.
    fn are_here(&mut self) -> bool {
        let is_few = self.passes.len() <= FEW && self.passes.len() == self.call.reductions.values.len();
        is_few && (0..self.passes.len()).all(|index| self.is_here(index).is_some())
    }

    /// True if the shapes that types state are held; false as well for places that are operands, and for several.
    fn are_types_held(&self, targets: &[Target<'_>]) -> bool {
        let Site { types: Some(_), infos, .. } = *self.call else { return true };
        let ([target], []) = (targets, self.places) else { return false };
        let arrays = infos.iter().enumerate().filter(|(_, info)| info.kind != OperandKind::Constant);
        let map = |(entry, info): (usize, &OperandInfo<'_>)| {
            let own = info.shape.len();
            Some(AxisMap::at(offset(self.call, entry, own, self.layout.shape.len())?, own))
        };
        let maps: SmallVec<[_; 8]> = arrays.map(map).collect();
        self.call.are_types_held(self.layout.shape, &target.output, Some(&maps))
    }

    /// Finds those of one value, which are known for the values before it.
    fn is_here(&mut self, index: usize) -> Option<()> {
        let (site, pass, rank) = (&self.call.reductions.values[index], &self.passes[index], self.layout.shape.len());
        if let ValueKind::Length | ValueKind::Index = site.kind {
            let ReducedAxes::Of(&[axis]) = site.axes else { return None };
            let axis = axis_of(axis, rank)?;
            // A length is one number. Positions have no axis but theirs.
            let taken = match (site.kind, axis) {
                (ValueKind::Length, _) => Some((0, rank)),
                (_, 0) => (rank > 1).then_some((1, rank)),
                _ if axis + 1 == rank => Some((0, axis)),
                _ => return None,
            };
            (self.taken[index], self.reduced[index]) = (taken, (axis, axis + 1));
            return Some(());
        }
        let (kernel, size) = (pass.kernel?, pass.functions.map_or(pass.size, |functions| functions.element));
        let mut lacking = None;
        kernel.list(&mut |infos| lacking = self.lacking(infos, index));
        if size.max(1).saturating_mul(self.layout.count) > limit(MOST) {
            return None;
        }
        match (site.kind, pass.functions) {
            (ValueKind::Elements, None) => self.taken[index] = lacking?,
            (ValueKind::Reduction { of_one, .. }, Some(_)) => {
                let lacks = lacking?;
                let (start, end) = reduced(site.axes, rank, lacks)?;
                if end != start + 1 && (of_one || !self.has_no_pairs(&site.reads)) {
                    return None;
                }
                let taken = lacks.map_or((start, end), |(first, after)| (start.min(first), end.max(after)));
                // Arrays of a lower rank alone may lie elsewhere, unless none of their axes is left.
                let reads_value = || site.reads.values.iter().any(|&value| !self.is_length(value));
                if lacks.is_some() && taken != (0, rank) && !reads_value() {
                    return None;
                }
                (self.taken[index], self.lacks[index], self.reduced[index]) = (Some(taken), lacks, (start, end));
            }
            _ => return None,
        }
        Some(())
    }

    fn is_length(&self, value: usize) -> bool {
        self.call.reductions.values[value].kind == ValueKind::Length
    }

    /// True for an array of the frame's shape, and for a place.
    fn is_whole(&self, info: &OperandInfo<'_>) -> bool {
        self.layout.are_whole
            || info.kind == OperandKind::Place
            || is_same(info.shape, self.layout.shape)
            || self.place_of(info).is_some()
    }

    /// The place whose elements this entry of a list reads before they are written.
    fn place_of(&self, info: &OperandInfo<'_>) -> Option<&OperandInfo<'a>> {
        let mut places = self.places.iter().map(|(_, place)| place);
        places.find(|place| info.stands_for(place.ptr, place.elem_size))
    }

    /// True if no two of what a reduction of several axes reads can stretch for each other, which the rulebook refuses: at most one array or value
    /// of it lacks some of the frame's axes.
    fn has_no_pairs(&self, reads: &Reads<'_>) -> bool {
        if self.layout.are_whole {
            return true;
        }
        let infos = self.call.infos;
        let is_array = |&&operand: &&usize| infos[operand].kind == OperandKind::Array;
        let arrays =
            reads.operands.iter().filter(is_array).filter(|&&operand| infos[operand].shape != self.layout.shape);
        let values = reads.values.iter().filter(|&&value| self.taken[value].is_some() && !self.is_length(value));
        match arrays.count() {
            0 => true,
            others => self.call.reductions.allows_pairs || others + values.count() == 1,
        }
    }

    /// The value before `index` that an entry of a list stands for.
    fn value(&self, info: &OperandInfo<'_>, index: usize) -> Option<usize> {
        self.passes[..index].iter().position(|pass| pass.is_viewed_by(info))
    }

    /// The axes that an expression lacks which reads a list of arrays and of values before `index`: `Some(None)` if it lacks none, `None` if
    /// this is left to the other path.
    fn lacking(&self, infos: &[OperandInfo<'_>], index: usize) -> Option<Option<(usize, usize)>> {
        let site = self.call.reductions.values.get(index);
        let is_reduced = site.is_some_and(|site| matches!(site.kind, ValueKind::Reduction { .. }));
        let (mut is_whole, mut has_value, mut lacks, mut are_alike, mut from) = (false, false, None, true, usize::MAX);
        for info in infos.iter().filter(|info| info.kind != OperandKind::Constant) {
            let own = match self.value(info, index) {
                Some(value) if self.is_length(value) => continue,
                Some(value) => {
                    has_value = true;
                    self.taken[value]
                }
                None if self.layout.is_beside && info.kind == OperandKind::Place => continue,
                // The rulebook refuses a reduction of such a place.
                None if self.layout.is_beside && self.place_of(info).is_some() => return None,
                None if self.is_whole(info) => None,
                None => {
                    let map = self.map(info)?;
                    let own = self.beside(info, map).filter(|_| is_reduced);
                    if own.is_none() {
                        // It stretches to an array beside it, or lies behind the axes that a value beside it lacks.
                        from = from.min(if info.shape.is_empty() { usize::MAX } else { map.output_axis(0)? });
                        continue;
                    }
                    own
                }
            };
            let Some((start, end)) = own else {
                is_whole = true;
                continue;
            };
            let (first, after) = *lacks.get_or_insert((start, end));
            are_alike &= (first, after) == (start, end);
            lacks = Some((first.max(start), after.min(end)));
        }
        if is_whole || self.layout.is_joined && !has_value && self.is_frame(infos, index) {
            return Some(None);
        }
        let (start, end) = lacks?;
        // An expression of values only has each axis that one of its values has.
        let fits = if are_alike { from >= end } else { !is_reduced && from == usize::MAX };
        fits.then_some((start < end).then_some((start, end)))
    }

    /// The axes before or behind an array that has the frame's lengths on all others.
    fn beside(&self, info: &OperandInfo<'_>, map: AxisMap<'_>) -> Option<(usize, usize)> {
        let (own, shape) = (info.shape.len(), self.layout.shape);
        let first =
            map.output_axis(0).filter(|&first| own < shape.len() && is_same(info.shape, &shape[first..first + own]))?;
        match (first, first + own == shape.len()) {
            (0, _) => Some((own, shape.len())),
            (_, true) => Some((0, first)),
            _ => None,
        }
    }

    /// True if the arrays of a list, one of which has the frame's rank, have all lengths of the frame together. Values before `index` are no arrays.
    fn is_frame(&self, infos: &[OperandInfo<'_>], index: usize) -> bool {
        let is_array = |info: &&OperandInfo<'_>| info.kind == OperandKind::Array && self.value(info, index).is_none();
        let arrays = || infos.iter().filter(is_array);
        let from_end = |shape: &[usize], axis: usize| shape.len().checked_sub(axis).map_or(1, |at| shape[at]);
        let has = |axis: usize, length: usize| arrays().any(|info| from_end(info.shape, axis) == length);
        let rank = self.layout.shape.len();
        arrays().any(|info| info.shape.len() == rank)
            && (1..=rank).all(|axis| has(axis, from_end(self.layout.shape, axis)))
    }

    /// The axes of the frame on which an array of a list lies; `None` if it may be either of two operands.
    fn map(&self, info: &OperandInfo<'_>) -> Option<AxisMap<'static>> {
        if self.call.site.has_no_option() {
            return AxisMap::right(info.shape.len(), self.layout.shape.len());
        }
        let is_it = |one: &OperandInfo<'_>| (one.ptr, one.shape, one.strides) == (info.ptr, info.shape, info.strides);
        let mut maps = (self.call.infos.iter().enumerate())
            .filter(|&(_, one)| is_it(one))
            .map(|(entry, _)| offset(self.call, entry, info.shape.len(), self.layout.shape.len()));
        let offset = maps.next()??;
        maps.all(|other| other == Some(offset)).then(|| AxisMap::at(offset, info.shape.len()))
    }

    /// The frame's lengths, 1 where an axis is lacking.
    fn lengths(&self, lacking: Option<(usize, usize)>) -> SmallVec<[usize; 6]> {
        let mut lengths = SmallVec::from_slice(self.layout.shape);
        if let Some((start, end)) = lacking {
            lengths[start..end].fill(1);
        }
        lengths
    }

    /// The number of elements of what lacks some axes.
    fn count(&self, lacking: Option<(usize, usize)>) -> usize {
        let [before, _, after] = self.parts(lacking.unwrap_or_default());
        before * after
    }

    fn parts(&self, axes: (usize, usize)) -> [usize; 3] {
        parts(self.layout.shape, axes)
    }

    fn kept(&self, axes: (usize, usize)) -> Without<'a> {
        Without { shape: self.layout.shape, axes, keeps: self.call.reductions.keeps }
    }

    /// True if a result of this shape can be written in C order. One that lacks axes has no other.
    fn takes(&self, output: &Output<'_>, shape: Without<'_>, lacks_axes: bool) -> bool {
        takes(output, shape, lacks_axes || self.layout.is_in_c_order)
    }

    /// Computes a call that is its last value.
    ///
    /// # Safety
    /// As of [`evaluate`].
    unsafe fn result(&self, value: &OperandInfo<'_>, output: &mut Output<'_>) -> bool {
        // The type of the result is that of this value.
        let is_last = |&last: &usize| last + 1 == self.passes.len() && !self.is_length(last);
        let last = self.value(value, self.passes.len()).filter(is_last);
        let Some(taken) = last.and_then(|last| self.taken[last]) else { return false };
        let kept = self.kept(taken);
        if !self.takes(output, kept, !self.call.reductions.keeps) {
            return false;
        }
        let Some(to) = NonNull::new(memory(output, kept)) else { return false };
        // SAFETY: the caller's promise; there is room for the value.
        unsafe {
            self.compute(Some(to), |_| ());
            output.written();
        }
        true
    }

    /// Computes a call of expressions.
    ///
    /// # Safety
    /// As of [`evaluate`].
    unsafe fn expressions(&self, targets: &mut [Target<'_>]) -> bool {
        let mut lacking = SmallVec::<[_; 2]>::new();
        for (site, target) in self.call.reductions.results.iter().zip(&*targets) {
            let Some(axes) = self.lacking_of_result(site, target) else { return false };
            lacking.push((axes, core::ptr::null_mut()));
        }
        for ((lacking, pointer), target) in lacking.iter_mut().zip(&mut *targets) {
            *pointer = memory(&mut target.output, self.kept(lacking.unwrap_or_default()));
        }
        // All of several results are computed before one is written to a place that others read.
        let room = |target: &Target<'_>| (self.layout.count * size(&target.output)).next_multiple_of(Buffer::ALIGN);
        let aside = if self.places.is_empty() { 0 } else { targets.len() - 1 };
        let (mut near, mut far) = (Nook::new(), Buffer::default());
        let mut free = near.room(&mut far, targets[..aside].iter().map(room).sum(), 1);
        // SAFETY: the caller's promise; there is room for the results, whose elements `work` writes.
        unsafe {
            self.compute(None, |held| {
                let mut copies = SmallVec::<[_; 2]>::new();
                for (number, (&(lacking, pointer), target)) in lacking.iter().zip(&*targets).enumerate() {
                    let Main::Expression { infos, work } = target.main else { continue };
                    let mut to = pointer;
                    if number < aside {
                        let bytes = self.count(lacking) * size(&target.output);
                        (to, free) = (free, free.wrapping_add(room(target)));
                        // Its own expression reads a place where it writes.
                        if infos.iter().any(|info| info.kind == OperandKind::Place) {
                            core::ptr::copy_nonoverlapping(pointer, to, bytes);
                        }
                        copies.push((to, pointer, bytes));
                    }
                    self.run(infos, held, work, (to, size(&target.output)), lacking);
                }
                for (from, to, bytes) in copies {
                    core::ptr::copy_nonoverlapping(from, to, bytes);
                }
            });
            targets.iter_mut().for_each(|target| target.output.written());
        }
        true
    }

    /// The axes that a result lacks, as [`lacking`](Self::lacking) has them.
    fn lacking_of_result(&self, site: &ResultSite<'_>, target: &Target<'_>) -> Option<Option<(usize, usize)>> {
        let Main::Expression { infos, .. } = target.main else { return None };
        let lacking = self.lacking(infos, self.passes.len())?;
        if site.operand.is_some() && (self.places.is_empty() || lacking.is_some() != self.layout.is_beside) {
            return None;
        }
        // The result has the axes of an array in a `let` that nothing reads.
        let rank = self.layout.shape.len();
        let lacks = |operand: usize, (_, end)| {
            let info = &self.call.infos[operand];
            let lies_behind = || offset(self.call, operand, info.shape.len(), rank).is_some_and(|from| from >= end);
            info.kind != OperandKind::Array || lies_behind()
        };
        let lacks_them = |taken| {
            let mut values = site.reads.values.iter().filter(|&&value| !self.is_length(value));
            site.reads.operands.iter().all(|&operand| lacks(operand, taken))
                && values.all(|&value| self.taken[value].is_some_and(|own| own.0 <= taken.0 && taken.1 <= own.1))
        };
        let fits = match lacking {
            Some(taken) => {
                lacks_them(taken) && self.takes(&target.output, self.kept(taken), !self.call.reductions.keeps)
            }
            None => self.takes(&target.output, self.kept((0, 0)), false),
        };
        (fits && size(&target.output).saturating_mul(self.layout.count) <= limit(MOST)).then_some(lacking)
    }

    /// Computes the values, the last one into `to` if that is some memory, and passes them on.
    ///
    /// # Safety
    /// The kernels of the passes must read their lists. There must be room for the last value.
    unsafe fn compute(&self, to: Option<NonNull<u8>>, then: impl FnOnce(&[Held])) {
        // The elements of a reduction's expression, and then the values, one after the other.
        let bytes = |count: usize, size: usize| (count * size).next_multiple_of(Buffer::ALIGN);
        let is_read = |pass: &Pass<'_>| pass.is_bare && self.layout.are_dense;
        let of_elements =
            |pass: &Pass<'_>| pass.functions.filter(|_| !is_read(pass)).map(|functions| functions.element);
        let elements = bytes(self.layout.count, self.passes.iter().filter_map(of_elements).max().unwrap_or(0));
        let is_alike = |pass: &Pass<'_>| pass.functions.is_none_or(|functions| functions.is_alike);
        // Parts that are no results are turned into them in memory of their own.
        let direct = |index: usize| to.filter(|_| index + 1 == self.passes.len() && is_alike(&self.passes[index]));
        let own = |index: usize| match direct(index) {
            Some(_) => 0,
            None => {
                let pass = &self.passes[index];
                let part = pass.functions.map_or(0, |functions| functions.part);
                bytes(self.count(self.taken[index]), pass.size.max(part))
            }
        };
        let (mut near, mut far) = (Nook::new(), Buffer::default());
        let scratch = near.room(&mut far, (0..self.passes.len()).fold(elements, |all, index| all + own(index)), 1);
        let (mut free, mut held) = (scratch.wrapping_add(elements), SmallVec::<[Held; FEW]>::new());
        for (index, pass) in self.passes.iter().enumerate() {
            let memory = direct(index).map_or(free, NonNull::as_ptr);
            free = free.wrapping_add(own(index));
            // SAFETY: the caller's promise; there is room for all elements, and for the value.
            unsafe {
                match pass.kernel {
                    Some(kernel) => {
                        kernel.list(&mut |infos| self.value_of(index, kernel, infos, &held, (scratch, memory)));
                    }
                    None if self.is_length(index) => {
                        memory.cast::<usize>().write(self.layout.shape[self.reduced[index].0]);
                    }
                    None => (0..self.count(self.taken[index])).for_each(|at| memory.cast::<usize>().add(at).write(at)),
                }
                if let Some(to) = to.filter(|_| index + 1 == self.passes.len() && direct(index).is_none()) {
                    core::ptr::copy_nonoverlapping(memory, to.as_ptr(), self.count(self.taken[index]) * pass.size);
                }
            }
            if to.is_none() || index + 1 < self.passes.len() {
                let lengths = self.lengths(self.taken[index]);
                let strides = SmallVec::from_slice(&dense_strides(&lengths));
                let memory = Memory { ptr: memory, elem_size: pass.size };
                held.push(Held { memory, lengths, strides, computed: None });
            }
        }
        then(&held);
    }

    /// Computes a value, after those that are held.
    ///
    /// # Safety
    /// The kernels must be the value's, which read this list. There must be room for the elements of its expression, and for the value.
    unsafe fn value_of(
        &self,
        index: usize,
        kernel: &dyn Listed,
        infos: &[OperandInfo<'_>],
        held: &[Held],
        (scratch, memory): (*mut u8, *mut u8),
    ) {
        let (pass, work) = (&self.passes[index], Work::One(kernel));
        // SAFETY: the caller's promise.
        unsafe {
            let Some(functions) = pass.functions else {
                return self.run(infos, held, work, (memory, pass.size), self.taken[index]);
            };
            let bare = infos.iter().find(|info| pass.is_bare && info.kind == OperandKind::Array);
            let bare = bare.filter(|info| self.layout.are_dense || self.value(info, index).is_some());
            let from = match bare.map(|info| (info.ptr, self.value(info, index))) {
                Some((array, None)) => array,
                Some((_, Some(value))) => held[value].memory.ptr.cast_const(),
                None => {
                    self.run(infos, held, work, (scratch, functions.element), self.lacks[index]);
                    scratch.cast_const()
                }
            };
            let [outer, rows, columns] = parts(&self.lengths(self.lacks[index]), self.reduced[index]);
            reduce(functions, [outer, rows, columns], from, memory);
            (functions.finish)(memory, outer * columns, rows);
        }
    }

    /// Computes an expression for each element of the frame, or of the axes that are not lacking.
    ///
    /// # Safety
    /// The kernels of `work` must read the list of `infos`, and write elements of the output's type, for all of which there is room.
    unsafe fn run(
        &self,
        infos: &[OperandInfo<'_>],
        held: &[Held],
        work: Work<'_>,
        (pointer, size): (*mut u8, usize),
        lacking: Option<(usize, usize)>,
    ) {
        // SAFETY: the caller's promise.
        if self.layout.are_whole && unsafe { self.run_whole(infos, held, work, (pointer, size), lacking) } {
            return;
        }
        let lengths = self.lengths(lacking);
        let (strides, rank) = (dense_strides(&lengths), lengths.len());
        let arrays = infos.iter().filter(|info| info.kind == OperandKind::Array);
        let arrays = arrays.map(|info| {
            if let Some(value) = self.value(info, self.passes.len()) {
                let Held { memory, lengths, strides, .. } = &held[value];
                let column = Column { pointer: memory.ptr, size: memory.elem_size, shape: lengths, strides };
                return (column, AxisMap::at(0, rank));
            }
            let whole = self.place_of(info).unwrap_or(info);
            match whole.shape == self.layout.shape {
                true => (column(whole), AxisMap::at(0, rank)),
                // `lacking` has asked for the map of each.
                false => (column(info), self.map(info).unwrap_or(AxisMap::OPEN)),
            }
        });
        let output = Column { pointer, size, shape: &lengths, strides: &strides };
        // SAFETY: the caller's promise; arrays lie within the frame, as `compute` has found, and values have their lengths on it.
        unsafe {
            if !few::compute_aligned(&output, arrays.clone(), work, || true, |_| pointer) {
                runtime::compute(&output, arrays, 0, false, work);
            }
        }
    }

    /// As [`run`](Self::run), of arrays that are whole and dense, and values that all lack the same axes: one row, or rows in which values stand
    /// still or are repeated. False for others.
    ///
    /// # Safety
    /// As [`run`](Self::run).
    unsafe fn run_whole(
        &self,
        infos: &[OperandInfo<'_>],
        held: &[Held],
        work: Work<'_>,
        (pointer, size): (*mut u8, usize),
        lacking: Option<(usize, usize)>,
    ) -> bool {
        let mut run = Run::new();
        (run.pointers[0], run.sizes[0], run.columns) = (pointer, size, 1);
        let (mut axes, mut lack) = (lacking, u32::from(lacking.is_some()));
        for info in infos.iter().filter(|info| info.kind == OperandKind::Array) {
            let (pointer, size, own) = match self.value(info, self.passes.len()) {
                Some(value) => (held[value].memory.ptr.cast_const(), info.elem_size, self.taken[value]),
                None => (self.place_of(info).unwrap_or(info).ptr, info.elem_size, None),
            };
            if run.columns == COLUMNS || own.is_some_and(|own| axes.is_some_and(|axes| axes != own)) {
                return false;
            }
            (run.pointers[run.columns], run.sizes[run.columns]) = (pointer, size);
            (axes, lack) = (axes.or(own), lack | u32::from(own.is_some()) << run.columns);
            run.columns += 1;
        }
        let lengths = match axes {
            Some(axes) => self.parts(axes),
            None => [1, self.layout.count, 1],
        };
        // An output that lacks axes reads no array that has them.
        let is_alike = lack & 1 == 0 || lack == (1 << run.columns) - 1;
        if is_alike {
            // SAFETY: the caller's promise: arrays have the frame's elements one after the other, and values those of the other axes.
            unsafe { run_columns(&mut run, lengths, lack, work) };
        }
        is_alike
    }
}
