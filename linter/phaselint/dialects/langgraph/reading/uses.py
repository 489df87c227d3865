"""Who else may run a graph, and where it is a part of another one (reference langgraph §2.11)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.drafts import INVOKING
from phaselint.dialects.langgraph.reading.expressions import of_module
from phaselint.dialects.langgraph.reading.scopes import module_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from phaselint.dialects.langgraph.model import Graph
    from phaselint.dialects.langgraph.reading.drafts import Draft
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.world import World
    from phaselint.dialects.reader import Reader


def served_drafts(world: World, served: Mapping[str, Collection[str]]) -> frozenset[int]:
    """The graphs that a platform serves, by the files and attributes that manifests name."""
    found: set[int] = set()
    for file, attributes in served.items():
        module = world.modules.get(file)
        if module is None:
            continue
        for attribute in sorted(attributes):
            refs = of_module(world, module, attribute, 0)
            name = ast.Name(id=attribute, ctx=ast.Load(), lineno=1 << 60, col_offset=0)
            for each in world.project.targets(name, module_scope(module)).defined:
                refs |= world.results.get(id(each.node), frozenset())
            found.update(ref.site for ref in refs)
    return frozenset(found)


def exported(world: World, draft: Draft, packaged: bool) -> str:
    """Why not all runs of a graph are known; empty where they are."""
    for reason in (*draft.exported, *draft.open):
        return reason
    for key, name in draft.returned.items():
        if key not in world.followed:
            return f"`{name}` returns it"
    module = world.modules[draft.site.file]
    frame = world.frames.get(id(module.tree))
    public = [name for name, refs in frame.env.items() if _holds(refs, draft)] if frame else []
    listed = _listed(world, draft.site.file)
    for name in public:
        if name in listed:
            return f"`__all__` lists `{name}`"
    if public and packaged:
        return "it is part of a package"
    return ""


def _holds(refs: Collection[object], draft: Draft) -> bool:
    return any(getattr(ref, "site", -1) == draft.index for ref in refs)


def _listed(world: World, file: str) -> frozenset[str]:
    """The names in `__all__` of a module, and of the package that it is in."""
    folder = file.rpartition("/")[0]
    init = f"{folder}/__init__.py" if folder else "__init__.py"
    found: set[str] = set()
    for path in (file, init):
        module = world.modules.get(path)
        if module is None:
            continue
        name = ast.Name(id="__all__", ctx=ast.Load(), lineno=1 << 60, col_offset=0)
        scope = module_scope(module)
        for item in world.project.items(name, scope) or ():
            found.update(map(str, world.project.values(*item).constants))
    return frozenset(found)


def is_packaged(reader: Reader, project: Project, file: str) -> bool:
    """Whether a file is in a package that a distribution has."""
    folder = file.rpartition("/")[0]
    if not folder or "__init__.py" not in reader.names(folder):
        return False
    root = project.modules.root
    if "setup.py" in reader.names(root):
        return True
    text = reader.text(f"{root}/pyproject.toml" if root else "pyproject.toml")
    return text is not None and "[build-system]" in text


def nested_in(draft: Draft, acting: Collection[int]) -> bool:
    """Whether a graph is run by a node of a graph."""
    return any(
        any(id(each) in acting for each in operation.inside)
        for operation in draft.operations
        if operation.method in INVOKING
    )


def users_of(graphs: Mapping[str, Graph]) -> Mapping[str, tuple[str, ...]]:
    """Which graphs use a function, by the id of the function."""
    found: dict[str, dict[str, None]] = {}
    for graph in graphs.values():
        functions = [node.function for node in graph.nodes]
        functions.extend(node.handler for node in graph.nodes)
        functions.extend(branch.router for branch in graph.branches)
        for function in functions:
            if function is not None:
                found.setdefault(function.id, {})[graph.id] = None
    return {key: tuple(ids) for key, ids in found.items()}
