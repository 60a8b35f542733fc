//! Tests nests and their schedules against index arithmetic.

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use std::vec::Vec;

use super::{StaticCall, StaticPlan, result, run};
use crate::exec::{Cheap, Cost, Costly};
use crate::math::fused::Fused;
use crate::operand::entry::{Constant, Layout, PlaceElement, View};
use crate::operand::family::Flat;
use crate::operand::list::List;
use crate::shape::rank::{Ix1, IxDyn};

/// A call over the last `RANK` of the lengths `A` to `D`. `MASKS` has four bits per operand, the first one's lowest: the axes that it has.
struct Call<const A: usize, const B: usize, const C: usize, const D: usize, const RANK: usize, const MASKS: usize>;

impl<const A: usize, const B: usize, const C: usize, const D: usize, const RANK: usize, const MASKS: usize>
    Call<A, B, C, D, RANK, MASKS>
{
    const ALL: [usize; 4] = [A, B, C, D];

    const fn lengths() -> [usize; 8] {
        let mut lengths = [1; 8];
        let mut axis = 0;
        while axis < RANK {
            lengths[axis] = Self::ALL[4 - RANK + axis];
            axis += 1;
        }
        lengths
    }

    const fn own(operand: usize) -> [usize; 8] {
        let mut lengths = Self::lengths();
        let mut axis = 0;
        while axis < RANK {
            if MASKS >> (4 * operand + RANK - 1 - axis) & 1 == 0 {
                lengths[axis] = 1;
            }
            axis += 1;
        }
        lengths
    }

    /// The operand's element at element `index` of the output.
    fn element(operand: usize, mut index: usize) -> usize {
        let (lengths, own) = (Self::lengths(), Self::own(operand));
        let (mut element, mut stride) = (0, 1);
        for axis in (0..RANK).rev() {
            if own[axis] != 1 {
                element += index % lengths[axis] * stride;
            }
            index /= lengths[axis];
            stride *= own[axis];
        }
        element
    }

    fn count(lengths: [usize; 8]) -> usize {
        lengths.iter().product()
    }

    fn operand<T>(operand: usize, value: impl Fn(usize) -> T) -> Vec<T> {
        (0..Self::count(Self::own(operand))).map(value).collect()
    }

    /// Three operands with elements of several sizes and a constant, into new memory.
    fn fresh<W: Cost>() {
        let first = Self::operand(0, |index| index as u32);
        let second = Self::operand(1, |index| [index as u16; 3]);
        let third = Self::operand(2, |index| index as u64);
        let count = Self::count(Self::lengths());
        let mut output: Vec<u64> = Vec::with_capacity(count);
        let list = (view(&first), (view(&second), (Constant(7_u64), (view(&third), ()))));
        // SAFETY: the vectors are the plan's arrays, and the output has room.
        unsafe {
            run::<Self, _, _, _, W>(&list, &combine, output.as_mut_ptr().cast::<MaybeUninit<u64>>());
            output.set_len(count);
        }
        for (index, &value) in output.iter().enumerate() {
            let [first, second, third] = [0, 1, 2].map(|operand| Self::element(operand, index));
            let elems = (first as u32, ([second as u16; 3], (7, (third as u64, ()))));
            assert_eq!(value, combine(elems, Fused::when(false)), "{:?} {MASKS:#x} {index}", Self::lengths());
        }
    }

    /// The place read as an operand.
    fn in_place<W: Cost>() {
        let [second, third] = [1, 2].map(|operand| Self::operand(operand, |index| index as i32));
        let count = Self::count(Self::lengths());
        let mut place: Vec<i32> = (0..count as i32).collect();
        let list = (view(&second), (PlaceElement::<i32, Flat, Ix1>(PhantomData), (view(&third), ())));
        // SAFETY: the vectors are the plan's arrays, and the place is initialised.
        unsafe {
            run::<InPlace<Self>, _, _, _, W>(
                &list,
                &|(second, (own, (third, ()))), _| own * 100_000 + second * 300 + third,
                place.as_mut_ptr().cast::<MaybeUninit<i32>>(),
            );
        }
        for (index, &value) in place.iter().enumerate() {
            let [second, third] = [1, 2].map(|operand| Self::element(operand, index) as i32);
            assert_eq!(value, index as i32 * 100_000 + second * 300 + third, "{:?} {MASKS:#x}", Self::lengths());
        }
    }
}

