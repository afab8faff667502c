r"""Names as each output may hold them.

Names come from logs that others wrote. A terminal obeys escape sequences and marks of direction,
Markdown and HTML take tags, LaTeX takes commands, and a spreadsheet runs what begins like a
formula. Every output writes its texts by one function of this module, and none of them drops a
character.
"""

from __future__ import annotations

import codecs
import re

# What LaTeX does not show as it stands, or only with fonts of its own.
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"$<$", ">": r"$>$", "|": r"$|$", '"': r"\textquotedbl{}", "-": "{-}",
    "±": r"$\pm$", "−": r"$-$", "×": r"$\times$", "·": r"$\cdot$", "…": r"\ldots{}",
    "≤": r"$\leq$", "≥": r"$\geq$", "Δ": r"$\Delta$", "λ": r"$\lambda$", "μ": r"$\mu$",
    "ρ": r"$\rho$", "σ": r"$\sigma$", "τ": r"$\tau$", "′": "$'$", "∓": r"$\mp$",
}  # fmt: skip

# What begins or ends a tag, an entity or an attribute.
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})

# Where a formula would begin, also in the wide signs of East Asia.
_FORMULA = re.compile(r"(?:^|[;\t])(?=[=+\-@\t\r\n＝＋－＠])")

# What Markdown takes for more than text: its signs anywhere (an underscore within a word is none,
# and a backslash is one before a sign), and what begins a heading, a quotation, a list or a rule.
_MARKDOWN = re.compile(
    r"[`*|~]|(?<![^\W_])_|_(?![^\W_])|\](?=[(\[:])|\\(?=[!-/:-@\[-`{-~]|$)"
    r"|^#(?=#{0,5}(?:\s|$))|^[-+](?=\s|$)|^>|^[=-](?=[= -]*$)|^\d+(?=[.)](?:\s|$))"
)

# What GitHub makes a link and a message of: @user, #1, GH-1. A comment behind it parts the two.
_LIVE = re.compile(r"(?<!\w)@(?=\w)|(?<![\w&])#(?=\d)|(?<!\w)[Gg][Hh]-(?=\d)")

# Joins the emoji on its sides to one, as those of a family.
JOINER = "\u200d"
_EMOJI = "\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
# Compiled when a text needs it: that takes 5 ms, and few texts do.
_SIGN = f"(?s)(?P<between>(?<=[{_EMOJI}\ufe0f]){JOINER}(?=[{_EMOJI}]))|."


def on_a_line(text: str) -> str:
    """Give a text on one line of a terminal: what is not printable is escaped, as by Python.

    A joiner between two emoji is no danger, and they stay one. Blanks alone are put in quotes.
    """
    shown = _printable(text)
    return f'"{shown}"' if shown.isspace() else shown


def _printable(text: str) -> str:
    return text if text.isprintable() else re.sub(_SIGN, _seen, text)


def _seen(found: re.Match[str]) -> str:
    c = found.group()
    shown = found["between"] or c.isprintable()
    return c if shown else c.encode("unicode_escape").decode()


def on_lines(text: str) -> str:
    """Give a text for a terminal that may have several lines."""
    return "\n".join(map(_printable, text.split("\n")))


def in_markdown(text: str) -> str:
    """Give a text as Markdown shows it. GitHub finds no user and no issue in it."""
    escaped = _MARKDOWN.sub(_backslashed, on_a_line(text))
    return _LIVE.sub(r"\g<0><!-- -->", escaped.replace("&", "&amp;").replace("<", "&lt;"))


def _backslashed(found: re.Match[str]) -> str:
    sign = found.group()
    # Behind the number of a list it is the point that matters.
    return f"{sign}\\" if sign.isdecimal() else f"\\{sign}"


def in_html(text: str) -> str:
    """Give a text as HTML shows it, inside an element or a quoted attribute."""
    return on_a_line(text).translate(_HTML)


def in_latex(text: str) -> str:
    """Give a text as LaTeX shows it: a double hyphen does not become a dash."""
    single = on_a_line(text).replace("--", "\0").replace("-", "\1")
    return "".join(_LATEX.get(c, c) for c in single).replace("\0", "{-}{-}").replace("\1", "-")


def in_csv(value: object) -> object:
    """Give a value as a spreadsheet shows it: an apostrophe stands before a seeming formula.

    Some spreadsheets part cells by semicolons or tabs, so that one may begin inside a text.
    """
    return _FORMULA.sub(r"\g<0>'", value) if isinstance(value, str) else value


def in_json(document: str, encoding: str | None = None) -> str:
    r"""Give a JSON document whose texts have `\u` where a character is not printable.

    So are all beyond ASCII where an encoding lacks one.
    """
    if document.isascii() and document.isprintable():
        return document
    whole = is_shown(document, encoding)
    shown = (c == "\n" or (c.isprintable() and (whole or c.isascii())) for c in document)
    return "".join(c if is_plain else _code(c) for c, is_plain in zip(document, shown, strict=True))


def _code(character: str) -> str:
    pairs = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[at : at + 4]}" for at in range(0, len(pairs), 4))


def in_a_shell(word: str, quoted: str) -> str:
    """Give a word as a shell reads it: `quoted` if that can be shown, or else in `$'…'`."""
    if quoted.isprintable():
        return quoted
    signs = {"\\": r"\\", "'": r"\'", "\n": r"\n", "\t": r"\t", "\r": r"\r"}
    return f"$'{''.join(signs.get(c) or (c if c.isprintable() else _octal(c)) for c in word)}'"


def _octal(character: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


# How `PLAIN` writes what an encoding lacks: our own signs in ASCII, and others as Python does.
_ASCII = {
    "−": "-", "≥": ">=", "≤": "<=", "×": "x", "±": "+/-", "…": "...", "—": "-", "–": "-", "·": "|",
    "′": "'", "→": "->", "σ": "sigma", "τ": "tau", "λ": "lambda", "ρ": "rho", "φ": "phi", "μ": "mu",
}  # fmt: skip
PLAIN = "scorio.plain"


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    signs = (_ASCII.get(c) or c.encode("ascii", "backslashreplace").decode() for c in lacking)
    return "".join(signs), error.end


codecs.register_error(PLAIN, _plain)


def is_shown(text: str, encoding: str | None) -> bool:
    """Whether an encoding has all characters of a text."""
    try:
        text.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
