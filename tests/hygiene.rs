//! Calls inside macros, beside user names that the expansion also uses, and in functions of every kind.
use bcast::{bcast, try_bcast};
use ndarray::{Array, Array1, Array2, Dimension, array};
use std::future::Future;
use std::panic;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Names that users of other macros like to shadow: the expansion resolves past all of them.
mod shadowed {
    #![allow(
        dead_code,
        unused_macros,
        unused_imports,
        non_camel_case_types,
        reason = "names that must not be picked up"
    )]
    use super::bcast;
    use ndarray::array;

    pub struct Option;
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Result;
    pub struct Vec;
    pub struct Box;
    pub struct String;
    pub trait Fn {}
    pub trait Copy {}
    pub struct usize;
    pub struct isize;
    pub struct u8;
    pub struct i64;
    pub struct bool;
    pub mod core {}
    pub mod std {}
    pub mod alloc {}
    pub mod mode {
        pub struct numpy;
        pub struct pdpd;
    }
    pub struct pdpd;
    pub struct numpy;
    pub struct Rank;
    pub struct Broadcast;
    macro_rules! panic {
        ($($t:tt)*) => {
            compile_error!("not ours")
        };
    }
    pub(crate) use panic;

    pub fn call() -> (ndarray::Array1<f32>, f32) {
        let (x, y) = (array![[1.0, 2.0]], array![3.0, 4.0]);
        let mut c = bcast!(x + y, mode = pdpd, axis = -1, where x: [1, W], y: [W]);
        bcast!(c *= y, mode = numpy);
        bcast!(c = if c > 1.0 { c } else { x }, to = [1, 2]);
        let mut row = c.row(0).to_owned();
        let twice = |v: f32| v * 2.0;
        bcast!(row = twice(row));
        (row, bcast!(1.0 + 1.0))
    }
}

#[test]
fn shadowed_names() {
    assert_eq!(shadowed::call(), (array![24.0, 48.0], 2.0));
}

#[test]
fn operands_named_like_our_own_locals() {
    let (__b0, __b1, __x0, __x1) = (array![1.0_f32], array![2.0_f32], array![3.0_f32], array![4.0_f32]);
    let (__axis, __axes, __to, __value0, __own0) =
        (array![0_usize], array![1_usize], array![1_usize], 1, array![5.0_f32]);
    let (site, mode, krate, tag, list, job) = (array![1.0_f32], array![2.0_f32], 3.0, 4.0, 5.0, 6.0);
    let mut __place = array![0.0_f32];
    let mut __view = array![0.0_f32];
    assert_eq!(bcast!(__x1 * __x0 - __b1 * __b0), array![10.0]);
    assert_eq!(bcast!(__b1 - __b0 + __x0 * __x1), array![13.0]);
    assert_eq!(bcast!(__axis + __axes + __to, to = [__to.len()]), array![2]);
    assert_eq!(
        bcast!(__own0 + __x0, mode = pdpd, axis = __axis[0], axis(__x0) = __axis[0], where __own0: [{__value0}]),
        array![8.0]
    );
    assert_eq!(bcast!(site + mode + krate + tag + list + job), array![21.0]);
    bcast!(__place = __view + __x0);
    bcast!(__view = __place + __view);
    bcast!(__place += __x1 - __b0);
    bcast!(
        __view -= {
            let __place = __view;
            __place * 2.0
        }
    );
    assert_eq!((__place, __view), (array![6.0], array![-3.0]));
    let (x0, b0, place, view, result, error) = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
    assert_eq!(
        bcast!({
            let __x0 = __x1;
            __x0 + x0 + b0 + place + view + result + error
        }),
        array![25.0]
    );
}

