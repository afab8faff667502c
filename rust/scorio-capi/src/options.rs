//! Options by name: what a caller does not give has its default.

use std::ffi::c_char;

use scorio_core::calls::GivenValue;

use crate::failure::{Failure, Outcome};
use crate::pointer::{array, text};

/// An option: a text, or numbers. A flag is the number 1 or 0.
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
}

impl ScorioOption {
    /// # Safety
    /// Texts are NULL or ended by a NUL, and `numbers` is NULL or has `length` numbers.
    pub(crate) unsafe fn read(&self) -> Result<(String, GivenValue), Failure> {
        // SAFETY: as the caller promises.
        let name = unsafe { text(self.name, "name") }?;
        if !self.text.is_null() {
            // SAFETY: as the caller promises.
            return Ok((name, GivenValue::Text(unsafe { text(self.text, "text") }?)));
        }
        // SAFETY: as the caller promises.
        Ok(match unsafe { array(self.numbers, self.length, "numbers") }? {
            &[value] => (name, GivenValue::Number(value)),
            values => (name, GivenValue::Numbers(values.to_vec())),
        })
    }
}

/// The options that a caller gave and that were not taken yet.
pub(crate) struct Options(Vec<(String, GivenValue)>);

impl Options {
    /// # Safety
    /// As [`array`], and each option as [`ScorioOption::read`].
    pub(crate) unsafe fn read(options: *const ScorioOption, count: usize) -> Result<Self, Failure> {
        // SAFETY: as the caller promises.
        let given = unsafe { array(options, count, "options") }?;
        // SAFETY: as the caller promises.
        let read = given.iter().map(|one| unsafe { one.read() });
        Ok(Self(read.collect::<Result<_, _>>()?))
    }

    /// An option given twice counts once, as it was given last.
    fn take(&mut self, name: &str) -> Option<GivenValue> {
        let mut last = None;
        self.0.retain(|(given, value)| {
            if given == name {
                last = Some(value.clone());
            }
            given != name
        });
        last
    }

    pub(crate) fn number(&mut self, name: &'static str) -> Result<Option<f64>, Failure> {
        match self.take(name) {
            None => Ok(None),
            Some(GivenValue::Number(value)) => Ok(Some(value)),
            Some(_) => Err(Failure::OptionKind { name, needed: "a number" }),
        }
    }

    /// A whole number from 0 to 2^53.
    pub(crate) fn whole(&mut self, name: &'static str) -> Result<Option<u64>, Failure> {
        let whole = |value: f64| {
            let fits = value.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&value);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
            let whole = value as u64;
            if fits {
                Ok(whole)
            } else {
                Err(Failure::OptionKind { name, needed: "a whole number" })
            }
        };
        self.number(name)?.map(whole).transpose()
    }

    /// One number or several, or none.
    pub(crate) fn numbers(&mut self, name: &'static str) -> Result<Option<Vec<f64>>, Failure> {
        match self.take(name) {
            None => Ok(None),
            Some(GivenValue::Number(value)) => Ok(Some(vec![value])),
            Some(GivenValue::Numbers(values)) => Ok(Some(values)),
            Some(_) => Err(Failure::OptionKind { name, needed: "numbers" }),
        }
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Result<Option<String>, Failure> {
        match self.take(name) {
            None => Ok(None),
            Some(GivenValue::Text(text)) => Ok(Some(text)),
            Some(_) => Err(Failure::OptionKind { name, needed: "a text" }),
        }
    }

    /// The place of one of some texts, or that of the first.
    pub(crate) fn choice(
        &mut self,
        name: &'static str,
        known: &'static [&'static str],
    ) -> Result<usize, Failure> {
        let Some(given) = self.text(name)? else { return Ok(0) };
        let place = known.iter().position(|one| *one == given);
        place.ok_or(Failure::Choice { name, given, known })
    }

    pub(crate) fn confidence(&mut self) -> Result<f64, Failure> {
        Ok(self.number("confidence")?.unwrap_or(0.95))
    }

    /// Refuses options that were not taken.
    pub(crate) fn finish(self) -> Outcome {
        match self.0.into_iter().next() {
            Some((name, _)) => Err(Failure::Option(name)),
            None => Ok(()),
        }
    }
}
