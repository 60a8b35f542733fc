use bcast_core::__private as p;
use bcast_core::names;
use ndarray::{Array1, Array2, array};
macro_rules! k { ($x:ident) => { (&&&&&&&p::tag($x)).__bcast_kind().bind($x) } }
#[test]
fn add() {
    let a = Array2::from_shape_fn((100, 300), |(i, j)| (i * 300 + j) as f32);
    let b = Array1::from_shape_fn(300, |j| j as f32);
    let s = 2.0;
    let c: Array2<f32> = {
        use p::scope::*;
        match (&(a), &(b), &(s)) {
            (b0, b1, b2) => p::or_panic(p::evaluate(names::numpy, &p::Site::new(&["a", "b", "s"]), p::no_to(), (k!(b0), (k!(b1), (k!(b2), ()))), #[inline(always)] |(x0, (x1, (x2, ())))| (x0 + x1) * x2)),
        }
    };
    assert_eq!(c, (&a + &b) * 2.0);
    let t = a.t();
    let col = a.column(0).to_owned().insert_axis(ndarray::Axis(1));
    let c = {
        use p::scope::*;
        match (&(t), &(col.t())) {
            (b0, b1) => p::or_panic(p::evaluate(names::numpy, &p::Site::new(&["t", "col"]).to(&[300, 100]), p::to_of(&[300,100]), (k!(b0), ( k!(b1), ())), #[inline(always)] |(x0, (x1, ()))| x0 * x1)),
        }
    };
    assert_eq!(c, &t * &col.t());
    let v = vec![1.0, 2.0];
    let c: Vec<f64> = {
        use p::scope::*;
        match (&(v), &(s)) {
            (b0, b1) => p::or_panic(p::evaluate(names::numpy, &p::Site::new(&["v", "s"]), p::no_to(), (k!(b0), (k!(b1), ())), #[inline(always)] |(x0, (x1, ()))| x0 * x1 as f64)),
        }
    };
    assert_eq!(c, [2.0, 4.0]);
    let mut y = array![[1.0, 2.0], [3.0, 4.0]];
    {
        use p::scope::*;
        match ((y).__bcast_place(), &v) {
            (y, b1) => {
                let view = p::AsPlace::place(y);
                p::or_panic(p::evaluate_into(names::numpy, &p::Site::new(&["y", "v"]), (view.element(), (k!(b1), ())), view, #[inline(always)] |(x0, (x1, ()))| x0 * x1))
            }
        }
    };
    assert_eq!(y, array![[1.0, 4.0], [3.0, 8.0]]);
}
