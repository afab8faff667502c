//! tau2-bench: one `results.json` with all simulations, or one with their index, or simulations in files
//! of their own beside it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use scorio_records::json::paths::values;
use scorio_records::json::value::Value;
use scorio_records::json::view::entries;
use scorio_records::records::label;
use scorio_records::spec::policy::Ids;

use crate::error::{Error, Result};
use crate::records::document::ENTRIES;
use crate::source::error::SourceError;
use crate::source::progress::Meter;
use crate::source::stream::Source;
use crate::tools::reader::Ending;
use crate::tools::reader::Give;
use crate::tools::reader::Layout;
use crate::tools::reader::PlannedTrials;
use crate::tools::reader::Record;
use crate::tools::reader::RecordReader;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::LogFile;
use crate::tools::tool::Reading;
use crate::tools::tool::Tool;
use crate::tools::trial::Trial;

pub(super) const TOOL: Tool = Tool {
    name: "tau2",
    title: "tau2-bench",
    part_of: log_of_simulation,
    maps: &[
        ("model", "info.agent_info.llm"),
        ("task", "info.environment_info.domain_name"),
        ("question", "task_id of a simulation"),
        ("trial", "trial of a simulation"),
        (
            "score",
            "reward (reward_info.reward): 1, give or take 1e-6, succeeds; anything less is a failure, as the tool itself has it",
        ),
        (
            "error",
            "a reward that is null, or termination_reason infrastructure_error; the tool itself drops these",
        ),
        ("cost", "agent_cost, user_cost, duration"),
    ],
    detects: |sniffed: &Sniffed| {
        let known = ["info.agent_info", "info.environment_info.domain_name", "tasks"];
        let simulations = sniffed.has("simulations") || sniffed.has("simulation_index");
        // A file without a simulation is one as well, but that shows only at its end.
        sniffed.shape == Shape::Object && sniffed.has_all(&known) && (simulations || sniffed.whole)
    },
    open,
};

/// What is written as 1 may have been added up from parts.
const TOLERANCE: f64 = 1e-6;

/// The place of simulations in the folder beside the file.
const FOLDER: &str = "simulations";

const HEAD: &[&str] =
    &["info.agent_info.llm", "info.environment_info.domain_name", "info.num_trials", "tasks"];

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let raw = file.spec.given_categories().is_some();
    let mut reader =
        Simulations { place: SimulationPlace::Index, raw, head: None, ids: file.spec.ids };
    if file.sniffed.has("simulation_index.0") {
        return Ok(Reading::Records(Box::new(reader)));
    }
    if file.sniffed.has("simulations") || !file.sniffed.whole {
        reader.place = SimulationPlace::Inside;
        return Ok(Reading::Records(Box::new(reader)));
    }
    let files = beside(file)?;
    if files.is_empty() {
        let what = format!(
            "it has no simulation: neither \"simulations\" nor an entry of \"simulation_index\" is in it, and no JSON file is in the folder {FOLDER} beside it; give the results of a run that has begun"
        );
        return Err(file.not(what, None));
    }
    let name = file.path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    reader.head = file.beside(name, HEAD)?;
    reader.place = SimulationPlace::Files(files);
    Ok(Reading::Records(Box::new(reader)))
}

/// The log that a file in the folder of simulations belongs to.
fn log_of_simulation(path: &Path) -> Option<PathBuf> {
    let folder =
        path.parent().filter(|folder| folder.file_name().is_some_and(|name| name == FOLDER))?;
    Some(folder.with_file_name("results.json")).filter(|log| log.is_file())
}

/// The files of simulations, in the order of their names.
fn beside(file: &LogFile<'_>) -> Result<Vec<PathBuf>> {
    let folder = file.path.with_file_name(FOLDER);
    if file.is_standard_input() || !folder.is_dir() {
        return Ok(Vec::new());
    }
    let failed =
        |source| Error::from(SourceError::Read { file: folder.display().to_string(), source });
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

struct Simulations {
    place: SimulationPlace,
    /// The user has categories for the rewards.
    raw: bool,
    /// What the document says of all simulations, where they stand elsewhere.
    head: Option<Vec<Option<String>>>,
    ids: Ids,
}

/// Where the simulations stand.
enum SimulationPlace {
    Index,
    Inside,
    Files(Vec<PathBuf>),
}

impl RecordReader for Simulations {
    fn layout(&self) -> Layout {
        match self.place {
            SimulationPlace::Index => Layout::At(&["simulation_index", ENTRIES]),
            SimulationPlace::Inside => Layout::At(&["simulations", ENTRIES]),
            SimulationPlace::Files(_) => Layout::At(&[]),
        }
    }

    fn fields(&self) -> &'static [&'static str] {
        match self.place {
            SimulationPlace::Index => &["task_id", "trial", "termination_reason", "reward"],
            _ => &["task_id", "trial", "termination_reason", "reward_info.reward"],
        }
    }

    fn head(&self) -> &'static [&'static str] {
        if self.head.is_some() { &[] } else { HEAD }
    }

    fn needed(&self) -> usize {
        self.head().len().min(2)
    }

    fn plans(&self) -> bool {
        true
    }

    fn ending(&mut self, head: &[Option<String>]) -> Ending {
        let head = self.head.as_deref().unwrap_or(head);
        let get = |place: usize| head.get(place).and_then(Option::as_deref);
        let trials = get(2).and_then(|text| text.parse().ok());
        let id = |task: Value<'_>| match task {
            Value::Nested(text) => match values(text, &["id"])?.first()? {
                Value::Text(id) => Some(label::question(id, true, self.ids).into_owned()),
                other => other.own(),
            },
            _ => None,
        };
        let named: Vec<_> = entries(get(3).unwrap_or("")).into_iter().filter_map(id).collect();
        let plan =
            |trials| PlannedTrials { questions: named.len() as u64, named, trials, first: Some(0) };
        Ending { plan: trials.map(plan), ..Ending::default() }
    }

    fn parts(&self) -> usize {
        if let SimulationPlace::Files(files) = &self.place { files.len() } else { 1 }
    }

    fn open_part(&mut self, part: usize, meter: &mut Meter<'_>) -> Result<Option<Source>> {
        let SimulationPlace::Files(files) = &self.place else { return Ok(None) };
        files.get(part).map(|path| Source::open(path, meter)).transpose()
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let head = self.head.as_deref().unwrap_or(record.head);
        let head = |place: usize| head.get(place).and_then(Option::as_deref);
        let failed =
            matches!(record.get(2), Value::Text(reason) if reason == "infrastructure_error");
        let reward = record.get(3);
        let errored = failed || matches!(reward, Value::Absent | Value::Null);
        let mut trial = Trial {
            model: head(0).map(Cow::Borrowed),
            task: Cow::Borrowed(head(1).unwrap_or("")),
            question: record.need(0)?,
            run: record.get(1).own().map(Cow::Owned),
            errored,
            ..Trial::default()
        };
        trial.outcome("reward", if errored { Value::Null } else { self.outcome(reward) });
        give(trial)
    }
}

impl Simulations {
    fn outcome<'v>(&self, reward: Value<'v>) -> Value<'v> {
        let number = match &reward {
            Value::Number(text) if !self.raw => text.parse::<f64>().ok(),
            _ => None,
        };
        match number.filter(|number| !number.is_nan()) {
            Some(number) => Value::Bool((number - 1.0).abs() <= TOLERANCE),
            None => reward,
        }
    }
}