type Elems = (u32, ([u16; 3], (u64, (u64, ()))));

fn combine((first, (second, (constant, (third, ())))): Elems, _: Fused) -> u64 {
    u64::from(first) * 1_000_000_007 + u64::from(second[2]) * 100_003 + constant + third * 17
}

fn view<T>(elements: &[T]) -> View<'_, T, Flat, IxDyn> {
    // SAFETY: a slice's elements are contiguous.
    unsafe { View::new(elements.as_ptr(), Layout::Flat([elements.len()])) }
}

/// The call without its first operand.
struct InPlace<C>(C);

impl<L: List, const A: usize, const B: usize, const C: usize, const D: usize, const RANK: usize, const MASKS: usize>
    StaticCall<L> for Call<A, B, C, D, RANK, MASKS>
{
    const PLAN: StaticPlan = {
        let mut operands = [[1; 8]; 16];
        let mut operand = 0;
        while operand < L::ARRAYS {
            operands[operand] = Self::own(operand);
            operand += 1;
        }
        StaticPlan::new(RANK, Self::lengths(), L::ARRAYS, operands)
    };
}

impl<L: List, const A: usize, const B: usize, const C: usize, const D: usize, const RANK: usize, const MASKS: usize>
    StaticCall<L> for InPlace<Call<A, B, C, D, RANK, MASKS>>
{
    const PLAN: StaticPlan = {
        let mut operands = [[1; 8]; 16];
        let mut operand = 0;
        while operand < L::ARRAYS {
            operands[operand] = Call::<A, B, C, D, RANK, MASKS>::own(operand + 1);
            operand += 1;
        }
        StaticPlan::new(RANK, Call::<A, B, C, D, RANK, MASKS>::lengths(), L::ARRAYS, operands)
    };
}

/// Runs calls of these lengths with these masks.
macro_rules! calls {
    ($($a:literal $b:literal $c:literal $d:literal)*, $rank:literal, $masks:tt) => {$(
        calls!(@ $a $b $c $d $rank $masks);
    )*};
    (@ $a:literal $b:literal $c:literal $d:literal $rank:literal [$($mask:literal)*]) => {$(
        Call::<$a, $b, $c, $d, $rank, $mask>::fresh::<Cheap>();
        Call::<$a, $b, $c, $d, $rank, $mask>::fresh::<Costly>();
        Call::<$a, $b, $c, $d, $rank, $mask>::in_place::<Cheap>();
        Call::<$a, $b, $c, $d, $rank, $mask>::in_place::<Costly>();
    )*};
}

#[test]
fn small() {
    calls!(1 1 1 1, 0, [0]);
    calls!(1 1 1 0  1 1 1 1  1 1 1 2  1 1 1 3, 1, [0x111 0x101 0x010 0]);
    calls!(
        1 1 0 0  1 1 0 1  1 1 0 2  1 1 0 3  1 1 1 0  1 1 1 1  1 1 1 2  1 1 1 3
        1 1 2 0  1 1 2 1  1 1 2 2  1 1 2 3  1 1 3 0  1 1 3 1  1 1 3 2  1 1 3 3,
        2, [0x333 0x123 0x312 0x021 0x210 0x130]
    );
    calls!(1 1 2 3  1 2 1 3  1 2 2 3  1 2 3 1  1 2 3 2  1 3 2 0  1 3 2 2  1 3 3 3, 3,
        [0x017 0x127 0x237 0x347 0x457 0x567 0x677 0x052 0x251 0x415]);
    calls!(2 1 3 2  2 2 2 2  2 3 2 3  3 2 3 1  3 3 3 3  2 0 3 2  1 3 2 3, 4,
        [0x01f 0x23f 0x45f 0x67f 0x89f 0xabf 0xcdf 0xeff 0x5a3 0x96c]);
}

