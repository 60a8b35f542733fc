//! Without an operating system.

use core::hint::black_box;

/// What a panic does.
pub fn stop() -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// Where the program starts, the stack being set up.
// SAFETY: nothing else in the program has the name, and nobody calls it but the start.
#[unsafe(no_mangle)]
pub extern "C" fn _start() -> ! {
    black_box(crate::run());
    stop()
}
