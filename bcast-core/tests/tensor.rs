//! Tensors: refusals, messages, and corner cases.

use bcast_core::typed::{
    AxisName, Len, LengthOne, NamedLen, One, Outermost, RemoveAxis, Shape, ShapeErrorKind, StaticShape,
};
use bcast_core::typed::{Tensor, TensorView, TensorViewMut, Unknown};

struct Batch;
impl AxisName for Batch {
    const DECLARED_AT: &str = "tests/tensor.rs";
    const NAME: &'static str = "Batch";
}
struct Channel;
impl AxisName for Channel {
    const DECLARED_AT: &str = "tests/tensor.rs";
    const NAME: &'static str = "Channel";
}

type Images = (NamedLen<Batch>, Len<3>, Unknown);

/// The numbers 0, 1, 2 and so on.
fn counted<const N: usize>(lengths: [usize; N]) -> Vec<usize> {
    (0..lengths.iter().product()).collect()
}

/// More elements than memory can hold unless their size is 0, and few enough to be counted.
const MANY: usize = 1 << (usize::BITS / 2 + 8);

#[test]
fn errors_name_the_difference_and_a_fitting_shape() {
    let error = |lengths, count| Tensor::<_, Images>::from_vec_with(lengths, vec![0; count]).unwrap_err().to_string();
    assert_eq!(
        error([2, 4, 5], 40),
        "\
shape (2, 4, 5) does not fit `shape![Batch, 3, _]`: axis 1 has length 4, the type says 3
help: `shape![Batch, _, _]` takes it"
    );
    assert_eq!(
        error([2, 3, 5], 18),
        "\
18 elements do not fill shape (2, 3, 5) of `shape![Batch, 3, _]`, which has 30
help: so many fill shape (2, 3, 3)"
    );
    assert_eq!(
        error([2, 3, 5], 1),
        "\
1 element does not fill shape (2, 3, 5) of `shape![Batch, 3, _]`, which has 30
help: 29 are missing"
    );
    assert_eq!(
        error([0, 3, usize::MAX], 0),
        format!(
            "\
shape (0, 3, {}) of `shape![Batch, 3, _]` has too many elements
help: lengths other than 0 multiply to at most {}, even beside a 0",
            usize::MAX,
            isize::MAX
        )
    );
    let fixed = |count| Tensor::<_, (Len<2>, One, Len<1>, Len<3>)>::from_vec(vec![0; count]).unwrap_err().to_string();
    assert_eq!(
        fixed(9),
        "\
9 elements do not fill `shape![2, 1, {1}, 3]`, which has 6
help: so many fill shape (3, 1, 1, 3), which `shape![_, 1, {1}, 3]` takes"
    );
    assert_eq!(
        fixed(7),
        "\
7 elements do not fill `shape![2, 1, {1}, 3]`, which has 6
help: 1 is too many"
    );
    let both = Tensor::<i32, (Len<2>, Len<3>)>::filled_with([3, 2], 0).unwrap_err();
    assert_eq!(
        format!("{both:?}"),
        "\
ShapeError(LengthDiffers): shape (3, 2) does not fit `shape![2, 3]`: axis 0 has length 3, the type says 2; \
axis 1 has length 2, the type says 3
help: `shape![_, _]` takes it"
    );
    assert_eq!((both.kind(), both.axis(), both.shape()), (ShapeErrorKind::LengthDiffers, Some(0), &[3, 2][..]));
    assert_eq!(both, both.clone());
    // Equal except for the shape in the type.
    assert_ne!(both, Tensor::<i32, (Len<4>, Len<3>)>::filled_with([3, 2], 0).unwrap_err());
    let error: Box<dyn std::error::Error + Send + Sync> = both.into();
    assert!(error.to_string().starts_with("shape (3, 2)"));
}

#[test]
fn a_count_that_fits_no_other_length_is_not_suggested() {
    // With a length of 0 elsewhere, no length of the other axis gives elements.
    let error = Tensor::<_, (Unknown, Unknown)>::from_vec_with([0, 0], vec![1, 2]).unwrap_err().to_string();
    assert_eq!(error, "2 elements do not fill shape (0, 0) of `shape![_, _]`, which has 0\nhelp: 2 are too many");
    let error = Tensor::<_, ()>::from_vec(vec![1, 2]).unwrap_err().to_string();
    assert_eq!(error, "2 elements do not fill `shape![]`, which has 1\nhelp: 1 is too many");
    let error = Tensor::<i32, (Len<0>,)>::from_vec(vec![1]).unwrap_err().to_string();
    assert_eq!(
        error,
        "1 element does not fill `shape![0]`, which has 0\nhelp: so many fill shape (1,), which `shape![_]` takes"
    );
}

