//! The run-time API on ndarray's arrays: views, copies, closures and plans, against ndarray and plain indexing.

use bcast::answer::ErrorKind;
use bcast::{Broadcast, mode::Mode};
use ndarray::{Array, Array2, ArrayD, ArrayViewD, IxDyn, array, s};

#[path = "common/vectors.rs"]
mod stored;

/// Every shape of a rank up to 3 with lengths 0 to 3.
fn small_shapes() -> Vec<Vec<usize>> {
    let mut shapes = vec![vec![]];
    let mut from = 0;
    for _ in 0..3 {
        let to = shapes.len();
        for index in from..to {
            for length in 0..4 {
                let mut longer: Vec<usize> = shapes[index].clone();
                longer.push(length);
                shapes.push(longer);
            }
        }
        from = to;
    }
    shapes
}

fn positions(shape: &[usize]) -> ArrayD<usize> {
    let mut next = 0..;
    Array::from_shape_simple_fn(IxDyn(shape), || next.next().unwrap())
}

/// The array with other strides: reversed on every axis, and with its axes in reverse order.
fn layouts(array: &ArrayD<usize>) -> [ArrayViewD<'_, usize>; 3] {
    let mut backwards = array.view();
    for axis in 0..array.ndim() {
        backwards.invert_axis(ndarray::Axis(axis));
    }
    [array.view(), backwards, array.t()]
}

