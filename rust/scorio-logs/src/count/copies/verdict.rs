//! Whether the records of two files are the same trials.

use std::collections::HashMap;

use crate::count::copies::print::mixed;
use crate::count::copies::trail::LookedAt;

/// What two files have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) enum InCommon {
    /// Nothing that is worth a word.
    Nothing,
    /// Each has the records of the other.
    All,
    /// All records of the file that has fewer.
    AllOfOne,
    /// So many records, which may be the same trials.
    Some(u64),
}

/// So rarely may files of different trials be refused, if the outcomes of a question have nothing to do with
/// one another.
const CHANCE: f64 = 1e-6;

/// What may be equal by chance of records that differ otherwise: one in so many.
const RARE: usize = 20;

/// How the records of a file are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// Nearly all differ from others of their question and outcome.
    ByThemselves,
    /// There is one of a question and outcome.
    ByQuestion,
    /// Several of a question and outcome are equal.
    NotAtAll,
}

/// Compares the records of two files, of which `one` has at most as many.
pub(in crate::count) fn common(one: &[LookedAt], other: &[LookedAt]) -> InCommon {
    let both = shared(one, other);
    if both == one.len() && one.len() == other.len() {
        return InCommon::All;
    }
    let begun = one.iter().zip(other).take_while(|(one, other)| one.whole == other.whole).count();
    let begin = one.get(..begun).unwrap_or(one);
    let common = InCommon::Some;
    match told(other) {
        Told::ByThemselves if both == one.len() => InCommon::AllOfOne,
        Told::ByThemselves if both * RARE > one.len() => common(both as u64),
        Told::ByThemselves => InCommon::Nothing,
        Told::ByQuestion if both == one.len() && chance(one) < CHANCE => InCommon::AllOfOne,
        Told::ByQuestion if both == one.len() => common(both as u64),
        // Where both have a question, their records are equal each time.
        Told::ByQuestion if all_meeting(one, other, both) => common(both as u64),
        _ if begun == one.len() && chance(one) < CHANCE => InCommon::AllOfOne,
        _ if begun == one.len() || chance(begin) < CHANCE => common(begun as u64),
        _ if both == one.len() && chance_within(one, other) < CHANCE => common(both as u64),
        _ => InCommon::Nothing,
    }
}

/// The same for files of which one has numbers of trials. These may tell equal records apart, so that an
/// error needs records that say more than a question and an outcome.
pub(in crate::count) fn common_if_numbered(one: &[LookedAt], other: &[LookedAt]) -> InCommon {
    let found = common(one, other);
    if !matches!(found, InCommon::All | InCommon::AllOfOne) || told(other) == Told::ByThemselves {
        return found;
    }
    let rare = chance(one) < CHANCE;
    match (says_more(one), rare) {
        (true, true) => found,
        (false, false) => InCommon::Nothing,
        (true, false) | (false, true) => InCommon::Some(one.len() as u64),
    }
}

fn tally(records: &[LookedAt], of: impl Fn(&LookedAt) -> u64) -> HashMap<u64, usize> {
    let mut tally = HashMap::new();
    for record in records {
        *tally.entry(of(record)).or_default() += 1;
    }
    tally
}

/// How many records two files share.
fn shared(one: &[LookedAt], other: &[LookedAt]) -> usize {
    let (one, other) = (tally(one, |one| one.whole), tally(other, |one| one.whole));
    one.iter().map(|(whole, &times)| times.min(other.get(whole).copied().unwrap_or(0))).sum()
}

/// Whether the shared records are all of the questions that two files share, and too many for chance.
fn all_meeting(one: &[LookedAt], other: &[LookedAt], both: usize) -> bool {
    let rows = tally(other, |one| one.row);
    let met: Vec<_> = one.iter().filter(|one| rows.contains_key(&one.row)).copied().collect();
    both > 1 && both == met.len() && (says_more(&met) || chance(&met) < CHANCE)
}

