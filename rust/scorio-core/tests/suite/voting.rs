//! Checks voting rules with their definitions, by enumeration and on plain tables.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;
use scorio_core::rankers::voting::ballots::{Ballots, Preferences, TiePolicy};
use scorio_core::rankers::voting::condorcet::{
    Strength, minimax, ranked_pairs, schulze, strongest_paths,
};
use scorio_core::rankers::voting::judgment::majority_judgment;
use scorio_core::rankers::voting::kemeny::{MOST_MODELS, kemeny};
use scorio_core::rankers::voting::levels::Above;
use scorio_core::rankers::voting::points::{
    Elimination, RankTies, borda, copeland, eliminate, win_rate,
};

type Cells = Vec<Vec<(u64, u64)>>;

const POLICIES: [TiePolicy; 2] = [TiePolicy::Half, TiePolicy::Ignore];
const STRENGTHS: [Strength; 2] = [Strength::Margin, Strength::WinningVotes];
const RANK_TIES: [RankTies; 4] = [RankTies::Average, RankTies::Min, RankTies::Max, RankTies::Dense];

fn ballots(cells: &Cells) -> Ballots {
    let cell = |&(successes, trials): &(u64, u64)| (successes as f64, trials as f64);
    Ballots::new(cells.len(), &cells.concat().iter().map(cell).collect::<Vec<_>>())
}

fn of_five(counts: &[&[u64]]) -> Cells {
    counts.iter().map(|row| row.iter().map(|&count| (count, 5)).collect()).collect()
}

/// The table of the reference values.
fn reference() -> Cells {
    of_five(&[&[5, 4, 3, 2, 0, 4], &[4, 5, 1, 3, 1, 3], &[3, 2, 2, 0, 1, 5], &[1, 3, 0, 1, 0, 2]])
}

fn table(models: std::ops::Range<usize>, missing: bool) -> impl Strategy<Value = Cells> {
    (models, 1_usize..8).prop_flat_map(move |(models, questions)| {
        let cell = (u64::from(!missing)..5).prop_flat_map(|n| (0..=n, Just(n)));
        prop::collection::vec(prop::collection::vec(cell, questions), models)
    })
}

/// Every rule, with all of its options.
fn every_score(cells: &Cells, times: Option<&[u32]>) -> Vec<Vec<f64>> {
    let ballots = ballots(cells);
    let preferences = ballots.preferences(times);
    let mut scores = vec![borda(&preferences), copeland(&preferences), win_rate(&preferences)];
    scores.push(majority_judgment(&ballots, times));
    for rank_ties in RANK_TIES {
        for rule in [Elimination::Nanson, Elimination::Baldwin] {
            scores.push(eliminate(&ballots, &preferences, times, rule, rank_ties));
        }
    }
    for policy in POLICIES {
        scores.push(schulze(&preferences, policy));
        scores.push(kemeny(&preferences, policy).unwrap().levels());
        for strength in STRENGTHS {
            scores.push(minimax(&preferences, strength, policy));
            scores.push(ranked_pairs(&preferences, strength, policy));
        }
    }
    scores
}

fn preferences_of(cells: &Cells) -> Preferences {
    ballots(cells).preferences(None)
}

