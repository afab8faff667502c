"""Ranking methods as functions of Python, each from its entry in the core."""

from __future__ import annotations

import re
from typing import Any

from call_text import Option, example, listed, literal, sections, wrapped

from scorio import _core

# The arguments of each function in the order of scorio 0.2.3. Those with a value are not used.
PLACES = {
    "avg": "method return_scores missing",
    "pass_at_k": "k method return_scores missing",
    "pass_hat_k": "k method return_scores missing",
    "g_pass_at_k_tau": "k tau method return_scores missing",
    "mg_pass_at_k": "k method return_scores missing",
    "inverse_difficulty": "method return_scores clip_range missing",
    "thompson": "n_samples=10000 prior_alpha prior_beta seed=42 method return_scores missing",
    "bradley_terry": "method return_scores max_iter=500 pairing missing",
    "bradley_terry_map": "prior method return_scores max_iter=500 pairing missing",
    "plackett_luce": "method return_scores max_iter=10000 tol=1e-08 pairing missing",
    "plackett_luce_map": "prior method return_scores max_iter=500 pairing missing",
    "bradley_terry_davidson": "method return_scores max_iter=500 pairing missing",
    "bradley_terry_davidson_map": "prior method return_scores max_iter=500 pairing missing",
    "rao_kupper": "tie_strength method return_scores max_iter=500 pairing missing",
    "rao_kupper_map": "tie_strength prior method return_scores max_iter=500 pairing missing",
    "thurstone": "method return_scores pairing missing",
    "bayesian_mcmc":
        "n_samples=5000 burnin=1000 prior_var seed=42 method return_scores pairing missing",
    "pagerank": "damping max_iter=100 tol=1e-06 method return_scores teleport pairing missing",
    "spectral": "max_iter=10000 tol=1e-12 method return_scores pairing missing",
    "alpharank":
        "alpha population_size max_iter=100000 tol=1e-12 method return_scores pairing missing",
    "rank_centrality":
        "method return_scores tie_handling smoothing teleport max_iter=10000 tol=1e-12 pairing "
        "missing",
    "serial_rank": "comparison method return_scores pairing missing",
    "hodge_rank": "pairwise_stat weight_method epsilon method return_scores pairing missing",
    "borda": "method return_scores missing",
    "nanson": "rank_ties method return_scores missing",
    "baldwin": "rank_ties method return_scores missing",
    "copeland": "method return_scores missing",
    "win_rate": "method return_scores missing",
    "minimax": "variant tie_policy method return_scores missing",
    "schulze": "tie_policy method return_scores missing",
    "ranked_pairs": "strength tie_policy method return_scores missing",
    "kemeny_young": "tie_policy method return_scores time_limit=None tie_aware missing",
    "majority_judgment": "method return_scores missing",
    "davidson_luce": "method return_scores max_iter=500 max_tie_order pairing missing",
    "davidson_luce_map": "prior method return_scores max_iter=500 max_tie_order pairing missing",
    "rasch": "method return_scores max_iter=500 return_item_params missing",
    "rasch_map": "prior method return_scores max_iter=500 return_item_params missing",
    "rasch_mml":
        "method return_scores max_iter=100 em_iter=20 n_quadrature=21 return_item_params "
        "missing",
    "rasch_mml_credible":
        "quantile method return_scores max_iter=100 em_iter=20 n_quadrature=21 missing",
    "rasch_2pl":
        "method return_scores max_iter=500 return_item_params reg_discrimination=0.01 missing",
    "rasch_2pl_map":
        "prior method return_scores max_iter=500 return_item_params reg_discrimination=0.01 "
        "missing",
    "rasch_2pl_mml": "method return_scores return_item_params missing",
    "rasch_3pl":
        "method return_scores max_iter=500 fix_guessing return_item_params "
        "reg_discrimination=0.01 reg_guessing=0.1 guessing_upper=0.5 missing",
    "rasch_3pl_map":
        "prior method return_scores max_iter=500 fix_guessing return_item_params "
        "reg_discrimination=0.01 reg_guessing=0.1 guessing_upper=0.5 missing",
    "bradley_terry_luce": "method return_scores max_iter=500 missing",
    "bradley_terry_luce_map": "prior method return_scores max_iter=500 missing",
}  # fmt: skip

