//! Every mistake is an error that names it, and no output is written.

mod common;

use bcast_ops::{
    Array, ArrayView, ArrayViewMut, Attribute, Attributes, Element, ElementType, Fact, Operator, OperatorError,
};
use half::f16;
use ndarray::{Array2, ArrayD, IxDyn, arr1, array};

use common::{one, onnx, text_of, vector};

fn none() -> Attributes {
    Attributes::new()
}

#[test]
fn names_opsets_and_attributes() {
    let cases = [
        (Operator::onnx("Conv", 14, &none()), "no operator `Conv` of ONNX is known here"),
        (Operator::onnx("add", 14, &none()), "no operator `add` of ONNX is known here"),
        (Operator::openvino("Softmax", 1, &none()), "no operator `Softmax` of OpenVINO is known here"),
        (Operator::ncnn("Convolution", &none()), "no operator `Convolution` of ncnn is known here"),
        (Operator::paddle("conv2d", &none()), "no operator `conv2d` of PaddlePaddle is known here"),
        (Operator::onnx("Mod", 9, &none()), "`Mod` of ONNX is known in opsets 10 to 28, not in 9"),
        (Operator::onnx("Add", 29, &none()), "`Add` of ONNX is known in opsets 1 to 28, not in 29"),
        (Operator::onnx("Add", 0, &none()), "`Add` of ONNX is known in opsets 1 to 28, not in 0"),
        (
            Operator::openvino("BitwiseAnd", 12, &none()),
            "`BitwiseAnd` of OpenVINO is known in opsets 13 to 16, not in 12",
        ),
        (Operator::onnx("Add", 7, &one("axis", 1)), "ONNX Add (opset 7) has no attribute `axis`; it has none"),
        (
            Operator::onnx("Add", 6, &one("consumed_inputs", vec![0_i64])),
            "ONNX Add (opset 6) has no attribute `consumed_inputs`; it has broadcast, axis",
        ),
        (
            Operator::onnx("Gemm", 13, &one("trans", 1)),
            "ONNX Gemm (opset 13) has no attribute `trans`; it has alpha, beta, transA, transB",
        ),
        (Operator::onnx("BitShift", 11, &none()), "ONNX BitShift (opset 11) needs the attribute `direction`"),
        (
            Operator::onnx("BitShift", 11, &one("direction", "UP")),
            "attribute `direction` of ONNX BitShift (opset 11) is `UP`; it should be `LEFT` or `RIGHT`",
        ),
        (
            Operator::onnx("Mod", 13, &one("fmod", 2)),
            "attribute `fmod` of ONNX Mod (opset 13) is an integer 2; it should be 0 or 1",
        ),
        (
            Operator::onnx("Gemm", 13, &one("alpha", 1)),
            "attribute `alpha` of ONNX Gemm (opset 13) is an integer 1; it should be a floating-point number",
        ),
        (
            Operator::onnx("Mul", 6, &Attributes::from([("broadcast", 1.into()), ("axis", Attribute::Int(-2))])),
            "attribute `axis` of ONNX Mul (opset 6) is an integer -2; it should be an axis, 0 or more",
        ),
        (
            Operator::openvino("Add", 1, &one("auto_broadcast", "explicit")),
            "attribute `auto_broadcast` of OpenVINO Add (opset 1) is `explicit`; it should be `numpy` or `none` or `pdpd`",
        ),
        (
            Operator::openvino("Broadcast", 1, &one("mode", "bidirectional")),
            "attribute `mode` of OpenVINO Broadcast (opset 1) is `bidirectional`; it should be `numpy` or `explicit`",
        ),
        (
            Operator::ncnn("BinaryOp", &one("0", 19)),
            "attribute `0` of ncnn BinaryOp is an integer 19; it should be an `op_type` from 0 to 18",
        ),
        (
            Operator::ncnn("BinaryOp", &Attributes::from([("0", 1.into()), ("op_type", 1.into())])),
            "attribute `0` of ncnn BinaryOp is an integer 1; it should be left out, since `op_type` is the same",
        ),
        (
            Operator::paddle("elementwise_add", &one("axis", -2)),
            "attribute `axis` of PaddlePaddle elementwise_add is an integer -2; it should be an axis, or -1",
        ),
    ];
    for (result, text) in cases {
        assert_eq!(text_of(result), text);
    }
}

