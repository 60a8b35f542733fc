//! The workloads of `benches/rust`, with their memory and candidates, for programs in other languages.
//!
//! `measure.py` opens a workload, wraps the operands and the output as its own arrays, and so measures hand-written
//! kernels and `bcast!` in turns with the libraries of its language, on the same memory.

use std::ffi::{CStr, CString, c_char};
use std::ptr;

use elementwise::candidate::Candidates;
use elementwise::memory::{Kind, Memory};
use elementwise::random::Random;
use elementwise::workloads::{Size, Workload};

/// A workload at a size: its memory and its candidates.
pub struct Open {
    /// Declared first, so that it is dropped before the memory that it borrows.
    candidates: Candidates<'static>,
    names: Vec<CString>,
    memory: *mut Memory,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.candidates.all.clear();
        // SAFETY: the memory was leaked by `workload_open` and is freed only here; the candidates are gone, and the
        // rest of `candidates` does not access the memory when dropped.
        drop(unsafe { Box::from_raw(self.memory) });
    }
}

/// Opens the workload of a name and a size (`W1`, `1e5`), with memory at addresses chosen by `seed`; null if there is
/// none.
///
/// # Safety
/// Both names end in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn workload_open(name: *const c_char, size: *const c_char, seed: u64) -> *mut Open {
    // SAFETY: promised by the caller.
    let (name, size) = unsafe { (CStr::from_ptr(name), CStr::from_ptr(size)) };
    let mut all = Workload::all().into_iter().chain(elementwise::reductions::workloads());
    let workload = all.find(|workload| name.to_str() == Ok(workload.name));
    let (Some(workload), Some(size)) = (workload, size.to_str().ok().and_then(Size::from_name)) else {
        return ptr::null_mut();
    };
    elementwise::clock::keep_memory();
    let memory = Box::into_raw(Box::new(Memory::new((workload.shapes)(size), &mut Random::new(seed))));
    // SAFETY: it was just made, and lives until `Open` drops it after the candidates.
    let candidates = (workload.candidates)(unsafe { &*memory });
    candidates.check(workload.name, workload.tolerance);
    let name = |column: &str, label: &str| CString::new(format!("{column}\t{label}")).unwrap_or_default();
    let names = candidates.all.iter().map(|candidate| name(candidate.column.name(), &candidate.label)).collect();
    Box::into_raw(Box::new(Open { candidates, names, memory }))
}

/// Closes a workload.
///
/// # Safety
/// `open` comes from `workload_open`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn workload_close(open: *mut Open) {
    // SAFETY: promised by the caller.
    drop(unsafe { Box::from_raw(open) });
}

/// The number of candidates.
///
/// # Safety
/// `open` comes from `workload_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn workload_candidates(open: *const Open) -> usize {
    // SAFETY: promised by the caller.
    unsafe { &*open }.names.len()
}

/// Column and label of a candidate, separated by a tab; null if there is none.
///
/// # Safety
/// `open` comes from `workload_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn workload_candidate(open: *const Open, index: usize) -> *const c_char {
    // SAFETY: promised by the caller.
    unsafe { &*open }.names.get(index).map_or(ptr::null(), |name| name.as_ptr())
}

/// Runs a candidate a number of times.
///
/// # Safety
/// `open` comes from `workload_open`, its output is not in use, and the candidate exists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn workload_run(open: *const Open, index: usize, times: usize) {
    // SAFETY: promised by the caller.
    let candidates = &unsafe { &*open }.candidates;
    for _ in 0..times {
        (candidates.all[index].run)();
    }
}

/// An array: its elements, rank and lengths, and whether they are bytes; the output follows the operands, then null.
///
/// # Safety
/// `open` comes from `workload_open`, and `shape` has room for 8 lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn workload_array(
    open: *const Open,
    index: usize,
    rank: &mut usize,
    shape: *mut usize,
    bytes: &mut bool,
) -> *const u8 {
    // SAFETY: promised by the caller; the memory lives as long as `open`.
    let memory = unsafe { &*(*open).memory };
    let shapes = memory.shapes();
    let count = shapes.operands.len();
    let (lengths, kind, address) = match index {
        _ if index < count => {
            let (lengths, kind) = &shapes.operands[index];
            (lengths, *kind, memory.operand_address(index))
        }
        _ if index == count => (&shapes.output, Kind::Positive, memory.output_address().cast_const().cast()),
        _ => return ptr::null(),
    };
    *rank = lengths.len();
    *bytes = kind == Kind::Byte;
    for (place, &length) in lengths.iter().enumerate() {
        // SAFETY: no workload has a rank above 8, and there is room for 8.
        unsafe { shape.add(place).write(length) };
    }
    address
}
