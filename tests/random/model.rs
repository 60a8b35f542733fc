//! An independent model of the modes, written from their table in small steps with plain index arithmetic: shapes and
//! options in, the result's shape and the element of each operand at each position out.

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    None,
    Numpy,
    Unidirectional,
    Pdpd,
    Paddle,
    Explicit,
    Bidirectional,
    Ncnn,
}

/// One call's shapes and options.
#[derive(Clone, Debug)]
pub struct Case {
    pub mode: Mode,
    pub shapes: Vec<Vec<usize>>,
    /// `axis`, for pdpd and paddle.
    pub axis: i64,
    /// `axes`, for explicit: the same for every operand.
    pub axes: Option<Vec<i64>>,
    pub to: Option<Vec<usize>>,
    pub base: Option<usize>,
    /// An operand's own alignment, `axis(..)` or `axes(..)`.
    pub own: Vec<Option<Own>>,
    /// The shape of the place, and the index of the operand that is the place.
    pub place: Option<(Vec<usize>, Option<usize>)>,
}

#[derive(Clone, Debug)]
pub enum Own {
    Axis(i64),
    Axes(Vec<i64>),
}

/// The result of a call: its shape, and the output axis of each axis of each operand (`None` for a dropped 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub shape: Vec<usize>,
    pub maps: Vec<Vec<Option<usize>>>,
}

impl Answer {
    /// The index into an operand of this shape at a position of the result.
    pub fn index(&self, operand: usize, shape: &[usize], position: &[usize]) -> Vec<usize> {
        let axes = self.maps[operand].iter().zip(shape);
        axes.map(|(axis, &length)| if length == 1 { 0 } else { position[axis.expect("only a 1 is dropped")] }).collect()
    }
}

/// The axes of a shape of rank `rank` whose first axis sits at `first`.
fn from(first: usize, rank: usize) -> Vec<Option<usize>> {
    (first..first + rank).map(Some).collect()
}

/// pdpd's alignment: the first axis at `axis`, trailing ones beyond the end dropped.
fn pdpd(shape: &[usize], rank: usize, axis: i64) -> Option<Vec<Option<usize>>> {
    if axis < -1 || shape.len() > rank {
        return None;
    }
    let axis = if axis == -1 { rank - shape.len() } else { usize::try_from(axis).ok()? };
    if axis > rank {
        return None;
    }
    let sits = |i: usize| if axis + i < rank { Some(Some(axis + i)) } else { None };
    let tail_from = shape.len() - shape.iter().rev().take_while(|&&length| length == 1).count();
    (0..shape.len()).map(|i| sits(i).or(if i >= tail_from { Some(None) } else { None })).collect()
}

/// explicit's alignment: axis i at `axes[i]`.
fn explicit(shape: &[usize], rank: usize, axes: &[i64]) -> Option<Vec<Option<usize>>> {
    let fits = axes.len() == shape.len()
        && axes.iter().all(|&axis| (0..rank as i64).contains(&axis))
        && axes.windows(2).all(|pair| pair[0] < pair[1]);
    fits.then(|| axes.iter().map(|&axis| Some(axis as usize)).collect())
}

/// The join of two lengths that may both stretch.
fn join(one: usize, other: usize) -> Option<usize> {
    match (one, other) {
        (1, length) | (length, 1) => Some(length),
        _ => (one == other).then_some(one),
    }
}

/// The join of shapes aligned axis by axis or at the right.
fn join_all<'a>(rank: usize, shapes: impl Iterator<Item = &'a Vec<usize>>) -> Option<Vec<usize>> {
    let mut joined = vec![1; rank];
    for shape in shapes {
        let first = rank - shape.len();
        for (i, &length) in shape.iter().enumerate() {
            joined[first + i] = join(joined[first + i], length)?;
        }
    }
    Some(joined)
}

impl Case {
    fn voters(&self) -> impl Iterator<Item = &Vec<usize>> + Clone {
        self.shapes.iter().zip(&self.own).filter(|(_, own)| own.is_none()).map(|(shape, _)| shape)
    }

    fn longest(&self) -> usize {
        self.voters().chain(&self.to).map(Vec::len).max().unwrap_or(0)
    }

