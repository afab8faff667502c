"""The call `drift`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._drifting.chart import DriftChart
    from scorio._reading.options import Frame, Path


def drift(
    source: Counts | Sums | Path | Iterable[Path] | Frame,
    series: str | None = None,
    *,
    runs: str | Sequence[str] | None = None,
    confidence: float = 0.95,
    size: float | None = None,
    margin: float | None = None,
    **reading: Any,  # noqa: ANN401
) -> DriftChart:
    """Say whether a model that runs again and again has changed, and since when.

    Parameters
    ----------
    source
        Counts whose models are runs, a log, several, or a data frame.
    series
        Of logs, the field of the run, such as a date or a version; "@file" is the name of the file.
        Without it, each model is a run.
    runs
        The runs in their order. By default all, in the order of their names, where numbers count as
        numbers.
    confidence
        1 less the chance that a model without any change ever leaves its level, between 0 and 1.
    size
        The size of a change of the score that is found soonest, positive and finite. By default
        0.05 of the range of outcomes.
    margin
        Says whether the model is surely worse by more than this, a finite number from 0.
    **reading
        For logs, the options of `scorio.count`.

    Returns
    -------
    DriftChart
        A sequence of `DriftRun`, a row for each run. `verdict` says what the series tells.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        confidence that is not between 0 and 1; size that is not positive and finite; margin that is
        not a finite number from 0; options that do not go together. Fewer than two runs. No
        question that all runs have. A run that there is not.

    Notes
    -----
    Run t has the score y_t = Σ w ȳ / Σ w over the questions that all runs have. Its variance is V_t
    = Σ w² v / (n_t (Σ w)²).

    Here v is the variance of the trials of a question, from all runs so far. n_t is their number in
    the run. One trial more with the opposite outcome counts, too, so that v is never 0.

    The mean of the runs before is m_t, with the variance U_t. The contrast of run t is z_t = (y_t −
    m_t) / √(V_t + U_t). Without a change the contrasts are independent and standard normal. After a
    change of δ behind run s, they have the means δ a_t with a_t = U_t / (U √(V_t + U_t)). U is the
    variance of the mean of the s runs.

    Let A = Σ a_t², S = Σ a_t z_t and δ ~ N(0, τ²), where τ is `size`. The likelihood of a change
    behind run s, over that of none, is E_s = exp(τ² S² / (2 (1 + τ² A))) / √(1 + τ² A). The
    evidence at run T is Σ_{s<T} E_s / (s (s + 1)) + 1/T. Where it reaches 1/(1 − confidence), the
    model has left its level. Without a change, that ever happens with a chance of at most 1 −
    confidence (Ville 1939).

    The difference is S / A of the likeliest change, where the evidence is greatest. Its interval is
    difference ± √((1 + ρ/A) ln((A + ρ) (1 − confidence)⁻² / ρ) / A) with ρ = τ⁻².

    Source: Robbins, Ann. Math. Statist. 41 (1970) 1397. Ville (1939). Shin, Ramdas and Rinaldo,
    arXiv:2203.03532, section 3. docs/drift.md of the checkout.

    Examples
    --------
    >>> import scorio
    >>> row = scorio.drift("examples/nightly.jsonl", series="night").verdict
    >>> print(row.verdict, row.left_at, row.changed_at, round(row.difference, 3))
    below 2026-10-15 2026-10-15 -0.107
    """
    from scorio._drifting.chart import DriftChart
    from scorio._drifting.inputs import runs_of

    counts = runs_of(source, series, reading)

    answer = answered(
        "drift", counts,
        runs=runs, confidence=confidence, size=size, margin=margin,
    )  # fmt: skip
    return DriftChart(answer, counts)
