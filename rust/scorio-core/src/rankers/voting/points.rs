//! Rules that count points: Borda, Copeland, win rate, and elimination by Borda points.

use std::cmp::Ordering;

use crate::rankers::voting::ballots::{Ballots, Preferences, TiePolicy};

/// Borda points: on each question one for every model below, and half for every model level.
///
/// A model that was not asked every question has the points that it would have at the same share
/// of the possible points.
#[must_use]
pub fn borda(preferences: &Preferences) -> Vec<f64> {
    let models = preferences.models();
    let most = preferences.questions() * (models.max(1) as u64 - 1);
    let score = |i| {
        let (mut points, mut possible) = (0, 0);
        for j in preferences.others(i) {
            points += preferences.doubled(i, j, TiePolicy::Half);
            possible += preferences.shared(i, j);
        }
        match possible {
            0 => most as f64 / 2.0,
            _ if possible == most => points as f64 / 2.0,
            _ => points as f64 * most as f64 / (2 * possible) as f64,
        }
    };
    (0..models).map(score).collect()
}

/// Majorities won minus majorities lost. A majority of questions puts one model above the other.
#[must_use]
pub fn copeland(preferences: &Preferences) -> Vec<f64> {
    let sign = |i, j| match preferences.wins(i, j).cmp(&preferences.wins(j, i)) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.0,
        Ordering::Less => -1.0,
    };
    let score = |i| preferences.others(i).map(|j| sign(i, j)).sum::<f64>() + 0.0;
    (0..preferences.models()).map(score).collect()
}

/// The share of comparisons won, among those that are not ties. It is ½ where all are ties.
#[must_use]
pub fn win_rate(preferences: &Preferences) -> Vec<f64> {
    let score = |i| {
        let won: u64 = preferences.others(i).map(|j| preferences.wins(i, j)).sum();
        let lost: u64 = preferences.others(i).map(|j| preferences.wins(j, i)).sum();
        if won + lost == 0 { 0.5 } else { won as f64 / (won + lost) as f64 }
    };
    (0..preferences.models()).map(score).collect()
}

/// Which models each round of an elimination removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elimination {
    /// Nanson: all whose share of points is at most the mean share.
    Nanson,
    /// Baldwin: all with the least share of points.
    Baldwin,
}

/// The rank that level models take on a ballot, from which their points follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankTies {
    /// The mean of the places that they share.
    Average,
    /// The best of these places.
    Min,
    /// The worst of these places.
    Max,
    /// One more than the number of different grades above.
    Dense,
}

/// Elimination in rounds by Borda points among the models left. A model's score is the round that
/// removes it, from 0 on.
///
/// On a ballot with n models left, rank r gives n − r points of n − 1. The mean share is that of all
/// points given. If all shares are equal, the models left tie. A model that shares no question with
/// them counts as one of mean share. `times` is as in [`Ballots::preferences`].
#[must_use]
pub fn eliminate(
    ballots: &Ballots,
    preferences: &Preferences,
    times: Option<&[u32]>,
    rule: Elimination,
    rank_ties: RankTies,
) -> Vec<f64> {
    let mut scores = vec![0.0; preferences.models()];
    let mut left: Vec<usize> = (0..preferences.models()).collect();
    let mut round = 0.0;
    loop {
        let points: Vec<Gained> = match rank_ties {
            RankTies::Dense => dense_points(ballots, times, &left),
            _ => left.iter().map(|&i| points(preferences, i, &left, rank_ties)).collect(),
        };
        let mean = points.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let share = |one: Gained| if one.1 == 0 { mean } else { one };
        let least = points.iter().copied().map(share).min_by(|&a, &b| compare(a, b));
        let bar = match (rule, least) {
            (_, None) => break,
            (Elimination::Nanson, _) => mean,
            (Elimination::Baldwin, Some(least)) => least,
        };
        let stays = points.iter().map(|&one| compare(share(one), bar).is_gt());
        let staying: Vec<usize> =
            left.iter().zip(stays).filter(|one| one.1).map(|one| *one.0).collect();
        for &model in &left {
            if let Some(slot) = scores.get_mut(model) {
                *slot = round;
            }
        }
        if staying.is_empty() {
            break;
        }
        left = staying;
        round += 1.0;
    }
    scores
}

/// Points, and how many there could be.
type Gained = (u64, u64);

fn compare(a: Gained, b: Gained) -> Ordering {
    let cross = |points: u64, possible: u64| u128::from(points) * u128::from(possible);
    cross(a.0, b.1).cmp(&cross(b.0, a.1))
}

/// Twice the points of one model among some.
fn points(preferences: &Preferences, i: usize, among: &[usize], rank_ties: RankTies) -> Gained {
    let others = among.iter().filter(|&&j| j != i);
    others.fold((0, 0), |(points, possible), &j| {
        let level = match rank_ties {
            RankTies::Min => 2,
            RankTies::Max => 0,
            RankTies::Average | RankTies::Dense => 1,
        };
        let gained = 2 * preferences.wins(i, j) + level * preferences.ties(i, j);
        (points + gained, possible + 2 * preferences.shared(i, j))
    })
}

/// Twice the points where the rank counts different grades.
fn dense_points(ballots: &Ballots, times: Option<&[u32]>, among: &[usize]) -> Vec<Gained> {
    let rows: Vec<Vec<Option<u32>>> = ballots.grades().map(Iterator::collect).collect();
    let mut shares = vec![(0, 0); among.len()];
    for question in 0..ballots.questions() {
        let times = times.map_or(Some(1), |times| times.get(question).copied()).unwrap_or(0);
        let grade =
            |&model: &usize| rows.get(model).and_then(|row| row.get(question)).copied().flatten();
        let here: Vec<Option<u32>> = among.iter().map(grade).collect();
        let mut grades: Vec<u32> = here.iter().copied().flatten().collect();
        let voting = grades.len() as u64;
        grades.sort_unstable();
        grades.dedup();
        for (share, grade) in shares.iter_mut().zip(here) {
            let Some(grade) = grade else { continue };
            let above = grades.iter().rev().take_while(|&&other| other > grade).count() as u64;
            let weight = 2 * u64::from(times);
            share.0 += weight * (voting - 1 - above);
            share.1 += weight * (voting - 1);
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_of_the_questions_that_two_models_share() {
        // The first wins one question of two against the second, ties the other, and lacks the third.
        let cells = [(1.0, 1.0), (1.0, 1.0), (0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 1.0)];
        let preferences = Ballots::new(2, &cells).preferences(None);
        let of = |model, rank_ties| points(&preferences, model, &[0, 1], rank_ties);
        assert_eq!(of(0, RankTies::Average), (3, 4));
        assert_eq!(of(1, RankTies::Average), (1, 4));
        assert_eq!([of(0, RankTies::Min), of(0, RankTies::Max)], [(4, 4), (2, 4)]);
        assert_eq!(points(&preferences, 0, &[0], RankTies::Min), (0, 0));
    }
}
