"""A contract made of a live graph (reference langgraph §3): its parts are those that it has, with
the places that its source gives them where the project holds it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import SEPARATOR, Target
from phaselint.dialects.langgraph.detect import NAME
from phaselint.dialects.langgraph.live.functions import Sources, function_of, values_of
from phaselint.dialects.langgraph.live.graphs import Drawn, graph_of, likeness, parts_of
from phaselint.dialects.langgraph.model import LanggraphContract
from phaselint.dialects.langgraph.reading.functions import Reader as FunctionReader
from phaselint.dialects.langgraph.reading.load import graphs_of, load
from phaselint.dialects.langgraph.reading.modules import root_of
from phaselint.dialects.langgraph.reading.project import Project
from phaselint.document.python import builds_graphs
from phaselint.project.paths import split
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.langgraph.live.graphs import Parts
    from phaselint.dialects.langgraph.model import Graph
    from phaselint.dialects.langgraph.reading.resolving import Module
    from phaselint.dialects.reader import Reader

_MOST_FILES = 200
"""Files of the project in which the source of a graph is looked for."""


_NOTHING = repr([])


class Site(NamedTuple):
    """The project that a live graph is of: reads its files, what they are called there by their
    path on disk (none for a file from elsewhere), and the options of the dialect."""

    reader: Reader
    below: Callable[[str], str | None]
    options: Mapping[str, Any]


def home_of(graph: Any) -> str:
    """The path on disk of a file that a live graph is made of: that of one of its functions, else
    of the class of its state; empty where there is none. Raises NoGraph."""
    return next(iter(_files(parts_of(graph).builder)), "")


def contract_of(graph: Any, site: Site) -> LanggraphContract:
    """The contract of a live graph. Raises NoGraph for any other object."""
    parts = parts_of(graph)
    files = [path for each in _files(parts.builder) if (path := site.below(each)) is not None]
    found = _contract_like(parts.builder, files, site)
    first = files[0] if files else ""
    project = Project(site.reader, root_of(site.reader, first))
    reading = _Reading(project, site)
    target = found.target if found else Target(NAME, split(first)[0], first)
    own = found.graph if found else None
    name = own.name if own else "graph"
    drawn = Drawn(own, reading.node, reading.router, reading.nested, Place(target.main))
    made = graph_of(parts, drawn, own.id if own else f"{first}{SEPARATOR}{name}", name, target.main)
    base = found or LanggraphContract(target, {})
    documents = {module.path: module.document for module in project.modules.read}
    graphs = {**base.project, **reading.graphs, made.id: made}
    return base._replace(graph=made, project=graphs, documents={**base.documents, **documents})


def _files(builder: Any) -> Iterator[str]:
    """The files that a live graph comes from, on disk: those of the functions of its nodes and
    routers, and that of its state."""
    runnables = [spec.runnable for spec in builder.nodes.values()]
    runnables += [each.path for some in builder.branches.values() for each in some.values()]
    for runnable in runnables:
        found = function_of(runnable)
        if found is not None:
            yield found[0].__code__.co_filename
    module = sys.modules.get(getattr(builder.state_schema, "__module__", ""))
    if module is not None and getattr(module, "__file__", None):
        yield str(module.__file__)


def _contract_like(builder: Any, files: list[str], site: Site) -> LanggraphContract | None:
    """The contract whose source is most like a live graph; none where no source is: one that has a
    node that the graph has not is that of another."""
    best: tuple[int, LanggraphContract | None] = (0, None)
    for path in _candidates(files, site):
        folder = split(path)[0]
        for name in graphs_of(site.reader, path):
            contract = load(site.reader, Target(NAME, folder, path, name), site.options)
            alike = -1 if contract.graph is None else likeness(contract.graph, builder)
            if alike > best[0]:
                best = alike, contract
    return best[1]


def _candidates(files: list[str], site: Site) -> Iterator[str]:
    """The files of the project that may build a live graph: its own, then all that are imported."""
    loaded = (getattr(module, "__file__", None) for module in tuple(sys.modules.values()))
    below = (site.below(path) for path in loaded if isinstance(path, str))
    known = dict.fromkeys([*files, *(path for path in below if path is not None)])
    left = _MOST_FILES
    for path in known:
        text = site.reader.text(path) if path.endswith(".py") else None
        if text is not None and builds_graphs(text) and left:
            left -= 1
            yield path


class _Reading:
    """Reads what a live graph runs. `graphs` are those that were come across as nodes, by id."""

    def __init__(self, project: Project, site: Site) -> None:
        self._project = project
        self._site = site
        self._readers: dict[str, FunctionReader] = {}
        self._sources = Sources(project, self._module)
        self.graphs: dict[str, Graph] = {}
        self._ids: dict[int, str] = {}

    def _module(self, path: str) -> Module | None:
        below = self._site.below(path)
        return None if below is None else self._project.modules.at(below)

    def node(self, action: Any) -> Function | None:
        """What a node runs, as its source says."""
        return self._function(action, as_router=False)

    def router(self, action: Any) -> Function | None:
        """What a router runs."""
        return self._function(action, as_router=True)

    def _function(self, action: Any, *, as_router: bool) -> Function | None:
        """What a callable does. What was made with other values is another function."""
        defined = self._sources.defined(action)
        if defined is None:
            return None
        made = values_of(action)
        reader = self._readers.setdefault(made, FunctionReader(self._project))
        found = reader.function(defined, as_router=as_router)
        return found if made == _NOTHING else found._replace(id=f"{found.id} {made}")

    def nested(self, parts: Parts) -> str:
        """The id of a live graph that is a node."""
        known = self._ids.get(id(parts.builder))
        if known is not None:
            return known
        made = self._ids[id(parts.builder)] = f"nested-{len(self._ids) + 1}"
        drawn = Drawn(None, self.node, self.router, self.nested, Place(""))
        self.graphs[made] = graph_of(parts, drawn, made, made, "")
        return made
