//! Words of ways out and notes: one template each, spelled for each language.
//!
//! | in a template | Python | command line | Julia | JavaScript | C |
//! |---|---|---|---|---|---|
//! | `{by_task=}` | by_task | --by-task | by_task | byTask | by_task |
//! | `{missing=drop}` | missing="drop" | --on-missing drop | missing="drop" | {missing: "drop"} | drop_missing, … |
//! | `{sampled=false}` | sampled=False | without --sampled | sampled=false | {sampled: false} | sampled = 0 |
//! | `{pass missing=drop}` | pass missing="drop" | say --on-missing drop | … | … | set drop_missing, … |
//! | `{constants[task:NAME]}` | constants={"task": NAME} | --set task=NAME | … | … | … |
//! | `{freeze()}` | scorio.rubric.freeze | scorio rubric freeze | | | |
//!
//! - `{most}` is the value of this name. `{rows,}` has commas between its thousands.
//! - `{n?is|are}` is "is" if the value n is 1, otherwise "are".
//! - A value in capitals stands for what a user chooses: `{cluster=FIELD}`. `@role` in a name or a value is
//!   the value of this name: `{@role=FIELD}`.
//! - What stands before a dot says whose option it is: `{eval.interval=normal}`.
//! - `[a|b]` is the first of these texts whose options and functions the language has, and the command that
//!   runs. It is the last one if each lacks something. `[a]` may be left out.

mod dialect;

pub use dialect::Dialect;

use dialect::Setting;
use scorio_core::rows::Value;

/// A template in the words of a language, with its values.
#[must_use]
pub fn spelled(template: &str, values: &[(&str, Value)], dialect: Dialect) -> String {
    spelled_for(template, values, dialect, &|_| true)
}

/// The same for a command that knows these options, by the names that the language gives them.
#[must_use]
pub fn spelled_for(
    template: &str,
    values: &[(&str, Value)],
    dialect: Dialect,
    knows: &dyn Fn(&str) -> bool,
) -> String {
    let words = Words { values, dialect, knows };
    let mut result = String::with_capacity(template.len());
    for (place, part) in parts(template, &['[', ']']).into_iter().enumerate() {
        // Between brackets are alternatives.
        let part = if place % 2 == 0 { part } else { words.chosen(part) };
        words.fill(part, &mut result);
    }
    result
}

/// A rule between options, as "{it=} needs {other=}", with the names of both as `{name}`. Whoever says it
/// fills them in.
#[must_use]
pub fn braced_rule(rule: &str, names: &[(&str, &str)]) -> String {
    names.iter().fold(rule.to_owned(), |rule, (token, name)| {
        rule.replace(&format!("{{{token}=}}"), &format!("{{{name}}}"))
    })
}

/// The same in the words of a language.
#[must_use]
pub fn spelled_rule(rule: &str, names: &[(&str, &str)], dialect: Dialect) -> String {
    names.iter().fold(rule.to_owned(), |rule, (token, name)| {
        rule.replace(&format!("{{{token}=}}"), &dialect.named(name))
    })
}

/// The parts of a text between marks that stand outside braces.
fn parts<'a>(text: &'a str, marks: &[char]) -> Vec<&'a str> {
    let mut braces = 0_u32;
    text.split(|letter: char| {
        match letter {
            '{' => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            _ => {}
        }
        braces == 0 && marks.contains(&letter)
    })
    .collect()
}

/// What stands in braces.
enum Token<'a> {
    Value(&'a str),
    Grouped(&'a str),
    Number(&'a str, &'a str, &'a str),
    Option {
        name: &'a str,
        value: &'a str,
        passed: bool,
    },
    Entries(&'a str, &'a str),
    Function(&'a str),
    /// Braces of a text.
    Plain,
}

impl<'a> Token<'a> {
    fn of(text: &'a str) -> Self {
        if !text.starts_with(|first: char| first.is_ascii_alphabetic() || "@_".contains(first)) {
            return Self::Plain;
        }
        if let Some((name, forms)) = text.split_once('?') {
            let (one, many) = forms.split_once('|').unwrap_or((forms, forms));
            return Self::Number(name, one, many);
        }
        if let Some((name, entries)) = text.split_once('[') {
            return Self::Entries(name, entries.trim_end_matches(']'));
        }
        let (passed, rest) = match text.strip_prefix("pass ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if let Some((name, value)) = rest.split_once('=') {
            return Self::Option { name, value, passed };
        }
        if let Some(name) = text.strip_suffix("()") {
            return Self::Function(name);
        }
        text.strip_suffix(',').map_or(Self::Value(text), Self::Grouped)
    }
}

/// The tokens of a text, each with the text before it, and the text behind the last.
fn tokens(text: &str) -> (Vec<(&str, &str)>, &str) {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((token, behind)) = after.split_once('}') else { break };
        found.push((before, token));
        rest = behind;
    }
    (found, rest)
}

struct Words<'a> {
    values: &'a [(&'a str, Value)],
    dialect: Dialect,
    knows: &'a dyn Fn(&str) -> bool,
}

