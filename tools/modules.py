"""The modules of a Rust crate or a Python package, and which file uses which, for `house.py`."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Words = tuple[str, ...]
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\bb?r(?P<hashes>\#*)"(?P<raw>.*?)"(?P=hashes)"""
    r"""|"(?P<text>(?:\\.|[^"\\])*)"|'(?:\\[^'\n]+|[^\\'\n])'""",
    re.DOTALL | re.VERBOSE,
)
TEST = re.compile(r"#\[cfg\(test\)\]")
ITEM = re.compile(r"\b(?:struct|enum|union|trait|type|fn|const|static|macro_rules!)\s+(\w+)")
MODULE = re.compile(r"\bmod (\w+)\s*([;{])")
USE = re.compile(r"\buse\s+([^;]+);")
GROUP = re.compile(r"([\w:]*)\{([^{}]*)\}")
PATH = re.compile(r"(?<![\w:])\w+(?:::\w+)+")


class Module:
    """A module: its file, the names that it defines, and what it takes from elsewhere."""

    def __init__(self, file: Path, path: Words) -> None:
        self.file, self.path = file, path
        self.items: set[str] = set()
        # A name, the whole path that it stands for, and the line.
        self.imports: list[tuple[str, Words, int]] = []
        self.paths: list[tuple[Words, int]] = []


Modules = dict[Words, Module]


def definer(modules: Modules, words: Words, seen: frozenset[Words] = frozenset()) -> Path | None:
    """Give the file that defines what a path names, through any re-exports."""
    size = next((size for size in range(len(words), 0, -1) if words[:size] in modules), 0)
    if not size or words in seen:
        return None
    module, rest = modules[words[:size]], words[size:]
    if rest and rest[0] not in module.items:
        for name, target, _ in module.imports:
            tail = rest if name == "*" else rest[1:]
            found = name in {"*", rest[0]} and definer(modules, target + tail, seen | {words})
            if found and not (name == "*" and found == modules[target].file):
                return found
    return module.file


def arrows(modules: Modules) -> dict[Path, dict[Path, tuple[int, str]]]:
    """Give the files that each file uses, with a line and a name."""
    uses: dict[Path, dict[Path, tuple[int, str]]] = {}
    folders = {path[:-1] for path in modules}
    for module in modules.values():
        own = uses.setdefault(module.file, {})
        for words, line in [*((target, line) for _, target, line in module.imports), *module.paths]:
            # A folder that is imported is used where a name is taken from it.
            file = None if words in folders else definer(modules, words)
            if file is not None and file != module.file:
                own.setdefault(file, (line, words[-1]))
    return uses


def line_of(text: str, place: int) -> int:
    """Give the number of the line at a place."""
    return text.count("\n", 0, place) + 1


def blank(text: str, begin: int, end: int) -> str:
    """Replace a part by spaces, so that the lines keep their numbers."""
    return text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]


def block_end(text: str, place: int) -> int:
    """Give the end of the item that begins at a place: its semicolon or its closing brace."""
    depth = 0
    for match in re.compile(r"[;{}]").finditer(text, place):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return len(text)


def code(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Give the code without comments, strings and tests, and the strings with their lines."""
    source = text
    for token in TOKEN.finditer(text):
        source = blank(source, *token.span())
    tests = [(test.start(), block_end(source, test.end())) for test in TEST.finditer(source)]
    for test in tests:
        source = blank(source, *test)
    strings = [
        (line_of(text, token.start()), (token["text"] or token["raw"]).replace('\\"', '"'))
        for token in TOKEN.finditer(text)
        if token["text"] or token["raw"]
        if not any(begin <= token.start() < end for begin, end in tests)
    ]
    return source, strings


def leaves(use: str) -> list[tuple[str, Words]]:
    """Give the name and the path of each leaf of a `use`."""
    while GROUP.search(use):
        use = GROUP.sub(
            lambda group: ",".join(
                f"{group[1]}{leaf}" for leaf in filter(None, map(str.strip, group[2].split(",")))
            ),
            use,
        )
    found = []
    for leaf in filter(None, map(str.strip, use.split(","))):
        path, _, name = leaf.partition(" as ")
        words = tuple(path.removesuffix("::self").split("::"))
        found.append((name or words[-1], words[:-1] if words[-1] == "*" else words))
    return found


def absolute(words: Words, module: Module, modules: Modules) -> Words:
    """Give a path of Rust from the root of the crate. An unknown one stays as it is."""
    base = module.path
    if words[0] == "self" or (*base, words[0]) in modules:
        return base + words[words[0] == "self" :]
    if words[0] == "super":
        while words and words[0] == "super":
            base, words = base[:-1], words[1:]
        return base + words
    named = {name: target for name, target, _ in module.imports}
    return named[words[0]] + words[1:] if words[0] in named else words


def crate(root: Path) -> Modules:
    """Read the modules of a crate, without its tests, from its lib.rs."""
    modules: Modules = {}
    texts: dict[Words, str] = {}

    def add(file: Path, path: Words, text: str) -> None:
        modules[path] = Module(file, path)
        folder = file.parent if file.stem in {"lib", "mod"} else file.with_suffix("")
        for found in MODULE.finditer(text):
            inside = (*path, found[1])
            if found[2] == ";":
                ways = folder / f"{found[1]}.rs", folder / found[1] / "mod.rs"
                inner = next(way for way in ways if way.is_file())
                add(inner, inside, code(inner.read_text())[0])
            else:
                end = block_end(text, found.end() - 1)
                add(file, inside, blank(blank(text, 0, found.end()), end - 1, len(text)))
                text = blank(text, found.start(), end)
        texts[path] = text

    add(root, ("crate",), code(root.read_text())[0])
    for path, text in texts.items():
        module = modules[path]
        module.items = set(ITEM.findall(text))
        for use in USE.finditer(text):
            for name, words in leaves(" ".join(use[1].split())):
                place = line_of(text, use.start())
                module.imports.append((name, absolute(words, module, modules), place))
        for found in PATH.finditer(USE.sub(lambda use: blank(use[0], 0, len(use[0])), text)):
            words = absolute(tuple(found[0].split("::")), module, modules)
            module.paths.append((words, line_of(text, found.start())))
    return modules


def package(root: Path) -> Modules:
    """Read the modules of a Python package, with the imports in functions and for types."""
    modules: Modules = {}
    for file in sorted([*root.rglob("*.py"), *root.rglob("*.pyi")]):
        words = file.relative_to(root.parent).with_suffix("").parts
        module = Module(file, words[:-1] if words[-1] == "__init__" else words)
        modules[module.path] = module
        tree = ast.parse(file.read_text())
        for top in tree.body:
            named: list[ast.AST] = [top] if hasattr(top, "name") else [*ast.walk(top)]
            for each in named:
                module.items.add(getattr(each, "name", getattr(each, "id", "")))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                level, base = getattr(node, "level", 0), getattr(node, "module", None)
                outer = words[: len(words) - level] if level else ()
                for one in node.names:
                    target = (*outer, *(base.split(".") if base else ()), *one.name.split("."))
                    module.imports.append((one.asname or one.name, target, node.lineno))
                    module.items.discard(one.asname or one.name)
    return modules
