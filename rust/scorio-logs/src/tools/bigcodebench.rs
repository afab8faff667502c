//! BigCodeBench: as EvalPlus writes it, with one status for each solution.

use crate::tools::evalplus;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::Tool;
use crate::tools::tool::not_a_part;

pub(super) const TOOL: Tool = Tool {
    name: "bigcodebench",
    title: "BigCodeBench",
    part_of: not_a_part,
    maps: &[
        ("model", "the file's name, up to _eval_results.json"),
        ("task", "none"),
        ("question", "a key of eval"),
        ("trial", "the place in the question's list, from 0"),
        ("score", "status: pass succeeds, fail and timeout fail"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object
            && sniffed.has_between("eval.", ".0.status")
            && sniffed.has_between("eval.", ".0.task_id")
    },
    open: |file| evalplus::statuses(file, &["status"], &["status"]),
};
