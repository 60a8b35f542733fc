//! Computes the output of an operator.

use bcast::BroadcastError;
use bcast_core::mode::OptionName;
use smallvec::SmallVec;

use crate::along::{self, Along, Axes};
use crate::element::{Array, ArrayView, ArrayViewMut, ElementType};
use crate::error::OperatorError;
use crate::fact::Fact;
use crate::form::{Binary, Form, Gemm, Target, Variadic};
use crate::operator::{Operator, with_variadic_names};
use crate::rule::{self, Options, Rule};
use crate::{engine, infer, kernel};

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
            Form::Reduce(reduce) => {
                let of = |facts: &[Fact]| along::reduced(self, reduce, facts);
                self.along(inputs, element_type, target, of, |axes, place| {
                    kernel::reduce::run(reduce, &inputs[0], axes, place)
                })
            }
            Form::Normalize(normalize) => {
                let of = |facts: &[Fact]| along::normalized(self, normalize, facts);
                self.along(inputs, element_type, target, of, |axes, place| {
                    kernel::normalize::run(normalize, inputs, axes, place)
                })
            }
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
        // Swapped inputs keep their names.
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
        // In a mode where one input gives the output its shape, the first still does.
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
        // The call that fills the output with `C` asks the rulebook before it writes; only its words are about other arrays.
        let is_asked = gemm.rule == rule::UNIDIRECTIONAL && gemm.beta != 0.0;
        if !is_asked {
            self.check_addend(gemm, &output, c.shape())?;
        }
        kernel::gemm::run(gemm, output, inputs, target)
            .map_err(|error| self.check_addend(gemm, &output, c.shape()).err().unwrap_or(self.broadcast_error(error)))
    }

    /// What is added to a product must fit it.
    fn check_addend(&self, gemm: &Gemm, output: &[usize], c: &[usize]) -> Result<(), OperatorError> {
        let shapes = [output, c];
        let options = self.options(&gemm.rule, &shapes)?;
        let resolved = options.broadcast(&["A * B", "C"]).try_resolve(&shapes);
        resolved.map(drop).map_err(|error| self.broadcast_error(error))
    }

    /// Computes along axes into memory of the shape that the inputs determine.
    fn along(
        &self,
        inputs: &[ArrayView<'_>],
        element_type: ElementType,
        target: Target<'_, '_>,
        determine: impl FnOnce(&[Fact]) -> Result<Along, OperatorError>,
        compute: impl FnOnce(&Axes, &mut ArrayViewMut<'_>) -> Result<(), BroadcastError>,
    ) -> Result<(), OperatorError> {
        let facts: SmallVec<[Fact; 5]> = inputs.iter().map(Fact::from).collect();
        let Along { axes, shape } = determine(&facts)?;
        let (Some(axes), Some(shape)) = (axes, infer::known(&shape)) else {
            return Err(self.bad_input(1, "lists too many axes".into()));
        };
        match target {
            Target::Existing(place) if place.shape() != &shape[..] => Err(self.wrong_shape(place.shape(), &shape)),
            Target::Existing(place) => compute(&axes, place).map_err(|error| self.broadcast_error(error)),
            // The widest type that is computed in.
            Target::New(_) if !infer::fits_memory(&shape, size_of::<f64>()) => {
                Err(self.bad_input(0, format!("makes an output of shape {:?}, which no memory holds", &shape[..])))
            }
            Target::New(output) => {
                let mut array = kernel::wide::zeros(element_type, &shape);
                compute(&axes, &mut array.view_mut()).map_err(|error| self.broadcast_error(error))?;
                *output = Some(array);
                Ok(())
            }
        }
    }
}
