//! The trials that logs say there were to be: those that are in no log are missing.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::Counter;
use crate::error::Result;
use crate::formats::Plan;
use crate::repeats::Mark;
use crate::report::counted;
use crate::spec::Which;

/// Trials that a plan may have to be counted one by one.
const MOST: u64 = 10_000_000;

/// What a log plans.
pub(super) struct Planned {
    /// In words.
    what: String,
    /// By row and code.
    trials: Vec<(usize, u32)>,
    /// Trials without a name that are missing.
    unnamed: u64,
    /// Questions that are neither here nor named.
    unknown: u64,
}

/// The trials of a model and a task in one file.
pub(super) struct Group {
    pub(super) model: String,
    pub(super) task: String,
    /// Of each row the question, and how many trials.
    rows: HashMap<usize, (Box<str>, u64), FxBuildHasher>,
}

impl Group {
    /// The group of a model and a task, new if need be.
    pub(super) fn of<'g>(groups: &'g mut Vec<Self>, model: &str, task: &str) -> &'g mut Self {
        let known = groups.iter().position(|one| one.model == model && one.task == task);
        let place = known.unwrap_or_else(|| {
            let (model, task) = (model.to_owned(), task.to_owned());
            groups.push(Self { model, task, rows: HashMap::default() });
            groups.len() - 1
        });
        &mut groups[place]
    }

    /// Adds a trial.
    pub(super) fn add(&mut self, row: usize, question: &str) {
        self.rows.entry(row).or_insert_with(|| (question.into(), 0)).1 += 1;
    }

    /// The questions of the same model in other groups alone.
    fn of_others<'g>(&self, groups: &'g [Self]) -> HashSet<&'g str, FxBuildHasher> {
        let own: HashSet<&str, FxBuildHasher> =
            self.rows.values().map(|(question, _)| &**question).collect();
        let others = groups.iter().filter(|other| other.model == self.model);
        let all = others.flat_map(|other| other.rows.values().map(|(question, _)| &**question));
        all.filter(|question| !own.contains(question)).collect()
    }

    /// Whether the questions are all among those of a plan, which then are meant by its names.
    fn within(&self, named: &HashSet<&str, FxBuildHasher>) -> bool {
        self.rows.values().all(|(question, _)| named.contains(&**question))
    }
}

impl Counter {
    /// Keeps the plan of a file.
    pub(super) fn plan(
        &mut self,
        file: &str,
        plan: &Plan,
        groups: &[Group],
        outer: Option<&str>,
    ) -> Result<()> {
        let largest = groups.iter().map(|group| group.rows.len()).max().unwrap_or(0) as u64;
        let questions = plan.questions.max(largest);
        let what = format!(
            "{file} plans {} x {}",
            counted(questions, "question"),
            counted(plan.trials, "trial")
        );
        if questions.max(1).saturating_mul(plan.trials) > MOST {
            self.report.note(format!(
                "{what}, too many to look for each: coverage is of the trials that are there"
            ));
            return Ok(());
        }
        let names = plan.first.map(|first| first..first.saturating_add(plan.trials));
        let codes = names.map(|names| {
            let name = |number: u64| match outer {
                Some(outer) => format!("{outer}.{number}"),
                None => number.to_string(),
            };
            names.map(|number| self.seen.code(&name(number))).collect::<Vec<_>>()
        });
        let named: HashSet<&str, FxBuildHasher> = plan.named.iter().map(|name| &**name).collect();
        for group in groups {
            let (model, task) = (&group.model, &group.task);
            let mut rows: Vec<usize> = group.rows.keys().copied().collect();
            // A score is not asked of questions that have others alone.
            let others = if self.spec.score == Which::All {
                group.of_others(groups)
            } else {
                HashSet::default()
            };
            if group.within(&named) {
                let named = plan.named.iter().filter(|name| !others.contains(&***name));
                rows.extend(named.map(|name| self.counts.row(model, task, name)));
            }
            rows.sort_unstable();
            rows.dedup();
            let mut planned = Planned {
                what: what.clone(),
                trials: Vec::new(),
                unnamed: 0,
                unknown: plan.questions.saturating_sub((rows.len() + others.len()) as u64),
            };
            for row in rows {
                if let Some(codes) = &codes {
                    planned.trials.extend(codes.iter().map(|&code| (row, code)));
                    continue;
                }
                let here = group.rows.get(&row).map_or(0, |(_, trials)| *trials);
                let absent = plan.trials.saturating_sub(here);
                self.counts.add_missing(row, absent)?;
                planned.unnamed += absent;
            }
            self.planned.push(planned);
        }
        Ok(())
    }

    /// Counts what is planned and in no log as missing.
    pub(super) fn absent(&mut self) -> Result<()> {
        for planned in std::mem::take(&mut self.planned) {
            let Planned { what, trials, unnamed: mut absent, unknown } = planned;
            for (row, code) in trials {
                if !self.seen.has(row, code) {
                    self.seen.mark(row, code, Mark::Dropped);
                    self.counts.add_missing(row, 1)?;
                    absent += 1;
                }
            }
            if absent > 0 {
                let verbs =
                    if absent == 1 { "is not there and counts" } else { "are not there and count" };
                let absent = counted(absent, "trial");
                self.report.note(format!("{what}, of which {absent} {verbs} as missing"));
            }
            if unknown > 0 {
                let (verb, them) = if unknown == 1 { ("is", "it") } else { ("are", "them") };
                self.report.note(format!(
                    "{what}; {unknown} of the questions {verb} not in it, which does not name {them}: coverage counts {them} only where another log has {them}"
                ));
            }
        }
        Ok(())
    }
}
