"""Metrics: what the registry and their pages say, and the words that all functions share."""

from __future__ import annotations

import re
from typing import NamedTuple

from call_text import ROOT

from scorio import _core

PAGES = ROOT / "rust/scorio-core/src/metric/pages"
# Parameters that functions of a metric name otherwise.
NAMES = {"weights": "w", "spectrum": "weights"}


class Metric(NamedTuple):
    """A metric of the registry."""

    name: str
    has_budget: bool
    parameters: tuple[tuple[str, str | None], ...]
    is_additive: bool
    takes_known: bool
    others: tuple[str, ...]

    @property
    def is_binary(self) -> bool:
        """Whether outcomes are 0 and 1, and not categories with weights."""
        return "weights" not in dict(self.parameters)

    @property
    def is_subset(self) -> bool:
        """Whether it is a mean credit of k trials: it has a complement and exact intervals."""
        return self.has_budget and self.is_additive


class Page(NamedTuple):
    """What the page of a metric says of a function."""

    about: list[str]
    formula: str
    errors: str
    source: str
    examples: dict[str, list[str]]


def metrics() -> list[Metric]:
    """Give every metric that has a page, with its other names."""
    others: dict[str, list[str]] = {}
    for name, summary, *_ in _core.metrics():
        if found := re.fullmatch(r"another name of (\w+)", summary):
            others.setdefault(found[1], []).append(name)
    aliases = {name for names in others.values() for name in names}
    return [
        Metric(
            name, has_budget, tuple((own, usual) for own, _, usual in parameters), is_additive,
            takes_known, tuple(others.get(name, ())),
        )
        for name, _, has_budget, is_additive, takes_known, parameters in _core.metrics()
        if name not in aliases
    ]  # fmt: skip


def page(function: str) -> Page:
    """Give what the page says of a function: of a metric, or of its posterior."""
    text = (PAGES / f"{function.removesuffix('_ci')}.md").read_text("utf-8")
    own = re.search(rf"^# {function}\n(.*?)(?=^# |\Z)", text, re.DOTALL | re.MULTILINE)[1]
    prose = re.sub(r"```.*?```", "", own, flags=re.DOTALL)
    about, *parts = re.split(r"^## (\w+)\n", prose, flags=re.MULTILINE)
    found = dict(zip(parts[::2], (" ".join(said.split()) for said in parts[1::2]), strict=True))
    examples = {
        language: re.search(rf"```{language}\n(.*?)\n```", own, re.DOTALL)[1].split("\n")
        for language in ("python", "julia")
    }
    paragraphs = [" ".join(one.split()) for one in re.split(r"\n\s*\n", about.strip())]
    return Page(paragraphs, found["Formula"], found.get("Errors", ""), found["Source"], examples)


def arguments(metric: Metric, *, posterior: bool, words: dict[str, str]) -> dict[str, str]:
    """Give the arguments of a function in their order, each with its meaning."""
    batch, nothing = words["batch"], words["nothing"]
    outcomes = "outcomes 0 and 1" if metric.is_binary else "outcomes in 0..C"
    found = {"R": f"M × N {outcomes}. {batch}"}
    if metric.has_budget:
        most = "to 10^9" if posterior else "≤ k ≤ N"
        drawn = f"Trials drawn, 1 {most}"
        found["k"] = f"{drawn}." if is_sized(metric) else f"{drawn}, or {words['several']}."
    found |= {NAMES.get(name, name): MEANINGS[name] for name, _ in metric.parameters}
    if "w" in found:
        found["w"] += words["named"]
    if "weights" in found and not is_sized(metric):
        of_thresholds = "k weights of thresholds, as for `threshold_spectrum_at_k`."
        found["weights"] = f"{of_thresholds} With {nothing}, S is mG-Pass@k."
    if metric.takes_known and (posterior or not metric.has_budget):
        added = "M × D outcomes known beforehand, added to the uniform Dirichlet prior."
        found["R0"] = f"{added} {words['known']}".strip()
    if posterior:
        found |= of_posterior(metric, nothing)
    found["missing"] = 'What to do with missing outcomes: "error", or "drop" to leave them out.'
    if metric.has_budget and not posterior:
        found["ragged"] = 'What to do with questions of fewer than k trials: "error", or "drop".'
    if posterior and (metric.is_additive or not metric.has_budget):
        found["interval"] = '"normal", or "exact": quantiles of the posterior, certified to 1e-10.'
    if metric.is_subset:
        precise = "the posterior of 1 − metric" if posterior else "1 − metric, to full precision"
        found["complement"] = f"Give {precise}."
    if posterior:
        found |= of_belief(metric, nothing)
    return found


