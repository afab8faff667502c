//! Studies of convergence as declared calls.
#![allow(non_snake_case, reason = "R and R0 are the mathematics' own names")]

use ndarray::{ArrayD, ArrayView2, Axis, Ix4};

use super::course::Course;
use super::measure::Measure;
use super::outcomes::{Outcomes, Scheme};
use super::study::{Choices, Study};
use crate::calls::declare::{call, options};
use crate::calls::option::{Range, array, budgets, choice, group, number, seed, texts, whole};
use crate::calls::{Answer, AnswerTable, CallError, Input, MetricParameters, Workers};
use crate::error::Result;
use crate::metric::parameters::ParameterValue;
use crate::metric::weights::Weights;
use crate::posterior::prior::Prior;
use crate::rows::declare::row;

options! {
    /// Results, and which metrics are followed.
    pub struct Followed {
        /// Outcomes in the order of their trials. With the scheme "given", a first axis has the replicates.
        R: ArrayD<f64> = array("models × questions × trials").required().placed(),
        /// The metrics: "bayes" or "avg", point estimates of the Pass family, "naive_pass_at_k" and
        /// "naive_pass_hat_k".
        metrics: Vec<String> = texts().or_text("bayes").placed(),
        /// Their budgets.
        k: Vec<i64> = budgets().placed(),
        /// Outcomes known beforehand, which bayes starts from.
        R0: Option<ArrayD<f64>> = array("models × questions × trials"),
        /// Scores of the models that give the reference ranking. With the scheme "given", there may be a row of
        /// them for each replicate. By default the mean scores over all trials.
        gold: Option<ArrayD<f64>> = array("a score per model"),
        /// The parameters of the metrics.
        parameters: MetricParameters = group(MetricParameters::OPTIONS),
        /// "column" draws the indices of trials with replacement, the same for all models and questions. "row"
        /// does so for every model and question on its own. "given" takes trials as they stand.
        scheme: String = choice(&["column", "row", "given"]).or_text("column"),
        /// Neighbours whose scores it does not separate share a rank. By default the scores alone rank.
        confidence: Option<f64> = number(Range::LEVEL),
        /// The seed of the replicates.
        seed: u64 = seed(),
    }
}

impl Followed {
    /// The study and its metrics.
    fn study(&self, work: &Workers<'_>) -> Result<(Study, Vec<Measure>)> {
        let parameters = self.parameters.given();
        let weights = match parameters.get("weights") {
            Some(ParameterValue::Numbers(weights)) => Weights::of_option(Some(weights))?,
            _ => None,
        };
        let categories = weights.as_ref().map_or(2, |weights| weights.values().len());
        let measures = Measure::expand(&self.metrics, &self.k, &parameters)?;
        let outcomes = outcomes_of("R", &self.R, categories)?;
        let known = self.R0.as_ref().map(|known| outcomes_of("R0", known, categories));
        let choices = Choices {
            measures: &measures,
            gold: self.gold.as_ref().map(rows).transpose()?,
            weights: None,
            prior: Prior::Uniform,
            scheme: match self.scheme.as_str() {
                "row" => Scheme::Row,
                "given" => Scheme::Given,
                _ => Scheme::Column,
            },
            confidence: self.confidence,
            seed: self.seed,
        };
        let study = Study::new(outcomes, known.transpose()?, choices, &work.replicates(0))?;
        Ok((study, measures))
    }
}

/// Outcomes of one set, or of several along a first axis.
fn outcomes_of(name: &'static str, entries: &ArrayD<f64>, categories: usize) -> Result<Outcomes> {
    let axes =
        if entries.ndim() == 3 { entries.view().insert_axis(Axis(0)) } else { entries.view() };
    let sets = axes.into_dimensionality::<Ix4>();
    let needed = "an array of models × questions × trials";
    Outcomes::new(name, sets.map_err(|_| CallError::Kind { option: name, needed })?, categories)
}

/// Gold scores, one row or one for each set.
fn rows(gold: &ArrayD<f64>) -> Result<ArrayView2<'_, f64>> {
    let axes = if gold.ndim() == 1 { gold.view().insert_axis(Axis(0)) } else { gold.view() };
    let needed = "a score per model";
    Ok(axes.into_dimensionality().map_err(|_| CallError::Kind { option: "gold", needed })?)
}

/// A number of a replicate or a course.
fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The courses of metrics.
pub mod courses {
    use super::{
        Answer, AnswerTable, Course, Followed, Input, Measure, Range, Result, Workers, call, group,
        row, whole,
    };

    call! {
        /// Follows the ranking of models from the first trial to the last, in many replicates.
        ///
        /// # Formula
        /// In each replicate trials are drawn again. For every n the first n of them rank the models. τ-b compares
        /// that ranking with the reference. A replicate converges at the first n from which on they are equal.
        ///
        /// # Errors
        /// Fewer than two models. Arrays that do not fit together. An entry that is missing or no category. A
        /// budget above the trials. More replicates than there are, with the scheme "given".
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, sections 2.7, 2.9, 3.1 and 3.3.
        convergence(Nothing): answer => [courses: Settling, steps: SettlingStep], notes &[];

        /// What is followed, and how often.
        pub struct ConvergenceOptions {
            /// What is followed.
            followed: Followed = group(Followed::OPTIONS),
            /// How many replicates there are.
            replicates: u64 = whole(Range::FROM_ONE).or(10_000.0),
        }
    }

