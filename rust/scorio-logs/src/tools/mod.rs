//! The formats of evaluation tools, one file a tool, and how each is detected.
//!
//! A tool either names the fields of a long table, or makes trials of the records at a path of a
//! document. Policies, categories, duplicates and messages are the same for all.

pub(crate) mod aider;
pub(crate) mod arc_agi;
pub(crate) mod bfcl;
pub(crate) mod bigcodebench;
pub(crate) mod choice;
pub(crate) mod deepeval;
pub(crate) mod detect;
pub(crate) mod error;
pub(crate) mod evalperf;
pub(crate) mod evalplus;
pub(crate) mod evalscope;
pub(crate) mod every_eval_ever;
pub(crate) mod helm;
pub(crate) mod human_eval;
pub(crate) mod inspect_ai;
pub(crate) mod livecodebench;
pub(crate) mod lm_eval;
pub(crate) mod openai_evals;
pub(crate) mod opencompass;
pub(crate) mod promptfoo;
pub(crate) mod reader;
pub(crate) mod registry;
pub(crate) mod regrade;
pub(crate) mod sniff;
pub(crate) mod swe_bench;
pub(crate) mod tau2;
pub(crate) mod tau_bench;
pub(crate) mod terminal_bench;
pub(crate) mod tool;
pub(crate) mod trial;
pub(crate) mod verifiers;
pub(crate) mod verl;
