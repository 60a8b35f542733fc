//! One reduction of whole arrays, the most frequent call; and what every small call does with a reduction and its result.

use core::ptr::NonNull;

use smallvec::SmallVec;

use super::MOST;
use super::layout::{is_dense, is_same};
use crate::call::plain::column;
use crate::call::reduced::blocks::MOST_TURNED;
#[cfg(feature = "rayon")]
use crate::call::reduced::divided;
use crate::call::reduced::limits::limit;
use crate::call::reduced::pass::{Pass, ResultSite};
use crate::call::reduced::resolve::Site;
use crate::call::reduced::rows::{piece, reduce, take_rows};
use crate::call::reduced::run::{Main, Output, Target};
use crate::call::runtime::run_plan;
use crate::exec::reduce::{Buffer, Columns, Functions, Nook};
use crate::exec::{self, Kernel, Way, Work};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::product;
use crate::plan::small::{COLUMNS, Column, Few, Loops, Run};
use crate::rules::axis_map::AxisMap;
use crate::rules::reduction::{ReducedAxes, ValueKind, axis_of};

/// The bytes of an array that is still in the second cache when the expression around its reduction reads it again.
const NEAR: usize = 256 * 1024;

/// Computes a call with one reduction, and returns true; or changes nothing. All arrays, of the reduction and of the expression around it, have one
/// shape and are dense in C order; those of a reduction of few elements may have any strides.
///
/// # Safety
/// As of [`evaluate`](super::evaluate).
pub(super) unsafe fn single(call: &Site<'_>, Target { output, main }: &mut Target<'_>) -> bool {
    let ([pass], [site]) = (call.passes, call.reductions.values) else { return false };
    let (Some(kernel), Some(functions), ValueKind::Reduction { of_one, .. }) = (pass.kernel, pass.functions, site.kind)
    else {
        return false;
    };
    let mut is_computed = false;
    kernel.list(&mut |infos| {
        let (mut inner, mut frame) = (Reading::new(), None);
        let is_read = inner.read(infos, &mut frame, None, true);
        let Some(shape) = frame.filter(|_| is_read) else { return };
        let run = &mut inner.run;
        let is_alike = |info: &OperandInfo<'_>| info.kind == OperandKind::Constant || is_same(info.shape, shape);
        run.count = product(shape);
        let Some(axes) = neighbours(site.axes, shape.len()).filter(|_| run.count != 0) else { return };
        let lengths @ [outer, rows, columns] = parts(shape, axes);
        let mut whole;
        let around = match *main {
            Main::Value { infos: [value] } if pass.is_viewed_by(value) => None,
            Main::Value { .. } => return,
            Main::Expression { infos, work } => {
                whole = Reading::new();
                if !whole.read(infos, &mut frame, Some(pass), false) || !whole.is_result(call) {
                    return;
                }
                Some((&mut whole, work))
            }
        };
        // A call of more elements is computed here run by run, with several threads only where each run is long enough for them. The expression
        // around the reduction reads its arrays a second time: the other path divides them into tiles, which stay in the caches, unless they
        // are one run.
        let is_whole = around.as_ref().is_some_and(|(around, ..)| around.has_whole());
        let bytes = run.count.saturating_mul(functions.element.max(size(output)).max(1));
        let is_few = bytes <= limit(MOST);
        let is_turned = functions.turns && rows <= MOST_TURNED;
        let is_far = is_whole && outer > 1 && bytes > limit(NEAR);
        #[cfg(feature = "rayon")]
        let is_divided = !is_few && pass.is_shared && divided::divide(lengths);
        #[cfg(not(feature = "rayon"))]
        let is_divided = false;
        let fits = is_few || inner.is_dense && (is_divided || columns == 1 && !pass.is_shared && !is_turned && !is_far);
        let result = Without { shape, axes: if is_whole { (0, 0) } else { axes }, keeps: call.reductions.keeps };
        // A result that lacks axes has no other order, and none has another if an array of its shape is dense in C order.
        let is_in_c_order = inner.is_dense || is_whole || !result.keeps;
        if !fits
            || !takes(output, result, is_in_c_order)
            || of_one && axes.1 != axes.0 + 1
            || !call.infos.iter().all(is_alike)
        {
            return;
        }
        if !call.are_types_held(shape, output, None) {
            return;
        }
        let (mut few, mut apart);
        apart = None;
        if !inner.is_dense {
            few = Few::new();
            apart = lay(&mut few, infos, shape, functions.element, kernel);
            if apart.is_none() {
                return;
            }
        }
        let Some(to) = NonNull::new(memory(output, result)) else { return };
        let run = &mut inner.run;
        let count = outer * columns;
        let block = if is_few { run.count } else { (MOST / functions.element.max(1)).max(1) };
        let bytes = |is_needed: bool, bytes: usize| if is_needed { bytes.next_multiple_of(Buffer::ALIGN) } else { 0 };
        let elements = bytes(!pass.is_bare || apart.is_some(), block.min(run.count) * functions.element);
        let is_direct = around.is_none() && functions.is_alike;
        let parts = bytes(!is_direct, count * functions.part.max(functions.out));
        let (mut near, mut far) = (Nook::new(), Buffer::default());
        let scratch = near.room(&mut far, elements + parts, 1);
        // SAFETY: the caller's promise; arrays have as many elements one after the other, and there is room for those of the expression and
        // for the results.
        unsafe {
            let own = if is_direct { to.as_ptr() } else { scratch.wrapping_add(elements) };
            (run.pointers[0], run.sizes[0]) = (scratch, functions.element);
            if let Some((loops, way)) = apart {
                loops.pointers[0] = scratch;
                exec::small(loops, kernel, way);
                reduce(functions, lengths, scratch, own);
            } else if is_divided {
                #[cfg(feature = "rayon")]
                divided::reduce(functions, run, (!pass.is_bare).then_some(kernel), lengths, own);
            } else if pass.is_bare {
                reduce(functions, lengths, run.pointers[1], own);
            } else if is_few {
                exec::one_run(run, kernel);
                reduce(functions, lengths, scratch, own);
            } else {
                in_blocks(functions, run, kernel, rows, block, own);
            }
            (functions.finish)(own, count, rows);
            if let Some((around, work)) = around {
                around.run((to.as_ptr(), size(output)), own, lengths, work);
            } else if !is_direct {
                core::ptr::copy_nonoverlapping(own, to.as_ptr(), count * functions.out);
            }
            output.written();
        }
        is_computed = true;
    });
    is_computed
}

