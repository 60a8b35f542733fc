//! The network as a program without std. With an operating system it prints the score of each word, and fails if they
//! differ from the tests' scores; without one it is the content of a firmware image.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use bcast::{TensorView, TensorViewMut};
use no_std_network::parameters::{ANSWER, FEATURES, NETWORK};
use no_std_network::{Words, calls, classify};

#[cfg_attr(target_os = "none", path = "bare.rs")]
#[cfg_attr(not(target_os = "none"), path = "hosted.rs")]
mod platform;

/// Never called, so the linker removes it.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    platform::stop()
}

/// Returns the scores, and whether they and the single calls' results are right.
fn run() -> (Words<u8>, bool) {
    let scores = classify(black_box(&NETWORK), black_box(&FEATURES));
    (scores, scores == ANSWER && single_calls())
}

/// Calls every function of [`calls`] and checks some of the results.
fn single_calls() -> bool {
    let ones = black_box([[[1.0; 4]; 3]; 2]);
    let sum = calls::sum(&ones, &black_box([[1.0], [2.0], [3.0]]));
    let (x, parameter) = (black_box([[[[1.0; 7]; 5]; 3]; 2]), black_box([0.0, 1.0, 2.0]));
    let normal = calls::batch_norm(&x, &parameter, &parameter, &parameter, &parameter);
    let mut y = ones;
    calls::in_place(&mut y, &black_box([0.0, 1.0, 2.0, 3.0]));
    let mut rows = black_box([[1.0; 33]; 5]);
    let fallible = calls::fallible(&mut rows, &black_box([[0.0], [1.0], [2.0], [3.0], [4.0]]));
    let mut memory = black_box([0.0; 48]);
    let (Ok(mut out), Ok(view)) = (TensorViewMut::from_slice(&mut memory), TensorView::from_slice(&[0.0; 8])) else {
        return false;
    };
    calls::views(&mut out, view);
    let placed = calls::placed(&black_box([1, 2, 3]), &black_box([1, 2, 3, 4, 5]));
    #[cfg(feature = "can_panic")]
    black_box(memory[black_box(48)]);
    matches!((sum, normal, y), ([_, [_, _, [.., 4.0]]], [_, [_, [[1.0, ..], ..], _]], [_, [_, _, [.., 3.0]]]))
        && matches!((rows, placed, memory), ([.., [.., 5.0]], [_, _, [.., 15]], [1.0, ..]))
        && fallible.is_ok()
}
