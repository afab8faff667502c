//! Krippendorff's α: how far raters agree beyond chance, whichever of them rated what.
//!
//! ```text
//! α = 1 − D_o / D_e
//! D_o = Σ over trials of Σ δ² over pairs of its m ratings / (m − 1)
//! D_e = Σ n_c n_k δ²_ck / (n − 1)
//! ```
//!
//! A trial with one rating tells nothing, and counts in neither. n_c of the n other ratings have the value c.
//! δ² is 1 for two different names, and for numbers the square of their difference. Of values that only have
//! an order, δ is the difference of their mean ranks, which equals the published sum over the values between.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::numeric::portable::{exp, ln};
use crate::numeric::student::Distribution;
use crate::numeric::watch;

/// What the values of ratings are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RatingLevel {
    /// Names without an order.
    Nominal,
    /// Values that have an order, and no distances.
    Ordinal,
    /// Numbers.
    Interval,
}

impl RatingLevel {
    /// Their names.
    pub(crate) const NAMES: &'static [&'static str] = &["nominal", "ordinal", "interval"];

    /// The level of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Nominal, Self::Ordinal, Self::Interval].into_iter().find(|one| one.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nominal => "nominal",
            Self::Ordinal => "ordinal",
            Self::Interval => "interval",
        }
    }
}

/// What the ratings of one question add: ratings by value, and Σ 1 / (m − 1) over pairs of different values.
#[derive(Clone, Debug, Default)]
struct QuestionRatings {
    counts: Vec<(usize, f64)>,
    pairs: Vec<(usize, f64)>,
}

/// The sums over questions.
#[derive(Clone, Debug)]
struct RatingSums {
    counts: Vec<f64>,
    pairs: Vec<f64>,
}

impl RatingSums {
    /// The sums with a question (1.0), or without it (−1.0).
    fn add(&mut self, question: &QuestionRatings, sign: f64) {
        let cells = [(&mut self.counts, &question.counts), (&mut self.pairs, &question.pairs)];
        for (sums, own) in cells {
            for &(place, number) in own {
                if let Some(sum) = sums.get_mut(place) {
                    *sum += sign * number;
                }
            }
        }
    }
}

/// D_o and D_e.
#[derive(Clone, Copy, Debug)]
struct Disagreement {
    observed: f64,
    expected: f64,
    /// The mean δ² of two values, of which each has the same chance.
    even: f64,
    /// The mean δ² of two ratings that differ: of a trial, and once as by chance.
    apart: f64,
}

/// Sums of numbers, of which those of a question are subtracted. There may be as many numbers as ratings.
struct NumberSums {
    /// The numbers, less their mean.
    numbers: Vec<f64>,
    ratings: f64,
    squares: f64,
    observed: f64,
}

impl NumberSums {
    fn of(trials: &RatedTrials) -> Self {
        let scores = trials.scores(&trials.sums, RatingLevel::Interval);
        let counts = &trials.sums.counts;
        let ratings = trials.ratings();
        let mean = counts.iter().zip(&scores).map(|(n, x)| n * x).sum::<f64>() / ratings;
        let numbers: Vec<f64> = scores.iter().map(|score| score - mean).collect();
        let squares = counts.iter().zip(&numbers).map(|(n, x)| n * x * x).sum();
        let mut sums = Self { numbers, ratings, squares, observed: 0.0 };
        sums.observed = trials.questions.iter().map(|question| sums.within(trials, question)).sum();
        sums
    }

    /// Σ δ² / (m − 1) of a question.
    fn within(&self, trials: &RatedTrials, question: &QuestionRatings) -> f64 {
        let number = |place: usize| self.numbers.get(place).copied().unwrap_or(0.0);
        let squared = |&(pair, share): &(usize, f64)| {
            let distance =
                trials.pairs.get(pair).map_or(0.0, |&(low, high)| number(high) - number(low));
            share * distance * distance
        };
        question.pairs.iter().map(squared).sum()
    }

    /// D_o and D_e without a question.
    fn without(&self, trials: &RatedTrials, question: &QuestionRatings) -> Disagreement {
        let number = |place: usize| self.numbers.get(place).copied().unwrap_or(0.0);
        let (mut ratings, mut sum, mut squares) = (self.ratings, 0.0, self.squares);
        for &(place, count) in &question.counts {
            let number = number(place);
            ratings -= count;
            sum -= count * number;
            squares -= count * number * number;
        }
        Disagreement {
            observed: self.observed - self.within(trials, question),
            expected: 2.0 * (ratings * squares - sum * sum) / (ratings - 1.0),
            even: 0.0,
            apart: 0.0,
        }
    }
}

