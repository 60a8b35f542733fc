//! Operators: construction, inference and execution.

use bcast::BroadcastError;
use bcast_core::mode::OptionName;
use smallvec::SmallVec;

use crate::attribute::Attributes;
use crate::element::{Array, ArrayView, ArrayViewMut, ElementType};
use crate::engine;
use crate::error::{OperatorError, Title};
use crate::fact::Fact;
use crate::form::{Binary, Form, Gemm, Target, Variadic};
use crate::infer;
use crate::kernel;
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

/// The inputs of operators: arrays or views of them.
pub trait Inputs: Sized + private::Sealed {
    #[doc(hidden)]
    fn with_views<R>(inputs: &[Self], run: impl FnOnce(&[ArrayView<'_>]) -> R) -> R;
}

mod private {
    pub trait Sealed {}
    impl Sealed for super::Array {}
    impl Sealed for &super::Array {}
    impl Sealed for super::ArrayView<'_> {}
}

impl Inputs for ArrayView<'_> {
    #[inline]
    fn with_views<R>(inputs: &[Self], run: impl FnOnce(&[ArrayView<'_>]) -> R) -> R {
        run(inputs)
    }
}

impl Inputs for Array {
    #[inline]
    fn with_views<R>(inputs: &[Self], run: impl FnOnce(&[ArrayView<'_>]) -> R) -> R {
        run(&inputs.iter().map(Array::view).collect::<SmallVec<[_; 3]>>())
    }
}

impl Inputs for &Array {
    #[inline]
    fn with_views<R>(inputs: &[Self], run: impl FnOnce(&[ArrayView<'_>]) -> R) -> R {
        run(&inputs.iter().map(|array| array.view()).collect::<SmallVec<[_; 3]>>())
    }
}

impl Operator {
    /// The operator of ONNX with this name, in this opset of the domain `ai.onnx`.
    ///
    /// Opsets 1 to 28 are known. Below 7, the attributes `broadcast` and `axis` decide how the second input broadcasts.
    ///
    /// ```
    /// use bcast_ops::{Attributes, Operator};
    ///
    /// assert!(Operator::onnx("Where", 9, &Attributes::new()).is_ok());
    /// let error = Operator::onnx("Where", 8, &Attributes::new()).unwrap_err();
    /// assert_eq!(error.to_string(), "`Where` of ONNX is known in opsets 9 to 28, not in 8");
    /// ```
    ///
    /// # Errors
    /// If the name, the opset, or an attribute is unknown, or an attribute's value is invalid.
    pub fn onnx(name: &str, opset: i64, attributes: &Attributes) -> Result<Self, OperatorError> {
        engine::onnx::operator(name, opset, attributes)
    }

    /// The operator of OpenVINO with this name, in this opset: the `type` and `version` of a layer.
    ///
    /// `Broadcast` is Broadcast-1 in opsets 1 and 2, and Broadcast-3 from 3 on.
    ///
    /// ```
    /// use bcast_ops::{Attributes, Operator};
    ///
    /// let scale = Operator::openvino("Multiply", 1, &Attributes::from([("auto_broadcast", "pdpd".into()), ("axis", 1.into())]))?;
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// As [`onnx`](Operator::onnx).
    pub fn openvino(name: &str, opset: i64, attributes: &Attributes) -> Result<Self, OperatorError> {
        engine::openvino::operator(name, opset, attributes)
    }

    /// ncnn's `BinaryOp`, with its parameters `op_type` (or `0`), `with_scalar` (`1`) and `b` (`2`).
    ///
    /// ```
    /// use bcast_ops::{Array, Attributes, Operator};
    /// use ndarray::array;
    ///
    /// let from_ten = Operator::ncnn("BinaryOp", &Attributes::from([("0", 7.into()), ("1", 1.into()), ("2", 10.0_f32.into())]))?;
    /// assert_eq!(from_ten.run(&[Array::from(array![1.0_f32])])?, Array::from(array![9.0_f32]));
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// As [`onnx`](Operator::onnx).
    pub fn ncnn(name: &str, attributes: &Attributes) -> Result<Self, OperatorError> {
        engine::ncnn::operator(name, attributes)
    }

    /// An element-wise operator of PaddlePaddle, with its `axis`.
    ///
    /// ```
    /// use bcast_ops::{Attributes, Operator};
    ///
    /// let scale = Operator::paddle("elementwise_mul", &Attributes::from([("axis", 1.into())]))?;
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// As [`onnx`](Operator::onnx).
    pub fn paddle(name: &str, attributes: &Attributes) -> Result<Self, OperatorError> {
        engine::paddle::operator(name, attributes)
    }

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
    /// If the number of inputs is wrong, or an input's type or shape is never accepted.
    pub fn infer(&self, inputs: &[Fact]) -> Result<Fact, OperatorError> {
        infer::infer(self, inputs)
    }

    /// Computes the output into a new array.
    ///
    /// # Errors
    /// As [`infer`](Operator::infer), and for values that the operator refuses, such as an integer divided by 0.
    pub fn run<A: Inputs>(&self, inputs: &[A]) -> Result<Array, OperatorError> {
        let mut output = None;
        A::with_views(inputs, |views| self.compute(views, Target::New(&mut output)))?;
        Ok(output.expect("what has been computed is there"))
    }

    /// Computes the output into existing memory, which must have its element type and shape.
    ///
    /// ```
    /// use bcast_ops::{ArrayView, ArrayViewMut, Attributes, Operator};
    /// use ndarray::array;
    ///
    /// let greater = Operator::onnx("Greater", 13, &Attributes::new())?;
    /// let (x, y, mut z) = (array![1.0, f64::NAN, 3.0], array![2.0], [false; 3]);
    /// let mut place = ndarray::ArrayViewMut1::from(&mut z);
    /// greater.run_into(&[ArrayView::from(&x), ArrayView::from(&y)], ArrayViewMut::from(&mut place))?;
    /// assert_eq!(z, [false, false, true]);
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Operator::run), and if the memory does not fit; nothing has been written then.
    pub fn run_into<A: Inputs>(&self, inputs: &[A], mut output: ArrayViewMut<'_>) -> Result<(), OperatorError> {
        A::with_views(inputs, |views| self.compute(views, Target::Existing(&mut output)))
    }

    fn compute(&self, inputs: &[ArrayView<'_>], target: Target<'_, '_>) -> Result<(), OperatorError> {
        self.check_count(inputs.len())?;
        let element_type = self.output_type(inputs.len(), |index| inputs[index].element_type())?;
        if let Target::Existing(place) = &target
            && place.element_type() != element_type
        {
            return Err(OperatorError::OutputType {
                operator: self.name.to_string(),
                found: place.element_type(),
                expected: element_type,
            });
        }
        match &self.form {
            Form::Binary { function, rule, .. } => self.binary(*function, rule, &inputs[0], &inputs[1], target),
            Form::Pow { rule, .. } => self.pow(rule, &inputs[0], &inputs[1], target),
            Form::Variadic { function, rule, .. } => self.variadic(*function, rule, inputs, target),
            Form::Select { rule, .. } => kernel::select::run(self, rule, inputs, target),
            Form::Expand(expand) => kernel::expand::run(self, *expand, inputs, target),
            Form::Gemm(gemm) => self.gemm(gemm, inputs, target),
            Form::WithScalar { function, scalar, reversed } => {
                let scalar = ndarray::arr0(*scalar).into_dyn();
                let (input, scalar) = (inputs[0].view(), ArrayView::Float32(scalar.view()));
                let (x, y) = if *reversed { (&scalar, &input) } else { (&input, &scalar) };
                self.binary(*function, &engine::ncnn::RULE, x, y, target)
            }
        }
    }

    #[inline]
    fn binary<'a>(
        &self,
        function: Binary,
        rule: &Rule,
        x: &ArrayView<'a>,
        y: &ArrayView<'a>,
        target: Target<'_, '_>,
    ) -> Result<(), OperatorError> {
        // Swapped inputs keep their names in messages.
        let swapped = matches!(self.form, Form::Binary { reversed: true, .. });
        let (x, y) = if swapped { (y, x) } else { (x, y) };
        let names: &[&str] = if swapped { &["b", "a"] } else { self.inputs };
        let options = self.options(rule, &[x.shape(), y.shape()])?;
        let broadcast = options.broadcast(names);
        self.check_place(&options, names, &[x.shape(), y.shape()], &target)?;
        if function.divides()
            && let Some(index) = kernel::scan::zero(y)
        {
            return Err(OperatorError::DivisionByZero { operator: self.name.to_string(), index });
        }
        let Some(mirrored) = function.mirrored() else {
            let computed = kernel::binary::run(function, broadcast, x, y, target);
            return computed.map_err(|error| self.broadcast_error(error));
        };
        // In modes in which one input determines the output's shape, it is still the first.
        let base = options.mode.takes(OptionName::Base).then_some(1);
        let names: SmallVec<[&str; 2]> = names.iter().rev().copied().collect();
        let broadcast = Options { base, ..options }.broadcast(&names);
        kernel::binary::run(mirrored, broadcast, y, x, target).map_err(|error| self.broadcast_error(error))
    }

    fn pow(
        &self,
        rule: &Rule,
        x: &ArrayView<'_>,
        y: &ArrayView<'_>,
        target: Target<'_, '_>,
    ) -> Result<(), OperatorError> {
        let options = self.options(rule, &[x.shape(), y.shape()])?;
        let broadcast = options.broadcast(self.inputs);
        self.check_place(&options, self.inputs, &[x.shape(), y.shape()], &target)?;
        let refused = kernel::scan::negative_exponent(&broadcast, x, y).map_err(|error| self.broadcast_error(error))?;
        if let Some(index) = refused {
            return Err(OperatorError::NegativeExponent { operator: self.name.to_string(), index });
        }
        kernel::power::run(broadcast, x, y, target).map_err(|error| self.broadcast_error(error))
    }

    fn variadic(
        &self,
        function: Variadic,
        rule: &Rule,
        inputs: &[ArrayView<'_>],
        target: Target<'_, '_>,
    ) -> Result<(), OperatorError> {
        let shapes: SmallVec<[&[usize]; 6]> = inputs.iter().map(ArrayView::shape).collect();
        let options = self.options(rule, &shapes)?;
        with_variadic_names(inputs.len(), |names| {
            self.check_place(&options, names, &shapes, &target)?;
            let computed = kernel::variadic::run(function, options.broadcast(names), &shapes, inputs, target);
            computed.map_err(|error| self.broadcast_error(error))
        })
    }

    fn gemm(&self, gemm: &Gemm, inputs: &[ArrayView<'_>], target: Target<'_, '_>) -> Result<(), OperatorError> {
        let output = infer::product_shape(self, gemm, inputs[0].shape(), inputs[1].shape())?;
        if let Target::Existing(place) = &target
            && place.shape() != output
        {
            return Err(self.wrong_shape(place.shape(), &output));
        }
        let Some(c) = inputs.get(2) else {
            return kernel::gemm::run(gemm, output, inputs, target).map_err(|error| self.broadcast_error(error));
        };
        // Filling the output with `C` makes the same check before it writes, but its message names other arrays.
        let is_checked = gemm.rule == rule::UNIDIRECTIONAL && gemm.beta != 0.0;
        if !is_checked {
            self.check_addend(gemm, &output, c.shape())?;
        }
        kernel::gemm::run(gemm, output, inputs, target)
            .map_err(|error| self.check_addend(gemm, &output, c.shape()).err().unwrap_or(self.broadcast_error(error)))
    }

    /// The addend must fit the product.
    fn check_addend(&self, gemm: &Gemm, output: &[usize], c: &[usize]) -> Result<(), OperatorError> {
        let shapes = [output, c];
        let options = self.options(&gemm.rule, &shapes)?;
        let resolved = options.broadcast(&["A * B", "C"]).try_resolve(&shapes);
        resolved.map(drop).map_err(|error| self.broadcast_error(error))
    }

    #[inline]
    fn check_count(&self, given: usize) -> Result<(), OperatorError> {
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
        }
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
    fn options(&self, rule: &Rule, shapes: &[&[usize]]) -> Result<Options, OperatorError> {
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
