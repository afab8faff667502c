//! Laws of slices, and how their figures are those of comparisons.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::heterogeneity::{Estimated, pooled};
use super::rows::{Heterogeneity, SliceDifference};
use super::shrinkage::{Shrinkage, shrunken};
use crate::calls::{Answer, Given, GivenValue, Input, Workers, call};
use crate::compare::Comparison;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::rows::{Row, Value};

/// Slices of moderate differences and σ.
fn estimates() -> impl Strategy<Value = Vec<Estimated>> {
    let one = (-0.3..0.3_f64, 0.01..0.1_f64);
    prop::collection::vec(
        one.prop_map(|(difference, sigma)| Estimated { difference, sigma }),
        3..30,
    )
}

fn lean(slices: &[Estimated]) -> Shrinkage {
    shrunken(slices, 0.95).unwrap().unwrap()
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_order_of_slices_does_not_matter(slices in estimates()) {
        let (one, mut back) = (lean(&slices), slices.clone());
        back.reverse();
        let other = lean(&back);
        prop_assert!(near(one.share, other.share) && near(one.common, other.common));
        for (a, b) in one.slices.iter().zip(other.slices.iter().rev()) {
            prop_assert!(near(a.mean, b.mean) && near(a.lo, b.lo) && near(a.above, b.above));
        }
        let (a, b) = (pooled(&slices).unwrap(), pooled(&back).unwrap());
        prop_assert!(near(a.q, b.q) && near(a.difference, b.difference));
    }

    #[test]
    fn swapping_the_models_negates(slices in estimates()) {
        let swap = |one: &Estimated| Estimated { difference: -one.difference, ..*one };
        let (one, other) = (lean(&slices), lean(&slices.iter().map(swap).collect::<Vec<_>>()));
        prop_assert!(near(one.share, other.share) && near(one.common, -other.common));
        for (a, b) in one.slices.iter().zip(&other.slices) {
            prop_assert!(near(a.mean, -b.mean) && near(a.sigma, b.sigma));
            prop_assert!(near(a.lo, -b.hi) && near(a.hi, -b.lo) && near(a.above, 1.0 - b.above));
        }
    }

    #[test]
    fn a_shift_and_a_scale_carry_over(slices in estimates(), shift in -2.0..2.0_f64, scale in 0.01..90.0_f64) {
        let moved = slices.iter().map(|one| Estimated {
            difference: scale * one.difference + shift,
            sigma: scale * one.sigma,
        });
        let (one, other) = (lean(&slices), lean(&moved.collect::<Vec<_>>()));
        let same = |a: f64, b: f64| (a - b).abs() < 1e-8 * (scale + shift.abs());
        prop_assert!(near(one.share, other.share));
        prop_assert!(same(scale * one.spread, other.spread));
        for (a, b) in one.slices.iter().zip(&other.slices) {
            prop_assert!(same(scale * a.mean + shift, b.mean) && same(scale * a.sigma, b.sigma));
            prop_assert!(same(scale * a.lo + shift, b.lo) && same(scale * a.hi + shift, b.hi));
        }
    }

    #[test]
    fn equal_slices_lean_without_moving(difference in -0.5..0.5_f64, sigmas in prop::collection::vec(0.01..0.1_f64, 3..30)) {
        let slices: Vec<_> = sigmas.iter().map(|&sigma| Estimated { difference, sigma }).collect();
        prop_assert!(pooled(&slices).unwrap().q < 1e-20);
        for (own, sigma) in lean(&slices).slices.iter().zip(sigmas) {
            prop_assert!(near(own.mean, difference) && own.sigma < sigma);
            prop_assert!(own.hi - own.lo < 2.0 * 1.96 * sigma);
        }
    }

    #[test]
    fn shrunken_differences_lie_between_their_own_and_the_others(slices in estimates()) {
        let found = lean(&slices);
        let ends = slices.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), one| {
            (low.min(one.difference), high.max(one.difference))
        });
        for (own, raw) in found.slices.iter().zip(&slices) {
            prop_assert!(ends.0 - 1e-12 <= own.mean && own.mean <= ends.1 + 1e-12);
            prop_assert!(own.lo < own.mean && own.mean < own.hi);
            prop_assert!((own.above > 0.5) == (own.mean > 0.0) || own.above > 0.3 && own.above < 0.7);
            prop_assert!(raw.sigma > 0.0);
        }
        prop_assert!(0.0 < found.share && found.share < 1.0 && found.spread > 0.0);
    }
}

