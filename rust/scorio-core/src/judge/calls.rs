//! The calls about a judge: how good it is, and which labels next.

use std::collections::BTreeMap;

use super::about::{about_labels, favours_of, unlike_of};
use super::error::JudgeError;
use super::figures::JudgedTarget;
use super::legend::Legend;
use super::models::JudgedModel;
use super::notes::{BORROWED, CORRECTED, EXHAUSTED, FLOOR, UNLABELLED};
use super::plan::labels;
use super::quality::{Bounded, Quality};
use super::rows::{Judging, LabelPlan};
use crate::calls::note::listed;
use crate::calls::{Answer, AnswerTable, CallError, Note};
use crate::counts::counts::Counts;
use crate::counts::question::Question;
use crate::error::Result;
use crate::numeric::sorting::sort_by_key;
use crate::printable::Printable;

/// The call `judge_quality`.
pub mod quality_of {
    use super::{answer_quality, target};
    use crate::calls::declare::call;
    use crate::calls::option::{choice, flag, number};
    use crate::calls::{Answer, Input, Range, Workers};
    use crate::error::Result;
    use crate::judge::notes::NOTES;
    use crate::judge::rows::Judging;

    call! {
        /// Says how good a judge is by the labels that some trials have, and whom it favours.
        ///
        /// # Formula
        /// W is the share of the trials with an outcome of the judge. μ is the mean label of those of them
        /// that have one.
        ///
        /// The sensitivity is W₁μ₁ / (W₁μ₁ + W₀μ₀). The specificity is
        /// W₀(1 − μ₀) / (W₀(1 − μ₀) + W₁(1 − μ₁)). The agreement is W₁μ₁ + W₀(1 − μ₀). The bias is W₁ less
        /// the score Σ W μ.
        ///
        /// m is μ with the weight of half a success and half a failure, and v its variance. Intervals of
        /// the first two are those of log(W₁m₁ / (W₀m₀)) ± z √(v₀/m₀² + v₁/m₁²).
        ///
        /// The judge favours a model by W₁ − se θ − fp (1 − θ), where θ = Σ W m. Here se and fp are the
        /// error rates of the other models together.
        ///
        /// # Errors
        /// Counts without labels.
        ///
        /// # Source
        /// docs/judge-figures.md of the checkout.
        judge_quality(Counts): answer => [rows: Judging], notes NOTES;

        /// What the figures are about.
        pub struct JudgeQualityOptions {
            /// Whether to infer about questions like these, of which these are a sample.
            sampled: bool = flag(),
            /// Clusters of questions: the tasks, or the labels of the counts. They are a sample.
            cluster: Option<String> = choice(&["task", "cluster"]),
            /// Level of the intervals.
            confidence: f64 = number(Range::LEVEL).or(0.95),
        }
    }

    fn answer(input: Input<'_>, options: &JudgeQualityOptions, _: &Workers<'_>) -> Result<Answer> {
        let about = target(options.sampled, options.cluster.as_deref(), options.confidence);
        answer_quality(input.counts("judge_quality")?, about)
    }
}

/// The call `plan_labels`.
pub mod next_labels {
    use super::{answer_plan, target};
    use crate::calls::declare::call;
    use crate::calls::option::{choice, flag, number, whole};
    use crate::calls::{Answer, Input, Range, Workers};
    use crate::error::Result;
    use crate::judge::notes::PLAN_NOTES;
    use crate::judge::rows::LabelPlan;

    call! {
        /// Plans which trials to label next, so that corrected scores get narrow intervals.
        ///
        /// # Formula
        /// The next label goes where it lowers the variance most: to the model and outcome of the judge with
        /// the largest W² m(1 − m) [1/(h + 1) − 1/(h + 2)]. W is the share of the outcome, and m the mean of
        /// its labels. h is what they are worth, with those that are planned. This is Neyman's allocation.
        ///
        /// # Errors
        /// Counts without labels. Neither a half-width nor a budget.
        ///
        /// # Source
        /// docs/judge-figures.md of the checkout. Neyman (1934).
        plan_labels(Counts): answer => [rows: LabelPlan], notes PLAN_NOTES;

        /// What to reach, or what to spend.
        pub struct PlanLabelsOptions {
            /// Half the width that the interval of each model is to have.
            half_width: Option<f64> = number(Range::POSITIVE),
            /// The most labels to add, of all models together.
            budget: Option<u64> = whole(Range::COUNT),
            /// Whether to infer about questions like these, of which these are a sample.
            sampled: bool = flag(),
            /// Clusters of questions: the tasks, or the labels of the counts. They are a sample.
            cluster: Option<String> = choice(&["task", "cluster"]),
            /// Level of the intervals.
            confidence: f64 = number(Range::LEVEL).or(0.95),
        }
    }

