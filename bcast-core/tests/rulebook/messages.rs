//! The exact text of one mistake of each kind.

use bcast_core::BroadcastError;
use bcast_core::report::resolution::resolve_stated;
use bcast_core::rules::length::Length;
use bcast_core::rules::mode::Mode;
use bcast_core::rules::stated::{Entry, Stated, Symbols};

use crate::support::Spec;

const X: &[usize] = &[32, 64, 7, 7];

fn named(mode: Mode, operands: &[(&'static str, &[usize])]) -> Spec<usize> {
    Spec::named(mode, operands)
}

fn symbolic(mode: Mode, operands: &[(&'static str, &[Length])]) -> String {
    let error = Spec::named(mode, operands).resolve().expect_err("the call is refused");
    error.with_symbol_names(&["N", "C", "H", "W"], &["{K}"]).to_string()
}

/// The text of the mistake in the stated shapes of `x` and `b`, or in resolving them.
fn stated(spec: &Spec<usize>, x: &[Entry], b: &[Entry]) -> String {
    judged(spec, x, b).expect_err("the shapes are not as stated").to_string()
}

fn judged(spec: &Spec<usize>, x: &[Entry], b: &[Entry]) -> Result<(), BroadcastError> {
    let shapes = [(0, "x", x), (1, "b", b)].map(|(i, name, entries)| Stated { operand: Some(i), name, entries });
    let symbols = Symbols { names: &["N", "C"], texts: &["{K}"], values: &[4] };
    spec.with(|call| -> Result<(), BroadcastError> { resolve_stated(call, &shapes, symbols).map(|_| ()) })
}

#[test]
fn length_mismatch_suggests_an_axis() {
    let spec = named(Mode::Pdpd, &[("x", X), ("gamma", &[64])]).axis(0);
    assert_eq!(
        spec.message(),
        "\
`gamma` does not broadcast onto `x` (mode = pdpd, axis = 0)
   axis      0   1   2   3
   x        32  64   7   7
   gamma    64
            ^^ length 64 meets 32; only length 1 stretches
help: `axis = 1` would fit"
    );
}

#[test]
fn default_axis_is_named() {
    let spec = named(Mode::Pdpd, &[("x", X), ("gamma", &[64])]);
    assert_eq!(
        spec.message(),
        "\
`gamma` does not broadcast onto `x` (mode = pdpd, axis = -1 by default)
   axis      0   1   2   3
   x        32  64   7   7
   gamma                64
                        ^^ length 64 meets 7; only length 1 stretches
help: `axis = 1` would fit"
    );
}

#[test]
fn bias_in_numpy_aligns_with_the_width() {
    let spec = named(Mode::Numpy, &[("bias", &[64]), ("x", X)]);
    assert_eq!(
        spec.message(),
        "\
`bias` does not broadcast with `x` (mode = numpy)
   axis     0   1   2   3
   x       32  64   7   7
   bias                64
                       ^^ length 64 meets 7; only length 1 stretches
help: `axis(bias) = 1` would fit
help: `bias` as (64, 1, 1) would fit"
    );
}

#[test]
fn skip_connection_needs_its_own_axis() {
    let spec = named(Mode::Pdpd, &[("x", X), ("gamma", &[64]), ("skip", X)]).axis(1);
    assert_eq!(
        spec.message(),
        "\
`skip` does not broadcast onto `x` (mode = pdpd, axis = 1)
   axis      0   1   2   3   -
   x        32  64   7   7
   gamma        64
   skip         32  64   7   7
                             ^ length 7 falls past the last axis of `x`; only trailing axes of length 1 may
help: `axis(skip) = 0` would fit"
    );
}

#[test]
fn first_operand_never_stretches_in_pdpd() {
    let spec = named(Mode::Pdpd, &[("a", &[8, 1, 6, 1]), ("b", &[7, 1, 5])]).axis(1);
    assert_eq!(
        spec.message(),
        "\
`b` does not broadcast onto `a` (mode = pdpd, axis = 1)
   axis    0  1  2  3
   a       8  1  6  1
   b          7  1  5
              ^ length 7 meets 1; `a` never stretches
help: `mode = paddle` would fit"
    );
}

#[test]
fn an_axis_out_of_range() {
    let spec = named(Mode::Pdpd, &[("x", X), ("gamma", &[64])]).axis(-5);
    assert_eq!(
        spec.message(),
        "\
`axis = -5` is out of range (mode = pdpd)
   `x` has rank 4: the axis goes from -1 to 4
help: `axis = 1` would fit"
    );
}

#[test]
fn an_own_axis_out_of_range() {
    let spec = named(Mode::Numpy, &[("x", X), ("gamma", &[64])]).own_axis(1, 9);
    assert_eq!(
        spec.message(),
        "\
`axis(gamma) = 9` is out of range (mode = numpy)
   `x` has rank 4: the axis goes from -1 to 4
help: `axis(gamma) = 1` would fit"
    );
}

#[test]
fn nothing_stretches_in_none() {
    let spec = named(Mode::None, &[("a", &[2, 3]), ("b", &[2, 1])]);
    assert_eq!(
        spec.message(),
        "\
`b` does not have the shape of `a` (mode = none)
   axis    0  1
   a       2  3
   b       2  1
              ^ length 1 meets 3; mode none stretches nothing
help: `mode = numpy` would fit"
    );
}

#[test]
fn ranks_must_be_equal_in_none() {
    let spec = named(Mode::None, &[("a", &[2, 3]), ("b", &[3])]);
    assert_eq!(
        spec.message(),
        "\
`b` does not have the shape of `a` (mode = none)
   a    (2, 3)
   b    (3,)
        ^^^^ rank 1 meets rank 2; mode none stretches nothing
help: `mode = numpy` would fit"
    );
}

#[test]
fn an_option_of_another_mode() {
    let spec = named(Mode::Numpy, &[("a", &[2, 3]), ("b", &[2])]).axis(0);
    assert_eq!(
        spec.message(),
        "\
`axis` is not taken (mode = numpy)
   modes that take it: pdpd, paddle
help: `mode = pdpd` would fit"
    );
    // The call's own mode is none that it could have.
    let spec = named(Mode::Numpy, &[("a", &[2, 3]), ("b", &[3])]).axis(0);
    assert_eq!(
        spec.message(),
        "\
`axis` is not taken (mode = numpy)
   modes that take it: pdpd, paddle
help: `mode = ncnn` without `axis` would fit
help: without `axis` it would fit"
    );
}

#[test]
fn first_operand_of_lower_rank_in_unidirectional() {
    let spec = named(Mode::Unidirectional, &[("slope", &[3]), ("x", &[2, 3])]);
    assert_eq!(
        spec.message(),
        "\
`x` does not broadcast onto `slope` (mode = unidirectional)
   slope    (3,)
   x        (2, 3)
            ^^^^^^ rank 2 meets rank 1; `slope` never stretches
help: `base = x` would fit"
    );
}

#[test]
fn axes_beyond_the_last_in_paddle() {
    let spec = named(Mode::Paddle, &[("x", X), ("b", &[7, 7])]).axis(3);
    assert_eq!(
        spec.message(),
        "\
`b` does not broadcast with `x` (mode = paddle, axis = 3)
   axis     0   1   2   3   -
   x       32  64   7   7
   b                    7   7
                            ^ length 7 falls past the last axis of `x`
help: `axis = 2` would fit"
    );
}

#[test]
fn axis_with_equal_ranks_in_paddle() {
    let spec = named(Mode::Paddle, &[("x", &[2, 3]), ("b", &[2, 1])]).axis(1);
    assert_eq!(
        spec.message(),
        "\
`axis = 1` is out of range (mode = paddle)
   all ranks are 2: unless the shapes are identical, the axis is -1 or 0
help: `axis = 0` would fit"
    );
}

#[test]
fn too_few_axes() {
    let spec = named(Mode::Explicit, &[("d", &[2, 3])]).axes(&[1]).to(&[2, 3, 4]);
    assert_eq!(
        spec.message(),
        "\
`axes = [1]` does not match the rank of `d` (mode = explicit)
   `d` has rank 2, `axes` has 1 entry; one for each axis
help: `axes = [0, 1]` would fit"
    );
}

#[test]
fn axes_that_do_not_increase() {
    let spec = named(Mode::Explicit, &[("d", &[2, 3])]).axes(&[1, 0]).to(&[2, 3, 4]);
    assert_eq!(
        spec.message(),
        "\
`axes = [1, 0]` does not increase (mode = explicit)
   entry 1 is 0, after 1; axes are not transposed, which `&x.t()` does, and none is used twice
help: `axes = [0, 1]` would fit"
    );
}

#[test]
fn axes_out_of_range() {
    let spec = named(Mode::Explicit, &[("d", &[2, 3])]).axes(&[0, 3]).to(&[2, 3, 4]);
    assert_eq!(
        spec.message(),
        "\
`axes = [0, 3]` is out of range (mode = explicit)
   entry 1 is 3; `to` has rank 3, its axes go from 0 to 2
help: `axes = [0, 1]` would fit"
    );
}

#[test]
fn explicit_needs_a_target() {
    let spec = named(Mode::Explicit, &[("d", &[2, 3])]).axes(&[0, 1]);
    assert_eq!(
        spec.message(),
        "\
mode explicit needs `to`, the target's shape (mode = explicit, axes = [0, 1])
   the operands stretch to it; a place gives it too
help: give `to = [..]`"
    );
}

#[test]
fn target_never_stretches() {
    let spec = named(Mode::Numpy, &[("a", &[2, 3])]).to(&[1, 3]);
    assert_eq!(
        spec.message(),
        "\
`a` does not broadcast onto `to` (mode = numpy)
   axis    0  1
   to      1  3
   a       2  3
           ^ length 2 meets 1; `to` never stretches
help: `mode = bidirectional` would fit"
    );
}

#[test]
fn result_stretches_to_a_place() {
    let spec = named(Mode::Numpy, &[("a", &[2, 3]), ("b", &[3])]).place("y", &[4, 3]);
    assert_eq!(
        spec.message(),
        "\
`a` does not stretch to the place `y` (mode = numpy)
   axis    0  1
   y       4  3
   a       2  3
           ^ length 2 meets 4; only length 1 stretches"
    );
}

#[test]
fn a_place_of_lower_rank() {
    let spec = named(Mode::Numpy, &[("a", &[2, 1]), ("b", &[3])]).place("y", &[3]);
    assert_eq!(
        spec.message(),
        "\
the result does not stretch to the place `y` (mode = numpy)
   result    (2, 3)
   y         (3,)
             ^^^^ rank 1 meets the result's rank 2; a place never stretches"
    );
}

#[test]
fn place_has_the_results_shape_in_pdpd() {
    let spec = named(Mode::Pdpd, &[("a", &[2, 3]), ("b", &[3])]).place("y", &[2, 1]);
    assert_eq!(
        spec.message(),
        "\
the place `y` does not have the result's shape (mode = pdpd)
   axis    0  1
   a       2  3
   y       2  1
              ^ length 1 meets 3; a place never stretches"
    );
}

#[test]
fn a_place_that_is_an_operand() {
    let spec = named(Mode::Numpy, &[("a", &[1, 3]), ("b", &[2, 3])]).onto(0);
    assert_eq!(
        spec.message(),
        "\
`b` does not broadcast onto `a` (mode = numpy)
   axis    0  1
   a       1  3
   b       2  3
           ^ length 2 meets 1; the place `a` never stretches"
    );
}

#[test]
fn base_beside_a_target() {
    let spec = named(Mode::Pdpd, &[("a", &[2, 3]), ("b", &[3])]).base(0).to(&[2, 3]);
    assert_eq!(
        spec.message(),
        "\
`base = a` and `to` exclude each other (mode = pdpd)
   both say whose shape the result has
help: without `base` it would fit"
    );
}

#[test]
fn no_voter() {
    let spec = named(Mode::Pdpd, &[("a", &[2]), ("b", &[2])]).own_axis(0, 0).own_axis(1, 0);
    assert_eq!(
        spec.message(),
        "\
no operand gives the result its shape (mode = pdpd)
   every operand has an alignment of its own
help: leave one operand to the mode, or give `to = [..]`"
    );
}

#[test]
fn a_symbol_that_stands_in_the_place_only() {
    let (x, y) = ([Length::new(3)], [Length::name(0)]);
    let spec = Spec::named(Mode::Explicit, &[("x", &x[..])]).place("y", &y);
    assert_eq!(
        spec.resolve().unwrap_err().with_symbol_names(&["N"], &[]).to_string(),
        "\
`x` does not broadcast onto `y` (mode = explicit)
   axis    0
   y       N
   x       3
           ^ length 3 meets N; a symbol is equal only to itself
   `N` is axis 0 of `y`
help: give equal lengths the same name, or write `_` to compare them at run time"
    );
}

#[test]
fn an_axis_that_nothing_lies_on() {
    let spec = named(Mode::Numpy, &[("a", &[2, 3]), ("b", &[2, 4])]).own_axes(0, &[0, 3]).own_axis(1, 0);
    assert_eq!(
        spec.message(),
        "\
no array lies on an axis of the result (mode = numpy)
   the operands lie at axes of their own, which reach to rank 4, and none lies on axis 2
help: give `to = [..]`"
    );
    let spec = named(Mode::Numpy, &[("a", &[2]), ("b", &[2])]).own_axis(0, 0).own_axis(1, 2);
    assert_eq!(
        spec.message(),
        "\
no array lies on an axis of the result (mode = numpy)
   the operands lie at axes of their own, which reach to rank 3, and none lies on one of the axes
help: give `to = [..]`"
    );
}

#[test]
#[cfg(target_pointer_width = "64")]
fn too_many_elements() {
    let spec = named(Mode::Numpy, &[("a", &[1 << 40, 1]), ("b", &[1 << 40])]);
    assert_eq!(
        spec.message(),
        "\
the result has too many elements (mode = numpy)
   result    (1099511627776, 1099511627776)
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ its elements, or their bytes, are more than 9223372036854775807"
    );
}

#[test]
fn a_symbol_is_equal_only_to_itself() {
    let text = symbolic(Mode::Numpy, &[("x", &[0, 1, 2, 3].map(Length::name)), ("b", &[Length::name(1)])]);
    assert_eq!(
        text,
        "\
`b` does not broadcast with `x` (mode = numpy)
   axis    0  1  2  3
   x       N  C  H  W
   b                C
                    ^ length C meets W; a symbol is equal only to itself
   `C` is axis 1 of `x`, `W` is axis 3 of `x`
help: `axis(b) = 1` would fit
help: `b` as (C, 1, 1) would fit"
    );
}

#[test]
fn ncnn_cannot_align_a_symbol() {
    let text = symbolic(Mode::Ncnn, &[("x", &[Length::name(1), Length::name(3)]), ("b", &[Length::name(3)])]);
    assert_eq!(
        text,
        "\
where `b` sits is undecided (mode = ncnn)
   x    (C, W)
   b    (W,)
        ^^^^ W sits outermost if it equals C, else innermost
help: `b` as (1, W) would fit"
    );
}

#[test]
fn symbol_with_two_lengths() {
    let text =
        symbolic(Mode::None, &[("x", &[Length::value(0), Length::value(0)]), ("b", &[Length::new(2), Length::new(3)])]);
    assert_eq!(
        text,
        "\
`{K}` would have to be two lengths (mode = none)
   axis      0    1
   b         2    3
   x       {K}  {K}
                ^^^ `{K}` would be 3 here, and is 2 by axis 0 of `x`"
    );
}

#[test]
fn stated_rank_differs() {
    let text = stated(
        &named(Mode::Numpy, &[("x", &[2, 3, 4]), ("b", &[4])]),
        &[Entry::Symbol(0), Entry::Symbol(1)],
        &[Entry::Open],
    );
    assert_eq!(
        text,
        "\
`x` does not have the stated rank (mode = numpy)
   stated    (N, C)
   x         (2, 3, 4)
             ^^^^^^^^^ rank 3 meets the stated rank 2"
    );
}

#[test]
fn stated_length_differs() {
    let text =
        stated(&named(Mode::Numpy, &[("x", &[2, 3]), ("b", &[3])]), &[Entry::Open, Entry::Known(5)], &[Entry::Open]);
    assert_eq!(
        text,
        "\
`x` does not have the stated shape (mode = numpy)
   axis      0  1
   stated    _  5
   x         2  3
                ^ length 3 meets the stated 5"
    );
}

#[test]
fn name_with_two_lengths() {
    let text = stated(
        &named(Mode::Numpy, &[("x", &[2, 3]), ("b", &[1])]),
        &[Entry::Symbol(0), Entry::Symbol(1)],
        &[Entry::Symbol(1)],
    );
    assert_eq!(
        text,
        "\
`C` stands for two different lengths (mode = numpy)
   axis      0
   stated    C
   b         1
             ^ length 1, but `C` is 3 at axis 1 of `x`"
    );
}

#[test]
fn length_differs_from_the_value() {
    let text = stated(
        &named(Mode::Numpy, &[("x", &[2, 3]), ("b", &[3])]),
        &[Entry::Known(2), Entry::Value(0)],
        &[Entry::Value(0)],
    );
    assert_eq!(
        text,
        "\
`x` does not have the stated shape (mode = numpy)
   axis        0    1
   stated      2  {K}
   x           2    3
                    ^ length 3, but `{K}` is 4"
    );
}

#[test]
fn a_symbol_never_stretches() {
    let text =
        stated(&named(Mode::Numpy, &[("x", &[2, 3]), ("b", &[1])]), &[Entry::Open, Entry::Open], &[Entry::Symbol(0)]);
    assert_eq!(
        text,
        "\
`b` would have to stretch where it is stated as `N` (mode = numpy)
   axis      0  1
   result    2  3
   b            1
                ^ length 1 meets 3; stated as `N`, and a symbol never stretches"
    );
}

#[test]
fn stated_shapes_are_accepted() {
    let spec = named(Mode::Numpy, &[("x", &[2, 4]), ("b", &[4])]);
    let (two, value, name) = (Entry::Known(2), Entry::Value(0), Entry::Symbol(0));
    for (x, b) in [(value, value), (value, name), (name, name), (Entry::Open, value), (name, Entry::Known(4))] {
        assert_eq!(judged(&spec, &[two, x], &[b]), Ok(()), "{x:?} and {b:?}");
    }
}

#[test]
fn stretching_symbol_is_reported_at_its_axis() {
    let spec = named(Mode::Numpy, &[("x", &[5, 2, 3]), ("b", &[2, 1])]);
    let error = judged(&spec, &[Entry::Open; 3], &[Entry::Open, Entry::Symbol(0)]).expect_err("it stretches");
    assert_eq!((error.operand_axis(), error.output_axis()), (Some(1), Some(2)));
}

#[test]
fn a_name_is_never_dropped() {
    let text = stated(
        &named(Mode::Pdpd, &[("x", &[2, 3]), ("b", &[3, 1])]).axis(1),
        &[Entry::Open, Entry::Open],
        &[Entry::Open, Entry::Symbol(0)],
    );
    assert_eq!(
        text,
        "\
`b` would have to stretch where it is stated as `N` (mode = pdpd, axis = 1)
   result    (2, 3)
   b         (3, 1)
             ^^^^^^ axis 1 is stated as `N`; a NAME is never dropped as a 1"
    );
}