# Families of methods, and the modules that hold their functions.
MODULES = {
    "means": "means", "pair models": "pairs", "graphs": "graphs", "voting": "voting",
    "winner sets": "sets", "item response": "items",
}  # fmt: skip
# The numbers of items that a method gives.
ITEMS = {
    "rasch_mml": "`difficulty` of each question, its `difficulty_sd`, and `ability_sd` of each "
    "model",
    "rasch_2pl_mml": "`discrimination` (a), `intercept` (d) and `difficulty` (-d / a) of each "
    "question, `ability_sd` of each model, and `log_likelihood`",
    "rasch": "`difficulty` of each question",
    "": "`difficulty`, `discrimination` (a), `difficulty_sd` and `log_discrimination_sd` of each "
    "question",
}
TYPES = {
    "number": "float", "whole": "int", "budget": "int", "share": "float", "flag": "bool",
    "numbers": "ArrayLike",
}  # fmt: skip
STANDARD = {
    "prior": "Prior | float = 1.0",
    "method": 'Convention = "competition"',
    "return_scores": "bool = False",
    "return_item_params": "bool = False",
    "pairing": 'Pairing = "expected"',
    "missing": 'Missing = "error"',
}
RESULTS = "L x M x N zeros and ones (models, questions, trials), or L x M for one trial"
UNUSED = "Not used: kept so that calls of scorio 0.2.3 run. The solution is exact."
HEAD = '''"""Ranking methods: {family}. `make calls` writes this file from entries of the core."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.rank.asking import {names}
from scorio.rank.families.unused import unused

if TYPE_CHECKING:
    from typing import Literal

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.asking import WithItems
    from scorio.rank.priors import Prior
    from scorio.rank.source import Convention, Pairing, Ranked
'''


def argument(place: str, options: dict[str, Option]) -> str:
    """Give an argument with its type and default."""
    name, unused, value = place.partition("=")
    if unused:
        kind = {"None": "float | None"}.get(value, "int" if value.isdigit() else "float")
        return f"{name}: {kind} = {value}"
    if name in STANDARD:
        return f"{name}: {STANDARD[name]}"
    option = options[name]
    if option["takes"] == "choice":
        kind = f"Literal[{', '.join(map(literal, option['of']))}]"
    else:
        kind = TYPES[option["takes"]]
    usual = option["usual"]
    if usual is None and (option["takes"] == "number" or not option["required"]):
        return f"{name}: {kind} | None = None"
    if usual is None:
        return f"{name}: {kind}"
    if option["takes"] == "whole":
        usual = int(usual)
    return f"{name}: {kind} = {tuple(usual) if isinstance(usual, list) else literal(usual)}"


def prior_of(method: dict[str, Any]) -> str:
    """Say what a prior may be."""
    base = method["name"].removesuffix("_map")
    if method["family"] != "item response":
        return (
            "A Gaussian variance, or a prior of centred log-strengths: `GaussianPrior`, "
            "`LaplacePrior`, `CauchyPrior`, `EmpiricalPrior`, `CustomPrior`, `UniformPrior`, or "
            "your own `Prior`."
        )
    if base == "rasch":
        return "The variance of abilities, `GaussianPrior`, or `UniformPrior` for none."
    return f"The variance of abilities, or `GaussianPrior`. `UniformPrior` is that of `{base}`."


def about(method: dict[str, Any], places: list[str]) -> list[tuple[str, str]]:
    """Give the meanings of arguments."""
    name, options = method["name"], method["options"]
    in_order = method["statistic"] == "trials"
    found = [("R", RESULTS + ("." if in_order else "; or counts."))]
    meets = (
        "ways in which trials meet" if method["family"] == "winner sets" else "pairings of trials"
    )
    numbers = ITEMS.get(name, ITEMS["rasch" if name == "rasch_map" else ""])
    known = {
        "prior": prior_of(method),
        "method": 'The convention for shared ranks, as in `rank_scores` ("avg" is '
        '"fractional"); whether to give the scores, too.',
        "return_item_params": f"Whether to give the scores and a dictionary of numbers, too: "
        f"{numbers}.",
        "pairing": f'"expected" averages over all {meets}; "aligned" pairs the n-th trials of an '
        "array, as scorio 0.2.3 does.",
        "missing": '"error", or "drop" to leave missing outcomes (NaN) out.',
    }
    for place in places:
        if place in known:
            found.append(("method, return_scores" if place == "method" else place, known[place]))
        elif place in options:
            found.append((place, said(options[place])))
    unused = [place.partition("=")[0] for place in places if "=" in place]
    if unused:
        positive = " It has to be positive." if unused == ["time_limit"] else ""
        found.append((", ".join(unused), UNUSED + positive))
    return found


