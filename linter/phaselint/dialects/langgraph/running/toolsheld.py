"""The tools that are called in nodes, where their names are known."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.langgraph.functionmodel import ToolList
    from phaselint.dialects.langgraph.model import Node
    from phaselint.dialects.langgraph.running.session import Law


def have_tools(law: Law, nodes: Iterable[str]) -> bool:
    """Whether tools are called in one of some nodes of a graph."""
    held = tools_of(law)
    return bool(held) and any(each in held for each in nodes)


def tools_of(law: Law) -> Mapping[str, Sequence[str]]:
    """The nodes of a graph in which tools are called, each with their names."""
    if "tools" not in law.options:
        found = calling(law.nodes)
        law.options["tools"] = {node: [name for name, _ in tools] for node, tools in found.items()}
    held: Mapping[str, Sequence[str]] = law.options["tools"]
    return held


def calling(nodes: Mapping[str, Node]) -> dict[str, list[tuple[str, ToolList]]]:
    """Node → the tools that are called in it, each with the list that names it: those that a
    `ToolNode` or an agent holds, and those that a function binds, unless a node holds them: there
    they are called. A `ToolNode` of which not all is known holds those that others bind."""
    bound = {name: _listed(node.function.bound if node.function else ()) for name, node in
             nodes.items()}  # fmt: skip
    holding = {name: node.tools for name, node in nodes.items() if node.tools is not None}
    found: dict[str, list[tuple[str, ToolList]]] = {}
    for name, tools in holding.items():
        own = _listed((tools,))
        if not tools.complete and nodes[name].kind == "tools":
            own = {**{tool: at for each in bound.values() for tool, at in each.items()}, **own}
        found[name] = list(own.items())
    held = {tool for tools in found.values() for tool, _ in tools}
    for name, each in bound.items():
        free = [(tool, at) for tool, at in each.items() if tool not in held]
        if free:
            found[name] = [*found.get(name, ()), *free]
    return {name: tools for name, tools in found.items() if tools}


def _listed(lists: Iterable[ToolList]) -> dict[str, ToolList]:
    """The tools in some lists; what is bound for its structure alone is called by nobody."""
    return {
        name: each for each in lists if not each.structured for name, _, _ in each.tools if name
    }
