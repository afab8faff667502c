//! The values of thresholds for the trials of each task and model.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::kept::Kept;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::rubric::error::RubricError;
use crate::rubric::rows::ThresholdValue;
use crate::rubric::rules::condition::{Condition, Operand};
use crate::rubric::rules::quantile::{QuantileRule, quantile};
use crate::rubric::rules::rubrics::Rubrics;
use crate::rubric::rules::threshold::{Origin, Scope, Threshold};

/// Of each group of trials the task and the model, and of each row the group.
#[derive(Clone, Debug, Default)]
pub(super) struct TrialGroups {
    pub(in crate::rubric) names: Vec<(String, String)>,
    rows: Vec<u32>,
    places: HashMap<(String, String), usize, FxBuildHasher>,
}

/// For each way of taking thresholds (scope and rule) and each group, a value for each threshold. Those that
/// are not used are NaN.
#[derive(Clone, Debug, Default)]
pub(super) struct Limits {
    ways: Vec<(Scope, QuantileRule)>,
    values: Vec<Vec<Vec<f64>>>,
    pub(in crate::rubric) rows: Vec<ThresholdValue>,
}

impl TrialGroups {
    /// The group of a row, which is new if its task and model are.
    pub(in crate::rubric) fn of(&mut self, counts: &Counts, row: usize) -> usize {
        while self.rows.len() <= row {
            let question = counts.get(self.rows.len());
            let key = question.map_or(("", ""), |question| (question.task, question.model));
            // Rows of a group mostly follow one another.
            let same = |(task, model): &(String, String)| (task.as_str(), model.as_str()) == key;
            let group = if self.names.last().is_some_and(same) {
                self.names.len() - 1
            } else {
                let key = (key.0.to_owned(), key.1.to_owned());
                *self.places.entry(key).or_insert_with_key(|key| {
                    self.names.push(key.clone());
                    self.names.len() - 1
                })
            };
            self.rows.push(u32::try_from(group).unwrap_or(u32::MAX));
        }
        self.rows.get(row).map_or(0, |&group| group as usize)
    }
}

impl Limits {
    pub(in crate::rubric) fn new(rubrics: &Rubrics) -> Self {
        let mut ways: Vec<_> =
            rubrics.rubrics().iter().map(|rubric| (rubric.scope, rubric.rule)).collect();
        ways.sort_unstable();
        ways.dedup();
        Self { values: vec![Vec::new(); ways.len()], ways, rows: Vec::new() }
    }

    /// The thresholds of a group for a scope and a rule.
    pub(in crate::rubric) fn of(&self, scope: Scope, rule: QuantileRule, group: usize) -> &[f64] {
        let way = self.ways.iter().position(|&way| way == (scope, rule)).unwrap_or(0);
        self.values.get(way).and_then(|groups| groups.get(group)).map_or(&[], Vec::as_slice)
    }

    /// The values for groups that are new, of thresholds that need no data.
    pub(super) fn fix(&mut self, rubrics: &Rubrics, groups: &TrialGroups) -> Result<()> {
        self.compute(rubrics, groups, None)
    }

    /// The values for all groups, by the trials that were kept.
    pub(in crate::rubric) fn take(
        &mut self,
        rubrics: &Rubrics,
        groups: &mut TrialGroups,
        counts: &Counts,
        kept: &Kept,
    ) -> Result<()> {
        let of: Vec<_> = (0..kept.len())
            .map(|trial| kept.row(trial).map(|row| groups.of(counts, row)))
            .collect();
        self.compute(rubrics, groups, Some((kept, &of)))
    }

    fn compute(
        &mut self,
        rubrics: &Rubrics,
        groups: &TrialGroups,
        data: Option<(&Kept, &[Option<usize>])>,
    ) -> Result<()> {
        let (used, order) = (rubrics.used_thresholds(), dependencies(rubrics.thresholds()));
        let thresholds = rubrics.thresholds();
        for (&(scope, rule), values) in self.ways.iter().zip(&mut self.values) {
            let first = values.len();
            values.resize(groups.names.len().max(1), vec![f64::NAN; thresholds.len()]);
            for &place in order.iter().filter(|&&place| used.get(place) == Some(&true)) {
                let Some(threshold) = thresholds.get(place) else { continue };
                let mut taking =
                    Taking { rubrics, groups, scope, rule, threshold, place, rows: &mut self.rows };
                taking.values(values, first, data)?;
            }
        }
        Ok(())
    }
}

/// Takes one threshold in one way.
struct Taking<'t> {
    rubrics: &'t Rubrics,
    groups: &'t TrialGroups,
    scope: Scope,
    rule: QuantileRule,
    threshold: &'t Threshold,
    place: usize,
    rows: &'t mut Vec<ThresholdValue>,
}