#[test]
fn far_apart_slices_do_not_lean_and_extremes_have_figures() {
    let apart: Vec<_> =
        [-50.0, 0.0, 70.0, 200.0].map(|difference| Estimated { difference, sigma: 0.01 }).into();
    for (own, raw) in lean(&apart).slices.iter().zip(&apart) {
        assert!((own.mean - raw.difference).abs() < 1e-4 && (own.sigma - 0.01).abs() < 1e-5);
    }
    for scale in [1e-150, 1e-9, 1.0, 1e9, 1e150] {
        let slices: Vec<_> = [(1.0, 1.0), (2.0, 1e-6), (-3.0, 1e3)]
            .map(|(difference, sigma)| Estimated {
                difference: scale * difference,
                sigma: scale * sigma,
            })
            .into();
        let found = lean(&slices);
        assert!(found.slices.iter().all(|one| one.lo < one.hi && one.sigma.is_finite()));
    }
    assert!(shrunken(&apart[..2], 0.95).unwrap().is_none());
}

/// Counts of two models: of each question its field, and the successes of both in four trials.
fn counts(questions: &[(&str, u64, u64)]) -> Counts {
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for (place, &(level, new, old)) in questions.iter().enumerate() {
        for (model, successes) in [("new", new), ("old", old)] {
            let row = counts.row(model, "", &format!("q{place}"));
            counts.add(row, 1, successes).unwrap();
            counts.add(row, 0, 4 - successes).unwrap();
            counts.note(row, "level", level).unwrap();
        }
    }
    counts
}

fn asked(counts: &Counts, name: &str, given: Given) -> Result<Answer> {
    let given = given.with("baseline", GivenValue::Text("old".to_owned()));
    call(name, Input::Counts(counts), given, &Workers::QUIET)
}

fn sliced(counts: &Counts, given: Given) -> Result<Answer> {
    asked(counts, "slices", given.with("slice", GivenValue::Text("level".to_owned())))
}

/// The values of the rows of a table, by the names of their fields.
fn table<R: Row>(answer: &Answer, place: usize) -> Vec<BTreeMap<&'static str, Value>> {
    let names = || R::FIELDS.iter().map(|field| field.name);
    answer.tables[place].rows().map(|row| names().zip(row).collect()).collect()
}

fn questions() -> Vec<(&'static str, u64, u64)> {
    let level = |place: u64| ["easy", "hard", "new", ""][(place % 4) as usize];
    (0..80).map(|place| (level(place), (place * 7 + 3) % 5, (place * place + 1) % 5)).collect()
}

#[test]
fn each_slice_is_the_comparison_of_its_questions() {
    let counts = counts(&questions());
    for given in [Given::default(), Given::default().with("sampled", GivenValue::Flag(true))] {
        let found = sliced(&counts, given.clone()).unwrap();
        let rows = table::<SliceDifference>(&found, 0);
        assert_eq!(rows.len(), 4);
        for row in rows {
            let Value::Text(slice) = &row["slice"] else { unreachable!("a slice is a text") };
            let wanted = if slice == "(none)" { "" } else { slice };
            let own = (0..counts.len())
                .filter(|row| counts.value(*row, 0).unwrap_or("") == wanted)
                .collect::<Vec<_>>();
            let alone = counts.of_rows(own.into_iter()).unwrap();
            let compared = asked(&alone, "compare", given.clone()).unwrap();
            let compared = &table::<Comparison>(&compared, 0)[0];
            for name in
                ["difference", "sigma", "lo", "hi", "pvalue", "degrees", "questions", "score"]
            {
                assert_eq!(row[name], compared[name], "{slice} {name}");
            }
        }
    }
}

