/// The value of a future that is ready at once.
fn now<T>(future: impl std::future::Future<Output = T>) -> T {
    struct Nobody;
    impl std::task::Wake for Nobody {
        fn wake(self: std::sync::Arc<Self>) {}
    }
    let waker = std::sync::Arc::new(Nobody).into();
    match Box::pin(future).as_mut().poll(&mut std::task::Context::from_waker(&waker)) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => unreachable!("nothing waits"),
    }
}

#[test]
fn the_calls_of_all_editions() {
    use bcast::{shape, Tensor};
    use ndarray::array;

    let (x, row) = (array![[1.0_f32, 2.0], [3.0, 4.0]], array![10.0_f32, 20.0]);
    // `x * row + x` is (11, 42), (33, 84), before the later terms.
    assert_eq!(calls::modes(&x, &row, 1).unwrap(), array![[-8.0, 4.0], [14.0, 46.0]]);
    assert!(calls::modes(&x, &array![1.0, 2.0, 3.0], 1).is_err());
    let (mut y, mut v, mut slice) = (x.clone(), vec![0.0, 0.0], [1.0, 3.0]);
    calls::places(&mut y, &mut v, &mut slice, &x);
    assert_eq!((y, v, slice), (array![[1.0, 4.0], [-3.0, -4.0]], vec![2.0, 2.0], [2.0, 6.0]));
    assert_eq!(calls::nested(&[[1.0, 2.0], [3.0, 4.0]], &[10.0, 20.0]), [[1.0, 21.0], [31.0, 81.0]]);
    let t = Tensor::<_, shape![calls::Rows, 2]>::from_vec_with([1, 2], vec![1.0, -2.0]).unwrap();
    assert_eq!(calls::tensors(t.view(), &[3.0, 5.0]).as_slice(), [6.0, 5.0]);
    assert_eq!(calls::functions(&array![0.0_f64].into_dyn(), |v| v + 1.0)[[0]], 1.0_f64.tanh() + 2.0);
    assert_eq!(calls::blocks(&array![Some(2), Some(0), None]), array![10, 6, 6]);
    assert_eq!(calls::threads(&array![[[1.0]]]), array![[[4.0]]]);
    assert_eq!(calls::closures(array![1.0, 2.0])(10.0), array![19.0, 28.0]);
    assert_eq!(now(calls::asynchronous(x, row.clone())).unwrap(), array![[22.0, 44.0], [26.0, 48.0]]);
    assert_eq!(calls::two(&row, &row), array![25.0, 50.0]);
    assert_eq!(calls::three(&row, &row, &row), array![60.0, 120.0]);
    assert_eq!(calls::like_our_own(&array![1.0], &array![3.0], 2.0), array![10.0]);
}
