"""Patterns of names that fields, files and values of logs have."""

import re

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
PLAIN_FILES = re.compile(
    r"[-_.\d tTzZ:]+|(?:out|output|result|results|log|logs|part|file|data|eval|evals|"
    r"predictions|preds?|samples|shard|chunk|batch|day|week|test)?[-_. ]?\d+",
    re.IGNORECASE,
)
"""Names of files that name no model: dates, numbers and words like "out1"."""
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
