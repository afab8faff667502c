//! Grading the responses of a doc anew: the harness keeps all of them, and scores one.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use scorio_records::json::value::Value;
use scorio_records::json::view::entries;

use crate::error::Result;
use crate::remedy::Remedy;
use crate::spec::pattern::Pattern;
use crate::tools::reader::Record;

pub(super) struct Regrade {
    pattern: Pattern,
    /// The filter by which each doc was first seen: its lines of other filters have the same responses.
    filters: HashMap<String, String, FxBuildHasher>,
}

impl Regrade {
    pub(super) fn new(pattern: Pattern) -> Self {
        Self { pattern, filters: HashMap::default() }
    }

    /// Whether each response of a doc has the target's answer. None for a line of another filter. The
    /// numbers are the places of question, responses and target among the record's fields.
    pub(super) fn responses(
        &mut self,
        record: &Record<'_>,
        filter: &str,
        [question, responses, target]: [usize; 3],
    ) -> Result<Vec<Value<'static>>> {
        let doc = record.get(question).own().unwrap_or_default();
        if self.filters.entry(doc).or_insert_with(|| filter.to_owned()) != filter {
            return Ok(Vec::new());
        }
        let accepted = accepted(record, target)?;
        let mut right = Vec::new();
        for text in texts(record, responses)? {
            right.push(match text {
                Value::Text(text) => {
                    let answer = self.pattern.find(&text).map(str::trim);
                    Value::Bool(answer.is_some_and(|answer| accepted.iter().any(|one| one == answer)))
                }
                Value::Null => Value::Null,
                _ => {
                    let what = "a response in \"resps\" is not a text, as those of multiple choice are not";
                    return Err(record.wrong_but(what, Remedy::LeaveRegradeOut {}));
                }
            });
        }
        Ok(right)
    }
}

/// The responses to a doc's request: a list for each request, or one list of texts.
fn texts<'r>(record: &Record<'r>, responses: usize) -> Result<Vec<Value<'r>>> {
    let requests = match record.need(responses)? {
        Value::Nested(text) => entries(text),
        _ => Vec::new(),
    };
    let texts = match requests.as_slice() {
        [Value::Nested(text)] => entries(text),
        [Value::Nested(_), _, ..] => {
            let what = format!(
                "there are {} requests in \"resps\", and regrade knows what to do with one",
                requests.len()
            );
            return Err(record.wrong_but(what, Remedy::LeaveRegradeOut {}));
        }
        _ => requests,
    };
    if texts.is_empty() {
        return Err(record.wrong("there is no response in \"resps\" to regrade"));
    }
    Ok(texts)
}

/// The answers that are right.
fn accepted(record: &Record<'_>, target: usize) -> Result<Vec<String>> {
    let text = |value: &Value<'_>| match value {
        Value::Text(text) => Some(text.trim().to_owned()),
        Value::Number(text) => Some((*text).to_owned()),
        _ => None,
    };
    let target = record.need(target)?;
    let accepted = match &target {
        Value::Nested(list) => entries(list).iter().map(text).collect(),
        one => text(one).map(|text| {
            let mut all = listed(&text);
            all.push(text);
            all
        }),
    };
    accepted.filter(|all| !all.is_empty()).ok_or_else(|| {
        record.wrong("the field \"target\" is neither a text nor a number nor a list of them")
    })
}

/// The texts in a list that was written as Python shows it, which is how the harness writes all targets
/// that are lists.
fn listed(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or("");
    let mut characters = inside.chars();
    while let Some(quote) = characters.find(|one| matches!(one, '\'' | '"')) {
        let mut entry = String::new();
        while let Some(one) = characters.next() {
            match one {
                '\\' => entry
                    .extend(characters.next().map(|next| if next == 'n' { '\n' } else { next })),
                _ if one == quote => break,
                _ => entry.push(one),
            }
        }
        found.push(entry.trim().to_owned());
    }
    found
}