/// Whether records say more than what is read.
fn says_more(records: &[LookedAt]) -> bool {
    records.iter().any(|one| one.whole != mixed(one.class, 0))
}

/// How likely it is that outcomes of the same questions, drawn at random, are all among those of the other file.
fn chance_within(one: &[LookedAt], other: &[LookedAt]) -> f64 {
    let mut left = tally(other, |one| one.class);
    let marks = tally(one, |one| one.mark.into());
    let mut classes: HashMap<u64, Vec<(u64, u64)>> = HashMap::new();
    for two in other {
        let of_row = classes.entry(two.row).or_default();
        if !of_row.contains(&(two.class, two.mark.into())) {
            of_row.push((two.class, two.mark.into()));
        }
    }
    let (all, mut chance) = (one.len() as f64, 1.0);
    for one in one {
        let fits = classes.get(&one.row).into_iter().flatten();
        let fits = fits.filter(|(class, _)| left.get(class).is_some_and(|&left| left > 0));
        let fits: usize = fits.filter_map(|(_, mark)| marks.get(mark)).sum();
        chance *= fits as f64 / all;
        if let Some(left) = left.get_mut(&one.class) {
            *left = left.saturating_sub(1);
        }
    }
    chance
}

fn told(records: &[LookedAt]) -> Told {
    let classes = tally(records, |one| one.class);
    let alike = |one: &&LookedAt| classes.get(&one.class).is_some_and(|&times| times > 1);
    let several: Vec<_> = records.iter().filter(alike).copied().collect();
    let equal = several.len() - tally(&several, |one| one.whole).len();
    match several.len() {
        0 => Told::ByQuestion,
        several if equal * RARE <= several => Told::ByThemselves,
        _ => Told::NotAtAll,
    }
}

