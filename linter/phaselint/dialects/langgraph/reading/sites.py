"""Where a module makes graphs, and what they are called (reference langgraph §1.2 F1, F8)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.classes import bases
from phaselint.dialects.langgraph.reading.drafts import BUILDING, Site
from phaselint.dialects.langgraph.reading.scopes import module_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.index import Candidate
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.resolving import Defined, Module, Scope

_MESSAGE = "MessageGraph"
_STATE = "StateGraph"
_MOST_SITES = 1_000


def sites_of(project: Project, module: Module) -> tuple[Site, ...]:
    """The calls of a module that make graphs, in the order of the text."""
    found: list[Site] = []
    taken: dict[str, int] = {}
    for candidate in project.index(module).candidates:
        message = _makes(project, candidate, module)
        if message is None or len(found) >= _MOST_SITES:
            continue
        name = _name(candidate)
        taken[name] = taken.get(name, 0) + 1
        if taken[name] > 1:
            name = f"{name}-{taken[name]}"
        found.append(Site(candidate.call, name, module.path, message))
    return tuple(found)


def _name(candidate: Candidate) -> str:
    """What the graph of a call is called: the definitions around it and its binding. An attribute
    of `self` is one of its class."""
    around = [node for node in candidate.around if not isinstance(node, ast.Lambda)]
    binding = candidate.binding
    owner, _, attribute = binding.partition(".")
    if attribute:
        binding = attribute
        method = around[-1] if around else None
        first = _first_parameter(method)
        if len(around) > 1 and owner == first and isinstance(around[-2], ast.ClassDef):
            around = around[:-1]
    names = [getattr(node, "name", "") for node in around]
    return ".".join([*names, binding] if binding or not names else names) or _STATE


def _first_parameter(node: ast.AST | None) -> str:
    arguments = getattr(node, "args", None)
    if not isinstance(arguments, ast.arguments):
        return ""
    listed = [*arguments.posonlyargs, *arguments.args]
    return listed[0].arg if listed else ""


def scope_within(project: Project, module: Module, around: Sequence[ast.AST]) -> Scope:
    """The scope inside some definitions, outermost first."""
    scope = module_scope(module)
    for node in around:
        scope = project.inner(node, scope, {})
    return scope


def _makes(project: Project, candidate: Candidate, module: Module) -> bool | None:
    """Whether a call makes a `MessageGraph`, or a `StateGraph`; none where it makes neither."""
    scope = scope_within(project, module, candidate.around)
    return class_of(project, candidate.call.func, scope)


def class_of(project: Project, function: ast.expr, scope: Scope) -> bool | None:
    """Whether what is called is the class `MessageGraph`, or `StateGraph`, or a subclass of one
    that changes nothing; none for anything else, such as a class of another package, of which it
    isn't known whether it is a graph of LangGraph."""
    found = project.targets(function, scope)
    for dotted in found.outside:
        package, _, name = dotted.rpartition(".")
        if package.split(".")[0] == "langgraph" and name in {_STATE, _MESSAGE}:
            return name == _MESSAGE
    for each in found.defined:
        if each.kind == "class":
            return _subclass(project, each)
    return None


def _subclass(project: Project, defined: Defined) -> bool | None:
    classes, outside, _ = bases(project, defined)
    for each in classes:
        names = project.bindings(each.node).names
        if any(method in names for method in (*BUILDING, "compile")):
            return None
    for dotted in outside:
        package, _, name = dotted.rpartition(".")
        if package.split(".")[0] == "langgraph" and name in {_STATE, _MESSAGE}:
            return name == _MESSAGE
    return None
