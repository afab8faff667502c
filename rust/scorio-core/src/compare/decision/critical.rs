//! From which z on two models are separated.

use super::family::Family;
use crate::error::Result;
use crate::numeric::student::Distribution;

/// The least and the greatest z from which on two models are separated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CriticalRange {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl CriticalRange {
    /// Both ranges.
    pub(crate) fn with(self, other: Option<Self>) -> Self {
        other.map_or(self, |other| Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        })
    }
}

/// The distributions of the differences in some tables.
#[derive(Default)]
pub(crate) struct Distributions {
    normal: bool,
    /// The fewest and the most degrees of freedom.
    degrees: Option<(f64, f64)>,
}

impl Distributions {
    pub(crate) fn add(&mut self, distribution: Distribution) {
        match distribution {
            Distribution::Normal => self.normal = true,
            Distribution::Student(degrees) => {
                let (low, high) = self.degrees.unwrap_or((degrees, degrees));
                self.degrees = Some((low.min(degrees), high.max(degrees)));
            }
        }
    }

    /// From which z on the family is separated. More degrees of freedom need a smaller z.
    pub(crate) fn critical(
        &self,
        family: Family,
        confidence: f64,
    ) -> Result<Option<CriticalRange>> {
        let own = family.confidence(confidence);
        let normal = self.normal.then_some(Distribution::Normal);
        let student = self.degrees.map(|(low, high)| [low, high].map(Distribution::Student));
        let all = normal.into_iter().chain(student.into_iter().flatten());
        let each = all.map(|one| Ok(one.central_quantile(own)?.value()));
        let each = each.collect::<Result<Vec<_>>>()?;
        let ranges = each.into_iter().map(|z| CriticalRange { low: z, high: z });
        Ok(ranges.reduce(|all, one| all.with(Some(one))))
    }
}
