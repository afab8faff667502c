//! The choice among the scores of a trial.

use std::collections::BTreeSet;

use crate::tools::trial::Score;

/// Which of the scores of a file is counted.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    wanted: Option<String>,
    /// The scores that may be the first one. Any if empty.
    headlines: &'static [&'static str],
    /// The first score of the file, where none is named.
    headline: Option<String>,
    names: BTreeSet<String>,
    /// The wanted name was taken for a part of another.
    by_part: bool,
}

/// What a trial has of the score that is counted.
#[derive(Debug, PartialEq)]
pub(crate) enum Picked<'t, 'a> {
    Score(&'t Score<'a>),
    Lacking,
    /// Several scores have the wanted name.
    Several(Vec<String>),
}

/// Which score of a file a name means.
#[derive(Debug, PartialEq)]
pub(crate) enum Meant {
    One(String),
    Nothing,
    Several(Vec<String>),
}

impl Choice {
    pub(crate) fn new(wanted: Option<String>, headlines: &'static [&'static str]) -> Self {
        Self { wanted, headlines, ..Self::default() }
    }

    /// The same, of whose file all scores are known, with the one that counts by its whole name.
    pub(crate) fn of(self, name: String) -> Self {
        Self { wanted: Some(name), ..self }
    }

    /// The same with the first of some scores that the file has.
    pub(crate) fn among(self, headlines: &'static [&'static str]) -> Self {
        let headline = headlines.iter().find(|known| self.names.contains(**known));
        Self { headlines, headline: headline.map(|&name| name.to_owned()), ..self }
    }

    /// Takes note of a trial's scores.
    pub(crate) fn see(&mut self, scores: &[Score<'_>]) {
        for score in scores {
            if !self.names.contains(&*score.name) {
                self.names.insert(score.name.to_string());
            }
        }
    }

    /// The score of a trial that is counted.
    pub(crate) fn pick<'t, 'a>(&mut self, scores: &'t [Score<'a>]) -> Picked<'t, 'a> {
        self.see(scores);
        if self.wanted.is_none() && self.headline.is_none() {
            let mut known = self.headlines.iter().copied();
            self.headline = match self.headlines {
                [] => scores.first().map(|score| score.name.to_string()),
                _ => known
                    .find(|known| scores.iter().any(|score| score.name == *known))
                    .map(str::to_owned),
            };
        }
        let Some(name) = self.wanted.as_ref().or(self.headline.as_ref()) else {
            return Picked::Lacking;
        };
        let known = self.names.contains(&**name);
        let parts: Vec<_> = if known { Vec::new() } else { self.parts(name).cloned().collect() };
        // What can be read only once shows too late that a part of a name is a whole one as well.
        if known && self.by_part || parts.len() > 1 {
            return Picked::Several(self.parts(name).cloned().collect());
        }
        if known {
            let score = scores.iter().find(|score| *score.name == **name);
            return score.map_or(Picked::Lacking, Picked::Score);
        }
        let part = scores.iter().find(|score| has_part(&score.name, name));
        self.by_part |= part.is_some();
        part.map_or(Picked::Lacking, Picked::Score)
    }

    fn parts(&self, name: &str) -> impl Iterator<Item = &String> {
        self.names.iter().filter(move |known| has_part(known, name))
    }

    /// Which of a file's scores a name means: a whole name goes before a part of others.
    pub(crate) fn meant(&self, name: &str) -> Meant {
        if self.names.contains(name) {
            return Meant::One(name.to_owned());
        }
        let mut parts: Vec<_> = self.parts(name).cloned().collect();
        match parts.len() {
            0 => Meant::Nothing,
            1 => parts.pop().map_or(Meant::Nothing, Meant::One),
            _ => Meant::Several(parts),
        }
    }

    /// Every score's name.
    pub(crate) fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    /// The wanted score, if no trial has it.
    pub(crate) fn nowhere(&self) -> Option<&str> {
        let name = self.wanted.as_deref()?;
        let known = |known: &String| known == name || has_part(known, name);
        (!self.names.iter().any(known)).then_some(name)
    }

    /// Whether there are scores, but none that counts unless it is named.
    pub(crate) fn none_by_itself(&self) -> bool {
        self.counted().is_none() && !self.names.is_empty()
    }

    /// The score that is counted, by its whole name where that is known.
    pub(crate) fn counted(&self) -> Option<&str> {
        let name = self.wanted.as_deref().or(self.headline.as_deref())?;
        let mut parts = self.parts(name);
        match (self.names.contains(name), parts.next(), parts.next()) {
            (false, Some(whole), None) => Some(whole),
            _ => Some(name),
        }
    }
}

/// Whether `exact_match,strict` has the part `strict`.
fn has_part(name: &str, part: &str) -> bool {
    name.split(',').any(|one| one == part)
}