impl Taking<'_> {
    fn values(
        &mut self,
        values: &mut [Vec<f64>],
        first: usize,
        data: Option<(&Kept, &[Option<usize>])>,
    ) -> Result<()> {
        let place = self.place;
        let set = |group: &mut Vec<f64>, value| {
            if let Some(cell) = group.get_mut(place) {
                *cell = value;
            }
        };
        match &self.threshold.origin {
            Origin::Number(number) => {
                values.iter_mut().skip(first).for_each(|group| set(group, *number));
                let name = &self.threshold.name;
                if !self.rows.iter().any(|row| row.threshold == *name) {
                    self.rows.push(self.row(None, None, *number, None));
                }
            }
            Origin::Quantile { .. } if !self.threshold.frozen.is_empty() => {
                for (group, (task, model)) in self.groups.names.iter().enumerate().skip(first) {
                    let frozen = self.threshold.frozen_for(task, model, self.scope, self.rule);
                    let Some(frozen) = frozen else {
                        let (threshold, group) =
                            (self.threshold.name.clone(), self.name(task, model));
                        return Err(RubricError::NotFrozen { threshold, group }.into());
                    };
                    let row = ThresholdValue {
                        frozen: true,
                        ..self.row(
                            frozen.task.clone(),
                            frozen.model.clone(),
                            frozen.value,
                            frozen.trials,
                        )
                    };
                    if !self.rows.contains(&row) {
                        self.rows.push(row);
                    }
                    if let Some(group) = values.get_mut(group) {
                        set(group, frozen.value);
                    }
                }
            }
            Origin::Quantile { signal, share, condition, .. } => {
                let Some((kept, of)) = data else { return Ok(()) };
                let pools = self.pools();
                let mut samples = vec![Vec::new(); pools.len()];
                self.gather((kept, of), (*signal, condition), (values, &pools), &mut samples);
                for (pool, mut sample) in pools.iter().zip(samples) {
                    let trials = sample.len() as u64;
                    // Without a trial there is no value. That matters where a trial needs one.
                    let Some(value) = quantile(&mut sample, *share, self.rule) else { continue };
                    for &group in &pool.groups {
                        if let Some(group) = values.get_mut(group) {
                            set(group, value);
                        }
                    }
                    let (task, model) = (Some(pool.task.clone()), pool.model.clone());
                    let task = task.filter(|task| !task.is_empty());
                    self.rows.push(self.row(task, model, value, Some(trials)));
                }
            }
        }
        Ok(())
    }

    /// TrialGroups that share a threshold.
    fn pools(&self) -> Vec<Pool> {
        let mut pools: Vec<Pool> = Vec::new();
        let mut places = HashMap::with_hasher(FxBuildHasher);
        for (group, (task, model)) in self.groups.names.iter().enumerate() {
            let model = if self.scope == Scope::Model { model.as_str() } else { "" };
            let place = *places.entry((task.as_str(), model)).or_insert(pools.len());
            if place == pools.len() {
                let model = (self.scope == Scope::Model).then(|| model.to_owned());
                pools.push(Pool { task: task.clone(), model, groups: Vec::new() });
            }
            if let Some(pool) = pools.get_mut(place) {
                pool.groups.push(group);
            }
        }
        pools
    }

    /// The values of a signal in each pool, where the condition holds.
    fn gather(
        &self,
        (kept, of): (&Kept, &[Option<usize>]),
        (signal, condition): (usize, &Condition),
        (values, pools): (&[Vec<f64>], &[Pool]),
        samples: &mut [Vec<f64>],
    ) {
        let mut pool_of = vec![0; self.groups.names.len()];
        for (place, pool) in pools.iter().enumerate() {
            for &group in &pool.groups {
                if let Some(pool) = pool_of.get_mut(group) {
                    *pool = place;
                }
            }
        }
        let mut signals = vec![f64::NAN; self.rubrics.signals().len()];
        for (trial, group) in of.iter().enumerate() {
            let Some(group) = *group else { continue };
            kept.read(trial, &mut signals);
            let value = signals.get(signal).copied().unwrap_or(f64::NAN);
            let thresholds = values.get(group).map_or(&[][..], Vec::as_slice);
            if !value.is_nan() && condition.holds(&signals, thresholds) == Some(true) {
                let sample = pool_of.get(group).and_then(|&pool| samples.get_mut(pool));
                if let Some(sample) = sample {
                    sample.push(value);
                }
            }
        }
    }

    /// A group in words.
    fn name(&self, task: &str, model: &str) -> String {
        group_name(self.scope, task, model)
    }

    fn row(
        &self,
        task: Option<String>,
        model: Option<String>,
        value: f64,
        trials: Option<u64>,
    ) -> ThresholdValue {
        let (mut signal, mut share, mut rule, mut condition) = (None, None, None, None);
        if let Origin::Quantile { signal: place, written, where_written, .. } =
            &self.threshold.origin
        {
            signal = self.rubrics.signals().get(*place).map(|signal| signal.name.clone());
            share = written.replace('_', "").parse().ok();
            rule = Some(self.rule.name().to_owned());
            condition.clone_from(where_written);
        }
        let threshold = self.threshold.name.clone();
        let frozen = false;
        ThresholdValue {
            threshold,
            task,
            model,
            value,
            signal,
            quantile: share,
            condition,
            rule,
            trials,
            frozen,
        }
    }
}

/// The trials that share a threshold.
struct Pool {
    task: String,
    model: Option<String>,
    groups: Vec<usize>,
}

/// The places of thresholds, each behind those that it depends on.
fn dependencies(thresholds: &[Threshold]) -> Vec<usize> {
    let mut order = Vec::with_capacity(thresholds.len());
    while order.len() < thresholds.len() {
        let before = order.len();
        for (place, threshold) in thresholds.iter().enumerate() {
            let mut ready = !order.contains(&place);
            if let Origin::Quantile { condition, .. } = &threshold.origin {
                condition.operands(&mut |operand| {
                    if let Operand::Threshold(other) = operand {
                        ready &= order.contains(&other);
                    }
                });
            }
            if ready {
                order.push(place);
            }
        }
        if order.len() == before {
            // The file was checked for circles.
            break;
        }
    }
    order
}

/// The trials of a threshold in words.
pub(super) fn group_name(scope: Scope, task: &str, model: &str) -> String {
    let task = if task.is_empty() { "the log".to_owned() } else { format!("task {task}") };
    match scope {
        Scope::Task => task,
        Scope::Model => format!("model {model} in {task}"),
    }
}