#[test]
fn views_are_checked_like_tensors() {
    let mut elements = counted([6]);
    assert!(TensorView::<_, (Len<2>, Len<4>)>::from_slice(&elements).is_err());
    assert!(TensorViewMut::<_, (Len<2>, Len<4>)>::from_slice(&mut elements).is_err());
    assert!(TensorView::<_, (Len<2>, Unknown)>::from_slice_with([3, 2], &elements).is_err());
    assert!(TensorViewMut::<_, (Len<2>, Unknown)>::from_slice_with([3, 2], &mut elements).is_err());
    assert!(TensorView::<_, (Len<2>, Unknown)>::from_slice_with([2, 4], &elements).is_err());
    let view = TensorView::<_, (Len<2>, Unknown)>::from_slice_with([2, 3], &elements).unwrap();
    assert_eq!(view[[1, 1]], 4);
    // The elements outlive the view they came from.
    let slice = { view.view() }.as_slice();
    assert_eq!(slice[5], 5);
}

#[test]
fn length_0() {
    let empty = Tensor::<f32, (Unknown, Len<0>, Len<3>)>::filled_with([2, 0, 3], 1.0).unwrap();
    assert!(empty.is_empty() && empty.iter().next().is_none() && empty.indices().next().is_none());
    assert_eq!(format!("{empty:?}"), "[[], []]");
    assert_eq!(empty.get([0, 0, 0]), None);
    assert_eq!(empty.transpose().shape(), [3, 0, 2]);
    assert_eq!(empty.outer_iter().len(), 2);
    assert!(empty.outer(1).is_empty());
    let mut none = Tensor::<f32, (Len<0>, Len<3>)>::default();
    assert_eq!(none.outer_iter_mut().count(), 0);
    assert_eq!(none, [[0.0; 3]; 0]);
    assert_eq!(none.reshape::<(Len<7>, Len<0>)>().into_nested(), [[0.0; 0]; 7]);
    // Rows without elements, too many to print.
    let rows = Tensor::<f32, (Unknown, Len<0>)>::from_vec_with([MANY, 0], vec![]).unwrap();
    assert_eq!(format!("{rows:?}"), "[[], [], [], [], ..., [], [], [], []]");
}

#[test]
fn rank_0_and_rank_8() {
    let mut scalar = Tensor::<_, ()>::from_nested(7);
    scalar[[]] += 1;
    assert_eq!((scalar[[]], scalar.len(), scalar.shape()), (8, 1, &[][..]));
    assert_eq!((*scalar.as_nested(), format!("{scalar:?}")), (8, "8".into()));
    assert_eq!(scalar.transpose().reshape::<(One, Len<1>)>(), [[8]]);
    assert_eq!(scalar.indexed_iter().collect::<Vec<_>>(), [([], &8)]);

    type Eight = (Len<2>, One, NamedLen<Batch>, Len<1>, Len<2>, Unknown, Len<1>, Len<3>);
    let lengths = [2, 1, 2, 1, 2, 3, 1, 3];
    let mut eight = Tensor::<_, Eight>::from_vec_with(lengths, counted(lengths)).unwrap();
    assert_eq!(eight[[1, 0, 1, 0, 1, 2, 0, 2]], 71);
    let reversed = eight.transpose();
    assert!(
        reversed.indexed_iter().all(|([a, b, c, d, e, f, g, h], element)| eight[[h, g, f, e, d, c, b, a]] == *element)
    );
    assert_eq!(reversed.transpose(), eight);
    eight.outer_mut(1).outer_mut(0).outer_mut(1).as_mut_slice().fill(0);
    assert_eq!(eight.iter().filter(|&&element| element == 0).count(), 19);
}

