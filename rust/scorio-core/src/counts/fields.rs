//! What else is known of questions, such as their difficulty or their length: named texts.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::counts::Counts;
use super::error::CountsError;
use super::label::EMPTY;
use super::question::named;
use crate::error::Result;

/// The value of a field of a question: its task, or none for all tasks that have it, its name, and the value.
pub type FieldValue<'a> = (Option<&'a str>, &'a str, &'a str);

impl Counts {
    /// Notes the value of a field of a row's question, which all models and scores share. The empty text says
    /// that the question has none.
    ///
    /// # Errors
    /// The question has another value of this field.
    pub fn note(&mut self, row: usize, field: &str, value: &str) -> Result<()> {
        let name = self.labels.intern(field);
        let place = self.fields.place(name);
        let Some(&[_, task, _, question]) = self.keys.get(row) else { return Ok(()) };
        let value = self.labels.intern(value);
        self.fields.set([task, question], place, value).map_err(|known| {
            let question = named(self.labels.get(task), self.labels.get(question)).into();
            let [field, known, other] =
                [field, self.labels.get(known), self.labels.get(value)].map(Box::from);
            CountsError::FieldConflict { question, field, known, other }.into()
        })
    }

    /// Notes the values of a field of some questions, by their names. The empty text says that a question has
    /// none.
    ///
    /// # Errors
    /// - There is no such question.
    /// - A question has another value of this field.
    pub fn note_each<'a>(
        &mut self,
        field: &str,
        values: impl IntoIterator<Item = FieldValue<'a>>,
    ) -> Result<()> {
        // One row of each task that has a question of a name.
        let mut rows: HashMap<u32, Vec<(u32, usize)>, FxBuildHasher> = HashMap::default();
        for (row, &[_, task, _, question]) in self.keys.iter().enumerate() {
            let own = rows.entry(question).or_default();
            if own.iter().all(|(known, _)| *known != task) {
                own.push((task, row));
            }
        }
        let name = self.labels.intern(field);
        self.fields.place(name);
        for (task, question, value) in values {
            let own = self.labels.find(question).and_then(|question| rows.get(&question));
            let wanted = task.map(|task| self.labels.find(task));
            let is_wanted = |own: u32| wanted.is_none_or(|task| task == Some(own));
            let places: Vec<usize> = own
                .into_iter()
                .flatten()
                .filter_map(|&(task, row)| is_wanted(task).then_some(row))
                .collect();
            if places.is_empty() {
                let (question, questions) = (named(task.unwrap_or(""), question), rows.len());
                let field = field.to_owned();
                return Err(CountsError::NoQuestion { question, field, questions }.into());
            }
            places.into_iter().try_for_each(|row| self.note(row, field, value))?;
        }
        Ok(())
    }

    /// The fields of which any question may have a value, in order of appearance.
    #[must_use]
    pub fn fields(&self) -> Vec<&str> {
        self.fields.names().iter().map(|&name| self.labels.get(name)).collect()
    }

    /// The value of a field, by its place in [`Self::fields`], of a row's question. `None` if it has none.
    #[must_use]
    pub fn value(&self, row: usize, field: usize) -> Option<&str> {
        let &[_, task, _, question] = self.keys.get(row)?;
        let value = self.fields.value([task, question], field);
        (value != EMPTY).then(|| self.labels.get(value))
    }

    /// The values of a row's question, by field.
    pub fn values(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        let names = self.fields.names().iter().enumerate();
        names.filter_map(move |(place, &name)| {
            Some((self.labels.get(name), self.value(row, place)?))
        })
    }

    /// Whether a row's question has any value.
    pub(super) fn has_values(&self, row: usize) -> bool {
        let key = self.keys.get(row);
        key.is_some_and(|&[_, task, _, question]| self.fields.has([task, question]))
    }

    /// Takes over the values that a row of other counts has.
    pub(crate) fn note_all(&mut self, row: usize, other: &Self, from: usize) -> Result<()> {
        // Almost no counts have fields.
        if other.fields.names().is_empty() {
            return Ok(());
        }
        for field in other.fields() {
            let name = self.labels.intern(field);
            self.fields.place(name);
        }
        other.values(from).try_for_each(|(field, value)| self.note(row, field, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::question::Key;

    fn counts(rows: &[(&str, &str, &str)]) -> Counts {
        let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
        for &(model, question, level) in rows {
            let row = counts.row(model, "t", question);
            counts.add(row, 1, 2).unwrap();
            counts.note(row, "level", level).unwrap();
        }
        counts
    }

    #[test]
    fn values_are_of_questions_and_survive_all_that_becomes_of_counts() {
        let mut counts = counts(&[("a", "1", "easy"), ("a", "2", ""), ("b", "2", "hard")]);
        assert_eq!(counts.fields(), ["level"]);
        let levels = |counts: &Counts| -> Vec<Option<String>> {
            (0..counts.len()).map(|row| counts.value(row, 0).map(str::to_owned)).collect()
        };
        let expected = ["easy", "hard", "hard"].map(|level| Some(level.to_owned()));
        assert_eq!(levels(&counts), expected);
        assert_eq!(levels(&counts.filter(|_| true).unwrap()), expected);
        assert_eq!(levels(&counts.filter(|one| one.model == "a").unwrap()), expected[..2]);
        let renamed = counts.relabelled(|one| Some(Key { model: "c", ..one.key() })).unwrap();
        assert_eq!(levels(&renamed), expected[..2]);
        let other = super::tests::counts(&[("c", "1", ""), ("c", "3", "easy")]);
        counts.merge(&other).unwrap();
        assert_eq!(counts.value(3, 0), Some("easy"));
        assert_eq!(counts.values(4).collect::<Vec<_>>(), [("level", "easy")]);
        assert!(counts != counts.filter(|one| one.question != "3").unwrap());
    }

    #[test]
    fn a_question_has_one_value_of_a_field() {
        let mut counts = counts(&[("a", "1", "easy")]);
        let row = counts.row("b", "t", "1");
        let error = counts.note(row, "level", "hard").unwrap_err().to_string();
        assert_eq!(
            error,
            "question 1 of task t has the level easy and the level hard: all trials of a question have the same"
        );
        assert!(counts.note(99, "level", "hard").is_ok());
    }

    #[test]
    fn values_are_noted_by_the_names_of_questions() {
        let mut counts = counts(&[("a", "1", ""), ("b", "1", ""), ("b", "2", "")]);
        counts.row("a", "other", "1");
        counts.note_each("level", [(Some("t"), "1", "easy"), (None, "2", "hard")]).unwrap();
        let level = |row| counts.value(row, 0);
        assert_eq!([0, 1, 2, 3].map(level), [Some("easy"), Some("easy"), Some("hard"), None]);
        let error = |values: &[FieldValue<'_>]| {
            counts.clone().note_each("level", values.iter().copied()).unwrap_err().to_string()
        };
        assert_eq!(
            error(&[(None, "3", "easy")]),
            "question 3 has a level, but no trial: name one of the 2 questions"
        );
        assert!(error(&[(Some("other"), "2", "easy")]).starts_with("question 2 of task other"));
        assert!(error(&[(None, "1", "hard")]).contains("the level easy and the level hard"));
    }
}
