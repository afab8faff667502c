//! However a log is divided among readers, everything is as if it were read in order by one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use proptest::prelude::*;

use crate::Categories;
use crate::Error;
use crate::Input;
use crate::Label;
use crate::Measure;
use crate::OnBadLine;
use crate::OnMissing;
use crate::OnRepeat;
use crate::Spec;
use crate::count::read::planned;
use crate::threads::plan::LONGEST;
use crate::threads::plan::WorkPlan;

/// Never more than one reader, which reads record after record.
const PLAIN: WorkPlan = WorkPlan { readers: 1, chunk: 1, small: usize::MAX, longest: LONGEST };

/// Everything that a reading tells, in its order.
fn told(inputs: &[Input], spec: &Spec, plan: WorkPlan) -> Result<String, String> {
    let (counts, report) =
        planned(inputs, spec, &mut |_| true, plan).map_err(|error| error.to_string())?;
    let rows: Vec<String> = counts.iter().map(|row| format!("{row:?}")).collect();
    Ok(format!("{}\n{report:?}", rows.join("\n")))
}

fn value() -> impl Strategy<Value = &'static str> {
    let usual = prop::sample::select(vec!["true", "false", "0", "1"]);
    let others = vec!["null", "NaN", "1.0", "0.0e5", "2", "\"1\"", "[]", "{\"a\": {}}", "-0", "01"];
    prop_oneof![30 => usual, 1 => prop::sample::select(others)]
}

fn line() -> impl Strategy<Value = String> {
    let trial = prop_oneof![
        20 => (0..2000_u32).prop_map(|trial| trial.to_string()),
        3 => prop::sample::select(vec!["\"run-a\"", "\"07\"", "4294967296", "2147483648", "true", "\"12\"", "\"\\u0031\""]).prop_map(str::to_owned),
    ];
    let question = prop::sample::select(vec![
        "\"q1\"",
        "\"a question of more than sixteen bytes\"",
        "\"é\"",
        "\"\\u00e9\"",
        "\"q\\\"\\n\"",
        "7",
        "\"7\"",
        "q",
    ]);
    let question = prop_oneof![40 => Just("\"q0\""), 20 => question.clone(), 1 => Just("\"\\x\""), 1 => Just("\"\"")];
    let text = prop::sample::select(vec![
        "\"a \\\" b \\\\\"",
        "\"\"",
        "[{\"role\": \"user\", \"content\": \"x\\ny\"}, {}]",
        "{\"model\": \"inner\", \"outcome\": 3, \"l\": [1, -2.5e3, null]}",
        "\"a transcript of a hundred bytes and more, which goes on as transcripts do, until it ends here\"",
    ]);
    let shape = prop::sample::select(vec![
        "{\"model\": \"m0\", \"question\": Q, \"trial\": T, \"text\": X, \"outcome\": V}",
        "{\"model\": \"m1\", \"question\": Q, \"trial\": T, \"text\": X, \"outcome\": V}",
        "{\"model\": \"m0\",\"task\":\"t\",\"question\":Q,\"trial\":T,\"outcome\":V}",
        " { \"outcome\" : V , \"text\" : X , \"trial\":T,\"question\":Q, \"model\":\"m0\"}\r",
        "{\"model\": \"m0\", \"question\": Q, \"trial\": T, \"text\": X}",
        "{\"model\": \"m0\", \"question\": Q, \"text\": X, \"outcome\": V}",
        "{\"model\": \"m0\", \"model\": \"m1\", \"question\": Q, \"trial\": T, \"outcome\": V}",
        "{\"question\": Q, \"trial\": T, \"outcome\": V}",
        "[{\"model\": \"m0\", \"question\": Q, \"trial\": T, \"outcome\": V}]",
        "{\"model\": \"m0\", \"question\": Q, \"trial\": T, \"outcome\": V",
        "",
        " \t\u{c}",
        "{}",
        "{\"mo",
    ]);
    let shape = prop_oneof![
        40 => Just("{\"model\": \"m0\", \"question\": Q, \"trial\": T, \"text\": X, \"outcome\": V}"),
        40 => Just("{\"model\": \"m1\", \"question\": Q, \"trial\": T, \"text\": X, \"outcome\": V}"),
        10 => Just(""),
        3 => shape,
    ];
    (shape, question, trial, text, value()).prop_map(|(shape, question, trial, text, value)| {
        let record = shape.replace('Q', question).replace('T', &trial);
        record.replace('X', text).replace('V', value)
    })
}

