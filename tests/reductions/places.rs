//! Places of results with fewer axes, of numbers, and of positions alone.

use bcast::{bcast, try_bcast};
use ndarray::{Array1, Array2, ArrayD, array};

/// Where the result is a number, a variable of that type is a place.
#[test]
fn numbers_as_places() {
    struct Run {
        total: f64,
        most: [usize; 2],
    }
    let (x, v, m) = (array![[1.0, 2.0], [3.0, 5.0]], vec![1.0, 4.0], [[1.0, 2.0], [3.0, 5.0]]);
    let mut n = 0.0;
    bcast!(n = sum(x, axis = ..));
    bcast!(n += sum(x, axis = ..));
    assert_eq!(n, 22.0);
    bcast!(n = n / 2.0 + sum(x, axis = [0, 1]) - max(v, axis = -1));
    assert_eq!(n, 18.0);
    let mut run = Run { total: 1.0, most: [0; 2] };
    bcast!(run.total *= mean(m, axis = ..));
    bcast!(run.most[1] = argmax(v, axis = 0));
    assert_eq!((run.total, run.most), (2.75, [0, 1]));
    fn total<T: bcast::reduction::Summed>(x: &ArrayD<T>, n: &mut T) {
        bcast!(*n = sum(x, axis = ..));
    }
    total(&x.into_dyn(), &mut n);
    assert_eq!(n, 11.0);
    bcast!(n = sum(v, axis = I), mode = named, where v: [I], n: []);
    assert_eq!(n, 5.0);
    bcast!(n = sum(v * n - m, axis = ..) + n);
    assert_eq!(n, 44.0);
    let k = 0;
    bcast!(n = sum(v, axis = k));
    assert!(try_bcast!(n = sum(m, axis = k)).is_err());
    assert_eq!(n, 5.0);
}

/// Without arrays the frame is `to`, else the place.
#[test]
fn positions_without_arrays() {
    let (n, step) = (3, 0.5);
    assert_eq!(bcast!(index(axis = 0) * 10 + index(axis = 1), to = [2, 3]), array![[0, 1, 2], [10, 11, 12]]);
    assert_eq!(bcast!(index(axis = 0) as f64 * step, to = [n]), array![0.0, 0.5, 1.0]);
    assert_eq!(bcast!(sum(index(axis = 0) as f64, axis = 0), to = [4]), array![6.0, 6.0, 6.0, 6.0]);
    assert_eq!(bcast!(len(axis = 0), to = vec![2, 1], mode = none), ArrayD::from_elem(vec![2, 1], 2));
    let mut table = Array2::zeros((2, 3));
    bcast!(table = index(axis = 0) * len(axis = 1) + index(axis = 1));
    assert_eq!(table, array![[0, 1, 2], [3, 4, 5]]);
    bcast!(table = index(axis = 1), to = [2, 3]);
    assert_eq!(table, array![[0, 1, 2], [0, 1, 2]]);
    let negative = -1;
    assert!(try_bcast!(index(axis = 0), to = [negative]).is_err());
    let error = try_bcast!(index(axis = 1), to = vec![4]).unwrap_err();
    assert!(error.to_string().starts_with("`index(.., axis = 1)` is out of range"), "{error}");
}

/// A place of the frame's rank keeps the axis as any array outside the reduction does.
#[test]
fn places_that_keep_the_axis() {
    let x = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let mut c = array![[10.0], [20.0]];
    bcast!(c += sum(x, axis = 1));
    assert_eq!(c, array![[16.0], [35.0]]);
    bcast!(c = c / 2.0 + max(x - c, axis = 1), where x: [N, M], c: [N, 1]);
    assert_eq!(c, array![[-5.0], [-11.5]]);
    let (n, mut nested) = ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[1.0], [2.0]]);
    bcast!(nested *= sum(n, axis = 1), mode = paddle);
    assert_eq!(nested, [[6.0], [30.0]]);
    let text = try_bcast!(c += x - mean(x, axis = 1)).unwrap_err().to_string();
    assert!(text.starts_with("the place `c` does not have the result's shape (mode = numpy)"), "{text}");
    assert_eq!(c, array![[-5.0], [-11.5]]);
}

/// The words are those of the call's mode, and the way out is one.
#[test]
fn places_that_do_not_fit() {
    let (x, mut wrong) = (array![[1.0, 2.0], [3.0, 5.0]], Array1::<f64>::zeros(3));
    let lines = |error: bcast::BroadcastError| error.to_string().lines().map(str::trim).collect::<Vec<_>>().join("; ");
    let text = "the place `wrong` does not have the result's shape (mode = numpy); axis      0; result    2; wrong     3; \
                ^ length 3 meets 2; a place never stretches";
    assert_eq!(lines(try_bcast!(wrong = sum(x, axis = 0)).unwrap_err()), text);
    assert_eq!(wrong, array![0.0, 0.0, 0.0]);
    let (mut kept, tall) = (array![[0.0, 0.0]], array![[1.0, 2.0], [3.0, 5.0], [0.0, 0.0]]);
    let text = "the place `kept` does not have the result's shape (mode = numpy); result    (2,); kept      (1, 2); \
                ^^^^^^ rank 2 meets the result's rank 1; a place never stretches; help: the option `keep` would fit";
    assert_eq!(lines(try_bcast!(kept = sum(tall, axis = 0)).unwrap_err()), text);
    bcast!(kept = sum(tall, axis = 0), keep);
    assert_eq!(kept, array![[4.0, 7.0]]);
    let text = "the result does not stretch to the place `kept` (mode = numpy); axis      0  1; kept      1  2; \
                result    3  2; ^ length 3 meets 1; a place never stretches";
    assert_eq!(lines(try_bcast!(kept = tall - mean(tall, axis = 0)).unwrap_err()), text);
}
