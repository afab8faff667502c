//! Intervals about new runs: the trials of one number share their luck, as by a seed or a server.

use crate::counts::by_number::{NumberSet, count, has};
use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::counts::question::{Question, named};
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::student::Distribution;
use crate::posterior::interval::{Estimate, Interval};

/// The questions of a model, task by task, with their successes in each run.
pub(super) struct RunTable {
    /// The columns of the runs, in ascending order of their numbers.
    runs: Vec<usize>,
    tasks: Vec<TaskRuns>,
    questions: u64,
}

/// The questions of a task, or of all tasks that are pooled.
struct TaskRuns {
    /// The share of each question in the score, and its successes.
    questions: Vec<(Double, NumberSet)>,
    /// The sum of the shares.
    share: Double,
}

/// A variance, and its degrees of freedom.
struct RunVariance {
    variance: f64,
    degrees: f64,
}

impl RunTable {
    /// Of the questions of one model, by tasks of equal weight, or pooled as one task.
    ///
    /// # Errors
    /// - The trials have no numbers, or outcomes are not successes and failures.
    /// - A question lacks a run.
    /// - There is one run.
    pub(super) fn new(counts: &Counts, tasks: &[Vec<&Question<'_>>]) -> Result<Self> {
        let mut runs: Option<NumberSet> = None;
        let mut table = Self { runs: Vec::new(), tasks: Vec::new(), questions: 0 };
        let weight = |one: &Question<'_>| Double::from(one.weight.unwrap_or(1.0));
        for questions in tasks {
            let mut sorted: Vec<_> = questions.iter().collect();
            // Sums are rounded, so their order must not depend on the log's.
            sorted.sort_unstable_by_key(|one| (one.task, one.question));
            let all = sorted.iter().fold(Double::ZERO, |sum, one| sum + weight(one));
            let share = Double::ONE / tasks.len() as f64;
            let mut own = TaskRuns { questions: Vec::with_capacity(sorted.len()), share };
            for question in sorted {
                let name = || named(question.task, question.question);
                let row = counts.find(question.key()).unwrap_or(usize::MAX);
                let two = question.counts.len() == 2;
                let numbered = counts.numbered_trials(row, question.counts).filter(|_| two);
                let Some([there, successes]) = numbered else {
                    let model = question.model.to_owned();
                    return Err(CountsError::NoRuns { two, model, question: name() }.into());
                };
                if *runs.get_or_insert(there) != there {
                    let model = question.model.to_owned();
                    return Err(CountsError::UnevenRuns { model, question: name() }.into());
                }
                own.questions.push(((weight(question) * share).over(all), successes));
            }
            table.questions += own.questions.len() as u64;
            table.tasks.push(own);
        }
        let there = runs.unwrap_or_default();
        if count(&there) < 2 {
            let first = tasks.iter().flatten().next();
            let model = first.map_or(String::new(), |question| question.model.to_owned());
            return Err(CountsError::OneRun { model }.into());
        }
        let order = counts.by_number.ascending().into_iter().map(|(_, column)| column);
        table.runs = order.filter(|&column| has(&there, column)).collect();
        Ok(table)
    }

    /// The interval of an estimate whose scores are 1 apart by `unit`.
    ///
    /// - About these questions, σ² is the larger of its own and of S²/N, where S² is the variance of the
    ///   score from run to run. Student's t has N − 1 degrees of freedom.
    /// - About questions like these, σ² = V_Q + max(0, V_R − V_I): the variances of a mean of questions, of
    ///   a mean of runs, and of the rest. The degrees of freedom are those of Satterthwaite.
    pub(super) fn interval(
        &self,
        estimate: &Estimate,
        sampled: bool,
        (confidence, bounds): (f64, (f64, f64)),
    ) -> Result<Interval> {
        let unit = bounds.1 - bounds.0;
        let RunVariance { variance, degrees } =
            if sampled { self.of_sample() } else { self.of_these(estimate.sigma() / unit) };
        let quantile = Distribution::Student(degrees).central_quantile(confidence)?;
        let sigma = Double::from(variance.sqrt() * unit);
        let found = Estimate::new(estimate.centre(), sigma)?.within(quantile, Some(bounds))?;
        // Near the ends of the scale, and where no run differs, Student's t is too narrow. There the interval
        // about trials like these is included.
        if found.sigma > 0.0 && found.lo > bounds.0 && found.hi < bounds.1 {
            return Ok(found);
        }
        let plain = estimate.interval(confidence, Some(bounds))?;
        let (lo, hi) = (found.lo.min(plain.lo), found.hi.max(plain.hi));
        Ok(Interval { mu: found.mu, sigma: found.sigma.max(plain.sigma), lo, hi })
    }

    fn of_these(&self, sigma: f64) -> RunVariance {
        let runs = self.runs.len() as f64;
        let means: Vec<Double> = self.scores(&self.tasks);
        RunVariance { variance: (sigma * sigma).max(of_mean(&means)), degrees: runs - 1.0 }
    }

    fn of_sample(&self) -> RunVariance {
        let runs = self.runs.len() as f64;
        let of_runs = of_mean(&self.scores(&self.tasks));
        let (mut of_questions, mut of_rest) = (0.0, 0.0);
        for task in &self.tasks {
            let units = task.questions.len() as f64;
            let correction = units / (units - 1.0).max(1.0);
            let scale = |score: Double| score.over(task.share);
            let means: Vec<_> =
                self.scores(std::slice::from_ref(task)).into_iter().map(scale).collect();
            let score = means.iter().fold(Double::ZERO, |sum, &one| sum + one) / runs;
            for (share, successes) in &task.questions {
                let solved = self.runs.iter().filter(|&&column| has(successes, column)).count();
                let own = Double::from(solved as f64) / runs;
                let distance = (own - score) * *share;
                of_questions += correction * (distance * distance).value();
                let rest = self.runs.iter().zip(&means).fold(Double::ZERO, |sum, (&at, &mean)| {
                    let outcome = f64::from(u8::from(has(successes, at)));
                    let rest = (Double::from(outcome) - own - mean + score) * *share;
                    sum + rest * rest
                });
                of_rest += correction * rest.value() / (runs - 1.0) / runs;
            }
        }
        let luck = (of_runs - of_rest).max(0.0);
        let variance = of_questions + luck;
        let questions = (self.questions - self.tasks.len() as u64) as f64;
        let parts = of_questions * of_questions / questions + luck * luck / (runs - 1.0);
        let degrees = if parts > 0.0 { variance * variance / parts } else { questions };
        RunVariance { variance, degrees }
    }

    /// The part of some tasks in the score of each run.
    fn scores(&self, tasks: &[TaskRuns]) -> Vec<Double> {
        let of_run = |&column: &usize| {
            let questions = tasks.iter().flat_map(|task| &task.questions);
            let solved = questions.filter(|(_, successes)| has(successes, column));
            solved.fold(Double::ZERO, |sum, (share, _)| sum + *share)
        };
        self.runs.iter().map(of_run).collect()
    }
}

/// The variance of the mean of some numbers.
fn of_mean(numbers: &[Double]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().fold(Double::ZERO, |sum, &one| sum + one) / count;
    let squares = numbers.iter().fold(Double::ZERO, |sum, &one| {
        let distance = one - mean;
        sum + distance * distance
    });
    squares.value() / (count - 1.0) / count
}
