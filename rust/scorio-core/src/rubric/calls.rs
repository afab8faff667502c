//! Rubrics as declared calls.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ndarray::{ArrayD, Ix2};

use super::PAPER;
use super::error::RubricError;
use super::file::read;
use super::matrix::{SignalMatrix, grade_matrix};
use super::rubrics::Rubrics;
use super::signal::SignalSource;
use super::trial::TrialName;
use crate::calls::declare::{call, options};
use crate::calls::option::{Range, array, group, text, texts, wholes};
use crate::calls::{Answer, AnswerArray, AnswerTable, CallError, Input, Workers};
use crate::check;
use crate::error::Result;
use crate::rows::declare::row;

options! {
    /// A rubric file.
    pub struct RubricFile {
        /// The text of the file, or "paper" for the twelve rubrics of arXiv:2510.04265.
        text: String = text().required().placed(),
    }
}

impl RubricFile {
    fn read(&self) -> Result<Rubrics> {
        read(if self.text == "paper" { PAPER } else { &self.text })
    }
}

/// What a rubric file says.
pub mod rubrics {
    use super::{
        Answer, AnswerTable, Input, Result, RubricFile, Rubrics, SignalSource, Workers, call,
        group, row,
    };

    call! {
        /// Gives the rubrics of a rubric file, with their categories, signals and thresholds.
        ///
        /// # Errors
        /// The text is no rubric file: the message names the line.
        ///
        /// # Source
        /// arXiv:2510.04265, section 3.4 and appendix D. docs/rubrics.md has the form of the file.
        rubrics(Nothing): answer
            => [categories: RubricCategory, signals: RubricSignal, thresholds: RubricThreshold], notes &[];

        /// The file.
        pub struct RubricsOptions {
            /// The file.
            file: RubricFile = group(RubricFile::OPTIONS),
        }
    }

    row! {
        /// A category of a rubric. Rubrics and categories are in the order of the file.
        pub struct RubricCategory {
            /// The rubric.
            rubric: String,
            /// The category.
            category: String,
            /// What a trial in it is worth.
            weight: f64,
        }
    }

    row! {
        /// A signal of the file, for each rubric.
        pub struct RubricSignal {
            /// The rubric.
            rubric: String,
            /// The signal.
            signal: String,
            /// Whether the rubric reads its values. It reads none of a signal that the file has as a number.
            read: bool,
        }
    }

    row! {
        /// A threshold of the file.
        pub struct RubricThreshold {
            /// Its name.
            threshold: String,
        }
    }

    fn answer(_: Input<'_>, options: &RubricsOptions, _: &Workers<'_>) -> Result<Answer> {
        let file = options.file.read()?;
        let categories = file.rubrics().iter().flat_map(|rubric| {
            rubric.categories.iter().map(|one| RubricCategory {
                rubric: rubric.name.clone(),
                category: one.name.clone(),
                weight: one.weight,
            })
        });
        let thresholds = file.thresholds().iter();
        let thresholds = thresholds.map(|one| RubricThreshold { threshold: one.name.clone() });
        let tables = vec![
            AnswerTable::of::<RubricCategory>(categories.collect()),
            AnswerTable::of::<RubricSignal>(signals(&file)?),
            AnswerTable::of::<RubricThreshold>(thresholds.collect()),
        ];
        Ok(Answer { tables, arrays: Vec::new(), notes: Vec::new() })
    }

    fn signals(file: &Rubrics) -> Result<Vec<RubricSignal>> {
        let mut rows = Vec::new();
        for rubric in file.rubrics() {
            let used = file.clone().choose(std::slice::from_ref(&rubric.name))?.used_signals();
            rows.extend(file.signals().iter().zip(used).map(|(signal, used)| RubricSignal {
                rubric: rubric.name.clone(),
                signal: signal.name.clone(),
                read: used && matches!(signal.source, SignalSource::Field { .. }),
            }));
        }
        Ok(rows)
    }
}

/// The categories of trials.
pub mod grade {
    use super::{
        Answer, AnswerArray, ArrayD, BTreeMap, CallError, Cow, Input, Ix2, Range, Result,
        RubricError, RubricFile, SignalMatrix, TrialName, Workers, array, call, check,
        grade_matrix, group, text, texts, wholes,
    };

