//! The expected result of a call with reductions.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::rules::{Kept, Resolved, Rules, resolve};
use super::{Call, Setting};
use crate::interpret::{elements, holds, position, value};
use crate::number::Number;
use crate::program::{Compound, Condition, Element, Expr, Form, Reduction, Test};

/// What a call must give.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    Refused,
    /// For each result the shape, and the bits of the elements in row-major order.
    Results(Vec<(Vec<usize>, Vec<u64>)>),
    /// A sum or product is not the same in every order of its elements.
    Inexact,
}

/// The expected result.
pub fn interpret(call: &Call, setting: &Setting) -> Expected {
    let Some(resolved) = resolve(call, setting) else { return Expected::Refused };
    match call.element {
        Element::F32 => of::<f32>(call, setting, &resolved, 24),
        Element::F64 => of::<f64>(call, setting, &resolved, 53),
        _ => of::<i64>(call, setting, &resolved, 62),
    }
}

fn of<T: Number>(call: &Call, setting: &Setting, resolved: &Resolved, digits: i32) -> Expected {
    let Resolved { frame, arrays, results } = resolved;
    let data = |(array, shape): (usize, &Vec<usize>)| elements(setting.data, array, shape.iter().product());
    let at = Interpreter {
        rules: Rules { call, setting, frame, arrays },
        data: setting.shapes.iter().enumerate().map(data).collect::<Vec<Vec<T>>>(),
        digits,
        is_inexact: Cell::new(false),
        known: RefCell::new(HashMap::new()),
        reductions: RefCell::new(HashMap::new()),
    };
    let bits = |entry: &Expr, kept: &Kept, number: usize| {
        let mut here = vec![0; frame.len()];
        let own = kept.axes.iter().zip(position(number, &kept.shape));
        own.for_each(|(axis, at)| axis.iter().for_each(|&axis| here[axis] = at));
        let read = |leaf: &Expr| at.leaf(leaf, &here);
        // A sum or product in one of these can overflow.
        call.unused().for_each(|of_let| {
            value(of_let, &|leaf| at.named(leaf, &read), &mut Vec::new());
        });
        let result = value(entry, &|leaf| at.named(leaf, &read), &mut Vec::new());
        let result = match call.form {
            Form::Compound(Compound::Add) => read(&Expr::Array(0)).add(result),
            Form::Compound(Compound::Mul) => read(&Expr::Array(0)).mul(result),
            Form::New | Form::Place | Form::InPlace => result,
        };
        result.bits()
    };
    let result = |(entry, kept): (&Expr, &Kept)| {
        let count = kept.shape.iter().product();
        (kept.shape.clone(), (0..count).map(|number| bits(entry, kept, number)).collect())
    };
    let results = call.values.iter().zip(results).map(result).collect();
    if at.is_inexact.get() { Expected::Inexact } else { Expected::Results(results) }
}

/// The axes that a reduction takes, and the lengths that its expression runs over.
type TakenAndOver = (Vec<usize>, Vec<usize>);

struct Interpreter<'a, T> {
    rules: Rules<'a>,
    data: Vec<Vec<T>>,
    /// The binary digits of exact numbers.
    digits: i32,
    is_inexact: Cell<bool>,
    /// The values of reductions, by their address and position.
    known: RefCell<HashMap<(*const Expr, usize), T>>,
    /// The axes that each takes, and the lengths of its expression.
    reductions: RefCell<HashMap<*const Expr, TakenAndOver>>,
}

