//! The chances of each rank for questions like these, by the Bayesian bootstrap (Rubin 1981).

use std::cmp::Ordering;
use std::ops::Range;

use rand::RngExt as _;

use super::two_scores::{BLOCK, DrawnScores, DrawnWeights, TwoScores, Unit};
use crate::error::Result;
use crate::numeric::draws::dirichlet::DirichletDraws;
use crate::numeric::error::NumericError;
use crate::numeric::portable::ln;
use crate::numeric::random::{Purpose, Replicates, stream};
use crate::numeric::watch;

/// The fewest and the most draws of the weights of questions, and the most sums that all of them take.
const DRAWS: (u64, u64) = (200, 2000);
const MOST_WORK: u64 = 500_000_000;
/// A draw of fewer sums takes some microseconds.
const FEW_SUMS: u64 = 10_000;

/// Draws of the scores of all models for questions like these.
///
/// Each draw gives every unit an exponential weight, the same for all models. Equal units are drawn
/// together. The number of threads changes no draw.
///
/// # Errors
/// A model has no question.
pub(crate) fn drawn_scores(
    units: Vec<Unit>,
    models: usize,
    seed: u64,
    threads: usize,
) -> Result<Vec<DrawnScores>> {
    let sample = Sample::new(units)?;
    match TwoScores::new(&sample.rows, models) {
        Some(table) => sample.draws(models, (seed, threads), |weights| table.scores(weights)),
        None => sample.draws(models, (seed, threads), |weights| sample.scores(models, weights)),
    }
}

/// Units of which equal ones are one row.
struct Sample {
    rows: Vec<Unit>,
    /// The weights of rows that stand for several units. `None` if no row does.
    repeated: Option<DirichletDraws>,
}