fn spec() -> impl Strategy<Value = Spec> {
    let missing = prop::sample::select(vec![OnMissing::Error, OnMissing::Drop, OnMissing::Fail]);
    let repeat = prop::sample::select(vec![
        OnRepeat::Error,
        OnRepeat::First,
        OnRepeat::Last,
        OnRepeat::Keep,
    ]);
    let bad = prop::sample::select(vec![OnBadLine::Error, OnBadLine::Skip]);
    let model = prop::sample::select(vec![
        Label::Field("model".into()),
        Label::Field("text.model".into()),
        Label::Constant("m".into()),
        Label::FieldOr { field: "model".into(), text: "stem".into() },
    ]);
    let model = prop_oneof![8 => Just(Label::Field("model".into())), 1 => model];
    let trial = prop::sample::select(vec![
        Label::Optional("trial".into()),
        Label::Field("trial".into()),
        Label::Constant("x".into()),
        Label::Constant("7".into()),
    ]);
    let trial = prop_oneof![8 => Just(Label::Optional("trial".into())), 1 => trial];
    let threshold = Categories::threshold(0.5).unwrap_or_else(|_| Categories::binary());
    let categories = prop::sample::select(vec![Categories::binary(), threshold]);
    let measure =
        categories.prop_map(|categories| Measure::Outcome { field: "outcome".into(), categories });
    let aggregate = Measure::Aggregate { total: "trial".into(), correct: "outcome".into() };
    let measure = prop_oneof![12 => measure, 1 => Just(aggregate)];
    (model, trial, measure, missing, repeat, bad).prop_map(
        |(model, trial, measure, on_missing, on_repeat, on_bad_line)| Spec {
            times: None,
            grouped: false,
            ordered: false,
            model,
            task: Label::Optional("task".into()),
            question: Label::Field("question".into()),
            trial,
            measure,
            on_missing,
            on_repeat,
            on_bad_line,
            format: None,
            ..Spec::default()
        },
    )
}

fn plan() -> impl Strategy<Value = WorkPlan> {
    (1..5_usize, 1..700_usize).prop_map(|(readers, chunk)| WorkPlan {
        readers,
        chunk,
        small: 0,
        ..PLAIN
    })
}

/// What happens to a log: bytes changed, left out or repeated, its end cut.
fn damage() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, u8)>> {
    let kind = (
        any::<prop::sample::Index>(),
        0..4_u8,
        prop::sample::select(b"\n\"\\{},: x1\xff\xc3".to_vec()),
    );
    prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(kind, 0..3)]
}

fn damaged(text: &str, damage: &[(prop::sample::Index, u8, u8)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (place, kind, byte) in damage {
        let at = place.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match kind {
            _ if bytes.is_empty() => {}
            0 => bytes[at] = *byte,
            1 => bytes.insert(at, *byte),
            2 => drop(bytes.remove(at)),
            _ => bytes.truncate(bytes.len() - at.min(20)),
        }
    }
    bytes
}

fn packed(bytes: &[u8], packing: u8) -> Vec<u8> {
    match packing {
        0 => {
            let mut encoder =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        }
        1 => zstd::encode_all(bytes, 1).unwrap(),
        _ => bytes.to_vec(),
    }
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn readers_and_chunks_change_nothing(
        logs in prop::collection::vec((prop::collection::vec(line(), 1..60), damage(), any::<bool>(), 0..8_u8), 1..3),
        cut in prop_oneof![9 => Just(0_usize), 1 => 1..30_usize],
        spec in spec(),
        plans in prop::collection::vec(plan(), 3),
        longest in prop_oneof![5 => Just(LONGEST), 1 => 60..200_usize],
    ) {
        let folder = tempfile::tempdir().unwrap();
        let inputs: Vec<Input> = logs.iter().enumerate().map(|(i, (lines, damage, end, packing))| {
            let text = lines.join("\n") + if *end { "\n" } else { "" };
            let mut bytes = packed(&damaged(&text, damage), *packing);
            bytes.truncate(bytes.len() - if *packing < 2 { cut.min(bytes.len()) } else { 0 });
            Input { path: write(folder.path(), &format!("{i}.jsonl"), &bytes), ..Input::default() }
        }).collect();
        let expected = told(&inputs, &spec, WorkPlan { longest, ..PLAIN });
        for plan in plans {
            let plan = WorkPlan { longest, ..plan };
            prop_assert_eq!(&told(&inputs, &spec, plan), &expected, "{:?}", plan);
        }
    }
}

fn plain_spec() -> Spec {
    Spec {
        model: Label::Field("model".into()),
        task: Label::Optional("task".into()),
        question: Label::Field("question".into()),
        trial: Label::Optional("trial".into()),
        measure: Measure::Outcome { field: "outcome".into(), categories: Categories::binary() },
        times: None,
        grouped: false,
        ordered: false,
        on_missing: OnMissing::Error,
        on_repeat: OnRepeat::Error,
        on_bad_line: OnBadLine::Error,
        format: None,
        ..Spec::default()
    }
}

/// RecordReader of many lengths, one in each thousand of them longer than a chunk.
fn long_log(records: usize) -> String {
    let record = |i: usize| {
        let text = "é\\n".repeat(if i % 1000 == 999 { 100_000 } else { i % 97 });
        let (question, outcome) = (i / 8, i.is_multiple_of(3));
        format!(
            "{{\"model\": \"m\", \"question\": {question}, \"trial\": {i}, \"text\": \"{text}\", \"outcome\": {outcome}}}\n"
        )
    };
    (0..records).map(record).collect()
}

#[test]
fn a_long_log_is_read_as_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = long_log(20_000);
    for (name, tail) in [
        ("whole", ""),
        ("broken", "{\"model\": \"m\" \"question\": 7, \"trial\": 1}\n"),
        ("cut", "{\"model\": \"m\", \"question\": 7, \"trial\": 1"),
    ] {
        let path = write(folder.path(), name, format!("{text}{tail}").as_bytes());
        let inputs = [Input { path, ..Input::default() }];
        let expected = told(&inputs, &plain_spec(), PLAIN);
        assert_eq!(expected.is_ok(), name != "broken");
        let cut = expected.as_ref().is_ok_and(|told| told.contains("interrupted: 1"));
        assert_eq!(cut, name == "cut");
        for (readers, chunk) in [(1, 1 << 16), (2, 1 << 16), (3, 10_000), (8, 1 << 18)] {
            let plan = WorkPlan { readers, chunk, small: 1 << 20, ..PLAIN };
            assert_eq!(told(&inputs, &plain_spec(), plan), expected, "{plan:?}");
        }
        assert_eq!(told(&inputs, &plain_spec(), WorkPlan::usual()), expected);
    }
}