#[test]
fn the_reference_table_has_its_scores() {
    let (ballots, preferences) = (ballots(&reference()), preferences_of(&reference()));
    assert_eq!(borda(&preferences), [12.5, 12.5, 8.5, 2.5]);
    assert_eq!(copeland(&preferences), [2.0, 2.0, -1.0, -3.0]);
    assert_eq!(win_rate(&preferences), [12.0 / 17.0, 12.0 / 17.0, 8.0 / 17.0, 2.0 / 17.0]);
    let doubled = [[0, 6, 8, 11], [6, 0, 7, 12], [4, 5, 0, 8], [1, 0, 4, 0]];
    for (i, row) in doubled.iter().enumerate() {
        for (j, &expected) in row.iter().enumerate().filter(|one| one.0 != i) {
            assert_eq!(preferences.doubled(i, j, TiePolicy::Half), expected);
        }
    }
    assert_eq!(minimax(&preferences, Strength::Margin, TiePolicy::Half), [0.0, 0.0, -2.0, -6.0]);
    assert_eq!(
        minimax(&preferences, Strength::WinningVotes, TiePolicy::Half),
        [0.0, 0.0, -4.0, -6.0]
    );
    let paths = [[0, 0, 8, 11], [0, 0, 7, 12], [0, 0, 0, 8], [0; 4]];
    assert_eq!(strongest_paths(&preferences, TiePolicy::Half), paths);
    let best = kemeny(&preferences, TiePolicy::Half).unwrap();
    assert_eq!((best.agreement, best.first.as_slice()), (26.0, [0, 1, 2, 3].as_slice()));
    let levels = [4.0, 4.0, 3.0, 2.0];
    assert_eq!(best.levels(), levels);
    assert_eq!(best.below(), [3.0, 2.0, 1.0, 0.0]);
    assert_eq!(schulze(&preferences, TiePolicy::Half), levels);
    assert_eq!(ranked_pairs(&preferences, Strength::Margin, TiePolicy::Half), levels);
    assert_eq!(majority_judgment(&ballots, None), [4.0, 3.0, 2.0, 1.0]);
    for rank_ties in RANK_TIES {
        let scores = |rule| eliminate(&ballots, &preferences, None, rule, rank_ties);
        assert_eq!(scores(Elimination::Nanson), [1.0, 1.0, 0.0, 0.0]);
        assert_eq!(scores(Elimination::Baldwin), [2.0, 2.0, 1.0, 0.0]);
    }
}

#[test]
fn shares_are_compared_as_fractions() {
    let huge = 1 << 53;
    let cells = vec![vec![(1, 3), (huge - 1, huge)], vec![(2, 6), (huge - 2, huge - 1)]];
    let preferences = preferences_of(&cells);
    assert_eq!((preferences.ties(0, 1), preferences.wins(0, 1), preferences.wins(1, 0)), (1, 1, 0));
}

#[test]
fn rounding_of_parts_of_a_success_separates_nothing() {
    // Three outcomes of 0.1 add up to more than one of 0.3.
    let cells = [(0.1 + 0.1 + 0.1, 3.0), (0.2, 2.0), (0.3, 3.0), (0.200_001, 2.0)];
    let preferences = Ballots::new(2, &cells).preferences(None);
    assert_eq!((preferences.ties(0, 1), preferences.wins(0, 1), preferences.wins(1, 0)), (1, 0, 1));
}

#[test]
fn cells_that_are_no_numbers_are_absent() {
    let cells = [(f64::NAN, 1.0), (1.0, 1.0), (1.0, f64::NAN), (0.0, 1.0), (1.0, 0.0), (0.0, 1.0)];
    let preferences = Ballots::new(3, &cells).preferences(None);
    let shared = |i, j| preferences.shared(i, j);
    assert_eq!((shared(0, 1), shared(0, 2), shared(1, 2)), (1, 1, 1));
    assert_eq!(Ballots::new(0, &cells).questions(), 0);
}

#[test]
fn a_circle_of_equal_majorities_ties_all() {
    let cells = of_five(&[&[3, 1, 2], &[2, 3, 1], &[1, 2, 3]]);
    let preferences = preferences_of(&cells);
    assert_eq!(ranked_pairs(&preferences, Strength::Margin, TiePolicy::Half), [3.0; 3]);
    assert_eq!(schulze(&preferences, TiePolicy::Half), [3.0; 3]);
    assert_eq!(kemeny(&preferences, TiePolicy::Half).unwrap().levels(), [3.0; 3]);
}

#[test]
fn models_without_a_shared_question_are_found() {
    let cells = vec![vec![(1, 1), (0, 0)], vec![(0, 1), (0, 0)], vec![(0, 0), (1, 1)]];
    assert_eq!(preferences_of(&cells).alone(), Some(2));
    assert_eq!(preferences_of(&reference()).alone(), None);
}

