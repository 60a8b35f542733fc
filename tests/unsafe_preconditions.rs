//! The preconditions of unsafe code at their limits, beyond the other tests: lengths close to overflow, elements of size zero or odd sizes,
//! places that share memory, and hidden functions called as no macro calls them.
//!
//! The table in `docs/unsafe.md` lists the preconditions of each block.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bcast::__private::{
    CallSite, Costly, NoAxis, NoTo, OneThread, OwnAlignment, RunTimeDecides, TypesDecide, call, evaluate,
    evaluate_into, own_aligned, scope::*, tag, try_evaluate,
};
use bcast::answer::ErrorKind;
use bcast::mode::{self, Mode};
use bcast::{Broadcast, Tensor, bcast, shape, try_bcast};
use ndarray::{
    Array, Array1, Array2, ArrayView1, ArrayView2, ArrayView3, ArrayViewMut2, CowArray, ShapeBuilder, array,
};

/// The longest axis.
const LONGEST: usize = isize::MAX as usize;

/// The operand that generated code makes from a name.
macro_rules! operand {
    ($name:ident) => {
        tag(&$name).__bcast_kind().__bcast_step().__bcast_step().bind(&$name)
    };
}

/// Half the bits of an address.
const HALF: usize = 1 << (usize::BITS / 2);

#[test]
fn almost_too_long_axes() {
    let one = array![1.5_f32];
    let long = one.broadcast(LONGEST).expect("it has as many elements as can be counted");
    // The elements can be counted, but their size in bytes is too large.
    assert_eq!(try_bcast!(long + long).unwrap_err().kind(), ErrorKind::TooManyElements);
    assert_eq!(try_bcast!(long).unwrap_err().kind(), ErrorKind::TooManyElements);
    // More elements than can be counted.
    let column = ArrayView2::from_shape((2, 1), &[1.0_f32, 2.0]).unwrap();
    assert_eq!(try_bcast!(long + column).unwrap_err().kind(), ErrorKind::TooManyElements);
    // The place has a length of its own.
    let mut y = [0.0_f32; 3];
    assert_eq!(try_bcast!(y = long).unwrap_err().kind(), ErrorKind::LengthMismatch);
    assert_eq!(try_bcast!(y += long).unwrap_err().kind(), ErrorKind::LengthMismatch);
    assert_eq!(y, [0.0; 3]);
    // A length of 0 leaves nothing to compute, in either memory order.
    let none: [f32; 0] = [];
    for shape in [(LONGEST, 0), (0, LONGEST)] {
        let empty = ArrayView2::from_shape(shape, &none).unwrap();
        assert_eq!(bcast!(empty + empty * 2.0).dim(), shape);
        assert_eq!(bcast!(&empty.t() + &empty.t()).dim(), (shape.1, shape.0));
        let mut memory: [f32; 0] = [];
        let mut y = ArrayViewMut2::from_shape(shape, &mut memory).unwrap();
        bcast!(y = empty + 1.0);
        bcast!(y += empty);
    }
    let wide = ArrayView3::from_shape((HALF / 2, 0, HALF / 2 - 1), &none).unwrap();
    assert_eq!(bcast!(wide + 1.0).dim(), (HALF / 2, 0, HALF / 2 - 1));
    let wider = ArrayView3::from_shape((HALF / 2, 0, 1), &none).unwrap();
    let row = one.broadcast(HALF).unwrap();
    assert_eq!(try_bcast!(wider + row).unwrap_err().kind(), ErrorKind::TooManyElements);
}

#[test]
fn plans_of_almost_too_long_axes() {
    let numpy = Broadcast::new(Mode::Numpy);
    let half = HALF / 2;
    let fitting: [[&[usize]; 2]; 3] =
        [[&[LONGEST], &[1]], [&[half, half - 1], &[1, half - 1]], [&[half, 1], &[half - 1]]];
    for shapes in fitting {
        let plan = numpy.plan(&shapes);
        let count: usize = (0..plan.depth()).map(|depth| plan.length(depth)).product();
        assert_eq!(count, numpy.resolve(&shapes).shape.iter().product::<usize>());
    }
    assert!(numpy.plan(&[&[LONGEST, 0, 1]]).is_empty());
    let too_many: [[&[usize]; 2]; 2] = [[&[half, 1], &[half << 1]], [&[LONGEST, 0, 1], &[LONGEST]]];
    for shapes in too_many {
        assert_eq!(numpy.try_plan(&shapes).unwrap_err().kind(), ErrorKind::TooManyElements);
    }
}

/// The stride of an axis of length 1 is never used.
#[test]
fn unused_strides() {
    let numbers: Vec<i32> = (0..6).collect();
    let x = ArrayView3::from_shape((1, 2, 3).strides((LONGEST, 3, 1)), &numbers).unwrap();
    let mut z = ArrayView3::from_shape((2, 1, 3).strides((3, LONGEST / 2, 1)), &numbers).unwrap();
    z.invert_axis(ndarray::Axis(1));
    assert_eq!(bcast!(x + z), Array::from_shape_fn((2, 2, 3), |(i, j, k)| (3 * j + k + 3 * i + k) as i32));
    let mut memory = vec![0; 6];
    let mut y = ArrayViewMut2::from_shape((1, 6).strides((LONGEST, 1)), &mut memory).unwrap();
    bcast!(y = y + &ArrayView1::from(&numbers[..]));
    assert_eq!(memory, numbers);
}