def said(option: Option) -> str:
    """Give the meaning of an option, with its choices."""
    words = " ".join(option["doc"].split())
    if option["takes"] == "choice" and any(one not in words for one in option["of"]):
        *some, last = map(literal, option["of"])
        words = f"{words.removesuffix('.')}: {', '.join(some)} or {last}."
    return words


def function(method: dict[str, Any]) -> str:
    """Give the function of a method."""
    name, doc = method["name"], sections(method["doc"])
    places, options = PLACES[name].split(), method["options"]
    has_items = "return_item_params" in places
    arguments = ["R: ArrayLike | Counts", *(argument(one, options) for one in places)]
    lines = [f"def {name}(", *(f"    {one}," for one in arguments)]
    lines += [f") -> Ranked{' | WithItems' if has_items else ''}:"]
    first, *formula = doc[""]
    lines += [f'    r"""{first}']
    for paragraph in formula:
        lines += ["", *wrapped(paragraph, 100, "    ")]
    lines += ["", "    Parameters", "    ----------"]
    for argument_name, words in about(method, places):
        lines += [f"    {argument_name}", *wrapped(words, 100, " " * 8)]
    more = ", or with a dictionary" if has_items else ""
    lines += ["", "    Returns", "    -------", f"    ndarray, or (ndarray, ndarray){more}"]
    lines += ["        The rank of each model, from 1; and the scores."]
    errors = "Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument "
    errors += " ".join(["outside its choices or its range.", *doc.get("Errors", [])])
    lines += ["", "    Raises", "    ------", "    ValueError", *wrapped(errors, 100, " " * 8)]
    lines += ["    TypeError", "        What is not a number."]
    lines += ["", "    References", "    ----------"]
    lines += wrapped(" ".join(doc["Source"]), 100, "    ")
    lines += ["", "    Examples", "    --------"]
    lines += [f"    {one}".rstrip() for one in example(name, "python")]
    return "\n".join([*lines, '    """', *body(method, places)]) + "\n"


def body(method: dict[str, Any], places: list[str]) -> list[str]:
    """Give the lines that call the core."""
    unused = [place.partition("=")[0] for place in places if "=" in place]
    lines = ["    positive_limit(time_limit)"] if "time_limit" in unused else []
    if unused and "time_limit" not in unused:
        lines.append(f"    unused({', '.join(unused)})")
    named = [one for one in places if "=" not in one and one != "method"]
    asked = "with_items" if "return_item_params" in places else "ranked_by"
    given = [f"{one}={one}" for one in named]
    call = [f'"{method["name"]}"', "R", "method", *given]
    lines += [f"    return {asked}(", *listed([*call, ""], 96, " " * 8), "    )  # fmt: skip"]
    return lines


def used(head: str, text: str) -> str:
    """Leave the imports out that no function uses."""

    def names(match: re.Match[str]) -> str:
        own = [one for one in match[3].split(", ") if re.search(rf"\b{one}\b", text)]
        return f"{match[1]}{match[2]} import {', '.join(own)}\n" if own else ""

    imported = r"^( *from )(typing|numpy\S*|scorio\S*) import (?!TYPE_CHECKING)(.*)\n"
    head = re.sub(imported, names, head, flags=re.MULTILINE)
    return re.sub(r"TYPE_CHECKING:\n\n+", "TYPE_CHECKING:\n", head)


def module(methods: list[dict[str, Any]]) -> str:
    """Give the module of a family."""
    functions = [function(one) for one in methods]
    names = [
        one for one in ("positive_limit", "ranked_by", "with_items")
        if any(f" {one}(" in text for text in functions)
    ]  # fmt: skip
    head = HEAD.format(family=methods[0]["family"], names=", ".join(names))
    head = used(head, "".join(functions))
    return "\n\n".join([head, *functions])


def modules() -> dict[str, str]:
    """Give the modules of all families, by their files."""
    families: dict[str, list[dict[str, Any]]] = {}
    for method in _core.rank_methods():
        if method["name"] in PLACES:
            method["options"] = {one["name"]: one for one in method["options"]}
            families.setdefault(MODULES[method["family"]], []).append(method)
    return {f"python/scorio/rank/families/_{one}.py": module(own) for one, own in families.items()}
