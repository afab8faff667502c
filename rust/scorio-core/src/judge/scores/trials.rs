//! What the trials of one model tell: by question and outcome of the judge, how many there are, and the
//! sums of their labels.

pub(crate) use super::cells::{JudgedAnswers, OutcomeCell};
use super::strata::Strata;
use crate::counts::states::{Builder, States};

/// The trials of one model.
#[derive(Clone, Debug)]
pub(crate) struct JudgedTrials {
    /// Those with a trial.
    pub(crate) questions: Vec<JudgedAnswers>,
    /// How many clusters there are.
    pub(crate) clusters: usize,
    /// Whether clusters are wanted, which are more than single questions.
    pub(crate) clustered: bool,
    /// Whether questions have weights.
    pub(crate) weighted: bool,
    /// Whether no label is between 0 and 1.
    pub(crate) binary: bool,
    /// ω of a trial of each question: all of them have the sum 1.
    pub(crate) shares: Vec<f64>,
    /// How outcomes are grouped, and what is predicted within each group.
    pub(crate) strata: Strata,
}

impl JudgedTrials {
    pub(crate) fn new(
        questions: Vec<JudgedAnswers>,
        weighted: bool,
        clusters: usize,
        clustered: bool,
    ) -> Self {
        let all: f64 = questions.iter().map(|question| question.weight).sum();
        let share = |question: &JudgedAnswers| question.weight / (question.trials() as f64 * all);
        let shares = questions.iter().map(share).collect();
        let strata = Strata::of_outcomes(&questions);
        let mut cells = questions.iter().flat_map(|question| &question.cells);
        // Numbers from 0 to 1 are equal to their squares if they are ends.
        #[expect(clippy::float_cmp, reason = "sums of whole numbers are exact")]
        let binary = cells.all(|cell| cell.sum == cell.squares);
        Self { questions, clusters, clustered, weighted, binary, shares, strata }
    }

    /// Each question with ω.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&JudgedAnswers, f64)> {
        self.questions.iter().zip(self.shares.iter().copied())
    }

    /// 1 / Σ ω²: as many trials of equal weight.
    pub(crate) fn as_equal(&self) -> f64 {
        let square =
            |(question, share): (&JudgedAnswers, f64)| share * share * question.trials() as f64;
        1.0 / self.each().map(square).sum::<f64>()
    }

    /// The cells of each question by stratum, with ω.
    pub(crate) fn each_strata(&self) -> impl Iterator<Item = (&Vec<OutcomeCell>, f64)> {
        self.strata.cells.iter().zip(self.shares.iter().copied())
    }

    /// A sum of ω times a figure of each cell, for each stratum.
    pub(crate) fn weighted(&self, figure: impl Fn(&OutcomeCell) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.strata.count];
        for (cells, share) in self.each_strata() {
            for (sum, cell) in sums.iter_mut().zip(cells) {
                *sum += share * figure(cell);
            }
        }
        sums
    }

    /// A number of each cell, added up for each stratum.
    pub(crate) fn totals(&self, number: impl Fn(&OutcomeCell) -> u64) -> Vec<u64> {
        totals(self.strata.cells.iter(), self.strata.count, number)
    }

    /// A number of each cell, added up for each outcome.
    pub(crate) fn by_outcome(&self, number: impl Fn(&OutcomeCell) -> u64) -> Vec<u64> {
        let cells = self.questions.iter().map(|question| &question.cells);
        totals(cells, self.strata.of.len(), number)
    }

    /// Whether every question has one trial.
    pub(crate) fn are_single(&self) -> bool {
        self.questions.len() > 1 && self.questions.iter().all(|question| question.trials() == 1)
    }

    /// The outcomes that the judge gave the model.
    pub(crate) fn occurring(&self) -> impl Iterator<Item = usize> {
        let totals = self.by_outcome(|cell| cell.trials);
        totals.into_iter().enumerate().filter(|(_, trials)| *trials > 0).map(|(k, _)| k)
    }

    /// The states of the outcomes that the judge gave the model.
    pub(crate) fn states(&self) -> States {
        let own: Vec<usize> = self.occurring().collect();
        let mut states = Builder::weighted(own.len(), self.weighted);
        for question in &self.questions {
            let trials = |&k: &usize| question.cells.get(k).map_or(0, |cell| cell.trials);
            let counts: Vec<u64> = own.iter().map(trials).collect();
            states.push_weighted(&counts, question.weight);
        }
        states.finish()
    }

    /// Whether every trial has a label.
    pub(crate) fn is_complete(&self) -> bool {
        let mut cells = self.questions.iter().flat_map(|question| &question.cells);
        cells.all(|cell| cell.labels == cell.trials)
    }

    /// The states of the labels.
    pub(crate) fn label_states(&self) -> States {
        let labels = self.questions.first().map_or(0, |question| question.by_label.len());
        let mut states = Builder::weighted(labels, self.weighted);
        for question in &self.questions {
            states.push_weighted(&question.by_label, question.weight);
        }
        states.finish()
    }

    /// Adds a figure of each question to its cluster.
    pub(crate) fn by_cluster(&self, figure: impl Fn(&JudgedAnswers, f64) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.clusters];
        for (question, share) in self.each() {
            if let Some(sum) = sums.get_mut(question.cluster) {
                *sum += figure(question, share);
            }
        }
        sums
    }

    /// Adds a figure of the cells of each question by stratum to its cluster.
    pub(crate) fn strata_by_cluster(
        &self,
        figure: impl Fn(&[OutcomeCell], f64) -> f64,
    ) -> Vec<f64> {
        let mut sums = vec![0.0; self.clusters];
        for (question, (cells, share)) in self.questions.iter().zip(self.each_strata()) {
            if let Some(sum) = sums.get_mut(question.cluster) {
                *sum += figure(cells, share);
            }
        }
        sums
    }
}

fn totals<'c>(
    all: impl Iterator<Item = &'c Vec<OutcomeCell>>,
    count: usize,
    number: impl Fn(&OutcomeCell) -> u64,
) -> Vec<u64> {
    let mut sums = vec![0_u64; count];
    for cells in all {
        for (sum, cell) in sums.iter_mut().zip(cells) {
            *sum += number(cell);
        }
    }
    sums
}