/// Lays loops over arrays of one shape into the fresh `few`; `None` if they are left to the other path.
fn lay<'f>(
    few: &'f mut Few,
    infos: &[OperandInfo<'_>],
    shape: &[usize],
    size: usize,
    kernel: &dyn Kernel,
) -> Option<(&'f mut Loops, Way)> {
    let elements = Column { pointer: core::ptr::null(), size, shape, strides: &[] };
    let mut arrays = infos.iter().filter(|info| info.kind == OperandKind::Array);
    if !few.begin(&elements, shape.len()) || !arrays.all(|info| few.add(&column(info), shape, 0)) {
        return None;
    }
    let loops = few.finish();
    let way = exec::way_of_few(loops, &kernel.character())?;
    Some((loops, way))
}

/// The arrays and the values of a reduction that an expression reads. The arrays have the frame's shape.
struct Reading {
    run: Run,
    /// True if all arrays are dense in C order.
    is_dense: bool,
    /// The columns that lack the reduced axes, one bit each.
    lack: u32,
}

impl Reading {
    /// Nothing, for [`read`](Self::read) to fill.
    #[inline(always)]
    fn new() -> Self {
        Reading { run: Run::new(), is_dense: true, lack: 0 }
    }

    /// Reads a list, whose first array is the frame if there is none yet; false for other arrays, and without `takes_strides` for those that are not dense.
    fn read<'i>(
        &mut self,
        infos: &[OperandInfo<'i>],
        frame: &mut Option<&'i [usize]>,
        value: Option<&Pass<'_>>,
        takes_strides: bool,
    ) -> bool {
        let Self { run, is_dense: are_dense, lack } = self;
        run.columns = 1;
        for info in infos.iter().filter(|info| info.kind != OperandKind::Constant) {
            let is_value = value.is_some_and(|pass| pass.is_viewed_by(info));
            let mut is_whole = || {
                info.kind == OperandKind::Array
                    && is_same(info.shape, frame.get_or_insert(info.shape))
                    && (is_dense(info) || {
                        *are_dense = false;
                        takes_strides
                    })
            };
            if !is_value && !is_whole() || run.columns == COLUMNS {
                return false;
            }
            (run.pointers[run.columns], run.sizes[run.columns]) = (info.ptr, info.elem_size);
            *lack |= u32::from(is_value) << run.columns;
            run.columns += 1;
        }
        true
    }