#[test]
fn blocks() {
    // Long and short rows, in one block, and in even and uneven ones.
    calls!(
        1 1 40 2  1 1 40 3  1 1 1000 2  1 1 1001 3  1 1 333 5  1 1 600 7  1 1 64 8  1 1 91 15  1 1 33 31
        1 1 70 17  1 1 9 32  1 1 9 33  1 1 5 200  1 1 2 1000  1 1 5 1000  1 1 1 5000,
        2, [0x333 0x123 0x213 0x012 0x321]
    );
    calls!(
        1 40 3 2  1 3 40 2  1 2 3 40  1 400 2 3  1 7 100 3  1 5 300 2  1 100 7 5  1 9 31 2  1 6 1 200  1 7 20 20,
        3, [0x127 0x237 0x457 0x567 0x537 0x257 0x012 0x465]
    );
    calls!(
        3 50 3 2  7 2 3 11  2 7 100 3  30 2 2 2  5 5 5 5  50 3 1 2  2 3 2 30,
        4, [0x5af 0xa5f 0x69f 0x96f 0x13f 0xc7f 0x248 0xdbf]
    );
}

/// Blocks that fill their buffers: an overrun behind the last copied element must not touch another operand's buffer.
#[test]
fn full_buffers() {
    fn add<const ROWS: usize, const ROW: usize>() {
        let column: Vec<u128> = (0..ROWS as u128).map(|index| index << 70).collect();
        let row: Vec<u128> = (0..ROW as u128).collect();
        let list = (view(&column), (view(&row), ()));
        let mut sums: Vec<u128> = std::vec![0; ROWS * ROW];
        // SAFETY: the vectors are the plan's arrays, and the output has room.
        unsafe {
            run::<Call<1, 1, ROWS, ROW, 2, 0x12>, _, _, _, Costly>(
                &list,
                &|(column, (row, ())), _| column + row,
                sums.as_mut_ptr().cast::<MaybeUninit<u128>>(),
            );
        }
        for (index, &sum) in sums.iter().enumerate() {
            assert_eq!(sum, column[index / ROW] + row[index % ROW], "{ROWS} rows of {ROW}, {index}");
        }
    }
    add::<300, 2>();
    add::<300, 3>();
    add::<300, 5>();
    add::<300, 7>();
    add::<300, 9>();
    add::<300, 21>();
    add::<301, 23>();
}

/// Returned results: few elements and many, an empty one, and one without axes.
#[test]
fn returned() {
    fn add<const B: usize, const C: usize, const D: usize>() {
        let matrix: Vec<u32> = (0..(B * C * D) as u32).collect();
        let columns: Vec<u32> = (0..C as u32).map(|index| index * 100_000).collect();
        let list = (view(&matrix), (view(&columns), ()));
        // SAFETY: the vectors are the plan's arrays, and the result has the plan's lengths.
        let sums: [[[u32; D]; C]; B] = unsafe {
            result::<Call<1, B, C, D, 3, 0x27>, _, _, _, _, Costly>(&list, &|(matrix, (column, ())), _| matrix + column)
        };
        for (index, &sum) in sums.as_flattened().as_flattened().iter().enumerate() {
            assert_eq!(sum, matrix[index] + columns[index / D % C]);
        }
    }
    add::<2, 3, 4>();
    add::<7, 11, 5>();
    add::<2, 40, 33>();
    add::<2, 0, 4>();
    let seven = [7_u8];
    // SAFETY: one element each.
    let eight: u8 = unsafe {
        result::<Call<1, 1, 1, 1, 0, 0>, _, _, _, _, Costly>(&(view(&seven), ()), &|(seven, ()), _| seven + 1)
    };
    assert_eq!(eight, 8);
}

/// A panic in the expression leaves the place written up to there.
#[test]
fn panics() {
    let row: Vec<i32> = (0..5).collect();
    let mut place: Vec<i32> = std::vec![1; 500];
    let list = (view(&row), (PlaceElement::<i32, Flat, Ix1>(PhantomData), ()));
    let seen = core::cell::Cell::new(0);
    let outcome = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
        // SAFETY: the vectors are the plan's arrays, and the place is initialised.
        unsafe {
            run::<Call<1, 1, 100, 5, 2, 0x1>, _, _, _, Costly>(
                &list,
                &|(row, (own, ())), _| {
                    seen.set(seen.get() + 1);
                    assert!(seen.get() <= 321, "enough");
                    own + row
                },
                place.as_mut_ptr().cast::<MaybeUninit<i32>>(),
            );
        }
    }));
    assert!(outcome.is_err());
    let written = place.iter().zip((0..5).cycle()).take_while(|&(&value, row)| value == 1 + row).count();
    assert!(written >= 321 && place[325..].iter().all(|&value| value == 1));
}
