//! The lengths of NAMEs in mode named.
//!
//! Generated code numbers the NAMEs as the axes of a frame, those of the result in its order, and gives each array the axes that its NAMEs
//! are. So a NAME is an axis of the frame here, and the rulebook sees a call whose arrays lie by explicit axes in a known target.

use smallvec::SmallVec;

use crate::operand::call_site::CallSite;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::rules::call::Alignment;
use crate::rules::reduction::bits;

/// The NAMEs of a call in mode named, which are the axes of its frame.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The length of each NAME that `to` gives one.
    pub given: &'a [Option<i64>],
    /// The NAMEs of the result, as bits.
    pub kept: u64,
}

impl Names<'_> {
    /// The length of each NAME: the given one, the place's, or that of the first array that has it. All others are compared with it later.
    pub(super) fn lengths(
        &self,
        site: &CallSite<'_>,
        infos: &[OperandInfo<'_>],
        place: Option<&OperandInfo<'_>>,
    ) -> SmallVec<[i64; 8]> {
        let in_array = |axis: usize| {
            let mut arrays = infos.iter().enumerate().filter(|(_, info)| info.kind == OperandKind::Array);
            arrays.find_map(|(entry, info)| match site.alignment(entry) {
                Alignment::Axes(axes) => {
                    let own = axes.iter().position(|&own| usize::try_from(own) == Ok(axis))?;
                    info.shape.get(own)
                }
                _ => None,
            })
        };
        let length = |(axis, given): (usize, &Option<i64>)| {
            let in_place = || place?.shape.get(bits(self.kept).position(|kept| kept == axis)?);
            let real = || in_place().or_else(|| in_array(axis)).map_or(1, |&length| length as i64);
            given.unwrap_or_else(real)
        };
        self.given.iter().enumerate().map(length).collect()
    }
}
