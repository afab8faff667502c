//! The trials that logs say there were to be: those that are in no log are missing.

use std::collections::HashMap;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use scorio_core::counts::Key;
use scorio_records::records::mark::{Mark, NAMES};

use crate::count::counter::Counter;
use crate::count::trials::planned_rows::Expected;
use crate::count::trials::planned_rows::Group;
use crate::error::Result;
use crate::note::Note;
use crate::spec::score::ScoreChoice;
use crate::tools::reader::PlannedTrials;

/// Trials that a plan may have to be counted one by one.
const MOST: u64 = 10_000_000;

/// Questions without a name that are counted as missing.
const MOST_UNNAMED: u64 = 100_000;

/// Trials of all plans of a reading that may be in no log. Each is remembered, by a bit and more.
const MOST_ABSENT: u64 = 50_000_000;

/// So many trials take as much memory as a trial whose name is no number.
const NAME: u64 = 64;

impl Counter {
    /// Keeps the plan of a file.
    pub(in crate::count) fn plan(
        &mut self,
        file: &str,
        plan: &PlannedTrials,
        groups: &[Group],
        outer: Option<&str>,
    ) -> Result<()> {
        let largest = groups.iter().map(|group| group.rows.len()).max().unwrap_or(0) as u64;
        let questions = plan.questions.max(largest);
        if questions.max(1).saturating_mul(plan.trials) > MOST {
            let (file, trials) = (file.to_owned(), plan.trials);
            self.trials.report.note(Note::PlanTooLarge { file, questions, trials });
            return Ok(());
        }
        let numbers = plan.first.map(|first| first..first.saturating_add(plan.trials));
        let named: HashSet<&str, FxBuildHasher> = plan.named.iter().map(|name| &**name).collect();
        for group in groups {
            let mut rows: Vec<usize> = group.rows.keys().copied().collect();
            // A score is not asked of questions that have others alone.
            let others = if self.spec.score == ScoreChoice::All {
                group.of_others(groups)
            } else {
                HashSet::default()
            };
            if group.within(&named) {
                let named = plan.named.iter().filter(|name| !others.contains(&***name));
                rows.extend(named.map(|name| self.trials.counts.row_of(group.key(name))));
            }
            rows.sort_unstable();
            rows.dedup();
            let mut planned = Expected {
                file: file.to_owned(),
                plan: [questions, plan.trials],
                rows: Vec::new(),
                numbers: numbers.clone().unwrap_or_default(),
                outer: outer.map(str::to_owned),
                unnamed: 0,
                unknown: plan.questions.saturating_sub((rows.len() + others.len()) as u64),
                of: [&group.model, &group.task, &group.score].map(Clone::clone),
            };
            if numbers.is_some() {
                planned.rows = std::mem::take(&mut rows);
            }
            for row in rows {
                let here = group.rows.get(&row).map_or(0, |(_, trials)| *trials);
                let absent = plan.trials.saturating_sub(here);
                self.trials.counts.add_missing(row, absent)?;
                planned.unnamed += absent;
            }
            self.planned.push(planned);
        }
        Ok(())
    }

    /// Adds rows for planned questions that no log names. All models of a task share them.
    fn unnamed_rows(&mut self, planned: &[Expected]) -> Vec<Vec<usize>> {
        let mut names: HashMap<[&str; 2], HashSet<&str, FxBuildHasher>> = HashMap::new();
        if planned.iter().any(|one| one.unknown > 0) {
            for one in self.trials.counts.iter() {
                names.entry([one.task, one.score]).or_default().insert(one.question);
            }
        }
        let lacking =
            planned.iter().map(|Expected { plan: [questions, _], unknown, of, .. }| {
                let [_, task, score] = of;
                let known = names.get(&[task.as_str(), score.as_str()]).map_or(0, HashSet::len);
                questions.saturating_sub(known as u64).min(*unknown)
            });
        let lacking: Vec<u64> = lacking.collect();
        drop(names);
        let mut all = Vec::new();
        for (Expected { of: [model, task, score], .. }, lacking) in planned.iter().zip(lacking) {
            let mut rows = Vec::new();
            for place in (1..=lacking).filter(|_| lacking <= MOST_UNNAMED) {
                let question = &format!("unnamed {place}");
                rows.push(self.trials.counts.row_of(Key { model, task, score, question }));
            }
            all.push(rows);
        }
        all
    }

