//! The interval of a score by effective trials (Korn and Graubard 1998).
//!
//! Let s be the score on [0, 1] and σ its standard deviation. A proportion of n trials with this σ has
//! n = s(1 − s)/σ². The interval is that of Clopper and Pearson for s n successes of n trials:
//!
//! ```text
//! lower = Beta⁻¹(a; n s, n(1 − s) + 1),   upper = Beta⁻¹(1 − a; n s + 1, n(1 − s))
//! ```
//!
//! with the chance a beyond each end. What is known of n limits it from below and from above. Each end has
//! its own n, where σ² has another floor on its side.

use crate::check;
use crate::error::Result;
use crate::numeric::beta::quantile;
use crate::numeric::student::Distribution::Student;

/// More effective trials than these make no Beta distribution in doubles. Theirs is normal.
const MOST: f64 = 1e10;

/// What the trials tell of n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EffectiveTrials {
    /// The smallest and the largest possible score.
    pub(crate) range: (f64, f64),
    /// There are at least these, or 0.
    pub(crate) least: f64,
    /// There are at most these, or infinitely many.
    pub(crate) most: f64,
    /// What tells n where the score is at an end of its range.
    pub(crate) at_end: AtEnd,
    /// The degrees of freedom of σ, if it is that of a sample of questions.
    pub(crate) degrees: Option<Degrees>,
    /// σ² is at least these for the lower end and for the upper one, inside the range.
    pub(crate) floors: (f64, f64),
}

/// What tells n where the score is at an end of its range, so that s(1 − s) = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AtEnd {
    /// The posterior mean m on the scale of the score: m(1 − m) stands for s(1 − s).
    Mean(f64),
    /// n itself.
    Trials(f64),
}

/// Degrees of freedom. With t quantiles at 1 − a, n is multiplied by (t of trials / t of units)².
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Degrees {
    /// Those of as many independent trials.
    pub(crate) trials: f64,
    /// Those of σ: the questions or clusters but one.
    pub(crate) units: f64,
}

impl EffectiveTrials {
    /// Without limits and degrees: σ alone tells n, but at an end.
    pub(crate) fn unlimited(range: (f64, f64), at_end: AtEnd) -> Self {
        let (least, most, floors) = (0.0, f64::INFINITY, (0.0, 0.0));
        Self { range, least, most, at_end, degrees: None, floors }
    }

    /// n, for a score on its own scale.
    pub(crate) fn number(&self, score: f64, sigma: f64, confidence: f64) -> Result<f64> {
        let (low, high) = self.range;
        let product = |x: f64| (x - low) / (high - low) * ((high - x) / (high - low));
        let deviation = sigma / (high - low);
        let ratio = |product: f64| {
            if deviation > 0.0 { product / (deviation * deviation) } else { f64::INFINITY }
        };
        let known = match self.at_end {
            AtEnd::Trials(n) if self.is_end(score) => return Ok(n),
            AtEnd::Mean(mean) if self.is_end(score) => ratio(product(mean)),
            _ => ratio(product(score)),
        };
        Ok(known.max(self.least).min(self.most) * self.shrinkage(confidence)?)
    }

    /// The interval, or `None` where n is too large for a Beta distribution.
    pub(crate) fn ends(
        &self,
        score: f64,
        sigma: f64,
        confidence: f64,
    ) -> Result<Option<(f64, f64)>> {
        check::level("confidence", confidence)?;
        let (low, high) = self.range;
        let inside = !self.is_end(score);
        let number = |floor: f64| {
            let own = if inside { sigma.max(floor.max(0.0).sqrt()) } else { sigma };
            self.number(score, own, confidence)
        };
        let (n, above) = (number(self.floors.0)?, number(self.floors.1)?);
        if !(n.min(above) > 0.0 && n.max(above) < MOST && high > low) {
            return Ok(None);
        }
        let (s, rest) = ((score - low) / (high - low), (high - score) / (high - low));
        let tail = 0.5 * (1.0 - confidence);
        let (lower, mut upper) = clopper_pearson(n * s, n * rest, tail)?;
        if above != n {
            (_, upper) = clopper_pearson(above * s, above * rest, tail)?;
        }
        let place = |x: f64| low + (high - low) * x;
        Ok(Some((place(lower).min(score), place(upper).max(score))))
    }

