//! A study of convergence beside a plain twin, which ranks by whole numbers and counts every pair.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "tests"
)]

use ndarray::{Array4, aview2};
use scorio_core::convergence::{
    Choices, ConvergenceError, Course, Measure, Outcomes, Scheme, Study,
};
use scorio_core::{Error, Parameters, Prior, Replicates, Weights};

fn work(count: u64) -> Replicates<'static> {
    Replicates { count, threads: 1, go_on: &|_| true }
}

fn choices(measures: &[Measure], scheme: Scheme) -> Choices<'_> {
    Choices {
        measures,
        gold: None,
        weights: None,
        prior: Prior::Uniform,
        scheme,
        confidence: None,
        seed: 8,
    }
}

fn outcomes(entries: &Array4<u8>, categories: usize) -> Outcomes {
    Outcomes::new("R", entries.view(), categories).unwrap()
}

/// Some sets of matrices, in which later models succeed a little more often.
fn entries([sets, models, questions, trials]: [usize; 4], categories: u8) -> Array4<u8> {
    Array4::from_shape_fn((sets, models, questions, trials), |(set, model, question, trial)| {
        let mixed =
            model * 7 + question * 5 + trial * 11 + set * 3 + (trial + set) * model * question;
        let level = mixed % 13 + 2 * model;
        u8::try_from(level * usize::from(categories) / 22).unwrap().min(categories - 1)
    })
}

fn measures(names: &[&str], budgets: &[i64]) -> Vec<Measure> {
    let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
    Measure::expand(&names, budgets, &Parameters::default()).unwrap()
}

fn choose(n: i64, k: i64) -> i64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// The score of a question with c successes in n trials, times a number that depends on n alone.
fn credit(measure: &Measure, successes: i64, trials: i64) -> i64 {
    let k = i64::try_from(measure.budget().unwrap_or(1)).unwrap();
    let power = |base: i64| base.pow(u32::try_from(k).unwrap());
    match measure.name() {
        "bayes" | "avg" => successes,
        "pass_at_k" => choose(trials, k) - choose(trials - successes, k),
        "pass_hat_k" => choose(successes, k),
        "maj_at_k" => {
            (k / 2 + 1..=k).map(|j| choose(successes, j) * choose(trials - successes, k - j)).sum()
        }
        // Successes above half of k.
        "mg_pass_at_k" => (1..=k)
            .map(|j| {
                let ways = choose(successes, j) * choose(trials - successes, k - j);
                ways * (j - (k + 1) / 2).max(0)
            })
            .sum(),
        "naive_pass_at_k" => power(trials) - power(trials - successes),
        "naive_pass_hat_k" => power(successes),
        other => panic!("{other}"),
    }
}

/// τ-b of two rankings, and whether they are the same.
fn agreement(gold: &[i64], scores: &[i64]) -> (Option<f64>, bool) {
    let (mut surplus, mut untied, mut ranked, mut same) = (0, 0, 0, true);
    for one in 0..gold.len() {
        for other in 0..one {
            let signs = [gold, scores].map(|list| (list[one] - list[other]).signum());
            surplus += signs[0] * signs[1];
            untied += signs[0].abs();
            ranked += signs[1].abs();
            same &= signs[0] == signs[1];
        }
    }
    let tau = || surplus as f64 / ((untied * ranked) as f64).sqrt();
    ((ranked > 0).then(tau), same)
}

/// One replicate by a measure: τ-b from the first n on, whether the rankings are the same, and the
/// ranks of the models.
type Followed = Vec<(Option<f64>, bool, Vec<usize>)>;

