//! Signs that trials of one model share their luck: those of one number succeed together, or repeat the one
//! before.
//!
//! Both are about successes and failures whose trials have numbers. All are sums of whole numbers over
//! questions, so that their order changes nothing.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::notes::{
    REPEATED, SHARED_LUCK, SHARED_LUCK_ALONE, SHARED_LUCK_OF_PAIRS, SHARED_LUCK_OF_QUESTIONS,
};
use crate::calls::Note;
use crate::calls::note::listed;
use crate::counts::by_number::{NumberSet, count, has};
use crate::counts::counts::Counts;
use crate::numeric::chi_square::above;
use crate::numeric::normal::probability;

/// From this p down, a note is printed.
const UNLIKELY: f64 = 0.005;

/// Fewer questions with both outcomes tell nothing.
const ENOUGH_MIXED: u64 = 10;

/// Sums over the questions of a model with one score.
#[derive(Default)]
struct LuckSums {
    /// By the columns of the trials that a question has.
    sets: BTreeMap<NumberSet, SetSums>,
    /// Questions and changes by trials and successes.
    changes: BTreeMap<[u64; 2], [u64; 2]>,
}

/// Sums over questions that have the same trials.
#[derive(Default)]
struct SetSums {
    questions: u64,
    mixed: u64,
    /// Σ c (N − c).
    products: u64,
    /// Successes by column, in ascending order of the numbers.
    successes: Vec<u64>,
}

/// What a test found.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sign {
    statistic: f64,
    p: f64,
}

impl LuckSums {
    /// Adds some questions with the same trials and outcomes.
    fn add(&mut self, there: NumberSet, successes: &NumberSet, order: &[usize], times: u64) {
        let (trials, solved) = (count(&there), count(successes));
        let (mut place, mut before, mut changes) = (0, None, 0);
        let set = self.sets.entry(there).or_default();
        set.successes.resize(usize::try_from(trials).unwrap_or(0), 0);
        for &column in order.iter().filter(|&&column| has(&there, column)) {
            let now = has(successes, column);
            if let Some(sum) = set.successes.get_mut(place) {
                *sum += times * u64::from(now);
            }
            changes += u64::from(before.is_some_and(|before: bool| before != now));
            (place, before) = (place + 1, Some(now));
        }
        set.questions += times;
        set.mixed += times * u64::from(solved > 0 && solved < trials);
        set.products += times * solved * (trials - solved);
        let [questions, sum] = self.changes.entry([trials, solved]).or_default();
        *questions += times;
        *sum += times * changes;
    }

    /// Cochran's Q of the questions that have the same trials as most: N(N − 1) Σ (T_j − T̄)² / Σ c (N − c),
    /// where T_j is the number of successes of trial j.
    fn shared(&self) -> Option<Sign> {
        let usual = self.sets.values().max_by_key(|set| (set.questions, set.successes.len()))?;
        let trials = usual.successes.len() as f64;
        if trials < 2.0 || usual.mixed < ENOUGH_MIXED {
            return None;
        }
        // Σ (T − T̄)² N = N Σ T² − (Σ T)², in whole numbers.
        let all: u128 = usual.successes.iter().map(|&one| u128::from(one)).sum();
        let squares: u128 = usual.successes.iter().map(|&one| u128::from(one).pow(2)).sum();
        let spread = squares * usual.successes.len() as u128 - all * all;
        let statistic = (trials - 1.0) * spread as f64 / usual.products as f64;
        Some(Sign { statistic, p: above(statistic, usual.successes.len() as u64 - 1) })
    }

