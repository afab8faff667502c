//! Agreement of rubrics and shares of categories, worked out by hand.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use std::collections::BTreeMap;

use scorio_core::Counts;
use scorio_core::rubric::file::read;
use scorio_core::rubric::rubrics::Rubrics;
use scorio_core::rubric::study::{agreements, shares};

/// Three rubrics, of which the last two have the same rules.
fn three() -> Rubrics {
    let rubric = |name: &str, bar: f64| {
        format!(
            "[[rubric]]\nname = \"{name}\"\n[[rubric.category]]\nname = \"wrong\"\nweight = 0\n\
             when = \"a < {bar}\"\n[[rubric.category]]\nname = \"right\"\nweight = 1\n\
             otherwise = true\n"
        )
    };
    let all = [rubric("one", 0.5), rubric("two", 0.7), rubric("twin", 0.7)];
    read(&format!("[signals]\na = \"a\"\n{}", all.concat())).unwrap()
}

fn scored(all: &[(&str, f64, &str)]) -> BTreeMap<String, (f64, String)> {
    let entry = |(model, score, letters): &(&str, f64, &str)| {
        ((*model).to_owned(), (*score, (*letters).to_owned()))
    };
    all.iter().map(entry).collect()
}

#[test]
fn each_pair_of_rubrics_is_compared_once() {
    let rubrics = three();
    let scores = [
        scored(&[("a", 0.9, "a"), ("b", 0.6, "b"), ("c", 0.3, "c")]),
        scored(&[("a", 0.5, "b"), ("b", 0.7, "a"), ("c", 0.1, "c")]),
        scored(&[("a", 0.5, "b"), ("b", 0.7, "ab"), ("d", 0.1, "c")]),
    ];
    let found = agreements(&rubrics, &scores).unwrap();
    let pairs: Vec<_> = found
        .pairs
        .iter()
        .map(|one| (&*one.rubric, &*one.other, one.tau_b, one.flips, one.same_rules))
        .collect();
    // Of three models two pairs keep their order. Of the two that others share, none does.
    let third = Some(1.0 / 3.0);
    assert_eq!(
        pairs,
        [
            ("one", "two", third, 1, false),
            ("one", "twin", Some(-1.0), 1, false),
            ("two", "twin", Some(1.0), 0, true),
        ]
    );
    let flips: Vec<_> = found
        .flips
        .iter()
        .map(|one| (&*one.rubric, &*one.higher, &*one.lower, &*one.other, one.separated))
        .collect();
    assert_eq!(flips, [("one", "a", "b", "two", true), ("one", "a", "b", "twin", false)]);
}

#[test]
fn shares_are_of_all_trials_of_a_model() {
    let rubrics = three();
    let mut counts = Counts::new(vec!["wrong".to_owned(), "right".to_owned()]).unwrap();
    for (model, question, [wrong, right]) in
        [("a", "p", [1, 2]), ("a", "q", [0, 5]), ("b", "p", [0, 0])]
    {
        let row = counts.row(model, "", question);
        counts.add(row, 0, wrong).unwrap();
        counts.add(row, 1, right).unwrap();
    }
    let found = shares(rubrics.rubrics().first().unwrap(), &counts);
    let rows: Vec<_> =
        found.iter().map(|one| (&*one.model, &*one.category, one.trials, one.share)).collect();
    assert_eq!(
        rows,
        [
            ("a", "wrong", 1, 0.125),
            ("a", "right", 7, 0.875),
            ("b", "wrong", 0, 0.0),
            ("b", "right", 0, 0.0),
        ]
    );
}

#[test]
fn a_rubric_has_two_categories_at_least() {
    let one = "[signals]\na = \"a\"\n[[rubric]]\nname = \"one\"\n[[rubric.category]]\n\
               name = \"right\"\nweight = 1\notherwise = true\n";
    assert!(read(one).unwrap_err().to_string().contains("needs two categories at least"));
}
