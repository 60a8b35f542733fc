//! Operators along axes: output shapes before there are data, and every mistake as an error that names it.

mod common;

use bcast_ops::{Array, ArrayViewMut, Attributes, ElementType, Fact, Length, Operator};
use ndarray::{Array2, ArrayD, IxDyn};

use common::{one, onnx, text_of, vector};

#[test]
fn names_stay_names() {
    let float = |shape: Vec<Length>| Fact::new(ElementType::Float32, shape);
    let x = || float(vec!["batch".into(), 4.into(), Length::Unknown]);
    let of = |length: usize| float(vec![length.into()]);
    let unknown_axes = |length: Length| Fact::new(ElementType::Int64, [length]);
    let none = Attributes::new();
    let squeezed = one("keepdims", 0);
    let group = one("num_groups", 2);
    let training = one("training_mode", 1);
    let output = |operator: Operator, index| operator.output(index).expect("an output");
    let batch = || vec![x(), of(4), of(4), of(4), of(4)];
    let cases: [(Operator, Vec<Fact>, &str); 15] = [
        (onnx("ReduceSum", 13, &none), vec![x(), Fact::of_axes([-2])], "float32 (batch, 1, _)"),
        (onnx("ReduceSum", 13, &squeezed), vec![x(), Fact::of_axes([2, 1])], "float32 (batch,)"),
        (onnx("ReduceSum", 13, &squeezed), vec![x(), Fact::of_shape([Length::Known(0)])], "float32 (4, _)"),
        (onnx("ReduceSum", 13, &none), vec![x(), unknown_axes(Length::Unknown)], "float32 (_, _, _)"),
        (onnx("ReduceSum", 13, &squeezed), vec![x(), unknown_axes(Length::Known(2))], "float32 (_,)"),
        (onnx("ReduceSum", 13, &squeezed), vec![x(), unknown_axes(Length::Known(0))], "float32 ()"),
        (onnx("ArgMin", 13, &none), vec![x()], "int64 (1, 4, _)"),
        (onnx("Softmax", 13, &none), vec![x()], "float32 (batch, 4, _)"),
        (onnx("LayerNormalization", 17, &none), vec![x(), float(vec!["width".into()])], "float32 (batch, 4, _)"),
        (output(onnx("LayerNormalization", 17, &none), 2), vec![x(), of(7)], "float32 (batch, 4, 1)"),
        (onnx("GroupNormalization", 21, &group), vec![x(), of(4), of(4)], "float32 (batch, 4, _)"),
        (onnx("GroupNormalization", 18, &group), vec![x(), of(2), of(2)], "float32 (batch, 4, _)"),
        (onnx("InstanceNormalization", 22, &none), vec![x(), of(4), of(4)], "float32 (batch, 4, _)"),
        (onnx("BatchNormalization", 15, &none), batch(), "float32 (batch, 4, _)"),
        (output(onnx("BatchNormalization", 15, &training), 2), batch(), "float32 (4,)"),
    ];
    for (operator, facts, expected) in cases {
        let inferred = operator.infer(&facts).map_or_else(|error| error.to_string(), |fact| fact.to_string());
        assert_eq!(inferred, expected, "{operator:?} {facts:?}");
    }
}

#[test]
fn attributes_along_axes() {
    let cases = [
        (
            Operator::onnx("ReduceSum", 13, &one("axes", vec![0_i64])),
            "ONNX ReduceSum (opset 13) has no attribute `axes`; it has noop_with_empty_axes, keepdims",
        ),
        (
            Operator::onnx("ReduceMax", 13, &one("axes", 1)),
            "attribute `axes` of ONNX ReduceMax (opset 13) is an integer 1; it should be integers",
        ),
        (
            Operator::onnx("ArgMax", 13, &one("select_last_index", 2)),
            "attribute `select_last_index` of ONNX ArgMax (opset 13) is an integer 2; it should be 0 or 1",
        ),
        (
            Operator::onnx("LpNormalization", 1, &one("p", 3)),
            "attribute `p` of ONNX LpNormalization (opset 1) is an integer 3; it should be 1 or 2",
        ),
        (
            Operator::onnx("GroupNormalization", 21, &Attributes::new()),
            "ONNX GroupNormalization (opset 21) needs the attribute `num_groups`",
        ),
        (
            Operator::onnx("GroupNormalization", 18, &one("num_groups", 0)),
            "attribute `num_groups` of ONNX GroupNormalization (opset 18) is an integer 0; it should be a number of groups, 1 or more",
        ),
        (
            Operator::onnx("BatchNormalization", 7, &one("spatial", 0)),
            "attribute `spatial` of ONNX BatchNormalization (opset 7) is an integer 0; it should be 1: statistics of single activations \
             are not computed here",
        ),
        (
            Operator::onnx("LayerNormalization", 17, &one("stash_type", 11)),
            "attribute `stash_type` of ONNX LayerNormalization (opset 17) is an integer 11; it should be 1 (float32) or 16 (bfloat16)",
        ),
        (
            Operator::onnx("RMSNormalization", 23, &one("stash_type", 7)),
            "attribute `stash_type` of ONNX RMSNormalization (opset 23) is an integer 7; it should be the number of a floating-point \
             type: 1, 10, 11 or 16",
        ),
        (
            onnx("BatchNormalization", 15, &Attributes::new()).output(1),
            "ONNX BatchNormalization (opset 15) has 1 output, and none of number 1",
        ),
    ];
    for (result, text) in cases {
        assert_eq!(text_of(result), text);
    }
}

