//! Plans and both halves of a split one visit the offsets that index arithmetic computes, in as few loops as possible.

use std::string::ToString;
use std::vec::Vec;

use super::{Plan, Source, dense_along, dense_strides};
use crate::plan::small::tests::draw::{Offsets, Random, draw, strides};

/// The offsets of every element in the plan, sorted.
fn walked(plan: &Plan) -> Vec<Offsets> {
    let mut all = Vec::new();
    if plan.is_empty() {
        return all;
    }
    for element in 0..(0..plan.depth()).map(|depth| plan.length(depth)).product() {
        let mut offsets = Offsets::default();
        offsets[..plan.starts().len()].copy_from_slice(plan.starts());
        let mut rest: usize = element;
        for depth in (0..plan.depth()).rev() {
            let step = (rest % plan.length(depth)) as isize;
            rest /= plan.length(depth);
            for (offset, stride) in offsets.iter_mut().zip(plan.strides(depth)) {
                *offset += stride * step;
            }
        }
        all.push(offsets);
    }
    all.sort_unstable();
    all
}

/// True if the output is walked forwards with the largest steps outermost, and no two loops could coalesce.
fn is_in_order(plan: &Plan) -> bool {
    let depths = 0..plan.depth();
    let steps: Vec<isize> = depths.clone().map(|depth| plan.strides(depth)[0]).collect();
    let could_be_one = |outer: usize| {
        let (strides, inner) = (plan.strides(outer).iter(), plan.strides(outer + 1));
        strides.zip(inner).all(|(&outer_stride, &inner)| outer_stride == inner * plan.length(outer + 1) as isize)
    };
    steps.windows(2).all(|pair| pair[0] > pair[1])
        && steps.iter().all(|&step| step > 0)
        && depths.clone().all(|depth| plan.length(depth) > 1)
        && !depths.skip(1).any(|inner| could_be_one(inner - 1))
}

#[test]
fn random_outputs() {
    let mut random = Random(4);
    for _ in 0..6000 {
        let drawn = draw(&mut random);
        let plan = drawn.plan();
        let mut all = drawn.by_arithmetic();
        all.sort_unstable();
        assert_eq!(plan.is_empty(), drawn.shape.contains(&0), "{drawn:?}");
        assert_eq!(walked(&plan), all, "{drawn:?} in {plan}");
        assert!(plan.is_empty() || is_in_order(&plan), "{drawn:?} in {plan}");
    }
}

#[test]
#[should_panic = "an operand's axis has the output's length where it does not stretch"]
fn operand_of_another_length() {
    let operand = Source { shape: &[3], strides: &[1] };
    let _ = Plan::new(&[2], &[1], &[operand], |_, axis| Some(axis));
}

#[test]
fn display() {
    let plan = |shape: &[usize], bias: &[usize]| {
        let image = Source { shape, strides: &dense_strides(shape) };
        let bias = Source { shape: bias, strides: &[1] };
        Plan::new(shape, image.strides, &[image, bias], |operand, axis| Some(operand + axis)).to_string()
    };
    assert_eq!(plan(&[2, 3, 4, 5], &[3]), "2x[60; 60, 0] 3x[20; 20, 1] 20x[1; 1, 0]");
    assert_eq!(plan(&[1, 1], &[1]), "one element");
    assert_eq!(plan(&[2, 0], &[1]), "nothing");
    assert_eq!(Plan::new(&[4, 5], &[5, 1], &[], |_, _| None).to_string(), "20x[1]");
}

#[test]
fn dense_strides_in_both_orders() {
    assert_eq!(dense_strides(&[2, 3, 4])[..], [12, 4, 1]);
    assert_eq!(dense_along(&[2, 3, 4], [2, 0, 1].into_iter())[..], [3, 1, 6]);
    assert_eq!(dense_strides(&[2, 0, 4])[..], [4, 4, 1]);
    assert_eq!(dense_strides(&[]).len(), 0);
}

#[test]
fn halves() {
    let mut random = Random(5);
    let (mut divided, mut whole) = (0, 0);
    for _ in 0..600 {
        let rank = 1 + random.below(3);
        let lengths = if rank == 1 { [200, 255, 256, 257, 258, 300, 400, 511] } else { [1, 2, 3, 4, 7, 16, 33, 130] };
        let shape: Vec<usize> = (0..rank).map(|_| lengths[random.below(8)]).collect();
        let count: usize = shape.iter().product();
        if count > 1500 {
            continue;
        }
        let stretched = |length| if random.below(3) == 0 { 1 } else { length };
        let operand: Vec<usize> = shape.iter().copied().map(stretched).collect();
        let (output, strides) = (strides(&mut random, &shape), strides(&mut random, &operand));
        let plan = Plan::new(&shape, &output, &[Source { shape: &operand, strides: &strides }], |_, axis| Some(axis));
        assert_eq!(plan.count(), count);
        let case = std::format!("{shape:?}, {output:?}, {operand:?}, {strides:?}: {plan}");
        assert_eq!(plan.halves(0).is_some(), count >= 256, "{case}");
        assert!(plan.halves(count / 2 + 1).is_none(), "{case}");
        let Some((first, second)) = plan.halves(count / 2) else {
            assert!(count < 256, "{case}");
            whole += 1;
            continue;
        };
        divided += 1;
        let mut all = walked(&first);
        all.extend(walked(&second));
        all.sort_unstable();
        assert_eq!(all, walked(&plan), "{case}");
        assert_eq!((first.count() + second.count(), first.is_empty()), (count, false), "{case}");
        assert!(first.count().min(second.count()) >= count / 4, "{case}");
        // No loop has length 1, and a nest of one loop is split between cache lines.
        let parts = [&first, &second];
        assert!(parts.iter().all(|part| (0..part.depth()).all(|depth| part.length(depth) > 1)), "{case}");
        assert!(plan.depth() > 1 || first.count() % 64 == 0, "{case}");
    }
    assert!(divided > 100 && whole > 50, "{divided} plans are divided, {whole} are not");
    let nothing = Plan::new(&[0, 300], &[300, 1], &[], |_, _| None);
    assert_eq!((nothing.count(), nothing.halves(0)), (0, None));
}
