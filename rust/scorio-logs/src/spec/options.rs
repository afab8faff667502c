//! What the user says about a log: its fields, its outcomes, and what to do with the exceptions.

use std::path::PathBuf;

use scorio_records::spec::categories::Categories;
use scorio_records::spec::cost::CostFormula;
use scorio_records::spec::label::Label;
use scorio_records::spec::policy::{Ids, OnBadLine, OnMissing, OnRepeat, Policies, WeightOf};

use crate::spec::asked::AskedQuestions;
use crate::spec::format::Format;
use crate::spec::grading::RubricSpec;
use crate::spec::pattern::Pattern;
use crate::spec::score::ScoreChoice;

/// The name of a file without its folder and its ending, as a field of a series.
pub(crate) const FILE: &str = "@file";

/// What a record says about outcomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// One trial a record.
    Outcome {
        /// Path of the outcome.
        field: String,
        /// Which category it belongs to.
        categories: Categories,
    },
    /// A whole question a record: its number of trials, and how many succeeded.
    Aggregate {
        /// Path of n.
        total: String,
        /// Path of c.
        correct: String,
    },
}

/// How to read a log.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a user's switches, none of which excludes another"
)]
pub struct Spec {
    /// Who answered.
    pub model: Label,
    /// The task.
    pub task: Label,
    /// The question.
    pub question: Label,
    /// The trial. Without one, only their order distinguishes trials.
    pub trial: Label,
    /// The field of the question's cluster, if it is wanted.
    pub cluster: Option<String>,
    /// The field of the question's weight, if it is wanted.
    pub weight: Option<String>,
    /// What the weight is of, or nothing to refuse weights that look like those of runs.
    pub weight_of: Option<WeightOf>,
    /// Other fields of the question that are wanted, such as its difficulty or its length.
    pub fields: Vec<String>,
    /// The field that names the run of a trial. The runs of one model then stand in the place of models.
    pub series: Option<String>,
    /// The outcome.
    pub measure: Measure,
    /// Of a whole question, the share of successes stands in the place of their number: the share of
    /// this, which is 1 or 100.
    pub rates: Option<u32>,
    /// The path of the records in a JSON document. By itself a list at the top.
    pub records: Option<String>,
    /// For records that each stand for several trials of one outcome: the path of how many. They
    /// have no trial then, and the measure is an outcome.
    pub times: Option<String>,
    /// Such records are groups that an engine has counted: one record per trial.
    pub grouped: bool,
    /// Of outcomes that are numbers, or of costs, keep each one beside the sums.
    pub keep_values: bool,
    /// Keep the order of the trials, for which every record must be one trial.
    pub ordered: bool,
    /// For missing outcomes.
    pub on_missing: OnMissing,
    /// For trials that the tool says went wrong. As missing outcomes, if nothing else is said.
    pub on_error: Option<OnMissing>,
    /// For repeated trials.
    pub on_repeat: OnRepeat,
    /// For lines that cannot be read.
    pub on_bad_line: OnBadLine,
    /// Files with the same bytes or the same records count all the same.
    pub allow_copies: bool,
    /// The form, or `None` to tell by name and content.
    pub format: Option<Format>,
    /// The fields are the user's own: no tool's format is looked for.
    pub own_fields: bool,
    /// Which score counts, of a format that has several. The first if nothing is said.
    pub score: ScoreChoice,
    /// How question identifiers are compared.
    pub ids: Ids,
    /// Finds the answer in a response, for formats that keep responses beside their target.
    pub regrade: Option<Pattern>,
    /// The questions that were asked, for formats that do not name all of them.
    pub asked: Option<AskedQuestions>,
    /// The rubrics that grade each trial by its signals.
    pub rubric: Option<RubricSpec>,
    /// What a trial costs, if that is wanted.
    pub cost: Option<CostSpec>,
}

/// What trials cost.
#[derive(Clone, Debug, PartialEq)]
pub struct CostSpec {
    /// How a cost is made of fields.
    pub formula: CostFormula,
    /// Trials without a cost count for scores alone. Otherwise they are an error.
    pub leaves_out: bool,
}

impl CostSpec {
    /// The fields of the record that are read, up to a `*` in them.
    pub(crate) fn paths(&self) -> Vec<String> {
        let begun = |path: &String| path.split(".*").next().unwrap_or(path).to_owned();
        self.formula.fields.iter().map(begun).collect()
    }
}

impl Default for Spec {
    /// The fields `model`, `question` and `outcome`, and `task` and `trial` where they are.
    fn default() -> Self {
        let outcome = "outcome".to_owned();
        Self {
            model: Label::Field("model".to_owned()),
            task: Label::Optional("task".to_owned()),
            question: Label::Field("question".to_owned()),
            trial: Label::Optional("trial".to_owned()),
            cluster: None,
            weight: None,
            weight_of: None,
            fields: Vec::new(),
            series: None,
            measure: Measure::Outcome { field: outcome, categories: Categories::binary() },
            rates: None,
            records: None,
            times: None,
            grouped: false,
            keep_values: false,
            ordered: false,
            on_missing: OnMissing::Error,
            on_error: None,
            on_repeat: OnRepeat::Error,
            on_bad_line: OnBadLine::Error,
            format: None,
            allow_copies: false,
            own_fields: false,
            score: ScoreChoice::First,
            ids: Ids::Distinct,
            regrade: None,
            asked: None,
            rubric: None,
            cost: None,
        }
    }
}

impl Spec {
    /// What to do with the exceptions.
    pub(crate) fn policies(&self) -> Policies {
        Policies {
            on_missing: self.on_missing,
            on_repeat: self.on_repeat,
            on_bad_line: self.on_bad_line,
            ids: self.ids,
            ordered: self.ordered,
        }
    }

    /// Whether anything is read of a record beside its names and its outcome.
    pub(crate) fn has_details(&self) -> bool {
        let one = [&self.cluster, &self.weight, &self.series].into_iter().any(Option::is_some);
        one || !self.fields.is_empty()
    }

    /// The categories that the user named.
    pub(crate) fn given_categories(&self) -> Option<Categories> {
        match &self.measure {
            Measure::Outcome { categories, .. } if !categories.are_usual() => {
                Some(categories.clone())
            }
            _ => None,
        }
    }

    /// The categories that the user named, or others with the values that the user says are missing.
    pub(crate) fn categories_or(&self, others: Categories) -> Categories {
        match &self.measure {
            Measure::Outcome { categories, .. } if categories.are_usual() => {
                others.missing_as(categories)
            }
            Measure::Outcome { categories, .. } => categories.clone(),
            Measure::Aggregate { .. } => others,
        }
    }

    /// Whether outcomes are numbers that are summed up.
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        matches!(&self.measure, Measure::Outcome { categories, .. } if categories.are_numbers())
    }

    /// The categories' names.
    #[must_use]
    pub fn categories(&self) -> Vec<String> {
        match &self.measure {
            Measure::Outcome { categories, .. } => categories.names().to_vec(),
            Measure::Aggregate { .. } => Categories::binary().names().to_vec(),
        }
    }
}

/// A log file, with the model and task where its name tells them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Path; `-` is standard input.
    pub path: PathBuf,
    /// The model of every record in it.
    pub model: Option<String>,
    /// The task of every record in it.
    pub task: Option<String>,
    /// The trial that every record in it is.
    pub trial: Option<String>,
    /// It was found in a folder: if its kind is not known, it is passed over and noted.
    pub found: bool,
}