    call! {
        /// Grades trials by a rubric: the category of each, which is its outcome.
        ///
        /// # Formula
        /// A category is counted from 0, and −1 is a trial that the rubric leaves out. Quantiles are of the trials of
        /// a task, or of a model in it, among these trials. Thresholds that the rubric does not use, and quantiles over
        /// no trial, are NaN.
        ///
        /// # Errors
        /// Signals that do not fit the file. A trial that no rule matches, or that lacks a signal that decides. A
        /// quantile over no trial. A frozen threshold without a value for a task.
        ///
        /// # Source
        /// arXiv:2510.04265, section 3.4 and appendix D.
        grade(Nothing): answer
            => [], arrays [categories: "trials", thresholds: "trials × thresholds"], notes &[];

        /// A rubric, and trials.
        pub struct GradeOptions {
            /// The file.
            file: RubricFile = group(RubricFile::OPTIONS),
            /// The rubric of the file.
            rubric: String = text().required().placed(),
            /// The numbers that the rules compare, with a column for each signal of the file. A number that is not
            /// finite is a missing signal.
            signals: ArrayD<f64> = array("trials × signals").required().placed(),
            /// A number per trial: its task. By default all are of one task without a name.
            tasks: Option<Vec<i64>> = wholes(Range::WHOLE),
            /// The name of each task, in the order of their numbers from 0. By default a number is its own name.
            task_names: Option<Vec<String>> =
                texts().needs("tasks", "{it=} are names of the numbers in {other=}: give both"),
            /// A number per trial: its model.
            models: Option<Vec<i64>> = wholes(Range::WHOLE),
            /// The name of each model, in the order of their numbers from 0.
            model_names: Option<Vec<String>> =
                texts().needs("models", "{it=} are names of the numbers in {other=}: give both"),
        }
    }

    fn answer(_: Input<'_>, options: &GradeOptions, _: &Workers<'_>) -> Result<Answer> {
        let file = options.file.read()?;
        let needed = "an array of trials × signals";
        let signals = options.signals.view().into_dimensionality::<Ix2>();
        let signals = signals.map_err(|_| CallError::Kind { option: "signals", needed })?;
        let trials = signals.nrows();
        let tasks =
            Belonging::new("tasks", options.tasks.as_deref(), options.task_names.as_deref());
        let models =
            Belonging::new("models", options.models.as_deref(), options.model_names.as_deref());
        tasks.check(trials)?;
        models.check(trials)?;
        let (groups, group_of) = groups(&tasks, &models, trials);
        let matrix = SignalMatrix { signals, groups: &groups, group_of: &group_of };
        let graded = grade_matrix(&file, &options.rubric, &matrix)?;
        let code = |place: &Option<usize>| place.map_or(-1.0, |place| place as f64);
        let categories: Vec<f64> = graded.categories.iter().map(code).collect();
        let thresholds = (0..trials).flat_map(|trial| graded.thresholds_of(trial)).copied();
        let thresholds: Vec<f64> = thresholds.collect();
        let axes = vec![trials, file.thresholds().len()];
        let arrays = vec![
            AnswerArray { axes: vec![trials], values: categories.into() },
            AnswerArray { axes, values: thresholds.into() },
        ];
        Ok(Answer { tables: Vec::new(), arrays, notes: Vec::new() })
    }

    /// The tasks or the models of trials: none, or a code for each.
    struct Belonging<'a> {
        option: &'static str,
        codes: Option<&'a [i64]>,
        names: Option<&'a [String]>,
    }

    impl<'a> Belonging<'a> {
        fn new(
            option: &'static str,
            codes: Option<&'a [i64]>,
            names: Option<&'a [String]>,
        ) -> Self {
            Self { option, codes, names }
        }

        fn check(&self, trials: usize) -> Result<()> {
            let codes = self.codes.unwrap_or_default();
            if self.codes.is_some() {
                check::same_size((self.option, codes.len()), ("signals", trials), "trials")?;
            }
            let Some(names) = self.names else { return Ok(()) };
            let known = |code: i64| usize::try_from(code).is_ok_and(|code| code < names.len());
            match codes.iter().enumerate().find(|&(_, &code)| !known(code)) {
                None => Ok(()),
                Some((trial, &code)) => {
                    let (option, trial, names) = (self.option, TrialName::Row(trial), names.len());
                    Err(RubricError::Code { option, code, trial, names }.into())
                }
            }
        }

        fn code(&self, trial: usize) -> i64 {
            self.codes.and_then(|codes| codes.get(trial)).copied().unwrap_or(0)
        }

        fn name(&self, code: i64) -> Cow<'a, str> {
            match (self.names, self.codes) {
                (Some(names), _) => {
                    let name = usize::try_from(code).ok().and_then(|code| names.get(code));
                    name.map_or_else(Cow::default, |name| name.as_str().into())
                }
                (None, Some(_)) => code.to_string().into(),
                (None, None) => Cow::default(),
            }
        }
    }

    /// The tasks and models there are, and for each trial the place of its own.
    fn groups(
        tasks: &Belonging<'_>,
        models: &Belonging<'_>,
        trials: usize,
    ) -> (Vec<(String, String)>, Vec<usize>) {
        let (mut groups, mut places) = (Vec::new(), BTreeMap::new());
        let of = (0..trials).map(|trial| {
            let (task, model) = (tasks.code(trial), models.code(trial));
            *places.entry((task, model)).or_insert_with(|| {
                groups.push((tasks.name(task).into_owned(), models.name(model).into_owned()));
                groups.len() - 1
            })
        });
        let of = of.collect();
        (groups, of)
    }
}
