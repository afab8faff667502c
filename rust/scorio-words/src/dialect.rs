//! How languages write options.

/// A language in which options are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `missing="drop"`
    Python,
    /// `--on-missing drop`
    CommandLine,
    /// `missing="drop"`
    Julia,
    /// `{missing: "drop"}`
    JavaScript,
    /// `missing = "drop"`
    C,
}

use scorio_core::decimal;

use Dialect::{C, CommandLine, JavaScript, Julia, Python};

/// The options that a language names otherwise.
const NAMES: &[(&str, Dialect, &str)] = &[
    ("k", CommandLine, "-k"),
    ("_ci", CommandLine, "_ci"),
    ("missing", CommandLine, "--on-missing"),
    ("on_missing_cost", Julia, "missing_cost"),
    ("constants", CommandLine, "--set"),
    ("signals", CommandLine, "--signal"),
    ("categories", CommandLine, "--category"),
    ("macro", Julia, "macro_average"),
    ("macro_average", Python, "macro"),
    ("macro_average", CommandLine, "--macro"),
    ("macro_average", JavaScript, "macro"),
    ("metrics", CommandLine, "--metric"),
    ("only", Python, "models"),
    ("only", JavaScript, "models"),
    ("margin", CommandLine, "--fail-if-worse"),
    ("tries", CommandLine, "--retries"),
    ("caps", CommandLine, "--cap"),
    ("at_most", CommandLine, "--cost-at-most"),
    ("max_ratio", CommandLine, "--max-cost-ratio"),
    ("paired", CommandLine, "--unpaired"),
];

/// The values of options that a language writes otherwise.
const VALUES: &[(&str, Dialect, &str)] = &[
    ("by_task=false", CommandLine, "--overall"),
    ("paired=false", CommandLine, "--unpaired"),
    ("on_missing_cost=drop", C, "drop_costs"),
    ("keep_values=true", C, "keep_values"),
    ("missing=drop", C, "drop_missing, in a call missing = \"drop\","),
    ("ragged=drop", C, "drop_short"),
    ("target=these", C, "target = SCORIO_THESE_QUESTIONS"),
];

/// The functions that ways out name. Other languages lack them.
const FUNCTIONS: &[(&str, Dialect, &str)] = &[
    ("select", Python, "counts.select(model=...)"),
    ("select", JavaScript, "counts.select({model: NAME})"),
    ("ranking_confidence", Python, "rank.ranking_confidence"),
    ("freeze", Python, "scorio.rubric.freeze"),
    ("freeze", CommandLine, "scorio rubric freeze"),
    ("inspect", Python, "scorio.inspect(FILES)"),
    ("load", Python, "Counts.load"),
    ("methods", Python, "rank.methods()"),
    ("methods", CommandLine, "scorio rank --help all"),
];

/// The options that a language lacks, of all functions or of some.
const LACKING: &[(&str, &[Dialect])] = &[
    ("convergence.ragged", &[JavaScript, Julia, C]),
    ("eval.interval", &[CommandLine, C]),
    ("cost", &[Julia, C]),
    ("judge", &[JavaScript, Julia, C]),
    ("keep_values", &[CommandLine, Julia]),
    ("log.cluster", &[Julia, C]),
    ("log.threshold", &[Julia, C]),
    ("mean", &[Python]),
    ("memory", &[JavaScript, Julia, C]),
    ("numeric", &[JavaScript, Julia, C]),
    ("order", &[CommandLine, Julia, C]),
    ("pairing", &[CommandLine, JavaScript]),
    ("path", &[JavaScript, Julia, C]),
    ("signals", &[JavaScript, Julia, C]),
    ("target", &[CommandLine]),
];

