"""Reading the graphs of a project (reference langgraph §1.2): all of them at once, since each may
be a part of another, and what one module says is asked by many.

What was read is kept with the documents of the files that make graphs, as long as the project is
the same: another contract of it then finds it there.
"""

from __future__ import annotations

import re

from phaselint.dialects.langgraph.files import MANIFEST, has_words, is_vendored
from phaselint.dialects.langgraph.model import LanggraphContract
from phaselint.dialects.langgraph.reading.modules import root_of
from phaselint.document.python import NOTEBOOK, SUFFIX
from phaselint.project.remembering import Remembering
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.base import Target
    from phaselint.dialects.langgraph.model import Graph
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.resolving import Module
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

MOST_RELATED = 500
"""The most files without a graph that are read for their use of other files' graphs."""

_MOST_KEPT = 2
"""Readings kept with a document: of the files as they are, and with one of them repaired while
somebody types."""

_MOST_HOPS = 3
_MOST_WORDS = 200
_FROM = re.compile(r"(?m)^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)")
_IMPORT = re.compile(r"(?m)^[ \t]*import[ \t]+([^\n#;]*)")
_WORD = re.compile(r"[A-Za-z_]\w*|\*")
_MOST_FILES = 20_000
_MOST_GRAPH_FILES = 400


class Reading(NamedTuple):
    """What was read of a project, with which reader, under which options."""

    asked: Remembering
    options: tuple[tuple[str, object], ...]
    project: Project
    graphs: Mapping[str, Graph]
    users: Mapping[str, tuple[str, ...]]
    version: tuple[int, int]
    later: bool = False
    platform: Mapping[str, frozenset[str]] = {}

    def holds_for(self, reader: Reader) -> bool:
        """Whether the documents are still those that it was read from, and manifests name the same;
        for another reader, whether it gives all the answers that the first one gave."""
        if self.asked.reader is not reader:
            return self.asked.moves_to(reader)
        from phaselint.dialects.langgraph.reading.manifests import served

        read = self.project.modules.read
        if any(reader.document(each.path) is not each.document for each in read):
            return False
        return served(reader, _owners(self.graphs)) == self.platform


def load(
    reader: Reader, target: Target, options: Mapping[str, Any] | None = None
) -> LanggraphContract:
    """Read one graph, with what it has to do with. Whatever is wrong with it is in the record."""
    document = reader.document(target.main)
    documents = {} if document is None else {target.main: document}
    if target.main.rpartition("/")[2] == MANIFEST:
        from phaselint.dialects.langgraph.reading.manifests import missing

        return LanggraphContract(target, documents, manifest=missing(reader, target.main))
    if document is None or not document.readable or not target.name:
        return LanggraphContract(target, documents)
    reading = _reading(reader, document, options or {})
    graph = reading.graphs.get(target.path)
    if graph is not None:
        documents.update(_documents(reading, graph))
    return LanggraphContract(
        *(target, documents, graph, reading.graphs, reading.users),
        version=reading.version,
        later=reading.later,
    )


def graphs_of(reader: Reader, path: str) -> tuple[str, ...]:
    """The names of the graphs that a file makes, in the order of its text."""
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.sites import sites_of

    project = Project(reader, root_of(reader, path))
    module = project.modules.at(path)
    try:
        return () if module is None else tuple(each.name for each in sites_of(project, module))
    except RecursionError:
        return ()


def _kept(_document: Document) -> list[Reading]:
    """What is kept with a document: empty at first."""
    return []


def _reading(reader: Reader, document: Document, options: Mapping[str, Any]) -> Reading:
    """The facts about a file's project: read now, unless cached."""
    wanted = tuple(sorted((name, _plain(value)) for name, value in options.items()))
    kept = document.derived(_kept)
    for reading in kept:
        if reading.options == wanted and reading.holds_for(reader):
            return reading
    reading = _read(Remembering(reader), document.path, options, wanted)
    owners = (reader.document(file) for file in _owners(reading.graphs))
    for owner in dict.fromkeys((document, *owners)):
        if owner is not None:
            listed = owner.derived(_kept)
            listed[:] = [reading, *listed[: _MOST_KEPT - 1]]
    return reading


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _read(
    reader: Remembering,
    path: str,
    options: Mapping[str, Any],
    wanted: tuple[tuple[str, object], ...],
) -> Reading:
    from phaselint.dialects.langgraph.reading.graphs import graphs_in
    from phaselint.dialects.langgraph.reading.manifests import served
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.uses import users_of
    from phaselint.dialects.langgraph.reading.versions import allows_later, version_of

    root = root_of(reader, path)
    project = Project(reader, root, options.get("roots") or ())
    modules, whole = _modules(reader, project, path, bool(options.get("notebooks")))
    graphs = graphs_in(reader, project, modules, options, whole)
    platform = served(reader, _owners(graphs))
    asked = str(options.get("version") or "")
    version, later = version_of(reader, root, asked), allows_later(reader, root, asked)
    users = users_of(graphs)
    return Reading(
        reader,
        wanted,
        project=project,
        graphs=graphs,
        users=users,
        version=version,
        later=later,
        platform=platform,
    )


