"""The modules of Python's standard library that the bundle imports, or may import.

It runs in Pyodide (`inpython.mjs`), whose sources an older Python can't parse. An import counts
wherever it stands: in a function, in a branch, of our modules, of a library or of the standard
library itself.
"""

from __future__ import annotations

import ast
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from bundle.archive import module_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LISTED = "standard.txt"

BY_NAME = ("encodings.", "_sysconfigdata_")
"""Modules whose names a program makes up: a Python file may declare any encoding."""

BY_C = ("_pylong", "_strptime", "string.templatelib")
"""Modules that the interpreter's C code imports."""

UNUSED_BRANCHES = ("TYPE_CHECKING", "typing.TYPE_CHECKING", "__name__ == '__main__'")


def main(folder: str) -> None:
    """Write `standard.txt` for the zips in a folder, in which the bundle's parts are."""
    started = tuple(sys.modules)
    library = next(path for path in sys.path if path.endswith(".zip"))
    with zipfile.ZipFile(library) as archive:
        sources = _sources(archive)
    named = (name for name in sources if name.startswith(BY_NAME))
    wanted = {*started, *named, *BY_C}
    for file in sorted(Path(folder).glob("*.zip")):
        with zipfile.ZipFile(file) as archive:
            for name, (is_package, data) in _sources(archive).items():
                wanted.update(imported(data, name if is_package else name.rpartition(".")[0]))
    text = "".join(f"{name}\n" for name in sorted(reached(wanted, sources)))
    Path(folder, LISTED).write_text(text, "utf-8")


def reached(wanted: Iterable[str], sources: Mapping[str, tuple[bool, bytes]]) -> set[str]:
    """The modules among `sources` that wanted ones are, and what these import in turn.

    Args:
        wanted: names of modules; others than those of `sources` are passed over.
        sources: module → whether it is a package, and its source.
    """
    found: set[str] = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name in found or name not in sources:
            continue
        found.add(name)
        is_package, data = sources[name]
        parent = name.rpartition(".")[0]
        waiting += [parent, *imported(data, name if is_package else parent)]
    return found


def imported(source: bytes, package: str) -> Iterator[str]:
    """What a module in a package imports; of `from a import b`, both `a` and `a.b`."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(part for part in (_above(package, node.level), node.module) if part)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) in UNUSED_BRANCHES:
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)


def _above(package: str, level: int) -> str:
    """The package that a relative import begins at, and nothing for an absolute one."""
    if not level:
        return ""
    words = package.split(".")
    return ".".join(words[: len(words) - level + 1])


def _sources(archive: zipfile.ZipFile) -> dict[str, tuple[bool, bytes]]:
    """Module → whether it is a package, and its source."""
    found = {}
    for path in archive.namelist():
        if path.endswith(".py"):
            found[module_of(path)] = path.endswith("/__init__.py"), archive.read(path)
    return found