impl<T: Number> Interpreter<'_, T> {
    /// A name stands for its expression.
    fn named(&self, leaf: &Expr, read: &impl Fn(&Expr) -> T) -> T {
        match leaf {
            Expr::Named(name) => {
                value(&self.rules.call.lets[*name], &|leaf| self.named_dyn(leaf, read), &mut Vec::new())
            }
            _ => read(leaf),
        }
    }

    fn named_dyn(&self, leaf: &Expr, read: &dyn Fn(&Expr) -> T) -> T {
        self.named(leaf, &|leaf| read(leaf))
    }

    /// An array, a reduction, a position or a length at a position of the frame.
    fn leaf(&self, leaf: &Expr, here: &[usize]) -> T {
        let frame = self.rules.frame;
        match leaf {
            Expr::Array(array) => {
                let placed = self.rules.arrays[*array].as_ref().expect("an array that is read");
                let shape = &self.rules.setting.shapes[*array];
                let axes = placed.axes.iter().zip(shape);
                let offset = axes.fold(0, |offset, (axis, &length)| {
                    offset * length + axis.filter(|_| length != 1).map_or(0, |axis| here[axis])
                });
                self.data[*array][offset]
            }
            Expr::Position(axes) => T::of(here[self.rules.axis(axes).expect("a legal axis")] as i64),
            Expr::Length(axes) => T::of(frame[self.rules.axis(axes).expect("a legal axis")] as i64),
            _ => {
                let (taken, over) = self.reduction(leaf);
                let own = |(axis, &length): (usize, &usize)| {
                    if length == 1 || taken.contains(&axis) { 0 } else { here[axis] }
                };
                let start: Vec<usize> = over.iter().enumerate().map(own).collect();
                let number = start.iter().zip(&over).fold(0, |number, (at, length)| number * length + at);
                let key = (std::ptr::from_ref(leaf), number);
                let known = self.known.borrow().get(&key).copied();
                known.unwrap_or_else(|| {
                    let found = self.reduced(leaf, &taken, &over, start);
                    self.known.borrow_mut().insert(key, found);
                    found
                })
            }
        }
    }

    fn reduction(&self, leaf: &Expr) -> (Vec<usize>, Vec<usize>) {
        let key = std::ptr::from_ref(leaf);
        if let Some(known) = self.reductions.borrow().get(&key) {
            return known.clone();
        }
        let (taken, over) = self.rules.taken(leaf).expect("a legal reduction");
        self.reductions.borrow_mut().insert(key, (taken.clone(), over.lengths.clone()));
        (taken, over.lengths)
    }

    /// A reduction over all positions along `taken`.
    fn reduced(&self, leaf: &Expr, taken: &[usize], over: &[usize], mut here: Vec<usize>) -> T {
        let lengths: Vec<usize> = taken.iter().map(|&axis| over[axis]).collect();
        let mut along = |number: usize| {
            taken.iter().zip(position(number, &lengths)).for_each(|(&axis, at)| here[axis] = at);
            here.clone()
        };
        let positions: Vec<Vec<usize>> = (0..lengths.iter().product()).map(&mut along).collect();
        match leaf {
            Expr::Reduced(reduction, _, first) => {
                let of = |here: &Vec<usize>| {
                    value(first, &|leaf| self.named(leaf, &|leaf| self.leaf(leaf, here)), &mut Vec::new())
                };
                self.of_numbers(*reduction, &positions.iter().map(of).collect::<Vec<T>>())
            }
            Expr::Tested(test, _, condition) => self.of_conditions(*test, &positions, condition),
            _ => unreachable!("{leaf:?} is no reduction"),
        }
    }

    fn of_conditions(&self, test: Test, positions: &[Vec<usize>], condition: &Condition) -> T {
        let of = |here: &&Vec<usize>| {
            holds(condition, &|leaf| self.named(leaf, &|leaf| self.leaf(leaf, here)), &mut Vec::new())
        };
        let count = positions.iter().filter(of).count();
        T::of(match test {
            Test::Any => i64::from(count > 0),
            Test::All => i64::from(count == positions.len()),
            Test::Count => count as i64,
        })
    }

    fn of_numbers(&self, reduction: Reduction, of: &[T]) -> T {
        let is_nan = |x: T| x.wide().is_nan();
        // Equal numbers differ in the sign of zero alone.
        let is_larger = |x: T, y: T| x > y || x == y && x.wide().is_sign_positive() && y.wide().is_sign_negative();
        let first_of = |is_better: &dyn Fn(T, T) -> bool| {
            (1..of.len()).fold(0, |best, at| {
                if !is_nan(of[best]) && (is_nan(of[at]) || is_better(of[at], of[best])) { at } else { best }
            })
        };
        match reduction {
            Reduction::Sum | Reduction::Mean => {
                self.check_sum(of);
                let sum = of.iter().copied().reduce(T::add).unwrap_or(T::of(0));
                if reduction == Reduction::Sum { sum } else { sum.over(of.len()) }
            }
            Reduction::Prod => {
                self.check_prod(of);
                of.iter().copied().reduce(T::mul).unwrap_or(T::of(1))
            }
            Reduction::Max => of[first_of(&is_larger)],
            Reduction::Min => of[first_of(&|x, y| is_larger(y, x))],
            Reduction::ArgMax => T::of(first_of(&|x, y| x > y) as i64),
            Reduction::ArgMin => T::of(first_of(&|x, y| x < y) as i64),
        }
    }

    /// A sum is exact in any order if all partial sums are multiples of the same power of two, of few digits.
    fn check_sum(&self, of: &[T]) {
        let finite = || of.iter().map(|x| x.wide()).filter(|x| !x.is_nan());
        let total: f64 = finite().map(f64::abs).sum();
        let digits = (0..30).find(|&digits| finite().all(|x| (x * 2_f64.powi(digits)).fract() == 0.0));
        let is_exact = digits.is_some_and(|digits| total * 2_f64.powi(digits) < 2_f64.powi(self.digits));
        if !is_exact {
            self.is_inexact.set(true);
        }
    }

    fn check_prod(&self, of: &[T]) {
        let finite = || of.iter().map(|x| x.wide()).filter(|x| !x.is_nan());
        let total: f64 = finite().map(|x| x.abs().max(1.0)).product();
        if !finite().all(|x| x.fract() == 0.0) || total >= 2_f64.powi(self.digits) {
            self.is_inexact.set(true);
        }
    }
}