def _owners(graphs: Mapping[str, Graph]) -> Sequence[str]:
    """The files that make some graphs."""
    return sorted({graph.file for graph in graphs.values()})


def _modules(
    reader: Reader, project: Project, path: str, notebooks: bool
) -> tuple[Sequence[Module], bool]:
    """The modules of a project that have to do with graphs (F2), in the order of their paths; and
    whether none was left out."""
    files = list(_files(reader, project.modules.root, notebooks))
    makers = [file for file in files if has_words(reader, file)][:_MOST_GRAPH_FILES]
    if path not in makers:
        makers.append(path)
    found = {file: module for file in makers if (module := project.modules.at(file))}
    waiting = set(files).difference(makers)
    new = set(found)
    related = 0
    for _ in range(_MOST_HOPS):
        pattern = _imports_of(new)
        new = set()
        for file in sorted(waiting):
            text = reader.text(file)
            if pattern is None or text is None or not pattern.search(text):
                continue
            if not _leads_to(project, file, text, found):
                continue
            waiting.discard(file)
            module = project.modules.at(file)
            if module is not None:
                related += 1
                if related > MOST_RELATED:
                    return _sorted(found), False
                found[file] = module
                new.add(file)
    return _sorted(found), len(files) < _MOST_FILES


def _sorted(found: Mapping[str, Module]) -> Sequence[Module]:
    return [found[file] for file in sorted(found)]


def _imports_of(files: set[str]) -> re.Pattern[str] | None:
    """What the text of a file has that imports one of some modules, by the last part of their
    names."""
    stems = sorted({re.escape(stem) for file in files if (stem := _stem(file))})
    if not stems:
        return None
    any_of = "|".join(stems)
    listed = r"(?:from|import)\b[^\n]*\b"
    return re.compile(
        rf"(?m)^[ \t]*(?:{listed}(?:{any_of})\b|from\b[^\n(]*\([^)]*\b(?:{any_of})\b)"
    )


def _leads_to(project: Project, file: str, text: str, found: Mapping[str, Module]) -> bool:
    """Whether the text of a file imports one of some modules."""
    from phaselint.dialects.langgraph.reading.interest import targets_of

    return any(
        path in found
        for name, attribute, level in _imports_in(text)
        for path, _ in targets_of(project, file, name, attribute, level)
    )


def _imports_in(text: str) -> Iterator[tuple[str, str, int]]:
    """The imports in a source file: module, attribute and level, found without parsing."""
    for found in _FROM.finditer(text):
        name = found[1].lstrip(".")
        level = len(found[1]) - len(name)
        for word in _WORD.findall(found[2])[:_MOST_WORDS]:
            yield name, word, level
    for found in _IMPORT.finditer(text):
        for word in found[1].split(",")[:_MOST_WORDS]:
            yield word.strip().partition(" ")[0], "", 0


def _stem(path: str) -> str:
    """The last part of the name of a module."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    return folder.rpartition("/")[2] if stem == "__init__" else stem


def _files(reader: Reader, root: str, notebooks: bool) -> Iterator[str]:
    """The Python files below a root, but for what others wrote and what was made (F3)."""
    from phaselint.project.reader import walk

    count = 0
    for folder in walk(reader, root):
        below = folder[len(root) :].strip("/") if folder.startswith(root) else folder
        if is_vendored(below):
            continue
        for name in reader.names(folder):
            if name.endswith(SUFFIX) or (notebooks and name.endswith(NOTEBOOK)):
                yield f"{folder}/{name}" if folder else name
                count += 1
                if count >= _MOST_FILES:
                    return


def _documents(reading: Reading, graph: Graph) -> Mapping[str, Document]:
    """The documents of a graph: those of all its places, and of their imports."""
    from phaselint.dialects.langgraph.reading.graphs import files_of

    modules = {each.path: each for each in reading.project.modules.read}
    found = files_of(reading.project, modules, graph)
    return {path: modules[path].document for path in found if path in modules}
