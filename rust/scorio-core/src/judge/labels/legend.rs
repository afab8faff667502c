//! What the categories of counts with labels mean.
//!
//! The category "judge yes" holds trials with the judge's outcome yes and no label, and "judge yes, label 1"
//! those of them with the label 1. So labels are counted, merged and saved as all outcomes are. Where the
//! labels have other ends than the least and the largest that occur, each names them: "label 3 (1 to 5)".

use super::levels::JudgeLevels;
use crate::counts::merge::JUDGE;
use crate::error::Result;
use crate::judge::error::JudgeError;
use crate::numeric::sorting::sort_by;

/// What each category means.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// The outcomes of the judge: numbers in ascending order, then texts.
    pub(crate) outcomes: Vec<String>,
    /// The labels in ascending order.
    pub(crate) labels: Vec<f64>,
    /// Of each category, the place of its outcome, and its label.
    pub(crate) categories: Vec<(usize, Option<f64>)>,
    /// The places of the categories by outcome, then by label. Sums in this order do not depend on theirs.
    pub(crate) order: Vec<usize>,
    /// The ends of the labels' scale.
    pub(crate) range: (f64, f64),
    /// Whether the range is that of the labels which occur.
    pub(crate) is_observed: bool,
    /// The levels that outcomes are, if the judge gave numbers that were cut.
    pub(crate) levels: Option<JudgeLevels>,
}

const LABEL: &str = ", label ";
const TO: &str = " to ";

/// The outcome of trials without one, as of those that a judge refuses.
pub(crate) const NO_OUTCOME: &str = "no outcome";

/// The most outcomes of a judge.
pub const MOST_OUTCOMES: usize = 20;

/// A category's outcome of the judge, and the label.
struct Named<'n> {
    outcome: &'n str,
    label: Option<f64>,
    range: Option<(f64, f64)>,
}

