//! The clock of every figure, and the memory that no figure should pay for.

/// CPU time of this process in seconds, on which other load has little influence.
pub fn process() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local `timespec`.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0, "the clock of the process can be read");
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The median.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Keeps freed memory for the next allocation, up to 32 MB, as in any long-running program.
///
/// glibc's `malloc` first returns it to the system, until the program has freed a large block once: the order of
/// candidates would then decide which of them pays for fresh pages.
pub fn keep_memory() {
    #[cfg(target_env = "gnu")]
    // SAFETY: no other thread allocates yet.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 256 << 20);
    }
}
