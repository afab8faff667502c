//! The mean cost of a model: its σ, its interval, and how it moves with the score.

use std::collections::BTreeMap;

use crate::compare::decision::difference::{Term, by_cluster, distances, fixed, of_sample};
use crate::compare::decision::skewness;
use crate::cost::trials::spending::CostQuestion;
use crate::counts::question::named;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::exact::scaled;
use crate::numeric::portable::exp;
use crate::numeric::student::Distribution;
use crate::posterior::target::{Clusters, Target};
use crate::sums::error::SumsError;
use crate::sums::within::{Pooled, Repeated, Within, of_mean, together};

/// What costs are about.
#[derive(Clone, Copy, Debug)]
pub(in crate::cost) struct CostTarget {
    pub(in crate::cost) target: Target,
    pub(in crate::cost) clusters: Option<Clusters>,
    pub(in crate::cost) confidence: f64,
}

impl CostTarget {
    /// Whether the questions, or clusters of them, are a sample.
    pub(in crate::cost) fn is_of_sample(self) -> bool {
        self.clusters.is_some() || self.target == Target::QuestionsLikeThese
    }
}

/// An interval of a figure that is not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct CostInterval {
    pub(in crate::cost) mean: f64,
    pub(in crate::cost) lo: f64,
    /// Infinite where there is no end.
    pub(in crate::cost) hi: f64,
}

/// The mean cost of a model.
#[derive(Clone, Copy, Debug)]
pub(in crate::cost) struct CostFigures {
    /// κ and its interval.
    pub(in crate::cost) cost: CostInterval,
    /// s.
    pub(in crate::cost) sigma: f64,
    /// ν.
    pub(in crate::cost) degrees: f64,
    /// λ.
    pub(in crate::cost) skewness: f64,
    /// ρ of κ and the score.
    pub(in crate::cost) correlation: f64,
    /// The questions or clusters.
    pub(in crate::cost) units: usize,
}

/// A mean of questions at a common scale, with its moments.
struct CostMoments {
    mean: Double,
    within: Within,
    third: Option<f64>,
    correlation: f64,
    units: usize,
}

