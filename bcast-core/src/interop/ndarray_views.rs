//! The run-time API for ndarray's arrays: views, copies, and results of a rank known only at run time.

use ndarray::{ArrayD, ArrayRef, ArrayViewD, Axis, Dimension, IxDyn};

use crate::broadcast::{Broadcast, on_list};
use crate::call::or_panic::or_panic;
use crate::call::runtime;
use crate::exec::{Cost, OneThread};
use crate::interop::ndarray::ArrayOf;
use crate::report::error::BroadcastError;
use crate::tuple::OperandTuple;

impl<W: Cost> Broadcast<'_, W> {
    /// A read-only view of `array` in the shape given by the mode and its options; nothing is copied.
    ///
    /// Its rank is the result's, with stride 0 along the axes where it is stretched. In mode numpy with
    /// [`to`](Broadcast::to) it is what `ArrayBase::broadcast` gives. The elements need not even be `Clone`.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::{Broadcast, mode::Mode};
    /// use ndarray::array;
    ///
    /// let bias = array![1, 2, 3];
    /// let per_row = Broadcast::new(Mode::Explicit).axes([0]).to([3, 2]);
    /// assert_eq!(per_row.view(&bias), array![[1, 1], [2, 2], [3, 3]].into_dyn());
    /// ```
    ///
    /// # Errors
    /// If the array does not broadcast to this shape.
    pub fn try_view<'s, A, D: Dimension>(
        &self,
        array: &'s ArrayRef<A, D>,
    ) -> Result<ArrayViewD<'s, A>, BroadcastError> {
        let resolution = self.try_resolve(&[array.shape()])?;
        let map = &resolution.maps[0];
        let mut view = array.view().into_dyn();
        // Dropped axes have length 1.
        while view.ndim() > map.kept() {
            view = view.index_axis_move(Axis(map.kept()), 0);
        }
        for output in 0..resolution.shape.len() {
            if map.operand_axis(output).is_none() {
                view = view.insert_axis(Axis(output));
            }
        }
        let stretched = view.broadcast(IxDyn(&resolution.shape)).expect("the rulebook has resolved this shape");
        // SAFETY: the given array is borrowed for `'s`; only the local variable's borrow is shorter.
        Ok(unsafe { stretched.raw_view().deref_into_view() })
    }

    /// [`try_view`](Broadcast::try_view).
    ///
    /// # Panics
    /// With the error's text, at the caller's line.
    #[track_caller]
    #[must_use]
    pub fn view<'s, A, D: Dimension>(&self, array: &'s ArrayRef<A, D>) -> ArrayViewD<'s, A> {
        or_panic(self.try_view(array))
    }

    /// A copy of `array` in the shape given by the mode and its options, in C order.
    ///
    /// These are OpenVINO's Broadcast-1 and Broadcast-3 (modes numpy, explicit and bidirectional with
    /// [`to`](Broadcast::to)) and ONNX's Expand (mode bidirectional).
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::{Broadcast, mode::Mode};
    /// use ndarray::array;
    ///
    /// let expand = Broadcast::new(Mode::Bidirectional).to([2, 1]);
    /// assert_eq!(expand.materialize(&array!["a", "b"]), array![["a", "b"], ["a", "b"]].into_dyn());
    /// ```
    ///
    /// # Errors
    /// If the array does not broadcast to this shape.
    pub fn try_materialize<A: Clone, D: Dimension>(&self, array: &ArrayRef<A, D>) -> Result<ArrayD<A>, BroadcastError> {
        let view = self.try_view(array)?;
        let elements = view.iter().cloned().collect();
        Ok(ArrayD::from_shape_vec(view.raw_dim(), elements).expect("as many elements as the view has"))
    }

    /// [`try_materialize`](Broadcast::try_materialize).
    ///
    /// # Panics
    /// With the error's text, at the caller's line.
    #[track_caller]
    #[must_use]
    pub fn materialize<A: Clone, D: Dimension>(&self, array: &ArrayRef<A, D>) -> ArrayD<A> {
        or_panic(self.try_materialize(array))
    }

    /// A new array with the value of `expression` at every position; one to six operands.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::{Broadcast, mode::Mode};
    /// use ndarray::array;
    ///
    /// let (x, bias) = (array![[1.0, 2.0], [3.0, 4.0]], array![10.0, 20.0]);
    /// let sum = Broadcast::new(Mode::Pdpd).axis(0).apply((&x, &bias), |(x, bias)| x + bias);
    /// assert_eq!(sum, array![[11.0, 12.0], [23.0, 24.0]].into_dyn());
    /// ```
    ///
    /// # Errors
    /// If the operands do not broadcast; nothing has been computed then.
    pub fn try_apply<T, F, R>(&self, operands: T, expression: F) -> Result<ArrayD<R>, BroadcastError>
    where
        T: OperandTuple,
        F: Fn(T::Elems) -> R,
        R: Copy,
    {
        self.with_site(|site| {
            runtime::into_new::<ArrayOf<IxDyn>, _, _, _, _, _, _>(
                self.mode,
                site,
                self.cost,
                OneThread,
                operands.list(),
                on_list::<T, _, _>(expression),
            )
        })
    }

    /// [`try_apply`](Broadcast::try_apply).
    ///
    /// # Panics
    /// With the error's text, at the caller's line.
    #[track_caller]
    #[must_use]
    pub fn apply<T, F, R>(&self, operands: T, expression: F) -> ArrayD<R>
    where
        T: OperandTuple,
        F: Fn(T::Elems) -> R,
        R: Copy,
    {
        or_panic(self.try_apply(operands, expression))
    }
}
