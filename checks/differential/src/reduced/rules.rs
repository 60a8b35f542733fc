//! The rules of reductions, from their text in `docs/reference.md`: a call's frame, the axes of each reduction, and the result's.

use super::{BINS, Call, CallMode, Setting};
use crate::model::{Case, Mode, Own};
use crate::program::{Axes, Expr, Form, Reduction};

/// The axes of the frame that something has, and its length on each.
#[derive(Clone, Debug)]
pub struct Extent {
    pub has: Vec<bool>,
    pub lengths: Vec<usize>,
}

/// An array of the frame.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The frame's axis of each of its own.
    pub axes: Vec<Option<usize>>,
    extent: Extent,
    is_whole: bool,
    /// An option puts it there.
    is_placed: bool,
}

/// A legal call.
#[derive(Clone, Debug)]
pub struct Resolved {
    pub frame: Vec<usize>,
    /// `None` for a place that is no operand.
    pub arrays: Vec<Option<Placed>>,
    pub results: Vec<Kept>,
}

/// The axes of a result.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The frame's axis of each.
    pub axes: Vec<Option<usize>>,
    pub shape: Vec<usize>,
}

/// The call with its variables, or `None` if it is refused.
pub fn resolve(call: &Call, setting: &Setting) -> Option<Resolved> {
    let (frame, arrays) = match &call.mode {
        CallMode::Plain(_, mode) => plain(call, setting, *mode)?,
        CallMode::Named { arrays, place, to } => named(setting, arrays, place.as_ref(), to.as_ref())?,
    };
    let rules = Rules { call, setting, frame: &frame, arrays: &arrays };
    let outside = call.outside();
    let all = outside.concat();
    let taken = rules.all_taken(&all)?;
    for leaves in &outside {
        // `to` says where everything outside of all reductions lies.
        if !call.has_to {
            rules.check_beside(leaves)?;
        }
    }
    rules.check_all_axes(&all)?;
    let kept = |rules: &Rules<'_>| {
        let kept = outside.iter().map(|leaves| rules.kept(&rules.joined(leaves)?, &taken));
        kept.collect::<Option<Vec<Kept>>>()
    };
    let own = kept(&rules)?;
    let mut read = arrays.clone();
    for number in (0..call.arrays).filter(|&number| arrays[number].is_none() && call.reads(number)) {
        // To other results, a place that lies on the axes of its own is an array there.
        let Kept { axes, shape } = &own[number];
        if *shape != setting.shapes[number] {
            return None;
        }
        read[number] = Some(placed(shape, axes.clone(), frame.len(), true));
    }
    let arrays = read;
    let rules = Rules { call, setting, frame: &frame, arrays: &arrays };
    let results = kept(&rules)?.into_iter().enumerate().map(|(number, kept)| rules.in_place(number, kept));
    let results = results.collect::<Option<Vec<Kept>>>()?;
    Some(Resolved { frame, arrays, results })
}

/// Of a NAME that nothing has.
pub const NO_LENGTH: usize = usize::MAX;

type Frame = (Vec<usize>, Vec<Option<Placed>>);

fn placed(shape: &[usize], axes: Vec<Option<usize>>, rank: usize, is_placed: bool) -> Placed {
    let mut extent = Extent { has: vec![false; rank], lengths: vec![1; rank] };
    for (&length, axis) in shape.iter().zip(&axes) {
        if let Some(axis) = *axis {
            extent.has[axis] = true;
            extent.lengths[axis] = length;
        }
    }
    Placed { axes, extent, is_whole: shape.len() == rank, is_placed }
}

