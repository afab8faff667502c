"""Names that fields of logs have, the likeliest first, and words that outcomes are."""

from scorio import _core


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ROLES = {
    "model": tuple(_core.model_fields()),
    "question": _words(
        "question question_id qid questionid problem_id problem task_id example_id sample_id "
        "session_id instance_id item_id doc_id prompt_id instance idx index id uid example item "
        "problem_idx question_text prompt input query task name key"
    ),
    "task": _words(
        "task task_name benchmark dataset dataset_name subset suite eval category domain split"
    ),
    "trial": _words(
        "trial trial_id epoch attempt attempt_id repeat replicate rep rollout rollout_id run "
        "run_id sample_idx sample_index sample iteration seed try generation_index"
    ),
}
OUTCOMES = _words(
    "outcome is_correct correct passed pass success is_success successful resolved is_resolved "
    "solved is_solved acc accuracy exact_match em graded grade reward score r result verdict label "
    "judgement judgment rating judge status ok value"
)
TOTALS = _words(
    "total n num_trials n_trials trials num_samples n_samples samples attempts num count"
)
SUCCESSES = _words(
    "correct c num_correct n_correct passed n_passed num_passed successes n_success success solved"
)
PREDICTIONS = _words(
    "pred prediction predicted predicted_answer model_answer extracted_answer extracted parsed "
    "final_answer response output actual actual_answer actual_output"
)
ANSWERS = _words("answer gold gold_answer target label reference expected truth ground_truth gt")
SUCCESS = _words(
    "true yes y pass passed correct right success succeeded solved resolved 1 1.0 c win ok "
    "accept accepted"
)
FAILURE = _words(
    "false no n fail failed incorrect wrong failure unsolved unresolved 0 0.0 i lose loss error "
    "timeout reject rejected wa tle"
)
OPPOSITES = _words(
    "failed fail failure is_failed is_failure wrong is_wrong incorrect is_incorrect unsolved "
    "is_unsolved unresolved is_unresolved unsuccessful"
)
"""Names of what is true of a failure."""
TESTED = _words("checkpoint ckpt variant version modell modelo modele arm")
"""Names of what was tested, where nothing is called a model."""
SURE = OUTCOMES[:12]
"""Names of what is true or false."""
JUDGED = _words(
    "pass passed correct right success succeeded solved resolved accepted fail failed incorrect "
    "wrong unsolved unresolved rejected"
)
"""Words that judge an answer, whatever the field is called."""
WEAK = _words("r label result status ok value score_type judge")
"""Names of outcomes that are names of much else."""
PARTS = _words(
    "steps step messages turns trajectory traj history actions events log logs conversation tools "
    "tool_calls tests test_results checks criteria rubrics rubric parts subtasks assertions"
)
"""Lists of the parts of one trial."""
TRIALS = _words(
    "trials runs attempts samples rollouts generations completions responses outputs repeats "
    "epochs tries seeds"
)
"""Lists of trials."""
UNITS = _words("sample_id example_id item_id instance_id doc_id prompt_id problem_id question_id")
"""Names of questions that are not also those of single records."""
