//! The same programs through the run-time API, with a closure that interprets the program's expression: without the macro, but with the
//! crate's rules, plan and kernels.

use bcast::{Broadcast, BroadcastError, mode};
use ndarray::ArrayD;

use crate::interpret::{Outcome, elements, finished};
use crate::model::Mode;
use crate::number::Number;
use crate::program::{Element, Form, OwnAxes, Program};

/// The run-time API's result; `None` if the API has no such form: a place that is also an operand, or too many operands.
#[must_use]
pub fn at_run_time(program: &Program) -> Option<Outcome> {
    match program.element {
        Element::F32 => of::<f32>(program),
        Element::F64 => of::<f64>(program),
        Element::I32 => of::<i32>(program),
        Element::I64 => of::<i64>(program),
        Element::U8 => of::<u8>(program),
    }
}

fn of<T: Number>(program: &Program) -> Option<Outcome> {
    let arrays: Vec<ArrayD<T>> = (program.arrays.iter().enumerate())
        .map(|(array, of)| {
            let count = of.shape.iter().product();
            let elements = elements(program.data, array, count);
            ArrayD::from_shape_vec(of.shape.clone(), elements).expect("as many elements as the shape has")
        })
        .collect();
    let call = call(program);
    // Each result is the bits to be compared.
    macro_rules! computed {
        ($($array:ident)*) => {{
            let [$($array),*] = &arrays[..] else { return None };
            let expression = |($($array,)*)| {
                let elements: &[T] = &[$($array),*];
                finished(program, &|array: usize| elements[array])
            };
            match program.form {
                Form::New => call.try_apply(($($array,)*), expression),
                Form::Place => {
                    let mut place = ArrayD::<u64>::zeros(program.place.as_ref()?.shape.clone());
                    call.try_apply_into(&mut place, ($($array,)*), expression).map(|()| place)
                }
                Form::Compound(_) | Form::InPlace => return None,
            }
        }};
    }
    let result = match arrays.len() {
        1 => computed!(a),
        2 => computed!(a b),
        3 => computed!(a b c),
        4 => computed!(a b c d),
        5 => computed!(a b c d e),
        6 => computed!(a b c d e f),
        _ => return None,
    };
    Some(outcome(result))
}

fn outcome(result: Result<ArrayD<u64>, BroadcastError>) -> Outcome {
    match result {
        Ok(result) => Ok((result.shape().to_vec(), result.iter().copied().collect())),
        Err(error) => Err(error.to_string()),
    }
}

/// The program's mode and options.
fn call(program: &Program) -> Broadcast<'static> {
    let mut call = Broadcast::new(match program.case().mode {
        Mode::None => mode::Mode::None,
        Mode::Numpy => mode::Mode::Numpy,
        Mode::Unidirectional => mode::Mode::Unidirectional,
        Mode::Pdpd => mode::Mode::Pdpd,
        Mode::Paddle => mode::Mode::Paddle,
        Mode::Explicit => mode::Mode::Explicit,
        Mode::Bidirectional => mode::Mode::Bidirectional,
        Mode::Ncnn => mode::Mode::Ncnn,
    });
    if let Some(axis) = program.axis {
        call = call.axis(axis);
    }
    if let Some(axes) = &program.axes {
        call = call.axes(&axes[..]);
    }
    if let Some(to) = &program.to {
        call = call.to(&to[..]);
    }
    if let Some(base) = program.base {
        call = call.base(base);
    }
    for (operand, own) in program.own.iter().enumerate() {
        match own {
            Some(OwnAxes::Axis(axis)) => call = call.axis_of(operand, *axis),
            Some(OwnAxes::Axes(axes)) => call = call.axes_of(operand, &axes[..]),
            None => {}
        }
    }
    call
}
