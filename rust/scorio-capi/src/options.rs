//! Options by name: what a caller does not give has its default.

use std::ffi::c_char;
use std::sync::Arc;

use ndarray::ArrayD;
use scorio_core::calls::GivenValue;
use scorio_core::plan::Side;

use crate::failure::Failure;
use crate::matrix::ScorioStates;
use crate::pointer::{array, optional, reference, text};

/// An option: a text, numbers, or states. A flag is the number 1 or 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioOption {
    /// The option's name, such as "confidence".
    pub name: *const c_char,
    /// The text, such as "laplace". NULL if the value is in `numbers`.
    pub text: *const c_char,
    /// The numbers: one, or several such as a number for each model.
    pub numbers: *const f64,
    /// Their number.
    pub length: usize,
    /// The length of each axis of an array, of which the last runs fastest. NULL for numbers along one axis.
    pub axes: *const usize,
    /// The number of axes.
    pub axis_count: usize,
    /// What is known of a model by a pilot. NULL for other options.
    pub states: *const ScorioStates,
}

impl ScorioOption {
    /// # Safety
    /// Texts are NULL or ended by a NUL, and `numbers` is NULL or has `length` numbers.
    pub(crate) unsafe fn read(&self) -> Result<(String, GivenValue), Failure> {
        // SAFETY: as the caller promises.
        let name = unsafe { text(self.name, "name") }?;
        let values = [!self.text.is_null(), self.length > 0, !self.states.is_null()];
        if values.into_iter().filter(|&is_given| is_given).count() > 1 {
            return Err(Failure::Several(name));
        }
        if !self.text.is_null() {
            // SAFETY: as the caller promises.
            return Ok((name, GivenValue::Text(unsafe { text(self.text, "text") }?)));
        }
        if !self.states.is_null() {
            // SAFETY: as the caller promises.
            let states = unsafe { reference(self.states, "states") }?;
            let side = Side::pilot(&states.0)?;
            return Ok((name, GivenValue::Side(Arc::new(side))));
        }
        // SAFETY: as the caller promises.
        let (values, axes) = unsafe {
            let axes = optional(self.axes, self.axis_count, "axes")?;
            (array(self.numbers, self.length, "numbers")?, axes)
        };
        let value = match (values, axes) {
            (_, Some(axes)) => GivenValue::Array(
                ArrayD::from_shape_vec(axes, values.to_vec())
                    .map_err(|_| Failure::Axes(name.clone()))?,
            ),
            (&[value], None) => GivenValue::Number(value),
            _ => GivenValue::Numbers(values.to_vec()),
        };
        Ok((name, value))
    }
}
