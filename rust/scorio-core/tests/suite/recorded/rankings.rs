//! Scores and intervals of all ranking methods with all of their options.

use ndarray::Array3;
use scorio_core::Replicates;
use scorio_core::calls::{GivenValue, Usual};
use scorio_core::rankers::{
    AlignedTrials, Cells, Method, MethodOptions, RankInterval, RankRequest, RankSource, methods,
    rank_models,
};
use scorio_core::tally::Missing;

use super::{Mix, compare};

/// What stands for an option: numbers, or one of its words.
const VALUES: [(&str, &[&str]); 41] = [
    ("quantile", &["0.2"]),
    ("k", &["3"]),
    ("clip_range", &["0.2,0.6"]),
    ("prior_alpha", &["2"]),
    ("prior_beta", &["3"]),
    ("prior", &["laplace", "cauchy"]),
    ("prior_variance", &["0.3"]),
    ("prior_mean", &["0.4"]),
    ("prior_means", &["0.1,-0.2,0.3,0"]),
    ("prior_location", &["0.2"]),
    ("prior_scale", &["0.7"]),
    ("prior_var", &["2"]),
    ("tie_strength", &["1.5"]),
    ("damping", &["0.6"]),
    ("teleport", &["0.1", "0.1,0.2,0.3,0.4"]),
    ("alpha", &["2"]),
    ("population_size", &["10"]),
    ("score_type", &["vs_equilibrium", "equilibrium", "advantage_vs_equilibrium"]),
    ("tie_handling", &["half", "ignore", "skip", "draw", "correct_draw_only"]),
    ("smoothing", &["0.5"]),
    ("comparison", &["sign"]),
    ("pairwise_stat", &["log_odds"]),
    ("weight_method", &["decisive", "uniform"]),
    ("epsilon", &["0.3"]),
    ("rank_ties", &["min", "max", "dense"]),
    ("variant", &["winning_votes", "margin"]),
    ("tie_policy", &["half", "ignore"]),
    ("strength", &["winning_votes", "margin"]),
    ("tie_aware", &["0"]),
    ("max_tie_order", &["3", "4"]),
    ("fix_guessing", &["0.2"]),
    ("K", &["20"]),
    ("initial_rating", &["1000"]),
    ("orders", &["3"]),
    ("initial_rd", &["200"]),
    ("c", &["50"]),
    ("rd_max", &["300"]),
    ("mu_initial", &["20"]),
    ("sigma_initial", &["5"]),
    ("beta", &["3"]),
    ("draw_margin", &["0.4"]),
];

/// The value that a text stands for.
fn value(text: &str) -> GivenValue {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok([one]) => GivenValue::Number(*one),
        Ok(all) => GivenValue::Numbers(all.to_vec()),
        Err(_) => GivenValue::Text(text.to_owned()),
    }
}

/// The options that a method needs, then each of its options with each value.
fn variants(method: &Method) -> Vec<Vec<(&'static str, &'static str)>> {
    let needed = [("k", "2"), ("tau", "0.5"), ("fix_guessing", "0.1")];
    let needs = |name: &str| {
        method.options.iter().any(|one| one.name == name && one.usual == Usual::Required)
    };
    let base: Vec<_> = needed.into_iter().filter(|(name, _)| needs(name)).collect();
    let mut all = vec![base.clone()];
    for (name, values) in VALUES {
        for text in values.iter().filter(|_| method.option_names().any(|one| one == name)) {
            let mut given: Vec<_> = base.iter().filter(|one| one.0 != name).copied().collect();
            given.push((name, text));
            all.push(given);
        }
    }
    // Its τ is a drift of ratings, not a share of trials.
    if method.name == "trueskill" {
        all.push(vec![("tau", "0.5"), ("draw_margin", "0.2"), ("tie_handling", "draw")]);
    }
    all
}

/// Arrays of four models.
fn data() -> [(&'static str, Array3<f64>); 4] {
    let mut mix = Mix(1);
    let all_or_none = Array3::from_shape_fn((4, 4, 3), |(i, m, _)| f64::from(u8::from(i > m)));
    [
        ("whole", mix.results((4, 6, 5), 0.0)),
        ("gaps", mix.results((4, 7, 4), 0.2)),
        ("long", mix.results((4, 3, 70), 0.0)),
        ("all or none", all_or_none),
    ]
}

fn sources(array: &Array3<f64>) -> [(&'static str, RankSource); 2] {
    let view = array.view();
    [
        ("expected", RankSource::Expected(Cells::of_array(view, Missing::Drop).unwrap())),
        ("aligned", RankSource::Aligned(AlignedTrials::new(view, Missing::Drop).unwrap())),
    ]
}

/// All methods with all options on all data, as text and as options.
fn calls() -> impl Iterator<Item = (String, &'static Method, MethodOptions, bool)> {
    methods().flat_map(|method| {
        variants(method).into_iter().enumerate().map(move |(place, given)| {
            let words = given.iter().map(|(name, text)| format!("{name}={text}"));
            let words: Vec<_> = std::iter::once(method.name.to_owned()).chain(words).collect();
            let options = given.iter().map(|(name, text)| ((*name).to_owned(), value(text)));
            (words.join(" "), method, MethodOptions::new(options), place == 0)
        })
    })
}

#[test]
fn every_option_has_a_value() {
    for method in methods() {
        for option in method.option_names() {
            let known = option == "tau" || VALUES.iter().any(|(name, _)| *name == option);
            assert!(known, "{}: {option}", method.name);
        }
    }
}

#[test]
fn scores_of_ranking_methods() {
    let mut said = Vec::new();
    for (set, array) in data() {
        for (pairing, source) in sources(&array) {
            for (call, method, options, _) in calls() {
                let scores = method.scores(&source, &options);
                said.push((format!("{call} {set} {pairing}"), scores));
            }
        }
    }
    compare("scores.txt", &said);
}

#[test]
fn intervals_of_ranking_methods() {
    let replicates = Replicates { count: 24, threads: 2, go_on: &|_| true };
    let kinds = [
        ("questions", RankInterval::Questions),
        ("sandwich", RankInterval::Sandwich),
        ("posterior", RankInterval::Posterior),
    ];
    let mut said = Vec::new();
    for (set, array) in data().into_iter().take(2) {
        let pairing = usize::from(set != "whole");
        for (pairing, source) in sources(&array).into_iter().skip(pairing).take(1) {
            for (call, method, options, _) in calls().filter(|call| call.3) {
                for (kind, interval) in kinds {
                    let request = RankRequest {
                        options: options.clone(),
                        interval: Some(interval),
                        replicates: Some(replicates.count),
                        confidence: 0.9,
                        seed: 7,
                    };
                    let ranked = rank_models(method, &source, &request, &replicates);
                    let figures = ranked.map(|ranked| {
                        let rows = ranked.places.iter().zip(&ranked.rows).flat_map(|(&at, row)| {
                            let ends = [row.order_sd, row.sigma, row.lo, row.hi, row.p_best];
                            let ranks = [Some(row.rank), row.rank_lo, row.rank_hi].into_iter();
                            [at as f64, row.score]
                                .into_iter()
                                .chain(ends.map(|end| end.unwrap_or(f64::NAN)))
                                .chain(ranks.map(|rank| rank.map_or(f64::NAN, |rank| rank as f64)))
                        });
                        rows.chain([ranked.failed as f64, ranked.units as f64]).collect()
                    });
                    said.push((format!("{call} {set} {pairing} {kind}"), figures));
                }
            }
        }
    }
    compare("intervals.txt", &said);
}
