//! A plain loop nest over arrays of any strides, in every promising order.

use std::fmt;

use ndarray::{ArrayViewD, ArrayViewMutD};

use crate::isa;

/// Operands of a nest.
const MOST: usize = 6;

/// A loop: its length, and each array's stride, the output's last.
#[derive(Clone, Debug, PartialEq)]
struct Loop {
    length: usize,
    strides: Vec<isize>,
}

/// A loop order for the sum of some arrays.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The layouts it was planned for, the output's last.
    shape: Vec<usize>,
    strides: Vec<Vec<isize>>,
    /// Offsets from each array's first element to the loops' start.
    offsets: Vec<isize>,
    /// From the outermost to the innermost.
    loops: Vec<Loop>,
    kernel: Kernel,
    name: &'static str,
}

/// A block: addresses, strides between and within rows, of the operands and then of the output; the number of rows and
/// their length.
struct Block<'a> {
    addresses: &'a [*mut f32],
    outer: &'a [isize],
    inner: &'a [isize],
    rows: usize,
    length: usize,
}

type Kernel = unsafe fn(&Block<'_>);

impl Nest {
    /// The orders: each loop as the innermost with each other around it, and the output's order further out; each with
    /// all instruction sets.
    pub fn orders(operands: &[ArrayViewD<'_, f32>], output: &ArrayViewMutD<'_, f32>) -> Vec<Nest> {
        let shape = output.shape().to_vec();
        let mut strides: Vec<Vec<isize>> = operands.iter().map(|operand| operand.strides().to_vec()).collect();
        strides.push(output.strides().to_vec());
        let mut offsets = vec![0; strides.len()];
        let mut loops = Vec::new();
        for (axis, &length) in shape.iter().enumerate().filter(|&(_, &length)| length != 1) {
            let mut strides: Vec<isize> = strides.iter().map(|strides| strides[axis]).collect();
            // The output is written in ascending order.
            if strides.last().is_some_and(|&stride| stride < 0) {
                for (offset, stride) in offsets.iter_mut().zip(&mut strides) {
                    *offset += *stride * (length as isize - 1);
                    *stride = -*stride;
                }
            }
            loops.push(Loop { length, strides });
        }
        loops.sort_by_key(|one| std::cmp::Reverse(one.strides.last().copied()));
        coalesce(&mut loops);
        while loops.len() < 2 {
            loops.insert(0, Loop { length: 1, strides: vec![0; strides.len()] });
        }
        let mut orders = Vec::new();
        for inner in 0..loops.len() {
            for around in (0..loops.len()).filter(|&around| around != inner) {
                let mut order: Vec<Loop> = loops.clone();
                let (around, inner) = (order[around].clone(), order[inner].clone());
                order.retain(|one| *one != around && *one != inner);
                order.extend([around, inner.clone()]);
                if order.len() != loops.len() {
                    continue;
                }
                for (name, kernel) in kernels(operands.len(), &inner) {
                    orders.push(Nest {
                        shape: shape.clone(),
                        strides: strides.clone(),
                        offsets: offsets.clone(),
                        loops: order.clone(),
                        kernel,
                        name,
                    });
                }
            }
        }
        orders
    }

    /// Computes the sum.
    ///
    /// # Panics
    /// If the arrays differ from the shapes and strides of the plan.
    pub fn run(&self, operands: &[ArrayViewD<'_, f32>], output: &mut ArrayViewMutD<'_, f32>) {
        assert_eq!(operands.len() + 1, self.strides.len());
        for (operand, strides) in operands.iter().zip(&self.strides) {
            assert!(operand.shape() == self.shape && operand.strides() == strides);
        }
        assert!(output.shape() == self.shape && self.strides.last().is_some_and(|strides| output.strides() == strides));
        let mut addresses = [std::ptr::null_mut::<f32>(); MOST + 1];
        let addresses = &mut addresses[..self.strides.len()];
        for (address, operand) in addresses.iter_mut().zip(operands) {
            *address = operand.as_ptr().cast_mut();
        }
        addresses[operands.len()] = output.as_mut_ptr();
        for (address, &offset) in addresses.iter_mut().zip(&self.offsets) {
            *address = address.wrapping_offset(offset);
        }
        // SAFETY: the loops visit every index of the shape once, and the arrays have that shape, as asserted; the
        // output is borrowed mutably, so it overlaps no operand.
        unsafe { outer(&self.loops, addresses, self.kernel) };
    }
}

/// # Safety
/// The addresses and loops must lead to elements of the arrays only, and nothing else may access the output.
unsafe fn outer(loops: &[Loop], addresses: &[*mut f32], kernel: Kernel) {
    if let [around, inner] = loops {
        let (outer, length) = (around.strides.as_slice(), inner.length);
        let block = Block { addresses, outer, inner: &inner.strides, rows: around.length, length };
        // SAFETY: promised by the caller.
        return unsafe { kernel(&block) };
    }
    let Some((first, rest)) = loops.split_first() else { return };
    let mut at = [std::ptr::null_mut(); MOST + 1];
    let at = &mut at[..addresses.len()];
    at.copy_from_slice(addresses);
    for _ in 0..first.length {
        // SAFETY: promised by the caller.
        unsafe { outer(rest, at, kernel) };
        for (address, &stride) in at.iter_mut().zip(&first.strides) {
            *address = address.wrapping_offset(stride);
        }
    }
}

/// Merges adjacent loops that are contiguous in every array.
fn coalesce(loops: &mut Vec<Loop>) {
    let goes_on = |outer: &Loop, inner: &Loop| {
        let mut strides = outer.strides.iter().zip(&inner.strides);
        strides.all(|(&outer, &stride)| outer == stride * inner.length as isize)
    };
    let pairs = |count: usize| (0..count).flat_map(move |one| (0..count).map(move |other| (one, other)));
    while let Some((outer, inner)) =
        pairs(loops.len()).find(|&(outer, inner)| outer != inner && goes_on(&loops[outer], &loops[inner]))
    {
        loops[inner].length *= loops[outer].length;
        loops.remove(outer);
    }
}

/// The kernels for this innermost loop.
fn kernels(operands: usize, inner: &Loop) -> Vec<(&'static str, Kernel)> {
    let (strides, output) = (&inner.strides[..operands], inner.strides[operands]);
    let simple = output == 1 && strides.iter().all(|&stride| stride == 0 || stride == 1);
    if !simple {
        return match operands {
            2 => strided::<2>(),
            3 => strided::<3>(),
            4 => strided::<4>(),
            5 => strided::<5>(),
            _ => strided::<6>(),
        };
    }
    let mask = strides.iter().enumerate().map(|(operand, &stride)| (stride as usize) << operand).sum();
    macro_rules! masks {
        ($count:literal: $($mask:literal)*) => {
            match mask {
                $($mask => masked::<$count, $mask>(),)*
                _ => Vec::new(),
            }
        };
    }
    match operands {
        2 => masks!(2: 0 1 2 3),
        3 => masks!(3: 0 1 2 3 4 5 6 7),
        4 => masks!(4: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
        5 => masks!(5: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31),
        _ => masks!(6: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63),
    }
}

/// For rows contiguous in each operand of `MASK` and in the output, and constant in the others.
fn masked<const N: usize, const MASK: usize>() -> Vec<(&'static str, Kernel)> {
    versions(baseline_masked::<N, MASK>, [avx2_masked::<N, MASK>, avx512_masked::<N, MASK>], "contiguous")
}

/// For rows of any strides.
fn strided<const N: usize>() -> Vec<(&'static str, Kernel)> {
    versions(baseline_strided::<N>, [avx2_strided::<N>, avx512_strided::<N>], "strided")
}

fn versions(baseline: Kernel, [avx2, avx512]: [Kernel; 2], kind: &'static str) -> Vec<(&'static str, Kernel)> {
    let mut versions = Vec::new();
    if isa::avx512() {
        versions.push((if kind == "strided" { "AVX-512, strided rows" } else { "AVX-512" }, avx512));
    }
    if isa::avx2() {
        versions.push((if kind == "strided" { "AVX2, strided rows" } else { "AVX2" }, avx2));
    } else {
        versions.push((kind, baseline));
    }
    versions
}

unsafe fn baseline_masked<const N: usize, const MASK: usize>(block: &Block<'_>) {
    // SAFETY: promised by the caller.
    unsafe { masked_rows::<N, MASK>(block) }
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,bmi2"))]
unsafe fn avx2_masked<const N: usize, const MASK: usize>(block: &Block<'_>) {
    // SAFETY: promised by the caller.
    unsafe { masked_rows::<N, MASK>(block) }
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,bmi2,avx512f,avx512vl,avx512bw,avx512dq"))]
unsafe fn avx512_masked<const N: usize, const MASK: usize>(block: &Block<'_>) {
    // SAFETY: promised by the caller.
    unsafe { masked_rows::<N, MASK>(block) }
}

unsafe fn baseline_strided<const N: usize>(block: &Block<'_>) {
    // SAFETY: promised by the caller.
    unsafe { strided_rows::<N>(block) }
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,bmi2"))]
unsafe fn avx2_strided<const N: usize>(block: &Block<'_>) {
    // SAFETY: promised by the caller.
    unsafe { strided_rows::<N>(block) }
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,bmi2,avx512f,avx512vl,avx512bw,avx512dq"))]
unsafe fn avx512_strided<const N: usize>(block: &Block<'_>) {
    // SAFETY: promised by the caller.
    unsafe { strided_rows::<N>(block) }
}

/// # Safety
/// The block's addresses and strides must lead to elements of arrays, of which the last, the written one, overlaps no
/// other; inner strides must be 1 in the last array and in the operands of `MASK`, and 0 in the others.
#[inline(always)]
unsafe fn masked_rows<const N: usize, const MASK: usize>(block: &Block<'_>) {
    let (mut addresses, mut output) = first_row::<N>(block);
    for _ in 0..block.rows {
        // SAFETY: promised by the caller.
        unsafe { masked_row::<N, MASK>(addresses, std::slice::from_raw_parts_mut(output, block.length)) };
        for (address, &stride) in addresses.iter_mut().zip(block.outer) {
            *address = address.wrapping_offset(stride);
        }
        output = output.wrapping_offset(block.outer[N]);
    }
}

/// # Safety
/// As above, for one row.
#[inline(always)]
unsafe fn masked_row<const N: usize, const MASK: usize>(addresses: [*const f32; N], output: &mut [f32]) {
    let mut still = [0.0; N];
    for operand in 0..N {
        if MASK >> operand & 1 == 0 {
            // SAFETY: promised by the caller.
            still[operand] = unsafe { *addresses[operand] };
        }
    }
    for (index, y) in output.iter_mut().enumerate() {
        let mut sum = 0.0;
        for operand in 0..N {
            let element = match MASK >> operand & 1 {
                // SAFETY: promised by the caller.
                1 => unsafe { *addresses[operand].add(index) },
                _ => still[operand],
            };
            sum = if operand == 0 { element } else { sum + element };
        }
        *y = sum;
    }
}

/// # Safety
/// The block's addresses and strides must lead to elements of arrays, of which the last, the written one, overlaps no
/// other.
#[inline(always)]
unsafe fn strided_rows<const N: usize>(block: &Block<'_>) {
    let (mut addresses, mut output) = first_row::<N>(block);
    let mut inner = [0; N];
    inner.copy_from_slice(&block.inner[..N]);
    for _ in 0..block.rows {
        let (mut at, mut y) = (addresses, output);
        for _ in 0..block.length {
            // SAFETY: promised by the caller.
            unsafe {
                let mut sum = *at[0];
                for &address in &at[1..] {
                    sum += *address;
                }
                *y = sum;
            }
            for (address, &stride) in at.iter_mut().zip(&inner) {
                *address = address.wrapping_offset(stride);
            }
            y = y.wrapping_offset(block.inner[N]);
        }
        for (address, &stride) in addresses.iter_mut().zip(block.outer) {
            *address = address.wrapping_offset(stride);
        }
        output = output.wrapping_offset(block.outer[N]);
    }
}

fn first_row<const N: usize>(block: &Block<'_>) -> ([*const f32; N], *mut f32) {
    (std::array::from_fn(|operand| block.addresses[operand].cast_const()), block.addresses[N])
}

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut loops = self.loops.iter().map(|one| one.length).filter(|&length| length != 1);
        write!(f, "{}", loops.next().unwrap_or(1))?;
        for length in loops {
            write!(f, " x {length}")?;
        }
        write!(f, " ({})", self.name)
    }
}