#[test]
#[expect(clippy::let_and_return, reason = "a local in a block")]
fn raw_identifiers() {
    let (r#type, r#fn) = (array![1.0_f32, 2.0], array![3.0_f32, 4.0]);
    let mut r#match = array![0.0_f32, 0.0];
    bcast!(r#match = r#type * r#fn + r#type, where r#type: [N], r#fn: [N]);
    assert_eq!(r#match, array![4.0, 10.0]);
    bcast!(
        r#match += {
            let r#loop = r#type;
            r#loop
        }
    );
    assert_eq!(r#match, array![5.0, 12.0]);
    let größe = array![1.0_f32];
    assert_eq!(bcast!(größe + größe), array![2.0]);
}

macro_rules! product {
    ($x:expr, $y:expr) => {
        bcast!($x * $y)
    };
}
macro_rules! negated {
    ($x:expr) => {
        bcast!(-$x)
    };
}
macro_rules! shifted {
    ($x:expr => $target:ty) => {
        bcast!($x as $target)
    };
}
macro_rules! method {
    ($x:expr) => {
        bcast!($x.abs())
    };
}
macro_rules! place {
    ($place:expr, $x:expr) => {
        bcast!($place = $x * 2.0)
    };
}
macro_rules! options {
    ($x:ident + $y:ident, $mode:ident, $axis:expr) => {
        bcast!($x + $y, mode = $mode, axis = $axis, axis($y) = $axis - 0, where $x: [_, _])
    };
}
macro_rules! passed_on {
    ($($tokens:tt)*) => {
        bcast!($($tokens)*)
    };
}
macro_rules! with_local {
    ($x:expr) => {{
        let shift = array![100.0];
        bcast!($x + shift)
    }};
}
macro_rules! with_inner_local {
    ($x:expr) => {
        bcast!({
            let v = $x;
            v * v
        })
    };
}
macro_rules! pattern {
    ($x:expr, $pattern:pat => $value:expr) => {
        bcast!(match $x {
            $pattern => $value,
            _ => 0.0,
        })
    };
}
macro_rules! block {
    ($block:block, $path:path, $literal:literal, $lifetime:lifetime) => {
        bcast!($lifetime: { if $path > $literal { break $lifetime $literal } $block })
    };
}

#[test]
fn groups_of_macro_rules_keep_their_precedence() {
    let (a, b, c) = (array![1.0_f32, 2.0], array![3.0_f32, 4.0], array![5.0_f32, 6.0]);
    assert_eq!(product!(a + b, c - a), array![16.0, 24.0]);
    assert_eq!(product!(if a > 1.0 { a } else { b }, -c), array![-15.0, -12.0]);
    assert_eq!(negated!(a + b), array![-4.0, -6.0]);
    assert_eq!(negated!(a - b), array![2.0, 2.0]);
    assert_eq!(shifted!(a + b => i32), array![4, 6]);
    assert_eq!(method!(a - c), array![4.0, 4.0]);
    assert_eq!(method!(-c), array![5.0, 6.0]);
    let nested = product!(a + b, if b - a > 0.0 { a + c } else { a });
    assert_eq!(nested, array![24.0, 48.0]);
    let mut y = array![0.0_f32, 0.0];
    place!(y, a + b);
    assert_eq!(y, array![8.0, 12.0]);
    let mut rows = [y];
    place!(rows[0], a - b);
    assert_eq!(rows[0], array![-4.0, -4.0]);
    let x = array![[1.0_f32, 2.0], [3.0, 4.0]];
    assert_eq!(options!(x + a, pdpd, 1 - 1), array![[2.0, 3.0], [5.0, 6.0]]);
    assert_eq!(passed_on!(x + a, mode = pdpd, axis = 0), array![[2.0, 3.0], [5.0, 6.0]]);
    assert_eq!(passed_on!(a * 2.0 - b), array![-1.0, 0.0]);
}

#[test]
fn locals_of_a_macro_and_of_its_caller() {
    let (a, v) = (array![1.0_f32], array![3.0_f32]);
    assert_eq!(with_local!(a), array![101.0]);
    assert_eq!(with_inner_local!(a + 1.0), array![4.0]);
    // The caller's `v` is an array, the macro's a local: hygiene separates them.
    assert_eq!(with_inner_local!(v), array![9.0]);
    assert_eq!(pattern!(a, 0.5..2.0 | 7.0 => 5.0), array![5.0]);
    assert_eq!(pattern!(v, 3.0 => 7.0), array![7.0]);
    assert_eq!(block!({ let w = a; w * v }, a, 5.0, 'l), array![3.0]);
}

#[test]
fn calls_inside_calls_options_and_closures() {
    let (a, b) = (array![1.0_f32, 2.0], array![3.0_f32, 4.0]);
    let inner = bcast!(a + b);
    assert_eq!(bcast!(&inner.view() * a), array![4.0, 12.0]);
    let make = |scale: f32| bcast!(a * scale + b);
    assert_eq!(make(2.0), array![5.0, 8.0]);
    let mut total = array![0.0_f32, 0.0];
    let mut add = |x: &Array1<f32>| bcast!(total += x);
    add(&a);
    add(&b);
    assert_eq!(total, array![4.0, 6.0]);
    assert_eq!(bcast!(b, to = [bcast!(1 + 1), b.len()]), array![[3.0, 4.0], [3.0, 4.0]]);
    let moved = move || bcast!(a * b);
    assert_eq!(moved(), array![3.0, 8.0]);
}

/// Polls a future that is ready at once.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => unreachable!("nothing waits"),
    }
}

async fn later<T>(value: T) -> T {
    value
}

async fn asynchronous(x: &Array2<f32>, mut y: Array1<f32>) -> Result<Array2<f32>, bcast::BroadcastError> {
    let scale = later(2.0).await;
    bcast!(y *= scale);
    let c = try_bcast!(x + y * &later(array![1.0_f32, 2.0]).await, mode = pdpd, axis = later(-1).await)?;
    let held = bcast!(c + 0.0);
    later(()).await;
    Ok(bcast!(held - x + &later(c).await))
}

fn is_send<T: Send>(value: T) -> T {
    value
}

#[test]
fn async_functions() {
    let (x, y) = (array![[1.0_f32, 2.0]], array![3.0_f32, 4.0]);
    let c = ready(is_send(asynchronous(&x, y.clone()))).unwrap();
    assert_eq!(c, array![[13.0, 34.0]]);
    assert!(ready(asynchronous(&x, array![1.0])).is_ok());
    assert_eq!(ready(async { bcast!(x * y) }), array![[3.0, 8.0]]);
}

trait Layer {
    type Elem: Copy + std::ops::Mul<Output = Self::Elem>;
    const GAIN: Self::Elem;
    fn weight(&self) -> &Array1<Self::Elem>;
    fn run<D: Dimension>(&self, x: &Array<Self::Elem, D>) -> Array<Self::Elem, D> {
        bcast!(x * &self.weight() * Self::GAIN, mode = unidirectional)
    }
}
struct Double(Array1<f64>);
impl Layer for Double {
    type Elem = f64;
    const GAIN: f64 = 2.0;
    fn weight(&self) -> &Array1<f64> {
        &self.0
    }
}

fn nested_generic<const N: usize, T: Copy + std::ops::Add<Output = T>>(
    x: &Array2<T>,
    rows: &[Array1<T>; N],
) -> Array2<T> {
    let last = N - 1;
    bcast!(x + &rows[last] + &rows[N - 1], where x: [_, W], rows[last]: [W])
}

#[test]
fn methods_of_traits_and_const_generics() {
    let layer = Double(array![1.0, 10.0]);
    assert_eq!(layer.run(&array![[1.0, 2.0]]), array![[2.0, 40.0]]);
    assert_eq!(layer.run(&array![[[1.0, 2.0]]].into_dyn()).ndim(), 3);
    assert_eq!(nested_generic(&array![[1, 2]], &[array![0, 0], array![10, 20]]), array![[21, 42]]);
}

#[test]
fn the_panic_is_the_errors_text_at_the_callers_line() {
    let (x, y) = (array![[1.0_f32, 2.0]], array![3.0_f32, 4.0, 5.0]);
    let error = try_bcast!(x + y).unwrap_err().to_string();
    let into = try_bcast!(array![0.0_f32].view_mut() = y).unwrap_err().to_string();
    let fresh = || drop(bcast!(x + y));
    let fresh_line = line!() - 1;
    let writing = || bcast!(array![0.0_f32].view_mut() = y);
    let writing_line = line!() - 1;
    let calls: [(&dyn Fn(), &str, u32); 2] = [(&fresh, &error, fresh_line), (&writing, &into, writing_line)];
    for (call, text, line) in calls {
        let seen = std::sync::Arc::new(std::sync::Mutex::new(None));
        let for_hook = seen.clone();
        let this = std::thread::current().id();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() == this {
                let at = info.location().map(|at| (at.file().to_owned(), at.line()));
                *for_hook.lock().unwrap() = at;
            }
        }));
        let payload = panic::catch_unwind(panic::AssertUnwindSafe(call));
        panic::set_hook(before);
        assert_eq!(payload.unwrap_err().downcast_ref::<String>().map(String::as_str), Some(text));
        assert_eq!(seen.lock().unwrap().take(), Some((file!().to_owned(), line)));
    }
    assert!(error.contains("numpy") && error.contains('\n'), "{error}");
}

/// Lints forbidden by a user are not triggered by the expansion.
mod forbidden {
    #![forbid(unused_variables, unused_mut, unused_assignments)]
    use super::bcast;

    pub fn operators(x: &mut [f32], y: &[f32]) -> Vec<f32> {
        bcast!(x -= y);
        bcast!(x = x * y);
        bcast!(x * y + x - y * 2.0)
    }
}

#[test]
fn forbidden_lints() {
    assert_eq!(forbidden::operators(&mut [3.0, 4.0], &[1.0, 2.0]), [2.0, 8.0]);
}
