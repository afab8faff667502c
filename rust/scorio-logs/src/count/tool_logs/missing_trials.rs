//! After the records of a tool's file: what is missing, and what there is to say.

use scorio_records::json::value::Value;
use scorio_records::trials::error::TrialError;

use crate::count::error::CountError;
use crate::count::finish::shown;
use crate::count::tool_logs::pass::{Pass, Tasks};
use crate::count::tool_logs::scores::{TrialCounter, unfit};
use crate::error::{Error, Result};
use crate::note::Note;
use crate::remedy::Remedy;
use crate::tools::reader::Ending;

/// Scores beside the one that counts that are named, at most.
const SHOWN: usize = 8;

impl TrialCounter<'_> {
    /// Counts the trials of which no record has the score as missing.
    pub(in crate::count) fn lacking(&mut self) -> Result<()> {
        let name = self.choice.counted().unwrap_or("score").to_owned();
        let parts = std::mem::take(&mut self.parts).into_iter();
        let mut lacking: Vec<_> =
            parts.filter_map(|(trial, first)| Some((first?, trial))).collect();
        lacking.sort_by_key(|(first, _)| first.number);
        for (first, (row, code)) in lacking {
            let mark = self.mark(&Value::Absent, false, &name, || first.clone())?;
            if !self.counter.settle(row, code, mark)? {
                return Err(Error::from(TrialError::Duplicate {
                    place: first,
                    trial: "this trial".to_owned(),
                }));
            }
            if !matches!(self.pass, Pass::All(..)) {
                self.counter.trials.report.records += 1;
                self.counter.file_records += 1;
            }
        }
        Ok(())
    }

    /// After the last record: what is missing, and what there is to say.
    pub(in crate::count) fn ended(&mut self, ending: Ending) -> Result<()> {
        let names: Vec<String> = self.choice.names().iter().cloned().collect();
        if let Some(score) = self.choice.nowhere().filter(|_| !names.is_empty()) {
            return Err(self.opened.no_score(None, score, names));
        }
        let one = matches!(self.pass, Pass::One);
        if one && self.choice.none_by_itself() && !self.opened.survey {
            let (file, format) = (self.opened.path.display().to_string(), self.opened.kind.name);
            return Err(CountError::NoKnownScore { file, format, scores: names }.into());
        }
        self.lacking()?;
        if let Some(problem) = ending.without_records.as_ref().filter(|_| self.has_none()) {
            let error = self.opened.not(problem.as_str(), Some(Remedy::LeaveFileOut {}));
            if !self.opened.input.found {
                return Err(error);
            }
            self.counter.pass_over(problem.clone(), error);
        }
        self.say(&ending)?;
        if let (Some(plan), Some(groups)) = (&ending.plan, &self.groups) {
            let file = self.opened.path.display().to_string();
            let outer = self.opened.input.trial.as_deref();
            self.counter.plan(&file, plan, groups, outer)?;
        }
        Ok(())
    }

    /// Whether the file has no records at all.
    fn has_none(&self) -> bool {
        self.counter.file_records == 0 && self.counter.trials.report.lines_skipped == 0
    }

    /// Notes which score was counted, and whether the file ends as it should.
    pub(in crate::count) fn say(&mut self, ending: &Ending) -> Result<()> {
        let file = self.opened.path.display().to_string();
        if let Some(why) = &ending.interrupted {
            let problem = format!("{file}: {why}");
            self.counter.trials.report.note(Note::Interrupted { file: file.clone(), problem });
            self.counter.cut = true;
        }
        if ending.invalidated {
            self.counter.trials.report.note(Note::Invalidated { file });
        }
        if let Pass::All(tasks, _) = self.pass {
            return self.say_all(tasks);
        }
        let Some(score) = self.choice.counted() else { return Ok(()) };
        let others = self.choice.names().iter().filter(|name| *name != score);
        let mut others: Vec<String> = others.cloned().collect();
        let more = others.len().saturating_sub(SHOWN) as u64;
        others.truncate(SHOWN);
        let (tool, score) = (self.opened.kind.title.to_owned(), score.to_owned());
        self.counter.trials.report.note(Note::CountedScore { tool, score, others, more });
        Ok(())
    }

    pub(in crate::count) fn say_all(&mut self, tasks: &Tasks) -> Result<()> {
        let valued = |name: &String| tasks.values().any(|names| names.contains(name));
        let empty = self.choice.names().iter().filter(|name| !valued(name));
        let scores: Vec<String> = empty.cloned().collect();
        if !scores.is_empty() {
            self.counter.trials.report.note(Note::ScoresWithoutValue { scores });
        }
        let all = tasks.iter().flat_map(|(task, names)| names.iter().map(|name| unfit(task, name)));
        let (left_out, fit): (Vec<_>, Vec<_>) =
            all.partition(|name| self.counter.unfit.contains_key(name));
        if let (0, Some(name)) = (fit.len(), left_out.first()) {
            let value = self.counter.unfit.get(name).cloned().unwrap_or_default();
            return Err(CountError::NoFittingScore {
                file: self.opened.path.display().to_string().into(),
                format: self.opened.kind.name,
                score: shown(name).into(),
                value: value.into(),
                accepted: self.categories.accepted().into(),
                usual: self.categories.are_usual(),
            }
            .into());
        }
        Ok(())
    }
}