/// Follows a measure through the categories of a replicate, by trial, model and question.
fn followed(
    measure: &Measure,
    drawn: &[u8],
    [models, questions, trials]: [usize; 3],
    gold: &[i64],
) -> Followed {
    let start = usize::try_from(measure.start()).unwrap();
    let of = |n: usize| {
        let score = |model: usize| -> i64 {
            let cell = |question| {
                let at = |trial: usize| drawn[(trial * models + model) * questions + question];
                credit(
                    measure,
                    (0..n).map(|trial| i64::from(at(trial))).sum(),
                    i64::try_from(n).unwrap(),
                )
            };
            (0..questions).map(cell).sum()
        };
        let scores: Vec<_> = (0..models).map(score).collect();
        let (tau, same) = agreement(gold, &scores);
        let rank = |own: &i64| scores.iter().filter(|other| *other > own).count() + 1;
        (tau, same, scores.iter().map(rank).collect())
    };
    (start..=trials).map(of).collect()
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / count / (count - 1.0)).sqrt())
}

fn close(found: f64, expected: f64) -> bool {
    (found.is_nan() && expected.is_nan()) || (found - expected).abs() < 1e-7
}

/// The course by its definition.
fn check_course(found: &Course, start: usize, all: &[Followed]) {
    let count = all.len() as f64;
    assert_eq!((found.start, found.tau.len()), (start, all[0].len()));
    for place in 0..all[0].len() {
        let taus: Vec<_> = all.iter().map(|one| one[place].0.unwrap_or(0.0)).collect();
        let (mean, error) = mean_and_error(&taus);
        assert!(close(found.tau[place], mean) && close(found.error[place], error), "{place}");
        let flat = all.iter().filter(|one| one[place].0.is_none()).count();
        assert_eq!(found.flat[place], flat as f64 / count);
    }
    // The place from which on all rankings are the same: that behind the last other one.
    let settled = |one: &Followed| one.iter().rposition(|step| !step.1).map_or(0, |last| last + 1);
    let places: Vec<_> = all.iter().map(settled).collect();
    let share = |which: &dyn Fn(usize) -> bool| {
        places.iter().filter(|&&place| which(place)).count() as f64 / count
    };
    for place in 0..all[0].len() {
        assert_eq!(found.pmf[place], share(&|one| one == place));
        assert_eq!(found.cdf[place], share(&|one| one <= place));
    }
    assert_eq!(found.never, share(&|one| one == all[0].len()));
    let converged = places.iter().filter(|&&place| place < all[0].len());
    let converged: Vec<_> = converged.map(|place| (place + start) as f64).collect();
    let (mean, error) = mean_and_error(&converged);
    assert!(close(found.mean, mean) && close(found.mean_error, error), "{found:?} {mean} {error}");
    let differing = |one: &Followed| one.iter().filter(|step| !step.1).count();
    let slowness = |number: usize| (places[number], differing(&all[number]));
    let slowest = (0..all.len()).rev().max_by_key(|&number| slowness(number)).unwrap();
    assert_eq!(slowness(usize::try_from(found.slowest).unwrap()), slowness(slowest));
    let first = (0..all.len()).find(|&number| slowness(number) == slowness(slowest));
    assert_eq!(usize::try_from(found.slowest).ok(), first);
}

/// Σ of the outcomes of each model in one set.
fn totals(entries: &Array4<u8>, set: usize) -> Vec<i64> {
    let set = entries.index_axis(ndarray::Axis(0), set);
    set.outer_iter().map(|one| one.iter().map(|&category| i64::from(category)).sum()).collect()
}

