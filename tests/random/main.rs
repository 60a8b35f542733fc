//! Random shapes, strides, modes, options and operand counts, against naive index arithmetic, and calls of many
//! operands against chains of calls of two.

mod calls;
mod cases;
mod layout;
mod model;

use bcast::try_bcast;
use ndarray::{ArrayD, ArrayViewD, IxDyn, indices};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use cases::{Seed, seed};
use layout::{Layout, layout};
use model::{Answer, Case, Mode};

/// The bits of the result's number that belong to one operand's element.
const BITS: u32 = 20;

/// An operand's contribution to the result's element.
pub fn part(operand: usize, element: u128) -> u128 {
    element << (BITS * operand as u32)
}

/// The operands of a case in memory.
fn memory(case: &Case, layouts: &[Layout]) -> Vec<ArrayD<u128>> {
    let mut next = 0_u128;
    let arrays = case.shapes.iter().zip(layouts);
    arrays
        .map(|(shape, layout)| {
            layout.memory(shape, true, || {
                next += 1;
                next
            })
        })
        .collect()
}

/// The result of naive index arithmetic.
fn naive(case: &Case, answer: &Answer, views: &[ArrayViewD<'_, u128>]) -> ArrayD<u128> {
    ArrayD::from_shape_fn(IxDyn(&answer.shape), |position| {
        let position: Vec<usize> = (0..answer.shape.len()).map(|axis| position[axis]).collect();
        let parts = views.iter().enumerate().map(|(operand, view)| {
            let index = answer.index(operand, &case.shapes[operand], &position);
            part(operand, view[IxDyn(&index)])
        });
        parts.sum()
    })
}

/// A call into new memory gives the model's result.
fn check_fresh(call: &calls::Fresh, case: &Case, layouts: &[Layout]) -> TestCaseResult {
    let memory = memory(case, layouts);
    let views: Vec<_> = case.shapes.iter().zip(layouts).zip(&memory).map(|((s, l), m)| l.view(m, s)).collect();
    let result = (call.run)(case, &views);
    match (case.answer(), result) {
        (None, Err(error)) => prop_assert!(error.to_string().contains(call.word), "no mode in: {error}"),
        (None, Ok(result)) => prop_assert!(false, "accepted with shape {:?}, to be refused", result.shape()),
        (Some(answer), Err(error)) => prop_assert!(false, "refused, to be accepted as {:?}: {error}", answer.shape),
        (Some(answer), Ok(result)) => prop_assert_eq!(result, naive(case, &answer, &views)),
    }
    Ok(())
}

/// A call into a place writes the model's result and nothing else; a refused one writes nothing.
fn check_place(call: &calls::Into, case: &Case, layouts: &[Layout], place_layout: &Layout) -> TestCaseResult {
    let (shape, operand) = case.place.clone().expect("the case has a place");
    let memory = memory(case, layouts);
    let views: Vec<_> = case.shapes.iter().zip(layouts).zip(&memory).map(|((s, l), m)| l.view(m, s)).collect();
    let mut next = 1 << (BITS - 1);
    let before = place_layout.memory(&shape, false, || {
        next += 1;
        next
    });
    let mut after = before.clone();
    let mut place = place_layout.view_mut(&mut after, &shape);
    let old = place.to_owned();
    let others = if operand.is_some() { &views[1..] } else { &views[..] };
    let result = (call.run)(case, &mut place, others);
    let mut expected = before;
    match (case.answer(), result) {
        (None, Err(_)) => {}
        (None, Ok(())) => prop_assert!(false, "accepted, to be refused"),
        (Some(answer), Err(error)) => prop_assert!(false, "refused, to be accepted as {:?}: {error}", answer.shape),
        (Some(answer), Ok(())) => {
            let read: Vec<_> = match operand {
                Some(_) => std::iter::once(old.view()).chain(others.iter().cloned()).collect(),
                None => views.clone(),
            };
            place_layout.view_mut(&mut expected, &shape).assign(&naive(case, &answer, &read));
        }
    }
    prop_assert_eq!(after, expected);
    Ok(())
}

/// The number of cases; `PROPTEST_CASES` overrides it.
fn config(cases: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn layouts() -> impl Strategy<Value = Vec<Layout>> {
    prop::collection::vec(layout(), 7)
}

/// Counts agreements on acceptance and on refusal, so that both are tested.
#[test]
fn about_half_of_the_cases_fit() {
    let (mut yes, mut no) = (0, 0);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..400 {
        let tree = seed(1..=6).new_tree(&mut runner).unwrap();
        for call in &calls::fresh() {
            match call.case(&proptest::strategy::ValueTree::current(&tree)).and_then(|case| case.answer()) {
                Some(_) => yes += 1,
                None => no += 1,
            }
        }
    }
    let share = f64::from(yes) / f64::from(yes + no);
    assert!((0.35..0.85).contains(&share), "{share}");
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn into_new_memory(seed in seed(1..=6), layouts in layouts()) {
        for call in &calls::fresh() {
            if let Some(case) = call.case(&seed) {
                check_fresh(call, &case, &layouts).map_err(|error| named(&error, call.name, &case))?;
            }
        }
    }

    #[test]
    fn into_a_place(seed in seed(1..=3), layouts in layouts()) {
        for call in &calls::into() {
            if let Some(case) = call.case(&seed) {
                check_place(call, &case, &layouts, &layouts[6]).map_err(|error| named(&error, call.name, &case))?;
            }
        }
    }
}

/// Formats the error with its call.
fn named(error: &TestCaseError, call: &str, case: &Case) -> TestCaseError {
    TestCaseError::fail(format!("{call}: {error}\n{case:?}"))
}

/// Arrays of these shapes with distinct elements, each within its own bits.
fn distinct(shapes: &[Vec<usize>]) -> Vec<ArrayD<u128>> {
    let array = |(operand, shape): (usize, &Vec<usize>)| {
        let mut next = 0;
        ArrayD::from_shape_simple_fn(IxDyn(shape), || {
            next += 1;
            part(operand, next)
        })
    };
    shapes.iter().enumerate().map(array).collect()
}

type Sum = Result<ArrayD<u128>, bcast::BroadcastError>;

/// `a + b + ..` in one call, and as a chain of calls of two operands, in this order.
macro_rules! against_a_chain {
    ($arrays:expr, $two:expr, |$($options:tt)*) => {{
        let arrays: &[&ArrayD<u128>] = $arrays;
        let at_once: Sum = match arrays {
            [a, b] => try_bcast!(a + b, $($options)*),
            [a, b, c] => try_bcast!(a + b + c, $($options)*),
            [a, b, c, d] => try_bcast!(a + b + c + d, $($options)*),
            [a, b, c, d, e] => try_bcast!(a + b + c + d + e, $($options)*),
            [a, b, c, d, e, f] => try_bcast!(a + b + c + d + e + f, $($options)*),
            _ => unreachable!("two to six operands"),
        };
        let two: fn(&ArrayD<u128>, &ArrayD<u128>, i64) -> Sum = $two;
        (at_once, two)
    }};
}

fn chain(arrays: &[&ArrayD<u128>], mut two: impl FnMut(&ArrayD<u128>, &ArrayD<u128>) -> Sum) -> Sum {
    let (first, rest) = arrays.split_first().expect("at least one");
    rest.iter().try_fold((*first).clone(), |sum, next| two(&sum, next))
}

fn agree(at_once: &Sum, chained: &Sum) -> TestCaseResult {
    match (at_once, chained) {
        (Ok(at_once), Ok(chained)) => prop_assert_eq!(at_once, chained),
        (Err(_), Err(_)) => {}
        _ => prop_assert!(false, "at once {at_once:?}, in a chain {chained:?}"),
    }
    Ok(())
}

/// The shapes in order of falling rank.
fn longest_first(case: &Case) -> Vec<Vec<usize>> {
    let mut shapes = case.shapes.clone();
    shapes.sort_by_key(|shape| std::cmp::Reverse(shape.len()));
    shapes
}

fn check_chains(seed: &Seed) -> TestCaseResult {
    let axis = seed.case(Mode::Pdpd, 0).axis;
    let all = |shapes: &[Vec<usize>]| distinct(shapes);
    for mode in [Mode::None, Mode::Numpy, Mode::Unidirectional, Mode::Pdpd] {
        let arrays = all(&seed.case(mode, 0).shapes);
        let arrays: Vec<_> = arrays.iter().collect();
        let (at_once, two) = match mode {
            Mode::None => against_a_chain!(&arrays, |a, b, _| try_bcast!(a + b, mode = none), |mode = none),
            Mode::Numpy => against_a_chain!(&arrays, |a, b, _| try_bcast!(a + b), |mode = numpy),
            Mode::Unidirectional => {
                against_a_chain!(&arrays, |a, b, _| try_bcast!(a + b, mode = unidirectional), |mode = unidirectional)
            }
            _ => against_a_chain!(
                &arrays,
                |a, b, axis| try_bcast!(a + b, mode = pdpd, axis = axis),
                |mode = pdpd, axis = axis
            ),
        };
        agree(&at_once, &chain(&arrays, |a, b| two(a, b, axis)))?;
    }
    let case = seed.case(Mode::Paddle, 0);
    let arrays = all(&longest_first(&case));
    let arrays: Vec<_> = arrays.iter().collect();
    let (at_once, two) = against_a_chain!(
        &arrays,
        |a, b, axis| try_bcast!(a + b, mode = paddle, axis = axis),
        |mode = paddle, axis = axis
    );
    // Two operands of equal rank are aligned axis on axis; beside operands of lower rank, `axis` applies to those.
    let has_lower = arrays.iter().any(|array| array.ndim() < arrays[0].ndim());
    agree(&at_once, &chain(&arrays, |a, b| two(a, b, if has_lower && a.ndim() == b.ndim() { -1 } else { axis })))?;
    let case = seed.case(Mode::Ncnn, 0);
    let arrays = all(&longest_first(&case));
    let arrays: Vec<_> = arrays.iter().collect();
    let (at_once, two) = against_a_chain!(&arrays, |a, b, _| try_bcast!(a + b, mode = ncnn), |mode = ncnn);
    let longest: Vec<_> = arrays.iter().filter(|array| array.ndim() == arrays[0].ndim()).copied().collect();
    let joined = chain(&longest, |a, b| two(a, b, 0));
    let chained = chain(&arrays, |a, b| two(a, b, 0));
    // A vector's axis depends on the outermost length of the join. If an operand of lower rank stretches that axis, a chain aligns the next
    // vector by another length.
    let outermost = |sum: &Sum| sum.as_ref().ok().and_then(|sum| sum.shape().first().copied());
    let any = at_once.as_ref().ok().or(chained.as_ref().ok());
    if any.is_none_or(|sum| outermost(&joined) == sum.shape().first().copied()) {
        agree(&at_once, &chained)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn many_operands_at_once_or_in_a_chain(seed in seed(2..=6)) {
        check_chains(&seed)?;
    }
}

/// Elements of every size, contiguous, strided, repeated, reversed, along rows of every length: blocks and staging must
/// not change the result.
#[derive(Clone, Debug)]
struct Rows {
    rows: usize,
    length: usize,
    layouts: Vec<Layout>,
}

fn rows() -> impl Strategy<Value = Rows> {
    let length = prop_oneof![3 => 0..70_usize, 1 => 1000..1100_usize, 1 => 2000..2100_usize];
    (0..4_usize, length, prop::collection::vec(layout(), 6)).prop_map(|(rows, length, layouts)| Rows {
        rows,
        length,
        layouts,
    })
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn elements_of_every_size(case in rows()) {
        let shape = [case.rows, case.length];
        let mut next = 0_u64;
        let mut number = || { next += 1; next };
        let memory_a = case.layouts[0].memory(&shape, true, || number() as u8);
        let memory_b = case.layouts[1].memory(&shape, true, || number() as u16);
        let memory_c = case.layouts[2].memory(&shape, true, || [number() as u8; 3]);
        let memory_d = case.layouts[3].memory(&shape[1..], true, || [number(); 2]);
        let memory_e = case.layouts[4].memory(&shape, true, || [number(); 9]);
        let memory_f = case.layouts[5].memory(&shape, true, || (number() as u32, number() as u8));
        let (a, b) = (case.layouts[0].view(&memory_a, &shape), case.layouts[1].view(&memory_b, &shape));
        let (c, d) = (case.layouts[2].view(&memory_c, &shape), case.layouts[3].view(&memory_d, &shape[1..]));
        let (e, f) = (case.layouts[4].view(&memory_e, &shape), case.layouts[5].view(&memory_f, &shape));
        let small = try_bcast!((a, b, c, f)).unwrap();
        let all = try_bcast!((a, b, c, d, e, f)).unwrap();
        let mut place = ArrayD::from_elem(IxDyn(&[case.length, case.rows]), (0, [0; 2]));
        let mut transposed = place.view_mut().reversed_axes();
        try_bcast!(transposed = (b, d)).unwrap();
        prop_assert_eq!((small.shape(), all.shape()), (&shape[..], &shape[..]));
        for (i, j) in indices((case.rows, case.length)) {
            let at = IxDyn(&[i, j]);
            let expected = (a[&at], b[&at], c[&at], d[j], e[&at], f[&at]);
            prop_assert_eq!(small[&at], (expected.0, expected.1, expected.2, expected.5));
            prop_assert_eq!(all[&at], expected);
            prop_assert_eq!(place[[j, i]], (expected.1, expected.3));
        }
    }
}
