//! The question scores of all models of a table, side by side.

use std::collections::BTreeMap;

use super::belief::Line;
use super::question_score::{KeyedScore, QuestionKey};
use crate::counts::label::same;
use crate::numeric::double::exponent;
use crate::numeric::portable::power_of_two;
use crate::rank::two_scores::Unit;

/// The score of one model on one question, times the table's unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlignedScore {
    pub(super) score: f64,
    pub(super) weight: f64,
    pub(super) trials: u64,
    /// The place of the question, or a number for its cluster.
    pub(super) cluster: usize,
}

/// The scores of each line, question by question.
pub(super) struct Aligned<'a> {
    /// Scores are multiplied by this power of two, so that squares neither overflow nor underflow.
    pub(super) unit: f64,
    questions: usize,
    clusters: BTreeMap<&'a str, usize>,
    lines: Vec<Vec<Option<AlignedScore>>>,
}

impl<'a> Aligned<'a> {
    pub(super) fn new(lines: &[Line<'a>], clustered: bool) -> Self {
        let scores = || lines.iter().flat_map(|(_, belief)| &belief.questions).map(|(_, one)| one);
        let names = names_of(lines);
        let questions = names.len();
        let mut clusters: BTreeMap<&'a str, usize> = BTreeMap::new();
        for label in scores().filter_map(|one| one.cluster.filter(|_| clustered)) {
            let next = questions + clusters.len();
            clusters.entry(label).or_insert(next);
        }
        let totals = lines.iter().map(|(line, _)| line.score.abs());
        let largest = scores().map(|one| one.score.abs()).chain(totals).fold(0.0, f64::max);
        let unit =
            if largest > 0.0 { power_of_two(-exponent(largest).clamp(-1000, 1000)) } else { 1.0 };
        let cells = lines.iter().map(|(_, belief)| {
            let mut cells = vec![None; if belief.questions.is_empty() { 0 } else { questions }];
            let mut own = belief.questions.iter().peekable();
            for (place, (name, cell)) in names.iter().zip(&mut cells).enumerate() {
                let Some((_, one)) = own.next_if(|(key, _)| is_same(key, name)) else { continue };
                let label = one.cluster.and_then(|label| clusters.get(label));
                let cluster = label.copied().unwrap_or(place);
                let (score, weight, trials) = (one.score * unit, one.weight, one.trials);
                *cell = Some(AlignedScore { score, weight, trials, cluster });
            }
            cells
        });
        Self { unit, questions, lines: cells.collect(), clusters }
    }

    /// The number of questions that any model has.
    pub(super) fn questions(&self) -> usize {
        self.questions
    }

    /// The scores of all lines.
    pub(super) fn lines(&self) -> &[Vec<Option<AlignedScore>>] {
        &self.lines
    }

    /// The scores of one line.
    pub(super) fn cells(&self, line: usize) -> &[Option<AlignedScore>] {
        self.lines.get(line).map_or(&[], Vec::as_slice)
    }

    /// The sums of every question or cluster, for all models.
    pub(super) fn units(&self) -> Vec<Unit> {
        let mut units =
            vec![vec![(0.0, 0.0); self.lines.len()]; self.questions + self.clusters.len()];
        for (model, cells) in self.lines.iter().enumerate() {
            for cell in cells.iter().flatten() {
                let slot = units.get_mut(cell.cluster).and_then(|unit| unit.get_mut(model));
                if let Some(sums) = slot {
                    *sums = (sums.0 + cell.weight * cell.score, sums.1 + cell.weight);
                }
            }
        }
        // Questions of a cluster leave their own places empty.
        units.retain(|unit| unit.iter().any(|&(_, weight)| weight > 0.0));
        units
    }

    /// These scores, question by question.
    #[cfg(test)]
    pub(super) fn of_lines(lines: Vec<Vec<Option<AlignedScore>>>) -> Self {
        let questions = lines.first().map_or(0, Vec::len);
        Self { unit: 1.0, questions, clusters: BTreeMap::new(), lines }
    }
}

/// Whether two questions are the same.
fn is_same(one: &QuestionKey<'_>, other: &QuestionKey<'_>) -> bool {
    same(one.0, other.0) && same(one.1, other.1)
}

/// The questions that any line has, in order.
fn names_of<'a>(lines: &[Line<'a>]) -> Vec<QuestionKey<'a>> {
    let mut names: Vec<QuestionKey<'a>> = Vec::new();
    let key = |one: &KeyedScore<'a>| one.0;
    for (_, belief) in lines {
        let own = || belief.questions.iter().map(key);
        // Most often all models have the same questions.
        let is_known = belief.questions.len() == names.len();
        if !is_known || !own().zip(&names).all(|(one, name)| is_same(&one, name)) {
            names.extend(own());
            names.sort_unstable();
            names.dedup();
        }
    }
    names
}
