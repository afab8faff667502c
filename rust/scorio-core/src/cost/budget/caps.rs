//! Success within a cap on the cost of a trial.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::calls::Workers;
use crate::cost::budget::crossings::SuccessCurve;
use crate::cost::budget::successes::{SuccessLine, interval};
use crate::cost::error::CostError;
use crate::cost::rows::Capped;
use crate::cost::trials::spending::{CostQuestion, Spending};
use crate::counts::counts::Counts;
use crate::counts::states::{Builder, States};
use crate::error::Result;
use crate::leaderboard::{Score, ScoreRequest, scores_alone};
use crate::metric::metric::Metric;
use crate::posterior::interval::Interval;

/// The costs of a question's successes, in ascending order.
struct SuccessCosts {
    trials: u64,
    weight: f64,
    costs: Vec<f64>,
}

impl SuccessCosts {
    /// The successes that cost no more than a cap.
    fn within(&self, cap: f64) -> u64 {
        self.costs.partition_point(|cost| *cost <= cap) as u64
    }
}

/// All trials of a table by cost.
pub(in crate::cost) struct CostsOfSuccesses<'s, 'a> {
    spending: &'s Spending<'a>,
    /// By the row in the counts.
    questions: HashMap<usize, SuccessCosts, FxBuildHasher>,
}

impl<'s, 'a> CostsOfSuccesses<'s, 'a> {
    /// The costs of successes.
    ///
    /// # Errors
    /// - Outcomes are neither success nor failure.
    /// - Costs are not kept.
    pub(in crate::cost) fn of(spending: &'s Spending<'a>) -> Result<Self> {
        spending.require_successes("caps")?;
        if !spending.sums.keep_values() {
            return Err(CostError::NoValues.into());
        }
        let questions = spending.all().map(|one| {
            let success = one.outcomes.iter().find(|outcome| outcome.value == 1.0);
            let costs = success.map(|own| spending.sums.values(own.row)).transpose()?;
            let (trials, weight) = (one.trials, one.weight);
            Ok((one.row, SuccessCosts { trials, weight, costs: costs.unwrap_or_default() }))
        });
        Ok(Self { spending, questions: questions.collect::<Result<_>>()? })
    }

    /// So many caps, at equal steps of the ranks of all successes' costs.
    pub(in crate::cost) fn quantiles(&self, count: u64) -> Vec<f64> {
        let mut all: Vec<f64> =
            self.questions.values().flat_map(|one| &one.costs).copied().collect();
        all.sort_unstable_by(f64::total_cmp);
        let place = |step: u64| {
            let place = (all.len() as u64 * step).div_ceil(count.max(1)).max(1) - 1;
            usize::try_from(place).ok().and_then(|place| all.get(place)).copied()
        };
        let mut caps: Vec<f64> = (1..=count).filter_map(place).collect();
        caps.dedup();
        caps
    }

