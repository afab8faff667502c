//! Every template can be spelled, and whole sentences in five languages.

use scorio_core::Remedy;
use scorio_core::calls;
use scorio_core::rows::Value;
use scorio_words::{Dialect, braced_rule, spelled, spelled_for, spelled_rule};

fn said(template: &str, values: &[(&str, Value)]) -> [String; 5] {
    Dialect::ALL.map(|dialect| spelled(template, values, dialect))
}

#[test]
fn every_way_out_is_spelled_in_every_language() {
    let all = Remedy::ALL.iter().chain(scorio_logs::Remedy::ALL);
    for (name, template, values) in all.chain(scorio_logs::RecordRemedy::ALL) {
        let given: Vec<_> = values.iter().map(|one| (*one, Value::Text("given".into()))).collect();
        for dialect in Dialect::ALL {
            for knows in [true, false] {
                let said = spelled_for(template, &given, dialect, &|_| knows);
                let braces = said.replace("{ field = ..., is = ... }", "");
                // Braces of Python and JavaScript hold pairs, and no other language has any.
                assert!(
                    !said.contains(['[', ']', '|', '@']) || dialect == Dialect::C,
                    "{name}: {said}"
                );
                assert!(!said.contains("=}") && !said.contains("{pass"), "{name}: {said}");
                assert!(!said.is_empty() && !said.contains("  "), "{name}: {said}");
                for one in *values {
                    assert!(!said.contains(&format!("{{{one}}}")), "{name}: {said}");
                }
                let plain = matches!(dialect, Dialect::CommandLine | Dialect::Julia | Dialect::C);
                assert!(!plain || !braces.contains(['{', '}']), "{name}: {said}");
            }
        }
    }
}

#[test]
fn every_note_is_spelled_in_every_language() {
    for note in calls::all().flat_map(|call| call.notes) {
        for dialect in Dialect::ALL {
            let said = spelled(note.words, &[], dialect);
            assert!(!said.contains("=}") && !said.contains("{pass"), "{}: {said}", note.name);
        }
    }
}

#[test]
fn a_rule_names_options_as_each_language_does() {
    let (rule, names) = ("{it=} needs {other=}", [("it", "by_task"), ("other", "k")]);
    assert_eq!(braced_rule(rule, &names), "{by_task} needs {k}");
    assert_eq!(spelled_rule(rule, &names, Dialect::CommandLine), "--by-task needs -k");
}

#[test]
fn whole_sentences() {
    let remedies: [(Remedy, [&str; 5]); 6] = [
        (
            Remedy::DropMissing,
            [
                "pass missing=\"drop\" to leave missing outcomes out",
                "say --on-missing drop to leave missing outcomes out",
                "pass missing=\"drop\" to leave missing outcomes out",
                "pass {missing: \"drop\"} to leave missing outcomes out",
                "set drop_missing, in a call missing = \"drop\", to leave missing outcomes out",
            ],
        ),
        (
            Remedy::DropCosts,
            [
                "on_missing_cost=\"drop\" leaves them out of costs, not of scores",
                "--on-missing-cost drop leaves them out of costs, not of scores",
                "missing_cost=\"drop\" leaves them out of costs, not of scores",
                "{onMissingCost: \"drop\"} leaves them out of costs, not of scores",
                "drop_costs leaves them out of costs, not of scores",
            ],
        ),
        (
            Remedy::KeepValues,
            [
                "count the log with keep_values=True",
                "name the log itself, not its counts",
                "name the log itself, not its counts",
                "count the log with {keepValues: true}",
                "count the log with keep_values",
            ],
        ),
        (
            Remedy::CompareUnpaired { model: "b{model}".into() },
            [
                "name the questions alike, leave b{model} out, or pass paired=False, which needs none in common",
                "name the questions alike, leave b{model} out, or say --unpaired, which needs none in common",
                "name the questions alike, leave b{model} out, or pass paired=false, which needs none in common",
                "name the questions alike, leave b{model} out, or pass {paired: false}, which needs none in common",
                "name the questions alike, leave b{model} out, or set paired = 0, which needs none in common",
            ],
        ),
        (
            Remedy::ScoreTheseQuestions { unit: "cluster".into() },
            [
                "score these questions alone (sampled=False, without clusters), or add a cluster",
                "score these questions alone (without --sampled, without clusters), or add a cluster",
                "score these questions alone (sampled=false, without clusters), or add a cluster",
                "score these questions alone ({sampled: false}, without clusters), or add a cluster",
                "score these questions alone (sampled = 0, without clusters), or add a cluster",
            ],
        ),
        (
            Remedy::RankWithoutInterval { unit: "question".into() },
            [
                "rank without intervals (interval=None), or add a question",
                "rank without intervals (--interval none), or add a question",
                "rank without intervals (interval=nothing), or add a question",
                "rank without intervals ({interval: null}), or add a question",
                "rank without intervals (interval = \"none\"), or add a question",
            ],
        ),
    ];
    for (remedy, sentences) in remedies {
        assert_eq!(said(remedy.template(), &remedy.values()), sentences);
    }
}