impl CostFigures {
    /// The figures of some questions of a model, or of the mean of several tasks.
    ///
    /// # Errors
    /// One question or cluster tells no scatter.
    pub(in crate::cost) fn of(parts: &[Vec<&CostQuestion<'_>>], about: CostTarget) -> Result<Self> {
        let all = || parts.iter().flatten();
        let exponent = all().filter_map(|one| one.powers.exponent()).max().unwrap_or(0);
        let shift = -exponent;
        let found =
            parts.iter().map(|one| moments(one, about, shift)).collect::<Result<Vec<_>>>()?;
        let CostMoments { mean, within, third, correlation, units } = averaged(found);
        let variance = within.variance.value();
        let skewness = skewness::of_third(third, variance);
        let unscaled = |value: Double| scaled(value, -shift).value();
        let (mean, sigma) = (unscaled(mean), unscaled(within.variance.sqrt()));
        let degrees = within.degrees;
        let q = Distribution::Student(degrees).central_quantile(about.confidence)?.value();
        let cost = interval(mean, sigma, q, skewness);
        Ok(Self { cost, sigma, degrees, skewness, correlation, units })
    }
}

/// The hull of κ exp(± q s / κ) and of Hall's interval.
pub(in crate::cost) fn interval(mean: f64, sigma: f64, q: f64, skewness: f64) -> CostInterval {
    if sigma == 0.0 {
        return CostInterval { mean, lo: mean, hi: mean };
    }
    let (below, above) = skewness::hall(q, skewness);
    let reach = q * sigma / mean;
    CostInterval {
        mean,
        lo: (mean * exp(-reach)).min(mean - sigma * below).max(0.0),
        hi: (mean * exp(reach)).max(mean + sigma * above),
    }
}

/// The terms of a mean of questions: each its own cluster, or with others of its label.
pub(in crate::cost) fn terms(
    questions: &[&CostQuestion<'_>],
    clusters: Option<Clusters>,
    mean: impl Fn(&CostQuestion<'_>) -> (Double, Option<f64>),
) -> Result<Vec<Term>> {
    let mut numbers = BTreeMap::new();
    let terms = questions.iter().enumerate().map(|(place, question)| {
        let cluster = match clusters {
            None => place,
            Some(clusters) => {
                let next = numbers.len();
                *numbers.entry(cluster_of(clusters, question)?).or_insert(next)
            }
        };
        let ((mean, third), weight) = (mean(question), question.weight);
        Ok(Term { mean, variance: Double::ZERO, third, cluster, weight })
    });
    terms.collect()
}

/// The cluster of a question.
pub(in crate::cost) fn cluster_of<'a>(
    clusters: Clusters,
    question: &CostQuestion<'a>,
) -> Result<&'a str> {
    match clusters {
        Clusters::Tasks => Ok(question.task),
        Clusters::Labels => question.cluster.ok_or_else(|| {
            SumsError::NoCluster { question: named(question.task, question.question) }.into()
        }),
    }
}

fn moments(questions: &[&CostQuestion<'_>], about: CostTarget, shift: i32) -> Result<CostMoments> {
    let costs = terms(questions, about.clusters, |one| {
        let third = skewness::of_powers(&one.powers, one.trials, shift);
        (one.powers.mean(one.trials, shift), third)
    })?;
    let repeated = questions.iter().map(|one| Repeated {
        group: (one.model, one.task),
        trials: one.trials,
        weight: one.weight,
    });
    let pooled = Pooled::of_parts(
        repeated.clone().zip(questions).map(|(part, one)| (part, &one.powers)),
        shift,
    );
    let these = !about.is_of_sample();
    if let Some(within) = these.then(|| of_mean(&pooled, repeated)).flatten() {
        let (mut products, mut squares, mut others) = (0.0, 0.0, 0.0);
        for one in questions {
            let (product, square) = one.products(shift);
            products += product;
            squares += square;
            others += one.powers.deviations(one.trials, shift).value();
        }
        return Ok(CostMoments {
            mean: fixed(&costs).mean,
            within,
            third: skewness::third_of(&costs),
            correlation: correlation(products, squares, others),
            units: questions.len(),
        });
    }
    let Some(found) = of_sample(&costs) else {
        let model = questions.first().map_or(String::new(), |one| one.model.to_owned());
        let unit = if about.clusters.is_some() { "cluster" } else { "question" };
        return Err(SumsError::OneUnit { model, task: None, unit, trials: these }.into());
    };
    let scores = terms(questions, about.clusters, |one| (Double::from(one.success()), None))?;
    let parts = |terms: &[Term]| by_cluster(distances(terms, 1.0).collect());
    let both = parts(&scores).into_iter().zip(parts(&costs));
    let sums = both.fold((0.0, 0.0, 0.0), |(products, squares, others), ((_, y), (_, c))| {
        let (y, c) = (y.value(), c.value());
        (products + y * c, squares + y * y, others + c * c)
    });
    let sigma = found.variance.sqrt().value();
    let third = Some(skewness::of_sample(&costs) * sigma * sigma * sigma);
    let units = usize::try_from(found.units).unwrap_or(usize::MAX);
    Ok(CostMoments {
        mean: found.mean,
        within: Within { variance: found.variance, degrees: (found.units - 1) as f64 },
        third,
        // Costs that are all equal move with nothing.
        correlation: if sigma > 0.0 { correlation(sums.0, sums.1, sums.2) } else { 0.0 },
        units,
    })
}

/// Σ xy / √(Σ x² Σ y²), or 0 where one of them does not vary.
pub(in crate::cost) fn correlation(products: f64, squares: f64, others: f64) -> f64 {
    let scale = squares.sqrt() * others.sqrt();
    if scale > 0.0 { (products / scale).clamp(-1.0, 1.0) } else { 0.0 }
}

/// The mean of parts with equal weights.
fn averaged(parts: Vec<CostMoments>) -> CostMoments {
    let count = parts.len() as f64;
    let mean = parts.iter().fold(Double::ZERO, |sum, part| sum + part.mean) / count;
    let Within { variance, degrees } = together(parts.iter().map(|part| part.within));
    let thirds = parts.iter().try_fold(0.0, |sum, part| Some(sum + part.third?));
    let shares = parts.iter().map(|part| part.correlation * part.within.variance.value());
    let all: f64 = parts.iter().map(|part| part.within.variance.value()).sum();
    CostMoments {
        mean,
        within: Within { variance: variance / count / count, degrees },
        third: thirds.map(|sum| sum / count / count / count),
        correlation: if all > 0.0 { shares.sum::<f64>() / all } else { 0.0 },
        units: parts.iter().map(|part| part.units).sum(),
    }
}