#[test]
fn an_index_out_of_bounds_names_the_axis() {
    let table = Tensor::<i32, (Len<2>, Unknown)>::filled_with([2, 3], 0).unwrap();
    assert_eq!(table.get([1, 3]), None);
    let panic = std::panic::catch_unwind(|| table[[1, 3]]).unwrap_err();
    assert_eq!(
        *panic.downcast::<String>().unwrap(),
        "index [1, 3] is out of bounds: axis 1 has length 3, the index is 3"
    );
    assert!(std::panic::catch_unwind(|| table.outer(2)).is_err());
}

#[test]
fn indices_follow_the_elements() {
    let table = Tensor::<_, (Len<2>, Len<3>, Len<2>)>::from_fn(|index| index);
    assert_eq!(table.indices().collect::<Vec<_>>(), table.as_slice());
    assert_eq!(table.indices().len(), 12);
    assert!(table.indexed_iter().all(|(index, element)| index == *element && table[index] == index));
}

#[test]
fn large_static_shapes_stay_off_the_stack() {
    type Large = (Len<8>, Len<1024>, Len<1024>);
    let run = || {
        let mut large = Tensor::<u8, Large>::filled(1);
        large[[7, 1023, 1023]] = 2;
        assert_eq!(large.as_nested()[7][1023][1023], 2);
        large.as_nested_mut()[0][0][0] = 3;
        let moved = large.reshape::<(Len<1024>, Len<8>, Len<1024>)>();
        assert_eq!((moved[[0, 0, 0]], moved.view().as_nested()[1023][7][1023]), (3, 2));
        let view: TensorView<'_, u8, (Len<1024>, Len<8>, Len<1024>)> = TensorView::from_nested(moved.as_nested());
        assert_eq!(view.len(), 8 << 20);
        assert!(Tensor::<u8, Large>::from_fn(|[i, ..]| i as u8).as_slice().ends_with(&[7, 7]));
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn nested_arrays_move_in_and_out_without_loss() {
    let text = |k: usize| "x".repeat(k);
    let words = Tensor::<String, (Len<2>, Len<2>)>::from_nested([[text(0), text(1)], [text(2), text(3)]]);
    assert_eq!(words.clone().into_nested(), [["", "x"], ["xx", "xxx"]]);
    let [[.., second], _] = words.into_nested();
    assert_eq!(second, "x");
    // Zero-sized elements.
    let units = Tensor::<(), (Len<4>, Len<MANY>)>::from_nested([[(); MANY]; 4]);
    assert_eq!(units.len(), 4 * MANY);
    assert_eq!(units.into_nested().len(), 4);
}

#[test]
fn each_element_is_dropped_once() {
    use std::rc::Rc;
    let counter = Rc::new(());
    let one = || Rc::clone(&counter);
    let tensor = Tensor::<_, (Len<2>, Len<2>)>::from_nested([[one(), one()], [one(), one()]]);
    assert_eq!(Rc::strong_count(&counter), 5);
    let nested = tensor.into_nested();
    assert_eq!(Rc::strong_count(&counter), 5);
    drop(nested);
    assert_eq!(Rc::strong_count(&counter), 1);
    // A function that panics halfway.
    let mut left = 3;
    let panics = std::panic::AssertUnwindSafe(|| {
        Tensor::<_, (Len<2>, Len<2>)>::from_fn(|_| {
            left -= 1;
            assert!(left > 0);
            one()
        })
    });
    assert!(std::panic::catch_unwind(panics).is_err());
    assert_eq!(Rc::strong_count(&counter), 1);
}

#[test]
fn equality_is_by_lengths_and_elements() {
    type Any = (Unknown, Unknown);
    let wide = Tensor::<_, Any>::from_vec_with([2, 3], counted([6])).unwrap();
    let mut high = Tensor::<_, Any>::from_vec_with([3, 2], counted([6])).unwrap();
    assert_ne!(wide, high);
    assert_ne!(wide.view(), high.view_mut());
    let mut same = wide.clone();
    assert_eq!(wide, same.view());
    assert_eq!(wide.view(), same.view_mut());
    assert_eq!(same.view_mut(), wide);
    same[[0, 0]] = 9;
    assert_ne!(same.view(), wide);
    let hash = |tensor: &dyn Fn(&mut std::hash::DefaultHasher)| {
        let mut hasher = std::hash::DefaultHasher::new();
        tensor(&mut hasher);
        std::hash::Hasher::finish(&hasher)
    };
    use std::hash::Hash;
    assert_eq!(hash(&|h| wide.hash(h)), hash(&|h| wide.view().hash(h)));
    assert_ne!(hash(&|h| wide.hash(h)), hash(&|h| high.hash(h)));
    let nan = Tensor::<_, (One,)>::filled(f32::NAN);
    assert_ne!(nan, [f32::NAN]);
}

#[test]
fn debug_is_that_of_nested_arrays_until_it_gets_long() {
    let nested = [[[1.5, 2.0], [0.0, -1.0]]];
    let tensor = Tensor::<f64, (One, Len<2>, Len<2>)>::from_nested(nested);
    assert_eq!(format!("{tensor:?} {:.1?} {tensor:#?}", tensor.view()), format!("{nested:?} {nested:.1?} {nested:#?}"));
    let long = Tensor::<_, (Len<1000>,)>::from_fn(|[k]| k);
    assert_eq!(format!("{long:?}"), "[0, 1, 2, 3, ..., 996, 997, 998, 999]");
    assert_eq!(format!("{long:#?}").lines().count(), 1002);
}

#[test]
fn const_generic_lengths() {
    fn rows<const N: usize>(scale: f32) -> Tensor<f32, (Len<N>, Len<3>)> {
        Tensor::<_, (Len<N>, Len<3>)>::from_fn(|[i, j]| scale * (3 * i + j) as f32)
    }
    assert_eq!(rows::<2>(0.5), [[0.0, 0.5, 1.0], [1.5, 2.0, 2.5]]);
    let one = rows::<1>(1.0).restate::<(One, Unknown)>();
    assert_eq!(one.shape(), [1, 3]);
}

#[test]
fn reshape_and_restate_check_at_run_time() {
    let x = Tensor::<_, Images>::from_vec_with([2, 3, 4], counted([24])).unwrap();
    let flat = x.clone().try_reshape::<(NamedLen<Batch>, Len<12>)>([2, 12]).unwrap();
    assert_eq!(flat[[1, 11]], 23);
    assert_eq!(flat.clone().try_reshape::<(Unknown,)>([23]).unwrap_err().kind(), ShapeErrorKind::CountDiffers);
    assert_eq!(flat.try_reshape::<(Len<23>,)>([24]).unwrap_err().kind(), ShapeErrorKind::LengthDiffers);

    let known = x.view().try_restate::<(Len<2>, NamedLen<Channel>, Len<4>)>().unwrap();
    assert_eq!(known.lengths(), [2, 3, 4]);
    assert_eq!(x.view().try_restate::<(Unknown, Unknown, Len<5>)>().unwrap_err().axis(), Some(2));
    let forgotten = x.restate::<(Unknown, NamedLen<Channel>, NamedLen<Batch>)>();
    assert_eq!(forgotten.shape(), [2, 3, 4]);
}

#[test]
fn permuted_axes_by_naive_indexing() {
    type Any = (Unknown, Unknown, Unknown);
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for lengths in (0..64).map(|k| [k / 16, k / 4 % 4, k % 4]) {
        let x = Tensor::<_, Any>::from_vec_with(lengths, counted(lengths)).unwrap();
        for axes in orders {
            let y = x.permuted_axes::<Any>(axes).unwrap();
            assert_eq!((y.lengths(), y.len()), (axes.map(|axis| lengths[axis]), x.len()), "{axes:?} of {lengths:?}");
            for (index, element) in y.indexed_iter() {
                let mut old = [0; 3];
                (0..3).for_each(|k| old[axes[k]] = index[k]);
                assert_eq!(x[old], *element, "{axes:?} of {lengths:?}");
            }
        }
        assert_eq!(x.transpose(), x.permuted_axes::<Any>([2, 1, 0]).unwrap());
    }
    let x = Tensor::<_, Any>::from_vec_with([2, 3, 4], counted([24])).unwrap();
    let text = |axes| x.permuted_axes::<Any>(axes).unwrap_err().to_string();
    assert_eq!(
        text([0, 2, 0]),
        "axes (0, 2, 0) do not order the 3 axes of shape (2, 3, 4): axis 0 occurs more than once\nhelp: name each of 0..3 once"
    );
    assert_eq!(
        text([0, 1, 3]),
        "axes (0, 1, 3) do not order the 3 axes of shape (2, 3, 4): there is no axis 3\nhelp: name each of 0..3 once"
    );
    let said = x.permuted_axes::<(Len<2>, Len<3>, Len<4>)>([1, 0, 2]).unwrap_err();
    assert_eq!((said.axis(), said.shape()), (Some(0), &[3, 2, 4][..]));
}

#[test]
fn axes_of_length_1_at_every_position() {
    let x = Tensor::<_, (Unknown, Len<3>)>::from_vec_with([2, 3], counted([6])).unwrap();
    assert_eq!(x.view().insert_axis::<0>().shape(), [1, 2, 3]);
    assert_eq!(x.view().insert_axis::<1>().shape(), [2, 1, 3]);
    assert_eq!(x.clone().insert_axis::<2>().shape(), [2, 3, 1]);
    let column = x.clone().insert_axis::<1>();
    assert_eq!(column[[1, 0, 2]], 5);
    assert_eq!(column.remove_axis::<1>(), x);
    let seven = Tensor::<_, (One, One, One, One, One, One, One)>::filled(3);
    assert_eq!(seven.insert_axis::<7>().shape(), [1; 8]);
}

#[test]
fn borrows_outlive_the_view() {
    fn last_row<'a, 's: 'a>(
        view: TensorView<'s, &'static str, (Unknown, Len<2>)>,
    ) -> TensorView<'a, &'a str, (Len<2>,)> {
        // Covariant in both: the lifetimes shrink from `'s` to `'a`.
        let shorter: TensorView<'a, &'a str, (Unknown, Len<2>)> = view;
        let _ = shorter.indexed_iter().next().map(|(_, element)| element);
        shorter.outer_iter().last().unwrap_or(shorter.outer(0))
    }
    fn first<T, S: Shape>(view: TensorView<'_, T, S>) -> Option<&T> {
        view.get(S::Lengths::default())
    }
    let x = Tensor::<_, (Unknown, Len<2>)>::from_vec_with([2, 2], vec!["a", "b", "c", "d"]).unwrap();
    assert_eq!(last_row(x.view()), ["c", "d"]);
    assert_eq!(first(x.view()), Some(&"a"));
}

#[test]
fn generic_code_needs_only_shape() {
    fn doubled<S: Shape>(x: &Tensor<i32, S>) -> Tensor<i32, S> {
        x.map(|x| 2 * x)
    }
    fn zeros<S: StaticShape>() -> Tensor<i32, S> {
        Tensor::filled(0)
    }
    fn sums<S: Outermost>(x: TensorView<'_, i32, S>) -> Vec<i32> {
        x.outer_iter().map(|inner| inner.iter().sum()).collect()
    }
    fn squeezed<S: RemoveAxis<0, Axis: LengthOne>>(x: Tensor<i32, S>) -> Tensor<i32, S::Output> {
        x.remove_axis::<0>()
    }
    let x = Tensor::<_, (Len<1>, Len<2>)>::from_nested([[1, 2]]);
    assert_eq!(doubled(&x), [[2, 4]]);
    assert_eq!(zeros::<(Len<2>,)>(), [0, 0]);
    assert_eq!(sums(x.view()), [3]);
    assert_eq!(squeezed(x), [1, 2]);
}

#[test]
fn tensors_are_send_and_sync_like_their_elements() {
    fn both<T: Send + Sync>() {}
    both::<Tensor<f32, Images>>();
    both::<TensorView<'_, f32, Images>>();
    both::<TensorViewMut<'_, f32, Images>>();
}

#[test]
fn owned_and_borrowed_iteration() {
    let mut x = Tensor::<_, (Len<2>, Len<2>)>::from_nested([[1, 2], [3, 4]]);
    for element in &mut x {
        *element *= 10;
    }
    assert_eq!((&x).into_iter().sum::<i32>(), 100);
    assert_eq!(x.view().into_iter().copied().max(), Some(40));
    x.view_mut().into_iter().for_each(|element| *element += 1);
    x.view_mut().into_slice()[0] = 0;
    assert_eq!(x.view().to_owned().into_iter().collect::<Vec<_>>(), [0, 21, 31, 41]);
}

#[cfg(feature = "ndarray")]
mod with_ndarray {
    use super::*;
    use ndarray::{Array, Array1, Array2, Array3, ArrayD, ArrayView2, ArrayViewMut2, Axis, IxDyn, ShapeBuilder, s};

    type Table = (Len<2>, Len<3>);
    const NESTED: [[usize; 3]; 2] = [[0, 1, 2], [3, 4, 5]];

    fn table() -> Array2<usize> {
        Array::from_shape_vec([2, 3], counted([6])).unwrap()
    }

    #[test]
    fn owned_arrays_come_into_c_order() {
        let array = table();
        let first = array.as_ptr();
        let tensor = Tensor::<_, Table>::try_from(array).unwrap();
        assert_eq!((tensor.as_slice().as_ptr(), tensor), (first, NESTED.into_tensor()));

        let transposed = table().reversed_axes();
        assert_eq!(Tensor::<_, (Len<3>, Len<2>)>::try_from(transposed).unwrap(), [[0, 3], [1, 4], [2, 5]]);
        let mut flipped = table();
        flipped.invert_axis(Axis(0));
        assert_eq!(Tensor::<_, Table>::try_from(flipped).unwrap(), [[3, 4, 5], [0, 1, 2]]);
        let rows = table().slice_move(s![1.., ..]);
        assert_eq!(Tensor::<_, (One, Len<3>)>::try_from(rows).unwrap(), [[3, 4, 5]]);
        let rows = table().slice_move(s![..1, ..]);
        assert_eq!(Tensor::<_, (One, Len<3>)>::try_from(rows).unwrap(), [[0, 1, 2]]);
        let columns = table().slice_move(s![.., 1..]);
        assert_eq!(Tensor::<_, (Unknown, Len<2>)>::try_from(columns).unwrap().as_slice(), [1, 2, 4, 5]);
        let none = table().slice_move(s![1..1, ..]);
        assert_eq!(Tensor::<_, (Unknown, Len<3>)>::try_from(none).unwrap().shape(), [0, 3]);
        // Elements without `Clone`, each dropped once.
        struct Owned(#[allow(dead_code)] Box<u8>);
        let owned = Array::from_shape_fn([2, 3].f(), |(i, _)| Owned(Box::new(i as u8))).slice_move(s![.., 1..]);
        assert_eq!(Tensor::<_, (Len<2>, Len<2>)>::try_from(owned).unwrap().len(), 4);
        let units = Array2::from_elem([2, 3], ()).slice_move(s![1.., 1..]);
        assert_eq!(Tensor::<_, (One, Len<2>)>::try_from(units).unwrap().len(), 2);
    }

    trait IntoTensor {
        fn into_tensor(self) -> Tensor<usize, Table>;
    }
    impl IntoTensor for [[usize; 3]; 2] {
        fn into_tensor(self) -> Tensor<usize, Table> {
            Tensor::from_nested(self)
        }
    }

    #[test]
    fn shape_and_rank_are_checked() {
        let error = Tensor::<_, (Len<2>, Len<4>)>::try_from(table()).unwrap_err();
        assert_eq!(error.kind(), ShapeErrorKind::LengthDiffers);
        let error = Tensor::<_, (Len<2>, NamedLen<Batch>, One)>::try_from(table().into_dyn()).unwrap_err();
        assert_eq!(error.kind(), ShapeErrorKind::RankDiffers);
        assert_eq!(
            error.to_string(),
            "\
shape (2, 3) does not fit `shape![2, Batch, 1]`: it has rank 2, the type says 3
help: `shape![_, _]` takes every shape of rank 2"
        );
        let error = Tensor::<f32, Table>::try_from(ArrayD::zeros(IxDyn(&[1; 9]))).unwrap_err();
        assert!(error.to_string().ends_with("at most 8 axes; reshape the array first"), "{error}");
    }

    #[test]
    fn views_must_be_in_c_order() {
        let mut array = table();
        assert_eq!(TensorView::<_, Table>::try_from(&array).unwrap(), NESTED);
        assert_eq!(TensorView::<_, Table>::try_from(array.view().into_dyn()).unwrap(), NESTED);
        let error = TensorView::<_, (Len<3>, Len<2>)>::try_from(array.t()).unwrap_err();
        assert_eq!(error.kind(), ShapeErrorKind::NotInCOrder);
        assert_eq!(
            error.to_string(),
            "\
the view of shape (3, 2) has strides (1, 3), and a view of `shape![3, 2]` reads its elements in C order, one after the other
help: `Tensor::try_from(array.to_owned())` copies them into C order"
        );
        // The correct conversion copies the elements in their own order:
        assert_eq!(Tensor::<_, (Len<3>, Len<2>)>::try_from(array.t().to_owned()).unwrap()[[2, 1]], 5);
        let error = TensorViewMut::<_, (Len<2>, Len<2>)>::try_from(array.slice_mut(s![.., 1..])).unwrap_err();
        assert_eq!(error.kind(), ShapeErrorKind::NotInCOrder);
        let stretched = Array1::from_elem(1, 5);
        let stretched = stretched.broadcast([2, 3]).unwrap();
        assert_eq!(TensorView::<_, Table>::try_from(stretched).unwrap_err().kind(), ShapeErrorKind::NotInCOrder);

        TensorViewMut::<_, Table>::try_from(&mut array).unwrap()[[1, 2]] = 50;
        TensorViewMut::<_, Table>::try_from(array.view_mut()).unwrap()[[0, 0]] = 10;
        assert_eq!((array[[1, 2]], array[[0, 0]]), (50, 10));
        // Arbitrary strides.
        let row = array.slice(s![1..2, ..]);
        assert_eq!(TensorView::<_, (One, Len<3>)>::try_from(row).unwrap(), [[3, 4, 50]]);
        let column = array.slice(s![..1, 1..2]);
        assert_eq!(TensorView::<_, (One, One)>::try_from(column).unwrap(), [[1]]);
    }

    #[test]
    fn back_to_ndarray() {
        let mut tensor = NESTED.into_tensor();
        assert_eq!(Array2::from(tensor.clone()), table());
        assert_eq!(ArrayD::from(tensor.clone()), table().into_dyn());
        assert_eq!(ArrayView2::from(tensor.view()), table());
        assert_eq!(tensor.as_array(), table());
        tensor.as_array_mut().column_mut(0).fill(9);
        ArrayViewMut2::from(tensor.view_mut())[[0, 1]] = 8;
        tensor.view_mut().as_array_mut()[[0, 2]] = 7;
        assert_eq!(tensor, [[9, 8, 7], [9, 4, 5]]);
        let empty = Tensor::<f32, (Len<2>, Len<0>, Len<3>)>::default();
        assert_eq!(Array3::from(empty).shape(), [2, 0, 3]);
        let seven = Tensor::<_, (Len<2>, One, One, One, One, One, One)>::filled(1);
        assert_eq!(seven.into_array(), ArrayD::from_elem(IxDyn(&[2, 1, 1, 1, 1, 1, 1]), 1));
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::*;

    type Rows = (NamedLen<Batch>, Len<2>);

    fn read(text: &str) -> Result<Tensor<f32, Rows>, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn there_and_back() {
        let tensor = Tensor::<f32, Rows>::from_vec_with([2, 2], vec![1.0, 2.0, 3.0, 4.0]).unwrap();
        let text = serde_json::to_string(&tensor.view()).unwrap();
        assert_eq!(text, r#"{"shape":[2,2],"elements":[1.0,2.0,3.0,4.0]}"#);
        assert_eq!(read(&text).unwrap(), tensor);
        assert_eq!(read(r#"[[2, 2], [1, 2, 3, 4]]"#).unwrap(), tensor);
        assert_eq!(read(r#"{"elements":[],"by":"me","shape":[0,2]}"#).unwrap().shape(), [0, 2]);
    }

    #[test]
    fn mismatches_are_refused() {
        let refused = |text: &str, why: &str| {
            let error = read(text).unwrap_err();
            assert!(error.contains(why), "{error}");
        };
        refused(r#"{"shape":[2,3],"elements":[1,2,3,4,5,6]}"#, "axis 1 has length 3, the type says 2");
        refused(r#"{"shape":[2],"elements":[1,2]}"#, "it has rank 1, the type says 2");
        refused(r#"{"shape":[2,2],"elements":[1,2]}"#, "2 elements do not fill shape (2, 2)");
        refused(r#"{"shape":[9223372036854775807,2],"elements":[]}"#, "has too many elements");
        refused(r#"{"shape":[2,2]}"#, "missing field `elements`");
        refused(r#"{"elements":[]}"#, "missing field `shape`");
        refused(r#"{"shape":[0,2],"shape":[0,2],"elements":[]}"#, "duplicate field `shape`");
        refused(r#"[[0, 2]]"#, "its `shape` and its `elements`");
        refused("7", "a tensor: its `shape` and its `elements` in C order");
    }
}
