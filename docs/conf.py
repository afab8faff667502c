"""The documentation as a site: `make docs`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorio import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "scorio"
author = "the scorio authors"
release = __version__
html_title = f"scorio {release}"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "numpydoc",
    "sphinx_click",
    "sphinx_copybutton",
]
nitpicky = True
nitpick_ignore_regex = [("py:.*", r".*")]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
default_role = "code"  # single backticks in docstrings are code
trim_doctest_flags = True
smartquotes = False  # options begin with two dashes

# A blank line ends the output of an example for doctest, and not for the reader.
highlight_options = {name: {"stripnl": True} for name in ("python", "pycon", "pycon3")}

# The playground is there after `make js`.
_PLAYGROUND = Path(__file__).parent.parent / "target/playground"
html_extra_path = [str(_PLAYGROUND)] if _PLAYGROUND.is_dir() else []

html_theme = "furo"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
copybutton_prompt_text = r">>> |\.\.\. |\$ |julia> "
copybutton_prompt_is_regexp = True


def plain_help(_app: Sphinx, _context: object, lines: list[str]) -> None:
    """Make examples of help texts literal. Their other stars are no markup."""
    written = list(lines)
    lines.clear()
    for line in written:
        if line.startswith("|   "):
            if not (lines and lines[-1].startswith("   ")):
                lines += ["", ".. code-block:: text", ""]
            lines.append("   " + line[4:])
        else:
            lines.append(line if line.startswith("..") else line.replace("*", r"\*"))


def without_aliases(_app: Sphinx, _what: str, _name: str, _object: object, _options: object,
                    lines: list[str]) -> None:  # fmt: skip
    """Leave out what Python writes about the fields of named tuples."""
    if any(line.startswith("Alias for field number") for line in lines):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Change what Sphinx takes from docstrings and help texts."""
    if html_extra_path:
        app.tags.add("playground")
    for part in ("description", "options", "epilog"):
        app.connect(f"sphinx-click-process-{part}", plain_help)
    app.connect("autodoc-process-docstring", without_aliases)
