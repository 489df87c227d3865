"""`langgraph.json`: the graphs that a platform serves, and invalid entries (F7)."""

from __future__ import annotations

from phaselint.dialects.langgraph.files import MANIFEST
from phaselint.dialects.langgraph.model import ManifestEntry
from phaselint.document.python import SUFFIX, tree_of
from phaselint.project.paths import join, normal, split
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer


class Served(NamedTuple):
    """An entry of `graphs`: its name, the file from the root of the project, the attribute in it,
    and where it is written."""

    name: str
    file: str
    attribute: str
    place: Place


def entries(reader: Reader, path: str) -> tuple[Served, ...]:
    """The graphs that a manifest names, those in Python alone."""
    document = manifest(reader, path)
    value = document.value if document is not None and document.readable else None
    graphs = value.get("graphs") if isinstance(value, dict) else None
    if document is None or not isinstance(graphs, dict):
        return ()
    return tuple(_entries(document, graphs, split(path)[0]))


def manifest(reader: Reader, path: str) -> Document | None:
    """The document of a manifest, in which comments and trailing commas are allowed."""
    document = reader.document(path)
    if document is None or document.readable or document.format != "json":
        return document
    from phaselint.document.relaxed import relaxed

    return relaxed(document)


def served(reader: Reader, files: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """What platforms serve of some files: file → attributes; the manifests are those in the folders
    around the files."""
    folders = {around for file in files for around in _around(split(file)[0])}
    found: dict[str, set[str]] = {}
    for folder in sorted(folders):
        if MANIFEST in reader.names(folder):
            for each in entries(reader, join(folder, MANIFEST)):
                found.setdefault(each.file, set()).add(each.attribute)
    return {file: frozenset(attributes) for file, attributes in found.items()}


def missing(reader: Reader, path: str) -> tuple[ManifestEntry, ...]:
    """The entries of a manifest that name no file, or no attribute of one."""
    return tuple(_missing(reader, path))


def _missing(reader: Reader, path: str) -> Iterator[ManifestEntry]:
    for name, file, attribute, place in entries(reader, path):
        folder, last = split(file)
        if last not in reader.names(folder):
            if _is_elsewhere(reader, split(path)[0], file):
                continue
            # What is ignored is made by something else.
            if reader.text(file) is None and reader.is_listed(folder):
                yield ManifestEntry(place, name, file, attribute, "file")
            continue
        document = reader.document(file)
        tree = tree_of(document) if document is not None else None
        if tree is not None:
            bound = names_of(tree)
            if bound is not None and attribute not in bound:
                yield ManifestEntry(place, name, file, attribute, "attribute")


def _is_elsewhere(reader: Reader, folder: str, file: str) -> bool:
    """Whether a file that a manifest names is there from a folder around that of the manifest, in
    which the server may be started."""
    prefix = f"{folder}/"
    if not folder or not file.startswith(prefix):
        return False
    written = file.removeprefix(prefix)
    found = (split(join(around, written)) for around in _around(split(folder)[0]))
    return any(last in reader.names(inside) for inside, last in found)


def _entries(document: Document, graphs: Mapping[str, Any], folder: str) -> Iterator[Served]:
    for name, entry in graphs.items():
        pointer: Pointer = ("graphs", name, "path") if isinstance(entry, dict) else ("graphs", name)
        value = entry.get("path") if isinstance(entry, dict) else entry
        if not isinstance(value, str):
            continue
        written, _, attribute = value.rpartition(":")
        file = normal(join(folder, written.removeprefix("./")))
        if file is not None and file.endswith(SUFFIX) and attribute.isidentifier():
            yield Served(name, file, attribute, Place(document.path, pointer))


def names_of(tree: ast.Module) -> frozenset[str] | None:
    """The names that a module binds at its top level, under whatever condition; none where not all
    can be known (a star import, `__getattr__`, `globals()`)."""
    import ast

    found: set[str] = set()
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update(each.asname or each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            found.add(node.name)
        elif _writes_names(node):
            return None
        waiting += ast.iter_child_nodes(node)
    return None if "*" in found or "__getattr__" in found else frozenset(found)


def _writes_names(node: ast.AST) -> bool:
    """Whether a part of a module is a call by which names may come into it."""
    import ast

    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("globals", "vars", "locals", "exec", "setattr")
    )


def _around(folder: str) -> Iterator[str]:
    """A folder, and those around it."""
    yield folder
    while folder:
        folder = split(folder)[0]
        yield folder
