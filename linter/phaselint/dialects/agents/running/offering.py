"""Whether VS Code offers a tool to an agent (reference §4.2, R4), by one tool at a time: so that
runs do not repeat how the analysis asks it."""

from __future__ import annotations

from phaselint.dialects.agents.tables.vscode import ALIASES, SETS, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from phaselint.dialects.agents.tables.vscode import Tool

_OF_SET = "runSubagent"
"""The bare name of this tool is an alias of its set, which it is alone in."""


def is_offered(asked: str, named: Collection[str]) -> bool:
    """Whether one who has these names in `tools` is offered a tool, or a tool of a set. What VS
    Code does not bring is offered where it is named, with its server or by a pattern."""
    meant = [tool for tool in TOOLS if _is_called(tool, asked)]
    if meant:
        return any(_is_on(tool, named) for tool in meant)
    server, slash, _ = asked.partition("/")
    return any(each in (asked, server, "*") or (slash and each == f"{server}/*") for each in named)


def _is_called(tool: Tool, asked: str) -> bool:
    return asked in (tool.name, tool.bare) or asked in tool.legacy or asked in _sets_of(tool)


def _is_on(tool: Tool, named: Collection[str]) -> bool:
    if tool.last or tool.setting:
        return False
    return any(name in _sets_of(tool) or _names(tool, name) for name in named)


def _names(tool: Tool, name: str) -> bool:
    """Whether a name enables a tool by itself."""
    if name == tool.name or (name == tool.bare and name != _OF_SET) or name in tool.legacy:
        return True
    return any(
        name in (old[: old.rindex("/")], old[old.rindex("/") + 1 :])
        for old in tool.legacy
        if "/" in old
    )


def _sets_of(tool: Tool) -> Iterator[str]:
    """The sets that have a tool, by all that they are called."""
    for each, members in SETS.items() if "/" in tool.name else ():
        if tool.bare in members:
            yield each
            yield from ALIASES.get(each, ())
