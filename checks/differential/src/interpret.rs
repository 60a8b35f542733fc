//! The expected result of a program: one position at a time, by the rules of `tests/random/model.rs`.

use crate::model::{Answer, Case};
use crate::number::Number;
use crate::program::{Binary, Compound, Condition, Element, Expr, Finish, Form, Program, Unary};

/// A result: its shape, and the bits of its elements in C order.
pub type Outcome = Result<(Vec<usize>, Vec<u64>), String>;

/// The elements of an array in C order; the place follows all arrays.
#[must_use]
pub fn elements<T: Number>(data: usize, array: usize, count: usize) -> Vec<T> {
    let next = |i: usize| (i * 7 + array * 13 + data * 31 + i * i % 11) % 23;
    (0..count).map(|i| T::of(next(i) as i64 - 6)).collect()
}

/// A captured constant.
#[must_use]
pub fn constant<T: Number>(number: u8) -> T {
    T::of(i64::from(number) - 4)
}

/// The expected result.
pub fn interpret(program: &Program) -> Outcome {
    match program.element {
        Element::F32 => of::<f32>(program),
        Element::F64 => of::<f64>(program),
        Element::I32 => of::<i32>(program),
        Element::I64 => of::<i64>(program),
        Element::U8 => of::<u8>(program),
    }
}

fn of<T: Number>(program: &Program) -> Outcome {
    let case = program.case();
    let answer = case.answer().ok_or("the rules refuse it")?;
    let arrays: Vec<Vec<T>> = case
        .shapes
        .iter()
        .enumerate()
        .map(|(array, shape)| elements(program.data, array, shape.iter().product()))
        .collect();
    let count = answer.shape.iter().product();
    let elements = (0..count).map(|number| {
        let position = position(number, &answer.shape);
        let read = |array: usize| arrays[array][offset(&case, &answer, array, &position)];
        finished(program, &read)
    });
    let elements = elements.collect();
    Ok((answer.shape, elements))
}

/// The bits of one element of the result; `read` returns each array's element at that position.
pub fn finished<T: Number>(program: &Program, read: &impl Fn(usize) -> T) -> u64 {
    let leaf = |leaf: &Expr| match leaf {
        Expr::Array(array) => read(*array),
        other => unreachable!("{other:?} in a call without reductions"),
    };
    let value = value(&program.value, &leaf, &mut Vec::new());
    let value = match program.form {
        Form::Compound(Compound::Add) => read(0).add(value),
        Form::Compound(Compound::Mul) => read(0).mul(value),
        Form::New | Form::Place | Form::InPlace => value,
    };
    match program.finish {
        Finish::Itself => value.bits(),
        Finish::Above => u64::from(value > read(0)),
        Finish::Wide => value.wide().bits(),
    }
}

/// The position of this number in row-major order.
pub fn position(mut number: usize, shape: &[usize]) -> Vec<usize> {
    let mut position = vec![0; shape.len()];
    for (at, &length) in position.iter_mut().zip(shape).rev() {
        (*at, number) = (number % length, number / length);
    }
    position
}

fn offset(case: &Case, answer: &Answer, array: usize, position: &[usize]) -> usize {
    let shape = &case.shapes[array];
    answer.index(array, shape, position).iter().zip(shape).fold(0, |offset, (at, length)| offset * length + at)
}

/// An expression at one position; `read` gives arrays, reductions, positions and names there.
pub fn value<T: Number>(expr: &Expr, read: &impl Fn(&Expr) -> T, locals: &mut Vec<T>) -> T {
    let with = |local: T, expr: &Expr, locals: &mut Vec<T>| {
        locals.push(local);
        let value = value(expr, read, locals);
        locals.pop();
        value
    };
    match expr {
        Expr::Array(_)
        | Expr::Named(_)
        | Expr::Reduced(..)
        | Expr::Tested(..)
        | Expr::Position(_)
        | Expr::Length(_) => read(expr),
        Expr::Constant(number) => constant(*number),
        Expr::Literal(number) => T::of(i64::from(*number)),
        Expr::Local(local) => locals[*local],
        Expr::Binary(binary, first, second) => {
            let (first, second) = (value(first, read, locals), value(second, read, locals));
            match binary {
                Binary::Add => first.add(second),
                Binary::Sub => first.sub(second),
                Binary::Mul => first.mul(second),
                Binary::Div => first.div(second),
                Binary::Min => first.least(second),
                Binary::Max => first.most(second),
            }
        }
        Expr::Unary(unary, first) => {
            let first = value(first, read, locals);
            match unary {
                Unary::Neg => first.neg(),
                Unary::Abs => first.abs(),
                Unary::Cast => first.cast(),
            }
        }
        Expr::If(condition, first, second) => {
            if holds(condition, read, locals) {
                value(first, read, locals)
            } else {
                value(second, read, locals)
            }
        }
        Expr::Let(first, second) | Expr::Closure(first, second) => {
            let first = value(first, read, locals);
            with(first, second, locals)
        }
        Expr::Match(first, second, third) => {
            let first = value(first, read, locals);
            if first > T::of(2) { with(first, second, locals) } else { value(third, read, locals) }
        }
        Expr::Loop(first, second) => {
            let first = value(first, read, locals);
            let second = value(second, read, locals);
            (0..3).fold(first, |sum, _| sum.add(second))
        }
        Expr::Tuple(_, second) | Expr::Index(_, second) => value(second, read, locals),
        Expr::Call(first) => {
            let first = value(first, read, locals);
            first.add(first)
        }
    }
}

/// A condition at one position; see [`value`].
pub fn holds<T: Number>(condition: &Condition, read: &impl Fn(&Expr) -> T, locals: &mut Vec<T>) -> bool {
    match condition {
        Condition::Less(first, second) => value(first, read, locals) < value(second, read, locals),
        Condition::Equal(first, second) => value(first, read, locals) == value(second, read, locals),
        Condition::And(first, second) => holds(first, read, locals) && holds(second, read, locals),
        Condition::Not(first) => !holds(first, read, locals),
    }
}
