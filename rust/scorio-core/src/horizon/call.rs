//! The call `horizon`: its declaration, and how it answers.

use super::bins::bins;
use super::doubling::doublings;
use super::error::HorizonError;
use super::figures;
use super::found::ModelFound;
use super::interval::{Criticals, HorizonTarget};
use super::notes::NOTES;
use super::ratio::ratios;
use super::rows::{Doubling, Horizon, HorizonBin, HorizonCurve, HorizonRatio};
use super::span::{LengthUnit, UNITS};
use super::tasks::{Axis, ModelTasks, tasks_of};
use super::telling;
use crate::calls::declare::call;
use crate::calls::option::{choice, flag, number, numbers, text, texts};
use crate::calls::scoring::clusters_of;
use crate::calls::{Answer, AnswerTable, CallError, Input, Range, Workers};
use crate::check;
use crate::compare::trials_of;
use crate::error::Result;
use crate::numeric::sorting::sort_by;

call! {
    /// Finds how long a task a model can do: where its success falls to a half, or another share.
    ///
    /// # Formula
    /// Question i has the length L, x = log₂ L, the mean outcome ȳ of its N trials, and the weight w. The curve
    /// logit P = a + b x maximises Σ w (ȳ ln P + (1 − ȳ) ln(1 − P)), without a penalty. The horizon at q is
    /// log₂ h = (logit q − a) / b.
    ///
    /// Intervals are about tasks like these, of which these are a sample. G clusters g, or tasks, move (a, b) by
    /// D = (H − H_g)⁻¹ U_g, where H is the information, and U_g the score of the cluster. Their covariance is
    /// (G − 1) / G Σ D Dᵀ, the one-step jackknife CR3. About these tasks alone it is H⁻¹ M H⁻¹ with
    /// M = Σ w² ȳ (1 − ȳ) / (N − 1) x̃ x̃ᵀ and x̃ = (1, x).
    ///
    /// The interval is Fieller's: all h with (a + b h − logit q)² ≤ t² (V_aa + 2 h V_ab + h² V_bb). t has G − 1
    /// degrees of freedom, and about these tasks it is normal. If b² ≤ t² V_bb there is none. An interval about
    /// tasks like these is the hull with that about these tasks, where each has two trials.
    ///
    /// Cluster g moves log₂ h by e = −(D_a + h D_b) / b. The ratio of two horizons has σ² = (G − 1) / G
    /// Σ (e_A − e_B)². The doubling time is 1 / k, with k the slope of log₂ h on days by least squares. σ of k
    /// comes from the tasks, with the same e, and from the scatter of models. The interval takes the wider.
    ///
    /// With a penalty λ, Σ w = 1 and λ b² / 2 is subtracted.
    ///
    /// # Errors
    /// A field that no question has. A length that is missing, no number, or not above 0. All tasks of a model
    /// have one length. Outcomes outside [0, 1].
    ///
    /// # Source
    /// docs/horizons.md of the checkout. Kwa et al. (2025), arXiv:2503.14499. Fieller, J. R. Stat. Soc. B 16
    /// (1954) 175. MacKinnon and White, J. Econometrics 29 (1985) 305.
    horizon(Tallied): answer => [rows: Horizon, ratios: HorizonRatio, doublings: Doubling,
        bins: HorizonBin, curves: HorizonCurve], notes NOTES;

    /// What to ask of horizons.
    pub struct HorizonOptions {
        /// The field of the questions that holds their lengths. "item" is the difficulty that the other models
        /// tell, unless a field has this name.
        length: String = text().required().placed(),
        /// Shares of success.
        at: Vec<f64> = numbers("one per horizon").or_numbers(&[0.5, 0.8]),
        /// The model that the others are compared with.
        baseline: Option<String> = text(),
        /// Whether intervals are about these tasks alone.
        these: bool = flag().excludes(
            &["cluster"],
            "{it=} is about these tasks alone, and {other=} about families like these",
        ),
        /// Clusters of questions: the tasks, or the labels of the counts.
        cluster: Option<String> = choice(&["task", "cluster"]),
        /// Level of the intervals.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// Penalty of the slope, for parity with earlier fits.
        penalty: Option<f64> = number(Range::POSITIVE),
        /// What lengths are measured in. By default a time if the name of the field ends with it, as
        /// "human_minutes" does.
        unit: Option<String> = choice(UNITS),
        /// Dates of models, as "model=2025-03-01", or days, as "model=120". They give the doubling time.
        dates: Option<Vec<String>> = texts(),
    }
}

