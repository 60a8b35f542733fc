//! Run-time refusals: lengths of equal names, and unknown lengths, are compared.

use bcast::{Tensor, bcast, dim, shape, try_bcast};
use ndarray::{Array1, array};

dim!(Batch, Time);

/// Zeros of a shape.
macro_rules! zeros {
    ([$($axis:tt)*] $lengths:expr) => { Tensor::<i64, shape![$($axis)*]>::filled_with($lengths, 0).unwrap() };
}

/// Calls refused with exactly this text.
macro_rules! refused {
    ($($($name:ident = [$($axis:tt)*] $lengths:expr),+ => ($($call:tt)+): $text:literal;)+) => {$({
        $(let $name = zeros!([$($axis)*] $lengths);)+
        assert_eq!(try_bcast!($($call)+).unwrap_err().to_string(), $text);
        let panic = std::panic::catch_unwind(|| { let _ = bcast!($($call)+); }).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().unwrap(), $text);
    })+};
}

#[test]
fn names() {
    refused! {
        a = [Batch] [32], b = [Batch] [16] => (a + b): "\
`Batch` stands for two different lengths (mode = numpy)
   axis          0
   stated    Batch
   b            16
                ^^ length 16, but `Batch` is 32 at axis 0 of `a`";
        // Not even within one operand, nor if one of the lengths is 1.
        a = [Batch, Batch] [2, 3] => (a * 2): "\
`Batch` stands for two different lengths (mode = numpy)
   axis          0      1
   stated    Batch  Batch
   a             2      3
                        ^ length 3, but `Batch` is 2 at axis 0 of `a`";
        a = [2, Batch] [2, 3], b = [Batch] [1] => (a * b): "\
`Batch` stands for two different lengths (mode = numpy)
   axis          0
   stated    Batch
   b             1
                 ^ length 1, but `Batch` is 3 at axis 1 of `a`";
        // A name has one length even where its axes never meet on the result.
        a = [Batch, 1] [2, 1], b = [1, Batch] [1, 3] => (a * b): "\
`Batch` stands for two different lengths (mode = numpy)
   axis         0      1
   stated       1  Batch
   b            1      3
                       ^ length 3, but `Batch` is 2 at axis 0 of `a`";
    }
}

#[test]
fn names_never_stretch() {
    let (a, b) = (zeros!([Batch][1]), zeros!([_][5]));
    let errors = [
        try_bcast!(a + b).unwrap_err(),
        try_bcast!(b + a).unwrap_err(),
        try_bcast!(a + b, mode = ncnn).unwrap_err(),
        try_bcast!(a + b, mode = paddle).unwrap_err(),
        try_bcast!(b + a, mode = unidirectional).unwrap_err(),
        try_bcast!(b + a, mode = pdpd).unwrap_err(),
        try_bcast!(b + a, mode = none).unwrap_err(),
        try_bcast!(a, mode = explicit, to = [b.shape()[0]]).unwrap_err(),
        try_bcast!(a, mode = bidirectional, to = [b.shape()[0]]).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.culprit_name(), Some("a"), "{error}");
        assert!(error.to_string().contains("length "), "{error}");
    }
    let mut y = [0_i64; 5].to_vec();
    let error = try_bcast!(y = a).unwrap_err().to_string();
    assert_eq!(
        error,
        "\
`a` would have to stretch where it is stated as `Batch` (mode = numpy)
   axis      0
   result    5
   a         1
             ^ length 1 meets 5; stated as `Batch`, and a symbol never stretches"
    );
}

#[test]
fn constants_never_stretch() {
    let (a, b) = (zeros!([{ 1 }][1]), zeros!([_][5]));
    let errors = [
        try_bcast!(a + b).unwrap_err(),
        try_bcast!(b + a).unwrap_err(),
        try_bcast!(a + b, mode = paddle).unwrap_err(),
        try_bcast!(b + a, mode = unidirectional).unwrap_err(),
        try_bcast!(a, mode = explicit, to = [b.shape()[0]]).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.culprit_name(), Some("a"), "{error}");
    }
    // The same with a const generic.
    fn add<const N: usize>(
        a: &[i64; N],
        b: &Tensor<i64, shape![_]>,
    ) -> Result<Tensor<i64, shape![N]>, bcast::BroadcastError> {
        try_bcast!(a + b)
    }
    assert!(add(&[1], &b).is_err());
    assert_eq!(add(&[1; 5], &b).unwrap().into_nested(), [1; 5]);
    assert_eq!(add(&[1; 5], &zeros!([_][1])).unwrap().into_nested(), [1; 5]);
}

#[test]
fn unknown_lengths() {
    refused! {
        a = [_, 3] [2, 3], b = [_, 3] [4, 3] => (a + b): "\
`b` does not broadcast with `a` (mode = numpy)
   axis    0  1
   a       2  3
   b       4  3
           ^ length 4 meets 2; only length 1 stretches";
    }
}

#[test]
fn refused_calls_leave_places_unchanged() {
    let a = zeros!([Batch, 2] [3, 2]);
    let mut y = Tensor::<i64, shape![Batch, 2]>::filled_with([4, 2], 7).unwrap();
    assert!(try_bcast!(y = a).unwrap_err().to_string().starts_with("`Batch` stands for two different lengths"));
    assert!(try_bcast!(y += a).is_err());
    let mut z = Tensor::<i64, shape![_, 2]>::filled_with([4, 2], 7).unwrap();
    assert!(try_bcast!(z = a).is_err());
    assert!(try_bcast!(z = a * z).is_err());
    assert!(y.iter().chain(&z).all(|&element| element == 7));
}

#[test]
fn other_arrays_beside_tensors() {
    let (a, column): (_, Array1<i64>) = (zeros!([Batch, 2] [3, 2]), array![1, 2, 3, 4]);
    assert!(try_bcast!(a + column, mode = pdpd, axis = 0).is_err());
    let one = array![1];
    // An unknown length of 1 stretches to a name.
    assert_eq!(try_bcast!(a + one, mode = pdpd, axis = 0).unwrap().as_slice(), [1; 6]);
    let dynamic = column.into_dyn();
    let result: Result<Tensor<i64, shape![Batch, 2]>, _> = try_bcast!(a + dynamic, mode = unidirectional);
    assert!(result.is_err());
    // A `where` clause beside types.
    assert!(try_bcast!(a * 2, where a: [3, _]).is_ok());
    assert!(try_bcast!(a * 2, where a: [4, _]).is_err());
    let b = zeros!([_, 2] [3, 2]);
    assert!(try_bcast!(a + b, where a: [N, _], b: [N, M]).is_ok());
    assert!(try_bcast!(a + b, where a: [N, _], b: [N, N]).is_err());
}
