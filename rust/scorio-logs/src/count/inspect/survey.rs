//! What a log holds, without scoring it: its format and fields, and how often each score has each value.

use scorio_core::Counts;
use scorio_records::spec::categories::Categories;
use scorio_records::spec::label::Label;
use scorio_records::spec::policy::OnBadLine;
use scorio_records::spec::policy::OnMissing;
use scorio_records::spec::policy::OnRepeat;

use crate::count::inspect::gathered::Gathered;
use crate::count::inspect::gathered::Tally;
use crate::error::Result;
use crate::note::Report;
use crate::source::progress::Progress;
use crate::spec::options::{Input, Measure, Spec};
use crate::spec::score::ScoreChoice;

/// What a log holds.
#[derive(Debug)]
pub struct Survey {
    /// The tool, or the form of a long table.
    pub format: &'static str,
    /// The names at the top of the log.
    pub fields: Vec<String>,
    /// Where each role is found, if a tool wrote it.
    pub maps: &'static [(&'static str, &'static str)],
    /// Trials of each question, all in the first category. Those without an outcome are missing.
    pub counts: Counts,
    /// What the reading did.
    pub report: Report,
    /// Each score with its values.
    pub scores: Vec<Tally>,
}

/// Surveys a log.
///
/// # Errors
/// A file that cannot be read, or whose kind is not known.
pub fn survey(input: &Input, spec: &Spec, progress: &mut Progress<'_>) -> Result<Survey> {
    let optional = |label: &Label| match label {
        Label::Field(field) => Label::Optional(field.clone()),
        other => other.clone(),
    };
    let measure = match &spec.measure {
        Measure::Outcome { field, .. } => {
            Measure::Outcome { field: field.clone(), categories: Categories::any() }
        }
        aggregate @ Measure::Aggregate { .. } => aggregate.clone(),
    };
    let spec = Spec {
        model: optional(&spec.model),
        measure,
        cluster: None,
        weight: None,
        weight_of: None,
        on_missing: OnMissing::Drop,
        on_error: None,
        on_repeat: OnRepeat::Keep,
        on_bad_line: OnBadLine::Skip,
        // All scores are shown in any case.
        score: match &spec.score {
            ScoreChoice::All => ScoreChoice::First,
            score => score.clone(),
        },
        ..spec.clone()
    };
    let (counts, report, gathered) = crate::count::read::gathered(input, &spec, progress)?;
    let Gathered { format, fields, maps, scores, .. } = gathered;
    Ok(Survey { format, fields, maps, counts, report, scores })
}
