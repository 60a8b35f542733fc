//! Calls with reductions of so few elements that resolving a frame, and dividing it into tiles, would take most of the time.

use core::ptr::NonNull;

use smallvec::SmallVec;

use super::blocks::Held;
use super::pass::{Pass, ResultSite};
use super::resolve::Site;
use super::run::{self, Main, Output, Target};
use crate::call::plain::column;
use crate::call::runtime::{product, run_laid, run_plan};
use crate::exec::reduce::{Buffer, Columns, Functions, Nook};
use crate::exec::{Memory, Work};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::dense_strides;
use crate::plan::small::{Column, Loops, dense};
use crate::report::error::BroadcastError;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::Alignment;
use crate::rules::reduction::{Reads, ReducedAxes, ValueKind, axis_of};

/// The most bytes of the elements that a value is computed from: those of one block of the other path.
const MOST: usize = 32 * 1024;
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

/// Computes a call without options but alignments of operands, one of whose arrays has the frame's shape, and whose reductions take
/// neighbouring axes of expressions of that shape, and returns true; or changes nothing. No such call is refused: arrays of one shape fit each
/// other in every mode that works without a target, arrays fit one of the frame's shape wherever lengths are equal or 1, and no axis is left
/// out but those of a reduction that is the result.
///
/// # Safety
/// As of [`evaluate`].
unsafe fn compute(call: &Site<'_>, targets: &mut [Target<'_>]) -> bool {
    let is_plain = call.types.is_none() && call.reductions.names.is_none() && !call.mode.needs_target();
    let is_plain = is_plain && call.reductions.results.len() == targets.len();
    let has_own = !call.site.has_no_option();
    if !is_plain || call.site.states_shapes() || has_own && !call.site.has_own_alignments_alone() {
        return false;
    }
    let stretches = call.mode.joins() && call.mode.aligns_right();
    // A place of the frame's shape that is an operand is an array like any other: it is read before it is written. One of a lower rank lies
    // on the axes of the result.
    let place = match (&*targets, call.reductions.results) {
        ([Target { output: Output::Place(place), .. }], [ResultSite { operand: Some(_), .. }]) => {
            Some(*place).filter(|_| stretches)
        }
        _ => None,
    };
    let is_voter = |entry: usize| !has_own || call.site.alignment(entry) == Alignment::ByMode;
    let mut frame = None;
    for (entry, info) in call.infos.iter().enumerate() {
        let shape = match (info.kind, &place) {
            (OperandKind::Constant, _) => continue,
            (OperandKind::Array, _) => info.shape,
            (OperandKind::Place, Some(place)) => place.shape,
            (OperandKind::Place, None) => return false,
        };
        if is_voter(entry) && frame.is_none_or(|frame| is_larger(shape, frame)) {
            frame = Some(shape);
        }
    }
    let Some(shape) = frame else { return false };
    let count = product(shape);
    let is_beside = place.is_some_and(|place| place.shape.len() < shape.len());
    if count == 0 || count > MOST || !is_beside && place.is_some_and(|place| place.shape != shape) {
        return false;
    }
    let (mut are_dense, mut is_in_c_order, mut others_are) = (true, false, true);
    for (entry, info) in call.infos.iter().enumerate().filter(|(_, info)| info.kind != OperandKind::Constant) {
        let array = match (info.kind, &place) {
            (OperandKind::Place, Some(place)) if !is_beside => place,
            (OperandKind::Place, _) => continue,
            _ => info,
        };
        let is_dense = is_dense(array);
        let is_ordered = is_dense || has_c_order(array);
        are_dense &= is_dense;
        if is_voter(entry) && array.shape == shape {
            is_in_c_order |= is_ordered;
        } else if stretches && fits(call, entry, array, shape) {
            others_are &= is_ordered || array.shape.len() < 2;
        } else {
            return false;
        }
    }
    let is_in_c_order = is_in_c_order && others_are;
    let (passes, none) = (call.passes, [None; FEW]);
    let mut values =
        Values { call, passes, place, is_beside, shape, are_dense, is_in_c_order, taken: none, lacks: none };
    if !values.are_here() {
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
    /// The place, if it is an operand.
    place: Option<OperandInfo<'a>>,
    /// It lies on the axes of the result.
    is_beside: bool,
    /// The frame's.
    shape: &'a [usize],
    /// All arrays are dense in C order.
    are_dense: bool,
    /// A new result has this order, since arrays of its rank have no other in common.
    is_in_c_order: bool,
    /// The axes that a value lacks, since a reduction took them: the first one, and the axis after the last one.
    taken: [Option<(usize, usize)>; FEW],
    /// Those that the expression of a value lacks.
    lacks: [Option<(usize, usize)>; FEW],
}

impl<'a> Values<'a> {
    /// Finds the axes that each value lacks; false if one is left to the other path.
    fn are_here(&mut self) -> bool {
        let is_few = self.passes.len() <= FEW && self.passes.len() == self.call.reductions.values.len();
        is_few && (0..self.passes.len()).all(|index| self.is_here(index).is_some())
    }

    /// Finds those of one value, which are known for the values before it.
    fn is_here(&mut self, index: usize) -> Option<()> {
        let (site, pass, shape) = (&self.call.reductions.values[index], &self.passes[index], self.shape);
        let (kernel, size) = (pass.kernel?, pass.functions.map_or(pass.size, |functions| functions.element));
        let mut lacking = None;
        kernel.list(&mut |infos| lacking = self.lacking(infos, index));
        if size.max(1).saturating_mul(product(shape)) > MOST {
            return None;
        }
        match (site.kind, pass.functions) {
            (ValueKind::Elements, None) => self.taken[index] = lacking?,
            (ValueKind::Reduction { of_one, .. }, Some(_)) if self.has_no_pairs(&site.reads) => {
                let (start, end) = neighbours(site.axes, shape.len())?;
                if of_one && end != start + 1 {
                    return None;
                }
                self.taken[index] = Some(match lacking? {
                    None => (start, end),
                    // Before the axes that the expression lacks, an axis has the same number in it as in the frame.
                    Some((first, after)) if end == first && counts_from_start(site.axes) => (start, after),
                    Some(_) => return None,
                });
                self.lacks[index] = lacking?;
            }
            _ => return None,
        }
        Some(())
    }

    /// True for an array of the frame's shape, and for the place.
    fn is_whole(&self, info: &OperandInfo<'_>) -> bool {
        info.kind == OperandKind::Place || info.shape == self.shape || self.place_of(info).is_some()
    }

    /// The place, if this entry of a list reads its elements before they are written.
    fn place_of(&self, info: &OperandInfo<'_>) -> Option<&OperandInfo<'a>> {
        let is_it = |place: &&OperandInfo<'_>| (info.ptr, info.elem_size) == (place.ptr, place.elem_size);
        self.place.as_ref().filter(|_| info.shape == [0]).filter(is_it)
    }

    /// True if no two of what a reduction reads can stretch for each other, which the rulebook refuses: at most one array or value of it lacks
    /// some of the frame's axes.
    fn has_no_pairs(&self, reads: &Reads<'_>) -> bool {
        let infos = self.call.infos;
        let is_array = |&&operand: &&usize| infos[operand].kind == OperandKind::Array;
        let arrays = reads.operands.iter().filter(is_array).filter(|&&operand| infos[operand].shape != self.shape);
        let values = reads.values.iter().filter(|&&value| self.taken[value].is_some());
        match arrays.count() {
            0 => true,
            others => self.call.reductions.allows_pairs || others + values.count() == 1,
        }
    }

    /// The value before `index` that an entry of a list stands for.
    fn value(&self, info: &OperandInfo<'_>, index: usize) -> Option<usize> {
        let is_view = |pass: &Pass<'_>| info.ptr == pass.address && info.elem_size == pass.size;
        if info.shape != [0] {
            return None;
        }
        self.passes[..index].iter().position(is_view)
    }

    /// The axes that an expression lacks which reads a list of arrays and of values before `index`: `Some(None)` if it lacks none, `None` if
    /// this is left to the other path.
    fn lacking(&self, infos: &[OperandInfo<'_>], index: usize) -> Option<Option<(usize, usize)>> {
        let (mut is_whole, mut taken, mut are_alike) = (false, None, true);
        for info in infos.iter().filter(|info| info.kind != OperandKind::Constant) {
            let own = match self.value(info, index) {
                Some(value) => self.taken[value],
                None if self.is_beside && info.kind == OperandKind::Place => continue,
                // The rulebook refuses a reduction of such a place.
                None if self.is_beside && self.place_of(info).is_some() => return None,
                None if self.is_whole(info) => None,
                None => {
                    // It stretches to an array beside it.
                    self.map(info)?;
                    are_alike = false;
                    continue;
                }
            };
            is_whole |= own.is_none();
            are_alike &= taken.is_none_or(|taken| Some(taken) == own);
            taken = own.or(taken);
        }
        match is_whole {
            true => Some(None),
            false => taken.filter(|_| are_alike).map(Some),
        }
    }

    /// The axes of the frame on which an array of a list lies; `None` if it may be either of two operands.
    fn map(&self, info: &OperandInfo<'_>) -> Option<AxisMap<'static>> {
        if self.call.site.has_no_option() {
            return AxisMap::right(info.shape.len(), self.shape.len());
        }
        let is_it = |one: &OperandInfo<'_>| (one.ptr, one.shape, one.strides) == (info.ptr, info.shape, info.strides);
        let mut maps = (self.call.infos.iter().enumerate())
            .filter(|&(_, one)| is_it(one))
            .map(|(entry, _)| offset(self.call, entry, info.shape.len(), self.shape.len()));
        let offset = maps.next()??;
        maps.all(|other| other == Some(offset)).then(|| AxisMap::at(offset, info.shape.len()))
    }

    /// The frame's lengths, 1 where an axis is lacking.
    fn lengths(&self, lacking: Option<(usize, usize)>) -> SmallVec<[usize; 6]> {
        let mut lengths = SmallVec::from_slice(self.shape);
        if let Some((start, end)) = lacking {
            lengths[start..end].fill(1);
        }
        lengths
    }

    /// The number of elements of a value.
    fn count(&self, index: usize) -> usize {
        let [before, _, after] = self.parts(self.taken[index].unwrap_or((0, 0)));
        before * after
    }

    /// The positions before, along and after neighbouring axes.
    fn parts(&self, (start, end): (usize, usize)) -> [usize; 3] {
        [product(&self.shape[..start]), product(&self.shape[start..end]), product(&self.shape[end..])]
    }

    /// The lengths of a result that lacks these axes.
    fn kept(&self, (start, end): (usize, usize)) -> SmallVec<[usize; 6]> {
        let mut kept = SmallVec::from_slice(&self.shape[..start]);
        if self.call.reductions.keeps {
            kept.resize(end, 1);
        }
        kept.extend_from_slice(&self.shape[end..]);
        kept
    }

    /// True if a result of these lengths can be written in C order. One that lacks axes has no other.
    fn takes(&self, output: &Output<'_>, lengths: &[usize], lacks_axes: bool) -> bool {
        match output {
            Output::New(new, _) => {
                new.takes_rank(lengths.len()) && (lacks_axes || self.is_in_c_order || lengths.len() < 2)
            }
            Output::Place(place) => *place.shape == *lengths && is_dense(place),
        }
    }

    /// Computes a call that is its last value.
    ///
    /// # Safety
    /// As of [`evaluate`].
    unsafe fn result(&self, value: &OperandInfo<'_>, output: &mut Output<'_>) -> bool {
        // The type of the result is that of this value.
        let last = self.value(value, self.passes.len()).filter(|last| last + 1 == self.passes.len());
        let Some(taken) = last.and_then(|last| self.taken[last]) else { return false };
        let kept = self.kept(taken);
        if !self.takes(output, &kept, !self.call.reductions.keeps) {
            return false;
        }
        let Some(to) = NonNull::new(memory(output, &kept)) else { return false };
        // SAFETY: the caller's promise; there is room for the value.
        unsafe {
            self.compute(Some(to), |_| ());
            written(output);
        }
        true
    }

    /// Computes a call of expressions.
    ///
    /// # Safety
    /// As of [`evaluate`].
    unsafe fn expressions(&self, targets: &mut [Target<'_>]) -> bool {
        let sites = self.call.reductions.results.iter();
        let lacking = sites.zip(&*targets).map(|(site, target)| self.lacking_of_result(site, target));
        let Some(lacking) = lacking.collect::<Option<SmallVec<[_; 2]>>>() else { return false };
        let pointers = lacking.iter().zip(&mut *targets).map(|(&lacking, target)| match lacking {
            Some(taken) => memory(&mut target.output, &self.kept(taken)),
            None => memory(&mut target.output, self.shape),
        });
        let pointers: SmallVec<[_; 2]> = pointers.collect();
        // SAFETY: the caller's promise; there is room for the results, whose elements `work` writes.
        unsafe {
            self.compute(None, |held| {
                for ((&lacking, &pointer), target) in lacking.iter().zip(&pointers).zip(&*targets) {
                    if let Main::Expression { infos, work } = target.main {
                        self.run(infos, held, work, (pointer, size(&target.output)), &self.lengths(lacking));
                    }
                }
            });
            targets.iter_mut().for_each(|target| written(&mut target.output));
        }
        true
    }

    /// The axes that a result lacks, as [`lacking`](Self::lacking) has them.
    fn lacking_of_result(&self, site: &ResultSite<'_>, target: &Target<'_>) -> Option<Option<(usize, usize)>> {
        let Main::Expression { infos, .. } = target.main else { return None };
        let lacking = self.lacking(infos, self.passes.len())?;
        if site.operand.is_some() && (self.place.is_none() || lacking.is_some() != self.is_beside) {
            return None;
        }
        // The result has the axes of an array in a `let` that nothing reads.
        let is_no_array = |&operand: &usize| self.call.infos[operand].kind != OperandKind::Array;
        let lacks_them = || {
            let mut values = site.reads.values.iter();
            site.reads.operands.iter().all(is_no_array) && values.all(|&value| self.taken[value] == lacking)
        };
        let fits = match lacking {
            Some(taken) => lacks_them() && self.takes(&target.output, &self.kept(taken), !self.call.reductions.keeps),
            None => self.takes(&target.output, self.shape, false),
        };
        (fits && size(&target.output).saturating_mul(product(self.shape)) <= MOST).then_some(lacking)
    }

    /// Computes the values, the last one into `to` if that is some memory, and passes them on.
    ///
    /// # Safety
    /// The kernels of the passes must read their lists. There must be room for the last value.
    unsafe fn compute(&self, to: Option<NonNull<u8>>, then: impl FnOnce(&[Held])) {
        let count = product(self.shape);
        // The elements of a reduction's expression, and then the values, one after the other.
        let bytes = |count: usize, size: usize| (count * size).next_multiple_of(Buffer::ALIGN);
        let is_read = |pass: &Pass<'_>| pass.is_bare && self.are_dense;
        let of_elements =
            |pass: &Pass<'_>| pass.functions.filter(|_| !is_read(pass)).map(|functions| functions.element);
        let elements = bytes(count, self.passes.iter().filter_map(of_elements).max().unwrap_or(0));
        let is_alike = |pass: &Pass<'_>| pass.functions.is_none_or(|functions| functions.is_alike);
        // Parts that are no results are turned into them in memory of their own.
        let direct = |index: usize| to.filter(|_| index + 1 == self.passes.len() && is_alike(&self.passes[index]));
        let own = |index: usize| match direct(index) {
            Some(_) => 0,
            None => {
                let pass = &self.passes[index];
                let part = pass.functions.map_or(0, |functions| functions.part);
                bytes(self.count(index), pass.size.max(part))
            }
        };
        let (mut near, mut far) = (Nook::new(), Buffer::default());
        let scratch = near.room(&mut far, (0..self.passes.len()).fold(elements, |all, index| all + own(index)), 1);
        let (mut free, mut held) = (scratch.wrapping_add(elements), SmallVec::<[Held; FEW]>::new());
        for (index, pass) in self.passes.iter().enumerate() {
            let Some(kernel) = pass.kernel else { continue };
            let memory = direct(index).map_or(free, NonNull::as_ptr);
            free = free.wrapping_add(own(index));
            kernel.list(&mut |infos| {
                let work = Work::One(kernel);
                // SAFETY: the caller's promise; there is room for all elements, and for the value.
                unsafe {
                    let (Some(functions), Some(taken)) = (pass.functions, self.taken[index]) else {
                        return self.run(infos, &held, work, (memory, pass.size), &self.lengths(self.taken[index]));
                    };
                    let bare = infos.iter().find(|info| pass.is_bare && info.kind == OperandKind::Array);
                    let bare = bare.filter(|info| self.are_dense || self.value(info, index).is_some());
                    let from = match bare.map(|info| (info.ptr, self.value(info, index))) {
                        Some((array, None)) => array,
                        Some((_, Some(value))) => held[value].memory.ptr.cast_const(),
                        None => {
                            let lengths = self.lengths(self.lacks[index]);
                            self.run(infos, &held, work, (scratch, functions.element), &lengths);
                            scratch.cast_const()
                        }
                    };
                    let end = self.lacks[index].map_or(taken.1, |(first, _)| first);
                    let [outer, rows, _] = self.parts((taken.0, end));
                    self.reduce(functions, [outer, rows, product(&self.shape[taken.1..])], from, memory);
                    if let Some(to) = to.filter(|_| index + 1 == self.passes.len() && direct(index).is_none()) {
                        core::ptr::copy_nonoverlapping(memory, to.as_ptr(), self.count(index) * functions.out);
                    }
                }
            });
            if to.is_none() || index + 1 < self.passes.len() {
                let lengths = self.lengths(self.taken[index]);
                let strides = SmallVec::from_slice(&dense_strides(&lengths));
                let memory = Memory { ptr: memory, elem_size: pass.size };
                held.push(Held { memory, lengths, strides, computed: None });
            }
        }
        then(&held);
    }

    /// Computes an expression for each element of these lengths, on the axes of the frame.
    ///
    /// # Safety
    /// The kernels of `work` must read the list of `infos`, and write elements of the output's type, for all of which there is room.
    unsafe fn run(
        &self,
        infos: &[OperandInfo<'_>],
        held: &[Held],
        work: Work<'_>,
        (pointer, size): (*mut u8, usize),
        lengths: &[usize],
    ) {
        let (strides, rank) = (dense_strides(lengths), lengths.len());
        let arrays = infos.iter().filter(|info| info.kind == OperandKind::Array);
        let arrays = arrays.map(|info| {
            if let Some(value) = self.value(info, self.passes.len()) {
                let Held { memory, lengths, strides, .. } = &held[value];
                let column = Column { pointer: memory.ptr, size: memory.elem_size, shape: lengths, strides };
                return (column, AxisMap::at(0, rank));
            }
            let whole = self.place_of(info).unwrap_or(info);
            match whole.shape == self.shape {
                true => (column(whole), AxisMap::at(0, rank)),
                // `lacking` has asked for the map of each.
                false => (column(info), self.map(info).unwrap_or(AxisMap::OPEN)),
            }
        });
        let output = Column { pointer, size, shape: lengths, strides: &strides };
        let mut loops = Loops::new();
        // SAFETY: the caller's promise; arrays lie within the frame, as `compute` has found, and values have their lengths on it.
        unsafe {
            match loops.lay(&output, arrays.clone(), 0) {
                true => run_laid(&loops, &output, arrays, 0, false, work),
                false => run_plan(&output, arrays, 0, false, work),
            }
        }
    }

    /// Reduces the rows of `outer` matrices.
    ///
    /// # Safety
    /// There must be as many elements at `elements` as the matrices have, and room for the results at `to`.
    unsafe fn reduce(
        &self,
        functions: &Functions,
        [outer, rows, columns]: [usize; 3],
        elements: *const u8,
        to: *mut u8,
    ) {
        // SAFETY: the caller's promise: these are all elements, and each row or column has one part or result.
        unsafe {
            if columns == 1 {
                (functions.runs)(elements, outer, rows, to);
            } else {
                let (mut near, mut far) = (Nook::new(), Buffer::default());
                let memory = near.room(&mut far, Columns::parts_of(rows, columns), functions.part);
                for matrix in 0..outer {
                    let mut partial = Columns::within(NonNull::new_unchecked(memory), columns);
                    let first = elements.add(matrix * rows * columns * functions.element);
                    let part = to.add(matrix * columns * functions.part);
                    (functions.rows)(&mut partial, first, rows, columns as isize, Some(part));
                }
            }
            (functions.finish)(to, outer * columns, rows);
        }
    }
}

/// The bytes of an element of a result.
fn size(output: &Output<'_>) -> usize {
    match output {
        Output::New(_, size) => *size,
        Output::Place(place) => place.elem_size,
    }
}

/// Memory in C order for a result of these lengths, which [`Values::takes`] has found to fit.
fn memory(output: &mut Output<'_>, lengths: &[usize]) -> *mut u8 {
    match output {
        Output::New(new, _) => new.allocate(lengths, &dense_strides(lengths)),
        Output::Place(place) => place.ptr.cast_mut(),
    }
}

/// Notes that a new result is written.
///
/// # Safety
/// It must be, in the memory of [`memory`].
unsafe fn written(output: &mut Output<'_>) {
    if let Output::New(new, _) = output {
        // SAFETY: the caller's promise.
        unsafe { new.written() };
    }
}

/// True for an array of elements one after the other, in C order.
fn is_dense(info: &OperandInfo<'_>) -> bool {
    dense(&column(info)).is_some()
}

/// True if a shape is of a higher rank, or of the same one with more elements.
fn is_larger(one: &[usize], other: &[usize]) -> bool {
    one.len() > other.len() || one.len() == other.len() && one != other && product(one) > product(other)
}

/// True if the strides decrease, whatever gaps are between elements and whatever axes are reversed.
fn has_c_order(info: &OperandInfo<'_>) -> bool {
    let axes = info.shape.iter().zip(info.strides).filter(|&(&length, _)| length != 1);
    let mut outer = usize::MAX;
    axes.map(|(_, stride)| stride.unsigned_abs()).all(|stride| {
        let is_less = stride != 0 && stride < outer;
        outer = stride;
        is_less
    })
}

/// The axis of the frame on which an array's first axis lies.
fn offset(call: &Site<'_>, entry: usize, own: usize, rank: usize) -> Option<usize> {
    match call.site.alignment(entry) {
        Alignment::Axis(axis) if axis >= 0 => usize::try_from(axis).ok().filter(|&axis| axis + own <= rank),
        Alignment::Axes(_) => None,
        _ => rank.checked_sub(own),
    }
}

/// True if each axis of the array has the frame's length or 1.
fn fits(call: &Site<'_>, entry: usize, info: &OperandInfo<'_>, shape: &[usize]) -> bool {
    let Some(offset) = offset(call, entry, info.shape.len(), shape.len()) else { return false };
    info.shape.iter().zip(&shape[offset..]).all(|(&own, &length)| own == length || own == 1)
}

/// True if no axis is counted from the end.
fn counts_from_start(axes: ReducedAxes<'_>) -> bool {
    matches!(axes, ReducedAxes::Of(axes) if axes.iter().all(|&axis| axis >= 0))
}

/// The first of neighbouring axes that are reduced, and the axis after the last one; `None` for others.
fn neighbours(axes: ReducedAxes<'_>, rank: usize) -> Option<(usize, usize)> {
    let ReducedAxes::Of(axes) = axes else { return (rank > 0).then_some((0, rank)) };
    let (&first, others) = axes.split_first()?;
    let start = axis_of(first, rank)?;
    let next = |(start, end), &given| (axis_of(given, rank)? == end).then_some((start, end + 1));
    others.iter().try_fold((start, start + 1), next)
}
