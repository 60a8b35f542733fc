//! Computes the results of a call or of a tile, each place after all others have read it.

use smallvec::SmallVec;

use super::blocks::part;
use super::pass::ResultSite;
use super::run::{Context, Laid, Main, Space, Tile, each_tile, tiles, zeros};
use crate::exec::reduce::Buffer;
use crate::exec::{Copies, Work};
use crate::rules::reduction::Reads;

/// The elements of a piece of a result that reads values which are computed whenever they are read.
const PIECE: usize = 4096;

impl Context<'_> {
    /// The operand that is a result's place, if another result or a value reads its elements for other positions than they are written at.
    pub(super) fn reread(&self, target: &Laid<'_>, whole: &Tile<'_>) -> Option<usize> {
        let operand = target.site.operand?;
        let is_read = |list: Reads<'_>| list.operands.contains(&operand);
        let is_own = |result: &ResultSite<'_>| result.operand == Some(operand);
        let is_read_by_others = self.sites.iter().any(|site| is_read(site.list))
            || self.results.iter().any(|result| !is_own(result) && is_read(result.list));
        let (held, to) = (whole.arrays[operand].as_ref()?, &target.to);
        let is_in_step = self.frame.iter().enumerate().filter(|&(_, &length)| length != 1).all(|(axis, &length)| {
            let own = to.axes[axis].filter(|&own| to.shape[own] == length && to.strides[own] == held.strides[axis]);
            held.lengths[axis] == length && own.is_some()
        });
        (is_read_by_others && !is_in_step).then_some(operand)
    }

    /// Computes the results of a tile. Each place is written after all others have read it, or is copied before.
    ///
    /// # Safety
    /// As [`run`](Self::run).
    pub(super) unsafe fn results(&self, tile: &mut Tile<'_>, results: &[Laid<'_>], space: &mut Space) {
        if let [target] = results {
            // SAFETY: the caller's promise.
            return unsafe { self.result(tile, target, space) };
        }
        let mut left: SmallVec<[&Laid<'_>; 2]> = results.iter().collect();
        space.saved.resize_with(results.len(), Buffer::default);
        while let Some(&first) = left.first() {
            let is_read_by_others = |target: &&Laid<'_>| {
                let operand = target.site.operand;
                let mut others = left.iter().filter(|other| other.site.operand != operand);
                operand.is_some_and(|operand| others.any(|other| self.needs(tile, other.site.list, operand)))
            };
            let next = left.iter().position(|target| !is_read_by_others(target));
            if let (None, Some(operand)) = (next, first.site.operand) {
                let mut copy = core::mem::take(&mut space.saved[left.len() - 1]);
                // SAFETY: the caller's promise; the copy lives as long as `space`.
                unsafe { self.save(operand, tile, Some(&mut copy), &mut space.values) };
                space.saved[left.len() - 1] = copy;
            }
            // SAFETY: the caller's promise; what the results that are left read is as it was.
            unsafe { self.result(tile, left.remove(next.unwrap_or(0)), space) };
        }
    }

    /// True if an expression over a list still reads an array: itself, or by values that are computed whenever they are read.
    fn needs(&self, tile: &Tile<'_>, list: Reads<'_>, operand: usize) -> bool {
        let is_open = |value: usize| tile.values[value].as_ref().is_some_and(|held| held.computed.is_some());
        list.operands.contains(&operand)
            || list.values.iter().any(|&value| is_open(value) && self.needs(tile, self.sites[value].list, operand))
    }

    /// Computes a result of a tile.
    ///
    /// # Safety
    /// As [`run`](Self::run).
    unsafe fn result(&self, tile: &Tile<'_>, target: &Laid<'_>, space: &mut Space) {
        let Laid { site, to, main, .. } = target;
        let read = tile.read(site.list, site.operand);
        if matches!(main, Main::Value { .. }) && read[0].memory.ptr == to.memory.ptr {
            return;
        }
        let copies = Copies { size: to.memory.elem_size };
        let work = if let Main::Expression { work, .. } = *main { work } else { Work::One(&copies) };
        if read.iter().all(|held| held.computed.is_none()) {
            let starts = zeros(tile.lengths.len());
            // SAFETY: the caller's promise.
            return unsafe { self.compute(tile, &read, work, (&starts, tile.lengths), to, &mut space.values) };
        }
        if to.shape.contains(&0) {
            return;
        }
        // Pieces of the result: the frame is longer where only reductions have an axis.
        let all = part(target.lengths, tile.lengths);
        let (mut lengths, mut count) = (all.clone(), 1);
        for length in lengths.iter_mut().rev() {
            *length = (PIECE / count).clamp(1, *length);
            count *= *length;
        }
        each_tile(0..tiles(&all, &lengths), &all, &lengths, &mut |starts, lengths| {
            let to = to.part(starts, lengths, &all);
            // SAFETY: the caller's promise; the piece is a part of the result of its own.
            unsafe { self.compute(tile, &read, work, (starts, lengths), &to, &mut space.values) };
        });
    }
}