#[test]
fn a_command_names_no_option_that_it_lacks() {
    let remedy = Remedy::DropShort { most: 3 };
    let said = |known: &[&str]| {
        let knows = |option: &str| known.contains(&option);
        spelled_for(remedy.template(), &remedy.values(), Dialect::CommandLine, &knows)
    };
    assert_eq!(
        said(&["--ragged"]),
        "take k ≤ 3, take the metric with _ci, which accepts any k, or say --ragged drop to leave \
         such questions out"
    );
    assert_eq!(said(&[]), "take k ≤ 3, or the metric with _ci, which accepts any k");
}

#[test]
fn names_values_and_maps_are_written_as_each_language_does() {
    assert_eq!(
        said(
            "{@role=FIELD}, {by_task=}, {log.cluster=true}",
            &[("role", Value::Text("task".into()))]
        ),
        [
            "task=FIELD, by_task, cluster=True",
            "--task FIELD, --by-task, --cluster",
            "task=FIELD, by_task, cluster=true",
            "{task: FIELD}, byTask, {cluster: true}",
            "task = FIELD, by_task, cluster = 1",
        ]
    );
    assert_eq!(
        said("{constants[@label:NAME;b:x y]}", &[("label", Value::Text("a".into()))]),
        [
            "constants={\"a\": NAME, \"b\": \"x y\"}",
            "--set a=NAME --set 'b=x y'",
            "constants=Dict(\"a\" => NAME, \"b\" => \"x y\")",
            "{constants: {\"a\": NAME, \"b\": \"x y\"}}",
            "constants[\"a\"] = NAME, constants[\"b\"] = \"x y\"",
        ]
    );
    let rate = [("field", Value::Text("A".into()))];
    assert_eq!(
        spelled("{pass rate=@field / 100}", &rate, Dialect::CommandLine),
        "say --rate 'A / 100'"
    );
    assert_eq!(
        spelled("{pass rate=@field / 100}", &rate, Dialect::Python),
        "pass rate=\"A / 100\""
    );
    assert_eq!(said("{k=1,2}, {x=none}", &[])[..2], ["k=[1, 2], x=None", "-k 1,2, --x none"]);
}

#[test]
fn values_have_commas_and_forms() {
    let said = |n: u64| {
        let values = [("n", Value::Whole(n))];
        spelled("{n,} {n?question has|questions have} none", &values, Dialect::Python)
    };
    assert_eq!(said(1), "1 question has none");
    assert_eq!(said(12_345), "12,345 questions have none");
}

#[test]
fn odd_templates_are_spelled_without_a_panic() {
    for template in
        ["{", "}", "[", "]", "{}", "{=}", "[{|}]", "{x[", "{@=}", "a]b[c|d", "{é?}", "{_}"]
    {
        for dialect in Dialect::ALL {
            let _ = spelled(template, &[], dialect);
        }
    }
}
