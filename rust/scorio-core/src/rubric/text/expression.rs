//! The expressions of a rubric file: comparisons of signals, thresholds and numbers, joined by `and`, `or`,
//! `not` and parentheses.
//!
//! ```text
//! any        = all ("or" all)*
//! all        = one ("and" one)*
//! one        = "not" one | "(" any ")" | operand [comparison operand]
//! comparison = "<" | "<=" | ">" | ">=" | "==" | "!="
//! operand    = a name | a number | "true" | "false"
//! ```

use crate::near::near;
use crate::rubric::rules::condition::{Comparison, Condition, Operand};

/// Deeper expressions are refused, so that none can exhaust the stack.
const MOST_NESTED: u32 = 100;

/// The words that cannot be names.
pub(super) const RESERVED: [&str; 5] = ["and", "or", "not", "true", "false"];

/// What is wrong with an expression, and where: the number of the character, from 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ExpressionFault {
    pub(in crate::rubric) at: usize,
    pub(in crate::rubric) problem: String,
}

type Parsed<T> = Result<T, ExpressionFault>;

/// A token and the byte at which it begins.
#[derive(Clone, Debug, PartialEq)]
enum Token<'a> {
    Name(&'a str),
    Number(f64),
    Compare(Comparison),
    Open,
    Close,
}

/// Reads an expression over these signals and thresholds.
pub(in crate::rubric) fn parse(
    text: &str,
    signals: &[String],
    thresholds: &[String],
) -> Parsed<Condition> {
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens, next: 0, signals, thresholds, depth: 0 };
    let condition = parser.any()?;
    match parser.peek() {
        None => Ok(condition),
        Some(Token::Close) => Err(parser.fault("this ) has no (")),
        Some(_) => Err(parser.fault("expected and, or, or the end")),
    }
}

/// Whether a text can be a name in expressions.
pub(super) fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    first && characters.all(|c| c.is_alphanumeric() || c == '_') && !RESERVED.contains(&text)
}

fn fault<T>(text: &str, byte: usize, problem: impl Into<String>) -> Parsed<T> {
    let at = text.get(..byte).map_or(0, |before| before.chars().count()) + 1;
    Err(ExpressionFault { at, problem: problem.into() })
}

fn tokens(text: &str) -> Parsed<Vec<(Token<'_>, usize)>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(first) = rest.chars().next() else { break };
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, length) = token(rest).or_else(|problem| fault(text, at, problem))?;
        tokens.push((token, at));
        at += length;
    }
    Ok(tokens)
}

/// The token that a text begins with, and its length.
fn token(rest: &str) -> Result<(Token<'_>, usize), String> {
    use Comparison::{AtLeast, AtMost, Different, Equal, Greater, Less};
    let signs = [
        ("<=", Token::Compare(AtMost)),
        (">=", Token::Compare(AtLeast)),
        ("==", Token::Compare(Equal)),
        ("!=", Token::Compare(Different)),
        ("<", Token::Compare(Less)),
        (">", Token::Compare(Greater)),
        ("(", Token::Open),
        (")", Token::Close),
    ];
    if let Some((sign, token)) = signs.into_iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Ok((token, sign.len()));
    }
    let first = rest.chars().next().unwrap_or(' ');
    if first == '=' {
        return Err("equality is written ==".to_owned());
    }
    if first.is_ascii_digit() || ['.', '-', '+'].contains(&first) {
        let mut before = ' ';
        let end = rest.find(|c: char| {
            let sign = ['-', '+'].contains(&c) && [' ', 'e', 'E'].contains(&before);
            before = c;
            !(c.is_ascii_alphanumeric() || c == '.' || sign)
        });
        let number = rest.get(..end.unwrap_or(rest.len())).unwrap_or("");
        let value = number.parse().ok().filter(|value: &f64| value.is_finite());
        return match value {
            Some(value) => Ok((Token::Number(value), number.len())),
            None if number.len() < 2 => Err(strange(first)),
            None => Err(format!("{number} is not a finite number")),
        };
    }
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    match rest.get(..end).unwrap_or("") {
        "" => Err(strange(first)),
        name => Ok((Token::Name(name), name.len())),
    }
}

