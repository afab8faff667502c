//! The calls `trials_to_separate` and `trials_to_separate_counted`.

use super::options::{PlanScore, PlanTable};
use crate::calls::declare::{call, options};
use crate::calls::option::{Range, group, number};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Workers};
use crate::error::Result;
use crate::plan::notes::{BETTER, FURTHER, NOT_SEPARATED, NOTES, SINGLE, beyond, columns, if_true};
use crate::plan::pair::Pair;
use crate::plan::power::{Aim, separation, true_difference};
use crate::printable::Printable;
use crate::rows::declare::row;

options! {
    /// When models are separated, and for which true difference.
    pub struct PlanAim {
        /// The confidence of the separation.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How probable the separation in the right order has to be.
        power: f64 = number(Range::LEVEL).or(0.8).placed(),
        /// The true difference of the scores. By default the one that is seen.
        difference: Option<f64> = number(Range::FINITE),
    }
}

/// Further trials, for the true difference and for half of it.
struct FurtherTrials {
    more: Option<u64>,
    half: Option<u64>,
}

impl FurtherTrials {
    fn new(pair: &Pair<'_>, difference: f64, aim: Aim) -> Result<Self> {
        let more = |difference| pair.further_trials(difference, aim);
        Ok(Self { more: more(difference)?, half: more(0.5 * difference)? })
    }
}

/// From results, or from assumed probabilities.
pub mod known {
    use std::sync::Arc;

    use super::{
        Aim, Answer, AnswerTable, FURTHER, FurtherTrials, Input, NOTES, Note, Pair, PlanAim,
        PlanScore, PlanTable, Result, SINGLE, Workers, beyond, call, columns, group, if_true, row,
        separation, true_difference,
    };
    use crate::calls::option::side;
    use crate::plan::pair::Side;

    call! {
        /// Gives how many more trials of each question separate a model from a baseline with a power.
        ///
        /// # Formula
        /// As for `trials_needed`, on top of the N trials of each question: σ² = Σ v / (N + n) / M², added
        /// over both models. z is the difference over the σ of both leaderboard scores.
        ///
        /// # Errors
        /// Probabilities outside [0, 1]. Models of other categories.
        ///
        /// # Source
        /// docs/planning.md of the checkout. Šidák (1967).
        trials_to_separate(Nothing): answer => [separation: Separation], notes NOTES;

        /// A model and a baseline, and how surely they are to be separated.
        pub struct TrialsToSeparateOptions {
            /// The model.
            a: Arc<Side> = side().placed(),
            /// The model that it is compared with.
            baseline: Arc<Side> = side().placed(),
            /// The aim.
            aim: PlanAim = group(PlanAim::OPTIONS),
            /// The table.
            table: PlanTable = group(PlanTable::OPTIONS),
            /// How scores are made.
            score: PlanScore = group(PlanScore::OPTIONS),
        }
    }

    row! {
        /// How far a model is from being separated from a baseline.
        #[derive(Copy)]
        pub struct Separation {
            /// The difference of the scores.
            difference: f64,
            /// Difference / σ as it is. Missing for assumed probabilities.
            z: Option<f64>,
            /// The fewest further trials that have the power. Missing if no number up to 10⁹ is enough.
            more: Option<u64>,
            /// The same if half the difference is true.
            half: Option<u64>,
            /// Whether fewer may be enough, because single trials do not tell how much further ones vary.
            at_most: bool,
        }
    }

    fn answer(_: Input<'_>, options: &TrialsToSeparateOptions, _: &Workers<'_>) -> Result<Answer> {
        let TrialsToSeparateOptions { a, baseline, aim: wanted, table, score } = options;
        let weights = score.weights()?;
        let pair = Pair::new(a, baseline, &weights)?;
        let aim = Aim::new(wanted.confidence, table.family, wanted.power)?;
        let seen = pair.difference();
        let difference = true_difference(wanted.difference, seen, &weights)?;
        let FurtherTrials { more, half } = FurtherTrials::new(&pair, difference, aim)?;
        let at_most = pair.is_bound();
        let mut notes = vec![if_true(&FURTHER, difference, (more, half), (aim, at_most))];
        if table.family > 2 {
            notes.push(columns(wanted.difference, wanted.power));
            notes.extend(beyond([&more, &half]));
            notes.push(separation(aim, table.family, wanted.confidence));
        }
        notes.extend(at_most.then(|| Note::of(&SINGLE)));
        let row = Separation { difference: seen, z: pair.z(&weights)?, more, half, at_most };
        Ok(Answer { tables: vec![AnswerTable::of(vec![row])], arrays: Vec::new(), notes })
    }
}

