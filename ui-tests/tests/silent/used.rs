//! Calls whose result is used, and calls without one: no warning about a dropped result.
#![deny(warnings)]

use std::convert::Infallible;
use std::sync::Mutex;

use bcast::{BroadcastError, Tensor, bcast, shape, try_bcast};
use ndarray::{Array1, Array2, ArrayD};

fn tail(x: &Array2<f32>, bias: &Array1<f32>) -> Array2<f32> {
    bcast!(x + bias)
}

fn tail_in_braces(x: &Array2<f32>, bias: &Array1<f32>) -> Array2<f32> {
    bcast! { x + bias }
}

fn tail_of_a_place(x: &Array2<f32>, y: &mut Array2<f32>) {
    bcast!(y = x)
}

fn returned(x: &Array2<f32>, bias: &Array1<f32>) -> Array2<f32> {
    return bcast!(x + bias);
}

fn question_mark_after(x: &Array2<f32>, y: &mut Array2<f32>) -> Result<Array2<f32>, BroadcastError> {
    try_bcast!(y = x)?;
    Ok(try_bcast!(x + y)?)
}

fn question_mark_inside(x: &Array2<f32>, bias: Result<Array1<f32>, Infallible>) -> Result<Array2<f32>, Infallible> {
    Ok(bcast!(x + &bias?.view()))
}

fn of_types<const N: usize>(x: &[[f32; N]; 2], bias: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![2, N]> {
    let x = Tensor::<f32, shape![2, N]>::from_nested(*x);
    bcast!(x + bias)
}

async fn asynchronous(x: &[f32]) -> Vec<f32> {
    bcast!(x + 1.0)
}

fn main() {
    let (x, bias) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::ones(3));

    // Bound to a name, with and without an expected type.
    let bound = bcast!(x + bias);
    let expected: Array2<f32> = bcast!(x + bias);
    let known_by_the_expected: Array1<f64> = bcast!(bias.into());
    let pair = [1.0_f32, 2.0];
    let as_a_slice: &[f32] = &bcast!(pair * 2.0);
    let by_what_follows: ArrayD<f32> = bcast!(x + bias).into_dyn();
    let assigned;
    assigned = bcast!(x + bias);
    let _ = bcast!(x + bias);
    _ = bcast!(x + bias);

    // An argument, a receiver, a branch, the value of a closure and of a loop.
    assert_eq!(tail(&bcast!(x + 0.0), &bcast!(bias * 1.0)), bound);
    assert_eq!(bcast!(x + bias).sum(), 6.0);
    let branch = if bound == expected { bcast!(x + bias) } else { bcast!(x - bias) };
    let closure = |by: f32| bcast!(x + by);
    let of_a_loop = loop {
        break bcast!(x + bias);
    };
    let boxed: Box<dyn AsRef<[f32]>> = Box::new(bcast!(pair * 2.0));
    assert_eq!((branch, closure(1.0), of_a_loop), (bound.clone(), bound.clone(), bound.clone()));
    assert_eq!(bcast!(x + &bcast!(bias * 1.0).view()), assigned);

    // An operand that lives only as long as the call.
    let locked = Mutex::new(bias.clone());
    assert_eq!(bcast!(x + &locked.lock().unwrap().view()), by_what_follows.into_dimensionality().unwrap());

    // The result is written to a place.
    let mut y = x.clone();
    bcast!(y = x * 2.0);
    bcast!(y += bias);
    bcast! { y -= bias }
    tail_of_a_place(&x, &mut y);
    assert!(question_mark_after(&x, &mut y).is_ok());

    assert_eq!((tail_in_braces(&x, &bias), returned(&x, &bias)), (bound.clone(), expected));
    assert_eq!(question_mark_inside(&x, Ok(bias.clone())), Ok(bound));
    assert_eq!(of_types(&[[0.0, 0.0]; 2], &Tensor::from_nested([1.0, 2.0]))[[1, 1]], 2.0);
    assert_eq!((known_by_the_expected[0], as_a_slice, boxed.as_ref().as_ref()), (1.0, &[2.0, 4.0][..], &[2.0, 4.0][..]));
    drop(asynchronous(&[1.0]));
}
