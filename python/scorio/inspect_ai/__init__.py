"""scorio inside inspect_ai: metrics over all samples and epochs, and comparisons of its logs.

A task takes the metrics in one line, `metrics=[avg(), bayes()]`, and so does a scorer. They see
every epoch, also where an epochs reducer makes one score of them for other metrics.

- `avg`: the average of all trials, with σ and a calibrated interval
- `bayes`: Bayes@N, with σ and its interval
- `estimate`: any metric of `scorio.eval`, such as pass@k
- `metrics_of`: the same figures of a finished log
- `with_metrics`: a finished log with these metrics in its results
- `compare`: two logs on the samples that both have
- `count`: the counts of logs, for all that scorio does with counts

Early stopping of inspect_ai is in `scorio.adaptive.inspect`. `scorio.inspect` is a function that
shows what any log holds.
"""

from __future__ import annotations

from scorio.inspect_ai.logs import compare, count, metrics_of, with_metrics
from scorio.inspect_ai.metrics import avg, bayes, estimate

__all__ = ["avg", "bayes", "compare", "count", "estimate", "metrics_of", "with_metrics"]
