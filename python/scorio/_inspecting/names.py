"""Names that fields of logs have, the likeliest first, and words that outcomes are."""

import re

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
BAD = re.compile(
    r"(?:^|_)(?:fail(?:ed|ure|ures|s)?|wrong|incorrect|uns(?:olved|uccessful)|unresolved|"
    r"hallucinat\w*|refus\w*|errors?|errored|timeout|timed_out|crash\w*|unsafe|toxic\w*|harm\w*|"
    r"bias\w*|violat\w*|jailbr\w*|cheat\w*|leak\w*|contaminated|invalid|aborted)(?:_|$)"
)
"""Names of what is bad where it is true."""
SETTINGS = re.compile(
    r"(?:^|_)(?:cached?|stream(?:ed|ing)?|truncated|enabled|active|public|private|hidden|"
    r"hard|easy|difficulty|level|tier|class|cluster|group|fold|split|debug|verbose|retr(?:y|ied)|"
    r"multimodal|image|images|thinking|cot|few_shot|shots?)(?:_|$)"
)
"""Names of what a question or a run has before anyone answers."""
BENCHMARKS = re.compile(
    r"(?:^|[^a-z])(?:gsm|gsm8k|gsm_?plus|mmlu|mmlu_?pro|arc|arc_?[ce]|arc_?(?:challenge|easy)|"
    r"hellaswag|winogrande|truthfulqa|humaneval|human_eval|mbpp|math|math_?500|aime|aime\d+|gpqa|"
    r"bbh|ifeval|drop|squad|boolq|piqa|siqa|triviaqa|livecodebench|swe_?bench|agieval|c_?eval|"
    r"mgsm|musr|hle|simpleqa|mmmu|docvqa|lambada|race|copa|wsc|rte|code|coding)(?:[^a-z]|$)",
    re.IGNORECASE,
)
"""Names of benchmarks, which are tasks."""
SHARDS = re.compile(
    r"(?:.*[-_. ])?(?:shard|part|chunk|split|batch)[-_. ]?\d+(?:[-_. ]?of[-_. ]?\d+)?",
    re.IGNORECASE,
)
"""Names of files that each hold a part of one log."""
TESTED = _words("checkpoint ckpt variant version modell modelo modele arm")
"""Names of what was tested, where nothing is called a model."""
PLAIN_FILES = re.compile(
    r"[-_.\d tTzZ:]+|(?:out|output|result|results|log|logs|part|file|data|eval|evals|"
    r"predictions|preds?|samples|shard|chunk|batch|day|week|test)?[-_. ]?\d+",
    re.IGNORECASE,
)
"""Names of files that name no model: dates, numbers and words like "out1"."""
SURE = OUTCOMES[:12]
"""Names of what is true or false."""
JUDGED = _words(
    "pass passed correct right success succeeded solved resolved accepted fail failed incorrect "
    "wrong unsolved unresolved rejected"
)
"""Words that judge an answer, whatever the field is called."""
WEAK = _words("r label result status ok value score_type judge")
"""Names of outcomes that are names of much else."""
AGGREGATED = re.compile(
    r"(?:^|_)(?:mean|avg|average|median|max|min|std|stdev|stddev|stderr|sem|var|variance|ci|"
    r"lower|upper|p50|p90|p95|p99)(?:_|$)"
)
"""Names of figures over many trials."""
QUESTIONS = re.compile(
    r"(?:q|question|problem|item|ex|example|case|instance|id|prompt|sample)?[-_ #]?\d+",
    re.IGNORECASE,
)
"""Names like those of questions."""
MODELS = re.compile(
    r"gpt|claude|llama|qwen|gemini|gemma|mistral|mixtral|deepseek|phi-?\d|grok|kimi|glm|command-r|"
    r"\bo[1-9]\b|\d+b\b|-v?\d",
    re.IGNORECASE,
)
"""Names like those of models."""
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
RUN = re.compile(
    r"(?P<model>.*?)[-_. ]?(?:run|trial|seed|epoch|attempt|sample|repeat|rep|try)[-_. ]?"
    r"(?P<trial>\d+)$",
    re.IGNORECASE,
)
"""Names of files that end in the number of a run."""
REPEATS = re.compile(
    r"(.*?(?:^|[_.\-/ ])(?:run|trial|attempt|sample|epoch|seed|repeat|try|rep)[_.\-/ ]?)(\d+)$",
    re.IGNORECASE,
)