/// From counts of models, whose questions have names.
pub mod counted {
    use std::collections::BTreeMap;

    use super::{
        Aim, Answer, AnswerTable, BETTER, CallError, FURTHER, FurtherTrials, Input, NOT_SEPARATED,
        NOTES, Note, Pair, PlanAim, PlanScore, Printable, Range, Result, SINGLE, Workers, beyond,
        call, columns, group, if_true, row, separation, true_difference,
    };
    use crate::calls::option::{flag, text, whole};
    use crate::compare::FamilyRequest;
    use crate::compare::compare::compare;
    use crate::compare::comparison::Comparison;
    use crate::compare::request::CompareRequest;
    use crate::counts::error::CountsError;
    use crate::counts::pool::states;
    use crate::counts::question::Question;
    use crate::metric::weights::Weights;
    use crate::plan::pair::Side;

    call! {
        /// Gives how many more trials of each question separate each model from a baseline with a power, from
        /// counts.
        ///
        /// # Formula
        /// Difference and z are those of `compare`. Further trials are those of `trials_to_separate`.
        ///
        /// # Errors
        /// What `compare` refuses. Questions with weights. Several scores of a trial.
        ///
        /// # Source
        /// docs/planning.md of the checkout. Šidák (1967).
        trials_to_separate_counted(Counts): answer => [separations: ModelSeparation], notes NOTES;

        /// The baseline, and how surely the other models are to be separated from it.
        pub struct TrialsToSeparateCountedOptions {
            /// The model that the others are compared with.
            baseline: String = text().required(),
            /// The aim.
            aim: PlanAim = group(PlanAim::OPTIONS),
            /// How many models the table has. By default those of the counts.
            family: Option<u64> = whole(Range::FROM_TWO),
            /// Whether only questions that both models have count. Otherwise each model has its own.
            paired: bool = flag().or_yes(),
            /// How scores are made.
            score: PlanScore = group(PlanScore::OPTIONS),
        }
    }

    row! {
        /// How far a model is from being separated from a baseline.
        pub struct ModelSeparation {
            /// Model.
            model: String,
            /// The model that it is compared with.
            baseline: String,
            /// Questions of the model that count.
            questions: u64,
            /// Trials of a question of the model, on average.
            trials: f64,
            /// Score of the model minus score of the baseline.
            difference: f64,
            /// Difference / σ as it is.
            z: f64,
            /// The fewest further trials that have the power. Missing if no number up to 10⁹ is enough.
            more: Option<u64>,
            /// The same if half the difference is true.
            half: Option<u64>,
            /// Whether fewer may be enough, because single trials do not tell how much further ones vary.
            at_most: bool,
        }
    }