/// How likely it is that other trials of the same questions have the same outcomes, were they drawn at random.
fn chance(records: &[LookedAt]) -> f64 {
    if records.is_empty() {
        return 1.0;
    }
    let (all, marks) = (records.len() as f64, tally(records, |one| one.mark.into()));
    let equal: f64 = marks.values().map(|&times| (times as f64 / all).powi(2)).sum();
    equal.powf(all)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Records of questions with outcomes. `said` tells what else they say.
    fn records(trials: &[(u64, u32)], said: impl Fn(usize) -> u64) -> Vec<LookedAt> {
        let record = |(place, &(row, mark)): (usize, &(u64, u32))| {
            let class = 1 << 40 | row << 8 | u64::from(mark);
            LookedAt { row, class, whole: class << 20 | said(place), mark }
        };
        trials.iter().enumerate().map(record).collect()
    }

    /// One trial of each of many questions, about as often right as wrong.
    fn single(questions: u64, seed: u64) -> Vec<(u64, u32)> {
        let mark = |row: u64| u32::from((row * row + seed * row * 7 + seed) % 11 < 6);
        (0..questions).map(|row| (row, mark(row))).collect()
    }

    #[test]
    fn records_that_are_told_apart_are_copies_in_any_order() {
        let trials: Vec<_> = (0..4).flat_map(|seed| single(50, seed)).collect();
        let whole = records(&trials, |place| place as u64);
        let mut mixed = whole.clone();
        mixed.reverse();
        assert_eq!(common(&whole, &mixed), InCommon::All);
        assert_eq!(common(&mixed[..30], &whole), InCommon::AllOfOne);
        let others = records(&trials, |place| 1000 + place as u64);
        assert_eq!(common(&others, &whole), InCommon::Nothing);
        let resumed = [&whole[100..], &others[..100]].concat();
        assert_eq!(common(&resumed, &whole), InCommon::Some(100));
    }

    #[test]
    fn records_of_outcomes_alone_are_copies_from_the_beginning() {
        let trials: Vec<_> = (0..4).flat_map(|seed| single(50, seed)).collect();
        let whole = records(&trials, |_| 0);
        assert_eq!(common(&whole[..80], &whole), InCommon::AllOfOne);
        // So few may well be others.
        assert_eq!(common(&whole[..3], &whole), InCommon::Some(3));
        assert_eq!(common(&whole[20..60], &whole), InCommon::Nothing);
        let right = records(&[(1, 4); 200], |_| 0);
        assert_eq!(common(&right[..100], &right), InCommon::Some(100));
    }

    #[test]
    fn questions_tell_records_apart_if_each_has_one() {
        let whole = records(&single(400, 3), |_| 0);
        let mut some: Vec<_> = whole[100..200].to_vec();
        some.reverse();
        assert_eq!(common(&some, &whole), InCommon::AllOfOne);
        let other = records(&single(400, 5), |_| 0);
        assert_eq!(common(&other[..100], &whole), InCommon::Nothing);
        let new = records(&single(500, 5), |_| 0);
        let resumed = [&new[400..], &whole[..100]].concat();
        assert_eq!(common(&resumed, &whole), InCommon::Some(100));
    }

    #[test]
    fn numbers_of_trials_are_no_reason_to_count_plain_records_twice_in_silence() {
        let whole = records(&single(400, 3), |place| 1 + place as u64);
        assert_eq!(common_if_numbered(&whole, &whole), InCommon::All);
        let plain = |trials: &[(u64, u32)]| {
            let record = |one: LookedAt| LookedAt { whole: mixed(one.class, 0), ..one };
            records(trials, |_| 0).into_iter().map(record).collect::<Vec<_>>()
        };
        let some = plain(&single(400, 3));
        assert_eq!(common_if_numbered(&some, &some), InCommon::Some(400));
        // Two runs of easy questions are as equal.
        let right = plain(&(0..400).map(|row| (row, 4)).collect::<Vec<_>>());
        assert_eq!(common_if_numbered(&right, &right), InCommon::Nothing);
    }

    #[test]
    fn a_shuffled_part_of_outcomes_is_noted_where_chance_is_out() {
        let trials: Vec<_> = (0..4).flat_map(|seed| single(200, seed)).collect();
        let whole = records(&trials, |_| 0);
        let mut part = whole[100..700].to_vec();
        part.reverse();
        assert_eq!(common(&part, &whole), InCommon::Some(600));
        let few = [part[40], part[3], part[99]];
        assert_eq!(common(&few, &whole), InCommon::Nothing);
    }

    proptest! {
        #[test]
        fn no_order_hides_a_part_of_single_trials(
            marks in prop::collection::vec(0..2_u32, 100..300),
            share in 50..100_usize,
            seed: u64,
            new in 0..2_u64,
        ) {
            let trials: Vec<_> = (0..).zip(marks).collect();
            prop_assume!(trials.iter().filter(|one| one.1 == 0).count() * 3 > trials.len());
            prop_assume!(trials.iter().filter(|one| one.1 == 1).count() * 3 > trials.len());
            let whole = records(&trials, |_| 0);
            let mut part = whole.clone();
            part.sort_by_key(|one| one.whole.wrapping_mul(seed | 1));
            part.truncate(share);
            part.extend(records(&[(1000, 1)][..usize::from(new > 0)], |_| 0));
            let found = common(&part, &whole);
            let shared = share as u64;
            let expected = if new > 0 { InCommon::Some(shared) } else { InCommon::AllOfOne };
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn the_order_never_hides_a_copy(
            trials in prop::collection::vec((0..9_u64, 0..2_u32, 0..3_u64), 1..60),
            seed: u64,
        ) {
            let plain: Vec<_> = trials.iter().map(|&(row, mark, _)| (row, mark)).collect();
            let one = records(&plain, |place| trials[place].2);
            let mut other = one.clone();
            other.sort_by_key(|one| one.whole.wrapping_mul(seed | 1));
            prop_assert_eq!(common(&one, &other), InCommon::All);
        }
    }
}
