"""The tools of Copilot sessions by their own names: which headers turn on (reference §4.2)."""

from __future__ import annotations

from functools import cache

from phaselint.dialects.agents.tables.copilot import ALIASES, RIGHTS, RUNTIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@cache
def own_tools() -> Mapping[str, str]:
    """Each tool that a documented name stands for → that name."""
    return {tool: name for name, tools in RUNTIME.items() for tool in tools}


def with_right(right: str) -> frozenset[str]:
    """The tools with a right."""
    return frozenset(tool for tool, name in own_tools().items() if right in RIGHTS[name])


def is_on(tool: str, named: Collection[str]) -> bool:
    """Whether names in `tools` turn on a tool of Copilot's: it is named, or what stands for it, in
    any case. Users report that some documented names turn on no tool: they still count."""
    name = own_tools().get(tool)
    if name is None:
        return False
    meant = {tool, name, "*", *(each.lower() for each in ALIASES[name])}
    return any(each.lower() in meant for each in named)
