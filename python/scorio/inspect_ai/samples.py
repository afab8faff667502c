"""The scores of all samples and epochs, as trials of questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._compare.matrices import row_labels
from scorio._errors import fault
from scorio._inside.trials import Trials

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._inside.values import Scored


def trials_of(scores: Sequence[Any], cluster: str | None) -> Trials:
    """Group the scores of samples by question."""
    questions: dict[object, list[Scored]] = {}
    labels: dict[object, object] = {}
    for one in scores:
        sample = one.sample_id
        questions.setdefault(sample, []).append((one.score.value, sample))
        if cluster is not None:
            labels[sample] = _label(one, cluster)
    return Trials(list(questions.values()), row_labels(list(labels.values())))


def _label(score: Any, cluster: str) -> object:  # noqa: ANN401  of inspect_ai
    """Give the cluster of a sample."""
    label = (score.sample_metadata or {}).get(cluster)
    if label is None:
        sentence = f"sample {score.sample_id} has no {cluster!r} in its metadata"
        problem = f"{sentence}: every sample needs its cluster"
        raise fault(ValueError(problem), "inspect_ai.cluster", problem)
    return label
