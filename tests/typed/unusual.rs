//! Functions of generated code called by hand, without the checks: a mismatch is an error of the call or a panic; nothing is read or
//! written. (Where types decide it is a compile error: see `StaticOperands`.)

use bcast::__private::{
    CallSite, Costly, Len, NoAxis, NoTo, OneThread, RunTimeDecides, TypesDecide, call, evaluate_into, lying_as,
    own_aligned, scope, static_to, tag, try_evaluate,
};
use bcast::{Tensor, mode, shape};

/// The macro's operand.
macro_rules! operand {
    ($value:expr) => {{
        use scope::*;
        (&&&&&&&&tag(&$value)).__bcast_kind().bind(&$value)
    }};
}
/// The macro's call with these types.
macro_rules! made {
    ($call:expr, $site:expr, $list:expr, $expression:expr) => {{
        let list = $list;
        try_evaluate(($call, $call.made(&list)), $site, Costly, OneThread, list, $expression)
    }};
}
macro_rules! written {
    ($call:expr, $site:expr, $list:expr, $place:expr, $expression:expr) => {{
        let (list, place) = ($list, $place);
        let way = $call.written(&list, &place);
        evaluate_into(($call, way), $site, Costly, OneThread, list, place, $expression)
    }};
}
/// The macro's place.
macro_rules! place {
    ($value:expr) => {{
        use scope::*;
        (&&&tag(&$value)).__bcast_place_kind().bind_place(&mut $value)
    }};
}

#[test]
fn lists_that_do_not_fit() {
    let a = Tensor::<i32, shape![3]>::from_nested([1, 2, 3]);
    let (empty, four) = (Tensor::<i32, shape![3, 0]>::from_nested([[]; 3]), Tensor::from_nested([1, 2, 3, 4]));
    let wide = call(mode::pdpd, NoTo, NoAxis, RunTimeDecides);
    let site = CallSite::new(&["a", "b"]);
    let error = made!(wide, &site, (operand!(a), (operand!(empty), ())), |(a, (b, ())), _| a + b);
    assert_eq!(error.unwrap_err().culprit_name(), Some("b"));
    let four: Tensor<i32, shape![4]> = four;
    let call = call(mode::numpy, NoTo, NoAxis, RunTimeDecides);
    let error = made!(call, &site, (operand!(a), (operand!(four), ())), |(a, (b, ())), _| a + b);
    assert!(error.unwrap_err().to_string().starts_with("`b` does not broadcast with `a` (mode = numpy)"));
    // Fewer names than operands.
    let error = made!(call, &CallSite::new(&[]), (operand!(a), (operand!(four), ())), |(a, (b, ())), _| { a + b });
    assert!(error.is_err());
    // Places of another shape.
    let mut y = Tensor::<i32, shape![2]>::from_nested([7, 7]);
    let error = written!(call, &site, (operand!(a), ()), place!(y), |(a, ()), _| a);
    assert!(error.is_err());
    assert_eq!(y.into_nested(), [7, 7]);
}

#[test]
fn wrong_marks() {
    let a = Tensor::<i32, shape![1]>::from_nested([5]);
    // Types give the result length 4, which is computed; the site's 2 is ignored.
    let four = call(mode::numpy, static_to::<(Len<4>, ())>(), NoAxis, TypesDecide);
    let two = scope::__BcastInts::__bcast_ints(&[2]);
    let site = CallSite::new(&["a"]).to(two.values());
    let c: Tensor<i32, shape![4]> = made!(four, &site, (operand!(a), ()), |(a, ()), _| a).unwrap();
    assert_eq!(c.into_nested(), [5; 4]);
    // An alignment that no operand has, and one that the site lacks.
    let b = Tensor::<i32, shape![2, 3]>::from_nested([[1, 2, 3], [4, 5, 6]]);
    let call = call(mode::numpy, NoTo, NoAxis, TypesDecide);
    let list = (operand!(b), (own_aligned(operand!(a), NoAxis), ()));
    let c = made!(call, &CallSite::new(&["b", "a"]), list, |(b, (a, ())), _| a * b).unwrap();
    assert_eq!(c.into_nested(), [[5, 10, 15], [20, 25, 30]]);
    let list = (operand!(b), (lying_as(operand!(a), NoAxis), ()));
    let c = made!(call, &CallSite::new(&["b", "a"]), list, |(b, (a, ())), _| a * b).unwrap();
    assert_eq!(c.into_nested(), [[5, 10, 15], [20, 25, 30]]);
}

#[test]
#[should_panic = "the resolved shape is the one that the types say"]
fn a_target_that_the_site_does_not_know() {
    let a = Tensor::<i32, shape![1]>::from_nested([5]);
    let four = call(mode::numpy, static_to::<(Len<4>, ())>(), NoAxis, RunTimeDecides);
    let two = scope::__BcastInts::__bcast_ints(&[2]);
    let _ = made!(four, &CallSite::new(&["a"]).to(two.values()), (operand!(a), ()), |(a, ()), _| a);
}

#[test]
fn elements_of_places_in_other_places() {
    // The written place is read, whichever place provides the element.
    let (mut x, mut y) =
        (Tensor::<i32, shape![2]>::from_nested([1, 2]), Tensor::<i32, shape![3]>::from_nested([3, 4, 5]));
    let element = { place!(x) }.__bcast_element();
    let call = call(mode::numpy, NoTo, NoAxis, TypesDecide);
    let list = (element, ());
    let nothing = place!(y);
    written!(call, &CallSite::new(&[]).place("y"), (), nothing, |(), _| 9).unwrap();
    assert_eq!(y.as_nested(), &[9, 9, 9]);
    let mut z = Tensor::<i32, shape![2]>::from_nested([6, 7]);
    written!(call, &CallSite::new(&["x"]).place("z"), list, place!(z), |(old, ()), _| old * 2).unwrap();
    assert_eq!((x.into_nested(), z.into_nested()), ([1, 2], [12, 14]));
}

/// A target of rank 0 given at run time has no lengths to compare, so types decide the call.
#[test]
fn a_target_without_axes() {
    let one = Tensor::<f32, shape![]>::from_fn(|[]| 2.0);
    let to: [usize; 0] = [];
    let sum: Tensor<f32, shape![]> = bcast::bcast!(one + one, mode = bidirectional, to = to);
    assert_eq!(sum.as_slice(), [4.0]);
}
