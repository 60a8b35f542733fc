//! Infers the type and shape of the output from facts about the inputs.

use bcast::mode::Mode;
use bcast_core::mode::OptionName;
use bcast_core::report::resolution::resolve;
use bcast_core::rules::ObligationKind;
use bcast_core::rules::call::{Alignment, Call, Operand};
use bcast_core::rules::length::Length as Open;
use smallvec::SmallVec;

use crate::along;
use crate::error::OperatorError;
use crate::fact::{Fact, Length};
use crate::form::{Expand, ExpandHow, Form, Gemm};
use crate::operator::{Operator, with_variadic_names};
use crate::rule::{Options, Rule};

impl Operator {
    /// The element type and shape of the output, as far as those of the inputs determine them.
    ///
    /// A symbol may turn out to be any length: beside 1 the symbol stays, beside another known length that length wins,
    /// and two different symbols give an unknown length.
    ///
    /// ```
    /// use bcast_ops::{Attributes, ElementType, Fact, Operator};
    ///
    /// let less = Operator::onnx("Less", 13, &Attributes::new())?;
    /// let x = Fact::new(ElementType::Float32, ["batch".into(), 3.into()]);
    /// let y = Fact::new(ElementType::Float32, [3.into()]);
    /// assert_eq!(less.infer(&[x, y])?.to_string(), "bool (batch, 3)");
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// If the number of inputs is wrong, or no array of such a type and shape can be an input.
    pub fn infer(&self, inputs: &[Fact]) -> Result<Fact, OperatorError> {
        infer(self, inputs)
    }
}

fn infer(operator: &Operator, inputs: &[Fact]) -> Result<Fact, OperatorError> {
    operator.check_count(inputs.len())?;
    let element_type = operator.output_type(inputs.len(), |index| inputs[index].element_type)?;
    let shapes: SmallVec<[&[Length]; 6]> = inputs.iter().map(|fact| &fact.shape[..]).collect();
    let shape = match &operator.form {
        Form::Binary { rule, reversed: true, .. } => joint(operator, rule, &[shapes[1], shapes[0]], &["b", "a"])?,
        Form::Binary { rule, .. } | Form::Pow { rule, .. } | Form::Select { rule, .. } => {
            joint(operator, rule, &shapes, operator.inputs)?
        }
        Form::Variadic { rule, .. } => {
            with_variadic_names(inputs.len(), |names| joint(operator, rule, &shapes, names))?
        }
        Form::WithScalar { .. } => shapes[0].to_vec(),
        Form::Expand(how) => expanded(operator, *how, inputs)?,
        Form::Gemm(gemm) => product(operator, gemm, &shapes)?,
        Form::Reduce(reduce) => along::reduced(operator, reduce, inputs)?.shape,
        Form::Normalize(normalize) => along::normalized(operator, normalize, inputs)?.shape,
    };
    Ok(Fact::new(element_type, shape))
}

/// Returns the lengths if all are known.
pub(crate) fn known(shape: &[Length]) -> Option<SmallVec<[usize; 8]>> {
    let number = |length: &Length| if let Length::Known(length) = length { Some(*length) } else { None };
    shape.iter().map(number).collect()
}

/// The output's shape for inputs that broadcast by a rule.
pub(crate) fn joint(
    operator: &Operator,
    rule: &Rule,
    shapes: &[&[Length]],
    names: &[&str],
) -> Result<Vec<Length>, OperatorError> {
    let numbers: Option<SmallVec<[_; 6]>> = shapes.iter().map(|shape| known(shape)).collect();
    if let Some(numbers) = numbers {
        let shapes: SmallVec<[&[usize]; 6]> = numbers.iter().map(|shape| &shape[..]).collect();
        let options = rule.options(&shapes).map_err(|reason| operator.bad_input(1, reason))?;
        let resolved = options.broadcast(names).try_resolve(&shapes);
        let shape = resolved.map_err(|error| operator.broadcast_error(error))?.shape;
        return Ok(shape.into_iter().map(Length::Known).collect());
    }
    if *rule == Rule::Channel {
        return Ok(shapes[0].to_vec());
    }
    open(operator, &rule.open_options(), shapes, names, &[], None)
}

/// A length for the rulebook. Symbols become unknown, since here they may stand for 1, unlike those of a `where` clause.
fn opened(length: &Length) -> Open {
    match length {
        Length::Known(length) => Open::new(*length),
        Length::Symbol(_) | Length::Unknown => Open::UNKNOWN,
    }
}