#[test]
fn counts_and_types_of_inputs() {
    let (x, y) = (vector(&[1_i32]), vector(&[1.0_f32]));
    let text = |index: usize| Array::from(arr1(&[format!("text {index}")]));
    let add = onnx("Add", 14, &none());
    let run = |operator: &Operator, inputs: &[Array]| text_of(operator.run(inputs));
    assert_eq!(run(&add, std::slice::from_ref(&x)), "ONNX Add (opset 14) takes 2 inputs, not 1");
    assert_eq!(run(&onnx("Sum", 13, &none()), &[]), "ONNX Sum (opset 13) takes 1 or more inputs, not 0");
    assert_eq!(run(&onnx("Gemm", 13, &none()), &[]), "ONNX Gemm (opset 13) takes 2 to 3 inputs, not 0");
    assert_eq!(run(&onnx("Gemm", 9, &none()), &[x.clone(), x.clone()]), "ONNX Gemm (opset 9) takes 3 inputs, not 2");
    assert_eq!(
        run(&add, &[x.clone(), y.clone()]),
        "input `B` of ONNX Add (opset 14) has elements float32; here it may have int32"
    );
    let numbers = "int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64";
    assert_eq!(
        run(&add, &[text(0), text(1)]),
        format!("input `A` of ONNX Add (opset 14) has elements string; here it may have {numbers}")
    );
    assert_eq!(
        run(&onnx("Add", 13, &none()), &[vector(&[1_i8]), vector(&[1_i8])]),
        "input `A` of ONNX Add (opset 13) has elements int8; here it may have int32, int64, uint32, uint64, float16, bfloat16, \
         float32, float64"
    );
    assert_eq!(
        run(&onnx("Where", 16, &none()), &[x.clone(), x.clone(), x.clone()]),
        "input `condition` of ONNX Where (opset 16) has elements int32; here it may have bool"
    );
    assert_eq!(
        run(&onnx("Max", 13, &none()), &[x.clone(), x.clone(), y.clone()]),
        "input `data_2` of ONNX Max (opset 13) has elements float32; here it may have int32"
    );
    assert!(run(&onnx("Equal", 13, &none()), &[text(0), text(1)]).contains("string"));
    assert!(
        run(&onnx("Mean", 13, &none()), std::slice::from_ref(&x))
            .contains("may have float16, bfloat16, float32, float64")
    );
    assert!(run(&onnx("Mod", 13, &none()), &[y.clone(), y.clone()]).contains("has elements float32"));
    assert!(
        run(&onnx("BitShift", 11, &one("direction", "LEFT")), &[x.clone(), x.clone()]).contains("has elements int32")
    );
    assert!(run(&Operator::ncnn("BinaryOp", &none()).expect("a name"), &[x.clone(), x]).contains("may have float32"));
    let shape = Array::from(arr1(&[2_i32]));
    assert!(
        run(&onnx("Expand", 13, &none()), &[y, shape]).contains("`shape` of ONNX Expand (opset 13) has elements int32")
    );
}