    fn answer(
        input: Input<'_>,
        options: &TrialsToSeparateCountedOptions,
        _: &Workers<'_>,
    ) -> Result<Answer> {
        let Input::Counts(counts) = input else {
            return Err(CallError::Untold { call: "trials_to_separate_counted" }.into());
        };
        counts.require_one_score()?;
        if counts.has_weights() {
            return Err(CountsError::Weighted.into());
        }
        let &TrialsToSeparateCountedOptions {
            ref baseline,
            aim: ref wanted,
            family,
            paired,
            ref score,
        } = options;
        let weights = match score.weights {
            Some(_) => score.weights()?,
            None => Weights::default_of(counts)?,
        };
        let models = family.unwrap_or(counts.models().len() as u64);
        let aim = Aim::new(wanted.confidence, models, wanted.power)?;
        let request = CompareRequest {
            weights: Some(weights.clone()),
            paired,
            confidence: wanted.confidence,
            family: FamilyRequest { models: family, together: false },
            ..CompareRequest::with_baseline(baseline)
        };
        let compared = compare(counts, &request)?;
        let questions = counts.scored()?;
        let mut rows = Vec::new();
        let mut differences = Vec::new();
        let mut today = None;
        for row in compared.rows {
            let names = [row.model.as_str(), baseline];
            let [own, base] = if paired {
                common(&questions, names, &weights)?
            } else {
                own_sides(&questions, names, &weights)?
            };
            let pair = Pair::new(&own, &base, &weights)?;
            let difference = true_difference(wanted.difference, row.difference, &weights)?;
            let FurtherTrials { more, half } = FurtherTrials::new(&pair, difference, aim)?;
            differences.push(difference);
            today = Some(found_today(&row)?);
            rows.push(ModelSeparation {
                baseline: row.baseline,
                questions: row.questions,
                trials: row.trials as f64 / row.questions as f64,
                difference: row.difference,
                z: row.z,
                more,
                half,
                at_most: pair.is_bound(),
                model: row.model,
            });
        }
        let today = today.filter(|_| rows.len() == 1);
        let mut notes: Vec<Note> = today.into_iter().collect();
        notes.extend(notes_of(&rows, &differences, (aim, models), wanted));
        Ok(Answer { tables: vec![AnswerTable::of(rows)], arrays: Vec::new(), notes })
    }

    /// What the common questions of two models tell of each.
    fn common(
        questions: &[Question<'_>],
        models: [&str; 2],
        weights: &Weights,
    ) -> Result<[Side; 2]> {
        let mut both = BTreeMap::<_, [Option<Question<'_>>; 2]>::new();
        for question in questions {
            let Some(place) = models.iter().position(|&model| model == question.model) else {
                continue;
            };
            let slots = both.entry((question.task, question.question)).or_default();
            if let Some(slot) = slots.get_mut(place) {
                *slot = Some(*question);
            }
        }
        let pairs = both.into_values().filter_map(|[own, base]| own.zip(base));
        let (own, base): (Vec<_>, Vec<_>) = pairs.unzip();
        Ok([side(own, weights)?, side(base, weights)?])
    }

    /// What all questions of two models tell of each.
    fn own_sides(
        questions: &[Question<'_>],
        [own, base]: [&str; 2],
        weights: &Weights,
    ) -> Result<[Side; 2]> {
        let of = |model: &str| {
            side(questions.iter().filter(|one| one.model == model).copied().collect(), weights)
        };
        Ok([of(own)?, of(base)?])
    }

    fn side(questions: Vec<Question<'_>>, weights: &Weights) -> Result<Side> {
        Side::pilot(&states(weights.categories(), false, questions.into_iter()))
    }

    fn notes_of(
        rows: &[ModelSeparation],
        differences: &[f64],
        (aim, models): (Aim, u64),
        wanted: &PlanAim,
    ) -> Vec<Note> {
        let mut notes = Vec::new();
        if let ([row], [difference]) = (rows, differences) {
            let found = (row.more, row.half);
            notes.push(if_true(&FURTHER, *difference, found, (aim, row.at_most)));
        } else {
            notes.push(columns(wanted.difference, aim.power));
            notes.extend(beyond(rows.iter().flat_map(|row| [&row.more, &row.half])));
        }
        if models > 2 {
            notes.push(separation(aim, models, wanted.confidence));
        }
        notes.extend(rows.iter().any(|row| row.at_most).then(|| Note::of(&SINGLE)));
        notes
    }

    /// What `compare` says of two models.
    fn found_today(row: &Comparison) -> Result<Note> {
        let names = [&row.model, &row.baseline].map(|name| Printable(name).to_string());
        let [model, other] = names;
        let (kind, model, other) = match (row.separated, row.z < 0.0) {
            (true, true) => (&BETTER, other, model),
            (true, false) => (&BETTER, model, other),
            (false, _) => (&NOT_SEPARATED, model, other),
        };
        let note = Note::of(kind).with("model", model).with("other", other);
        let note = note.with("z", format!("{:.2}", row.z.abs()));
        Ok(note.with("threshold", format!("{:.2}", row.critical()?)))
    }
}
