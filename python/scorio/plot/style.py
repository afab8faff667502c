"""Colours of figures, for light and dark paper."""

from __future__ import annotations

from typing import Literal

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")

# Okabe and Ito's colours, which colour-blind readers tell apart. On dark paper they are lighter.
_HUES = {
    "light": ("#0072B2", "#D55E00", "#009E73", "#B0528A", "#2F8FC4", "#A87400"),
    "dark": ("#58B3F0", "#FF8A3D", "#2FCB9C", "#E59AC4", "#9BD3F5", "#F0B93A"),
}
HUES = len(_HUES["light"])
# Lines of one colour differ by their dashes, also in print.
DASHES = ("", "7 3", "2 3", "9 3 2 3")

_PAPERS = {
    "light": {"ink": "#1b1f24", "dim": "#57606a", "rule": "#d8dee4", "band": "#f3f5f8",
              "paper": "#ffffff"},
    "dark": {"ink": "#e6edf3", "dim": "#9aa4af", "rule": "#343c45", "band": "#181e26",
             "paper": "#0d1117"},
}  # fmt: skip
FONT = "font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"


def sheet(theme: Theme) -> str:
    """Give the rules of a theme. `auto` follows the reader's device."""
    if theme != "auto":
        return _rules(theme, theme)
    return f"{_rules('light', theme)}@media(prefers-color-scheme:dark){{{_rules('dark', theme)}}}"


def _rules(paper: str, theme: Theme) -> str:
    own, root = _PAPERS[paper], f".scorio-{theme}"
    rules = [f"{root}{{{FONT};font-size:12px;fill:{own['ink']}}}"]
    rules += [f"{root} .{name}{{fill:{color}}}" for name, color in own.items()]
    dark = _PAPERS["light"]["ink"] if paper == "light" else own["paper"]
    rules.append(f"{root} .dark{{fill:{dark}}}")
    rules.append(f"{root} .line{{stroke:{own['rule']};fill:none}}")
    rules.append(f"{root} .axis{{stroke:{own['dim']};fill:none}}")
    rules.append(f"{root} .cell{{stroke:{own['paper']}}}")
    for number, hue in enumerate(_HUES[paper]):
        rules.append(f"{root} .f{number}{{fill:{hue}}}{root} .s{number}{{stroke:{hue};fill:none}}")
    return "".join(rules)


def paper(theme: Theme) -> str:
    """Give the colour of the paper of a theme."""
    return _PAPERS["dark" if theme == "dark" else "light"]["paper"]


def hues() -> tuple[str, ...]:
    """Give the colours on light paper."""
    return _HUES["light"]
