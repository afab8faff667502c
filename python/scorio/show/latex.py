r"""Tables as LaTeX, with the rules of the package booktabs (`\usepackage{booktabs}`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorio.show.page import Page

# What LaTeX does not show as it stands, or only with fonts of its own.
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"$<$", ">": r"$>$", "|": r"$|$", '"': r"\textquotedbl{}", "-": "{-}",
    "±": r"$\pm$", "−": r"$-$", "×": r"$\times$", "·": r"$\cdot$", "…": r"\ldots{}",
    "≤": r"$\leq$", "≥": r"$\geq$", "Δ": r"$\Delta$", "λ": r"$\lambda$", "μ": r"$\mu$",
    "ρ": r"$\rho$", "σ": r"$\sigma$", "τ": r"$\tau$", "′": "$'$", "∓": r"$\mp$",
}  # fmt: skip


def render(page: Page) -> str:
    """Give the page as one `table` environment for each table, and the notes as a paragraph."""
    parts = []
    for table in page.tables:
        alignment = "".join("l" if column.left else "r" for column in table.columns)
        head = _line(column.name for column in table.columns)
        parts.append(
            "\n".join(
                [
                    r"\begin{table}",
                    r"\centering",
                    rf"\caption{{{escaped(table.title)}}}",
                    rf"\begin{{tabular}}{{{alignment}}}",
                    r"\toprule",
                    head,
                    r"\midrule",
                    *map(_line, table.lines),
                    r"\bottomrule",
                    r"\end{tabular}",
                    r"\end{table}",
                ]
            )
        )
    if page.notes:
        parts.append(
            "\n".join(["{\\footnotesize", *(f"{escaped(n)}\\par" for n in page.notes), "}"])
        )
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Give a text as LaTeX shows it: a double hyphen does not become a dash."""
    single = text.replace("--", "\0").replace("-", "\1")
    return "".join(_ESCAPES.get(c, c) for c in single).replace("\0", "{-}{-}").replace("\1", "-")


def _line(cells: Iterable[str]) -> str:
    line = " & ".join(map(escaped, cells))
    # Behind the end of a line, these would belong to it.
    return f"{'{}' if line.startswith(('[', '*')) else ''}{line} \\\\"