    /// The z of Wald and Wolfowitz: changes R from a trial to the next, less than by chance.
    ///
    /// With h = 2c(N − c), z = (R − Σ h/N + ½) / √(Σ h (h − N) / (N² (N − 1))).
    fn repeated(&self) -> Option<Sign> {
        let (mut mixed, mut changes, mut expected, mut variance) = (0, 0, 0.0, 0.0);
        for (&[trials, solved], &[questions, seen]) in &self.changes {
            if solved == 0 || solved == trials {
                continue;
            }
            mixed += questions;
            changes += seen;
            let (n, times) = (trials as f64, questions as f64);
            let h = 2.0 * solved as f64 * (n - solved as f64);
            expected += times * h / n;
            variance += times * h * (h - n) / (n * n * (n - 1.0));
        }
        if mixed < ENOUGH_MIXED || variance <= 0.0 {
            return None;
        }
        let z = (changes as f64 - expected + 0.5) / variance.sqrt();
        Some(Sign { statistic: z, p: probability(z) })
    }
}

/// The sums by score and model. Only questions whose trials all have numbers are in them.
fn sums(counts: &Counts) -> BTreeMap<(&str, &str), LuckSums> {
    if counts.categories().len() != 2 || counts.by_number.is_empty() {
        return BTreeMap::new();
    }
    let order: Vec<usize> =
        counts.by_number.ascending().into_iter().map(|(_, column)| column).collect();
    // Labels are found sooner than names.
    let mut sums: HashMap<[u32; 2], ((&str, &str), OwnSums), FxBuildHasher> = HashMap::default();
    for (row, key, counted) in counts.rows_that_count() {
        let trials: u64 = counted.iter().sum();
        if trials < 2 {
            continue;
        }
        if let Some([there, successes]) = counts.numbered_trials(row, counted) {
            let [model, _, score, _] = key;
            let (_, own) = sums
                .entry([model, score])
                .or_insert_with(|| (counts.score_and_model(key), OwnSums::default()));
            if trials <= FEW_TRIALS {
                *own.alike.entry([there, successes]).or_default() += 1;
            } else {
                own.sums.add(there, &successes, &order, 1);
            }
        }
    }
    let added = |(name, mut own): ((_, _), OwnSums)| {
        for ([there, successes], times) in own.alike {
            own.sums.add(there, &successes, &order, times);
        }
        (name, own.sums)
    };
    sums.into_values().map(added).collect()
}

/// Questions of so few trials are mostly like others.
const FEW_TRIALS: u64 = 8;

/// Sums, and questions of few trials that are still to be added: their numbers by trials and outcomes.
#[derive(Default)]
struct OwnSums {
    sums: LuckSums,
    alike: HashMap<[NumberSet; 2], u64, FxBuildHasher>,
}

/// What asks for signs of luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    /// Scores whose intervals are about new runs, too.
    Runs,
    /// Scores whose intervals could be.
    Averages,
    /// Scores and gates whose intervals could not.
    Others,
    /// Gates of single questions.
    Questions,
    /// Comparisons.
    Pairs,
}

/// The notes about some models.
pub(crate) fn signs_of_luck(counts: &Counts, models: &[&str], asking: Asking) -> Vec<Note> {
    let sums = sums(counts);
    let found = |test: fn(&LuckSums) -> Option<Sign>| {
        let own = sums.iter().filter(|((_, model), _)| models.contains(model));
        let signs = own.filter_map(|((_, model), sums)| Some((*model, test(sums)?.p)));
        let unlikely: Vec<_> = signs.filter(|&(_, p)| p < UNLIKELY).collect();
        let lowest = unlikely.iter().map(|&(_, p)| p).fold(1.0, f64::min);
        let mut names: Vec<_> = unlikely.into_iter().map(|(model, _)| model).collect();
        names.dedup();
        (!names.is_empty()).then(|| (listed(names), chance(lowest)))
    };
    let note =
        |kind, (models, p): (String, String)| Note::of(kind).with("models", models).with("p", p);
    let shared = found(LuckSums::shared).filter(|_| asking != Asking::Runs);
    let repeated = found(LuckSums::repeated);
    let shared = shared.map(|found| {
        let kind = match asking {
            Asking::Runs | Asking::Averages => &SHARED_LUCK,
            Asking::Others => &SHARED_LUCK_ALONE,
            Asking::Questions => &SHARED_LUCK_OF_QUESTIONS,
            Asking::Pairs => &SHARED_LUCK_OF_PAIRS,
        };
        note(kind, found)
    });
    shared.into_iter().chain(repeated.map(|found| note(&REPEATED, found))).collect()
}