    /// The shape of the result before operands of lower rank contribute, and whether it is fixed.
    fn frame(&self) -> Option<(Vec<usize>, bool)> {
        let compound = self.place.as_ref().filter(|(_, operand)| operand.is_some()).map(|(shape, _)| shape.clone());
        let first = || (0..self.shapes.len()).find(|&i| self.own[i].is_none()).map(|i| self.shapes[i].clone());
        let place = || self.place.as_ref().map(|(shape, _)| shape.clone());
        let no_voter = self.voters().next().is_none();
        match self.mode {
            Mode::Numpy if no_voter => {
                self.to.clone().or_else(place).or_else(|| self.placed()).map(|shape| (shape, true))
            }
            Mode::Numpy => match &self.to {
                Some(to) => Some((to.clone(), true)),
                None => Some((join_all(self.longest(), self.voters())?, false)),
            },
            Mode::Bidirectional => {
                let rank = self.longest();
                Some((join_all(rank, self.voters().chain(&self.to))?, false))
            }
            Mode::Unidirectional | Mode::Pdpd => {
                let a = self.to.clone().or(compound).or_else(|| self.base.map(|i| self.shapes[i].clone()));
                a.or_else(first).or_else(place).map(|shape| (shape, true))
            }
            Mode::Explicit => self.to.clone().or_else(place).map(|shape| (shape, true)),
            Mode::None => first().map(|shape| (shape, true)),
            Mode::Paddle | Mode::Ncnn => {
                let rank = self.longest();
                let of_that_rank = self.voters().chain(&self.to).filter(|shape| shape.len() == rank);
                Some((join_all(rank, of_that_rank)?, false))
            }
        }
    }

    /// The join of operands that all have an alignment of their own: as many axes as they reach, each with one of them on it.
    fn placed(&self) -> Option<Vec<usize>> {
        let end = |(shape, own): (&Vec<usize>, &Option<Own>)| match own {
            Some(Own::Axes(axes)) => axes.iter().max().map_or(0, |&last| i128::from(last) + 1),
            Some(Own::Axis(axis)) => shape.len() as i128 + i128::from(*axis).max(0),
            None => shape.len() as i128,
        };
        let rank = usize::try_from(self.shapes.iter().zip(&self.own).map(end).fold(0, i128::max)).ok()?;
        if rank > self.shapes.iter().map(Vec::len).sum() {
            return None;
        }
        let mut lengths = vec![None; rank];
        for (operand, shape) in self.shapes.iter().enumerate() {
            for (&length, axis) in shape.iter().zip(self.map(operand, &vec![1; rank])?) {
                let joined = &mut lengths[axis?];
                *joined = Some(join(joined.unwrap_or(1), length)?);
            }
        }
        lengths.into_iter().collect()
    }

    /// True if this operand gives the result its shape.
    fn is_a(&self, operand: usize) -> bool {
        if self.to.is_some() || self.own[operand].is_some() {
            return false;
        }
        let compound = self.place.as_ref().and_then(|(_, operand)| *operand);
        match self.mode {
            Mode::Unidirectional | Mode::Pdpd => {}
            // There the place is the target itself.
            Mode::Explicit => return compound == Some(operand),
            _ => return false,
        }
        match compound.or(self.base) {
            Some(a) => a == operand,
            None => self.own.iter().position(Option::is_none) == Some(operand),
        }
    }