#[test]
fn shapes() {
    let zeros = |shape: &[usize]| Array::from(ArrayD::<f32>::zeros(IxDyn(shape)));
    let error = onnx("Mul", 14, &none()).run(&[zeros(&[2, 3]), zeros(&[2])]).expect_err("3 and 2");
    let text = error.to_string();
    assert!(text.starts_with("ONNX Mul (opset 14): `B` does not broadcast with `A` (mode = numpy)"), "{text}");
    assert!(matches!(error, OperatorError::Broadcast { .. }));
    let greater = onnx("Greater", 13, &none());
    let text = text_of(greater.run(&[zeros(&[2, 3]), zeros(&[2])]));
    assert!(text.contains("`B` does not broadcast with `A`"), "{text}");
    let text = text_of(onnx("PRelu", 16, &none()).run(&[zeros(&[3]), zeros(&[2, 3])]));
    assert!(text.contains("mode = unidirectional"), "{text}");
    let gemm = onnx("Gemm", 13, &none());
    let refusal = |inputs: &[Array]| text_of(gemm.run(inputs));
    assert_eq!(
        refusal(&[zeros(&[2, 3]), zeros(&[2, 3])]),
        "input `B` of ONNX Gemm (opset 13) has 2 rows as it enters the product, and `A` has 3 columns"
    );
    assert_eq!(
        refusal(&[zeros(&[2, 3, 1]), zeros(&[3, 2])]),
        "input `A` of ONNX Gemm (opset 13) has rank 3; it must be 2"
    );
    assert!(refusal(&[zeros(&[2, 3]), zeros(&[3, 2]), zeros(&[3])]).contains("`C` does not broadcast onto `A * B`"));
    let expand = onnx("Expand", 13, &none());
    let to = |shape: &[i64]| Array::from(arr1(shape));
    assert_eq!(
        text_of(expand.run(&[zeros(&[1]), to(&[2, -1])])),
        "input `shape` of ONNX Expand (opset 13) is [2, -1]; no length is below 0"
    );
    assert!(text_of(expand.run(&[zeros(&[3]), to(&[2])])).contains("mode = bidirectional"));
    let matrix = Array::from(array![[1_i64]]);
    assert_eq!(
        text_of(expand.run(&[zeros(&[3]), matrix])),
        "input `shape` of ONNX Expand (opset 13) has rank 2; it must be 1"
    );
    // More elements than fit into memory.
    let huge = text_of(expand.run(&[zeros(&[1]), to(&[i64::MAX, i64::MAX])]));
    assert!(huge.contains("elements"), "{huge}");
    let texts = Array::from(arr1(&["a".to_owned()]));
    assert!(
        text_of(expand.run(&[texts.clone(), to(&[isize::MAX as i64 / 8 + 1])]))
            .contains("more texts than memory holds")
    );
    let half = 1_usize << (usize::BITS / 2 - 1);
    let (flag, text) = (ArrayD::from_elem(IxDyn(&[1]), false), ArrayD::from_elem(IxDyn(&[1, 1]), "a".to_owned()));
    let (row, column) = (flag.broadcast(half), text.broadcast((half, 1)));
    let (row, column) = (row.expect("it stretches"), column.expect("it stretches"));
    let choice = onnx("Where", 16, &none()).run(&[ArrayView::from(&row), ArrayView::from(&column), texts.view()]);
    assert!(text_of(choice).contains("more texts than memory holds"));
    let many = 1_usize << (usize::BITS / 2 + 8);
    let (tall, wide) = (zeros(&[many, 0]), zeros(&[0, many]));
    assert!(refusal(&[tall, wide]).contains("which no memory holds"));
    let explicit = Operator::openvino("Broadcast", 3, &one("mode", "explicit")).expect("a name");
    for axes in [&[1_i64, 1][..], &[1, 0], &[0, 2], &[0]] {
        assert!(explicit.run(&[zeros(&[2, 2]), to(&[2, 2]), to(axes)]).is_err(), "{axes:?}");
    }
}