#[test]
fn a_numpy_view_is_ndarrays_broadcast() {
    let shapes = small_shapes();
    let mut wrong = Vec::new();
    for shape in &shapes {
        let array = positions(shape);
        for view in layouts(&array) {
            for target in &shapes {
                let ours = Broadcast::new(Mode::Numpy).to(target).try_view(&view).ok();
                let theirs = view.broadcast(IxDyn(target));
                let strides = |view: &ArrayViewD<'_, usize>| view.strides().to_vec();
                let same_strides = match (&ours, &theirs) {
                    // Without elements, or along an axis of length 1, strides may differ.
                    (Some(ours), Some(theirs)) if theirs.iter().all(|_| false) => ours.shape() == theirs.shape(),
                    (Some(ours), Some(theirs)) => {
                        let elements = |view| -> Vec<_> {
                            strides(view).into_iter().zip(target).filter(|(_, length)| **length != 1).collect()
                        };
                        elements(ours) == elements(theirs)
                    }
                    _ => true,
                };
                if ours != theirs || !same_strides {
                    wrong.push(format!("{:?} to {target:?}", view.shape()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of them: {wrong:?}", wrong.len());
}

#[test]
fn views_of_other_modes() {
    let bias = array![1, 2, 3];
    let along_axis_1 = Broadcast::new(Mode::Pdpd).to([2, 3, 2]).axis(1);
    let expected = Array::from_shape_fn((2, 3, 2), |(_, c, _)| bias[c]).into_dyn();
    assert_eq!(along_axis_1.view(&bias), expected);
    // Trailing axes of length 1 beyond the target are dropped.
    assert_eq!(along_axis_1.view(&bias.view().into_shape_with_order((3, 1, 1)).unwrap()), expected);
    assert_eq!(Broadcast::new(Mode::Explicit).axes([1]).to([2, 3, 2]).view(&bias), expected);
    assert_eq!(Broadcast::new(Mode::Ncnn).to([3, 2]).view(&bias), expected.slice(s![0, .., ..]).into_dyn());
    assert_eq!(Broadcast::new(Mode::Bidirectional).to([2, 1]).view(&bias), array![[1, 2, 3], [1, 2, 3]].into_dyn());
    assert_eq!(Broadcast::new(Mode::None).view(&bias), bias.clone().into_dyn());
    // A view outlives the `Broadcast` that made it, and borrows only the array.
    let view = { Broadcast::new(Mode::Numpy).to([2, 3]).view(&bias) };
    assert_eq!(view.as_ptr(), bias.as_ptr());
    assert_eq!(view.strides(), [0, 1]);
}

#[test]
fn copies_equal_the_engines_results() {
    let files = [
        ("openvino_broadcast1_numpy", Mode::Numpy),
        ("openvino_broadcast3_numpy", Mode::Numpy),
        ("openvino_broadcast1_explicit", Mode::Explicit),
        ("openvino_broadcast3_bidirectional", Mode::Bidirectional),
        ("onnxruntime_expand", Mode::Bidirectional),
    ];
    let (mut rows, mut wrong) = (0, Vec::new());
    for (file, mode) in files {
        let path = format!("{}/tests/data/vectors/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        for row in stored::rows(&std::fs::read_to_string(path).unwrap()) {
            if row.get("undefined").is_some() {
                continue;
            }
            rows += 1;
            let list = |key: &str| -> Option<Vec<i64>> { serde_json::from_value(row.get(key)?.clone()).ok() };
            let shape = |key: &str| -> Option<Vec<usize>> { serde_json::from_value(row.get(key)?.clone()).ok() };
            let mut broadcast = Broadcast::new(mode).to(shape("target").unwrap());
            if let Some(axes) = list("axes_mapping") {
                broadcast = broadcast.axes(axes);
            }
            let data = positions(&shape("data").unwrap());
            let copy = broadcast.try_materialize(&data).ok();
            let ok = row.get("document_ok").unwrap_or(&row["ok"]).as_bool().unwrap();
            let out = shape("document_out").or_else(|| shape("out")).filter(|_| ok);
            let same_elements = || match (shape("data_index"), &copy) {
                (Some(index), Some(copy)) => copy.iter().eq(&index),
                _ => true,
            };
            if copy.as_ref().map(|copy| copy.shape().to_vec()) != out || !same_elements() {
                wrong.push(row.to_string());
            }
        }
    }
    assert!(rows > 3_000, "{rows} rows");
    assert!(wrong.is_empty(), "{} of {rows}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn closures_over_one_to_six_operands() {
    let of = |scale: usize| Array2::from_shape_fn((3, 4), |(i, j)| scale * (10 * i + j));
    let (a, b, c) = (of(1), of(2), of(3));
    let (row, column, one) = (array![1, 2, 3, 4], array![[1], [2], [3]], array![[7]]);
    let at = |i: usize, j: usize| (a[[i, j]], b[[i, j]], c[[i, j]], row[j], column[[i, 0]]);
    let numpy = Broadcast::new(Mode::Numpy);
    let expected = |f: &dyn Fn(usize, usize) -> usize| Array2::from_shape_fn((3, 4), |(i, j)| f(i, j)).into_dyn();

    assert_eq!(numpy.apply((&a,), |(a,)| a + 1), expected(&|i, j| at(i, j).0 + 1));
    assert_eq!(numpy.apply((&a, &row), |(a, r)| a * r), expected(&|i, j| at(i, j).0 * row[j]));
    assert_eq!(
        numpy.apply((&column, &row, &a), |(c, r, a)| c * r + a),
        expected(&|i, j| at(i, j).4 * row[j] + at(i, j).0)
    );
    assert_eq!(
        numpy.apply((&a, &b, &row, &column), |(a, b, r, c)| a + b * r + c),
        expected(&|i, j| at(i, j).0 + at(i, j).1 * row[j] + at(i, j).4)
    );
    assert_eq!(
        numpy.apply((&a, &b, &c, &row, &column), |(a, b, c, r, s)| a + b + c + r + s),
        expected(&|i, j| at(i, j).0 + at(i, j).1 + at(i, j).2 + row[j] + at(i, j).4)
    );
    let six = numpy.apply((&a, &b, &c, &row, &column, &one), |(a, b, c, r, s, o)| a + b + c + r + s * o);
    assert_eq!(six, expected(&|i, j| at(i, j).0 + at(i, j).1 + at(i, j).2 + row[j] + at(i, j).4 * 7));

    let mut place = Array2::zeros((4, 3));
    numpy.apply_into(&mut place.view_mut().reversed_axes(), (&a, &row), |(a, r)| a * r);
    assert_eq!(place.t().into_dyn(), expected(&|i, j| at(i, j).0 * row[j]));
    // Slices and `Vec`s are operands and places too.
    let mut out = vec![0; 4];
    numpy.apply_into(&mut out, (&row, &[10, 20, 30, 40][..]), |(r, s)| r + s);
    assert_eq!(out, [11, 22, 33, 44]);
}

#[test]
fn errors_name_the_mistake() {
    let (a, b) = (Array2::<f32>::zeros((2, 3)), Array2::<f32>::zeros((2, 4)));
    let numpy = Broadcast::new(Mode::Numpy).names(&["left", "right"]);
    let error = numpy.try_apply((&a, &b), |(a, b)| a + b).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LengthMismatch);
    assert_eq!((error.culprit_name(), error.other_name()), (Some("right"), Some("left")));
    assert_eq!((error.operand_axis(), error.output_axis()), (Some(1), Some(1)));
    let mut place = Array2::<f32>::ones((1, 3));
    assert!(numpy.try_apply_into(&mut place, (&a, &a), |(a, b)| a + b).is_err());
    assert_eq!(place, Array2::<f32>::ones((1, 3)), "nothing is written before an error");

    let kind = |broadcast: Broadcast<'_>| broadcast.try_view(&a).unwrap_err().kind();
    assert_eq!(kind(Broadcast::new(Mode::Numpy).to([-1, 3])), ErrorKind::NegativeLength);
    assert_eq!(kind(Broadcast::new(Mode::Pdpd).axis(i64::MIN)), ErrorKind::AxisOutOfRange);
    assert_eq!(kind(Broadcast::new(Mode::Pdpd).axis(u128::MAX)), ErrorKind::AxisOutOfRange);
    assert_eq!(kind(Broadcast::new(Mode::Numpy).axis(0)), ErrorKind::OptionNotTaken);
    assert_eq!(kind(Broadcast::new(Mode::Bidirectional)), ErrorKind::NeedsTo);
    let large = 1_u64 << 40;
    assert_eq!(kind(Broadcast::new(Mode::Numpy).to([large, large, 2, 3])), ErrorKind::TooManyElements);
    // The elements can be counted, but their size in bytes exceeds `isize`: an error, not a panic of the allocator.
    let one = array![1.0_f32];
    let bytes = Broadcast::new(Mode::Numpy).to([isize::MAX as u64 / 2]);
    assert_eq!(bytes.try_apply((&one,), |(x,)| x).unwrap_err().kind(), ErrorKind::TooManyElements);
    // A view of that shape works: nothing is copied.
    assert_eq!(bytes.view(&one).len(), isize::MAX as usize / 2);
}

/// Without a place and `to`, arrays that all have alignments of their own join to the result.
#[test]
fn a_shape_from_placements() {
    let (row, column) = (array![1.0_f32, 2.0, 3.0], array![10.0_f32, 20.0]);
    let outer = array![[10.0_f32, 20.0, 30.0], [20.0, 40.0, 60.0]];
    let placed = Broadcast::new(Mode::Numpy).axis_of(1, 0).axis_of(0, 1);
    assert_eq!(placed.apply((&row, &column), |(row, column)| row * column), outer.into_dyn());
    let gap = Broadcast::new(Mode::Numpy).axis_of(1, 0).axis_of(0, 2).names(&["row", "column"]);
    let error = gap.try_apply((&row, &column), |(row, column)| row * column).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no array lies on an axis of the result (mode = numpy)\n   \
         the operands lie at axes of their own, which reach to rank 3, and none lies on one of the axes\n\
         help: give `to = [..]`"
    );
    let other = Broadcast::new(Mode::Pdpd).axis_of(0, 0).axis_of(1, 1);
    assert_eq!(other.try_resolve(&[&[2], &[3]]).unwrap_err().kind(), ErrorKind::NoVoter);
}

#[test]
#[should_panic(expected = "`b` does not broadcast with `a` (mode = numpy)")]
fn the_panicking_form_panics_with_the_errors_text() {
    let _ = Broadcast::new(Mode::Numpy).resolve(&[&[2], &[3]]);
}

#[test]
fn plans_print_themselves() {
    let plan = |mode, shapes: &[&[usize]]| Broadcast::new(mode).plan(shapes).to_string();
    assert_eq!(plan(Mode::Numpy, &[&[2, 3, 4], &[2, 3, 4]]), "24x[1; 1, 1]");
    assert_eq!(plan(Mode::Numpy, &[&[24, 5], &[24, 1], &[5]]), "24x[5; 5, 1, 0] 5x[1; 1, 0, 1]");
    assert_eq!(plan(Mode::Ncnn, &[&[2, 3], &[2]]), "2x[3; 3, 1] 3x[1; 1, 0]");
    assert_eq!(plan(Mode::Numpy, &[&[], &[]]), "one element");
    assert_eq!(plan(Mode::Numpy, &[&[3, 0], &[1]]), "nothing");
}

#[test]
fn the_cheap_hint_changes_no_result() {
    // The larger result uses streaming stores.
    for (rows, columns) in [(3, 5), (1800, 1801)] {
        let x = Array::from_shape_fn((rows, columns), |(i, j)| (i * columns + j) as f32);
        let row = Array::from_shape_fn(columns, |j| j as f32 / 8.0);
        let (plain, mut place) = (Broadcast::new(Mode::Numpy), Array2::zeros((rows, columns)));
        let expected = plain.apply((&x, &row), |(x, row)| x * 2.0 + row);
        plain.clone().cheap().apply_into(&mut place, (&x, &row), |(x, row)| x * 2.0 + row);
        assert_eq!(place.clone().into_dyn(), expected);
        assert_eq!(plain.cheap().apply((&x, &row), |(x, row)| x * 2.0 + row), expected);
    }
}