/// Every mode and kind of array refuses an axis longer than `isize::MAX`.
#[test]
fn lengths_above_isize_max() {
    for length in [LONGEST + 1, usize::MAX] {
        let long = vec![(); length];
        let shape = [length];
        let (other, same) = (vec![(); 2], long.clone());
        for mode in Mode::ALL {
            let broadcast = Broadcast::new(mode);
            let broadcast = if mode.needs_target() { broadcast.to([1]) } else { broadcast };
            assert_eq!(broadcast.try_resolve(&[&shape, &[2]]).unwrap_err().kind(), ErrorKind::TooManyElements);
            assert_eq!(broadcast.try_resolve(&[&[2], &shape]).unwrap_err().kind(), ErrorKind::TooManyElements);
        }
        let first = |first: (), _: ()| first;
        assert_eq!(try_bcast!(first(long, other)).unwrap_err().kind(), ErrorKind::TooManyElements);
        assert_eq!(try_bcast!(first(long, same)).unwrap_err().kind(), ErrorKind::TooManyElements);
        assert_eq!(try_bcast!(first(other, long), mode = pdpd).unwrap_err().kind(), ErrorKind::TooManyElements);
        let mut place = vec![(); length];
        assert_eq!(try_bcast!(place = other).unwrap_err().kind(), ErrorKind::TooManyElements);
        assert_eq!(try_bcast!(place = first(long, same)).unwrap_err().kind(), ErrorKind::TooManyElements);
        assert_eq!(try_bcast!(long, to = [2]).unwrap_err().kind(), ErrorKind::TooManyElements);
    }
}

/// Zero-sized elements.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Nothing;

#[test]
fn elements_without_size() {
    let many = [Nothing; usize::MAX];
    // As far apart as possible, with a stretched outer axis.
    for strides in [(0, LONGEST), (LONGEST, 0), (1, LONGEST - 1), (LONGEST - 1, 1)] {
        let far = ArrayView2::from_shape((2, 2).strides(strides), &many).unwrap();
        let near = Array2::from_elem((2, 2), 7);
        assert_eq!(bcast!(far), Array2::from_elem((2, 2), Nothing));
        assert_eq!(bcast!(if far == Nothing { near } else { 0 }), near);
        let mut y = Array2::from_elem((2, 2), Nothing);
        bcast!(y = far);
        let mut z = Array2::from_elem((2, 2), 0);
        bcast!(
            z = {
                let _: Nothing = far;
                near
            }
        );
        assert_eq!(z, near);
    }
    let mut place = [Nothing; usize::MAX];
    let mut far = ArrayViewMut2::from_shape((2, 2).strides((1, LONGEST - 1)), &mut place).unwrap();
    let column = [[Nothing], [Nothing]];
    bcast!(far = column);
    let nested = [[Nothing; 3]; 2];
    assert_eq!(
        bcast!({
            let _: Nothing = nested;
            1
        }),
        [[1; 3]; 2]
    );
    assert_eq!(
        bcast!({
            let _: Nothing = column;
            nested
        }),
        nested
    );
    let tensor = Tensor::<Nothing, shape![2, 3]>::filled(Nothing);
    assert_eq!(bcast!(tensor).as_slice(), [Nothing; 6]);
    // More zero-sized elements than can be counted.
    let (columns, rows) = ([Nothing; HALF / 2], [[Nothing]; HALF]);
    let (columns, rows) = (ArrayView1::from(&columns[..]), ArrayView2::from(&rows[..]));
    let second = |_: Nothing, second: Nothing| second;
    assert_eq!(try_bcast!(second(columns, rows)).unwrap_err().kind(), ErrorKind::TooManyElements);
    // In one run as well.
    let (mut all, others, unit) = (vec![(); usize::MAX], vec![(); usize::MAX], ());
    assert_eq!(try_bcast!(all = &others).unwrap_err().kind(), ErrorKind::TooManyElements);
    assert_eq!(try_bcast!(all = unit).unwrap_err().kind(), ErrorKind::TooManyElements);
    let slice = &many[..100];
    assert_eq!(
        bcast!({
            let _: Nothing = slice;
            2_u8
        }),
        vec![2; 100]
    );
}