#[test]
fn division_by_zero_before_anything_is_written() {
    fn check<T: Element + Copy>(zero: T, other: T) {
        let (x, y) = (vector(&[other; 3]), vector(&[other, zero, other]));
        let operators = [
            onnx("Div", 14, &none()),
            onnx("Mod", 13, &none()),
            onnx("Mod", 13, &one("fmod", 1)),
            Operator::openvino("FloorMod", 1, &none()).expect("a name"),
            Operator::openvino("Mod", 1, &none()).expect("a name"),
            Operator::openvino("Divide", 1, &none()).expect("a name"),
            Operator::paddle("elementwise_div", &none()).expect("a name"),
        ];
        for operator in operators {
            let mut output = ndarray::Array1::from_elem(3, other);
            let error = operator.run_into(&[&x, &y], ArrayViewMut::from(&mut output)).expect_err("a 0");
            assert_eq!(error, OperatorError::DivisionByZero { operator: operator.name().to_owned(), index: vec![1] });
            assert_eq!(output, ndarray::Array1::from_elem(3, other));
            let reversed = arr1(&[other, other, zero]);
            let reversed = reversed.slice(ndarray::s![..;-1]);
            let error = operator.run(&[x.view(), ArrayView::from(&reversed)]).expect_err("a 0");
            assert_eq!(error, OperatorError::DivisionByZero { operator: operator.name().to_owned(), index: vec![0] });
        }
    }
    check(0_i8, 7);
    check(0_i16, 7);
    check(0_i32, 7);
    check(0_i64, 7);
    check(0_u8, 7);
    check(0_u16, 7);
    check(0_u32, 7);
    check(0_u64, 7);
    let divide = onnx("Div", 14, &none());
    assert_eq!(divide.run(&[vector(&[1.0_f32]), vector(&[0.0_f32])]), Ok(vector(&[f32::INFINITY])));
    assert_eq!(divide.run(&[vector(&[i8::MIN]), vector(&[-1_i8])]), Ok(vector(&[i8::MIN])));
    let modulo = onnx("Mod", 13, &none());
    assert_eq!(modulo.run(&[vector(&[i64::MIN]), vector(&[-1_i64])]), Ok(vector(&[0_i64])));
}

#[test]
fn negative_powers_of_integers() {
    let pow = onnx("Pow", 15, &none());
    let run = |x: &[i32], y: &[i64]| pow.run(&[vector(x), vector(y)]);
    assert_eq!(run(&[1, -1, -1, 5], &[-3, -3, -2, 0]), Ok(vector(&[1, -1, 1, 1])));
    let error = run(&[1, 1, 2], &[-1, -2, -1]).expect_err("2 to the -1");
    assert_eq!(error, OperatorError::NegativeExponent { operator: "ONNX Pow (opset 15)".into(), index: vec![2] });
    assert!(run(&[0], &[-1]).is_err());
    // Only at the elements that meet.
    let column = Array::from(array![[1_i32], [1]]);
    assert_eq!(pow.run(&[column, vector(&[-1_i8, 2])]), Ok(Array::from(array![[1, 1], [1, 1]])));
    let power = Operator::openvino("Power", 1, &none()).expect("a name");
    assert!(power.run(&[vector(&[2_i8]), vector(&[-1_i8])]).is_err());
    assert_eq!(power.run(&[vector(&[2_u64]), vector(&[u64::MAX])]), Ok(vector(&[0_u64])));
}

