//! Plan and execution through the run-time API: random shapes in every memory layout, into new memory and into places
//! with random layouts, against naive index arithmetic. One call site per number of operands keeps compilation fast.
#![cfg(feature = "ndarray")]

use bcast_core::Broadcast;
use bcast_core::rules::mode::Mode;
use ndarray::{ArrayD, ArrayViewD};

#[path = "../../tests/common/layout.rs"]
mod layout;
#[path = "../../tests/common/numbers.rs"]
mod numbers;
use layout::{Layout, at, shapes};
use numbers::Numbers;

const CASES: usize = 1500;

/// Random calls on this number of operands.
macro_rules! calls {
    ($($operand:ident)*) => {{
        let mut numbers = Numbers(3);
        let count = [$(stringify!($operand)),*].len();
        for case in 0..CASES {
            let (_, shapes) = shapes(count, &mut numbers);
            let layouts: Vec<Layout> = shapes.iter().map(|shape| Layout::new(shape.len(), &mut numbers)).collect();
            let memory: Vec<ArrayD<u32>> = (layouts.iter().zip(&shapes))
                .map(|(layout, shape)| layout.memory(shape, || numbers.below(1 << 20) as u32))
                .collect();
            let views: Vec<ArrayViewD<'_, u32>> = layouts.iter().zip(&memory).map(|(layout, memory)| layout.view(memory)).collect();
            let [$($operand),*] = &views[..] else { unreachable!("one view per operand") };
            let context = format!("case {case}: {shapes:?} in {layouts:?}");

            let numpy = Broadcast::new(Mode::Numpy);
            let expression = |($($operand,)*): ($(calls!(@element $operand),)*)| 0_u32 $(.wrapping_mul(31).wrapping_add($operand))*;
            let result = numpy.apply(($($operand,)*), expression);
            let expected = ArrayD::from_shape_fn(result.raw_dim(), |position| {
                let position: Vec<usize> = (0..result.ndim()).map(|axis| position[axis]).collect();
                expression(($(at($operand, &position),)*))
            });
            assert_eq!(result, expected, "{context}");

            let layout = Layout::new(result.ndim(), &mut numbers);
            let mut memory = layout.memory(result.shape(), || u32::MAX);
            let entries = memory.len();
            let mut y = layout.view_mut(&mut memory);
            numpy.apply_into(&mut y, ($($operand,)*), expression);
            assert_eq!(y, expected, "{context} into {layout:?}");
            let untouched = memory.iter().filter(|&&entry| entry == u32::MAX).count();
            assert!(untouched >= entries - expected.len(), "{context} into {layout:?}: wrote beside the place");
        }
    }};
    (@element $operand:ident) => { u32 };
}

#[test]
fn one_operand() {
    calls!(a);
}

#[test]
fn two_operands() {
    calls!(a b);
}

#[test]
fn three_operands() {
    calls!(a b c);
}

#[test]
fn five_operands() {
    calls!(a b c d e);
}