    fn map(&self, operand: usize, frame: &[usize]) -> Option<Vec<Option<usize>>> {
        let (shape, rank) = (&self.shapes[operand], frame.len());
        match &self.own[operand] {
            Some(Own::Axis(axis)) => return pdpd(shape, rank, *axis),
            Some(Own::Axes(axes)) => return explicit(shape, rank, axes),
            None => {}
        }
        if self.is_a(operand) {
            return Some(from(0, rank));
        }
        let right = || rank.checked_sub(shape.len()).map(|first| from(first, shape.len()));
        match self.mode {
            Mode::None => (shape.len() == rank).then(|| from(0, rank)),
            Mode::Numpy | Mode::Unidirectional | Mode::Bidirectional => right(),
            Mode::Pdpd => pdpd(shape, rank, self.axis),
            Mode::Explicit => match &self.axes {
                Some(axes) => explicit(shape, rank, axes),
                None => (shape.len() == rank).then(|| from(0, rank)),
            },
            Mode::Paddle => match shape.len() {
                length if length == rank => Some(from(0, rank)),
                length if length > rank => None,
                length => {
                    let first = if self.axis == -1 { rank - length } else { usize::try_from(self.axis).ok()? };
                    (first + length <= rank).then(|| from(first, length))
                }
            },
            Mode::Ncnn if shape.len() == 1 && rank >= 2 => {
                Some(if shape[0] == frame[0] { vec![Some(0)] } else { vec![Some(rank - 1)] })
            }
            Mode::Ncnn => (shape.len() <= rank).then(|| from(0, shape.len())),
        }
    }

    /// True if the options' values are valid.
    fn options_fit(&self, rank: usize) -> bool {
        match self.mode {
            Mode::Pdpd => (-1..=rank as i64).contains(&self.axis),
            Mode::Paddle => {
                let mut shapes = self.voters().chain(&self.to);
                let first = shapes.next();
                let identical = shapes.clone().all(|shape| Some(shape) == first);
                let equal_ranks = self.voters().chain(&self.to).all(|shape| shape.len() == rank);
                let in_range = (-1..(rank as i64)).contains(&self.axis) || rank == 0 && self.axis == -1;
                identical || if equal_ranks { matches!(self.axis, -1 | 0) } else { in_range }
            }
            Mode::Explicit => {
                let fits = |axes: &Vec<i64>| {
                    axes.iter().all(|axis| (0..rank as i64).contains(axis)) && axes.is_sorted_by(|one, next| one < next)
                };
                self.axes.as_ref().is_none_or(fits)
            }
            _ => true,
        }
    }

    /// The result of the call, or `None` if it is refused.
    pub fn answer(&self) -> Option<Answer> {
        let (mut frame, is_fixed) = self.frame()?;
        let rank = frame.len();
        if !self.options_fit(rank) {
            return None;
        }
        let maps: Vec<_> = (0..self.shapes.len()).map(|i| self.map(i, &frame)).collect::<Option<_>>()?;
        if !is_fixed {
            // Voters of lower rank may stretch it.
            for (operand, map) in maps.iter().enumerate().filter(|(operand, _)| self.own[*operand].is_none()) {
                for (&length, axis) in self.shapes[operand].iter().zip(map) {
                    let axis = axis.expect("nothing is dropped in these modes");
                    frame[axis] = join(frame[axis], length)?;
                }
            }
        }
        let compound = self.place.as_ref().and_then(|(_, operand)| *operand);
        for (operand, map) in maps.iter().enumerate() {
            let never = self.mode == Mode::None || self.is_a(operand) || compound == Some(operand);
            for (&length, axis) in self.shapes[operand].iter().zip(map) {
                let Some(axis) = axis else { continue };
                if length != frame[*axis] && (never || length != 1) {
                    return None;
                }
            }
        }
        // In modes whose target counts as an operand, the target never stretches; in none it must equal the shape.
        if let Some(to) = self.to.as_ref().filter(|_| self.mode != Mode::Bidirectional)
            && *to != frame
        {
            return None;
        }
        self.at_place(frame, maps)
    }

    fn at_place(&self, frame: Vec<usize>, mut maps: Vec<Vec<Option<usize>>>) -> Option<Answer> {
        let Some((place, operand)) = &self.place else {
            return Some(Answer { shape: frame, maps });
        };
        let stretches = match self.mode {
            // With a target, the place has the same shape.
            Mode::Numpy | Mode::Unidirectional => operand.is_none() && self.to.is_none(),
            _ => false,
        };
        if !stretches {
            return (*place == frame).then_some(Answer { shape: frame, maps });
        }
        let first = place.len().checked_sub(frame.len())?;
        let fits = frame.iter().zip(&place[first..]).all(|(&length, &at)| length == at || length == 1);
        for axis in maps.iter_mut().flatten().flatten() {
            *axis += first;
        }
        fits.then(|| Answer { shape: place.clone(), maps })
    }
}