#[test]
fn holm_and_the_gate_are_of_judged_slices() {
    let mut questions = questions();
    // A slice of few questions is shown, and not judged. Another one is much worse.
    questions.extend((0..9).map(|_| ("few", 0, 4)));
    questions.extend((0..30).map(|_| ("bad", 1, 4)));
    let counts = counts(&questions);
    let given = Given::default()
        .with("margin", GivenValue::Number(0.02))
        .with("each_slice", GivenValue::Flag(true));
    let found = sliced(&counts, given).unwrap();
    let rows = table::<SliceDifference>(&found, 0);
    let of = |slice: &str| {
        rows.iter().find(|row| row["slice"] == Value::Text(slice.to_owned())).unwrap()
    };
    assert_eq!((&of("few")["judged"], &of("few")["holm"]), (&Value::Flag(false), &Value::Missing));
    assert_eq!((&of("few")["failing"], &of("few")["shrunken"]), (&Value::Missing, &Value::Missing));
    assert_eq!(of("bad")["failing"], Value::Flag(true));
    let model = &table::<Heterogeneity>(&found, 1)[0];
    assert_eq!(model["slices"], Value::Whole(5));
    assert_eq!(model["verdict"], Value::Text("fail".to_owned()));
    let kinds: Vec<_> = found.notes.iter().map(|note| note.kind.name).collect();
    for kind in
        ["slices.differ", "slices.shrunken", "slices.small", "slices.fails", "slices.no_value"]
    {
        assert!(kinds.contains(&kind), "{kind} {kinds:?}");
    }
}

#[test]
fn what_is_no_slice_is_said() {
    let counts = counts(&questions());
    let error = |given: Given| sliced(&counts, given).unwrap_err().to_string();
    let named = |slice: &str| {
        let slice = GivenValue::Text(slice.to_owned());
        asked(&counts, "slices", Given::default().with("slice", slice)).unwrap_err().to_string()
    };
    assert_eq!(
        named("levelx"),
        "questions have no field levelx: name one of task, level, or count the log with this field"
    );
    assert_eq!(
        named("task"),
        "all questions are in one slice, (none): a field with two values or more has slices"
    );
    assert_eq!(
        named("level:1"),
        "level:1 is no cut of level: give from 2 to 200 parts, as level:4"
    );
    assert!(named("level:4").starts_with("level is easy for question q0, which is no number"));
    assert!(error(Given::default().with("each_slice", GivenValue::Flag(true))).contains("margin"));
    let mut clustered = counts.clone();
    for row in 0..clustered.len() {
        clustered.describe(row, Some(["a", "b"][row % 2]), None).ok();
    }
    let cluster = Given::default().with("cluster", GivenValue::Text("cluster".to_owned()));
    let said = sliced(&clustered, cluster).unwrap_err().to_string();
    assert!(said.starts_with("cluster a lies in the slices easy and hard"), "{said}");
}

#[test]
fn a_model_without_questions_in_a_slice_is_left_out_of_it() {
    let mut counts = counts(&questions());
    let row = counts.row("other", "", "q0");
    counts.add(row, 1, 4).unwrap();
    let found = sliced(&counts, Given::default()).unwrap();
    let absent = found.notes.iter().find(|note| note.kind.name == "slices.absent").unwrap();
    assert!(absent.values.contains(&("slices", Value::Whole(3))));
    assert_eq!(table::<Heterogeneity>(&found, 1).len(), 2);
}

#[test]
fn certain_slices_are_named_and_not_asked_whether_they_differ() {
    let given = Given::default()
        .with("differences", GivenValue::Numbers(vec![0.0, 0.1, 0.2]))
        .with("sigmas", GivenValue::Numbers(vec![0.0, 0.1, 0.1]));
    let found = call("known_slices", Input::Nothing, given, &Workers::QUIET).unwrap();
    let rows = table::<SliceDifference>(&found, 0);
    assert_eq!((&rows[0]["pvalue"], &rows[1]["shrunken"]), (&Value::Real(1.0), &Value::Missing));
    assert_eq!(table::<Heterogeneity>(&found, 1)[0]["q"], Value::Missing);
    let note = found.notes.iter().find(|note| note.kind.name == "slices.certain").unwrap();
    assert!(note.values.contains(&("names", Value::Text("1".to_owned()))));
}
