"""Tables 2 to 6 of the paper on continuous adaptive testing, with its names of columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio.show.page import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorio._rows import ReplaySummary


def paper_tables(found: ReplaySummary, settings: Mapping[str, Any]) -> list[Table]:
    """Give the tables of these figures. Table 5 needs families."""
    data = [settings["dataset"], settings["metric"]]
    tables = [
        _table(
            "Table 2: ranking performance",
            data,
            {
                "Size": f"{found.size:,.0f}",
                "a": f"{found.a:.2f}",
                "Adaptive τ": _plus(found.adaptive_tau, found.adaptive_tau_sd),
                "Baseline τ": _plus(found.baseline_tau, found.baseline_tau_sd),
                "Items": _plus(found.items, found.items_sd, 0),
                "% Used": _plus(100 * found.used, _scaled(found.used_sd, 100), 1),
                "Random, mean τ": f"{found.random_tau:.3f}",
                "Same items, mean τ": f"{found.paired_tau:.3f}",
                "Same items, ability τ": f"{found.paired_ability_tau:.3f}",
                "Stratified τ": f"{found.stratified_tau:.3f}",
                "Static τ": f"{found.static_tau:.3f}",
            },
        ),
        _table(
            "Table 3: tie detection",
            data,
            {
                "Adapt Tie%": f"{found.adaptive_ties:.0%}",
                "GT Tie%": f"{found.truth_ties:.0%}",
                "Tie P": _or_none(found.tie_precision),
                "Tie R": _or_none(found.tie_recall),
                "Tie F1": _or_none(found.tie_f1),
                "Conf Acc": _or_none(found.confident_accuracy),
            },
        ),
        _table(
            "Table 4: the ranker beside a test of fixed length",
            data,
            {
                "Adapt τ": f"{found.adaptive_tau:.2f}",
                "Fixed τ": f"{found.fixed_tau:.2f}",
                "Δτ": f"{found.fixed_tau - found.adaptive_tau:+.2f}",
                "Item Savings": f"{found.item_savings:.0%}",
                "Cost Savings": f"{found.cost_savings:.0%}",
            },
        ),
    ]
    if found.family_adaptive_tau is not None and found.family_baseline_tau is not None:
        base = _plus(found.family_baseline_tau, found.family_baseline_tau_sd, 2)
        adapt = _plus(found.family_adaptive_tau, found.family_adaptive_tau_sd, 2)
        tables.append(
            _table(
                "Table 5: calibrated on other families", data, {"Base τ": base, "Adapt τ": adapt}
            )
        )
    tables.append(
        _table(
            "Table 6: distributional conformance",
            data,
            {
                "a": f"{found.a:.2f}",
                "R²": f"{found.conformance:.2f}",
                "τ": f"{found.adaptive_tau:.3f}",
            },
        )
    )
    return tables


def _table(title: str, data: list[str], cells: dict[str, str]) -> Table:
    columns = [Column("Dataset", left=True), Column("Metric", left=True), *map(Column, cells)]
    return Table(title, columns, [[*data, *cells.values()]])


def _plus(mean: float, sd: float | None, digits: int = 3) -> str:
    """Give a mean and the standard deviation over the sets."""
    return f"{mean:,.{digits}f}" + ("" if sd is None else f" ± {sd:,.{digits}f}")


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else factor * value


def _or_none(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
