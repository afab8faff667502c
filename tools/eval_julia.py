"""The functions of metrics in Julia."""

from __future__ import annotations

from call_text import listed, paragraphs, wrapped
from eval_pages import (
    Metric,
    arguments,
    by_meaning,
    is_sized,
    metrics,
    of_kind,
    of_range,
    page,
    returned,
)

WORDS = {
    "batch": "Further axes are batch axes.",
    "several": "a vector or range of such budgets",
    "nothing": "`nothing`",
    "named": "",
    "known": "A batch takes one for all of its matrices, or one for each.",
}
FOLDER = "julia/src/metrics"
USUAL = {
    "w": "nothing", "R0": "nothing", "pass_power": "0.5", "unanimous_power": "0.5", "lam": "0.5",
    "confidence": "0.95", "bounds": "(0.0, 1.0)", "alpha0": "1.0", "beta0": "1.0",
    "missing": '"error"', "ragged": '"error"', "complement": "false", "interval": '"normal"',
    "prior": "nothing", "target": '"these"',
}  # fmt: skip
WIDTH = 96
# Arguments that stand in their places.
PLACED = ("R", "k", "tau", "w", "R0")
READ = {
    "weights": "numbers", "tau": "share(tau)", "spectrum": "spectrum(weights)",
    "pass_power": 'number("pass_power", pass_power)', "lam": 'number("lam", lam)',
    "unanimous_power": 'number("unanimous_power", unanimous_power)',
}  # fmt: skip


def signature(metric: Metric, known: dict[str, str]) -> tuple[list[str], list[str]]:
    """Give the arguments by place and by name, with their defaults."""

    def declared(name: str) -> str:
        if name == "weights":
            return name if is_sized(metric) else "weights = nothing"
        if name == "bounds" and not metric.is_binary:
            return "bounds = nothing"
        return f"{name} = {USUAL[name]}" if name in USUAL else name

    placed = [name for name in known if name in PLACED or (name == "weights" and is_sized(metric))]
    return [*map(declared, placed)], [declared(name) for name in known if name not in placed]


def head(name: str, arguments_of: tuple[list[str], list[str]]) -> list[str]:
    """Give a call of the function as its documentation shows it."""
    placed, named = arguments_of
    text = [f"{', '.join(placed)}; {named[0]}", *named[1:]]
    lines = listed([*text], 88, " " * (len(name) + 1))
    lines[-1] += ")"
    return [f"    {name}({lines[0].strip()}", *(f"    {line}" for line in lines[1:])]


def body(metric: Metric, known: dict[str, str], *, posterior: bool) -> list[str]:
    """Give what a function does."""
    values = {name: READ[name] for name, _ in metric.parameters}
    if "spectrum" in values and not is_sized(metric):
        values["spectrum"] = "weights === nothing ? nothing : spectrum(weights)"
    given = [*(["complement"] if metric.is_subset else [])]
    given += [f"{name} = {value}" for name, value in values.items()]
    more = f"; {', '.join(given)}" if given else ""
    lines = [] if metric.is_binary else ["numbers = weights(w)"]
    own = f'own = metric("{metric.name}"{more})'
    if len(own) > WIDTH:
        own = f'own = metric(\n        "{metric.name}"; {", ".join(given)},\n    )'
    lines.append(own)
    w = [] if metric.is_binary else ["numbers"]
    r0 = ["R0" if "R0" in known else "nothing"] if w else []
    if posterior:
        shapes = ", alpha0, beta0" if metric.is_binary else ""
        exact = "; interval" if "interval" in known else ""
        k = "k" if metric.has_budget else "0"
        lines.append(f"known = belief(prior, target{shapes})")
        given = ["own", "R", k, "confidence", "bounds", "known", "missing", *r0, *w]
        lines.append(f"return intervals({', '.join(given)}{exact})")
    elif metric.has_budget:
        lines.append(f"return points({', '.join(['own', 'R', 'k', 'missing', 'ragged', *w])})")
    else:
        lines.append(f"return estimates({', '.join(['own', 'R', *r0, 'missing', *w])})")
    return [f"    {line}" for line in lines]


def described(known: dict[str, str]) -> list[str]:
    """Give the list of arguments, where neighbours of one meaning share an entry."""
    lines = []
    for names, meaning in by_meaning(known):
        shown = ", ".join(f"`{name}`" for name in names)
        is_word = meaning[1:2].islower()
        said = f"{meaning[0].lower()}{meaning[1:]}" if is_word else meaning
        lines += wrapped(f"{shown}: {said}", 100, "- ", "  ")
    return lines


def function(metric: Metric, *, posterior: bool) -> str:
    """Give the text of a function."""
    name = f"{metric.name}_ci" if posterior else metric.name
    said, known = page(name), arguments(metric, posterior=posterior, words=WORDS)
    both = signature(metric, known)
    gives = returned(metric, posterior=posterior)
    wrong = ", ".join(of_kind(metric, posterior=posterior))
    argument = f"`ArgumentError`: {wrong}. {said.errors}".strip()
    domain = f"`DomainError`: {', or '.join(of_range(metric, posterior=posterior))}."
    throws = wrapped(argument, 100, "- ", "  ")
    if metric.has_budget or posterior:
        throws += wrapped(domain, 100, "- ", "  ")
    doc = [
        *head(name, both), "", *paragraphs(said.about),
        "# Arguments", *described(known), "", "# Formula", *wrapped(said.formula, 100, ""), "",
        "# Returns", *wrapped(gives, 100, ""), "", "# Throws", *throws, "",
        "# Examples", "```jldoctest", *said.examples["julia"], "```", "",
        "# Source", *wrapped(said.source, 100, ""),
    ]  # fmt: skip
    placed, named = both
    first = f"function {name}({', '.join(placed)}; {', '.join(named)})"
    if len(first) > WIDTH:
        rest = listed([f"{', '.join(placed)}; {named[0]}", *named[1:], ""], WIDTH, "    ")
        first = "\n".join([f"function {name}(", *rest, ")"])
    lines = ['"""', *doc, '"""', first, *body(metric, known, posterior=posterior), "end"]
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Give the files of all metrics, and the one that includes them."""
    found = {}
    for metric in metrics():
        both = [function(metric, posterior=False), function(metric, posterior=True)]
        names = [metric.name, *metric.others]
        both += [
            "".join(f"const {one}{end} = {metric.name}{end}\n" for end in ("", "_ci"))
            for one in metric.others
        ]
        exported = ", ".join(f"{one}{end}" for one in names for end in ("", "_ci"))
        head = f"# {metric.name} and its posterior. `make calls` writes this file.\n\n"
        text = "\n".join([f"export {exported}\n", *both])
        found[f"{FOLDER}/{metric.name}.jl"] = head + text
    lines = ["# The functions of metrics. `make calls` writes this file.", ""]
    lines += [f'include("{metric.name}.jl")' for metric in metrics()]
    found[f"{FOLDER}/all.jl"] = "\n".join([*lines, ""])
    return found
