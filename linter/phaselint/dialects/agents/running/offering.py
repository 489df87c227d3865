"""Whether VS Code offers a tool to an agent (reference §4.2, R4), one tool at a time, so runs don't
repeat the method of the analysis."""

from __future__ import annotations

from functools import cache

from phaselint.dialects.agents.tables.vscode import ALIASES, SETS, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from phaselint.dialects.agents.tables.vscode import Tool

_OF_SET = "runSubagent"
"""The bare name of this tool is an alias of its set, of which it is the only member."""


def is_offered(asked: str, named: Collection[str]) -> bool:
    """Whether an agent with these names in `tools` is offered a tool, or a tool of a set. A tool
    that VS Code doesn't provide is offered if it is named, with its server or by a pattern."""
    meant = _called().get(asked)
    if meant is not None:
        return any(not names.isdisjoint(named) for names in meant)
    server, slash, _ = asked.partition("/")
    return any(each in (asked, server, "*") or (slash and each == f"{server}/*") for each in named)


@cache
def _called() -> Mapping[str, tuple[frozenset[str], ...]]:
    """Names of tools, and their sets → for each such tool, the names that turn it on; none for a
    removed tool, or one that needs a setting."""
    found: dict[str, list[frozenset[str]]] = {}
    for tool in TOOLS:
        sets = frozenset(_sets_of(tool))
        on = frozenset() if tool.last or tool.setting else sets | _names(tool)
        for name in {tool.name, tool.bare, *tool.legacy, *sets}:
            found.setdefault(name, []).append(on)
    return {name: tuple(each) for name, each in found.items()}


def _names(tool: Tool) -> frozenset[str]:
    """The names that enable a tool on its own."""
    bare = () if tool.bare == _OF_SET else (tool.bare,)
    slashed = [each for each in tool.legacy if "/" in each]
    before = (each[: each.rindex("/")] for each in slashed)
    behind = (each[each.rindex("/") + 1 :] for each in slashed)
    return frozenset({tool.name, *bare, *tool.legacy, *before, *behind})


def _sets_of(tool: Tool) -> Iterator[str]:
    """The sets that contain a tool, by all their names."""
    for each, members in SETS.items() if "/" in tool.name else ():
        if tool.bare in members:
            yield each
            yield from ALIASES.get(each, ())
