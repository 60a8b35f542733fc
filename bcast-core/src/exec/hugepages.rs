//! Huge pages for large results: fresh memory costs a fault of the processor for each page, and a huge one is 512 of the others.

use core::ffi::{c_int, c_void};

/// Results of so many bytes are worth it. The system's allocator takes fresh pages for them.
const LARGE: usize = 4 << 20;
/// The size of a huge page, to which the advice is aligned.
const HUGE: usize = 2 << 20;
/// `MADV_HUGEPAGE` of Linux, the same on all its architectures.
const MADV_HUGEPAGE: c_int = 14;

unsafe extern "C" {
    /// The C library's, which std links.
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Asks the system to back this memory with huge pages, if it is large. What the system answers changes nothing but time.
#[inline]
pub(crate) fn advise(memory: *mut u8, bytes: usize) {
    if bytes >= LARGE {
        ask(memory, bytes);
    }
}

#[cold]
fn ask(memory: *mut u8, bytes: usize) {
    let start = memory.addr().next_multiple_of(HUGE);
    let end = (memory.addr() + bytes) / HUGE * HUGE;
    if start < end {
        // SAFETY: this advice changes nothing that a program can read; the range is within the memory, and aligned to pages. Wherever it
        // leads, the worst answer is an error.
        unsafe { madvise(memory.with_addr(start).cast(), end - start, MADV_HUGEPAGE) };
    }
}
