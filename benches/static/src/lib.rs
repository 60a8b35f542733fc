//! Clocks that the commands in `src/bin` share.
//!
//! ```text
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin instructions
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin lengths
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin nalgebra
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin compile_time
//! ```

use std::time::Duration;

/// The shortest time of a sample of [`medians`], in seconds.
const SAMPLE: f64 = 40e-6;

/// The CPU time of this process in seconds, on which other load has little influence.
#[must_use]
pub fn processor_time() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a writable `timespec`.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0, "every Unix has this clock");
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The user time of all child processes that have been waited for.
#[must_use]
pub fn children_time() -> Duration {
    // SAFETY: `rusage` is a struct of integers, for which zero is valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is writable.
    let failed = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
    assert_eq!(failed, 0, "every Unix counts this");
    Duration::from_secs_f64(usage.ru_utime.tv_sec as f64 + usage.ru_utime.tv_usec as f64 * 1e-6)
}

/// The median time of a run of each kernel in seconds: `samples` of each, interleaved, with the order alternating.
pub fn medians<const N: usize>(samples: usize, mut kernels: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut repeats = [1_usize; N];
    for (kernel, repeats) in kernels.iter_mut().zip(&mut repeats) {
        // The first run loads pages of code, which would make the kernel look slow.
        kernel();
        while sample(*kernel, *repeats) * (*repeats as f64) < SAMPLE {
            *repeats *= 2;
        }
    }
    let mut times = [(); N].map(|()| Vec::with_capacity(samples));
    for turn in 0..samples {
        for step in 0..N {
            let which = if turn % 2 == 0 { step } else { N - 1 - step };
            times[which].push(sample(kernels[which], repeats[which]));
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

/// The time of one of `repeats` runs.
fn sample(kernel: &mut dyn FnMut(), repeats: usize) -> f64 {
    let start = processor_time();
    for _ in 0..repeats {
        kernel();
    }
    (processor_time() - start) / repeats as f64
}
