//! What a gate says of questions that its trials leave undecided.

use super::further::QuestionRule;
use super::notes::{SUSPECT, SUSPECTS, TOO_FEW};
use super::row::Gated;
use super::verdict::GateVerdict;
use crate::calls::Note;
use crate::calls::note::{LISTED, distinct};
use crate::numeric::sorting::sort_by;
use crate::printable::Printable;

/// Questions that would fail alone, and trials that are too few for any question to pass.
pub(super) fn about_questions(
    rows: &[Gated],
    (level, alpha): (f64, f64),
    family: bool,
) -> Vec<Note> {
    let open = || rows.iter().filter(|row| row.verdict == GateVerdict::Undecided);
    let mut low: Vec<_> = open().filter(|row| row.p_fail.is_some_and(|p| p <= alpha)).collect();
    sort_by(&mut low, |a, b| a.p_fail.partial_cmp(&b.p_fail).unwrap_or(std::cmp::Ordering::Equal));
    let several = distinct(rows.iter().map(|row| (&row.model, &row.score_name))).len() > 1;
    let mut notes: Vec<_> =
        low.iter().take(LISTED).map(|row| suspect(row, rows, several)).collect();
    let others = low.len().saturating_sub(LISTED) as u64;
    notes.extend((others > 0).then(|| Note::of(&SUSPECTS).with("suspects", others)));
    // Where passes hold together, how many trials pass depends on the other questions.
    notes.extend(too_few(rows, level, alpha).filter(|_| !family));
    notes
}

fn suspect(row: &Gated, rows: &[Gated], several: bool) -> Note {
    let question = Printable(row.question.as_deref().unwrap_or("")).to_string();
    let model = if several { format!(" of {}", Printable(&row.model)) } else { String::new() };
    let of_model = |one: &&Gated| one.model == row.model && one.score_name == row.score_name;
    let questions = rows.iter().filter(of_model).count() as u64;
    let run = match row.more {
        Some(1) => " Run it once more.".to_owned(),
        Some(more) => format!(" Run it {more} more times."),
        None => String::new(),
    };
    Note::of(&SUSPECT)
        .with("question", question + &model)
        .with("successes", row.successes.unwrap_or(0))
        .with("trials", row.trials)
        .with("alone", fraction(row.p_fail.unwrap_or(1.0)))
        .with("together", fraction(row.p_fail_adjusted.unwrap_or(1.0)))
        .with("questions", questions)
        .with("run", run)
}

/// Where a question without a failure would not pass.
fn too_few(rows: &[Gated], level: f64, alpha: f64) -> Option<Note> {
    let rule = QuestionRule::new(level);
    // Where passes are adjusted, one without a failure may need more.
    let limit = |row: &Gated| match (row.p_pass, row.p_pass_adjusted) {
        (Some(own), Some(adjusted)) if adjusted > own => alpha * own / adjusted,
        _ => alpha,
    };
    let open = rows.iter().filter(|row| row.verdict == GateVerdict::Undecided && row.trials > 0);
    let short: Vec<_> = open.filter(|row| !rule.shows(row.trials, limit(row))).collect();
    let most = short.iter().map(|row| row.trials).max()?;
    let fewest = short.iter().map(|row| row.trials).min()?;
    let enough = short.iter().filter_map(|row| rule.without_failure(limit(row))).max()?;
    let up_to = if fewest < most { "Up to " } else { "" };
    let unit = if most == 1 { "trial" } else { "trials" };
    let trials = format!("{up_to}{most} {unit}");
    Some(
        Note::of(&TOO_FEW)
            .with("trials", trials)
            .with("level", level.to_string())
            .with("enough", enough),
    )
}

/// A chance in few digits, without the zero before the point.
pub(super) fn fraction(value: f64) -> String {
    if value >= 0.995 {
        return "1".to_owned();
    }
    if value < 0.0005 {
        return format!("{value:.0e}");
    }
    let text = if value < 0.0095 { format!("{value:.3}") } else { format!("{value:.2}") };
    text.trim_start_matches('0').trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::fraction;

    #[test]
    fn chances_have_few_digits() {
        let shown = [0.0063, 0.127, 0.05, 0.1, 0.999, 1.0, 0.0094, 0.0096, 3.4e-7].map(fraction);
        assert_eq!(shown, [".006", ".13", ".05", ".1", "1", "1", ".009", ".01", "3e-7"]);
    }
}