#[test]
fn courses_are_those_of_a_plain_twin() {
    let size = [4, 3, 7];
    let entries = entries([1, 4, 3, 7], 2);
    let names = [
        "bayes",
        "pass_at_k",
        "pass_hat_k",
        "maj_at_k",
        "mg_pass_at_k",
        "naive_pass_at_k",
        "naive_pass_hat_k",
    ];
    let measures = measures(&names, &[2, 3, 4]);
    assert_eq!(measures.len(), 19);
    for scheme in [Scheme::Column, Scheme::Row] {
        let study =
            Study::new(outcomes(&entries, 2), None, choices(&measures, scheme), &work(0)).unwrap();
        let gold = totals(&entries, 0);
        let tied = (0..4).any(|one| (0..one).any(|other| gold[one] == gold[other]));
        assert_eq!(study.gold_has_ties(), tied);
        let drawn: Vec<_> = (0..40).map(|number| study.replicate(number).unwrap()).collect();
        let courses = study.run(&work(40)).unwrap();
        let mut never = 0.0;
        for (place, (measure, course)) in measures.iter().zip(&courses).enumerate() {
            let follow = |one: &Vec<u8>| followed(measure, one, size, &gold);
            let all: Vec<_> = drawn.iter().map(follow).collect();
            check_course(course, usize::try_from(measure.start()).unwrap(), &all);
            for number in [0, 1, 39] {
                let ranks: Vec<_> = all[number].iter().map(|step| step.2.clone()).collect();
                assert_eq!(study.trajectory(place, number as u64).unwrap(), ranks);
            }
            never += course.never;
        }
        assert!(never > 0.0 && courses.iter().any(|course| course.mean > 2.0));
        // One replicate has no error.
        let one = study.run(&work(1)).unwrap();
        assert!(one[0].error.iter().all(|error| error.is_nan()) && one[0].mean_error.is_nan());
    }
}

#[test]
fn replicates_are_drawn_from_the_trials() {
    let entries = entries([1, 3, 4, 6], 3);
    let weights = Weights::new(&[0.0, 1.0, 2.0]).unwrap();
    let measures = [measures(&["bayes"], &[])[0].clone().weighted(&weights)];
    let drawn = |scheme, seed, number| {
        let choices = Choices { seed, ..choices(&measures, scheme) };
        let study = Study::new(outcomes(&entries, 3), None, choices, &work(0)).unwrap();
        study.replicate(number).unwrap()
    };
    let observed = |trial: usize| -> Vec<u8> {
        let cell = |place: usize| entries[[0, place / 4, place % 4, trial]];
        (0..12).map(cell).collect()
    };
    let mut mixed = false;
    for number in 0..20 {
        let columns = drawn(Scheme::Column, 1, number);
        for trial in columns.chunks(12) {
            assert!((0..6).any(|one| observed(one) == trial));
        }
        let rows = drawn(Scheme::Row, 1, number);
        for trial in rows.chunks(12) {
            for (place, category) in trial.iter().enumerate() {
                assert!((0..6).any(|one| observed(one)[place] == *category));
            }
            mixed |= (0..6).all(|one| observed(one) != trial);
        }
        assert_eq!((columns.len(), rows.len()), (72, 72));
    }
    assert!(mixed);
    assert_ne!(drawn(Scheme::Row, 1, 0), drawn(Scheme::Row, 2, 0));
    assert_ne!(drawn(Scheme::Column, 1, 0), drawn(Scheme::Column, 1, 1));
    let given: Vec<u8> = (0..6).flat_map(observed).collect();
    assert_eq!(drawn(Scheme::Given, 1, 0), given);
}