/// The frame of a mode: that of the same call without reductions.
fn plain(call: &Call, setting: &Setting, mode: Mode) -> Option<Frame> {
    let is_place = |array: usize| array < call.places() || array == 0 && call.is_in_place();
    let is_read: Vec<bool> = (0..call.arrays).map(|array| call.reads(array)).collect();
    let ranks = |is_counted: &dyn Fn(usize) -> bool| {
        let counted = (0..call.arrays).filter(|&array| is_read[array] && is_counted(array));
        counted.map(|array| setting.shapes[array].len()).max()
    };
    let joins = matches!(mode, Mode::Numpy | Mode::Paddle | Mode::Ncnn) && !call.has_to;
    // A place of a lower rank lies on the axes of its result, beside reductions; a number that one reads lies anywhere.
    let most = if call.is_in_place() { ranks(&|array| array != 0) } else { ranks(&|_| true) };
    let is_number = joins && call.is_in_place() && setting.shapes[0].is_empty() && call.reduces(0);
    let is_lower = |array: usize| most > Some(setting.shapes[array].len());
    let is_beside = |array: usize| is_place(array) && call.has_reductions() && is_lower(array) && !is_number;
    let (takes_part, skipped): (Vec<usize>, Vec<usize>) =
        (0..call.arrays).partition(|&array| is_read[array] && !is_beside(array));
    let (is_axis, is_axes) = (matches!(mode, Mode::Pdpd | Mode::Paddle), mode == Mode::Explicit);
    let mut own = vec![None; takes_part.len()];
    if call.has_own {
        *own.last_mut()? = Some(Own::Axis(setting.axis));
    }
    let case = Case {
        mode,
        shapes: takes_part.iter().map(|&array| setting.shapes[array].clone()).collect(),
        axis: if is_axis { setting.axis } else { -1 },
        axes: is_axes.then(|| setting.axes.clone()),
        to: call.has_to.then(|| setting.to.clone()),
        base: (matches!(mode, Mode::Unidirectional | Mode::Pdpd) && !call.has_to).then_some(0),
        own,
        // Where no array leads, a place that is an operand is an array like any other.
        place: (call.is_in_place() && skipped.is_empty() && !joins).then(|| (setting.shapes[0].clone(), Some(0))),
    };
    let answer = case.answer()?;
    let rank = answer.shape.len();
    let mut arrays = vec![None; call.arrays];
    for (entry, (&array, axes)) in takes_part.iter().zip(answer.maps).enumerate() {
        let is_placed = is_axis || is_axes || case.own[entry].is_some();
        arrays[array] = Some(placed(&case.shapes[entry], axes, rank, is_placed));
    }
    Some((answer.shape, arrays))
}

/// The frame of mode named: one axis a NAME, each of one length.
fn named(
    setting: &Setting,
    entries: &[Vec<usize>],
    place: Option<&Vec<usize>>,
    to: Option<&Vec<usize>>,
) -> Option<Frame> {
    let mut lengths: Vec<Option<usize>> = vec![None; BINS + 1];
    if to.is_some() {
        lengths[BINS] = Some(setting.bins);
    }
    let stated = setting.shapes.iter().zip(entries).chain(place.map(|place| (&setting.place, place)));
    for (shape, entry) in stated {
        if shape.len() != entry.len() {
            return None;
        }
        for (&length, &axis) in shape.iter().zip(entry) {
            if *lengths[axis].get_or_insert(length) != length {
                return None;
            }
        }
    }
    let frame: Vec<usize> = lengths.into_iter().map(|length| length.unwrap_or(NO_LENGTH)).collect();
    if to.is_some_and(|to| to.iter().any(|&axis| frame[axis] == NO_LENGTH)) {
        return None;
    }
    let arrays = setting.shapes.iter().zip(entries);
    let arrays = arrays
        .map(|(shape, entry)| Some(placed(shape, entry.iter().copied().map(Some).collect(), BINS + 1, true)))
        .collect();
    Some((frame, arrays))
}

/// The rules that look into expressions.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    pub call: &'a Call,
    pub setting: &'a Setting,
    pub frame: &'a [usize],
    pub arrays: &'a [Option<Placed>],
}

/// An array in a reduction or beside one, with the axes that inner reductions leave.
struct Seen<'a> {
    array: &'a Placed,
    has: Vec<bool>,
}

impl<'a> Rules<'a> {
    fn is_named(&self) -> bool {
        matches!(self.call.mode, CallMode::Named { .. })
    }

    /// The axes of a result, beside what stands outside of all reductions.
    fn kept(&self, outside: &Extent, taken: &[usize]) -> Option<Kept> {
        let Rules { call, frame, .. } = *self;
        let is_taken = |axis: usize| taken.contains(&axis);
        let (axes, shape): (Vec<usize>, Vec<usize>) = match &call.mode {
            CallMode::Plain(_, mode) => {
                let keeps = call.keep || call.has_to || matches!(mode, Mode::Explicit | Mode::Bidirectional);
                let length = |axis: usize| match () {
                    () if !is_taken(axis) || call.has_to => frame[axis],
                    () => outside.lengths[axis],
                };
                let kept = (0..frame.len()).filter(|&axis| !is_taken(axis) || outside.has[axis] || keeps);
                kept.map(|axis| (axis, length(axis))).unzip()
            }
            CallMode::Named { arrays: entries, place, to } => {
                let stays = |axis: usize| outside.has[axis];
                let own = if call.is_in_place() { Some(&entries[0]) } else { place.as_ref().or(to.as_ref()) };
                let kept = match own {
                    Some(listed) => {
                        (0..frame.len()).all(|axis| !stays(axis) || listed.contains(&axis)).then(|| listed.clone())?
                    }
                    None => {
                        let mut kept = Vec::new();
                        for &axis in entries.iter().flatten() {
                            if stays(axis) && !kept.contains(&axis) {
                                kept.push(axis);
                            }
                        }
                        // A NAME that no array has needs a length.
                        (0..frame.len()).all(|axis| !stays(axis) || kept.contains(&axis)).then_some(kept)?
                    }
                };
                kept.into_iter().map(|axis| (axis, frame[axis])).unzip()
            }
        };
        Some(Kept { axes: axes.into_iter().map(Some).collect(), shape })
    }