/// The same words before there are data and with data.
#[test]
fn shapes_along_axes() {
    let x = || Array::from(Array2::<f32>::zeros((3, 4)));
    let zeros = |shape: &[usize]| Array::from(ArrayD::<f32>::zeros(IxDyn(shape)));
    let of = |length: usize| zeros(&[length]);
    let groups = one("num_groups", 2);
    let cases: [(Operator, Vec<Array>, &str); 14] = [
        (
            onnx("ReduceSum", 13, &Attributes::new()),
            vec![x(), vector(&[2_i64])],
            "input `data` of ONNX ReduceSum (opset 13) has rank 2, so axis 2 is out of range",
        ),
        (
            onnx("ReduceMean", 11, &one("axes", vec![0_i64, -2])),
            vec![x()],
            "input `data` of ONNX ReduceMean (opset 11) has rank 2, and axis -2 is given twice",
        ),
        (
            onnx("ReduceSum", 13, &Attributes::new()),
            vec![x(), Array::from(Array2::<i64>::zeros((1, 1)))],
            "input `axes` of ONNX ReduceSum (opset 13) has rank 2; it must be 1",
        ),
        (
            onnx("ReduceSum", 13, &Attributes::new()),
            vec![x(), vector(&[0_i32])],
            "input `axes` of ONNX ReduceSum (opset 13) has elements int32; here it may have int64",
        ),
        (
            onnx("ReduceSum", 11, &Attributes::new()),
            vec![x(), vector(&[0_i64])],
            "ONNX ReduceSum (opset 11) takes 1 input, not 2",
        ),
        (
            onnx("Softmax", 13, &Attributes::new()),
            vec![zeros(&[])],
            "input `input` of ONNX Softmax (opset 13) has rank 0, so axis -1 is out of range",
        ),
        (
            onnx("ArgMax", 13, &Attributes::new()),
            vec![zeros(&[0, 2])],
            "input `data` of ONNX ArgMax (opset 13) has length 0 along axis 0, where no element has a position",
        ),
        (
            onnx("MeanVarianceNormalization", 13, &Attributes::new()),
            vec![x()],
            "input `X` of ONNX MeanVarianceNormalization (opset 13) has rank 2, so axis 2 is out of range",
        ),
        (
            onnx("InstanceNormalization", 6, &Attributes::new()),
            vec![x(), of(4), of(4)],
            "input `input` of ONNX InstanceNormalization (opset 6) has rank 2; it must be 3 or more",
        ),
        (
            onnx("GroupNormalization", 21, &groups),
            vec![zeros(&[1, 3]), of(3), of(3)],
            "input `X` of ONNX GroupNormalization (opset 21) has 3 channels, which do not form 2 groups of one size",
        ),
        (
            onnx("GroupNormalization", 18, &groups),
            vec![x(), of(2), of(4)],
            "input `bias` of ONNX GroupNormalization (opset 18) has length 4; it must be 2, a number for each group",
        ),
        (
            onnx("BatchNormalization", 15, &Attributes::new()),
            vec![x(), of(3), of(4), of(4), of(4)],
            "input `scale` of ONNX BatchNormalization (opset 15) has length 3; it must be 4, a number for each channel",
        ),
        (
            onnx("BatchNormalization", 15, &Attributes::new()),
            vec![x(), of(4), x(), of(4), of(4)],
            "input `B` of ONNX BatchNormalization (opset 15) has rank 2; it must be 1",
        ),
        (
            onnx("LayerNormalization", 17, &Attributes::new()),
            vec![zeros(&[1, 4]), x()],
            "ONNX LayerNormalization (opset 17): `Scale` does not broadcast onto `X` (mode = unidirectional)",
        ),
    ];
    for (operator, inputs, text) in cases {
        let facts: Vec<Fact> = inputs.iter().map(Fact::from).collect();
        let (run, inferred) = (text_of(operator.run(&inputs)), text_of(operator.infer(&facts)));
        assert_eq!(run.lines().next(), Some(text));
        assert_eq!(run, inferred);
    }
    let text = text_of(
        onnx("ReduceSum", 13, &one("keepdims", 0))
            .infer(&[Fact::from(&x()), Fact::new(ElementType::Int64, ["count".into()])]),
    );
    assert_eq!(
        text,
        "input `axes` of ONNX ReduceSum (opset 13) must have a known length, which decides the rank of the output"
    );
    let place = &mut Array2::<f32>::from_elem((3, 1), 7.0);
    let sum = onnx("ReduceSum", 13, &one("keepdims", 0));
    let text = text_of(sum.run_into(&[x(), vector(&[1_i64])], ArrayViewMut::from(&mut *place)));
    assert_eq!(text, "the output of ONNX ReduceSum (opset 13) has the shape [3]; the memory for it has [3, 1]");
    assert_eq!(place[[0, 0]], 7.0);
}
