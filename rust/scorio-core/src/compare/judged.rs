//! Comparisons of counts with labels: differences of scores by the trusted grader.

use std::collections::BTreeMap;

use super::comparison::{Comparison, Comparisons, Uncompared};
use super::error::CompareError;
use super::request::CompareRequest;
use super::sorting::{adjust, sorted};
use super::table::board::models;
use crate::compare::decision::family::Family;
use crate::counts::counts::Counts;
use crate::counts::question::Question;
use crate::error::{Error, Result};
use crate::judge::error::JudgeError;
use crate::judge::figures::JudgedTarget;
use crate::judge::legend::Legend;
use crate::judge::models::{JudgedModel, judged_models};
use crate::judge::trials::JudgedAnswers;
use crate::posterior::prior::PriorChoice;

/// The models of counts with labels, by name, in a task or overall.
pub(super) struct JudgedTable<'a> {
    models: BTreeMap<&'a str, JudgedModel<'a>>,
    legend: &'a Legend,
    family: Family,
    confidence: f64,
    task: Option<&'a str>,
    score: &'a str,
}

impl<'a> JudgedTable<'a> {
    /// The table of each score, and of each task if these are wanted.
    pub(super) fn all(
        counts: &'a Counts,
        legend: &'a Legend,
        request: &CompareRequest,
    ) -> Result<Vec<Self>> {
        if request.prior != PriorChoice::Hierarchical {
            return Err(JudgeError::Option { option: "prior" }.into());
        }
        if !request.paired {
            return Err(JudgeError::Option { option: "paired" }.into());
        }
        let questions = counts.scored()?;
        let tasks = counts.tasks();
        let mut scopes = vec![None];
        if request.by_task && tasks.len() > 1 {
            scopes.splice(0..0, tasks.into_iter().map(Some));
        }
        let mut tables = Vec::new();
        for score in counts.scores() {
            for &task in &scopes {
                tables.push(Self::of(counts, &questions, legend, request, (score, task))?);
            }
        }
        Ok(tables)
    }

    fn of(
        counts: &'a Counts,
        questions: &[Question<'a>],
        legend: &'a Legend,
        request: &CompareRequest,
        (score, task): (&'a str, Option<&'a str>),
    ) -> Result<Self> {
        let about = JudgedTarget {
            target: request.target,
            clusters: request.clusters,
            confidence: request.confidence,
        };
        let asked = |model| {
            let own = questions.iter().filter(|one| {
                one.model == model && one.score == score && task.is_none_or(|task| one.task == task)
            });
            (model, own.collect())
        };
        let all: Vec<_> = counts.models().into_iter().map(asked).collect();
        let models = judged_models(&all, legend, about, (request.borrow, task.is_some()))?;
        let family = request.family.of(counts.models().len());
        Ok(Self { models, legend, family, confidence: request.confidence, task, score })
    }

    /// The row of two models.
    ///
    /// # Errors
    /// A model has no label, or they have no question in common.
    pub(super) fn row(&self, model: &str, baseline: &str) -> Result<Comparison> {
        let unlabelled = |name: &str| CompareError::NoLabels { model: name.to_owned() };
        let own = self.models.get(model).ok_or_else(|| unlabelled(model))?;
        let base = self.models.get(baseline).ok_or_else(|| unlabelled(baseline))?;
        let found = own.difference(base)?;
        let (family, level, width) = (self.family, self.confidence, self.legend.width());
        let shown = found.apart(self.legend);
        let z = shown.z().unwrap_or(0.0);
        let pvalue = shown.distribution.two_sided(z)?;
        let separated = family.separates(pvalue, level);
        let (mut lo, mut hi) = found.interval(family.confidence(level))?;
        // The interval leaves 0 out if the two models are separated, and only then.
        match (separated, found.difference > 0.0) {
            (true, true) => lo = lo.max(0.0),
            (true, false) => hi = hi.min(0.0),
            (false, _) => (lo, hi) = (lo.min(0.0), hi.max(0.0)),
        }
        let probability = found.probability();
        let (questions, unmatched, baseline_unmatched) = own.shared(base);
        let trials =
            |one: &JudgedModel<'_>| one.trials.questions.iter().map(JudgedAnswers::trials).sum();
        let score = |one: &JudgedModel<'_>| self.legend.unscaled(one.figures.score);
        Ok(Comparison {
            model: model.to_owned(),
            baseline: baseline.to_owned(),
            task: self.task.map(str::to_owned),
            difference: width * found.difference,
            sigma: width * found.variance.sqrt(),
            lo: width * lo,
            hi: width * hi,
            level,
            probability,
            ranking: probability.max(1.0 - probability),
            z,
            pvalue,
            p_adjusted: family.adjusted(pvalue),
            separated,
            comparisons: family.comparisons(),
            holm: pvalue,
            bh: pvalue,
            degrees: None,
            score: score(own),
            baseline_score: score(base),
            questions,
            baseline_questions: questions,
            unmatched,
            baseline_unmatched,
            trials: trials(own),
            baseline_trials: trials(base),
            uneven: false,
            pulled: false,
            baseline_pulled: false,
            clusters: own.trials.clustered.then_some(own.trials.clusters as u64),
            decisive: None,
            margin: None,
            worse_probability: None,
            worse: None,
            detectable: None,
            score_name: self.score.to_owned(),
        })
    }
}

/// Compares the models of counts with labels with a baseline.
///
/// # Errors
/// - An option is not for corrected scores.
/// - The counts do not have a model or the baseline, or no two have labels and a common question.
pub(super) fn compare_judged(
    counts: &Counts,
    legend: &Legend,
    request: &CompareRequest,
) -> Result<Comparisons> {
    let names = models(counts, request)?;
    let tables = JudgedTable::all(counts, legend, request)?;
    let mut found = Comparisons { range: legend.width(), ..Comparisons::default() };
    let mut reasons = Vec::new();
    for table in &tables {
        let mut rows = Vec::new();
        for model in &names {
            match table.row(model, &request.baseline) {
                Ok(mut row) => {
                    if let Some(margin) = request.margin.filter(|_| table.task.is_none()) {
                        row.decide(margin, found.range)?;
                    }
                    rows.push(row);
                }
                Err(Error::Compare(reason)) if reason.is_of_data() => {
                    found.uncompared.push(Uncompared {
                        model: model.clone(),
                        task: table.task.unwrap_or_default().to_owned(),
                        reason: reason.to_string(),
                        score_name: table.score.to_owned(),
                    });
                    reasons.push(reason);
                }
                Err(error) => return Err(error),
            }
        }
        let mut rows = sorted(rows);
        adjust(rows.iter_mut());
        found.rows.extend(rows);
    }
    match reasons.into_iter().next() {
        Some(reason) if found.rows.is_empty() => Err(reason.into()),
        _ => Ok(found),
    }
}

/// All pairs of the models of a request, and its baseline.
///
/// # Errors
/// As [`compare_judged`].
pub(super) fn judged_pairs(
    counts: &Counts,
    legend: &Legend,
    request: &CompareRequest,
) -> Result<Vec<Comparison>> {
    let mut names = models(counts, request)?;
    names.push(request.baseline.clone());
    let mut rows = Vec::new();
    for table in
        JudgedTable::all(counts, legend, &CompareRequest { by_task: false, ..request.clone() })?
    {
        for (place, base) in names.iter().enumerate() {
            for own in names.iter().take(place) {
                match table.row(own, base) {
                    Ok(row) => rows.push(row),
                    Err(Error::Compare(reason)) if reason.is_of_data() => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(rows)
}
