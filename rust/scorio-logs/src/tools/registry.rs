//! The list of tools, and their names beside those of the forms.

use scorio_records::spec::error::SpecError;

use crate::error::{Error, Result};
use crate::spec::format::{FORMS, Format};
use crate::tools::tool::Tool;
use crate::tools::{
    aider, arc_agi, bfcl, bigcodebench, deepeval, evalperf, evalplus, evalscope, every_eval_ever,
    helm, human_eval, inspect_ai, livecodebench, lm_eval, openai_evals, opencompass, promptfoo,
    swe_bench, tau_bench, tau2, terminal_bench, verifiers, verl,
};

/// All formats, in the order in which they are tried.
pub const TOOLS: &[&Tool] = &[
    &inspect_ai::TOOL,
    &lm_eval::TOOL,
    &tau_bench::TOOL,
    &tau2::TOOL,
    &human_eval::TOOL,
    &evalplus::TOOL,
    &evalperf::TOOL,
    &bigcodebench::TOOL,
    &livecodebench::TOOL,
    &terminal_bench::TOOL,
    &swe_bench::TOOL,
    &aider::TOOL,
    &every_eval_ever::TOOL,
    &helm::TOOL,
    &evalscope::TOOL,
    &openai_evals::TOOL,
    &opencompass::TOOL,
    &bfcl::TOOL,
    &arc_agi::TOOL,
    &deepeval::TOOL,
    &promptfoo::TOOL,
    &verifiers::TOOL,
    &verl::TOOL,
];

/// The tool of a name.
///
/// # Errors
/// An unknown name.
pub(crate) fn tool_named(name: &str) -> Result<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name).copied().ok_or_else(|| {
        let (option, given, accepted) = ("format", name.to_owned(), format_names());
        Error::from(SpecError::UnknownName { option, given, accepted })
    })
}

/// The names of all forms and tools.
#[must_use]
pub fn format_names() -> Vec<&'static str> {
    FORMS.iter().map(|(name, _)| *name).chain(TOOLS.iter().map(|tool| tool.name)).collect()
}

/// The form or the tool of a name.
///
/// # Errors
/// An unknown name.
pub fn format_named(name: &str) -> Result<Format> {
    match FORMS.iter().find(|(known, _)| *known == name) {
        Some(&(_, form)) => Ok(Format::Form(form)),
        None => tool_named(name).map(|tool| Format::Tool(tool.name)),
    }
}
