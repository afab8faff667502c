//! Scores that are sums over several trials.

use scorio_records::json::value::Value;
use scorio_records::records::mark::Mark;
use scorio_records::records::record::Origin;
use scorio_records::spec::policy::OnRepeat;
use scorio_records::trials::counter::Trials;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::count::tool_logs::scores::TrialCounter;
use crate::error::Result;
use crate::tools::trial::Score;

impl TrialCounter<'_> {
    /// Counts the trials that a score is the sum of. False if one is a duplicate and that is an error.
    pub(in crate::count) fn sum(
        &mut self,
        score: &Score<'_>,
        row: usize,
        run: Option<&str>,
        origin: &dyn Origin,
    ) -> Result<bool> {
        let right = self.right(score, origin)?;
        if self.opened.spec.ordered {
            return Err(CountError::NoOrder { place: Some(origin.place()) }.into());
        }
        let whole = run.map(|run| self.counter.trials.seen.code(run));
        if let Some(done) = self.is_sum(row, whole, score.of, origin)? {
            return Ok(done);
        }
        for place in 0..score.of {
            let mark = Mark::Category(if place < right { 2 } else { 0 });
            let code = run.map(|run| self.counter.trials.seen.code(&format!("{run}.{place}")));
            if !self.settle(row, code, mark, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an earlier sum has this trial with another number of trials. Nothing if not, else whether
    /// the policy for duplicates has settled it.
    pub(in crate::count) fn is_sum(
        &mut self,
        row: usize,
        code: Option<u32>,
        of: u64,
        origin: &dyn Origin,
    ) -> Result<Option<bool>> {
        let Some(code) = code else { return Ok(None) };
        let Counter { trials: Trials { report, seen, .. }, sums, spec, .. } = &mut *self.counter;
        let single = || (of > 1 && seen.has(row, code)).then_some(1);
        let known = sums.get(&(row, code)).copied().or_else(single);
        if known.is_none_or(|known| known == of) {
            if of > 1 {
                sums.insert((row, code), of);
            }
            return Ok(None);
        }
        match spec.on_repeat {
            OnRepeat::Error => Ok(Some(false)),
            OnRepeat::Keep => Ok(None),
            OnRepeat::First => {
                report.repeats_ignored += 1;
                Ok(Some(true))
            }
            OnRepeat::Last => {
                let (place, before) = (origin.place(), known.unwrap_or(1));
                Err(CountError::ReplacedSum { place, of, before }.into())
            }
        }
    }

    /// How many of the trials of which a score is the sum succeeded.
    pub(in crate::count) fn right(&self, score: &Score<'_>, origin: &dyn Origin) -> Result<u64> {
        const MOST: u64 = 1_000_000;
        let wrong = |problem| {
            let (place, sum) = (origin.place(), score.value.describe());
            let (score, of) = (score.name.to_string(), score.of);
            Err(CountError::Sum { place, score, sum, of, problem }.into())
        };
        if self.opened.spec.given_categories().is_some() && !self.opened.survey {
            return wrong("of which single outcomes, to put into categories, are not known");
        }
        if score.of > MOST {
            return wrong("more than can be one question's");
        }
        let sum = match score.value {
            Value::Number(text) => text.parse::<f64>().ok(),
            _ => None,
        };
        match sum.filter(|sum| sum.fract() == 0.0 && (0.0..=score.of as f64).contains(sum)) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number up to MOST"
            )]
            Some(sum) => Ok(sum as u64),
            None => wrong("which is no whole number of successes"),
        }
    }
}