    /// True if it reads an array.
    fn has_whole(&self) -> bool {
        (self.lack | 1).count_ones() < self.run.columns as u32
    }

    /// True if its elements are the result of a call: no `let` that nothing reads gives that more axes, and no place is an operand.
    fn is_result(&self, call: &Site<'_>) -> bool {
        let is_array = |&operand: &usize| call.infos[operand].kind == OperandKind::Array;
        let has_arrays = |result: &ResultSite<'_>| result.reads.operands.iter().any(is_array);
        let is_one = |result: &ResultSite<'_>| result.operand.is_none() && has_arrays(result) == self.has_whole();
        matches!(call.reductions.results, [result] if is_one(result))
    }

    /// Computes the elements of the expression, with `values` of the reduction, into memory for elements of a size.
    ///
    /// # Safety
    /// The kernel must read the list. There must be a value for each position before and after the reduced axes, and room for all elements.
    unsafe fn run(&mut self, (to, size): (*mut u8, usize), values: *const u8, lengths: [usize; 3], work: Work<'_>) {
        (self.run.pointers[0], self.run.sizes[0]) = (to, size);
        for column in (1..self.run.columns).filter(|column| self.lack >> column & 1 == 1) {
            self.run.pointers[column] = values;
        }
        let lack = if self.has_whole() { self.lack } else { self.lack | 1 };
        // SAFETY: the caller's promise.
        unsafe { run_columns(&mut self.run, lengths, lack, work) }
    }
}

/// Computes an expression of dense arrays with so many positions before, along and after some axes, which the columns of the set `lack` do not have:
/// one row, or rows in which these stand still or are repeated. If the output lacks them, all others do.
///
/// # Safety
/// The kernel must read arrays at the pointers of the run, and there must be room for the elements at the first.
pub(super) unsafe fn run_columns(run: &mut Run, lengths: [usize; 3], lack: u32, work: Work<'_>) {
    let [before, along, after] = lengths;
    let is_one_row = lack == 0 || lack == (1 << run.columns) - 1;
    run.count = before * after * if lack & 1 == 1 { 1 } else { along };
    // SAFETY: the caller's promise.
    unsafe {
        if let Some(kernel) = work.alone(run.count) {
            if is_one_row {
                return exec::one_run(run, kernel);
            }
            let mut loops = Loops::new();
            loops.lay_lacking(run, lengths, lack);
            if let Some(way) = exec::way(&loops, &kernel.character()) {
                return exec::small(&mut loops, kernel, way);
            }
        }
        let lacking = [before, 1, after];
        let strides = [along * after, after, 1].map(|stride| stride as isize);
        let of_lacking = [after as isize, 0, 1];
        let column = |column: usize| {
            let (pointer, size) = (run.pointers[column], run.sizes[column]);
            match lack >> column & 1 == 1 {
                true => Column { pointer, size, shape: &lacking, strides: &of_lacking },
                false => Column { pointer, size, shape: &lengths, strides: &strides },
            }
        };
        let columns = (1..run.columns).map(|number| (column(number), AxisMap::at(0, lengths.len())));
        run_plan(&column(0), columns, 0, false, work);
    }
}

/// Computes the elements of a run block by block in the memory of its output, and writes the parts of each `length` of them.
///
/// # Safety
/// The kernel must read the arrays of the run. There must be room for the elements of a block, and for all parts.
unsafe fn in_blocks(functions: &Functions, run: &Run, kernel: &dyn Kernel, length: usize, block: usize, to: *mut u8) {
    let (mut near, mut far) = (Nook::new(), Buffer::default());
    let memory = near.room(&mut far, Columns::parts_of(length, 1), functions.part);
    let several = (block / length).max(1);
    for done in (0..run.count / length).step_by(several) {
        let (count, part) = (several.min(run.count / length - done), to.wrapping_add(done * functions.part));
        // SAFETY: the caller's promise; there is memory.
        unsafe {
            if several > 1 {
                let runs = piece(run, done * length, count * length);
                exec::one_run(&runs, kernel);
                (functions.runs)(runs.pointers[0], count, length, part);
            } else {
                let mut columns = Columns::within(NonNull::new_unchecked(memory), 1);
                let rows = done * length..(done + 1) * length;
                take_rows(functions, run, Some(kernel), rows, block, &mut columns, Some(part));
            }
        }
    }
}

