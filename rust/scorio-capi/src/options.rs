//! Options by name: what a caller does not give has its default.

use std::ffi::c_char;

use scorio_core::rankers::MethodValue;
use scorio_core::{Clusters, Prior, PriorChoice, Target};

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
    pub(crate) unsafe fn read(&self) -> Result<(String, MethodValue), Failure> {
        // SAFETY: as the caller promises.
        let name = unsafe { text(self.name, "name") }?;
        if !self.text.is_null() {
            // SAFETY: as the caller promises.
            return Ok((name, MethodValue::Text(unsafe { text(self.text, "text") }?)));
        }
        // SAFETY: as the caller promises.
        Ok(match unsafe { array(self.numbers, self.length, "numbers") }? {
            &[value] => (name, MethodValue::Number(value)),
            values => (name, MethodValue::Numbers(values.to_vec())),
        })
    }
}

/// The options that a caller gave and that were not taken yet.
pub(crate) struct Options(Vec<(String, MethodValue)>);

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
    fn take(&mut self, name: &str) -> Option<MethodValue> {
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
            Some(MethodValue::Number(value)) => Ok(Some(value)),
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
            Some(MethodValue::Number(value)) => Ok(Some(vec![value])),
            Some(MethodValue::Numbers(values)) => Ok(Some(values)),
            Some(_) => Err(Failure::OptionKind { name, needed: "numbers" }),
        }
    }

    pub(crate) fn flag(&mut self, name: &'static str, default: bool) -> Result<bool, Failure> {
        match self.number(name)? {
            None => Ok(default),
            Some(value) if value == 0.0 || value == 1.0 => Ok(value == 1.0),
            Some(_) => Err(Failure::OptionKind { name, needed: "1 or 0" }),
        }
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Result<Option<String>, Failure> {
        match self.take(name) {
            None => Ok(None),
            Some(MethodValue::Text(text)) => Ok(Some(text)),
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

    /// "hierarchical", which is the default, or "uniform".
    pub(crate) fn prior(&mut self) -> Result<PriorChoice, Failure> {
        let place = self.choice("prior", &["hierarchical", "uniform"])?;
        Ok(if place == 0 { PriorChoice::Hierarchical } else { PriorChoice::Known(Prior::Uniform) })
    }

    /// Whether the conclusion is about questions like these: "sampled", 0 by default.
    pub(crate) fn target(&mut self) -> Result<Target, Failure> {
        let sampled = self.flag("sampled", false)?;
        Ok(if sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions })
    }

    /// "cluster": "none", which is the default, "task", or "cluster" for the labels of the counts.
    pub(crate) fn clusters(&mut self) -> Result<Option<Clusters>, Failure> {
        let place = self.choice("cluster", &["none", "task", "cluster"])?;
        Ok([None, Some(Clusters::Tasks), Some(Clusters::Labels)].get(place).copied().flatten())
    }

    /// Refuses options that were not taken.
    pub(crate) fn finish(self) -> Outcome {
        match self.0.into_iter().next() {
            Some((name, _)) => Err(Failure::Option(name)),
            None => Ok(()),
        }
    }
}