/// n models in a circle: each beats the next (n − 1) / 2.
fn round_table(models: usize) -> Cells {
    let row = |i: usize| (0..models).map(move |m| (((i + m) % models) as u64, models as u64));
    (0..models).map(|i| row(i).collect()).collect()
}

#[test]
fn kemeny_is_limited_by_groups_and_not_by_models() {
    let preferences = preferences_of(&round_table(MOST_MODELS + 1));
    assert_eq!(kemeny(&preferences, TiePolicy::Half).err(), Some(MOST_MODELS + 1));
    let ladder: Cells = (0..100).map(|i| vec![(i, 100)]).collect();
    let found = kemeny(&preferences_of(&ladder), TiePolicy::Half).unwrap();
    assert_eq!(found.first, (0..100).rev().collect::<Vec<_>>());
    assert_eq!(found.agreement, 4950.0);
}

fn orders(models: usize) -> Vec<Vec<usize>> {
    if models == 0 {
        return vec![Vec::new()];
    }
    let longer = |order: Vec<usize>| {
        (0..models).map(move |place| {
            let mut order = order.clone();
            order.insert(place, models - 1);
            order
        })
    };
    orders(models - 1).into_iter().flat_map(longer).collect()
}

/// The lower median, where the lists are short: removed one by one.
fn judged_plainly(mut a: Vec<u64>, mut b: Vec<u64>) -> std::cmp::Ordering {
    a.sort_unstable();
    b.sort_unstable();
    while !a.is_empty() {
        let (one, other) = (a.remove((a.len() - 1) / 2), b.remove((b.len() - 1) / 2));
        if one != other {
            return one.cmp(&other);
        }
    }
    std::cmp::Ordering::Equal
}