/// The output's shape with partly unknown lengths. The rulebook determines which axes meet; symbols are restored afterwards.
fn open(
    operator: &Operator,
    options: &Options,
    shapes: &[&[Length]],
    names: &[&str],
    axes: &[i64],
    to: Option<&[Length]>,
) -> Result<Vec<Length>, OperatorError> {
    let lengths: SmallVec<[Vec<Open>; 6]> = shapes.iter().map(|shape| shape.iter().map(opened).collect()).collect();
    let operands: SmallVec<[Operand<'_>; 6]> =
        lengths.iter().zip(names).map(|(shape, name)| Operand { name, shape, alignment: Alignment::ByMode }).collect();
    let target: Option<Vec<Open>> = to.map(|to| to.iter().map(opened).collect());
    let call = Call {
        mode: options.mode,
        operands: &operands,
        axis: options.axis,
        axes: options.mode.takes(OptionName::Axes).then_some(axes),
        to: target.as_deref(),
        base: options.base,
        place: None,
    };
    let resolution = resolve(&call).map_err(|error| operator.broadcast_error(error))?;
    let alignment_is_open =
        resolution.obligations.iter().any(|obligation| matches!(obligation.kind, ObligationKind::Alignment));
    // Where lengths are unknown, the output has the symbol of the input that determines its shape, or of all inputs that meet on that axis.
    let lead = options.mode.follows_one_operand().then(|| shapes[options.base.unwrap_or(0)]);
    let target_leads = to.is_some() && !options.mode.target_stretches();
    let mut result = Vec::with_capacity(resolution.shape.len());
    for (output, length) in resolution.shape.iter().enumerate() {
        let symbol = || {
            if alignment_is_open {
                return Length::Unknown;
            }
            if let Some(lead) = lead {
                return lead[output].clone();
            }
            let of_target = to.and_then(|to| to.get((output + to.len()).checked_sub(resolution.shape.len())?));
            let of_operands = shapes.iter().zip(&resolution.maps).filter_map(|(shape, map)| {
                let axis = map.operand_axis(output).filter(|_| !target_leads)?;
                Some(&shape[axis])
            });
            let mut meeting = of_operands.chain(of_target).filter(|&length| *length != Length::Known(1));
            match meeting.next() {
                Some(first) if meeting.all(|length| length == first) => first.clone(),
                _ => Length::Unknown,
            }
        };
        result.push(match length.number() {
            Some(length) => Length::Known(length),
            None => symbol(),
        });
    }
    Ok(result)
}

/// The shape of an array repeated to the shape in another input's elements.
fn expanded(operator: &Operator, expand: Expand, inputs: &[Fact]) -> Result<Vec<Length>, OperatorError> {
    let data = &inputs[0].shape;
    for (index, input) in inputs.iter().enumerate().skip(1) {
        if input.shape.len() != 1 {
            return Err(operator.bad_input(index, format!("has rank {}; it must be 1", input.shape.len())));
        }
    }
    let target: Vec<Length> = match (&inputs[1].values, &inputs[1].shape[0]) {
        (Some(values), _) => values.clone(),
        (None, Length::Known(rank)) => vec![Length::Unknown; *rank],
        _ => return Err(operator.bad_input(1, "must have a known length, which is the rank of the output".into())),
    };
    let options = Options { mode: mode(expand.how), axis: None, base: None };
    match expand.how {
        ExpandHow::Numpy | ExpandHow::Bidirectional => {
            open(operator, &options, &[data], &operator.inputs[..1], &[], Some(&target))
        }
        ExpandHow::Explicit => {
            // Without known axes, the output is only known to be the target.
            let axes = inputs[2].values.as_ref().and_then(|values| known(values));
            let Some(axes) = axes else { return Ok(target) };
            let axes: SmallVec<[i64; 8]> = axes.iter().map(|&axis| axis as i64).collect();
            open(operator, &options, &[data], &operator.inputs[..1], &axes, Some(&target))
        }
    }
}

/// The mode by which an array is repeated.
pub(crate) fn mode(how: ExpandHow) -> Mode {
    match how {
        ExpandHow::Numpy => Mode::Numpy,
        ExpandHow::Bidirectional => Mode::Bidirectional,
        ExpandHow::Explicit => Mode::Explicit,
    }
}

/// The shape of a product of two matrices, to which the summand must broadcast.
fn product(operator: &Operator, gemm: &Gemm, shapes: &[&[Length]]) -> Result<Vec<Length>, OperatorError> {
    let (m, k) = sides(operator, 0, shapes[0], gemm.transpose_a)?;
    let (other, n) = sides(operator, 1, shapes[1], gemm.transpose_b)?;
    if let (Length::Known(a), Length::Known(b)) = (&k, &other)
        && a != b
    {
        return Err(inner_lengths(operator, *a, *b));
    }
    let output = vec![m, n];
    if let Some(c) = shapes.get(2) {
        joint(operator, &gemm.rule, &[&output, c], &["A * B", "C"])?;
    }
    Ok(output)
}

/// The lengths of a matrix as a factor of the product.
fn sides<L: Clone>(
    operator: &Operator,
    index: usize,
    shape: &[L],
    is_transposed: bool,
) -> Result<(L, L), OperatorError> {
    match shape {
        [rows, columns] if is_transposed => Ok((columns.clone(), rows.clone())),
        [rows, columns] => Ok((rows.clone(), columns.clone())),
        _ => Err(operator.bad_input(index, format!("has rank {}; it must be 2", shape.len()))),
    }
}

/// The shape of a product of two matrices.
pub(crate) fn product_shape(
    operator: &Operator,
    gemm: &Gemm,
    a: &[usize],
    b: &[usize],
) -> Result<[usize; 2], OperatorError> {
    let (m, k) = sides(operator, 0, a, gemm.transpose_a)?;
    let (other, n) = sides(operator, 1, b, gemm.transpose_b)?;
    if k != other {
        return Err(inner_lengths(operator, k, other));
    }
    // The widest type that products are computed in.
    if !fits_memory(&[m, n], size_of::<f64>()) {
        return Err(
            operator.bad_input(1, format!("makes a product of {m} rows and {n} columns, which no memory holds"))
        );
    }
    Ok([m, n])
}

/// True if an array of this shape and element size can be allocated at all. Lengths of 0 are skipped, as in ndarray.
pub(crate) fn fits_memory(shape: &[usize], size: usize) -> bool {
    let longer = shape.iter().filter(|&&length| length != 0);
    longer.copied().try_fold(size, usize::checked_mul).is_some_and(|bytes| bytes <= isize::MAX as usize)
}

fn inner_lengths(operator: &Operator, a: usize, b: usize) -> OperatorError {
    operator.bad_input(1, format!("has {b} rows as it enters the product, and `A` has {a} columns"))
}
