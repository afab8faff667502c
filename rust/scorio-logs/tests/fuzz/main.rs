//! Broken and odd logs at random: whatever bytes stand in one, the counts are those of an oracle made
//! of serde_json, or both refuse the log at the same line.
//!
//! `FUZZ_SECONDS` says for how long, `FUZZ_SEED` from which logs on. Without them the first logs are read.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use std::path::Path;
use std::time::{Duration, Instant};

use scorio_logs::{
    Categories, Form, Format, Ids, Input, Label, Measure, OnBadLine, OnMissing, OnRepeat, Spec,
    count,
};

use crate::chance::Chance;
use crate::oracle::{NAMED, Rule, Tally};

mod chance;
mod log;
mod oracle;
mod strict;

/// Logs that are read where no time is given.
const LOGS: u64 = 150;

#[test]
fn counts_what_an_oracle_counts() {
    let given = |name: &str| std::env::var(name).ok().map(|value| value.parse::<u64>().unwrap());
    let time = given("FUZZ_SECONDS").map(Duration::from_secs);
    let first = given("FUZZ_SEED").unwrap_or(1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.jsonl");
    let (start, mut cases, mut counted) = (Instant::now(), 0, 0);
    while time.map_or(cases < LOGS, |time| start.elapsed() < time) {
        counted += u64::from(agree(first + cases, &path));
        cases += 1;
    }
    println!(
        "{cases} logs from seed {first} on, of which {counted} were counted and the others refused"
    );
    assert!(counted > 0 && counted < cases, "{counted} of {cases} logs were counted");
}

/// Reads a log in both ways; whether it was counted.
fn agree(seed: u64, path: &Path) -> bool {
    let mut chance = Chance::new(seed);
    let (spec, rule) = spec(&mut chance);
    let log = log::random(&mut chance);
    std::fs::write(path, &log).unwrap();
    let inputs = [Input { path: path.to_path_buf(), ..Input::default() }];
    let told = count(&inputs, &spec, &mut |_| true).map(|(counts, mut report)| {
        report.bytes = 0;
        report.notes.clear();
        let rows = counts.iter().map(|row| {
            let names = [row.model, row.task, row.question].map(str::to_owned);
            (names, (row.counts.to_vec(), row.missing))
        });
        Tally { rows: rows.collect(), report }
    });
    // With a last line that goes no further something else may be wrong, and be told first.
    let expected = [true, false].map(|cut| oracle::count(&log, &spec, rule, cut));
    let agrees = expected.iter().any(|expected| match (&told, expected) {
        (Ok(tally), Ok(expected)) => tally == expected,
        (Err(error), Err(line)) => {
            let place = line.map_or(String::new(), |line| format!("line {line} (byte "));
            error.to_string().contains(&place)
        }
        _ => false,
    });
    let shown = String::from_utf8_lossy(log.get(..3000).unwrap_or(&log));
    let last = log.rsplit(|&byte| byte == b'\n').next().map(String::from_utf8_lossy);
    assert!(agrees, "seed {seed}: {told:?}\nnot {expected:?}\n{spec:?}\n{shown}\n{last:?}");
    told.is_ok()
}

fn spec(chance: &mut Chance) -> (Spec, Rule) {
    let field = |path: &str| Label::Field(path.to_owned());
    let optional = |path: &str| Label::Optional(path.to_owned());
    let constant = |text: &str| Label::Constant(text.to_owned());
    let or = Label::FieldOr { field: "info.model".to_owned(), text: "stem".to_owned() };
    let (categories, rule) = match chance.below(4) {
        0 => (Categories::threshold(0.5).unwrap(), Rule::Threshold(0.5)),
        1 => {
            let owned = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
            let named = NAMED.map(|(name, values)| (name.to_owned(), owned(values)));
            (Categories::named(named.to_vec()).unwrap(), Rule::Named)
        }
        _ => (Categories::binary(), Rule::Binary),
    };
    let outcome =
        chance.pick(&["outcome", "outcome", "outcome", "info.ok", "scores.0"]).to_string();
    let spec = Spec {
        model: chance
            .pick(&[field("model"), field("model"), field("info.model"), constant("m"), or])
            .clone(),
        task: chance.pick(&[optional("task"), optional("info.task")]).clone(),
        question: field("question"),
        trial: chance
            .pick(&[
                optional("trial"),
                optional("trial"),
                field("trial"),
                constant("7"),
                optional("no"),
            ])
            .clone(),
        measure: Measure::Outcome { field: outcome, categories },
        on_missing: *chance.pick(&[OnMissing::Error, OnMissing::Drop, OnMissing::Fail]),
        on_repeat: *chance.pick(&[
            OnRepeat::Error,
            OnRepeat::First,
            OnRepeat::Last,
            OnRepeat::Keep,
        ]),
        on_bad_line: *chance.pick(&[OnBadLine::Error, OnBadLine::Skip, OnBadLine::Skip]),
        format: Some(Format::Form(Form::JsonLines)),
        ids: *chance.pick(&[Ids::Distinct, Ids::Text]),
        ..Spec::default()
    };
    (spec, rule)
}