#[test]
fn memory_for_the_output() {
    let add = onnx("Add", 14, &none());
    let (x, row) = (Array2::<f32>::ones((2, 3)), arr1(&[1.0_f32, 2.0, 3.0]));
    let inputs = [ArrayView::from(&row), ArrayView::from(&x)];
    let mut other = Array2::<f64>::zeros((2, 3));
    let error = text_of(add.run_into(&inputs, ArrayViewMut::from(&mut other)));
    assert_eq!(error, "the output of ONNX Add (opset 14) has elements float32; the memory for it has float64");
    // A result does not stretch to its memory.
    let mut larger = ndarray::Array3::<f32>::zeros((4, 2, 3));
    let error = text_of(add.run_into(&inputs, ArrayViewMut::from(&mut larger)));
    assert_eq!(error, "the output of ONNX Add (opset 14) has the shape [2, 3]; the memory for it has [4, 2, 3]");
    let mut wider = Array2::<f32>::zeros((2, 3));
    let scalars = [ArrayView::from(&row), ArrayView::from(&row)];
    assert!(add.run_into(&scalars, ArrayViewMut::from(&mut wider)).is_err());
    assert_eq!(wider, Array2::<f32>::zeros((2, 3)));
    for operator in [onnx("PRelu", 16, &none()), onnx("Max", 13, &none())] {
        let mut wrong = Array2::<f32>::zeros((3, 2));
        let error = operator.run_into(&[ArrayView::from(&x), ArrayView::from(&row)], ArrayViewMut::from(&mut wrong));
        assert!(matches!(error, Err(OperatorError::OutputShape { .. })), "{error:?}");
    }
    let gemm = onnx("Gemm", 13, &none());
    let mut wrong = Array2::<f32>::zeros((2, 3));
    let error = gemm.run_into(&[ArrayView::from(&x), ArrayView::from(&x.t())], ArrayViewMut::from(&mut wrong));
    assert!(matches!(error, Err(OperatorError::OutputShape { .. })), "{error:?}");
}

/// In modes where any input may have the output's shape, memory of one input's shape is refused if the other stretches
/// it.
#[test]
fn memory_of_an_inputs_shape() {
    let (column, row) = (Array::from(array![[1.0_f32], [2.0]]), Array::from(array![10.0_f32, 20.0, 30.0]));
    let ncnn = Operator::ncnn("BinaryOp", &one("op_type", 0)).unwrap();
    let paddle = Operator::paddle("elementwise_add", &none()).unwrap();
    for operator in [ncnn, paddle] {
        assert_eq!(operator.run(&[&column, &row]).unwrap().shape(), [2, 3]);
        for mut memory in [array![[7.0_f32], [7.0]].into_dyn(), array![7.0_f32, 7.0, 7.0].into_dyn()] {
            let before = memory.clone();
            operator.run_into(&[&column, &row], ArrayViewMut::from(&mut memory)).unwrap_err();
            assert_eq!(memory, before);
        }
    }
}

#[test]
fn the_first_opsets_of_onnx() {
    let zeros = |shape: &[usize]| Array::from(ArrayD::<f32>::zeros(IxDyn(shape)));
    let a = zeros(&[2, 3, 4, 5]);
    let with = |broadcast: i64, axis: Option<i64>| {
        let mut attributes = one("broadcast", broadcast);
        axis.into_iter().for_each(|axis| attributes.insert("axis", axis));
        onnx("Add", 6, &attributes)
    };
    // The examples in the specification.
    for (shape, axis) in [
        (&[][..], None),
        (&[1, 1][..], None),
        (&[5], None),
        (&[4, 5], None),
        (&[3, 4], Some(1)),
        (&[2], Some(0)),
        (&[2, 3, 4, 5], None),
        (&[1, 1], Some(1)),
    ] {
        let output = with(1, axis).run(&[&a, &zeros(shape)]).expect("an example of the text");
        assert_eq!(output.shape(), [2, 3, 4, 5]);
    }
    // Lengths of 1 do not stretch, unless all are 1; the first input never does.
    for (shape, axis) in [
        (&[1, 5][..], None),
        (&[3, 1], Some(1)),
        (&[3, 4], None),
        (&[2], None),
        (&[5], Some(4)),
        (&[1, 2, 3, 4, 5], None),
    ] {
        assert!(with(1, axis).run(&[&a, &zeros(shape)]).is_err(), "{shape:?} {axis:?}");
    }
    assert!(with(1, None).run(&[&zeros(&[1]), &zeros(&[5])]).is_err());
    // Without `broadcast`, shapes must be equal.
    let plain = onnx("Add", 6, &none());
    assert!(plain.run(&[&a, &zeros(&[5])]).is_err());
    assert!(plain.run(&[&a, &a]).is_ok());
    assert!(onnx("Max", 6, &none()).run(&[&a, &zeros(&[5])]).is_err());
    assert!(onnx("Max", 8, &none()).run(&[&a, &zeros(&[5])]).is_ok());
    // Values come from the right elements.
    let x = Array::from(array![[1.0_f32, 2.0], [3.0, 4.0]]);
    let y = vector(&[10.0_f32, 20.0]);
    let first = onnx("Add", 1, &Attributes::from([("broadcast", 1.into()), ("axis", 0.into())]));
    assert_eq!(first.run(&[&x, &y]), Ok(Array::from(array![[11.0_f32, 12.0], [23.0, 24.0]])));
    // PRelu's slope belongs to the channel, axis 1, below opset 7.
    let x = Array::from(-ndarray::Array3::<f32>::ones((2, 3, 2)));
    let slope = vector(&[1.0_f32, 2.0, 3.0]);
    let output = onnx("PRelu", 6, &none()).run(&[&x, &slope]).expect("one slope a channel");
    assert_eq!(output.as_array::<f32>().expect("its type")[[1, 2, 0]], -3.0);
    assert!(onnx("PRelu", 7, &none()).run(&[&x, &slope]).is_err());
    assert!(onnx("PRelu", 6, &none()).run(&[&x, &vector(&[0.5_f32])]).is_ok());
    // Gemm.
    let product = [zeros(&[2, 3]), zeros(&[3, 2]), zeros(&[2])];
    assert!(onnx("Gemm", 6, &none()).run(&product).is_err());
    assert!(onnx("Gemm", 6, &one("broadcast", 1)).run(&product).is_ok());
}

