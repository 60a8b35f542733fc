//! Huge pages for large results: each page of new memory costs a page fault, and a huge page replaces 512 normal ones.

use core::ffi::{c_int, c_void};

/// At or above this many bytes huge pages pay off; the system's allocator takes new pages for such results.
const LARGE: usize = 4 << 20;
/// The size and alignment of a huge page.
const HUGE: usize = 2 << 20;
/// Linux's `MADV_HUGEPAGE`, the same on all architectures.
const MADV_HUGEPAGE: c_int = 14;

unsafe extern "C" {
    /// From the C library, which std links.
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Advises the system to back this memory with huge pages, if it is large. Results do not depend on the answer.
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
        // SAFETY: the advice changes nothing that a program can read; the range is page-aligned and within the memory. At worst the call
        // returns an error.
        unsafe { madvise(memory.with_addr(start).cast(), end - start, MADV_HUGEPAGE) };
    }
}