/// A value of an option: what a template says, or what a caller gave.
pub(crate) struct Setting {
    pub(crate) text: String,
    pub(crate) given: bool,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 5] = [Python, CommandLine, Julia, JavaScript, C];

    /// The name of an option. What stands before a dot says whose option it is.
    #[must_use]
    pub fn named(self, option: &str) -> String {
        let option = option.rsplit('.').next().unwrap_or(option);
        match (found(NAMES, option, self), self) {
            (Some(name), _) => name.to_owned(),
            (None, CommandLine) => format!("--{}", option.replace('_', "-")),
            (None, JavaScript) => camel(option),
            (None, _) => option.to_owned(),
        }
    }

    /// Whether the language has an option.
    pub(crate) fn has(self, option: &str) -> bool {
        !LACKING.iter().any(|(name, languages)| *name == option && languages.contains(&self))
    }

    /// A function, if the language has it.
    pub(crate) fn function(self, name: &str) -> Option<&'static str> {
        found(FUNCTIONS, name, self)
    }

    /// An option with its value.
    pub(crate) fn option(self, option: &str, value: &Setting, passed: bool) -> String {
        let name = self.named(option);
        let plain = option.rsplit('.').next().unwrap_or(option);
        let pair = format!("{plain}={}", value.text);
        let own = (!value.given).then(|| found(VALUES, &pair, self)).flatten();
        let written = match (own, self, &*value.text) {
            (Some(own), ..) => own.to_owned(),
            (None, CommandLine, "true") if !value.given => name,
            (None, CommandLine, "false") if !value.given => {
                return if passed {
                    format!("leave {name} out")
                } else {
                    format!("without {name}")
                };
            }
            (None, CommandLine, text) => format!("{name} {}", quoted(text)),
            (None, JavaScript, _) => format!("{{{name}: {}}}", self.value(value)),
            (None, C, _) => format!("{name} = {}", self.value(value)),
            (None, Python | Julia, _) => format!("{name}={}", self.value(value)),
        };
        match (passed, self) {
            (false, _) => written,
            (true, CommandLine) => format!("say {written}"),
            (true, C) => format!("set {written}"),
            (true, _) => format!("pass {written}"),
        }
    }

    /// An option that holds values by name.
    pub(crate) fn entries(self, option: &str, entries: &[(String, Setting)]) -> String {
        let name = self.named(option);
        let joined = |one: &dyn Fn(&str, &Setting) -> String, between: &str| {
            let each: Vec<_> = entries.iter().map(|(key, value)| one(key, value)).collect();
            each.join(between)
        };
        match self {
            Python => {
                let each = joined(&|key, value| format!("\"{key}\": {}", self.value(value)), ", ");
                format!("{name}={{{each}}}")
            }
            CommandLine => {
                let one = |key: &str, value: &Setting| {
                    format!("{name} {}", quoted(&format!("{key}={}", value.text)))
                };
                joined(&one, " ")
            }
            Julia => {
                let each =
                    joined(&|key, value| format!("\"{key}\" => {}", self.value(value)), ", ");
                format!("{name}=Dict({each})")
            }
            JavaScript => {
                let each = joined(&|key, value| format!("\"{key}\": {}", self.value(value)), ", ");
                format!("{{{name}: {{{each}}}}}")
            }
            C => joined(&|key, value| format!("{name}[\"{key}\"] = {}", self.value(value)), ", "),
        }
    }

    fn value(self, value: &Setting) -> String {
        let text = &*value.text;
        if value.given {
            return format!("\"{text}\"");
        }
        // What a user chooses is written in capitals.
        let chosen = text.chars().all(|letter| letter.is_ascii_uppercase());
        let list = text.contains(',');
        match (text, self) {
            ("true", Python) => "True".to_owned(),
            ("false", Python) => "False".to_owned(),
            ("none", Python) => "None".to_owned(),
            ("none", Julia) => "nothing".to_owned(),
            ("none", JavaScript) => "null".to_owned(),
            ("true", C) => "1".to_owned(),
            ("false", C) => "0".to_owned(),
            ("true" | "false", _) => text.to_owned(),
            _ if list => format!("[{}]", text.replace(',', ", ")),
            _ if chosen || decimal(text).is_some() => text.to_owned(),
            _ => format!("\"{text}\""),
        }
    }
}

fn found(
    table: &[(&str, Dialect, &'static str)],
    name: &str,
    dialect: Dialect,
) -> Option<&'static str> {
    let own = table.iter().find(|(own, language, _)| *own == name && *language == dialect);
    own.map(|(.., words)| *words)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "_-./,:@%+=".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        result.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        result.push_str(letters.as_str());
    }
    result
}