impl Sample {
    fn new(mut units: Vec<Unit>) -> Result<Self> {
        units.sort_by(|a, b| {
            let mut parts =
                a.iter().zip(b).map(|(a, b)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
            parts.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        let times: Vec<_> = units.chunk_by(|a, b| a == b).map(|alike| alike.len() as f64).collect();
        units.dedup();
        let several = times.iter().any(|&times| times > 1.0);
        let repeated = several.then(|| DirichletDraws::new(&times)).transpose()?;
        Ok(Self { rows: units, repeated })
    }

    /// The scores of each draw. `scores` gives those of some draws.
    fn draws(
        &self,
        models: usize,
        (seed, threads): (u64, usize),
        scores: impl Fn(&[DrawnWeights]) -> Vec<DrawnScores> + Sync,
    ) -> Result<Vec<DrawnScores>> {
        let work = (self.rows.len() * models.max(1)) as u64;
        let count = (MOST_WORK / work.max(1)).clamp(DRAWS.0, DRAWS.1);
        // Threads for little work would take longer to begin than to end.
        let threads = if work < FEW_SUMS { 1 } else { threads };
        let block = |draws: Range<u64>| {
            let weights: Vec<_> = draws.map(|draw| self.weights(seed, draw)).collect();
            Ok(scores(&weights))
        };
        let all = Replicates { count, threads, go_on: &|_| watch::goes_on() }.fold_pieces(
            BLOCK as u64,
            Vec::new(),
            block,
            Vec::extend,
        )?;
        if all.iter().flatten().any(|score| score.is_nan()) {
            return Err(NumericError::NotFinite { what: "a score" }.into());
        }
        Ok(all)
    }

    fn weights(&self, seed: u64, draw: u64) -> DrawnWeights {
        let mut stream = stream(seed, Purpose::Bootstrap, draw);
        let mut weights = vec![0.0; self.rows.len()];
        if let Some(repeated) = &self.repeated {
            repeated.draw(&mut weights, &mut stream);
        } else {
            for weight in &mut weights {
                let uniform: f64 = stream.random();
                *weight = -ln(1.0 - uniform);
            }
        }
        weights
    }

    /// The scores of any table.
    fn scores(&self, models: usize, weights: &[DrawnWeights]) -> Vec<DrawnScores> {
        let score = |weights: &DrawnWeights| {
            let mut sums = vec![(0.0, 0.0); models];
            for (weight, row) in weights.iter().zip(&self.rows) {
                for (sum, part) in sums.iter_mut().zip(row) {
                    sum.0 += weight * part.0;
                    sum.1 += weight * part.1;
                }
            }
            sums.into_iter().map(|sum| sum.0 / sum.1).collect()
        };
        weights.iter().map(score).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chance of each rank of one model, from the first rank on.
    type Chances = Vec<f64>;

    /// The chances of the ranks in some draws.
    fn of_draws(draws: &[DrawnScores], models: usize) -> Vec<Chances> {
        let mut chances = vec![vec![0.0; models]; models];
        let mut placed = Vec::with_capacity(models);
        for scores in draws {
            placed.clear();
            placed.extend(scores.iter().copied().zip(0..));
            add_places(&mut placed, 1.0 / draws.len() as f64, &mut chances);
        }
        chances
    }

    /// Adds the places of one draw. Equal scores share theirs.
    fn add_places(placed: &mut [(f64, usize)], part: f64, chances: &mut [Chances]) {
        placed.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut place = 0;
        for tied in placed.chunk_by(|a, b| a.0.to_bits() == b.0.to_bits()) {
            for &(_, model) in tied {
                let own =
                    chances.get_mut(model).and_then(|own| own.get_mut(place..place + tied.len()));
                for chance in own.unwrap_or_default() {
                    *chance += part / tied.len() as f64;
                }
            }
            place += tied.len();
        }
    }

    #[test]
    fn a_sample_ranks_what_all_its_questions_say() {
        // The second model is better on every question.
        let units: Vec<Unit> =
            (0..20).map(|i| vec![(f64::from(i % 3), 1.0), (f64::from(i % 3) + 0.1, 1.0)]).collect();
        let chances = of_draws(&drawn_scores(units, 2, 0, 1).unwrap(), 2);
        assert!((chances[1][0] - 1.0).abs() < 1e-9 && chances[0][0] == 0.0, "{chances:?}");
    }

    /// A table of three models with missing questions, whose scores are two numbers.
    fn table(questions: usize, (low, high): (f64, f64), missing: bool) -> Vec<Unit> {
        let mut stream = stream(9, Purpose::Simulation, questions as u64);
        let cell = |stream: &mut crate::numeric::random::Stream, model: usize| {
            let (score, gap): (f64, f64) = (stream.random(), stream.random());
            match (missing && gap < 0.1, score < 0.45 + 0.03 * model as f64) {
                (true, _) => (0.0, 0.0),
                (_, true) => (high, 1.0),
                _ => (low, 1.0),
            }
        };
        (0..questions).map(|_| (0..5).map(|model| cell(&mut stream, model)).collect()).collect()
    }

    #[test]
    fn sums_of_bits_give_the_chances_of_plain_sums() {
        for (questions, low, high) in [
            (3, 0.0, 0.5),
            (61, 0.0, 0.5),
            (61, -0.25, 0.5),
            (61, -0.75, -0.25),
            (300, 0.0, 0.5),
            (1001, 0.125, 0.5),
            (2501, 0.0, 0.5),
        ] {
            for missing in [false, true] {
                let sample = Sample::new(table(questions, (low, high), missing)).unwrap();
                let table = TwoScores::new(&sample.rows, 5).unwrap();
                let chances = |draws: Result<Vec<DrawnScores>>| of_draws(&draws.unwrap(), 5);
                let fast = |threads| sample.draws(5, (3, threads), |weights| table.scores(weights));
                let plain = chances(sample.draws(5, (3, 1), |weights| sample.scores(5, weights)));
                assert_eq!(chances(fast(1)), plain, "{questions} {low} {high} {missing}");
                assert_eq!(fast(3).unwrap(), fast(1).unwrap());
            }
        }
    }

    #[test]
    fn a_table_of_three_scores_has_plain_sums() {
        let mut units = table(20, (0.0, 0.5), false);
        units[3][2].0 = 0.25;
        assert!(TwoScores::new(&units, 5).is_none());
        let weighted = units.iter_mut().flat_map(|unit| unit.iter_mut());
        weighted.for_each(|part| *part = (0.5 * part.1, 2.0));
        units[0][0].1 = 3.0;
        assert!(TwoScores::new(&units, 5).is_none());
    }
}