    /// The axes of a result in its place, if it has one.
    fn in_place(&self, number: usize, kept: Kept) -> Option<Kept> {
        let Rules { call, setting, frame, .. } = *self;
        let CallMode::Plain(_, mode) = call.mode else { return Some(kept) };
        let place = match call.form {
            Form::Place => &setting.place,
            Form::Compound(_) | Form::InPlace => &setting.shapes[0],
            Form::New if number < call.places() => &setting.shapes[number],
            Form::New => return Some(kept),
        };
        let Kept { axes, shape } = kept;
        let is_operand = call.is_in_place() || number < call.places() && call.reads(number);
        let may_stretch = matches!(mode, Mode::Numpy | Mode::Unidirectional) && !call.has_to;
        let stretches = axes.len() == frame.len() && may_stretch && !is_operand;
        let more = place.len().checked_sub(shape.len())?;
        let fits = shape.iter().zip(&place[more..]).all(|(&own, &at)| own == at || own == 1 && stretches);
        // Positions count the frame's axes.
        let is_legal = fits && (more == 0 || stretches && !call.has_positions());
        is_legal.then(|| Kept { axes: [vec![None; more], axes].concat(), shape: place.clone() })
    }

    /// The axes and lengths of what stands side by side.
    pub fn joined(&self, leaves: &[Expr]) -> Option<Extent> {
        let mut joined = Extent { has: vec![false; self.frame.len()], lengths: vec![1; self.frame.len()] };
        for leaf in leaves {
            let own = self.extent(leaf)?;
            for axis in 0..self.frame.len() {
                joined.has[axis] |= own.has[axis];
                if joined.lengths[axis] == 1 {
                    joined.lengths[axis] = own.lengths[axis];
                }
            }
        }
        Some(joined)
    }

    fn extent(&self, leaf: &Expr) -> Option<Extent> {
        let mut extent = Extent { has: vec![false; self.frame.len()], lengths: vec![1; self.frame.len()] };
        match leaf {
            Expr::Array(array) => Some(self.arrays[*array].as_ref().map_or(extent, |array| array.extent.clone())),
            Expr::Position(axes) => {
                let axis = self.axis(axes)?;
                extent.has[axis] = true;
                extent.lengths[axis] = self.frame[axis];
                Some(extent)
            }
            Expr::Length(axes) => self.axis(axes).map(|_| extent),
            _ => {
                let (taken, mut over) = self.taken(leaf)?;
                for axis in taken {
                    over.has[axis] = false;
                    over.lengths[axis] = 1;
                }
                Some(over)
            }
        }
    }

    /// The axis of a position.
    pub fn axis(&self, axes: &Axes) -> Option<usize> {
        match axes {
            Axes::Variable(variable) => self.counted(self.setting.variables[*variable][0]),
            Axes::Names(names) => Some(names[0]).filter(|&name| self.frame[name] != NO_LENGTH),
            Axes::All => None,
        }
    }

    /// The frame's axis of a number.
    fn counted(&self, given: i64) -> Option<usize> {
        let rank = self.frame.len() as i64;
        let axis = if given < 0 { given + rank } else { given };
        (0..rank).contains(&axis).then_some(axis as usize)
    }