/// What there is instead of a character that means nothing.
fn strange(character: char) -> String {
    match character {
        '\'' | '"' => "texts are compared in [signals], by { field = ..., is = ... }".to_owned(),
        other => format!(
            "{other} is not part of the language, which has <, <=, >, >=, ==, !=, and, or, not, ( and )"
        ),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token<'a>, usize)>,
    next: usize,
    signals: &'a [String],
    thresholds: &'a [String],
    depth: u32,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    fn takes(&mut self, wanted: &Token<'_>) -> bool {
        let here = self.peek() == Some(wanted);
        self.next += usize::from(here);
        here
    }

    /// What is wrong at the next token.
    fn fault(&self, problem: impl Into<String>) -> ExpressionFault {
        let byte = self.tokens.get(self.next).map_or(self.text.len(), |(_, at)| *at);
        let at = self.text.get(..byte).map_or(0, |before| before.chars().count()) + 1;
        ExpressionFault { at, problem: problem.into() }
    }

    fn any(&mut self) -> Parsed<Condition> {
        let first = self.all()?;
        let mut conditions = vec![first];
        while self.takes(&Token::Name("or")) {
            conditions.push(self.all()?);
        }
        Ok(joined(conditions, Condition::Any))
    }

    fn all(&mut self) -> Parsed<Condition> {
        let first = self.one()?;
        let mut conditions = vec![first];
        while self.takes(&Token::Name("and")) {
            conditions.push(self.one()?);
        }
        Ok(joined(conditions, Condition::All))
    }

    fn one(&mut self) -> Parsed<Condition> {
        if self.depth >= MOST_NESTED {
            return Err(self.fault(format!("it is nested deeper than {MOST_NESTED} levels")));
        }
        self.depth += 1;
        let condition = if self.takes(&Token::Name("not")) {
            Condition::Not(Box::new(self.one()?))
        } else if self.peek() == Some(&Token::Open) {
            let open = self.fault("this ( is not closed");
            self.next += 1;
            let inside = self.any()?;
            if !self.takes(&Token::Close) {
                return Err(if self.peek().is_none() {
                    open
                } else {
                    self.fault("expected and, or, or )")
                });
            }
            inside
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    fn comparison(&mut self) -> Parsed<Condition> {
        let at = self.fault("").at;
        let left = self.operand()?;
        let Some(&Token::Compare(comparison)) = self.peek() else {
            let alone = |what: &str| {
                let problem = format!("{what} alone says nothing; compare a signal with it");
                Err(ExpressionFault { at, problem })
            };
            return match left {
                Operand::Number(_) => alone("a number"),
                Operand::Threshold(_) => alone("a threshold"),
                Operand::Signal(_) => Ok(Condition::True(left)),
            };
        };
        self.next += 1;
        let right = self.operand()?;
        if let Some(Token::Compare(_)) = self.peek() {
            return Err(self.fault("join two comparisons by and"));
        }
        Ok(Condition::Compare(left, comparison, right))
    }

    fn operand(&mut self) -> Parsed<Operand> {
        let place = |names: &[String], name: &str| names.iter().position(|known| known == name);
        let operand = match self.peek() {
            Some(Token::Number(number)) => Operand::Number(*number),
            Some(Token::Name("true")) => Operand::Number(1.0),
            Some(Token::Name("false")) => Operand::Number(0.0),
            Some(Token::Name(word)) if RESERVED.contains(word) => {
                return Err(
                    self.fault(format!("expected a signal, a threshold or a number before {word}"))
                );
            }
            Some(&Token::Name(name)) => {
                match (place(self.signals, name), place(self.thresholds, name)) {
                    (Some(signal), _) => Operand::Signal(signal),
                    (None, Some(threshold)) => Operand::Threshold(threshold),
                    (None, None) => return Err(self.unknown(name)),
                }
            }
            Some(_) => return Err(self.fault("expected a signal, a threshold or a number")),
            None => {
                return Err(self.fault("it ends where a signal, a threshold or a number should be"));
            }
        };
        self.next += 1;
        Ok(operand)
    }

    fn unknown(&self, name: &str) -> ExpressionFault {
        let all: Vec<String> = self.signals.iter().chain(self.thresholds).cloned().collect();
        let known = match near(name, &all) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if all.is_empty() => "the file declares none".to_owned(),
            None => format!("there are: {}", all.join(", ")),
        };
        self.fault(format!("no signal or threshold is called \"{name}\"; {known}"))
    }
}

/// Several conditions as one.
fn joined(mut conditions: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    match conditions.len() {
        1 => conditions.swap_remove(0),
        _ => join(conditions),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Parsed<Condition> {
        let signals = ["correct", "bits", "C"].map(str::to_owned);
        parse(text, &signals, &["low".to_owned()])
    }

    #[test]
    fn conditions_hold_as_written() {
        let holds = |text: &str, signals: [f64; 3]| read(text).unwrap().holds(&signals, &[0.5]);
        let trial = [1.0, 0.4, 0.6];
        for (text, truth) in [
            ("correct", true),
            ("not correct", false),
            ("correct == 1 and bits <= low", true),
            ("bits>low or C>=.6", true),
            ("bits > low or C > 6e-1", false),
            ("not (correct and C >= 0.5)", false),
            ("not correct or bits < low and C > 1", false),
            ("(correct)", true),
            ("correct != true", false),
            ("bits > -1", true),
        ] {
            assert_eq!(holds(text, trial), Some(truth), "{text}");
        }
        assert_eq!(holds("bits < low", [1.0, f64::NAN, 0.0]), None);
    }

    #[test]
    fn faults_name_the_place() {
        for (text, at, part) in [
            ("", 1, "ends"),
            ("correct <", 10, "ends"),
            ("correct = 1", 9, "=="),
            ("correct < 0.5 and bitz <= low", 19, "\"bits\""),
            ("xyzzy > 1", 1, "correct, bits, C, low"),
            ("(correct or bits", 1, "not closed"),
            ("correct)", 8, "no ("),
            ("correct bits", 9, "expected and"),
            ("0 < bits < 1", 10, "join two comparisons"),
            ("bits < 1e999", 8, "not a finite number"),
            ("é + correct", 3, "not part of the language"),
            ("correct & bits", 9, "& is not"),
            ("and correct", 1, "before and"),
            ("correct or", 11, "ends"),
            ("< 3", 1, "expected a signal"),
            ("correct and low", 13, "a threshold alone"),
            ("2", 1, "a number alone"),
            ("correct == 'stop'", 12, "is = "),
            ("correct && bits", 9, "and, or, not"),
        ] {
            let fault = read(text).unwrap_err();
            // A name that is not known is a fault before what follows it.
            if text.starts_with('é') {
                assert_eq!(fault.at, 3, "{text}: {fault:?}");
                continue;
            }
            assert_eq!(fault.at, at, "{text}: {fault:?}");
            assert!(fault.problem.contains(part), "{text}: {fault:?}");
        }
        assert!(read(&"(".repeat(1000)).unwrap_err().problem.contains("nested"));
        assert!(read(&"not ".repeat(1000)).unwrap_err().problem.contains("nested"));
    }
}
