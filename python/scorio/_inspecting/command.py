"""The options of a reading as a command."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

from scorio.show.escaping import in_a_shell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# The words of a command, with their quotes.
_WORDS = re.compile(r"""(?:\$'(?:\\.|[^'\\])*'|'[^']*'|"[^"]*"|[^\s'"])+""")


def command(files: str | Sequence[str], options: Mapping[str, Any]) -> str:
    """Give the command that scores files with these options of `scorio.count`."""
    parts = ["scorio", "score", *([files] if isinstance(files, str) else files)]
    for name, value in options.items():
        option = f"--{name.replace('_', '-')}"
        if name == "constants":
            for label, text in value.items():
                parts += ["--set", f"{label}={text}"]
        elif name == "categories":
            for label, texts in value.items():
                parts += ["--category", f"{label}={','.join(texts)}"]
        elif name == "missing_values":
            parts += [option, ",".join(value)]
        elif value is True:
            parts.append(option)
        else:
            parts += [option, str(value)]
    return " ".join(in_a_shell(part, shlex.quote(part)) for part in parts)


def broken(command: str, width: int, head: str) -> list[str]:
    """Break a command behind a head into lines of at most `width` columns, for a shell."""
    if len(head) + len(command) <= width:
        return [head + command]
    lines = [""]
    for part in _WORDS.findall(command):
        if lines[-1] and len(lines[-1]) + len(part) + 7 > width:
            lines.append("")
        lines[-1] += f" {part}" if lines[-1] else part
    return [head.rstrip(), *(f"    {line} \\" for line in lines[:-1]), f"    {lines[-1]}"]