#[test]
fn every_given_set_is_a_replicate_with_its_own_gold() {
    let entries = entries([3, 4, 3, 7], 3);
    let measures = measures(&["avg"], &[]);
    let weights = Weights::new(&[0.0, 0.25, 0.5]).unwrap();
    let weighted: Vec<_> = measures.into_iter().map(|one| one.weighted(&weights)).collect();
    let own = |gold: Option<&[[f64; 4]]>, confidence| {
        let gold = gold.map(|gold| aview2(gold));
        let choices = Choices { gold, confidence, ..choices(&weighted, Scheme::Given) };
        Study::new(outcomes(&entries, 3), None, choices, &work(0))
    };
    let check = |study: &Study, gold: &dyn Fn(usize) -> Vec<i64>| {
        let all: Vec<_> = (0..3)
            .map(|set| {
                let drawn = study.replicate(set as u64).unwrap();
                let followed = followed(&weighted[0], &drawn, [4, 3, 7], &gold(set));
                let ranks: Vec<_> = followed.iter().map(|step| step.2.clone()).collect();
                assert_eq!(study.trajectory(0, set as u64).unwrap(), ranks);
                followed
            })
            .collect();
        check_course(&study.run(&work(3)).unwrap()[0], 1, &all);
    };
    check(&own(None, None).unwrap(), &|set| totals(&entries, set));
    // One row of scores is the gold of all sets, and three rows are one for each.
    check(&own(Some(&[[0.5, 3.0, 1.0, 3.0]]), None).unwrap(), &|_| vec![1, 6, 2, 6]);
    let rows = [[0.5, 3.0, 1.0, 3.0], [4.0, 3.0, 2.0, 1.0], [0.0, -1.0, -1.0, -2.0]];
    let each = own(Some(&rows), None).unwrap();
    let whole = [[1, 6, 2, 6], [4, 3, 2, 1], [0, -1, -1, -2]];
    check(&each, &|set| whole[set].to_vec());
    assert!(each.gold_has_ties() && !own(Some(&rows[1..2]), None).unwrap().gold_has_ties());
    let text = |found: Result<Study, Error>| found.err().unwrap().to_string();
    let two = text(own(Some(&rows[..2]), None));
    assert_eq!(two, "gold has 2 sets of matrices but R has 3");
    assert_eq!(
        text(own(Some(&[[0.0, f64::NAN, 0.0, 1.0]]), None)),
        "gold[1] = NaN cannot be ranked"
    );
    let flat = own(Some(&[[0.0; 4]]), None).err();
    assert_eq!(flat, Some(ConvergenceError::FlatGold.into()));
    assert_eq!(own(None, Some(1.0)).err().unwrap().kind(), "check.level");
    // With uncertainty all models tie at the first trial, and the ranks are dense.
    let study = own(Some(&rows[1..2]), Some(0.999)).unwrap();
    assert_eq!(study.trajectory(0, 2).unwrap()[0], [1; 4]);
    assert_eq!(study.run(&work(3)).unwrap()[0].flat[0], 1.0);
}

#[test]
fn ranks_with_uncertainty_are_those_of_the_estimates() {
    use scorio_core::{Credit, Place, metric::mean, metric::subset, rank, tally::tally_counts};
    let entries = entries([1, 5, 6, 16], 2);
    let measures = measures(&["bayes", "pass_at_k", "maj_at_k"], &[2]);
    let prior = Prior::beta(0.5, 2.0).unwrap();
    let known = entries.slice(ndarray::s![.., .., .., ..3]).to_owned();
    for with_known in [false, true] {
        let choices = Choices {
            prior: prior.clone(),
            confidence: Some(0.8),
            ..choices(&measures[..if with_known { 1 } else { 3 }], Scheme::Given)
        };
        let known = with_known.then(|| outcomes(&known, 2));
        let study = Study::new(outcomes(&entries, 2), known, choices, &work(0)).unwrap();
        let mut ranked = 0;
        for (place, measure) in measures.iter().enumerate().take(if with_known { 1 } else { 3 }) {
            let start = usize::try_from(measure.start()).unwrap();
            for (n, found) in (start..).zip(study.trajectory(place, 0).unwrap()) {
                let (mut mus, mut sigmas) = (Vec::new(), Vec::new());
                for model in 0..5 {
                    let row = |question: usize| {
                        let at = |trial: usize| u64::from(entries[[0, model, question, trial]]);
                        let before: u64 = if with_known { (0..3).map(at).sum() } else { 0 };
                        let all = (n + if with_known { 3 } else { 0 }) as u64;
                        let successes = before + (0..n).map(at).sum::<u64>();
                        [all - successes, successes]
                    };
                    let counts: Vec<_> = (0..6).map(row).collect();
                    let states = tally_counts(aview2(&counts)).unwrap();
                    let of = |credit: &Credit| {
                        subset::sampled(&states, credit, &prior, Place::Row).unwrap()
                    };
                    let one = match measure.name() {
                        "bayes" => mean::bayes(&states, &Weights::binary(), &prior).unwrap(),
                        "pass_at_k" => of(&Credit::pass_at(2).unwrap()),
                        _ => of(&Credit::majority(2).unwrap()),
                    };
                    mus.push(one.mu());
                    sigmas.push(one.sigma());
                }
                let expected = rank::with_uncertainty(&mus, &sigmas, 0.8).unwrap();
                assert_eq!(found, expected, "{} n = {n}", measure.name());
                ranked += usize::from(expected.iter().any(|&rank| rank > 1));
            }
        }
        assert!(ranked > 5, "all models tied");
    }
}

