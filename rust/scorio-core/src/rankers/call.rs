//! Ranking methods as a declared call.
#![allow(non_snake_case, reason = "R is the mathematics' own name")]

use ndarray::{ArrayD, ArrayView3};

use super::cells::Cells;
use super::error::RankersError;
use super::methods::method;
use super::notes::NOTES;
use super::options::MethodOptions;
use super::pairs::aligned::AlignedTrials;
use super::ranking::{RankInterval, RankRequest, RankedModel, rank_models};
use super::source::RankSource;
use crate::calls::declare::call;
use crate::calls::option::{
    Range, array, choice, further, number, numbers, seed, text, texts, whole,
};
use crate::calls::{Answer, CallError, Input, Workers};
use crate::check;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::metric::weights::Weights;
use crate::numeric::sorting::sort_by_key;
use crate::tally::matrix::Missing;

call! {
    /// Ranks models by a method, with intervals of scores and ranks. The rows have the order of the models.
    ///
    /// # Formula
    /// The model of the method, fitted to all questions. Let t be the quantile of Student's t with M − 1
    /// degrees of freedom. For "questions", intervals are quantiles of its scores on M questions drawn with
    /// replacement. They leave out Φ(−t √(M / (M − 1))) on each side. For "sandwich" they are θ ± t σ.
    ///
    /// # Errors
    /// An unknown method or option. An outcome that is neither 0 nor 1. Data of which the method has no
    /// scores. One question and an interval.
    ///
    /// # Source
    /// docs/ranking.md of the checkout.
    rank(Maybe): answer => [models: RankedModel], notes NOTES;

    /// What is ranked, and how.
    pub struct RankOptions {
        /// The method, such as "bradley_terry". docs/ranking.md lists them.
        method: String = text().required().placed(),
        /// Outcomes 0 and 1. NaN is a missing one.
        R: Option<ArrayD<f64>> = array("models × questions × trials").placed(),
        /// In place of outcomes, how often each model had each of them. A question without counts was not
        /// asked.
        counts: Option<ArrayD<f64>> =
            array("models × questions × categories").excludes(&["R"], "give {other=} or {it=}"),
        /// Of counts, what each category is worth, in [0, 1]. By default there are failures and successes.
        weights: Option<Vec<f64>> = numbers("one per category")
            .excludes(&["R"], "{it=} are for counts: {other=} has only 0 and 1"),
        /// Names of the models of an array, for messages. By default they are counted from 0.
        models: Option<Vec<String>> = texts(),
        /// A label for each question of an array. Questions of one label are drawn together.
        clusters: Option<Vec<String>> = texts(),
        /// What is drawn together without an array: the tasks, or the labels of the counts.
        cluster: Option<String> = choice(&["task", "cluster"])
            .excludes(&["R", "counts"], "{it=} does not go with {other=}"),
        /// "expected" pairs each trial with all of the question, "aligned" with that of its number.
        pairing: String = choice(&["expected", "aligned"]).or_text("expected"),
        /// Whether missing outcomes are an error, or left out.
        missing: String = choice(&["error", "drop"]).or_text("error"),
        /// Where intervals come from: questions that are drawn again, the sandwich of a model of pairs, or
        /// the posterior, about these questions alone. "none" gives ranks and scores without intervals.
        interval: String = choice(&["questions", "sandwich", "posterior", "none"]).or_text("questions"),
        /// The confidence of intervals.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// How many draws there are. By default they are 1000, or 100 of a method that draws orders of the
        /// trials.
        replicates: Option<u64> = whole(Range::FROM_ONE),
        /// The seed that they depend on.
        seed: u64 = seed(),
        /// Further options are those of the method.
        options: MethodOptions = further(),
    }
}