impl Words<'_> {
    /// The first of some alternatives that fits.
    fn chosen<'t>(&self, alternatives: &'t str) -> &'t str {
        let several = parts(alternatives, &['|']);
        let fits =
            |text: &&str| tokens(text).0.iter().all(|(_, token)| self.has(&Token::of(token)));
        let last = if several.len() > 1 { several.last().copied() } else { None };
        several.iter().copied().find(fits).or(last).unwrap_or("")
    }

    /// Whether the language, and the command, has what a token names.
    fn has(&self, token: &Token<'_>) -> bool {
        match token {
            Token::Option { name, .. } if name.starts_with('_') => true,
            Token::Option { name, value, .. } => {
                let written = self.dialect.option(name, &self.setting(value), false);
                let switch = written.strip_prefix("without ").unwrap_or(&written);
                let own = switch.split(' ').next().unwrap_or(switch);
                let own = if value.is_empty() { self.dialect.named(name) } else { own.to_owned() };
                self.dialect.has(name) && (self.knows)(&own)
            }
            Token::Entries(name, _) => {
                self.dialect.has(name) && (self.knows)(&self.dialect.named(name))
            }
            Token::Function(name) => self.dialect.function(name).is_some(),
            _ => true,
        }
    }

    fn fill(&self, text: &str, result: &mut String) {
        let (found, rest) = tokens(text);
        for (before, token) in found {
            result.push_str(before);
            match self.word(&Token::of(token)) {
                Some(word) => result.push_str(&word),
                None => result.extend(["{", token, "}"]),
            }
        }
        result.push_str(rest);
    }

    fn word(&self, token: &Token<'_>) -> Option<String> {
        match *token {
            Token::Value(name) => self.of(name).map(shown),
            Token::Grouped(name) => self.of(name).map(|value| grouped(&shown(value))),
            Token::Number(name, one, many) => {
                let is_one = *self.of(name)? == Value::Whole(1);
                Some(if is_one { one } else { many }.to_owned())
            }
            Token::Option { name, value: "", .. } => {
                Some(self.dialect.named(&self.setting(name).text))
            }
            Token::Option { name, value, passed } => {
                Some(self.dialect.option(&self.setting(name).text, &self.setting(value), passed))
            }
            Token::Entries(name, entries) => {
                let pair = |entry: &str| {
                    let (key, value) = entry.split_once(':').unwrap_or((entry, ""));
                    (self.setting(key).text, self.setting(value))
                };
                Some(self.dialect.entries(name, &entries.split(';').map(pair).collect::<Vec<_>>()))
            }
            Token::Function(name) => self.dialect.function(name).map(str::to_owned),
            Token::Plain => None,
        }
    }

    /// The value of a name, and of one that begins with it: `@field / 100`.
    fn setting(&self, text: &str) -> Setting {
        let Some(name) = text.strip_prefix('@') else {
            return Setting { text: text.to_owned(), given: false };
        };
        let end = name.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        let (name, behind) = name.split_at(end.unwrap_or(name.len()));
        let value = self.of(name).map(shown).unwrap_or_default();
        Setting { text: value + behind, given: true }
    }

    fn of(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Missing => String::new(),
        Value::Text(text) => text.clone(),
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Reals(numbers) => numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(", "),
        Value::Row(values) => values.iter().map(shown).collect::<Vec<_>>().join(", "),
    }
}

/// Digits with commas between their thousands.
fn grouped(digits: &str) -> String {
    let mut result = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            result.push(',');
        }
        result.push(digit);
    }
    result
}
