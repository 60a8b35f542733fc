use std::vec;
use std::vec::Vec;

use super::{Copying, Loop, RUN};
use crate::plan::small::tests::draw::Random;

/// Random loops that write each byte of `target` at most once.
struct Case {
    /// From the innermost to the outermost.
    loops: Vec<Loop>,
    size: usize,
    /// True if the target is contiguous.
    gathers: bool,
}

fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|last| order.swap(last, random.below(last + 1)));
    order
}

/// Strides in elements for these lengths, in a random order, some with gaps.
fn strides(lengths: &[usize], random: &mut Random) -> Vec<isize> {
    let (mut strides, mut next) = (vec![0; lengths.len()], 1);
    let gaps = random.below(2) == 0;
    let order = if random.below(3) == 0 { (0..lengths.len()).collect() } else { shuffled(lengths.len(), random) };
    for axis in order {
        next *= if gaps { 1 + random.below(3) } else { 1 };
        strides[axis] = next as isize;
        next *= lengths[axis];
    }
    strides
}

fn case(random: &mut Random) -> Case {
    let most = if cfg!(miri) { 200 } else { 4000 };
    let mut lengths: Vec<usize> = Vec::new();
    for _ in 0..random.below(5) {
        let below = [2, 4, 9, 40][random.below(4)];
        let length = 1 + random.below(below);
        if lengths.iter().product::<usize>() * length <= most {
            lengths.push(length);
        }
    }
    let size = [0, 1, 2, 3, 4, 5, 8, 12, 16, 24, 65][random.below(11)];
    let mut far = strides(&lengths, random);
    let mut dense = Vec::new();
    lengths.iter().fold(1, |next, &length| {
        dense.push(next);
        next * length as isize
    });
    let gathers = random.below(2) == 0;
    if gathers {
        for stride in &mut far {
            match random.below(4) {
                0 => *stride = 0,
                1 => *stride = -*stride,
                _ => {}
            }
        }
    }
    let bytes = |stride: isize| stride * size as isize;
    let loops = lengths.iter().zip(far.iter().zip(&dense)).map(|(&length, (&far, &dense))| {
        let (from, to) = if gathers { (far, dense) } else { (dense, far) };
        Loop { length, from: bytes(from), to: bytes(to) }
    });
    Case { loops: loops.collect(), size, gathers }
}

/// How far the loops lead backward and forward from their start, in bytes.
fn reach(loops: &[Loop], stride: impl Fn(&Loop) -> isize) -> (usize, usize) {
    let steps = loops.iter().map(|one| stride(one) * (one.length as isize - 1));
    steps.fold((0, 0), |(back, forth), step| (back + (-step).max(0) as usize, forth + step.max(0) as usize))
}

#[test]
fn against_naive_indices() {
    let mut random = Random(9);
    for number in 0..if cfg!(miri) { 100 } else { 3000 } {
        let Case { loops, size, gathers } = case(&mut random);
        let ((back, forth), (_, written)) = (reach(&loops, |one| one.from), reach(&loops, |one| one.to));
        let source: Vec<u8> = (0..back + forth + size).map(|_| random.below(255) as u8).collect();
        let before: Vec<u8> = (0..written + size + RUN).map(|_| random.below(255) as u8).collect();
        let (mut naive, mut target) = (before.clone(), before);
        let count: usize = loops.iter().map(|one| one.length).product();
        for index in 0..count {
            let (mut rest, mut from, mut to) = (index, back as isize, 0);
            for one in &loops {
                let at = (rest % one.length) as isize;
                (rest, from, to) = (rest / one.length, from + at * one.from, to + at * one.to);
            }
            let (from, to) = (from as usize, to as usize);
            naive[to..to + size].copy_from_slice(&source[from..from + size]);
        }
        let copying = Copying::new(loops.iter().copied(), size);
        // SAFETY: the vectors are as long as the loops reach, and the target one run longer.
        unsafe { copying.run(source.as_ptr().wrapping_add(back), target.as_mut_ptr()) };
        // Only a gathering copy may overrun, and only behind the last element.
        let end = if gathers { written + size } else { target.len() };
        assert!(target[..end] == naive[..end], "case {number}: {loops:?} of {size} bytes as {copying:?}");
    }
}