/// How far raters agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Alpha {
    /// How often two ratings of a trial are equal.
    pub(crate) equal: f64,
    /// α. `None` where all ratings are equal.
    pub(crate) value: Option<f64>,
    /// Its interval. `None` without α, and for a single question.
    pub(crate) interval: Option<(f64, f64)>,
}

/// The ratings of trials that have two or more.
#[derive(Clone, Debug)]
pub(crate) struct RatedTrials {
    /// The different values in ascending order.
    pub(crate) values: Vec<f64>,
    /// How many trials have two ratings or more.
    pub(crate) trials: u64,
    /// The values of each pair of different values that a trial has.
    pairs: Vec<(usize, usize)>,
    questions: Vec<QuestionRatings>,
    sums: RatingSums,
}

/// Sums by place, of values or of pairs.
type PlaceSums = BTreeMap<usize, f64>;

/// The share of a question that is added for what chance did not show.
const HALF: f64 = 0.5;
/// Where few questions carry the variance, t has as many degrees of freedom.
const LEAST_DEGREES: f64 = 4.0;
/// Questions after which the work asks whether to go on.
const WATCHED: usize = 64;

impl RatedTrials {
    /// The ratings of trials, each with the number of its question. NaN is no rating.
    pub(crate) fn of<'a>(trials: impl Iterator<Item = (usize, Vec<f64>)> + 'a) -> Self {
        let rated = trials.map(|(question, mut ratings)| {
            ratings.retain(|rating| !rating.is_nan());
            // 0 and −0 are one value.
            for rating in &mut ratings {
                *rating += 0.0;
            }
            ratings.sort_unstable_by(f64::total_cmp);
            (question, ratings)
        });
        let rated: Vec<(usize, Vec<f64>)> = rated.filter(|(_, own)| own.len() > 1).collect();
        let mut values: Vec<f64> = rated.iter().flat_map(|(_, own)| own.iter().copied()).collect();
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        let mut known = BTreeMap::new();
        let mut asked: BTreeMap<usize, (PlaceSums, PlaceSums)> = BTreeMap::new();
        for (question, ratings) in &rated {
            let runs: Vec<(usize, f64)> = ratings
                .chunk_by(|a, b| a.total_cmp(b).is_eq())
                .map(|run| {
                    let place = run.first().map_or(0, |x| values.partition_point(|one| one < x));
                    (place, run.len() as f64)
                })
                .collect();
            let (counts, pairs) = asked.entry(*question).or_default();
            for (place, &(low, count)) in runs.iter().enumerate() {
                *counts.entry(low).or_insert(0.0) += count;
                for &(high, other) in runs.iter().skip(place + 1) {
                    let next = known.len();
                    let pair = *known.entry((low, high)).or_insert(next);
                    let share = 2.0 * count * other / (ratings.len() as f64 - 1.0);
                    *pairs.entry(pair).or_insert(0.0) += share;
                }
            }
        }
        let mut pairs = vec![(0, 0); known.len()];
        for (pair, place) in known {
            if let Some(own) = pairs.get_mut(place) {
                *own = pair;
            }
        }
        let questions = asked.into_values().map(|(counts, pairs)| QuestionRatings {
            counts: counts.into_iter().collect(),
            pairs: pairs.into_iter().collect(),
        });
        let questions: Vec<QuestionRatings> = questions.collect();
        let mut sums =
            RatingSums { counts: vec![0.0; values.len()], pairs: vec![0.0; pairs.len()] };
        for question in &questions {
            sums.add(question, 1.0);
        }
        Self { values, trials: rated.len() as u64, pairs, questions, sums }
    }

    /// How many ratings stand beside another one.
    pub(crate) fn ratings(&self) -> f64 {
        self.sums.counts.iter().sum()
    }

    /// How many questions have them.
    pub(crate) fn questions(&self) -> usize {
        self.questions.len()
    }

    /// α with its interval for questions like these.
    ///
    /// The logarithm of D_o / D_e has the variance of the jackknife over questions. Half a question is added
    /// to D_o, whose ratings disagree as far as others that do. So is one to D_e, in which all values are as
    /// frequent. Without them, the interval would close where no ratings disagree, or where a value is rare.
    /// Few questions may carry the variance: Student's t has the degrees of freedom of Satterthwaite, each
    /// question one, and at least 4.
    ///
    /// # Errors
    /// A quantile is not found, or the work was stopped.
    pub(crate) fn alpha(&self, level: RatingLevel, confidence: f64) -> Result<Alpha> {
        let ratings = self.ratings();
        let equal = 1.0 - self.sums.pairs.iter().sum::<f64>() / ratings;
        let whole = self.disagreement(&self.sums, level);
        if whole.expected <= 0.0 {
            return Ok(Alpha { equal, value: None, interval: None });
        }
        let value = 1.0 - whole.observed / whole.expected;
        let questions = self.questions.len() as f64;
        if self.questions.len() < 2 {
            return Ok(Alpha { equal, value: Some(value), interval: None });
        }
        let share = HALF * ratings / questions;
        let (observed, expected) = (share * whole.apart, share * whole.even);
        let odds = |found: Disagreement, part: f64| {
            let above = found.observed.max(0.0) + part * observed;
            ln(above / (found.expected.max(0.0) + part * expected))
        };
        let centre = odds(whole, 1.0);
        let others = (questions - 1.0) / questions;
        let without = self.without_each(level, |found| odds(found, others))?;
        let mean = without.iter().sum::<f64>() / questions;
        let parts = without.iter().map(|one| others * (one - mean) * (one - mean));
        let parts: Vec<f64> = parts.collect();
        let added = [(observed, whole.observed), (expected, whole.expected)]
            .map(|(more, known)| more / (known + more));
        let variance = parts.iter().sum::<f64>() + added.iter().map(|one| one * one).sum::<f64>();
        let squares: f64 = parts.iter().map(|part| part * part).sum();
        let degrees = (variance * variance / squares).max(LEAST_DEGREES).min(questions - 1.0);
        let reach = Distribution::Student(degrees).central_quantile(confidence)?.value();
        let reach = reach * variance.sqrt();
        // No α of a population is below −1.
        let lo = (1.0 - exp(centre + reach)).max(-1.0).min(value);
        let hi = (1.0 - exp(centre - reach)).max(value);
        Ok(Alpha { equal, value: Some(value), interval: Some((lo, hi)) })
    }

    /// A figure of the ratings without each question.
    fn without_each(
        &self,
        level: RatingLevel,
        figure: impl Fn(Disagreement) -> f64,
    ) -> Result<Vec<f64>> {
        let moments = (level == RatingLevel::Interval).then(|| NumberSums::of(self));
        let mut sums = self.sums.clone();
        let mut figures = Vec::with_capacity(self.questions.len());
        for (place, question) in self.questions.iter().enumerate() {
            if place % WATCHED == 0 {
                watch::going()?;
            }
            if let Some(moments) = &moments {
                figures.push(figure(moments.without(self, question)));
                continue;
            }
            sums.add(question, -1.0);
            figures.push(figure(self.disagreement(&sums, level)));
            sums.add(question, 1.0);
        }
        Ok(figures)
    }

    fn disagreement(&self, sums: &RatingSums, level: RatingLevel) -> Disagreement {
        let ratings: f64 = sums.counts.iter().sum();
        let there = || sums.counts.iter().filter(|count| **count > 0.0);
        let kinds = there().count() as f64;
        let squares: f64 = sums.counts.iter().map(|count| count * count).sum();
        // How many ordered pairs differ: of all ratings, and within trials.
        let (all, within) = (ratings * ratings - squares, sums.pairs.iter().sum::<f64>());
        if level == RatingLevel::Nominal {
            let (observed, expected) = (within, all / (ratings - 1.0));
            return Disagreement { observed, expected, even: 1.0 - 1.0 / kinds, apart: 1.0 };
        }
        let scores = self.scores(sums, level);
        let score = |place: usize| scores.get(place).copied().unwrap_or(0.0);
        let around = |weight: fn(f64) -> f64| {
            let total: f64 = there().map(|count| weight(*count)).sum();
            let cells = || sums.counts.iter().map(|count| weight(*count)).zip(&scores);
            let mean = cells().map(|(count, score)| count * score).sum::<f64>() / total;
            cells().map(|(count, score)| count * (score - mean) * (score - mean)).sum::<f64>()
        };
        let distances = self.pairs.iter().zip(&sums.pairs).map(|(&(low, high), share)| {
            let distance = score(high) - score(low);
            share * distance * distance
        });
        let observed: f64 = distances.sum();
        let squared = 2.0 * ratings * around(|count| count);
        Disagreement {
            observed,
            expected: squared / (ratings - 1.0),
            even: 2.0 * around(|count| f64::from(u8::from(count > 0.0))) / kinds,
            apart: (observed + squared / all) / (within + 1.0),
        }
    }

    /// What stands for each value: its mean rank as a share of all ratings, or the number on a scale to 1.
    fn scores(&self, sums: &RatingSums, level: RatingLevel) -> Vec<f64> {
        if level == RatingLevel::Interval {
            let largest = self.values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            return self.values.iter().map(|value| value / largest).collect();
        }
        let ratings: f64 = sums.counts.iter().sum();
        let mut below = 0.0;
        let rank = |count: &f64| {
            below += count;
            (below - 0.5 * count) / ratings
        };
        sums.counts.iter().map(rank).collect()
    }
}
