//! Outcomes that are not one field: `infos[].r` is a list of trials, `*.correct` several fields,
//! `pred == answer` a comparison, and `a,b` the first field that is present.

use scorio_records::json::dotted::{escaped, segments};
use scorio_records::spec::error::SpecError;

/// The alternatives of an outcome, in order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expression {
    pub(crate) alternatives: Vec<Alternative>,
}

/// A value, or whether two values are equal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Alternative {
    One(Route),
    Equal(Route, Route),
}

/// A way into a record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Route {
    pub(crate) steps: Vec<Step>,
}

/// One step of a way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Name(String),
    /// `[]`: every entry of a list.
    Entries,
    /// `*` or `{a,b}`, with what stands before and after it in a name.
    Names {
        before: String,
        choices: Option<Vec<String>>,
        after: String,
    },
}

impl Expression {
    /// What an outcome says, if it is more than the path of a field.
    ///
    /// # Errors
    /// Two `*`, or a comparison without a side.
    pub(crate) fn parse(text: &str) -> Result<Option<Self>, SpecError> {
        let wrong = |problem| {
            let given = text.to_owned();
            Err(SpecError::Expression { given, problem })
        };
        let parts = apart(text);
        let mut alternatives = Vec::new();
        if parts.len() > 1 {
            // The name of a field may have a comma.
            alternatives.push(Alternative::One(Route::plain(text)));
        }
        for part in parts {
            alternatives.push(match part.split_once("==") {
                Some((left, right)) => Alternative::Equal(Route::parse(left), Route::parse(right)),
                None => Alternative::One(Route::parse(&part)),
            });
        }
        for route in alternatives.iter().flat_map(Alternative::routes) {
            if route.steps.iter().any(|step| matches!(step, Step::Name(name) if name.is_empty())) {
                return wrong("a name in it is empty");
            }
            if route.steps.iter().filter(|step| matches!(step, Step::Names { .. })).count() > 1 {
                return wrong("one * or {} in it can name something, and it has several");
            }
        }
        let plain = alternatives.iter().all(|one| match one {
            Alternative::One(route) => route.is_plain(),
            Alternative::Equal(..) => false,
        });
        Ok((!plain || alternatives.len() > 1).then_some(Self { alternatives }))
    }

    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.alternatives.iter().flat_map(Alternative::routes).flat_map(|route| &route.steps)
    }

    /// The path of the names that it begins with, if it does.
    pub(crate) fn first_name(&self) -> Option<String> {
        let route = self.alternatives.last()?.routes().first().copied()?;
        route.begun().0
    }

    /// Whether a list in a record holds trials.
    pub(crate) fn has_entries(&self) -> bool {
        self.steps().any(|step| *step == Step::Entries)
    }

    /// Whether several fields stand for something.
    pub(crate) fn has_names(&self) -> bool {
        self.steps().any(|step| matches!(step, Step::Names { .. }))
    }
}

impl Alternative {
    pub(crate) fn routes(&self) -> Vec<&Route> {
        match self {
            Self::One(route) => vec![route],
            Self::Equal(left, right) => vec![left, right],
        }
    }
}

impl Route {
    fn plain(text: &str) -> Self {
        Self { steps: segments(text.trim()).into_iter().map(Step::Name).collect() }
    }

    fn parse(text: &str) -> Self {
        let mut steps = Vec::new();
        // A dot between braces parts names as well: they are put together again.
        let mut open = String::new();
        for part in segments_kept(text.trim()) {
            if !open.is_empty() {
                open.push('.');
            }
            open.push_str(&part);
            if open.contains('{') && !open.contains('}') {
                continue;
            }
            step(&std::mem::take(&mut open), &mut steps);
        }
        if !open.is_empty() {
            step(&open, &mut steps);
        }
        Self { steps }
    }

    fn is_plain(&self) -> bool {
        self.steps.iter().all(|step| matches!(step, Step::Name(_)))
    }

    /// The dotted path of the names that it begins with, and the other steps.
    pub(crate) fn begun(&self) -> (Option<String>, &[Step]) {
        let named = self.steps.iter().take_while(|step| matches!(step, Step::Name(_))).count();
        let names: Vec<_> = self.steps.iter().take(named).filter_map(Step::name).collect();
        let path = (!names.is_empty()).then(|| names.join("."));
        (path, self.steps.get(named..).unwrap_or(&[]))
    }

