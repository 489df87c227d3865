"""What a name in `tools` enables in VS Code's own agent, and kinds of names (reference §4.2).

Names are case-sensitive. A tool has several: its own, the bare one without its set, its former
names, the last part of these, and the part before their slash, even if the set of that name no
longer exists.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

from phaselint.dialects.agents.tables import copilot, modelnames, vscode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Literal

    from phaselint.dialects.agents.tables.vscode import Tool

    Kind = Literal["now", "old", "off", "alias", "gone", "model", "elsewhere", "unknown"]
    """The kind of a name: that of a current set or tool, a legacy name that still works, one of a
    tool that is off by default, one of the Copilot runtime only, that of a removed tool, one that
    only models see, that of a server or an extension, or none of these."""

ONCE_A_SET = "runSubagent"
"""The bare name of this tool is that of its set."""

EVERYTHING = "*"
"""All tools in the Copilot runtime; no tool in VS Code's own agent."""


def names_of(tool: Tool) -> frozenset[str]:
    """The names that enable a tool on its own, not with a set."""
    old = [each.rpartition("/") for each in tool.legacy]
    parts = {part for before, slash, last in old if slash for part in (before, last)}
    bare = () if tool.bare == ONCE_A_SET else (tool.bare,)
    return frozenset({tool.name, *bare, *tool.legacy, *parts})


@cache
def enabling() -> Mapping[str, tuple[str, ...]]:
    """Name → the tools that it enables, by their own names."""
    found: dict[str, list[str]] = {}
    live = [each for each in vscode.TOOLS if not each.last and not each.setting]
    for name, members in vscode.SETS.items():
        inside = [each.name for each in live if each.bare in members and "/" in each.name]
        for each in (name, *vscode.ALIASES.get(name, ())):
            found.setdefault(each, []).extend(inside)
    for tool in live:
        for each in names_of(tool):
            found.setdefault(each, []).append(tool.name)
    return {name: tuple(dict.fromkeys(tools)) for name, tools in found.items()}


@cache
def referable() -> frozenset[str]:
    """The names with which a body can reference a tool or a set. A legacy set isn't among them,
    although its name in a header still enables its former members."""
    tools = [each for each in vscode.TOOLS if not each.last and not each.setting]
    old = (name for each in tools for name in each.legacy)
    last = (name.rpartition("/")[2] for each in tools for name in each.legacy)
    sets = (each for name in vscode.SETS for each in (name, *vscode.ALIASES.get(name, ())))
    own = (name for each in tools for name in (each.name, each.bare))
    return frozenset({*own, *old, *last, *sets})


def enabled(names: Iterable[str]) -> frozenset[str]:
    """The tools that names enable together."""
    table = enabling()
    return frozenset(tool for name in names for tool in table.get(name, ()))


@cache
def aliases() -> Mapping[str, str]:
    """Name in the Copilot runtime's documentation, in lowercase → its meaning."""
    pairs = ((name, (name, *also)) for name, also in copilot.ALIASES.items())
    return {each.lower(): name for name, also in pairs for each in also}


def kind(name: str) -> Kind:
    """The kind of a name."""
    known = _kinds().get(name)
    if known in ("now", "old"):
        return known
    if name.lower() in aliases():
        return "alias"
    return known or ("elsewhere" if _is_elsewhere(name) else "unknown")


@cache
def _kinds() -> Mapping[str, Kind]:
    """The kinds of names that tables hold: of several, the one of a name is the last here."""
    return {
        **dict.fromkeys((*modelnames.MEANT, *vscode.MISPRINTS), "model"),
        **dict.fromkeys(vscode.GONE, "gone"),
        **dict.fromkeys(_named(each for each in vscode.TOOLS if each.last), "gone"),
        **dict.fromkeys(_named(each for each in vscode.TOOLS if each.setting), "off"),
        **dict.fromkeys((EVERYTHING, *copilot.TOOLS, *chain(*copilot.RUNTIME.values())), "alias"),
        **dict.fromkeys(enabling(), "old"),
        **dict.fromkeys(_current(), "now"),
    }


def _named(tools: Iterable[Tool]) -> Iterator[str]:
    """The names of tools."""
    return (name for each in tools for name in names_of(each))


def now(name: str) -> tuple[str, ...]:
    """The replacement for a legacy name, or one that only models see; empty if there isn't one."""
    if name in vscode.MISPRINTS:
        return (vscode.MISPRINTS[name],)
    meant = modelnames.MEANT.get(name, "")
    if name not in enabling():
        return (meant,) if meant in enabling() else ()
    own = [each for each in vscode.TOOLS if name in (each.bare, *each.legacy) and not each.last]
    return tuple(each.name for each in own) or enabling()[name]


def _current() -> Iterator[str]:
    """The names that enable tools and are those of sets or tools, or documented by Copilot for a
    set."""
    own = {each.name for each in vscode.TOOLS}
    names = {*vscode.SETS, *own, *chain(*vscode.ALIASES.values())}
    return (name for name in enabling() if name in names)


@cache
def _servers() -> frozenset[str]:
    """The names of servers."""
    return frozenset(vscode.SERVERS).union(*vscode.SERVERS.values())


def _is_elsewhere(name: str) -> bool:
    """Whether a name has the form of a server's or an extension's name, or is a server's; or names
    a tool through a hidden set, as VS Code's picker writes it in addition to its own."""
    if name in _servers():
        return True
    before, slash, last = name.partition("/")
    if before in vscode.HIDDEN:
        return last in vscode.SETS[before]
    return (bool(slash) and before not in vscode.SETS) or (not slash and "." in name)
