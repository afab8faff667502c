//! What models are ranked by: cells, or single trials side by side.

use super::cells::Cells;
use crate::rankers::pairs::aligned::AlignedTrials;
use crate::rankers::pairs::trial_pairs::TrialPairs;
use crate::rankers::sets::winner_sets::WinnerSets;

/// What models are ranked by.
#[derive(Clone, Debug, PartialEq)]
pub enum RankSource {
    /// Cells, whose pairs of trials are expected.
    Expected(Cells),
    /// Trials in order: each is paired with that of the same number.
    Aligned(AlignedTrials),
}

impl RankSource {
    /// The cells.
    #[must_use]
    pub fn cells(&self) -> &Cells {
        match self {
            Self::Expected(cells) => cells,
            Self::Aligned(trials) => trials.cells(),
        }
    }

    /// The pairs, with each question as often as `times` says.
    #[must_use]
    pub fn pairs(&self, times: Option<&[f64]>) -> TrialPairs {
        match self {
            Self::Expected(cells) => TrialPairs::expected(cells, times),
            Self::Aligned(trials) => trials.pairs(times),
        }
    }

    /// The winner sets, with each question as often as `times` says.
    #[must_use]
    pub fn winner_sets(&self, times: Option<&[f64]>) -> WinnerSets {
        match self {
            Self::Expected(cells) => WinnerSets::of_cells(cells, times),
            Self::Aligned(trials) => trials.winner_sets(times),
        }
    }

    /// The pairs of each question or cluster, one after another.
    pub(crate) fn pairs_by_unit(&self) -> impl Iterator<Item = TrialPairs> + '_ {
        let units = self.cells().units();
        let mut members = vec![Vec::new(); self.cells().unit_count()];
        for (question, &unit) in units.iter().enumerate() {
            members[unit].push(question);
        }
        let mut times = vec![0.0; units.len()];
        members.into_iter().map(move |questions| {
            times.fill(0.0);
            for question in questions {
                times[question] = 1.0;
            }
            self.pairs(Some(&times))
        })
    }
}