/// A small chance in one digit, as .003 and 1e-9.
fn chance(p: f64) -> String {
    if p < 0.0005 {
        return format!("{:.0e}", p.max(1e-99));
    }
    format!("{p:.3}").trim_start_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(questions: &[&str]) -> LuckSums {
        let mut sums = LuckSums::default();
        for question in questions {
            let bits = |wanted: &[char]| {
                let set = question.chars().enumerate().filter(|(_, one)| wanted.contains(one));
                [set.map(|(place, _)| 1 << place).sum(), 0, 0, 0]
            };
            // The third trial is the first by number.
            sums.add(bits(&['0', '1']), &bits(&['1']), &[2, 0, 1, 3], 1);
        }
        sums
    }

    #[test]
    fn signs_are_those_worked_out_by_hand() {
        // T = (10, 0, 0), N = 3, Σ c (N − c) = 20: Q = 3 × 2 × 200/3 / 20 = 20.
        let sums = of(&["001"; 10]);
        let shared = sums.shared().unwrap();
        assert!(
            (shared.statistic - 20.0).abs() < 1e-12 && (shared.p - (-10.0_f64).exp()).abs() < 1e-12
        );
        // One change each, of 4/3 expected; the variance is 4 (4 − 3) / (9 × 2) each.
        let repeated = sums.repeated().unwrap();
        let z = (10.0 - 40.0 / 3.0 + 0.5) / (40.0_f64 / 18.0).sqrt();
        assert!((repeated.statistic - z).abs() < 1e-12);
        assert!(of(&["001"; 9]).shared().is_none() && of(&["001"; 9]).repeated().is_none());
        assert!(of(&["11"; 20]).shared().is_none());
        // Two trials show no repeats, and certain questions nothing.
        let pairs = of(&["10"; 20]);
        assert!(pairs.shared().is_some() && pairs.repeated().is_none());
    }

    #[test]
    fn questions_with_other_trials_are_left_out_of_q() {
        let mut most = vec!["001"; 12];
        most.extend(["0x1"; 11]);
        let (both, alone) = (of(&most).shared().unwrap(), of(&["001"; 12]).shared().unwrap());
        assert_eq!(both, alone);
    }

    #[test]
    fn questions_that_are_alike_are_added_together() {
        let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
        let mut plain: BTreeMap<(&str, &str), LuckSums> = BTreeMap::new();
        for question in 0..200_u32 {
            for (place, model) in (0_u32..).zip(["b", "a"]) {
                // Some have more trials than those that are gathered.
                let trials = if question % 3 == 0 { 10 } else { 2 + question % 4 };
                let row = counts.row(model, "", &question.to_string());
                let (mut there, mut successes) = ([0; 4], [0; 4]);
                for number in 0..trials {
                    let solved = (question * 7 + number * number + place).is_multiple_of(3);
                    counts.add(row, usize::from(solved), 1).unwrap();
                    counts.number(row, number, u16::from(solved));
                    there[0] |= 1 << number;
                    successes[0] |= u64::from(solved) << number;
                }
                let order: Vec<usize> = (0..10).collect();
                plain.entry(("", model)).or_default().add(there, &successes, &order, 1);
            }
        }
        let found = sums(&counts);
        assert_eq!(found.keys().collect::<Vec<_>>(), plain.keys().collect::<Vec<_>>());
        for (one, other) in found.values().zip(plain.values()) {
            assert_eq!(one.changes, other.changes);
            assert_eq!((one.shared(), one.repeated()), (other.shared(), other.repeated()));
        }
    }

    #[test]
    fn chances_have_one_digit() {
        assert_eq!([0.0034, 2.6e-9, 0.0].map(chance), [".003", "3e-9", "1e-99"]);
    }
}
