//! A run: what it asks next, what it knows of each model, and what it reports.

pub(super) mod choosing;
pub(super) mod horizon;
pub(super) mod model_trials;
mod next;
pub(super) mod one_model;
pub(super) mod outlook;
pub(super) mod report;
pub(super) mod run;
pub(super) mod state;
