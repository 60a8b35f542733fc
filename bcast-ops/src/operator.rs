//! An operator, and what all of its parts ask of it: its inputs' names and types, and its errors.

use bcast::BroadcastError;

use crate::element::ElementType;
use crate::error::{OperatorError, Title};
use crate::form::{Form, Normalization, Normalize, Reduction, Target};
use crate::rule::{self, Options, Rule};
use crate::types::{self, Types};

/// An operator of an engine, made from its name, opset and attributes.
///
/// ```
/// use bcast_ops::{Array, Attributes, Operator};
/// use ndarray::array;
///
/// let add = Operator::onnx("Add", 14, &Attributes::new())?;
/// let (a, b) = (Array::from(array![[1_i8, 2], [3, 127]]), Array::from(array![1_i8, 1]));
/// assert_eq!(add.run(&[a, b])?, Array::from(array![[2_i8, 3], [4, -128]]));
/// # Ok::<(), bcast_ops::OperatorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Operator {
    pub(crate) name: Title,
    pub(crate) inputs: &'static [&'static str],
    pub(crate) form: Form,
}

impl Operator {
    /// The engine, name and opset, as in messages.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.to_string()
    }

    /// The names of the inputs; a variadic operator has one name for all.
    #[must_use]
    pub fn input_names(&self) -> &'static [&'static str] {
        self.inputs
    }

    /// The same operator with another of its outputs: `infer`, `run` and `run_into` give output 0, unless it is chosen here.
    ///
    /// LayerNormalization has the outputs `Mean` (1) and `InvStdDev` (2), BatchNormalization in training mode `running_mean` (1) and
    /// `running_var` (2). All other operators have one output.
    ///
    /// ```
    /// use bcast_ops::{Array, Attributes, Operator};
    /// use ndarray::array;
    ///
    /// let layer = Operator::onnx("LayerNormalization", 17, &Attributes::new())?;
    /// let inputs = [Array::from(array![[1.0_f32, 3.0], [5.0, 5.0]]), Array::from(array![1.0_f32, 1.0])];
    /// assert_eq!(layer.output(1)?.run(&inputs)?, Array::from(array![[2.0_f32], [5.0]]));
    /// assert_eq!(layer.output(3).unwrap_err().to_string(), "ONNX LayerNormalization (opset 17) has 3 outputs, and none of number 3");
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// If the operator has fewer outputs.
    pub fn output(&self, index: usize) -> Result<Self, OperatorError> {
        let count = self.form.output_count();
        if index >= count {
            return Err(OperatorError::UnknownOutput { operator: self.name.to_string(), index, count });
        }
        let mut chosen = self.clone();
        if let Form::Normalize(normalize) = &mut chosen.form {
            normalize.output = index;
        }
        Ok(chosen)
    }

    #[inline]
    pub(crate) fn check_count(&self, given: usize) -> Result<(), OperatorError> {
        let (least, most) = self.form.input_count();
        if (least..=most).contains(&given) {
            return Ok(());
        }
        Err(OperatorError::InputCount { operator: self.name.to_string(), given, least, most })
    }

    /// The output's type, if every input has an accepted one.
    #[inline]
    pub(crate) fn output_type(
        &self,
        count: usize,
        type_of: impl Fn(usize) -> ElementType,
    ) -> Result<ElementType, OperatorError> {
        let same = |first: usize, types: Types| {
            let element_type = type_of(first);
            self.check_type(first, element_type, types)?;
            for index in first + 1..count {
                if type_of(index) != element_type {
                    return Err(self.wrong_type(index, type_of(index), element_type.name().to_owned()));
                }
            }
            Ok(element_type)
        };
        match &self.form {
            Form::Binary { function, types, .. } => {
                let element_type = same(0, *types)?;
                Ok(if function.compares() { ElementType::Bool } else { element_type })
            }
            Form::Variadic { types, .. } => same(0, *types),
            Form::Pow { base, exponent, .. } => {
                let Some(exponent) = exponent else { return same(0, *base) };
                self.check_type(0, type_of(0), *base)?;
                self.check_type(1, type_of(1), *exponent)?;
                Ok(type_of(0))
            }
            Form::Select { types, .. } => {
                self.check_type(0, type_of(0), types::BOOL)?;
                same(1, *types)
            }
            Form::Expand(expand) => {
                self.check_type(0, type_of(0), expand.types)?;
                for index in 1..count {
                    self.check_type(index, type_of(index), expand.shape_types)?;
                }
                Ok(type_of(0))
            }
            Form::Gemm(gemm) => same(0, gemm.types),
            Form::WithScalar { .. } => same(0, types::FLOAT32),
            Form::Reduce(reduce) => {
                self.check_type(0, type_of(0), reduce.types)?;
                if count > 1 {
                    self.check_type(1, type_of(1), Types::of(&[ElementType::Int64]))?;
                }
                let is_position = matches!(reduce.function, Reduction::Position { .. });
                Ok(if is_position { ElementType::Int64 } else { type_of(0) })
            }
            Form::Normalize(normalize) => self.normalized_type(normalize, count, type_of),
        }
    }

    /// The type of a normalisation's output, if the inputs of each group have one accepted type.
    fn normalized_type(
        &self,
        normalize: &Normalize,
        count: usize,
        type_of: impl Fn(usize) -> ElementType,
    ) -> Result<ElementType, OperatorError> {
        for index in 0..count {
            let first = *normalize.groups.iter().rfind(|&&first| first <= index).expect("the first group begins at 0");
            self.check_type(index, type_of(index), normalize.types)?;
            if type_of(index) != type_of(first) {
                return Err(self.wrong_type(index, type_of(index), type_of(first).name().to_owned()));
            }
        }
        Ok(match (&normalize.how, normalize.output) {
            (Normalization::Layer { .. }, 1..) => normalize.stash,
            (Normalization::BatchTraining { .. }, 1..) => type_of(3),
            (Normalization::Rms { .. }, _) => type_of(1),
            _ => type_of(0),
        })
    }

    #[inline]
    fn check_type(&self, index: usize, found: ElementType, allowed: Types) -> Result<(), OperatorError> {
        if allowed.has(found) { Ok(()) } else { Err(self.wrong_type(index, found, allowed.to_string())) }
    }

    #[cold]
    fn wrong_type(&self, index: usize, found: ElementType, allowed: String) -> OperatorError {
        OperatorError::InputType { operator: self.name.to_string(), input: self.input_name(index), found, allowed }
    }

    /// The name of an input in messages.
    pub(crate) fn input_name(&self, index: usize) -> String {
        match (&self.form, self.inputs.get(index)) {
            (Form::Variadic { .. }, _) => format!("data_{index}"),
            (_, Some(name)) => (*name).to_owned(),
            (_, None) => format!("input {index}"),
        }
    }

    #[inline]
    pub(crate) fn options(&self, rule: &Rule, shapes: &[&[usize]]) -> Result<Options, OperatorError> {
        rule.options(shapes).map_err(|reason| self.bad_input(1, reason))
    }

    #[cold]
    pub(crate) fn bad_input(&self, index: usize, reason: String) -> OperatorError {
        OperatorError::BadInput { operator: self.name.to_string(), input: self.input_name(index), reason }
    }

    #[cold]
    pub(crate) fn broadcast_error(&self, error: BroadcastError) -> OperatorError {
        OperatorError::Broadcast { operator: self.name.to_string(), error }
    }

    /// The output's memory must have its exact shape; nothing stretches to it.
    #[inline]
    pub(crate) fn check_place(
        &self,
        options: &Options,
        names: &[&str],
        shapes: &[&[usize]],
        target: &Target<'_, '_>,
    ) -> Result<(), OperatorError> {
        match target {
            Target::Existing(place) if !options.give(shapes, None, place.shape()) => {
                self.compare_place(&options.broadcast(names), shapes, place.shape())
            }
            _ => Ok(()),
        }
    }

    /// The error of a place that does not fit, or of the call.
    #[cold]
    pub(crate) fn compare_place(
        &self,
        broadcast: &bcast::Broadcast<'_>,
        shapes: &[&[usize]],
        place: &[usize],
    ) -> Result<(), OperatorError> {
        let shape = rule::output_shape(broadcast, shapes).map_err(|error| self.broadcast_error(error))?;
        if shape[..] == *place { Ok(()) } else { Err(self.wrong_shape(place, &shape)) }
    }

    #[cold]
    pub(crate) fn wrong_shape(&self, found: &[usize], expected: &[usize]) -> OperatorError {
        OperatorError::OutputShape { operator: self.name.to_string(), found: found.into(), expected: expected.into() }
    }
}

/// ONNX's name for the inputs of a variadic operator.
pub(crate) fn with_variadic_names<R>(count: usize, call: impl FnOnce(&[&str]) -> R) -> R {
    const FEW: [&str; 8] = ["data_0", "data_1", "data_2", "data_3", "data_4", "data_5", "data_6", "data_7"];
    match FEW.get(..count) {
        Some(names) => call(names),
        None => {
            let names: Vec<String> = (0..count).map(|index| format!("data_{index}")).collect();
            call(&names.iter().map(String::as_str).collect::<Vec<_>>())
        }
    }
}