impl<'n> Named<'n> {
    fn of(name: &'n str) -> Option<Self> {
        let rest = name.strip_prefix(JUDGE)?;
        let Some((outcome, label)) = rest.rsplit_once(LABEL) else {
            return Some(Self { outcome: rest, label: None, range: None });
        };
        let (label, range) = match label.split_once(" (") {
            Some((label, range)) => {
                let (low, high) = range.strip_suffix(')')?.split_once(TO)?;
                (label, Some((number(low)?, number(high)?)))
            }
            None => (label, None),
        };
        Some(Self { outcome, label: Some(number(label)?), range })
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

impl Legend {
    /// The name of a category.
    #[must_use]
    pub fn name(outcome: &str, label: Option<f64>, range: Option<(f64, f64)>) -> String {
        let ends = range.map_or(String::new(), |(low, high)| format!(" ({low}{TO}{high})"));
        label.map_or_else(
            || format!("{JUDGE}{outcome}"),
            |label| format!("{JUDGE}{outcome}{LABEL}{label}{ends}"),
        )
    }

    /// A text as the name of an outcome. It cannot be taken for one with a label.
    pub(crate) fn outcome(text: &str) -> String {
        text.trim().replace(LABEL, ", label\u{a0}")
    }

    /// The meaning of categories. `None` if they are not those of counts with labels.
    ///
    /// # Errors
    /// - A judge has more than 20 outcomes.
    /// - Labels name different ends, or ends that are not in order, or lie beyond them.
    pub fn of(categories: &[String]) -> Result<Option<Self>> {
        Ok(Self::of_outcomes(categories)?.filter(|found| !found.labels.is_empty()))
    }

    /// The same, also where no trial has a label yet.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub(crate) fn of_outcomes(categories: &[String]) -> Result<Option<Self>> {
        let named: Option<Vec<Named<'_>>> = categories.iter().map(|name| Named::of(name)).collect();
        let Some(named) = named else { return Ok(None) };
        let mut outcomes: Vec<&str> = named.iter().map(|one| one.outcome).collect();
        let placed = |name: &str| {
            number(name).or_else(|| JudgeLevels::read(name).map(|(level, _)| level as f64))
        };
        sort_by(&mut outcomes, |a, b| match (placed(a), placed(b)) {
            (Some(first), Some(second)) => first.total_cmp(&second).then_with(|| a.cmp(b)),
            (first, second) => second.is_some().cmp(&first.is_some()).then_with(|| a.cmp(b)),
        });
        outcomes.dedup();
        if outcomes.len() > MOST_OUTCOMES {
            let outcomes = outcomes.len();
            return Err(JudgeError::Outcomes { outcomes, most: MOST_OUTCOMES }.into());
        }
        let labels = || named.iter().filter_map(|one| one.label);
        let mut ranges = named.iter().filter_map(|one| one.range);
        let given = ranges.next();
        if let Some((first, other)) = given.zip(ranges.find(|range| Some(*range) != given)) {
            return Err(JudgeError::Ranges { first, other }.into());
        }
        let (least, most) = labels()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
        let (range, is_observed) = match given {
            Some(range) => (range, false),
            None if labels().all(|label| label == 0.0 || label == 1.0) => ((0.0, 1.0), false),
            None => ((least, most), true),
        };
        let (low, high) = range;
        if given.is_none() && low == high {
            return Err(JudgeError::OneLabel { label: low }.into());
        }
        if low >= high || !(high - low).is_finite() {
            return Err(JudgeError::Ends { low, high }.into());
        }
        let beyond = |label: &f64| label.is_finite() && !(low..=high).contains(label);
        if let Some(label) = [least, most].into_iter().find(beyond) {
            return Err(JudgeError::Beyond { label, low, high }.into());
        }
        let is_end = |number: f64| number == 0.0 || number == 1.0;
        let mut said = outcomes.iter().filter_map(|outcome| number(outcome)).peekable();
        let wider = is_observed && (low < 0.0 || high > 1.0);
        if wider && labels().any(is_end) && said.peek().is_some() && said.all(is_end) {
            return Err(JudgeError::Scales { low, high }.into());
        }
        let place = |outcome: &str| outcomes.iter().position(|one| *one == outcome).unwrap_or(0);
        let meant: Vec<(usize, Option<f64>)> =
            named.iter().map(|one| (place(one.outcome), one.label)).collect();
        let mut order: Vec<usize> = (0..meant.len()).collect();
        let key = |place: &usize| meant.get(*place).map_or((0, None), |one| *one);
        sort_by(&mut order, |a, b| {
            let ((outcome, label), (other, least)) = (key(a), key(b));
            let value = |label: Option<f64>| label.unwrap_or(f64::NEG_INFINITY);
            outcome.cmp(&other).then(value(label).total_cmp(&value(least)))
        });
        let mut values: Vec<f64> = labels().collect();
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        let levels = JudgeLevels::of(&outcomes, NO_OUTCOME);
        let outcomes = outcomes.into_iter().map(str::to_owned).collect();
        Ok(Some(Self {
            outcomes,
            labels: values,
            categories: meant,
            order,
            range,
            is_observed,
            levels,
        }))
    }

    /// A label on the scale from 0 to 1.
    pub(crate) fn scaled(&self, label: f64) -> f64 {
        (label - self.range.0) / (self.range.1 - self.range.0)
    }

    /// A score on the scale of the labels.
    pub(crate) fn unscaled(&self, score: f64) -> f64 {
        self.range.0 + self.width() * score
    }

    /// How far the ends of the labels are apart.
    pub(crate) fn width(&self) -> f64 {
        self.range.1 - self.range.0
    }

    /// The outcomes as numbers on the scale from 0 to 1, if all of them read as labels do.
    pub(crate) fn numbers(&self) -> Option<Vec<f64>> {
        let read = |outcome: &String| {
            let scaled = self.scaled(number(outcome)?);
            (0.0..=1.0).contains(&scaled).then_some(scaled)
        };
        self.outcomes.iter().map(read).collect()
    }

    /// The places of the outcomes that mean the least and the largest label, if there are no others.
    pub(crate) fn ends(&self) -> Option<(usize, usize)> {
        let numbers = self.numbers()?;
        let is_end = |number: &f64| *number == 0.0 || *number == 1.0;
        let place = |end: f64| numbers.iter().position(|number| *number == end);
        numbers.iter().all(is_end).then(|| {
            let beyond = numbers.len();
            (place(0.0).unwrap_or(beyond), place(1.0).unwrap_or(beyond))
        })
    }
}