/// The positions before, along and after neighbouring axes of a shape.
#[inline(always)]
pub(super) fn parts(shape: &[usize], (start, end): (usize, usize)) -> [usize; 3] {
    [product(&shape[..start]), product(&shape[start..end]), product(&shape[end..])]
}

/// A shape without some neighbouring axes, which reductions keep as 1 or leave out.
#[derive(Clone, Copy)]
pub(super) struct Without<'a> {
    pub(super) shape: &'a [usize],
    /// The first of the axes, and the axis after the last one.
    pub(super) axes: (usize, usize),
    pub(super) keeps: bool,
}

impl<'a> Without<'a> {
    #[inline(always)]
    fn ones(self) -> usize {
        if self.keeps { self.axes.1 - self.axes.0 } else { 0 }
    }

    #[inline(always)]
    fn rank(self) -> usize {
        self.shape.len() - (self.axes.1 - self.axes.0) + self.ones()
    }

    /// True for this shape.
    #[inline(always)]
    fn is(self, other: &[usize]) -> bool {
        let (start, end, ones) = (self.axes.0, self.axes.1, self.ones());
        other.len() == self.rank()
            && is_same(&other[..start], &self.shape[..start])
            && other[start..start + ones].iter().all(|&length| length == 1)
            && is_same(&other[start + ones..], &self.shape[end..])
    }

    /// Its lengths: a part of the other shape, or written to `memory`.
    #[inline(always)]
    fn lengths<'m>(self, memory: &'m mut SmallVec<[usize; 6]>) -> &'m [usize]
    where
        'a: 'm,
    {
        let (before, after) = (&self.shape[..self.axes.0], &self.shape[self.axes.1..]);
        match (before, self.ones(), after) {
            ([], 0, lengths) | (lengths, 0, []) => lengths,
            (_, ones, _) => {
                memory.extend(before.iter().copied().chain(core::iter::repeat_n(1, ones)).chain(after.iter().copied()));
                memory
            }
        }
    }
}

/// True if a result of this shape can be written in C order, if a new one of several axes may have that.
#[inline(always)]
pub(super) fn takes(output: &Output<'_>, shape: Without<'_>, is_in_c_order: bool) -> bool {
    match output {
        Output::New(new, _) => new.takes_rank(shape.rank()) && (is_in_c_order || shape.rank() < 2),
        Output::Place(place) => shape.is(place.shape) && is_dense(place),
    }
}

/// The bytes of an element of a result.
pub(super) fn size(output: &Output<'_>) -> usize {
    match output {
        Output::New(_, size) => *size,
        Output::Place(place) => place.elem_size,
    }
}

/// Memory in C order for a result of this shape, which [`takes`] has found to fit.
#[inline(always)]
pub(super) fn memory(output: &mut Output<'_>, shape: Without<'_>) -> *mut u8 {
    match output {
        Output::New(new, _) => {
            let mut memory = SmallVec::new();
            new.allocate(shape.lengths(&mut memory), &[])
        }
        Output::Place(place) => place.ptr.cast_mut(),
    }
}

/// The first of neighbouring axes that are reduced, and the axis after the last one; `None` for others.
#[inline(always)]
pub(super) fn neighbours(axes: ReducedAxes<'_>, rank: usize) -> Option<(usize, usize)> {
    let ReducedAxes::Of(axes) = axes else { return (rank > 0).then_some((0, rank)) };
    let (&first, others) = axes.split_first()?;
    let start = axis_of(first, rank)?;
    let next = |(start, end), &given| (axis_of(given, rank)? == end).then_some((start, end + 1));
    others.iter().try_fold((start, start + 1), next)
}

/// The neighbouring axes that a reduction takes of an expression that lacks some of the frame's, next to these; `None` for others, and where the number of
/// an axis could be that in the expression.
pub(super) fn reduced(axes: ReducedAxes<'_>, rank: usize, lacks: Option<(usize, usize)>) -> Option<(usize, usize)> {
    let (start, end) = neighbours(axes, rank)?;
    let ReducedAxes::Of(numbers) = axes else { return lacks.is_none().then_some((start, end)) };
    let fits = lacks.is_none_or(|(first, after)| {
        end == first && numbers.iter().all(|&axis| axis >= 0)
            || start == after && first == 0 && numbers.iter().all(|&axis| axis < 0)
    });
    fits.then_some((start, end))
}