proptest! {
    #[test]
    fn preferences_are_those_of_a_plain_loop(cells in table(2..6, true)) {
        let preferences = preferences_of(&cells);
        for i in 0..cells.len() {
            for j in (0..cells.len()).filter(|&j| j != i) {
                let shared = cells[i].iter().zip(&cells[j]).filter(|(a, b)| a.1 > 0 && b.1 > 0);
                let wins = shared.clone().filter(|(a, b)| a.0 * b.1 > b.0 * a.1).count();
                let ties = shared.filter(|(a, b)| a.0 * b.1 == b.0 * a.1).count();
                prop_assert_eq!(preferences.wins(i, j), wins as u64);
                prop_assert_eq!(preferences.ties(i, j), ties as u64);
            }
        }
    }

    #[test]
    fn times_repeat_questions(
        (cells, times) in table(2..6, true).prop_flat_map(|cells| {
            let questions = cells[0].len();
            (Just(cells), prop::collection::vec(0_u32..3, questions))
        }),
        large in any::<bool>(),
    ) {
        let repeat = |row: &Vec<(u64, u64)>| -> Vec<(u64, u64)> {
            let pairs = row.iter().zip(&times);
            pairs.flat_map(|(&cell, &times)| std::iter::repeat_n(cell, times as usize)).collect()
        };
        let repeated: Cells = cells.iter().map(repeat).collect();
        prop_assume!(!repeated[0].is_empty());
        prop_assert_eq!(every_score(&cells, Some(&times)), every_score(&repeated, None));
        if large {
            let times: Vec<u32> = times.iter().map(|&times| times << 30).collect();
            let small = preferences_of(&repeated);
            let preferences = ballots(&cells).preferences(Some(&times));
            prop_assert_eq!(preferences.wins(0, 1), small.wins(0, 1) << 30);
        }
    }

    #[test]
    fn names_of_models_and_the_order_of_questions_change_nothing(
        (cells, models, questions) in table(2..7, true).prop_flat_map(|cells| {
            let (models, questions) = (cells.len(), cells[0].len());
            let shuffled = |count| Just((0..count).collect::<Vec<usize>>()).prop_shuffle();
            (Just(cells), shuffled(models), shuffled(questions))
        })
    ) {
        let moved: Cells = models
            .iter()
            .map(|&model| questions.iter().map(|&question| cells[model][question]).collect())
            .collect();
        let scores = every_score(&cells, None);
        for (before, after) in scores.iter().zip(every_score(&moved, None)) {
            let expected: Vec<f64> = models.iter().map(|&model| before[model]).collect();
            prop_assert_eq!(expected, after);
        }
    }

    #[test]
    fn kemeny_is_best_of_all_orders(cells in table(2..8, true), half in any::<bool>()) {
        let policy = POLICIES[usize::from(half)];
        let preferences = preferences_of(&cells);
        let value = |order: &Vec<usize>| -> u64 {
            let pairs = (0..order.len()).flat_map(|a| (a + 1..order.len()).map(move |b| (a, b)));
            pairs.map(|(a, b)| preferences.doubled(order[a], order[b], policy)).sum()
        };
        let all = orders(cells.len());
        let most = all.iter().map(value).max().unwrap();
        let mut best: Vec<_> = all.into_iter().filter(|order| value(order) == most).collect();
        best.sort();
        let found = kemeny(&preferences, policy).unwrap();
        prop_assert_eq!(found.agreement, most as f64 / 2.0);
        prop_assert_eq!(&found.first, &best[0]);
        let place = |order: &Vec<usize>, model| order.iter().position(|&one| one == model);
        let forced = Above::new(cells.len(), |i, j| {
            best.iter().all(|order| place(order, i) < place(order, j))
        });
        prop_assert_eq!(found.forced, forced);
    }

    #[test]
    fn schulze_takes_the_strongest_of_all_paths(cells in table(2..6, true)) {
        let preferences = preferences_of(&cells);
        let strength = |i, j| {
            let votes = preferences.doubled(i, j, TiePolicy::Half);
            if votes > preferences.doubled(j, i, TiePolicy::Half) { votes } else { 0 }
        };
        let paths = strongest_paths(&preferences, TiePolicy::Half);
        for (i, row) in paths.iter().enumerate() {
            for j in (0..cells.len()).filter(|&j| j != i) {
                // Every path without a circle is the beginning of an order.
                let along = |order: Vec<usize>| {
                    let end = order.iter().position(|&one| one == j)?;
                    (order[0] == i).then(|| {
                        order[..=end].windows(2).map(|step| strength(step[0], step[1])).min()
                    })?
                };
                let most = orders(cells.len()).into_iter().filter_map(along).max();
                prop_assert_eq!(Some(row[j]), most);
            }
        }
    }

    #[test]
    fn judgment_removes_medians_one_by_one(cells in table(2..6, false)) {
        let cells: Cells =
            cells.iter().map(|row| row.iter().map(|&(c, _)| (c, 4)).collect()).collect();
        let scores = majority_judgment(&ballots(&cells), None);
        let grades = |i: usize| cells[i].iter().map(|cell| cell.0).collect::<Vec<_>>();
        for i in 0..cells.len() {
            for j in 0..cells.len() {
                let order = scores[i].partial_cmp(&scores[j]).unwrap();
                prop_assert_eq!(order, judged_plainly(grades(i), grades(j)));
            }
        }
    }

    #[test]
    fn judgment_of_different_lengths_repeats_grades(
        a in prop::collection::vec(0_u64..5, 1..5), b in prop::collection::vec(0_u64..5, 1..5)
    ) {
        let row = |grades: &[u64], before, after| -> Vec<(u64, u64)> {
            let absent = |count| std::iter::repeat_n((0, 0), count);
            absent(before).chain(grades.iter().map(|&c| (c, 4))).chain(absent(after)).collect()
        };
        let cells = vec![row(&a, 0, b.len()), row(&b, a.len(), 0)];
        let scores = majority_judgment(&ballots(&cells), None);
        let repeat = |grades: &[u64], times| {
            grades.iter().flat_map(|&c| std::iter::repeat_n(c, times)).collect::<Vec<_>>()
        };
        let expected = judged_plainly(repeat(&a, 2 * b.len()), repeat(&b, 2 * a.len()));
        prop_assert_eq!(scores[0].partial_cmp(&scores[1]).unwrap(), expected);
    }

    #[test]
    fn a_winner_of_all_majorities_comes_first(cells in table(2..7, false)) {
        let preferences = preferences_of(&cells);
        let beats = |i, j| i == j || preferences.wins(i, j) > preferences.wins(j, i);
        let models = 0..cells.len();
        if let Some(winner) = models.clone().find(|&i| models.clone().all(|j| beats(i, j))) {
            let all = every_score(&cells, None);
            // Copeland, elimination by mean ranks, and all that follow.
            for scores in [&all[1], &all[4], &all[5]].into_iter().chain(&all[12..]) {
                let top = |&i: &usize| i == winner || scores[i] < scores[winner];
                prop_assert!(models.clone().all(|i| top(&i)), "{scores:?} {winner}");
            }
        }
    }

    #[test]
    fn ranked_pairs_without_equal_majorities_lock_one_by_one(cells in table(2..6, false)) {
        let preferences = preferences_of(&cells);
        let policy = TiePolicy::Half;
        let mut majorities = Vec::new();
        for i in 0..cells.len() {
            for j in (0..cells.len()).filter(|&j| j != i) {
                let (own, other) =
                    (preferences.doubled(i, j, policy), preferences.doubled(j, i, policy));
                if own > other {
                    majorities.push((own - other, i, j));
                }
            }
        }
        majorities.sort_unstable_by(|a, b| b.cmp(a));
        prop_assume!(majorities.windows(2).all(|two| two[0].0 != two[1].0));
        let mut locked: Vec<(usize, usize)> = Vec::new();
        let reaches = |locked: &[(usize, usize)], from, to| {
            let mut seen = vec![from];
            let mut at = 0;
            while at < seen.len() {
                let here = seen[at];
                for &(_, end) in locked.iter().filter(|one| one.0 == here) {
                    if !seen.contains(&end) {
                        seen.push(end);
                    }
                }
                at += 1;
            }
            seen.contains(&to)
        };
        for (_, i, j) in majorities {
            if !reaches(&locked, j, i) {
                locked.push((i, j));
            }
        }
        let above = Above::new(cells.len(), |i, j| locked.contains(&(i, j)));
        prop_assert_eq!(ranked_pairs(&preferences, Strength::Margin, policy), above.levels());
    }
}