    /// The axes that a reduction takes, in order, and what its expression runs over; `None` if a rule refuses it.
    pub fn taken(&self, reduction: &Expr) -> Option<(Vec<usize>, Extent)> {
        let (axes, of_none, of_one) = match reduction {
            Expr::Reduced(reduction, axes, _) => {
                let of_none = matches!(reduction, Reduction::Sum | Reduction::Prod | Reduction::Mean);
                (axes, of_none, matches!(reduction, Reduction::ArgMin | Reduction::ArgMax))
            }
            Expr::Tested(_, axes, _) => (axes, true, false),
            _ => return None,
        };
        let inside = self.call.inside(reduction);
        // A place that lies on the result's axes has none of the frame's.
        let is_beside = |leaf: &Expr| matches!(leaf, Expr::Array(array) if self.arrays[*array].is_none());
        if inside.iter().any(is_beside) {
            return None;
        }
        let over = self.joined(&inside)?;
        let own: Vec<usize> = (0..self.frame.len()).filter(|&axis| over.has[axis]).collect();
        let mut taken = match axes {
            Axes::All => own.clone(),
            Axes::Names(names) => names.clone(),
            Axes::Variable(variable) => {
                let mut taken = Vec::new();
                for &given in &self.setting.variables[*variable] {
                    let axis = self.counted(given)?;
                    // Rule 3: the same number, counted among the expression's own axes.
                    let at = if given < 0 { given + own.len() as i64 } else { given };
                    let other = usize::try_from(at).ok().and_then(|at| own.get(at));
                    if taken.contains(&axis) || other.is_some_and(|&other| other != axis) {
                        return None;
                    }
                    taken.push(axis);
                }
                taken
            }
        };
        taken.sort_unstable();
        let is_absent = taken.iter().any(|&axis| !over.has[axis]);
        let is_empty = !of_none && taken.iter().any(|&axis| over.lengths[axis] == 0);
        if taken.is_empty() || is_absent || is_empty || of_one && taken.len() != 1 {
            return None;
        }
        if !self.is_named() && !self.call.allows_pairs {
            self.check_pairs(&inside, &taken)?;
        }
        self.check_beside(&inside)?;
        Some((taken, over))
    }

    /// Everything that reductions take, at any depth.
    fn all_taken(&self, leaves: &[Expr]) -> Option<Vec<usize>> {
        let mut all = Vec::new();
        for leaf in leaves.iter().filter(|leaf| matches!(leaf, Expr::Reduced(..) | Expr::Tested(..))) {
            all.extend(self.taken(leaf)?.0);
            all.extend(self.all_taken(&self.call.inside(leaf))?);
        }
        Some(all)
    }

    /// All reductions over `..` take the same axes.
    fn check_all_axes(&self, leaves: &[Expr]) -> Option<()> {
        let mut all = Vec::new();
        self.axes_of_all(leaves, &mut all)?;
        all.windows(2).all(|pair| pair[0] == pair[1]).then_some(())
    }

    fn axes_of_all(&self, leaves: &[Expr], into: &mut Vec<Vec<usize>>) -> Option<()> {
        for leaf in leaves {
            if let Expr::Reduced(_, axes, _) | Expr::Tested(_, axes, _) = leaf {
                if matches!(axes, Axes::All) {
                    into.push(self.taken(leaf)?.0);
                }
                self.axes_of_all(&self.call.inside(leaf), into)?;
            }
        }
        Some(())
    }

    /// The arrays at any depth, with the axes that reductions on the way leave.
    fn seen(&self, leaves: &[Expr], hidden: &[usize], into: &mut Vec<Seen<'a>>) -> Option<()> {
        for leaf in leaves {
            match leaf {
                Expr::Array(array) => {
                    if let Some(array) = &self.arrays[*array] {
                        let mut has = array.extent.has.clone();
                        hidden.iter().for_each(|&axis| has[axis] = false);
                        into.push(Seen { array, has });
                    }
                }
                Expr::Reduced(..) | Expr::Tested(..) => {
                    let hidden = [hidden, &self.taken(leaf)?.0].concat();
                    self.seen(&self.call.inside(leaf), &hidden, into)?;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Rule 9: two arrays that stretch for each other along two axes that are taken.
    fn check_pairs(&self, inside: &[Expr], taken: &[usize]) -> Option<()> {
        let array = |leaf: &Expr| match leaf {
            Expr::Array(array) => self.arrays[*array].as_ref(),
            _ => None,
        };
        let arrays = || inside.iter().filter_map(array);
        let long = |array: &Placed, axis: usize| array.extent.has[axis] && array.extent.lengths[axis] != 1;
        let only = |one: &Placed, other: &Placed| taken.iter().any(|&axis| long(one, axis) && !long(other, axis));
        let is_pair = |one: &Placed| arrays().any(|other| only(one, other) && only(other, one));
        (!arrays().any(is_pair)).then_some(())
    }

    /// Rule 4: where arrays of a lower rank lie beside reductions.
    fn check_beside(&self, leaves: &[Expr]) -> Option<()> {
        if self.is_named() {
            return Some(());
        }
        let mut arrays = Vec::new();
        self.seen(leaves, &[], &mut arrays)?;
        for axis in self.all_taken(leaves)? {
            let is_position = |leaf: &Expr| matches!(leaf, Expr::Position(axes) if self.axis(axes) == Some(axis));
            let mut beside = arrays.iter().filter(|seen| seen.has[axis]).peekable();
            let is_open = beside.peek().is_some() && beside.all(|seen| !seen.array.is_whole && !seen.array.is_placed);
            if is_open && !leaves.iter().any(is_position) {
                return None;
            }
        }
        Some(())
    }
}
