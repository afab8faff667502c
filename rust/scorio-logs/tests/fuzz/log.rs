//! Random logs: records as benchmarks write them. Some are damaged.

use crate::chance::Chance;

/// Records; Q stands for a question, T for a trial, V for an outcome, X for a text.
const RECORDS: [&str; 10] = [
    r#"{"model": "m0", "task": "t", "question": Q, "trial": T, "outcome": V}"#,
    r#"{"model": "m1", "task": "t", "question": Q, "trial": T, "outcome": V}"#,
    r#"{"model":"m0","info":{"model":"a","task":"t","ok":V},"scores":[V,{"x":[]}],"task":"t","question":Q,"trial":T,"text":X,"outcome":V}"#,
    r#"{"task": "t", "seconds": 1.25e-3, "model": "m0", "question": Q, "info": {"model": "b", "task": "t", "ok": V, "n": {}}, "scores": [V, -1], "trial": T, "outcome": V, "note": X}"#,
    r#" { "m\u006fdel" : "m0" , "task" : "t" , "question" : Q , "trial" : T , "outcome" : V } "#,
    r#"{"model": "m0", "task": "t", "question": Q, "trial": T, "text": X, "text": X, "outcome": V}"#,
    r#"{"model": "m0", "task": "t", "question": Q, "trial": T, "outcome": V, "outcome": V}"#,
    r#"{"info": {"ok": V, "ok": V}, "model": "m0", "task": "t", "question": Q, "trial": T, "outcome": V}"#,
    r#"{"model":"m0","info":"x","scores":0,"task":"t","question":Q,"trial":T,"text":X,"outcome":V}"#,
    r#"{"model": "m0", "question": Q, "outcome": V}"#,
];

const QUESTIONS: [&str; 9] = [
    "\"q0\"",
    "\"q1\"",
    "7",
    "\"7\"",
    "\"é\"",
    "\"\\u00e9\"",
    "\"q\\\"\\n\"",
    "true",
    "\"a question of more than sixteen bytes\"",
];

const OUTCOMES: [&str; 14] = [
    "0",
    "1",
    "null",
    "0.7",
    "1.0",
    "-0",
    "0e9",
    "NaN",
    "-Infinity",
    "\"C\"",
    "\"I\"",
    "\"1\"",
    "[]",
    "2",
];

const TEXTS: [&str; 6] = [
    "\"\"",
    "\"a \\\"b\\\" \\\\ \\n } ] ,\"",
    "{\"role\": \"user\", \"outcome\": [1, {\"model\": NaN}]}",
    "\"\\ud83d\\ude00 ≤ and so on, a transcript that goes on for longer than two words do\"",
    "[[], {}, -2.5E+3, null, false]",
    "1e400",
];

/// From so many bytes on, several readers share a log.
const LARGE: usize = (1 << 20) + 1;

/// A log: of a few lines, of a few lines among large blank ones, or of many lines.
pub(crate) fn random(chance: &mut Chance) -> Vec<u8> {
    let (least, blank) = match chance.below(300) {
        0 => (LARGE, 0),
        1..150 => (0, LARGE),
        _ => (0, 0),
    };
    // What is rare in a long log is less so in a short one, as most of it ends the reading.
    let rates = if least > 0 { &[300, 3000, 100_000][..] } else { &[2, 10, 100, 1000] };
    let [mixed, odd, damaged] = [0; 3].map(|_| *chance.pick(rates));
    let lines = 1 + chance.below(20);
    let usual = chance.below(4);
    let mut log = Vec::new();
    let mut count = 0;
    while count < lines || log.len() < least {
        if chance.one_in(lines.div_ceil(2)) {
            log.resize(log.len() + blank / 2, b' ');
            log.push(b'\n');
        }
        let shape = if chance.one_in(mixed) { chance.below(RECORDS.len()) } else { usual };
        let mut line = record(chance, RECORDS[shape], count, odd).into_bytes();
        if chance.one_in(damaged) {
            for _ in 0..=chance.below(3) {
                damage(chance, &mut line);
            }
        }
        log.extend_from_slice(&line);
        log.push(b'\n');
        count += 1;
    }
    log.resize(log.len().max(blank), b' ');
    if chance.one_in(3) {
        let cut = if chance.one_in(2) { 1 } else { chance.below(60) };
        log.truncate(log.len().saturating_sub(cut));
    }
    log
}

fn record(chance: &mut Chance, shape: &str, count: usize, odd: usize) -> String {
    let question = QUESTIONS[if chance.one_in(odd) { chance.below(9) } else { chance.below(2) }];
    let trial = match if chance.one_in(odd) { chance.below(6) } else { 5 } {
        0 => "\"run\"".to_owned(),
        1 => "\"07\"".to_owned(),
        2 => "2147483648".to_owned(),
        3 => "null".to_owned(),
        4 => chance.below(3).to_string(),
        _ => count.to_string(),
    };
    let mut record = shape.replace('Q', question).replace('T', &trial);
    while let Some(at) = record.find('V') {
        let outcome = if chance.one_in(odd) {
            chance.pick(&OUTCOMES)
        } else {
            chance.pick(&["true", "false"])
        };
        record.replace_range(at..=at, outcome);
    }
    while let Some(at) = record.find('X') {
        let text: &str = chance.pick::<&str>(&TEXTS);
        record.replace_range(at..=at, text);
    }
    record
}

/// A bit flipped, a byte put in, a piece left out, repeated, or moved from elsewhere.
fn damage(chance: &mut Chance, line: &mut Vec<u8>) {
    let at = chance.below(line.len());
    let end = line.len().min(at + 1 + chance.below(24));
    match chance.below(6) {
        0 if at < line.len() => line[at] ^= 1 << chance.below(8),
        1 => line.insert(at, *chance.pick(b"\"\\{}[]:, \n\r\t\x01x0-.eu\xff\xc3")),
        2 => drop(line.drain(at..end)),
        3 => {
            let piece = line[at..end].to_vec();
            let to = chance.below(line.len());
            drop(line.splice(to..to, piece));
        }
        4 => line.truncate(at),
        _ => {
            let shape = *chance.pick(&RECORDS);
            let other = record(chance, shape, 1, 3).into_bytes();
            let from = chance.below(other.len());
            line.truncate(at);
            line.extend_from_slice(&other[from..]);
        }
    }
}
