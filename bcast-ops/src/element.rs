//! The element types of ONNX, and arrays whose element type is known only at run time.

use std::fmt;

use half::{bf16, f16};
use ndarray::{ArrayBase, ArrayD, ArrayViewD, ArrayViewMutD, Data, DataMut, Dimension, OwnedRepr};
use num_complex::Complex;

/// An element type; the trait is sealed.
pub trait Element: Clone + PartialEq + fmt::Debug + Send + Sync + Sized + sealed::Sealed + 'static {
    /// The type as a value.
    const TYPE: ElementType;
    #[doc(hidden)]
    fn own(array: ArrayD<Self>) -> Array;
    #[doc(hidden)]
    fn owned(array: Array) -> Result<ArrayD<Self>, Array>;
    #[doc(hidden)]
    fn of(array: &Array) -> Option<&ArrayD<Self>>;
    #[doc(hidden)]
    fn view(view: ArrayViewD<'_, Self>) -> ArrayView<'_>;
    #[doc(hidden)]
    fn viewed<'v, 'a>(view: &'v ArrayView<'a>) -> Option<&'v ArrayViewD<'a, Self>>;
    #[doc(hidden)]
    fn view_mut(view: ArrayViewMutD<'_, Self>) -> ArrayViewMut<'_>;
    #[doc(hidden)]
    fn viewed_mut<'v, 'a>(view: &'v mut ArrayViewMut<'a>) -> Option<&'v mut ArrayViewMutD<'a, Self>>;
}

mod sealed {
    pub trait Sealed {}
}

/// Defines the types: the variant, Rust's type, the name, and the number in ONNX's `TensorProto`.
macro_rules! elements {
    ($($Variant:ident $T:ty, $name:literal, $code:literal;)*) => {
        /// The type of an array's elements.
        ///
        /// ```
        /// use bcast_ops::ElementType;
        ///
        /// assert_eq!(ElementType::Float16.to_string(), "float16");
        /// assert_eq!(ElementType::of_onnx(7), Some(ElementType::Int64));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ElementType {
            $(#[doc = concat!("`", stringify!($T), "`, in messages ", $name, ".")] $Variant,)*
        }

        impl ElementType {
            /// Every type.
            pub const ALL: &'static [ElementType] = &[$(ElementType::$Variant),*];

            /// numpy's name, for messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(ElementType::$Variant => $name,)*
                }
            }

            /// Its number in ONNX's `TensorProto.DataType`.
            #[must_use]
            pub const fn onnx(self) -> i32 {
                match self {
                    $(ElementType::$Variant => $code,)*
                }
            }
        }

        /// An array that owns its elements, of a type and rank known at run time.
        ///
        /// ```
        /// use bcast_ops::{Array, ElementType};
        /// use ndarray::array;
        ///
        /// let a = Array::from(array![[1.0_f32, 2.0], [3.0, 4.0]]);
        /// assert_eq!((a.element_type(), a.shape()), (ElementType::Float32, &[2, 2][..]));
        /// assert_eq!(a.as_array::<f32>().unwrap()[[1, 0]], 3.0);
        /// assert!(a.as_array::<f64>().is_none());
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Array {
            $(#[doc = concat!("Elements `", stringify!($T), "`.")] $Variant(ArrayD<$T>),)*
        }

        /// A read-only array: an ndarray view of a type and rank known at run time.
        ///
        /// ```
        /// use bcast_ops::ArrayView;
        /// use ndarray::array;
        ///
        /// let matrix = array![[1_u8, 2], [3, 4]];
        /// assert_eq!(ArrayView::from(&matrix.t()).shape(), [2, 2]);
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum ArrayView<'a> {
            $(#[doc = concat!("Elements `", stringify!($T), "`.")] $Variant(ArrayViewD<'a, $T>),)*
        }

        /// A writable array: a mutable ndarray view of a type and rank known at run time.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum ArrayViewMut<'a> {
            $(#[doc = concat!("Elements `", stringify!($T), "`.")] $Variant(ArrayViewMutD<'a, $T>),)*
        }

        impl Array {
            /// The type of the elements.
            #[must_use]
            pub fn element_type(&self) -> ElementType {
                match self {
                    $(Array::$Variant(_) => ElementType::$Variant,)*
                }
            }

            /// The lengths of the axes, outermost first.
            #[must_use]
            pub fn shape(&self) -> &[usize] {
                match self {
                    $(Array::$Variant(array) => array.shape(),)*
                }
            }

            /// Borrows it as a view.
            #[must_use]
            pub fn view(&self) -> ArrayView<'_> {
                match self {
                    $(Array::$Variant(array) => ArrayView::$Variant(array.view()),)*
                }
            }

            /// Borrows it as a mutable view.
            #[must_use]
            pub fn view_mut(&mut self) -> ArrayViewMut<'_> {
                match self {
                    $(Array::$Variant(array) => ArrayViewMut::$Variant(array.view_mut()),)*
                }
            }
        }

        impl<'a> ArrayView<'a> {
            /// The type of the elements.
            #[must_use]
            pub fn element_type(&self) -> ElementType {
                match self {
                    $(ArrayView::$Variant(_) => ElementType::$Variant,)*
                }
            }

            /// The lengths of the axes, outermost first.
            #[must_use]
            pub fn shape(&self) -> &[usize] {
                match self {
                    $(ArrayView::$Variant(array) => array.shape(),)*
                }
            }

            /// Reborrows the view.
            #[must_use]
            pub fn view(&self) -> ArrayView<'_> {
                match self {
                    $(ArrayView::$Variant(array) => ArrayView::$Variant(array.view()),)*
                }
            }

            /// A copy of the elements.
            #[must_use]
            pub fn to_owned(&self) -> Array {
                match self {
                    $(ArrayView::$Variant(array) => Array::$Variant(array.to_owned()),)*
                }
            }
        }

        impl<'a> ArrayViewMut<'a> {
            /// The type of the elements.
            #[must_use]
            pub fn element_type(&self) -> ElementType {
                match self {
                    $(ArrayViewMut::$Variant(_) => ElementType::$Variant,)*
                }
            }

            /// The lengths of the axes, outermost first.
            #[must_use]
            pub fn shape(&self) -> &[usize] {
                match self {
                    $(ArrayViewMut::$Variant(array) => array.shape(),)*
                }
            }
        }

        $(
            impl sealed::Sealed for $T {}
            impl Element for $T {
                const TYPE: ElementType = ElementType::$Variant;
                fn own(array: ArrayD<Self>) -> Array {
                    Array::$Variant(array)
                }
                fn owned(array: Array) -> Result<ArrayD<Self>, Array> {
                    match array {
                        Array::$Variant(array) => Ok(array),
                        other => Err(other),
                    }
                }
                fn of(array: &Array) -> Option<&ArrayD<Self>> {
                    if let Array::$Variant(array) = array { Some(array) } else { None }
                }
                fn view(view: ArrayViewD<'_, Self>) -> ArrayView<'_> {
                    ArrayView::$Variant(view)
                }
                fn viewed<'v, 'a>(view: &'v ArrayView<'a>) -> Option<&'v ArrayViewD<'a, Self>> {
                    if let ArrayView::$Variant(view) = view { Some(view) } else { None }
                }
                fn view_mut(view: ArrayViewMutD<'_, Self>) -> ArrayViewMut<'_> {
                    ArrayViewMut::$Variant(view)
                }
                fn viewed_mut<'v, 'a>(view: &'v mut ArrayViewMut<'a>) -> Option<&'v mut ArrayViewMutD<'a, Self>> {
                    if let ArrayViewMut::$Variant(view) = view { Some(view) } else { None }
                }
            }
        )*
    };
}