    /// In a table, whose columns have these names: the columns that it means, each with what its `*`
    /// stands for, and the steps inside their cells.
    pub(crate) fn columns(&self, names: &[String]) -> Vec<(Option<String>, String, &[Step])> {
        let inner = self.steps.iter().position(|step| *step == Step::Entries);
        let (outer, inner) = self.steps.split_at(inner.unwrap_or(self.steps.len()));
        let star = outer.iter().position(|step| matches!(step, Step::Names { .. }));
        let Some(Step::Names { before, choices, after }) = star.and_then(|at| outer.get(at)) else {
            let path: Vec<_> = outer.iter().filter_map(Step::name).collect();
            return vec![(None, path.join("."), inner)];
        };
        let named = |steps: &[Step]| steps.iter().filter_map(Step::name).collect::<Vec<_>>();
        let at = star.unwrap_or(0);
        let mut start = named(outer.get(..at).unwrap_or(&[]));
        start.push(before.clone());
        let mut end = vec![after.clone()];
        end.extend(named(outer.get(at + 1..).unwrap_or(&[])));
        let (start, end) = (start.join("."), end.join("."));
        if let Some(choices) = choices {
            let column = |one: &String| (Some(one.clone()), format!("{start}{one}{end}"), inner);
            return choices.iter().map(column).collect();
        }
        let within = |name: &String| {
            let star = name.strip_prefix(&start)?.strip_suffix(&end)?;
            (!star.is_empty()).then(|| (Some(star.to_owned()), name.clone(), inner))
        };
        names.iter().filter_map(within).collect()
    }
}

impl Step {
    /// A name as a segment of a dotted path.
    fn name(&self) -> Option<String> {
        match self {
            Self::Name(name) => Some(escaped(name)),
            Self::Entries | Self::Names { .. } => None,
        }
    }

    /// What its `*` stands for in a name.
    pub(crate) fn star<'n>(&self, name: &'n str) -> Option<&'n str> {
        let Self::Names { before, choices, after } = self else { return None };
        let star = name.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?;
        let chosen = choices.as_ref().is_none_or(|choices| choices.iter().any(|one| one == star));
        (chosen && !star.is_empty()).then_some(star)
    }

    /// The names that are chosen, if they are.
    pub(crate) fn chosen(&self) -> Option<Vec<(String, String)>> {
        let Self::Names { before, choices: Some(choices), after } = self else { return None };
        let whole = |one: &String| (one.clone(), format!("{before}{one}{after}"));
        Some(choices.iter().map(whole).collect())
    }
}

/// A segment as steps: a name, and an entry for each `[]` behind it.
fn step(segment: &str, steps: &mut Vec<Step>) {
    let mut name = segment;
    let mut entries = 0;
    while let Some(rest) = name.strip_suffix("[]") {
        (name, entries) = (rest, entries + 1);
    }
    let braces = name.split_once('{').and_then(|(before, rest)| {
        let (inside, after) = rest.split_once('}')?;
        let choices = inside.split(',').map(|one| one.trim().to_owned()).collect();
        Some((before, Some(choices), after))
    });
    let star = || name.split_once('*').map(|(before, after)| (before, None, after));
    if let Some((before, choices, after)) = braces.or_else(star) {
        let (before, after) = (before.to_owned(), after.to_owned());
        steps.push(Step::Names { before, choices, after });
    } else if !name.is_empty() || entries == 0 {
        let plain = segments(name).concat();
        steps.push(Step::Name(plain));
    }
    steps.extend((0..entries).map(|_| Step::Entries));
}

/// The segments of a path with their backslashes.
fn segments_kept(path: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut characters = path.chars();
    while let Some(character) = characters.next() {
        if character == '.' {
            found.push(String::new());
        } else if let Some(last) = found.last_mut() {
            last.push(character);
            if character == '\\' {
                last.extend(characters.next());
            }
        }
    }
    found
}

/// The parts of a text between commas outside of braces.
fn apart(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0_u32);
    for character in text.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(character);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(before: &str, after: &str) -> Step {
        Step::Names { before: before.to_owned(), choices: None, after: after.to_owned() }
    }

    fn name(text: &str) -> Step {
        Step::Name(text.to_owned())
    }

    #[test]
    fn fields_are_no_expressions() {
        for field in ["outcome", "info.reward", r"a\.b", "scores.0"] {
            assert_eq!(Expression::parse(field), Ok(None), "{field}");
        }
    }

    #[test]
    fn steps_are_told_apart() {
        let steps = |text: &str| match Expression::parse(text) {
            Ok(Some(Expression { alternatives })) => alternatives
                .iter()
                .flat_map(Alternative::routes)
                .map(|route| route.steps.clone())
                .collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        assert_eq!(steps("infos[].r"), [[name("infos"), Step::Entries, name("r")]]);
        assert_eq!(steps("*.ok"), [[names("", ""), name("ok")]]);
        assert_eq!(steps("a.run_*_ok"), [[name("a"), names("run_", "_ok")]]);
        assert_eq!(steps("pred == answer"), [[name("pred")], [name("answer")]]);
        assert_eq!(steps("a, b.c").len(), 3);
        assert_eq!(steps("{a,b.c}.ok").concat().len(), 2);
        assert!(Expression::parse("*.a.*").is_err());
        assert!(Expression::parse("a ==").is_err());
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let found = Expression::parse("*.ok").unwrap().unwrap();
        let names = ["a.ok", "b.ok", "ok", "b.no"].map(str::to_owned);
        let columns: Vec<_> = found.alternatives[0].routes()[0].columns(&names);
        let stars: Vec<_> = columns.into_iter().filter_map(|(star, ..)| star).collect();
        assert_eq!(stars, ["a", "b"]);
    }
}