#[test]
fn empty_arrays() {
    let empty = |shape: &[usize]| Array::from(ArrayD::<f32>::zeros(IxDyn(shape)));
    let add = onnx("Add", 14, &none());
    assert_eq!(add.run(&[empty(&[0]), empty(&[1])]), Ok(empty(&[0])));
    assert_eq!(add.run(&[empty(&[2, 0]), empty(&[2, 1])]), Ok(empty(&[2, 0])));
    assert!(add.run(&[empty(&[0]), empty(&[2])]).is_err());
    let gemm = onnx("Gemm", 13, &none());
    assert_eq!(gemm.run(&[empty(&[2, 0]), empty(&[0, 3])]), Ok(empty(&[2, 3])));
    let c = Array::from(array![1.0_f32, 2.0, 3.0]);
    let filled = Array::from(array![[1.0_f32, 2.0, 3.0], [1.0, 2.0, 3.0]]);
    assert_eq!(gemm.run(&[empty(&[2, 0]), empty(&[0, 3]), c]), Ok(filled));
    assert_eq!(gemm.run(&[empty(&[0, 2]), empty(&[2, 3])]), Ok(empty(&[0, 3])));
    let expand = onnx("Expand", 13, &none());
    assert_eq!(expand.run(&[empty(&[1]), Array::from(arr1(&[2_i64, 0]))]), Ok(empty(&[2, 0])));
    let scalar = Array::from(ArrayD::from_elem(IxDyn(&[]), 2.0_f32));
    let no_axes = Array::from(arr1::<i64>(&[]));
    assert_eq!(expand.run(&[scalar.clone(), no_axes.clone()]), Ok(scalar.clone()));
    let explicit = Operator::openvino("Broadcast", 3, &one("mode", "explicit")).expect("a name");
    assert_eq!(explicit.run(&[scalar, Array::from(arr1(&[0_i64, 2])), no_axes]), Ok(empty(&[0, 2])));
}