def is_sized(metric: Metric) -> bool:
    """Whether a parameter that has to be given has one entry for each of k trials."""
    return ("spectrum", None) in metric.parameters


def of_posterior(metric: Metric, nothing: str) -> dict[str, str]:
    """Give the arguments of the interval, and of a Beta prior."""
    clipped = f"`(lo, hi)` to which both ends are clipped, or {nothing}"
    own = metric.has_budget and not metric.is_binary
    usual = " for the smallest and the largest reward. At k = 1 ends are not clipped" if own else ""
    found = {"confidence": "Level of the interval, in (0, 1).", "bounds": f"{clipped}{usual}."}
    if metric.is_binary:
        shapes = "Beta prior of each question's success probability, positive."
        found |= {"alpha0": shapes, "beta0": shapes}
    return found


def of_belief(metric: Metric, nothing: str) -> dict[str, str]:
    """Give the arguments of what is believed before the trials, and of the target."""
    plain = "Beta(alpha0, beta0)" if metric.is_binary else "a uniform prior"
    target = (
        '"these" for these questions, or "like" for questions like these, of which these are a '
        "sample. The latter needs the hierarchical prior."
    )
    if metric.has_budget and not metric.is_additive:
        target = '"these". "like" is an error, because the posterior has no score of one question.'
    prior = (
        '"hierarchical" for a prior that the questions share, whose mean and spread their trials '
        f"tell; {nothing} for {plain} on each question. By a shared prior, ends are quantiles of "
        "the Beta distribution with this mean and σ."
    )
    return {"prior": prior, "target": target}


MEANINGS = {
    "weights": "C + 1 weights, one per category. The default is (0, 1).",
    "tau": "Share of the trials that have to succeed, in [0, 1]. One success is always asked for, "
    "so that 0 gives Pass@k, and 1 gives Pass^k. A float stands for the decimal or the quotient "
    "that it is nearest to, within a few roundings: j / k asks for j successes, and 0.1 * 3 is "
    "0.3. An exact type is taken as it is.",
    "pass_power": "The exponent a of Pass@k, finite.",
    "unanimous_power": "The exponent b of Pass^k, finite.",
    "lam": "λ in [0, 1].",
    "spectrum": "k weights w_1..w_k of thresholds, finite, not negative, with a sum of at most 1 "
    "(rounding aside).",
}


def returned(metric: Metric, *, posterior: bool) -> str:
    """Give what a function returns."""
    arrays = " or several budgets" if metric.has_budget and not is_sized(metric) else ""
    if not posterior:
        one = "The score" if metric.has_budget else "`(mu, sigma)`"
        return f"{one}; an array for a batch{arrays}."
    ends = "lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence"
    found = f"`(mu, sigma, lo, hi)` with {ends}; arrays for a batch{arrays}."
    exact = " Exact ends have P(score < lo) = P(score > hi) = (1 − confidence) / 2."
    return found + exact if metric.is_additive else found


def by_meaning(known: dict[str, str]) -> list[tuple[list[str], str]]:
    """Give the arguments with their meanings, where neighbours of one meaning stand together."""
    groups: list[tuple[list[str], str]] = []
    for name, meaning in known.items():
        if groups and groups[-1][1] == meaning:
            groups[-1][0].append(name)
        else:
            groups.append(([name], meaning))
    return groups


def of_range(metric: Metric, *, posterior: bool) -> list[str]:
    """Give what numbers have to be: what is refused as out of range."""
    found = []
    if metric.has_budget:
        few = "k < 1, or above the trials of a question, which the message names"
        found.append("k outside 1..10^9" if posterior else few)
    if posterior:
        found.append("a confidence outside (0, 1)")
        if metric.is_binary:
            found.append("a prior parameter that is not positive and finite")
    return found


def of_kind(metric: Metric, *, posterior: bool) -> list[str]:
    """Give what is refused of outcomes and of options that do not go together."""
    entry = "no outcome" if metric.is_binary else "no category"
    found = [f"an entry that is missing or {entry}", "an empty R"]
    if posterior:
        found.append("bounds out of order")
        if metric.is_additive:
            found.append("an exact interval that cannot be certified")
            found.append("questions like these without the hierarchical prior, or of a single one")
    return found