    row! {
        /// How the ranking of a metric settles.
        pub struct Settling {
            /// The metric.
            metric: &'static str,
            /// Its budget, if it has one.
            k: Option<u64>,
            /// Its parameters.
            parameters: String,
            /// The first number of trials.
            start: u64,
            /// The share of the replicates that never converge.
            never: f64,
            /// The mean number of trials at which the others converge. NaN if none does.
            mean: f64,
            /// Its standard error. NaN for fewer than two replicates.
            mean_error: f64,
            /// The replicate that converges last, from 0.
            slowest: u64,
        }
    }

    row! {
        /// How far the ranking of a metric is settled after a number of trials.
        pub struct SettlingStep {
            /// The metric.
            metric: &'static str,
            /// Its budget, if it has one.
            k: Option<u64>,
            /// Its parameters.
            parameters: String,
            /// The number of trials.
            n: u64,
            /// The mean of τ-b. A replicate that ties all models counts as 0.
            tau: f64,
            /// Its standard error. NaN for a single replicate.
            tau_error: f64,
            /// The share of the replicates that tie all models.
            flat: f64,
            /// The share of the replicates that converge at n.
            pmf: f64,
            /// The share of the replicates that converge at n or before.
            cdf: f64,
        }
    }

    fn answer(_: Input<'_>, options: &ConvergenceOptions, work: &Workers<'_>) -> Result<Answer> {
        let (study, measures) = options.followed.study(work)?;
        let found = study.run(&work.replicates(options.replicates))?;
        let all = || measures.iter().zip(&found);
        let courses = all().map(|(of, course)| settling(of, course)).collect();
        let steps = all().flat_map(|(of, course)| steps(of, course)).collect();
        let tables =
            vec![AnswerTable::of::<Settling>(courses), AnswerTable::of::<SettlingStep>(steps)];
        Ok(Answer { tables, arrays: Vec::new(), notes: Vec::new() })
    }

    fn settling(of: &Measure, course: &Course) -> Settling {
        let &Course { start, never, mean, mean_error, slowest, .. } = course;
        Settling {
            metric: of.name(),
            k: of.budget(),
            parameters: of.parameters().to_owned(),
            start: start as u64,
            never,
            mean,
            mean_error,
            slowest,
        }
    }

    fn steps(of: &Measure, course: &Course) -> Vec<SettlingStep> {
        let at = |figures: &[f64], place| figures.get(place).copied().unwrap_or(f64::NAN);
        let step = |place| SettlingStep {
            metric: of.name(),
            k: of.budget(),
            parameters: of.parameters().to_owned(),
            n: (course.start + place) as u64,
            tau: at(&course.tau, place),
            tau_error: at(&course.error, place),
            flat: at(&course.flat, place),
            pmf: at(&course.pmf, place),
            cdf: at(&course.cdf, place),
        };
        (0..course.tau.len()).map(step).collect()
    }
}

/// The ranks of a replicate.
pub mod trajectory {
    use super::{Answer, Followed, Input, Range, Result, Workers, call, group, place, whole};

    call! {
        /// Gives the ranks of the models in a replicate, after every number of trials.
        ///
        /// # Formula
        /// Ranks are those of competition, or dense ones with a confidence.
        ///
        /// # Errors
        /// As for `convergence`. No such metric or replicate.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 3.3.
        convergence_trajectory(Nothing): answer
            => [], arrays [ranks: "numbers of trials × models"], notes &[];

        /// What is followed, and through which replicate.
        pub struct TrajectoryOptions {
            /// What is followed.
            followed: Followed = group(Followed::OPTIONS),
            /// The metric with its budget, counted from 0.
            course: u64 = whole(Range::COUNT).or(0.0),
            /// The replicate, counted from 0.
            replicate: u64 = whole(Range::COUNT).required(),
        }
    }

    fn answer(_: Input<'_>, options: &TrajectoryOptions, work: &Workers<'_>) -> Result<Answer> {
        let TrajectoryOptions { followed, course, replicate } = options;
        let (study, _) = followed.study(work)?;
        let found = study.trajectory(place(*course), *replicate)?;
        let models = found.first().map_or(0, Vec::len);
        let axes = [found.len(), models];
        let ranks = found.into_iter().flatten().map(|rank| rank as f64);
        Ok(Answer::array(&axes, ranks.collect::<Vec<_>>()))
    }
}

/// The outcomes of a replicate.
pub mod replicate {
    use super::{Answer, CallError, Followed, Input, Range, Result, Workers, call, group, whole};

    call! {
        /// Gives the outcomes of a replicate as they were drawn.
        ///
        /// # Errors
        /// As for `convergence`. No such replicate.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 3.3.
        convergence_replicate(Nothing): answer
            => [], arrays [outcomes: "trials × models × questions"], notes &[];

        /// What is followed, and through which replicate.
        pub struct ReplicateOptions {
            /// What is followed.
            followed: Followed = group(Followed::OPTIONS),
            /// The replicate, counted from 0.
            replicate: u64 = whole(Range::COUNT).required(),
        }
    }

    fn answer(_: Input<'_>, options: &ReplicateOptions, work: &Workers<'_>) -> Result<Answer> {
        let (study, _) = options.followed.study(work)?;
        let drawn = study.replicate(options.replicate)?;
        let &[.., models, questions, trials] = options.followed.R.shape() else {
            return Err(CallError::Declared { name: "R" }.into());
        };
        Ok(Answer::array(&[trials, models, questions], drawn))
    }
}