#[test]
fn earlier_outcomes_count_for_bayes_alone() {
    let entries = entries([1, 4, 3, 7], 2);
    let known = crate::convergence::entries([1, 4, 3, 5], 2).mapv(|category| 1 - category);
    let of = |names: &[&str], budgets: &[i64], known: &Array4<u8>| {
        let measures = measures(names, budgets);
        let known = Outcomes::new("R0", known.view(), 2).unwrap();
        let choices = choices(&measures, Scheme::Given);
        Study::new(outcomes(&entries, 2), Some(known), choices, &work(0))
    };
    let study = of(&["bayes", "pass_at_k"], &[2], &known).unwrap();
    let before = totals(&known, 0);
    for (n, ranks) in (1..).zip(study.trajectory(0, 0).unwrap()) {
        let after = totals(&entries.slice(ndarray::s![.., .., .., ..n]).to_owned(), 0);
        let scores: Vec<_> = before.iter().zip(&after).map(|(one, other)| one + other).collect();
        let rank = |own: &i64| scores.iter().filter(|other| *other > own).count() + 1;
        assert_eq!(ranks, scores.iter().map(rank).collect::<Vec<_>>(), "n = {n}");
    }
    // The gold ranking does not know them, and neither does another metric.
    let without = measures(&["pass_at_k"], &[2]);
    let plain = Study::new(outcomes(&entries, 2), None, choices(&without, Scheme::Given), &work(0));
    let plain = plain.unwrap();
    assert_eq!(study.run(&work(1)).unwrap()[1].tau, plain.run(&work(1)).unwrap()[0].tau);
    assert_eq!(study.trajectory(1, 0).unwrap(), plain.trajectory(0, 0).unwrap());
    let error = |names: &[&str], budgets: &[i64]| of(names, budgets, &known).err().unwrap();
    assert_eq!(
        error(&["bayes", "avg"], &[]),
        ConvergenceError::OtherPrior { metric: "avg" }.into()
    );
    assert_eq!(error(&["avg"], &[]), ConvergenceError::OtherPrior { metric: "avg" }.into());
    assert_eq!(error(&["pass_at_k"], &[2]), ConvergenceError::NeedlessPrior.into());
    for (shape, text) in [
        ([2, 4, 3, 5], "R0 has 2 sets of matrices but R has 1"),
        ([1, 3, 3, 5], "R0 has 3 models but R has 4"),
        ([1, 4, 2, 5], "R0 has 2 rows (questions) but R has 3"),
    ] {
        let found = of(&["bayes"], &[], &crate::convergence::entries(shape, 2)).err().unwrap();
        assert_eq!(found.to_string(), text);
    }
    // No earlier trial is no prior.
    let empty = Array4::zeros((1, 4, 3, 0));
    let (none, plain) = (of(&["bayes"], &[], &empty).unwrap(), measures(&["bayes"], &[]));
    let plain = Study::new(outcomes(&entries, 2), None, choices(&plain, Scheme::Given), &work(0));
    assert_eq!(none.trajectory(0, 0), plain.unwrap().trajectory(0, 0));
}