    /// The rows of each cap, line by line.
    ///
    /// # Errors
    /// Those of a leaderboard.
    pub(in crate::cost) fn rows(
        &self,
        caps: &[f64],
        lines: &[SuccessLine<'_>],
        request: &ScoreRequest,
        workers: &Workers<'_>,
    ) -> Result<Vec<Capped>> {
        // Clusters need the score of each question.
        if request.clusters.is_some() {
            let each = caps.iter().map(|&cap| self.of_clusters(cap, lines, request));
            return Ok(each.collect::<Result<Vec<_>>>()?.concat());
        }
        let [named] = request.metrics.as_slice() else { return Ok(Vec::new()) };
        let metric = named.of_counts(&self.spending.counts, request.default_weights)?;
        let found = workers.each(lines.len(), |place| {
            let Some(&line) = lines.get(place) else { return Ok(Vec::new()) };
            self.line(line, caps, &metric, request)
        });
        let mut found: Vec<_> = found?.into_iter().map(Vec::into_iter).collect();
        let rows = caps.iter().flat_map(|_| {
            let row: Vec<Capped> = found.iter_mut().filter_map(Iterator::next).collect();
            row
        });
        Ok(rows.collect())
    }

    /// The rows of a line, cap by cap.
    fn line(
        &self,
        line: SuccessLine<'_>,
        caps: &[f64],
        metric: &Metric,
        request: &ScoreRequest,
    ) -> Result<Vec<Capped>> {
        let parts = self.parts(line, request);
        let mut last: Option<(Vec<States>, Interval)> = None;
        let each = caps.iter().map(|&cap| {
            let states: Vec<_> = parts.iter().map(|part| self.states(part, cap)).collect();
            let found = match last.take() {
                // Below the cheapest success and above the dearest, caps change nothing.
                Some((before, found)) if before == states => found,
                _ => interval(metric, &states, request)?,
            };
            last = Some((states, found));
            let Interval { mu, sigma, lo, hi } = found;
            let (task, model) = (line.task.map(str::to_owned), line.model.to_owned());
            Ok(Capped { task, model, cap, success: mu, sigma, lo, hi })
        });
        each.collect()
    }

    /// The share of a line's trials that succeed, by the cap.
    pub(in crate::cost) fn curve(
        &self,
        line: SuccessLine<'_>,
        request: &ScoreRequest,
    ) -> SuccessCurve {
        let parts = self.parts(line, request);
        let mut successes = Vec::new();
        for part in &parts {
            let all: f64 = part.iter().map(|one| one.weight).sum::<f64>() * parts.len() as f64;
            for one in part {
                let share = one.weight / (one.trials as f64 * all);
                successes.extend(one.costs.iter().map(|&cost| (cost, share)));
            }
        }
        SuccessCurve::of(successes)
    }

    /// The questions of a line: of each task if it is a mean of tasks.
    fn parts(&self, line: SuccessLine<'_>, request: &ScoreRequest) -> Vec<Vec<&SuccessCosts>> {
        let questions = self.spending.questions(line.model, line.task);
        let apart = request.macro_average && line.task.is_none();
        let parts = questions.chunk_by(|a, b| !apart || a.task == b.task);
        let costs = |one: &&CostQuestion<'_>| self.questions.get(&one.row);
        parts.map(|part| part.iter().filter_map(costs).collect()).collect()
    }

    /// The count states within a cap, of the trials with a cost.
    fn states(&self, part: &[&SuccessCosts], cap: f64) -> States {
        let mut builder = Builder::weighted(2, self.spending.counts.has_weights());
        for one in part {
            let successes = one.within(cap);
            builder.push_weighted(&[one.trials - successes, successes], one.weight);
        }
        builder.finish()
    }

    fn of_clusters(
        &self,
        cap: f64,
        lines: &[SuccessLine<'_>],
        request: &ScoreRequest,
    ) -> Result<Vec<Capped>> {
        let scores = scores_alone(&self.counts(cap)?, request)?;
        let row = |line: &SuccessLine<'_>| {
            let is_own = |one: &&Score| one.model == line.model && one.task.as_deref() == line.task;
            scores.iter().find(is_own).map(|one| Capped {
                task: one.task.clone(),
                model: one.model.clone(),
                cap,
                success: one.score,
                sigma: one.sigma,
                lo: one.lo,
                hi: one.hi,
            })
        };
        Ok(lines.iter().filter_map(row).collect())
    }

    /// The counts of successes within a cap, of the trials with a cost.
    fn counts(&self, cap: f64) -> Result<Counts> {
        let all = &self.spending.counts;
        let mut cells = vec![0_u64; all.len() * 2];
        for (&row, one) in &self.questions {
            let successes = one.within(cap);
            if let Some([failures, wins]) = cells.get_mut(row * 2..row * 2 + 2) {
                (*failures, *wins) = (one.trials - successes, successes);
            }
        }
        all.recounted(all.categories().to_vec(), &cells)
    }
}