elements! {
    Bool bool, "bool", 9;
    Int8 i8, "int8", 3;
    Int16 i16, "int16", 5;
    Int32 i32, "int32", 6;
    Int64 i64, "int64", 7;
    Uint8 u8, "uint8", 2;
    Uint16 u16, "uint16", 4;
    Uint32 u32, "uint32", 12;
    Uint64 u64, "uint64", 13;
    Float16 f16, "float16", 10;
    Bfloat16 bf16, "bfloat16", 16;
    Float32 f32, "float32", 1;
    Float64 f64, "float64", 11;
    Complex64 Complex<f32>, "complex64", 14;
    Complex128 Complex<f64>, "complex128", 15;
    String String, "string", 8;
}

impl ElementType {
    /// The type with this number in ONNX's `TensorProto.DataType`.
    #[must_use]
    pub fn of_onnx(code: i32) -> Option<Self> {
        Self::ALL.iter().copied().find(|element| element.onnx() == code)
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Array {
    /// ndarray's array, if its elements are of type `T`.
    #[must_use]
    pub fn as_array<T: Element>(&self) -> Option<&ArrayD<T>> {
        T::of(self)
    }

    /// ndarray's array.
    ///
    /// # Errors
    /// The array itself, if its elements are not of type `T`.
    pub fn into_array<T: Element>(self) -> Result<ArrayD<T>, Array> {
        T::owned(self)
    }
}

impl<'a> ArrayView<'a> {
    /// ndarray's view, if its elements are of type `T`.
    #[must_use]
    pub fn as_view<T: Element>(&self) -> Option<&ArrayViewD<'a, T>> {
        T::viewed(self)
    }
}

impl<T: Element, D: Dimension> From<ArrayBase<OwnedRepr<T>, D>> for Array {
    fn from(array: ArrayBase<OwnedRepr<T>, D>) -> Self {
        T::own(array.into_dyn())
    }
}

impl<'a, T: Element, S: Data<Elem = T>, D: Dimension> From<&'a ArrayBase<S, D>> for ArrayView<'a> {
    fn from(array: &'a ArrayBase<S, D>) -> Self {
        T::view(array.view().into_dyn())
    }
}

impl<'a> From<&'a Array> for ArrayView<'a> {
    fn from(array: &'a Array) -> Self {
        array.view()
    }
}

impl<'a, T: Element, S: DataMut<Elem = T>, D: Dimension> From<&'a mut ArrayBase<S, D>> for ArrayViewMut<'a> {
    fn from(array: &'a mut ArrayBase<S, D>) -> Self {
        T::view_mut(array.view_mut().into_dyn())
    }
}

impl<'a> From<&'a mut Array> for ArrayViewMut<'a> {
    fn from(array: &'a mut Array) -> Self {
        array.view_mut()
    }
}