#[test]
fn ranked_pairs_order_more_models_than_a_word_has_bits() {
    // Model i solves 1 + i questions of all. So each beats those before it.
    let models = 131;
    let cells: Cells =
        (0..models).map(|i| (0..models).map(|m| (u64::from(m <= i), 1)).collect()).collect();
    let ballots = ballots(&cells);
    let preferences = ballots.preferences(None);
    for strength in STRENGTHS {
        let levels = ranked_pairs(&preferences, strength, TiePolicy::Half);
        assert!(levels.windows(2).all(|pair| pair[0] < pair[1]), "{levels:?}");
    }
}

#[test]
fn equal_shares_of_different_numbers_of_questions_tie() {
    // The first two win all of their votes, of two questions and of one. The third loses all.
    let cells: Cells = vec![
        vec![(1, 1), (1, 1), (0, 0)],
        vec![(0, 0), (0, 0), (1, 1)],
        vec![(0, 1), (0, 1), (0, 1)],
    ];
    let ballots = ballots(&cells);
    let preferences = ballots.preferences(None);
    for rank_ties in [RankTies::Average, RankTies::Min, RankTies::Max] {
        for rule in [Elimination::Nanson, Elimination::Baldwin] {
            let found = eliminate(&ballots, &preferences, None, rule, rank_ties);
            assert_eq!((found[0] == found[1], found[0] > found[2]), (true, true), "{found:?}");
        }
    }
    // Borda counts the share of the votes that could be won: 2 of 2, 1 of 1 and 0 of 3, of 6.
    assert_eq!(borda(&preferences), [6.0, 6.0, 0.0]);
}