    fn answer(input: Input<'_>, options: &PlanLabelsOptions, _: &Workers<'_>) -> Result<Answer> {
        let about = target(options.sampled, options.cluster.as_deref(), options.confidence);
        let wanted = (options.half_width, options.budget);
        answer_plan(input.counts("plan_labels")?, about, wanted)
    }
}

fn target(sampled: bool, cluster: Option<&str>, confidence: f64) -> JudgedTarget {
    let target = crate::calls::scoring::target_of(sampled);
    JudgedTarget { target, clusters: crate::calls::scoring::clusters_of(cluster), confidence }
}

/// The observed questions of each model.
fn questions_of(counts: &Counts) -> Result<Vec<(&str, Vec<Question<'_>>)>> {
    counts.require_one_score()?;
    let mut questions: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for question in counts.scored()? {
        questions.entry(question.model).or_default().push(question);
    }
    let of = |model| (model, questions.remove(model).unwrap_or_default());
    Ok(counts.models().into_iter().map(of).collect())
}

/// The models with labels, and the names of the others.
fn models_of<'a>(
    counts: &'a Counts,
    legend: &Legend,
    about: JudgedTarget,
) -> Result<(Vec<JudgedModel<'a>>, Vec<&'a str>)> {
    let (mut models, mut others) = (Vec::new(), Vec::new());
    for (model, questions) in questions_of(counts)? {
        match JudgedModel::of(model, questions.iter(), legend, about)? {
            Some(found) => models.push(found),
            None => others.push(model),
        }
    }
    if models.is_empty() {
        return Err(JudgeError::NoLabels.into());
    }
    Ok((models, others))
}

/// The notes that scores are corrected, where counts have labels, and for which models rates are borrowed.
///
/// # Errors
/// Those of [`Legend::of`].
pub(crate) fn corrected(counts: &Counts, borrow: bool) -> Result<Vec<Note>> {
    let Some(legend) = Legend::of(counts.categories())? else { return Ok(Vec::new()) };
    let labelled = |one: (&(usize, Option<f64>), &u64)| one.0.1.map_or(0, |_| *one.1);
    let of = |counts: &[u64]| legend.categories.iter().zip(counts).map(labelled).sum::<u64>();
    let mut models: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for question in counts.iter() {
        let sums = models.entry(question.model).or_default();
        sums.0 += question.trials();
        sums.1 += of(question.counts);
    }
    let labels: u64 = models.values().map(|(_, labels)| labels).sum();
    let mut notes = vec![Note::of(&CORRECTED).with("labels", labels)];
    let without =
        models.iter().filter(|(_, (trials, labels))| borrow && *trials > 0 && *labels == 0);
    let without: Vec<&str> = without.map(|(model, _)| *model).collect();
    notes.extend(borrowed(&without));
    Ok(notes)
}

/// Refuses to borrow rates of a judge where no trial has a label.
///
/// # Errors
/// There are no labels, or those of [`Legend::of`].
pub(crate) fn require_labels(counts: &Counts, borrow: bool) -> Result<()> {
    if borrow && Legend::of(counts.categories())?.is_none() {
        let why = "{it=} is for scores that labels correct, and no trial has a label";
        return Err(CallError::Needless { it: "borrow", why }.into());
    }
    Ok(())
}

/// What stands between the names of a note.
const BETWEEN: &str = "\u{1f}";

/// The note that names models whose scores borrow the judge's error rates.
pub(crate) fn borrowed(models: &[&str]) -> Option<Note> {
    let number = models.len() as u64;
    let note = || Note::of(&BORROWED).with("models", listed(models.iter().copied()));
    (number > 0).then(|| note().with("number", number).with("names", models.join(BETWEEN)))
}

/// The note that names models without a label.
pub(crate) fn unlabelled(models: &[&str]) -> Option<Note> {
    let number = models.len() as u64;
    let note = || Note::of(&UNLABELLED).with("models", listed(models.iter().copied()));
    (number > 0).then(|| note().with("number", number))
}