/// Memory with several owners is copied before the place is written.
#[test]
fn places_that_share_memory() {
    let shared = array![1.0, 2.0, 3.0].into_shared();
    let mut mine = shared.clone();
    bcast!(mine *= shared + 1.0);
    assert_eq!((mine, &shared), (array![2.0, 6.0, 12.0].into_shared(), &array![1.0, 2.0, 3.0].into_shared()));
    let mut cow = CowArray::from(shared.view());
    bcast!(cow = cow + shared);
    assert_eq!((cow.to_owned(), shared), (array![2.0, 4.0, 6.0], array![1.0, 2.0, 3.0].into_shared()));
    // The borrow checker separates two halves of one array, and windows that overlap.
    let mut whole = Array1::from_iter(0..8);
    let (mut left, right) = whole.view_mut().split_at(ndarray::Axis(0), 4);
    bcast!(left += right);
    assert_eq!(whole, array![4, 6, 8, 10, 4, 5, 6, 7]);
    // Inputs may overlap.
    let windows = ArrayView2::from_shape((6, 3).strides((1, 1)), whole.as_slice().unwrap()).unwrap();
    let same = ArrayView2::from_shape((6, 3).strides((0, 0)), whole.as_slice().unwrap()).unwrap();
    assert_eq!(bcast!(windows + same)[[5, 2]], 7 + 4);
}

fn panics(act: impl FnOnce()) -> bool {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(act));
    std::panic::set_hook(hook);
    result.is_err()
}

/// Types of one call passed to another: no macro does that, and it must not bypass a check.
#[test]
fn types_of_another_call() {
    let (vector, matrix) = (array![1.0, 2.0], array![[1.0, 2.0], [3.0, 4.0]]);
    let kind = call(mode::numpy, NoTo, NoAxis, RunTimeDecides);
    let site = CallSite::new(&["x"]);
    let of_vector = kind.made(&(operand!(vector), ()));
    assert!(panics(
        || _ = evaluate((kind, of_vector), &site, Costly, OneThread, (operand!(matrix), ()), |(x, ()), _| x)
    ));
    let (short, long) = ([1.0, 2.0], [1.0, 2.0, 3.0]);
    let of_short = kind.made(&(operand!(short), ()));
    assert!(panics(|| _ = evaluate((kind, of_short), &site, Costly, OneThread, (operand!(long), ()), |(x, ()), _| x)));
    let rows = Tensor::<f32, shape![_, 3]>::filled_with([2, 3], 0.0).unwrap();
    let other = Tensor::<f32, shape![_, _]>::filled_with([2, 4], 0.0).unwrap();
    let of_rows = kind.made(&(operand!(rows), ()));
    assert!(panics(|| _ = evaluate((kind, of_rows), &site, Costly, OneThread, (operand!(other), ()), |(x, ()), _| x)));
    let of_scalar = kind.made(&());
    assert!(panics(
        || _ = evaluate((kind, of_scalar), &site, Costly, OneThread, (operand!(vector), ()), |(x, ()), _| x)
    ));
    // A rank-1 operand checked as another rank still has its actual number of elements.
    let flat = vec![1.0, 2.0];
    let of_flat = kind.made(&(operand!(flat), ()));
    let all = evaluate((kind, of_flat), &site, Costly, OneThread, (operand!(matrix), ()), |(x, ()), _| x);
    assert_eq!(all, [1.0, 2.0, 3.0, 4.0]);
}

/// Sites with invalid indices.
#[test]
fn sites_of_no_call() {
    let x = array![[1, 2], [3, 4]];
    let kind = call(mode::numpy, NoTo, NoAxis, TypesDecide);
    let own = [OwnAlignment::axis(usize::MAX, i64::MIN), OwnAlignment::axes(7, &[i64::MAX, -1])];
    let sites = [
        CallSite::new(&[]),
        CallSite::new(&[]).base(usize::MAX).own(&own),
        CallSite::new(&["x", "y", "z"]).axis(i64::MIN),
        CallSite::new(&[]).axes(&[i64::MAX, i64::MIN]).to(&[-1, i64::MAX]),
        CallSite::new(&[]).to(&[i64::MAX, 2, 2]),
    ];
    for site in &sites {
        let list = (operand!(x), ());
        // Whether refused or not, the result is intact.
        if let Ok(y) = try_evaluate((kind, kind.made(&list)), site, Costly, OneThread, list, |(x, ()), _| x) {
            assert_eq!(y, x);
        }
        // An alignment known to types but not at run time.
        let list = (own_aligned(operand!(x), NoAxis), (operand!(x), ()));
        let result = try_evaluate((kind, kind.made(&list)), site, Costly, OneThread, list, |(x, (y, ())), _| x + y);
        assert!(result.is_err() || result.is_ok_and(|y| y == &x + &x));
    }
}

/// The element of one place, read in a call that writes to another, is the written place's.
#[test]
fn the_element_of_another_place() {
    let (mut small, mut large) = (vec![1_u64; 2], vec![5_u64; 1000]);
    let element = (&&&&&tag(&small)).__bcast_place_kind().__bcast_step().bind_place(&mut small).__bcast_element();
    let kind = call(mode::numpy, NoTo, NoAxis, RunTimeDecides);
    let list = (element, ());
    let place = (&&&&&tag(&large)).__bcast_place_kind().__bcast_step().bind_place(&mut large);
    let how = kind.written(&list, &place);
    let site = CallSite::new(&["small"]).place("large");
    evaluate_into((kind, how), &site, Costly, OneThread, list, place, |(x, ()), _| x + 1).unwrap();
    assert_eq!((small, large), (vec![1; 2], vec![6; 1000]));
}