#[test]
fn a_record_that_does_not_end_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let text = "é".repeat(1 << 20);
    let endless = format!("{{\"x\": \"{text}");
    let record = "{\"model\": \"m\", \"question\": 1, \"outcome\": 1}";
    let records = format!("{record}\n").repeat(9_000);
    for (name, text, place) in [
        ("a.jsonl", format!("{records}{endless}"), "line 9001 (byte 396000)"),
        ("a.json", format!("[{record}, {endless}"), "entry 2 (byte 46)"),
        ("a.csv", format!("model,question,outcome\nm,1,1\nm,\"{text}"), "line 3 (byte 29)"),
        ("b.jsonl", " ".repeat(2 << 20), "line 1 (byte 0)"),
    ] {
        let inputs =
            [Input { path: write(folder.path(), name, text.as_bytes()), ..Input::default() }];
        let spec = Spec { on_bad_line: OnBadLine::Skip, on_repeat: OnRepeat::Keep, ..plain_spec() };
        for plan in [
            WorkPlan { small: 0, ..WorkPlan::usual() },
            WorkPlan { readers: 1, chunk: 99, small: 0, ..PLAIN },
            PLAIN,
        ] {
            let plan = WorkPlan { longest: 1 << 20, ..plan };
            let said = told(&inputs, &spec, plan).unwrap_err();
            let unit = place.split(' ').next().unwrap_or("");
            let what = format!("{place}: the {unit} is longer than 1048576 bytes");
            assert!(said.contains(&what), "{plan:?}: {said}");
            // A record of exactly the largest size is accepted.
            let plan = WorkPlan { longest: text.len(), ..plan };
            let said = told(&inputs, &spec, plan).err().unwrap_or_default();
            assert!(!said.contains("longer"), "{plan:?}: {said}");
        }
    }
}

#[test]
fn long_records_share_the_memory_of_all_readers() {
    let folder = tempfile::tempdir().unwrap();
    let long = |at: usize| "x".repeat(if at.is_multiple_of(3) { (9 + at) << 20 } else { at });
    let line = |at| {
        format!(
            "{{\"model\": \"m\", \"question\": {at}, \"outcome\": 1, \"x\": \"{}\"}}\n",
            long(at)
        )
    };
    let text: String = (0..12).map(line).collect();
    let path = write(folder.path(), "long.jsonl", text.as_bytes());
    let inputs = [Input { path, ..Input::default() }];
    // The budget takes two of the shorter ones.
    let longest = 19 << 20;
    let expected = told(&inputs, &plain_spec(), WorkPlan { longest, ..PLAIN });
    assert!(expected.is_ok());
    for readers in [1, 2, 8] {
        let plan = WorkPlan { readers, chunk: 1 << 16, small: 1 << 18, longest };
        assert_eq!(told(&inputs, &plain_spec(), plan), expected, "{plan:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reading_that_waits_for_a_pipe_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let text = long_log(5_000);
    let pipe = path.clone();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let (written, ended) = (&AtomicBool::new(false), &AtomicBool::new(false));
    std::thread::scope(|threads| {
        threads.spawn(move || {
            let mut pipe = std::fs::OpenOptions::new().write(true).open(pipe).unwrap();
            let _ = pipe.write_all(text.as_bytes());
            written.store(true, Ordering::SeqCst);
            // The pipe stays open until the reading has stopped. A reading that waits for it fails the
            // test, and does not hang it.
            let _ = wait.recv_timeout(Duration::from_secs(120));
            ended.store(true, Ordering::SeqCst);
        });
        let plan = WorkPlan { readers: 2, chunk: 1 << 16, small: 1 << 18, ..PLAIN };
        let inputs = [Input { path, ..Input::default() }];
        let go_on = &mut |_| !written.load(Ordering::SeqCst);
        let stopped = planned(&inputs, &plain_spec(), go_on, plan);
        assert!(matches!(stopped, Err(Error::Stopped)));
        assert!(!ended.load(Ordering::SeqCst));
        drop(done);
    });
}
