//! Checks voting rules and winner sets as methods of the list: options, errors and intervals.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use ndarray::Array3;
use scorio_core::calls::GivenValue;
use scorio_core::rankers::{
    AlignedTrials, Cells, Method, MethodOptions, RankInterval, RankRequest, RankSource, method,
    methods, rank_models,
};
use scorio_core::tally::Missing;
use scorio_core::{Error, Replicates};

const COUNTS: [[usize; 6]; 4] =
    [[5, 4, 3, 2, 0, 4], [4, 5, 1, 3, 1, 3], [3, 2, 2, 0, 1, 5], [1, 3, 0, 1, 0, 2]];

fn array() -> Array3<u8> {
    Array3::from_shape_fn((4, 6, 5), |(i, m, n)| u8::from(n < COUNTS[i][m]))
}

fn cells() -> RankSource {
    RankSource::Expected(Cells::of_array(array().view(), Missing::Error).unwrap())
}

fn scores(name: &str, options: &[(&str, GivenValue)]) -> Result<Vec<f64>, Error> {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    method(name).unwrap().scores(&cells(), &MethodOptions::new(options))
}

fn text(value: &str) -> GivenValue {
    GivenValue::Text(value.to_owned())
}

#[test]
fn methods_have_the_scores_of_their_rules() {
    let levels = vec![4.0, 4.0, 3.0, 2.0];
    for (name, expected) in [
        ("borda", vec![12.5, 12.5, 8.5, 2.5]),
        ("nanson", vec![1.0, 1.0, 0.0, 0.0]),
        ("baldwin", vec![2.0, 2.0, 1.0, 0.0]),
        ("copeland", vec![2.0, 2.0, -1.0, -3.0]),
        ("minimax", vec![0.0, 0.0, -2.0, -6.0]),
        ("schulze", levels.clone()),
        ("ranked_pairs", levels.clone()),
        ("kemeny_young", levels.clone()),
        ("majority_judgment", vec![4.0, 3.0, 2.0, 1.0]),
    ] {
        assert_eq!(scores(name, &[]).unwrap(), expected, "{name}");
    }
    let order = scores("kemeny_young", &[("tie_aware", GivenValue::Number(0.0))]).unwrap();
    assert_eq!(order, [3.0, 2.0, 1.0, 0.0]);
    let votes = scores("minimax", &[("variant", text("winning_votes"))]).unwrap();
    assert_eq!(votes, [0.0, 0.0, -4.0, -6.0]);
}

#[test]
fn wrong_options_are_told() {
    let kind = |name, options: &[_]| scores(name, options).unwrap_err().kind();
    assert_eq!(kind("nanson", &[("rank_ties", text("ordinal"))]), "call.choice");
    assert_eq!(kind("schulze", &[("tie_policy", text("both"))]), "call.choice");
    assert_eq!(kind("minimax", &[("variant", GivenValue::Number(1.0))]), "call.kind");
    assert_eq!(kind("borda", &[("tie_policy", text("half"))]), "rankers.unknown_option");
    for (order, expected) in [
        (0.0, "check.range"),
        (1.5, "check.range"),
        (5.0, "check.range"),
        (2.0, "rankers.tie_order"),
    ] {
        let options = [("max_tie_order", GivenValue::Number(order))];
        assert_eq!(kind("davidson_luce", &options), expected, "{order}");
    }
    let options = [("prior_variance", GivenValue::Number(-1.0))];
    assert_eq!(kind("davidson_luce_map", &options), "check.positive");
}

#[test]
fn data_without_scores_are_told() {
    let none = MethodOptions::default();
    let of = |array: &Array3<f64>| {
        RankSource::Expected(Cells::of_array(array.view(), Missing::Drop).unwrap())
    };
    let won = of(&Array3::from_shape_fn((2, 2, 2), |(i, _, _)| if i == 0 { 1.0 } else { 0.0 }));
    let error = method("davidson_luce").unwrap().scores(&won, &none).unwrap_err();
    assert_eq!(error.kind(), "rankers.apart");
    let found = method("davidson_luce_map").unwrap().scores(&won, &none).unwrap();
    assert!(found[0] > 0.0 && found[0] == -found[1]);
    let apart =
        of(&Array3::from_shape_fn((2, 2, 1), |(i, m, _)| if i == m { 1.0 } else { f64::NAN }));
    for one in methods().filter(|one| one.family == "voting") {
        let error = one.scores(&apart, &none).unwrap_err();
        assert_eq!(error.kind(), "rankers.unlinked", "{}", one.name);
    }
    let circle = of(&Array3::from_shape_fn(
        (23, 23, 22),
        |(i, m, n)| {
            if n < (i + m) % 23 { 1.0 } else { 0.0 }
        },
    ));
    let error = method("kemeny_young").unwrap().scores(&circle, &none).unwrap_err();
    assert_eq!(error.kind(), "rankers.large_group");
    assert!(error.to_string().contains("23 models"), "{error}");
    assert_eq!(error.remedy().unwrap().name(), "take_other_method");
}

#[test]
fn aligned_trials_have_winner_sets_and_no_ballots() {
    let source = RankSource::Aligned(AlignedTrials::new(array().view(), Missing::Error).unwrap());
    let none = MethodOptions::default();
    let found = method("davidson_luce").unwrap().scores(&source, &none).unwrap();
    // ln 8.311462, from the earlier package's optimizer.
    assert!((found[0] - 2.117_635).abs() < 2e-4, "{found:?}");
    let error = method("borda").unwrap().scores(&source, &none).unwrap_err();
    assert_eq!(error.kind(), "rankers.no_pairing");
}

#[test]
fn every_method_has_intervals() {
    let replicates = Replicates { count: 50, threads: 2, go_on: &|_| true };
    let chosen = |one: &&Method| one.order_free && ["voting", "winner sets"].contains(&one.family);
    for one in methods().filter(chosen) {
        let request = RankRequest {
            options: MethodOptions::default(),
            interval: Some(RankInterval::Questions),
            replicates: Some(replicates.count),
            confidence: 0.95,
            seed: 1,
        };
        let found = rank_models(one, &cells(), &request, &replicates).unwrap();
        for row in &found.rows {
            assert!(row.rank_lo <= Some(row.rank) && Some(row.rank) <= row.rank_hi, "{row:?}");
        }
        let best: f64 = found.rows.iter().filter_map(|row| row.p_best).sum();
        assert!((best - 1.0).abs() < 1e-12, "{}: {best}", one.name);
    }
}
