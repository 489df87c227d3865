"""The names of interest in each module of a project: what one gets from another is of interest if
it is there (see `index`).
"""

from __future__ import annotations

from phaselint.dialects.langgraph.reading.index import CLASSES, grown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.reading.index import Imported
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.resolving import Module

_ROUNDS = 12


def interests(project: Project, modules: Sequence[Module]) -> dict[str, set[str]]:
    """The names of interest in some modules, by their paths."""
    found: dict[str, set[str]] = {}
    for module in modules:
        index = project.index(module)
        found[module.path] = grown(index, set(index.classes if index.candidates else CLASSES))
    for _ in range(_ROUNDS):
        changed = False
        for module in modules:
            own = found[module.path]
            new = {
                name
                for each in project.index(module).imports
                for name in _given(project, module, each, found)
                if name not in own
            }
            if new:
                changed = True
                found[module.path] = grown(project.index(module), own | new)
        if not changed:
            break
    return found


def _given(
    project: Project, module: Module, imported: Imported, found: Mapping[str, set[str]]
) -> Iterator[str]:
    """The names of interest that an import gives to a module."""
    name, attribute, level, bound = imported
    for path, part in targets_of(project, module.path, name, attribute, level):
        there = found.get(path)
        if there is None:
            continue
        if not part:
            yield bound.rpartition(".")[2]
        elif part == "*":
            yield from there
        elif part in there:
            yield bound


def targets_of(
    project: Project, source: str, name: str, attribute: str, level: int
) -> Iterator[tuple[str, str]]:
    """The files of the project that an import leads to, each with what of it is taken: nothing for
    the module itself."""
    path = project.located(name, level, source)
    if path:
        yield path, attribute
    if attribute and attribute != "*":
        dotted = f"{name}.{attribute}" if name else attribute
        inner = project.located(dotted, level, source)
        if inner:
            yield inner, ""
