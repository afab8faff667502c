//! The trials that logs say there were to be: those that are in no log are missing.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::count::counter::Counter;
use crate::count::expected::Expected;
use crate::count::expected::Group;
use crate::error::Result;
use crate::note::Note;
use crate::spec::score::ScoreChoice;
use crate::tools::reader::PlannedTrials;

/// Trials that a plan may have to be counted one by one.
const MOST: u64 = 10_000_000;

impl Counter {
    /// Keeps the plan of a file.
    pub(super) fn plan(
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
            self.report.note(Note::PlanTooLarge { file, questions, trials });
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
            let mut rows: Vec<usize> = group.rows.keys().copied().collect();
            // A score is not asked of questions that have others alone.
            let others = if self.spec.score == ScoreChoice::All {
                group.of_others(groups)
            } else {
                HashSet::default()
            };
            if group.within(&named) {
                let named = plan.named.iter().filter(|name| !others.contains(&***name));
                rows.extend(named.map(|name| self.counts.row_of(group.key(name))));
            }
            rows.sort_unstable();
            rows.dedup();
            let mut planned = Expected {
                file: file.to_owned(),
                plan: [questions, plan.trials],
                rows: Vec::new(),
                codes: codes.clone().unwrap_or_default(),
                unnamed: 0,
                unknown: plan.questions.saturating_sub((rows.len() + others.len()) as u64),
            };
            if codes.is_some() {
                planned.rows = std::mem::take(&mut rows);
            }
            for row in rows {
                let here = group.rows.get(&row).map_or(0, |(_, trials)| *trials);
                let absent = plan.trials.saturating_sub(here);
                self.counts.add_missing(row, absent)?;
                planned.unnamed += absent;
            }
            self.planned.push(planned);
        }
        Ok(())
    }
}
