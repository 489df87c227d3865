"""All graphs of a project, told how they have to do with each other (reference langgraph §2.11)."""

from __future__ import annotations

from phaselint.dialects.base import SEPARATOR
from phaselint.dialects.langgraph.functionmodel import Schema
from phaselint.dialects.langgraph.model import Graph
from phaselint.dialects.langgraph.reading.assembling import assemble, related
from phaselint.dialects.langgraph.reading.functions import Reader as FunctionReader
from phaselint.dialects.langgraph.reading.manifests import served
from phaselint.dialects.langgraph.reading.uses import (
    exported,
    is_packaged,
    nested_in,
    served_drafts,
)
from phaselint.dialects.langgraph.reading.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.model import (
        Branch,
        Compile,
        Edge,
        Invocation,
        Join,
        Node,
    )
    from phaselint.dialects.langgraph.reading.drafts import Draft
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.resolving import Module
    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.finding import Place

_TOO_DEEP = "its program is nested too deeply"
_TOO_LONG = "its program is too long"
_UNREACHED = "it is created where phaselint can't follow it"
_TOO_MANY = "too many files of the project can use it"


def graphs_in(
    reader: Reader,
    project: Project,
    modules: Sequence[Module],
    options: Mapping[str, Any],
    whole: bool,
) -> Mapping[str, Graph]:
    """The graphs that some modules make, by their ids. `whole` tells that no module was left out
    that may have to do with them."""
    world = World(project, modules)
    deep = False
    try:
        world.run()
    except RecursionError:
        deep = True
    ids = [f"{draft.site.file}{SEPARATOR}{draft.site.name}" for draft in world.drafts]
    functions = FunctionReader(project)
    acting: set[int] = set()
    graphs: dict[str, Graph] = {}
    for draft in world.drafts:
        _doubts(world, draft, deep, whole)
        graphs[ids[draft.index]] = _assembled(project, functions, ids, draft, acting)
    files = {draft.site.file for draft in world.drafts}
    platform = served_drafts(world, served(reader, files))
    for draft in world.drafts:
        key = ids[draft.index]
        packaged = is_packaged(reader, project, draft.site.file)
        is_served = bool(options.get("platform")) or draft.index in platform
        graphs[key] = graphs[key]._replace(
            exported="a platform serves it" if is_served else exported(world, draft, packaged),
            served=is_served,
            nested=nested_in(draft, acting),
            open="" if options.get("closed") else graphs[key].open,
        )
    return related(graphs)


def _doubts(world: World, draft: Draft, deep: bool, whole: bool) -> None:
    """Note why a graph is open, for a reason outside it."""
    if draft.scope is None:
        module = world.project.modules.at(draft.site.file)
        if module is not None:
            from phaselint.dialects.langgraph.reading.scopes import module_scope

            place = world.project.place(draft.site.call, module_scope(module))
            draft.opened(_TOO_DEEP if deep else _UNREACHED, place)
        return
    place = world.project.place(draft.site.call, draft.scope)
    if deep:
        draft.opened(_TOO_DEEP, place)
    if world.exhausted:
        draft.opened(_TOO_LONG, place)
    if not whole:
        draft.shared(_TOO_MANY, place)


def _assembled(
    project: Project,
    functions: FunctionReader,
    ids: Sequence[str],
    draft: Draft,
    acting: set[int],
) -> Graph:
    try:
        return assemble(project, functions, ids, draft, acting)
    except RecursionError:
        from phaselint.vocabulary.finding import Place

        place = Place(draft.site.file, (0, 0))
        return Graph(
            ids[draft.index],
            draft.site.name,
            draft.site.file,
            place,
            Schema(""),
            open=_TOO_DEEP,
            unknown_parts=((_TOO_DEEP, place),),
        )


def files_of(project: Project, modules: Mapping[str, Module], graph: Graph) -> Sequence[str]:
    """The files in which parts of a graph stand, its own first, and those that they import."""
    found = dict.fromkeys([graph.file, *(place.file for place in _places(graph))])
    waiting = list(found)
    while waiting:
        module = modules.get(waiting.pop())
        if module is None:
            continue
        for listed in project.bindings(module.tree).names.values():
            for binding in listed:
                if binding.kind != "import":
                    continue
                target = project.imported(binding.module, binding.level, module.path)
                if target is None or isinstance(target, str) or target.path in found:
                    continue
                found[target.path] = None
                waiting.append(target.path)
    return tuple(found)


def _places(graph: Graph) -> Iterable[Place]:
    parts: list[Sequence[Node | Edge | Join | Branch | Compile | Invocation]] = [
        graph.nodes,
        graph.edges,
        graph.joins,
        graph.branches,
        graph.compiles,
        graph.invocations,
    ]
    for part in parts:
        yield from (each.place for each in part)
    for node in graph.nodes:
        if node.function is not None:
            yield node.function.place
    for branch in graph.branches:
        if branch.router is not None:
            yield branch.router.place