    /// After all inputs: counts what is planned and in no log as missing.
    pub(in crate::count) fn absent(&mut self) -> Result<()> {
        const SHOWN: usize = 5;
        let mut left = MOST_ABSENT;
        let mut beyond = Vec::new();
        let mut counted: HashSet<usize, FxBuildHasher> = HashSet::default();
        let planned = std::mem::take(&mut self.planned);
        let unnamed_rows = self.unnamed_rows(&planned);
        for (planned, rows) in planned.into_iter().zip(unnamed_rows) {
            let absent = match self.codes(&planned, &mut left) {
                Some(codes) => {
                    let absent = self.take_absent(&planned.rows, &codes, &mut left)?;
                    match self.take_absent(&rows, &codes, &mut left)? {
                        Some(_) => absent,
                        None => None,
                    }
                }
                None => None,
            };
            if planned.numbers.is_empty() {
                for row in rows.into_iter().filter(|&row| counted.insert(row)) {
                    self.trials.counts.add_missing(row, planned.plan[1])?;
                }
            }
            let Expected { file, plan: [questions, trials], unnamed, unknown, .. } = planned;
            let missing = unnamed + absent.unwrap_or(0);
            if absent.is_none() {
                beyond.push(file.clone());
            }
            if missing > 0 {
                let file = file.clone();
                self.trials.report.note(Note::PlannedMissing { file, questions, trials, missing });
            }
            if unknown > MOST_UNNAMED {
                let file = file.clone();
                self.trials.report.note(Note::PlanTooLarge { file, questions, trials });
            } else if unknown > 0 {
                let unnamed = unknown;
                self.trials.report.note(Note::PlannedUnnamed { file, questions, trials, unnamed });
            }
        }
        // A file has several plans where it has several scores.
        beyond.dedup();
        if !beyond.is_empty() {
            let more = beyond.len().saturating_sub(SHOWN) as u64;
            beyond.truncate(SHOWN);
            self.trials.report.note(Note::PlansTooLarge { files: beyond, more, most: MOST_ABSENT });
        }
        Ok(())
    }

    /// The codes of planned trials. Nothing if their names are more than are left.
    fn codes(&mut self, planned: &Expected, left: &mut u64) -> Option<Vec<u32>> {
        let numbers = planned.numbers.clone();
        if let (None, true) = (&planned.outer, numbers.end <= u64::from(NAMES)) {
            // A number is its own code.
            return numbers.map(|number| u32::try_from(number).ok()).collect();
        }
        *left = left.checked_sub((numbers.end - numbers.start).saturating_mul(NAME))?;
        let name = |number: u64| match &planned.outer {
            Some(outer) => format!("{outer}.{number}"),
            None => number.to_string(),
        };
        Some(numbers.map(|number| self.trials.seen.code(&name(number))).collect())
    }

    /// Counts the trials that are absent as missing, and says how many. Nothing if they are more than
    /// are left.
    fn take_absent(
        &mut self,
        rows: &[usize],
        codes: &[u32],
        left: &mut u64,
    ) -> Result<Option<u64>> {
        let trials = || rows.iter().flat_map(|&row| codes.iter().map(move |&code| (row, code)));
        let most = usize::try_from(*left).unwrap_or(usize::MAX).saturating_add(1);
        let absent =
            trials().filter(|&(row, code)| !self.trials.seen.has(row, code)).take(most).count();
        let Some(rest) = left.checked_sub(absent as u64) else { return Ok(None) };
        *left = rest;
        for (row, code) in trials() {
            if !self.trials.seen.has(row, code) {
                self.trials.seen.mark(row, code, Mark::Dropped);
                self.trials.counts.add_missing(row, 1)?;
            }
        }
        Ok(Some(absent as u64))
    }
}