    fn is_end(&self, score: f64) -> bool {
        score <= self.range.0 || score >= self.range.1
    }

    /// The share of n that is left, because σ has few degrees of freedom.
    fn shrinkage(&self, confidence: f64) -> Result<f64> {
        let Some(Degrees { trials, units }) = self.degrees else { return Ok(1.0) };
        if trials <= units {
            return Ok(1.0);
        }
        let t = |degrees: f64| Student(degrees.max(1.0)).central_quantile(confidence);
        let ratio = t(trials)?.value() / t(units)?.value();
        Ok(ratio * ratio)
    }
}

/// The interval of Clopper and Pearson (1934), with the chance `tail` beyond each end.
///
/// Neither number needs to be whole.
pub(crate) fn clopper_pearson(successes: f64, failures: f64, tail: f64) -> Result<(f64, f64)> {
    let lower = |successes: f64, failures: f64| {
        if successes > 0.0 { quantile(tail, successes, failures + 1.0) } else { Ok(0.0) }
    };
    Ok((lower(successes, failures)?, 1.0 - lower(failures, successes)?))
}

/// The same of the mean of several parts with equal weights, of which these are n and σ.
pub(crate) fn of_parts(parts: &[(EffectiveTrials, f64)]) -> Option<EffectiveTrials> {
    let (first, _) = *parts.first()?;
    let count = parts.len() as f64;
    let all = || parts.iter().map(|(part, _)| part);
    // n of a mean: 1 / n is the mean of the 1 / n, divided by their number.
    let joint = |n: &dyn Fn(&EffectiveTrials) -> f64| {
        count * count / all().map(|part| 1.0 / n(part)).sum::<f64>()
    };
    let equal = all().all(|part| part.least == first.least);
    // Parts of their own have their own odd trial.
    let floor = |of: fn(&EffectiveTrials) -> f64| {
        let each = parts.iter().map(|(part, sigma)| of(part).max(sigma * sigma));
        each.sum::<f64>() / (count * count)
    };
    let mean = |part: &EffectiveTrials| match part.at_end {
        AtEnd::Mean(mean) => Some(mean),
        AtEnd::Trials(_) => None,
    };
    let at_end = match all().map(mean).sum::<Option<f64>>() {
        Some(sum) => AtEnd::Mean(sum / count),
        None => AtEnd::Trials(joint(&|part| match part.at_end {
            AtEnd::Trials(n) => n,
            AtEnd::Mean(_) => part.most,
        })),
    };
    let degrees = all().map(|part| part.degrees).collect::<Option<Vec<_>>>().map(|each| {
        // Welch and Satterthwaite.
        let squares = || parts.iter().map(|(_, sigma)| sigma * sigma);
        let sum: f64 = squares().sum();
        let fourths: f64 = squares().zip(&each).map(|(one, own)| one * one / own.units).sum();
        let units: f64 = each.iter().map(|own| own.units).sum();
        Degrees {
            trials: each.iter().map(|own| own.trials).sum(),
            units: if fourths > 0.0 { sum * sum / fourths } else { units },
        }
    });
    Some(EffectiveTrials {
        least: if equal { first.least * count } else { 0.0 },
        most: joint(&|part| part.most),
        at_end,
        degrees,
        floors: (floor(|part| part.floors.0), floor(|part| part.floors.1)),
        ..first
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of one success or failure, both ends have closed forms.
    #[test]
    fn ends_of_few_trials_have_closed_forms() {
        for tail in [0.025, 0.05, 0.3] {
            for n in [1.0, 2.5, 30.0, 1e6_f64] {
                let (lower, upper) = clopper_pearson(n, 0.0, tail).unwrap();
                assert!((lower / libm::pow(tail, 1.0 / n) - 1.0).abs() < 1e-11);
                assert_eq!(upper, 1.0);
                let (zero, mirrored) = clopper_pearson(0.0, n, tail).unwrap();
                assert_eq!((zero, mirrored), (0.0, 1.0 - lower));
            }
            let (lower, upper) = clopper_pearson(1.0, 1.0, tail).unwrap();
            assert!((lower - (1.0 - (1.0 - tail).sqrt())).abs() < 1e-13);
            assert!((upper - (1.0 - tail).sqrt()).abs() < 1e-13);
        }
    }

    #[test]
    fn limits_and_ends_tell_n() {
        let plain = EffectiveTrials::unlimited((-1.0, 3.0), AtEnd::Mean(2.0));
        let n = |of: EffectiveTrials, score, sigma| of.number(score, sigma, 0.95).unwrap();
        assert_eq!(n(plain, 1.0, 0.5), 0.25 / (0.125 * 0.125));
        assert_eq!(n(plain, 3.0, 0.5), 0.1875 / (0.125 * 0.125));
        assert_eq!(n(EffectiveTrials { least: 20.0, ..plain }, 1.0, 0.5), 20.0);
        assert_eq!(n(EffectiveTrials { most: 7.0, ..plain }, 1.0, 0.0), 7.0);
        assert_eq!(n(EffectiveTrials { at_end: AtEnd::Trials(5.0), ..plain }, -1.0, 0.5), 5.0);
        assert_eq!(plain.ends(1.0, 0.0, 0.95).unwrap(), None);
        // t at .95 and 1 degree is tan(.475 π), at 2 degrees .95 √(2 / (1 − .95²)).
        let degrees = Some(Degrees { trials: 2.0, units: 1.0 });
        let one = libm::tan(0.475 * std::f64::consts::PI);
        let two = 0.95 * (2.0_f64 / (1.0 - 0.95 * 0.95)).sqrt();
        let found = n(EffectiveTrials { degrees, ..plain }, 1.0, 0.5);
        assert!((found - 16.0 * (two / one) * (two / one)).abs() < 1e-11, "{found}");
    }

    #[test]
    fn each_end_has_its_own_floor() {
        let plain = EffectiveTrials::unlimited((-1.0, 3.0), AtEnd::Mean(2.0));
        let ends = |of: EffectiveTrials, score, sigma| of.ends(score, sigma, 0.9).unwrap().unwrap();
        let (narrow, wide) = (ends(plain, 0.0, 0.25), ends(plain, 0.0, 0.5));
        let above = EffectiveTrials { floors: (0.01, 0.25), ..plain };
        assert_eq!(ends(above, 0.0, 0.25), (narrow.0, wide.1));
        let below = EffectiveTrials { floors: (0.25, -1.0), ..plain };
        assert_eq!(ends(below, 0.0, 0.25), (wide.0, narrow.1));
        // At an end of the range, and below σ², a floor does nothing.
        assert_eq!(ends(above, 3.0, 0.25), ends(plain, 3.0, 0.25));
        assert_eq!(ends(above, 0.0, 0.6), ends(plain, 0.0, 0.6));
    }

    #[test]
    fn equal_parts_have_all_their_trials() {
        let part = EffectiveTrials {
            range: (0.0, 1.0),
            least: 10.0,
            most: 30.0,
            at_end: AtEnd::Mean(0.5),
            degrees: Some(Degrees { trials: 29.0, units: 9.0 }),
            floors: (0.0, 0.04),
        };
        let both = of_parts(&[(part, 0.1), (part, 0.1)]).unwrap();
        assert_eq!((both.least, both.most, both.at_end), (20.0, 60.0, AtEnd::Mean(0.5)));
        let degrees = both.degrees.unwrap();
        assert!((degrees.units - 18.0).abs() < 1e-12 && degrees.trials == 58.0);
        assert!((both.floors.0 - 0.005).abs() < 1e-15 && (both.floors.1 - 0.02).abs() < 1e-15);
        let other = EffectiveTrials { least: 5.0, most: 15.0, ..part };
        let both = of_parts(&[(part, 0.1), (other, 0.1)]).unwrap();
        assert_eq!((both.least, both.most), (0.0, 40.0));
    }
}