#[test]
fn inference() {
    let fact = |shape: &[&str]| {
        let length = |text: &&str| match (text.parse::<usize>(), *text) {
            (Ok(length), _) => length.into(),
            (_, "_") => bcast_ops::Length::Unknown,
            (_, name) => name.into(),
        };
        Fact::new(ElementType::Float32, shape.iter().map(length))
    };
    let infer = |operator: &Operator, inputs: &[&[&str]]| {
        operator.infer(&inputs.iter().map(|shape| fact(shape)).collect::<Vec<_>>()).map(|fact| fact.to_string())
    };
    let add = onnx("Add", 14, &none());
    let shape = |inputs: &[&[&str]]| infer(&add, inputs).expect("they may fit");
    assert_eq!(shape(&[&["N", "3"], &["3"]]), "float32 (N, 3)");
    assert_eq!(shape(&[&["N", "3"], &["N", "1"]]), "float32 (N, 3)");
    assert_eq!(shape(&[&["N", "1"], &["1", "M"]]), "float32 (N, M)");
    // A symbol may be 1, and two symbols may be equal.
    assert_eq!(shape(&[&["N"], &["M"]]), "float32 (_,)");
    assert_eq!(shape(&[&["N"], &["4"]]), "float32 (4,)");
    assert_eq!(shape(&[&["_"], &["N"]]), "float32 (_,)");
    assert_eq!(shape(&[&["_"], &["1"]]), "float32 (_,)");
    assert!(infer(&add, &[&["N", "3"], &["4"]]).is_err());
    let prelu = onnx("PRelu", 16, &none());
    assert_eq!(infer(&prelu, &[&["N", "C"], &["C"]]).expect("it fits"), "float32 (N, C)");
    assert_eq!(infer(&prelu, &[&["N", "C"], &["M"]]).expect("it may fit"), "float32 (N, C)");
    assert!(infer(&prelu, &[&["N"], &["1", "N"]]).is_err());
    let where_ = onnx("Where", 16, &none());
    let condition = Fact::new(ElementType::Bool, ["N".into(), 1.into()]);
    let output = where_.infer(&[condition, fact(&["3"]), fact(&[])]).expect("they fit");
    assert_eq!(output.to_string(), "float32 (N, 3)");
    let gemm = onnx("Gemm", 13, &one("transB", 1));
    assert_eq!(infer(&gemm, &[&["N", "K"], &["M", "K"], &["M"]]).expect("it fits"), "float32 (N, M)");
    assert!(infer(&gemm, &[&["N", "4"], &["M", "5"]]).is_err());
    assert!(infer(&gemm, &[&["N", "4"], &["3", "4"], &["2"]]).is_err());
    let expand = onnx("Expand", 13, &none());
    let expanded = |data: &[&str], to: Fact| expand.infer(&[fact(data), to]).map(|fact| fact.to_string());
    let to = Fact::of_shape(["N".into(), 3.into(), 1.into()]);
    assert_eq!(expanded(&["1", "4"], to).expect("it fits"), "float32 (N, 3, 4)");
    assert_eq!(
        expanded(&["2", "1"], Fact::new(ElementType::Int64, [3.into()])).expect("it may fit"),
        "float32 (_, 2, _)"
    );
    assert!(expanded(&["2"], Fact::new(ElementType::Int64, [bcast_ops::Length::Unknown])).is_err());
    assert!(expanded(&["2"], Fact::of_shape([3.into()])).is_err());
    let broadcast = Operator::openvino("Broadcast", 3, &one("mode", "explicit")).expect("a name");
    let inputs = [fact(&["C"]), Fact::of_shape(["N".into(), "C".into()]), Fact::of_shape([1.into()])];
    assert_eq!(broadcast.infer(&inputs).expect("it fits").to_string(), "float32 (N, C)");
    let pdpd = Operator::openvino("Add", 1, &Attributes::from([("auto_broadcast", "pdpd".into()), ("axis", 1.into())]));
    let pdpd = pdpd.expect("a name");
    assert_eq!(infer(&pdpd, &[&["N", "C", "H"], &["C"]]).expect("it fits"), "float32 (N, C, H)");
    let ncnn = Operator::ncnn("BinaryOp", &none()).expect("a name");
    assert_eq!(infer(&ncnn, &[&["C", "H", "W"], &["C", "H"]]).expect("it fits"), "float32 (C, H, W)");
    let old = onnx("Add", 6, &Attributes::from([("broadcast", 1.into()), ("axis", 1.into())]));
    assert_eq!(infer(&old, &[&["N", "C", "H"], &["C"]]).expect("it fits"), "float32 (N, C, H)");
    let text = text_of(add.infer(&[fact(&["2"]), Fact::new(ElementType::Bool, [])]));
    assert_eq!(text, "input `B` of ONNX Add (opset 14) has elements bool; here it may have float32");
}