fn answer_quality(counts: &Counts, about: JudgedTarget) -> Result<Answer> {
    let legend = Legend::of(counts.categories())?.ok_or(JudgeError::NoLabels)?;
    let (models, others) = models_of(counts, &legend, about)?;
    let models: Vec<&JudgedModel<'_>> = models.iter().collect();
    let favours = favours_of(&models, &legend)?;
    let unlike = unlike_of(&models, &legend);
    let width = legend.width();
    let mut rows = Vec::with_capacity(models.len());
    for (place, (one, favour)) in models.iter().zip(&favours).enumerate() {
        let figures = &one.figures;
        let quality = match legend.ends() {
            Some((no, yes)) => Some(Quality::of(figures, no, yes, about.confidence)?),
            None => None,
        };
        let scaled = |found: Bounded| Bounded {
            value: width * found.value,
            lo: width * found.lo,
            hi: width * found.hi,
        };
        let agreement = quality.map(|quality| quality.agreement);
        let sensitivity = quality.and_then(|quality| quality.sensitivity);
        let specificity = quality.and_then(|quality| quality.specificity);
        let bias = quality.map(|quality| scaled(quality.bias));
        let average = legend
            .numbers()
            .map(|values| width * (super::figures::dot(&figures.shares, &values) - figures.score));
        rows.push(Judging {
            judge: String::new(),
            model: one.model.to_owned(),
            trials: one.trials.questions.iter().map(super::trials::JudgedAnswers::trials).sum(),
            labels: figures.labels(),
            agreement: agreement.map(|found| found.value),
            agreement_lo: agreement.map(|found| found.lo),
            agreement_hi: agreement.map(|found| found.hi),
            sensitivity: sensitivity.map(|found| found.value),
            sensitivity_lo: sensitivity.map(|found| found.lo),
            sensitivity_hi: sensitivity.map(|found| found.hi),
            specificity: specificity.map(|found| found.value),
            specificity_lo: specificity.map(|found| found.lo),
            specificity_hi: specificity.map(|found| found.hi),
            kappa: quality.and_then(|quality| quality.kappa),
            bias: bias.map(|found| found.value).or(average),
            bias_lo: bias.map(|found| found.lo),
            bias_hi: bias.map(|found| found.hi),
            favours: favour.map(|found| width * found.points),
            favours_sigma: favour.map(|found| width * found.sigma),
            favours_pvalue: favour.map(|found| found.p),
            favours_holm: favour.map(|found| found.holm),
            unlike: unlike.get(place).and_then(|found| found.z()),
        });
    }
    let mut notes = about_labels(&models, &legend, about.confidence)?;
    notes.extend(unlabelled(&others));
    Ok(Answer { arrays: Vec::new(), tables: vec![AnswerTable::of(rows)], notes })
}

fn answer_plan(
    counts: &Counts,
    about: JudgedTarget,
    (half_width, budget): (Option<f64>, Option<u64>),
) -> Result<Answer> {
    if half_width.is_none() && budget.is_none() {
        return Err(JudgeError::NoAim.into());
    }
    let legend = Legend::of_outcomes(counts.categories())?.ok_or(JudgeError::NoLabels)?;
    let mut models = Vec::new();
    for (model, questions) in questions_of(counts)? {
        if !questions.is_empty() {
            models.push(JudgedModel::to_label(model, questions.iter(), &legend, about)?);
        }
    }
    let width = legend.width();
    let unlabelled_trials: Vec<Vec<u64>> =
        models.iter().map(|one| one.trials.totals(|cell| cell.trials - cell.labels)).collect();
    let of_models = models.iter().zip(&unlabelled_trials);
    let mut planned: Vec<_> =
        of_models.map(|(one, left)| (one.model, (&one.figures, left.as_slice()))).collect();
    // Of equal models the first by name gets a label, whatever the order of the log.
    sort_by_key(&mut planned, |(name, _)| *name);
    let (names, planned): (Vec<_>, Vec<_>) = planned.into_iter().unzip();
    let wanted = half_width.map(|wanted| wanted / width);
    let found = labels(&planned, wanted, budget, about.confidence)?;
    let plans: BTreeMap<_, _> = names.into_iter().zip(found).collect();
    let (mut rows, mut notes) = (Vec::new(), vec![Note::of(&super::notes::PLANNED)]);
    for (one, left) in models.iter().zip(&unlabelled_trials) {
        let Some(plan) = plans.get(one.model) else { continue };
        let trials = one.trials.by_outcome(|cell| cell.trials);
        let labels = one.trials.by_outcome(|cell| cell.labels);
        let unlabelled = one.trials.by_outcome(|cell| cell.trials - cell.labels);
        let add = one.trials.strata.shared_out(&plan.add, &unlabelled);
        let floor = width * plan.floor;
        for (place, outcome) in legend.outcomes.iter().enumerate() {
            let get = |values: &[u64]| values.get(place).copied().unwrap_or(0);
            if get(&trials) == 0 {
                continue;
            }
            rows.push(LabelPlan {
                model: one.model.to_owned(),
                outcome: outcome.clone(),
                trials: get(&trials),
                labels: get(&labels),
                add: get(&add),
                half_width: width * plan.half_width,
                floor,
                reached: plan.reached,
            });
        }
        if let Some(wanted) = half_width.filter(|wanted| floor > *wanted) {
            let note = Note::of(&FLOOR).with("model", Printable(one.model).to_string());
            let note = note.with("wanted", format!("{wanted}"));
            notes.push(note.with("floor", format!("{floor:.4}")));
        } else if let Some(wanted) = half_width.filter(|_| !plan.reached && plan.add == *left) {
            let note = Note::of(&EXHAUSTED).with("model", Printable(one.model).to_string());
            let note = note.with("wanted", format!("{wanted}"));
            notes.push(note.with("half_width", format!("{:.4}", width * plan.half_width)));
        }
    }
    Ok(Answer { arrays: Vec::new(), tables: vec![AnswerTable::of(rows)], notes })
}
