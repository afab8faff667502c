"""Names that fields of logs have, the likeliest first, and words that outcomes are."""

import re


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ROLES = {
    "model": _words(
        "model model_name model_id modelname model_test model_key llm system agent engine solver "
        "policy"
    ),
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
SUCCESSES = _words("correct c num_correct n_correct passed n_passed successes n_success solved")
PREDICTIONS = _words(
    "pred prediction predicted predicted_answer model_answer extracted_answer extracted parsed "
    "final_answer response output"
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
REPEATS = re.compile(
    r"(.*?(?:^|[_.\-/ ])(?:run|trial|attempt|sample|epoch|seed|repeat|try|rep)[_.\-/ ]?)(\d+)$",
    re.IGNORECASE,
)