fn answer(input: Input<'_>, options: &RankOptions, work: &Workers<'_>) -> Result<Answer> {
    let source = match input {
        Input::Nothing => options.given()?,
        _ => options.counted(input.counts("rank")?)?,
    };
    let request = RankRequest {
        options: options.options.clone(),
        interval: RankInterval::named(&options.interval),
        replicates: options.replicates,
        confidence: options.confidence,
        seed: options.seed,
    };
    let found = rank_models(method(&options.method)?, &source, &request, &work.replicates(0))?;
    let notes = found.notes(&request);
    let mut rows: Vec<_> = found.places.into_iter().zip(found.rows).collect();
    sort_by_key(&mut rows, |&(place, _)| place);
    let rows = rows.into_iter().map(|(_, row)| row).collect::<Vec<RankedModel>>();
    Ok(Answer { notes, ..Answer::of(rows) })
}

impl RankOptions {
    /// What models of an array are ranked by.
    fn given(&self) -> Result<RankSource> {
        if let Some(outcomes) = &self.R {
            return self.outcomes(three("R", outcomes)?);
        }
        let doc = "outcomes of models × questions × trials, or counts.";
        let table = self.counts.as_ref().ok_or(CallError::Missing { option: "R", doc })?;
        self.require_expected()?;
        let table = three("counts", table)?;
        if let Some(weights) = &self.weights {
            let sizes = (("weights", weights.len()), ("counts", table.dim().2));
            check::same_size(sizes.0, sizes.1, "entries, one for each category")?;
        }
        let weights = self.worth()?;
        let cells = Cells::of_table(table, weights.as_ref(), self.models.as_deref())?;
        Ok(RankSource::Expected(self.together(cells)?))
    }

    fn outcomes(&self, outcomes: ArrayView3<'_, f64>) -> Result<RankSource> {
        let missing = if self.missing == "drop" { Missing::Drop } else { Missing::Error };
        if self.pairing == "aligned" {
            let trials = match &self.models {
                Some(names) => AlignedTrials::of_named(outcomes, missing, names)?,
                None => AlignedTrials::new(outcomes, missing)?,
            };
            let cells = self.together(trials.cells().clone())?;
            return Ok(RankSource::Aligned(trials.with_cells(cells)));
        }
        let cells = match &self.models {
            Some(names) => Cells::of_named(outcomes, missing, names)?,
            None => Cells::of_array(outcomes, missing)?,
        };
        Ok(RankSource::Expected(self.together(cells)?))
    }

    /// What the models of counts are ranked by.
    fn counted(&self, counts: &Counts) -> Result<RankSource> {
        let arrays = [("R", self.R.is_some()), ("counts", self.counts.is_some())];
        let labels = [("models", self.models.is_some()), ("clusters", self.clusters.is_some())];
        if let Some((it, _)) = arrays.into_iter().chain(labels).find(|one| one.1) {
            let why = "{it=} is of an array, and these are counts";
            return Err(CallError::Needless { it, why }.into());
        }
        self.require_expected()?;
        let cells = Cells::of_counts(counts, self.worth()?.as_ref())?;
        Ok(RankSource::Expected(match self.cluster.as_deref() {
            Some(cluster) => cells.clustered_as(counts, cluster == "task")?,
            None => cells,
        }))
    }

    /// Refuses to pair the trials of counts, which have no order.
    fn require_expected(&self) -> Result<()> {
        if self.pairing == "aligned" { Err(RankersError::NotAligned.into()) } else { Ok(()) }
    }

    fn worth(&self) -> Result<Option<Weights>> {
        Weights::of_option(self.weights.as_deref())
    }

    /// The cells, where questions of one cluster are drawn together.
    fn together(&self, cells: Cells) -> Result<Cells> {
        match &self.clusters {
            Some(labels) => cells.clustered(labels),
            None => Ok(cells),
        }
    }
}

/// An array of three axes.
fn three<'a>(option: &'static str, values: &'a ArrayD<f64>) -> Result<ArrayView3<'a, f64>> {
    let needed = "an array of three axes, the first of models";
    Ok(values.view().into_dimensionality().map_err(|_| CallError::Kind { option, needed })?)
}
