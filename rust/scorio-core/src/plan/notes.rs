//! The words of what a plan says below its rows.

use super::pair::MOST_TRIALS;
use super::power::Aim;
use crate::calls::Note;
use crate::calls::note::notes;

notes! { NOTES:
    /// A model is better than another today.
    BETTER "plan.better" = "{model} is better than {other}: z {z} reaches {threshold}.";
    /// Two models are not separated today.
    NOT_SEPARATED "plan.not_separated" = "{model} and {other} are not separated: z {z} is below {threshold}.";
    /// What further trials separate two models.
    FURTHER "plan.further" = "If the true difference is {difference}, {bound}{more,} more \
        {more?trial|trials} of each question separate them with power {power}; if half of that, \
        {half_bound}{half}.";
    /// What new trials separate two models.
    NEW "plan.new" = "If the true difference is {difference}, {bound}{more,} {more?trial|trials} of each \
        question separate them with power {power}; if half of that, {half_bound}{half}.";
    /// No difference.
    NO_DIFFERENCE "plan.no_difference" = "No number of trials separates them: the scores are equal.";
    /// The difference is too small.
    TOO_SMALL "plan.too_small" = "No number of trials up to {most,} separates models that differ by \
        {difference}.";
    /// Several models.
    COLUMNS "plan.columns" = "run more: further trials of each question that separate the models with \
        power {power}, if the true difference is {difference}. if half: the same for half of it.";
    /// Further trials that narrow an interval.
    NARROW "plan.narrow" = "run more: further trials of each question, if the variance of a trial stays \
        as it is. The half-width now is that of a leaderboard.";
    /// Single trials.
    SINGLE "plan.single" = "Single trials do not tell how much further ones vary: the plan is at most this.";
    /// No number is enough.
    BEYOND "plan.beyond" = "Where a column shows —, no number of trials up to {most,} is enough.";
    /// New trials of budgets.
    NEW_TRIALS "plan.new_trials" = "trials: new ones of each question, without those that there are.";
    /// What the smallest difference is.
    SMALLEST "plan.smallest" = "smallest difference: separated with power {power}, of two models with the \
        same variances.";
    /// The smallest difference of some trials.
    DIFFERENCE "plan.difference" = "With {trials,} {trials?trial|trials} of each question a difference of \
        {difference} is separated with power {power}.";
    /// A confidence makes up for looks.
    RESTORED "plan.restored" = "Looking with confidence {confidence}, at most {share} of the replicates stop.";
    /// Models that may differ need no such confidence.
    UNEQUAL "plan.unequal" = "No confidence makes up for the looks: the models are not known to be equal.";
    /// No replicate stops.
    NO_STOP "plan.no_stop" = "The looks need no other confidence: no replicate stops.";
    /// No confidence makes up for looks.
    UNRESTORED "plan.unrestored" = "No confidence makes up for the looks: more than {share} of the replicates \
        reach the largest z of all, and would all have to go on.";
    /// The best split of a budget.
    SPLIT "plan.split" = "{questions,} {questions?question|questions} with {trials,} {trials?trial|trials} \
        of each: the difference then has a standard deviation of {sigma}.";
    /// Some of the questions are left out.
    SPLIT_DRAWN "plan.split_drawn" = "Draw them at random from the {tried,} that there are.";
    /// What the split tells apart.
    SPLIT_POWER "plan.split_power" = "A true difference of {difference} (2.8 σ) is separated in 80% of such \
        comparisons, with 95% confidence.";
    /// The same, where the pilot shows no variance between questions.
    SPLIT_ALIKE "plan.split_alike" = "{questions,} {questions?question|questions} with {trials,} \
        {trials?trial|trials} of each. The pilot shows no variance of the difference between questions. So \
        there are no fewer than the {tried} tried. The standard deviation is at least {sigma}.";
    /// The best split with new questions.
    SPLIT_WIDER "plan.split_wider" = "There are {tried,} questions. If others can be found, raise \
        max_questions: {questions,} with {trials,} {trials?trial|trials} of each leave a standard \
        deviation of {sigma}.";
    /// No such difference.
    NONE_FAR "plan.none_far" = "With {trials,} {trials?trial|trials} of each question no score is far \
        enough away to be separated.";
}

/// A difference with its sign: three decimals, or two digits if it is small.
fn signed(difference: f64) -> String {
    let digits = decimals(difference, 2).max(3);
    format!("{difference:+.digits$}").replace('-', "−")
}

/// What the columns of several models are, for the true difference that is given or for those seen.
pub(super) fn columns(given: Option<f64>, power: f64) -> Note {
    let difference = given.map_or_else(|| "the one that is seen".to_owned(), signed);
    Note::of(&COLUMNS).with("power", format!("{power}")).with("difference", difference)
}

/// A positive number with so many digits, without needless zeros.
pub(super) fn with_digits(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}", digits = decimals(value, digits));
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The decimals that show so many digits.
fn decimals(value: f64, digits: usize) -> usize {
    let mut unit = 1.0;
    let mut place = 0;
    while place < 15 && value.abs() < unit && value != 0.0 {
        unit *= 0.1;
        place += 1;
    }
    (place + digits).saturating_sub(1)
}

/// A number of trials with commas.
fn grouped(trials: u64) -> String {
    let digits = trials.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What separates two models with this true difference, and with half of it.
pub(super) fn if_true(
    kind: &'static crate::calls::NoteKind,
    difference: f64,
    (trials, half): (Option<u64>, Option<u64>),
    (aim, bound): (Aim, bool),
) -> Note {
    if difference == 0.0 {
        return Note::of(&NO_DIFFERENCE);
    }
    let difference = signed(difference);
    let Some(more) = trials else {
        return Note::of(&TOO_SMALL).with("most", MOST_TRIALS).with("difference", difference);
    };
    let limit = |is_number: bool| if bound && is_number { "at most " } else { "" }.to_owned();
    let words = half.map_or_else(|| "no number is enough".to_owned(), grouped);
    let note = Note::of(kind).with("difference", difference).with("more", more);
    let note = note.with("bound", limit(true)).with("half_bound", limit(half.is_some()));
    note.with("power", format!("{}", aim.power)).with("half", words)
}

/// That some numbers are missing.
pub(super) fn beyond<'n>(numbers: impl IntoIterator<Item = &'n Option<u64>>) -> Option<Note> {
    let missing = numbers.into_iter().any(Option::is_none);
    missing.then(|| Note::of(&BEYOND).with("most", MOST_TRIALS))
}