fn answer(input: Input<'_>, options: &HorizonOptions, _: &Workers<'_>) -> Result<Answer> {
    let counts = trials_of(input, "horizon")?;
    options.check()?;
    let axis = Axis::of(counts, &options.length)?;
    if axis == Axis::Others {
        options.refuse_shared_axis()?;
    }
    let unit = match axis {
        Axis::Others => LengthUnit::Plain,
        Axis::Field(_) => LengthUnit::of(options.unit.as_deref(), &options.length),
    };
    let clusters = clusters_of(options.cluster.as_deref());
    let tasks = tasks_of(input, counts, (axis, &options.length), clusters)?;
    if options.these {
        require_trials(&tasks)?;
    }
    let mut found: Vec<ModelFound> = tasks
        .into_iter()
        .map(|tasks| ModelFound::of(tasks, options.penalty))
        .collect::<Result<_>>()?;
    let first = options.at.first().copied().unwrap_or(0.5);
    // The models are in the order of their names, which a stable sort keeps for equal horizons.
    sort_by(&mut found, |one, other| other.order(first).total_cmp(&one.order(first)));
    let target = options.target();
    let mut notes = telling::about(
        &found,
        &telling::AboutHorizons {
            these: options.these,
            families: options.cluster.is_some(),
            // The last share needs the explanation most.
            share: options.at.last().copied().unwrap_or(0.5),
            penalty: options.penalty,
            others: axis == Axis::Others,
        },
    );
    notes.extend(found.iter().flat_map(|one| telling::of_model(one, unit)));
    let criticals = Criticals::of(found.iter().map(|one| one.tasks.clusters()), target)?;
    let mut rows = Vec::with_capacity(found.len() * options.at.len());
    for one in &found {
        for &share in &options.at {
            rows.push(figures::row(one, share, (target, &criticals), unit));
        }
    }
    notes.extend(telling::of_rows(&rows, options.these));
    let mut observed = Vec::new();
    for one in &found {
        let Some(curve) = one.curve() else { continue };
        for bin in bins(&one.tasks.points, curve) {
            let model = &one.tasks.model;
            if bin.is_off() {
                notes.push(telling::off(model, &bin, unit));
            }
            observed.push(figures::bin(model, &bin, unit));
        }
    }
    let curves: Vec<HorizonCurve> =
        found.iter().filter_map(|one| figures::curve(one, target)).collect();
    let shares = &options.at;
    let ratios = match &options.baseline {
        Some(name) => ratios(&found, name, shares, target, &mut notes)?,
        None => Vec::new(),
    };
    let doublings = match &options.dates {
        Some(dates) => doublings(&found, dates, shares, target, &mut notes)?,
        None => Vec::new(),
    };
    let tables = vec![
        AnswerTable::of(rows),
        AnswerTable::of(ratios),
        AnswerTable::of(doublings),
        AnswerTable::of(observed),
        AnswerTable::of(curves),
    ];
    Ok(Answer { arrays: Vec::new(), tables, notes })
}

impl HorizonOptions {
    fn target(&self) -> HorizonTarget {
        HorizonTarget { these: self.these, confidence: self.confidence }
    }

    fn check(&self) -> Result<()> {
        if self.at.is_empty() {
            let why = "{it=} is empty: give the shares of success, or leave it out";
            return Err(CallError::Needless { it: "at", why }.into());
        }
        for &share in &self.at {
            check::level("at", share)?;
        }
        Ok(())
    }

    /// Each model has an axis of its own, made of the others, so that no two share one.
    fn refuse_shared_axis(&self) -> Result<()> {
        let why = "{it=} compares horizons on one axis, but \"item\" gives each model its own: the other models";
        let it = match (&self.baseline, &self.dates) {
            (Some(_), _) => "baseline",
            (None, Some(_)) => "dates",
            (None, None) => return Ok(()),
        };
        Err(CallError::Needless { it, why }.into())
    }
}

/// Refuses tasks whose trials tell no variance.
fn require_trials(tasks: &[ModelTasks]) -> Result<()> {
    let single = tasks.iter().find_map(|one| Some((one.model.clone(), one.single.clone()?)));
    match single {
        None => Ok(()),
        Some((model, question)) => Err(HorizonError::Single { model, question }.into()),
    }
}
