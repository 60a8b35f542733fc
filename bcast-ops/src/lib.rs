//! The element-wise operators of ONNX, OpenVINO, ncnn and PaddlePaddle, and ONNX's reductions, softmax and normalisations, by name, for
//! programs that import models.
//!
//! An importer has a node's name, opset and attributes, and arrays whose element type and rank are known only at run
//! time. An [`Operator`] is made from the former, infers the output's type and shape ([`infer`](Operator::infer)), and
//! computes it ([`run`](Operator::run), [`run_into`](Operator::run_into)).
//!
//! ```
//! use bcast_ops::{Array, ArrayView, Attributes, ElementType, Fact, Operator};
//! use ndarray::array;
//!
//! let operator = Operator::onnx("Where", 16, &Attributes::new())?;
//!
//! // Before there are data: some lengths may be names.
//! let condition = Fact::new(ElementType::Bool, ["batch".into(), 1.into()]);
//! let numbers = Fact::new(ElementType::Float32, [3.into()]);
//! assert_eq!(operator.infer(&[condition, numbers.clone(), numbers])?.to_string(), "float32 (batch, 3)");
//!
//! // Owned arrays or views go in.
//! let (condition, x, y) = (array![[true], [false]], array![1.0_f32, 2.0, 3.0], array![0.0_f32]);
//! let z = operator.run(&[ArrayView::from(&condition), ArrayView::from(&x), ArrayView::from(&y)])?;
//! assert_eq!(z, Array::from(array![[1.0_f32, 2.0, 3.0], [0.0, 0.0, 0.0]]));
//!
//! // A mistake is named, and nothing is computed.
//! let divide = Operator::onnx("Div", 14, &Attributes::new())?;
//! let error = divide.run(&[Array::from(array![1, 2]), Array::from(array![1, 0])]).unwrap_err();
//! assert_eq!(error.to_string(), "ONNX Div (opset 14): integer division by zero, the divisor is 0 at [1]");
//! # Ok::<(), bcast_ops::OperatorError>(())
//! ```
//!
//! `docs/operators.md` in the repository lists the operators, element types and opsets, with the source of each rule.
//! For single elements inside `bcast!`, `bcast::ops` has the same arithmetic.

#![forbid(unsafe_code)]

mod along;
mod attribute;
mod element;
mod engine;
mod error;
mod fact;
mod form;
mod infer;
mod kernel;
mod operator;
mod rule;
mod run;
mod shape_input;
mod types;

pub use self::attribute::{Attribute, Attributes};
pub use self::element::{Array, ArrayView, ArrayViewMut, Element, ElementType};
pub use self::error::{Engine, OperatorError};
pub use self::fact::{Fact, Length};
pub use self::operator::Operator;
pub use self::run::Inputs;
