//! The program without an operating system.

use core::hint::black_box;

/// Handles a panic.
pub fn stop() -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// The entry point, with the stack set up.
// SAFETY: the name is unique in the program, and only the startup code calls it.
#[unsafe(no_mangle)]
pub extern "C" fn _start() -> ! {
    black_box(crate::run());
    stop()
}
