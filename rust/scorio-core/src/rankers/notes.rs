//! The words of what a ranking says below its rows.

use super::ranking::{DRAWS, RankInterval, RankRequest, RankedModels};
use crate::calls::Note;
use crate::calls::note::notes;

/// From here on, intervals cover about as promised (docs/coverage.md).
const ENOUGH: u64 = 30;

notes! { NOTES:
    /// What is drawn again.
    ABOUT "rank.about" = "Intervals and rank ranges are about {unit}s like these {units,}. A range is that of \
        draws, each rank by itself: compare says which models are separated.";
    /// What a sandwich is about.
    STUDENT "rank.student" = "Intervals are Student's t, about {unit}s like these {units,}.";
    /// What a posterior is about.
    THESE "rank.these" = "Intervals are about these questions alone, with independent trials.";
    /// What single trials tell.
    SINGLE "rank.single" = "Intervals are about questions like these, with independent trials: one trial of \
        each question does not tell how far further trials would differ.";
    /// Fewer questions than intervals need to cover.
    FEW "rank.few" = "With fewer than {enough} {unit}s, an interval may contain the truth less often than \
        it says.";
    /// What scores over orders are.
    ORDERS "rank.orders" = "Scores of {method} are means over random orders of the trials; order sd is \
        how far a single order moves them.";
    /// Fewer draws than other methods have, because each of them takes long.
    FEW_DRAWS "rank.few_draws" = "Intervals of {method} are of {draws,} draws, because each of them draws \
        orders anew. More replicates make their ends steadier, and take longer.";
    /// Draws that a method cannot score.
    WITHOUT_SCORES "rank.without_scores" = "{method} has no scores of {failed,} of {draws,} \
        {draws?draw|draws}, which are left out.";
    /// Scores that lack questions.
    UNASKED "rank.unasked" = "Some scores are not of every question that was asked: see questions.";
}

impl RankedModels {
    /// What to say below the rows.
    #[must_use]
    pub fn notes(&self, request: &RankRequest) -> Vec<Note> {
        let mut notes = request.interval.map_or_else(Vec::new, |kind| self.about(kind));
        for row in self.rows.first().into_iter().filter(|row| row.order_sd.is_some()) {
            notes.push(Note::of(&ORDERS).with("method", row.method.clone()));
        }
        let drawn = request.interval == Some(RankInterval::Questions);
        let fewer = drawn && request.replicates.is_none() && self.draws < DRAWS;
        for row in self.rows.first().into_iter().filter(|_| fewer) {
            let note = Note::of(&FEW_DRAWS).with("method", row.method.clone());
            notes.push(note.with("draws", self.draws));
        }
        for row in self.rows.first().into_iter().filter(|_| self.failed > 0) {
            let note = Note::of(&WITHOUT_SCORES).with("method", row.method.clone());
            notes.push(note.with("failed", self.failed).with("draws", self.draws));
        }
        if self.rows.iter().any(|row| row.questions < row.questions_asked) {
            notes.push(Note::of(&UNASKED));
        }
        notes
    }

    /// What intervals are about, and where units are too few for the promised coverage.
    fn about(&self, interval: RankInterval) -> Vec<Note> {
        let kind = match interval {
            RankInterval::Questions => &ABOUT,
            RankInterval::Sandwich => &STUDENT,
            RankInterval::Posterior => {
                let single = self.rows.iter().all(|row| row.trials == row.questions);
                return vec![Note::of(if single { &SINGLE } else { &THESE })];
            }
        };
        let units = self.units as u64;
        let mut notes = vec![Note::of(kind).with("unit", self.unit).with("units", units)];
        if units < ENOUGH {
            notes.push(Note::of(&FEW).with("enough", ENOUGH).with("unit", self.unit));
        }
        notes
    }
}
