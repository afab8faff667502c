//! After all inputs: scores without a category, and what there is to say.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use scorio_core::Sums;
use scorio_core::counts::Question;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::count::tool_logs::scores::unfit;
use crate::error::Result;
use crate::note::{Note, Report};
use crate::similar::note_similar_names;
use crate::source::progress::Total;
use crate::spec::options::Measure;

/// The category of usual outcomes that only graders know.
pub(super) const PARTIAL: usize = 1;

impl Counter {
    /// After all inputs.
    pub(super) fn finish(mut self, total: &Total) -> Result<Self> {
        const SHOWN: usize = 5;
        self.absent()?;
        self.fields.require_known()?;
        self.lacking_models()?;
        self.weigh_questions()?;
        self.leave_out_unfit()?;
        self.trials.report.bytes = total.load(Ordering::Relaxed);
        self.trials.report.passed_over += self.passed_over.len() as u64;
        if !self.passed_over.is_empty() {
            let more = self.passed_over.len().saturating_sub(SHOWN) as u64;
            let files = self.passed_over.iter().take(SHOWN).cloned().collect();
            self.trials.report.note(Note::SkippedFiles { files, more });
        }
        if self.spec.given_categories().is_none() {
            self.trials.counts.drop_empty(PARTIAL);
            self.say_partial();
        }
        self.say_weights()?;
        self.say_stems();
        note_similar_names(&self.trials.counts, &mut self.trials.report);
        Ok(self)
    }

    /// The sums of a reading that is finished.
    pub(super) fn into_sums(self) -> Result<(Sums, Report)> {
        let rows = self.numbers.map(|numbers| numbers.rows).unwrap_or_default();
        let mut sums = Sums::of(self.trials.counts, rows)?;
        if !self.unfit.is_empty() {
            sums = sums.filter(|one| !self.unfit.contains_key(&unfit(one.task, one.score)))?;
        }
        Ok((sums, self.trials.report))
    }

    /// Notes which tasks bring the third category of usual outcomes, and what that changes for all.
    pub(super) fn say_partial(&mut self) {
        if self.trials.counts.categories().len() < 3 {
            return;
        }
        let partial = |one: &Question<'_>| one.counts.get(PARTIAL).is_some_and(|&count| count > 0);
        let tasks: BTreeSet<&str> =
            self.trials.counts.iter().filter(partial).map(|one| one.task).collect();
        let named = tasks.into_iter().filter(|task| !task.is_empty());
        let tasks = named.map(str::to_owned).collect();
        self.trials.report.note(Note::PartialOutcomes { tasks });
    }

    /// Refuses a model of which no record has the field of the outcome, if that makes all of it fail.
    fn lacking_models(&self) -> Result<()> {
        if self.lacked.is_empty() {
            return Ok(());
        }
        let mut models: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        for (row, question) in self.trials.counts.iter().enumerate() {
            let [trials, lacked] = models.entry(question.model).or_default();
            *trials += question.trials();
            *lacked += self.lacked.get(&row).copied().unwrap_or(0);
        }
        let field = match &*self.measure {
            Measure::Outcome { field, .. } => field.clone(),
            Measure::Aggregate { .. } => return Ok(()),
        };
        match models.into_iter().find(|(_, [trials, lacked])| *trials > 0 && lacked >= trials) {
            Some((model, [trials, _])) => {
                let model = model.to_owned();
                Err(CountError::NoOutcomeOfModel { model, field, trials }.into())
            }
            None => Ok(()),
        }
    }

    /// Leaves the scores out that cannot be counted in one file or another, and says so.
    pub(super) fn leave_out_unfit(&mut self) -> Result<()> {
        if !self.unfit.is_empty() {
            // Sums leave them out by themselves.
            if self.numbers.is_none() {
                let fits =
                    |one: &Question<'_>| !self.unfit.contains_key(&unfit(one.task, one.score));
                self.trials.counts = self.trials.counts.filter(fits)?;
            }
            let named = self.unfit.iter().map(|(name, why)| (shown(name), why.clone()));
            let (scores, values) = named.unzip();
            self.trials.report.note(Note::ScoresWithoutCategory { scores, values });
        }
        Ok(())
    }
}

/// A score and its task, in messages.
pub(super) fn shown([task, score]: &[String; 2]) -> String {
    if task.is_empty() { score.clone() } else { format!("{task}: {score}") }
}