#[test]
fn gemm_of_integers_and_halves() {
    let a = array![[1_i32, -2, 3], [i32::MAX, 2, 1]];
    let b = array![[1_i32, 2], [3, 4], [5, 6]];
    let plain = onnx("Gemm", 13, &none());
    let product = array![[10_i32, 12], [i32::MAX.wrapping_add(11), 2_i32.wrapping_mul(i32::MAX).wrapping_add(14)]];
    assert_eq!(plain.run(&[ArrayView::from(&a), ArrayView::from(&b)]), Ok(Array::from(product)));
    let (a, b, c) = (array![[1_u32, 2]], array![[3_u32], [4]], array![7_u32]);
    let scaled = onnx("Gemm", 13, &Attributes::from([("alpha", 0.5_f32.into()), ("beta", 2.0_f32.into())]));
    // 0.5 * 11 + 2 * 7, truncated toward zero.
    let inputs = [ArrayView::from(&a), ArrayView::from(&b), ArrayView::from(&c)];
    assert_eq!(scaled.run(&inputs), Ok(Array::from(array![[19_u32]])));
    // With `beta = 0` C is not read.
    let ignoring = onnx("Gemm", 13, &one("beta", 0.0_f32));
    let (a, b, c) = (array![[1.0_f64]], array![[2.0_f64]], array![f64::NAN]);
    let inputs = [ArrayView::from(&a), ArrayView::from(&b), ArrayView::from(&c)];
    assert_eq!(ignoring.run(&inputs), Ok(Array::from(array![[2.0_f64]])));
    // A sum of halves keeps digits that rounding each step would lose.
    let ones = Array2::from_elem((1, 4096), f16::ONE);
    let output = plain.run(&[ArrayView::from(&ones), ArrayView::from(&ones.t())]);
    assert_eq!(output, Ok(Array::from(array![[f16::from_f32(4096.0)]])));
}

#[test]
fn texts_and_complex_numbers() {
    let texts = |list: &[&str]| Array::from(arr1(&list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()));
    let equal = onnx("Equal", 19, &none());
    assert_eq!(equal.run(&[texts(&["a", "b"]), texts(&["b"])]), Ok(Array::from(arr1(&[false, true]))));
    let mut place = ndarray::Array1::from_elem(2, false);
    equal.run_into(&[texts(&["a", "b"]), texts(&["a"])], ArrayViewMut::from(&mut place)).expect("it fits");
    assert_eq!(place, arr1(&[true, false]));
    let choose = onnx("Where", 16, &none());
    let condition = Array::from(array![[true], [false]]);
    let output = choose.run(&[condition.clone(), texts(&["a", "b"]), texts(&["c"])]);
    let expected = array![["a", "b"], ["c", "c"]].mapv(str::to_owned);
    assert_eq!(output, Ok(Array::from(expected)));
    let expand = onnx("Expand", 13, &none());
    let output = expand.run(&[texts(&["a"]), Array::from(arr1(&[2_i64]))]);
    assert_eq!(output, Ok(texts(&["a", "a"])));
    let i = num_complex::Complex::new(0.0_f32, 1.0);
    let output = choose.run(&[condition, Array::from(arr1(&[i])), Array::from(arr1(&[-i]))]);
    assert_eq!(output, Ok(Array::from(array![[i], [-i]])));
    assert!(onnx("Add", 14, &none()).run(&[Array::from(arr1(&[i])), Array::from(arr1(&[i]))]).is_err());
}
