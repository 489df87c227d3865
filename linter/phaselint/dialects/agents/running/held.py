"""The tools and skills that agents at work can call, one by one (reference §4.2, R4, R21)."""

from __future__ import annotations

from functools import cache

from phaselint.dialects.agents.enabling import kind
from phaselint.dialects.agents.running.offering import is_offered
from phaselint.dialects.agents.running.runtimetools import own_tools, with_right
from phaselint.dialects.agents.tables import claude, vscode
from phaselint.dialects.agents.tools import CALLS, bare, is_pattern
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.agents.running.agent_registry import Cast

EVERYTHING = "*"
SKILL = "Skill"
"""The tool of Claude Code that runs skills."""

SECRETS = "secrets"
RIGHTS = ("read", "write", "execute", "network", "delegate")
"""The rights of the harness's tools."""

TERMINAL = "execute/runInTerminal"
SHELL = frozenset({"read", "write", "execute", "network"})
"""The rights of a shell, regardless of its purpose."""

SKILL_IN_VSCODE = "read/skill"
ANY_SERVER = {True: "mcp__*", False: "mcp/*"}
"""Stands for the tools of servers that no header names; agents with all tools have them."""

AGENT_IN_VSCODE = "agent/runSubagent"


class Held(NamedTuple):
    """What an agent can call: tools by name, and skills. Tools that call agents are left out,
    because a call of an agent is a step of the run."""

    tools: tuple[str, ...]
    skills: tuple[str, ...]


def held(cast: Cast, name: str, *, inside: bool) -> Held:
    """What an agent can call; `inside`: it runs as a subagent."""
    tools = (each for each in universe(cast) if cast.has_tool(name, each, inside=inside))
    running = SKILL if cast.claude else SKILL_IN_VSCODE
    runs = cast.has_tool(name, running, inside=inside)
    skills = (each for each in cast.skills if not cast.is_shut(name, each))
    return Held(tuple(tools), tuple(skills) if runs else ())


def universe(cast: Cast) -> tuple[str, ...]:
    """Every tool that any agent in a session can have, by one name each: those of the harness,
    those of servers, extensions and other harnesses that headers name, and those in the
    configuration. An entry that stands for many tools of a server counts once; names unknown to all
    harnesses are left out."""
    known = claude.PRESENT if cast.claude else tuple(_of_vscode())
    named = [tool for agent in cast.known.values() for tool in agent.tool_names or ()]
    more = {each for each in named if _is_foreign(cast, each)}
    if cast.copilot:
        more |= own_tools().keys()
    if cast.claude:
        more = {*map(bare, more)}
    every = dict.fromkeys((*known, *sorted({*more, *cast.tools})))
    calling = (EVERYTHING, "", *(CALLS if cast.claude else ()))
    return tuple(each for each in every if each not in calling)


def own_name(tool: str) -> str:
    """The name for a tool, regardless of how it is written; unchanged for one that VS Code doesn't
    provide."""
    return _own_names().get(tool, tool)


def is_of_harness(cast: Cast, tool: str) -> bool:
    """Whether a tool is one of the harness, which makes its rights known."""
    if cast.claude:
        return bare(tool) in _claude_names()
    return own_name(tool) in _vscode_names() or tool in own_tools()


def harness_names(cast: Cast) -> frozenset[str]:
    """All names of the harness's tools, including legacy and short ones."""
    return _claude_names() if cast.claude else frozenset((*_own_names(), *_vscode_names()))


def meant(cast: Cast, name: str) -> frozenset[str]:
    """The tools that a name stands for: itself, the members of a set, or all tools of the harness
    with a right (`read`, `write`, `execute`, `network`, `delegate`); `secrets` are tools from
    elsewhere."""
    if name == SECRETS:
        some = (each for each in universe(cast) if not is_of_harness(cast, each))
        return frozenset((ANY_SERVER[cast.claude], *some))
    if name in RIGHTS:
        if cast.claude:
            return frozenset(each for each, may in claude.RIGHTS.items() if name in may)
        shells = {TERMINAL} if name in SHELL else set()
        shells |= with_right(name)
        return frozenset({*shells, *(each.name for each in vscode.TOOLS if name in each.rights)})
    if cast.claude:
        return frozenset(CALLS if name in CALLS else (name,))
    sets = (name, *(each for each, also in vscode.ALIASES.items() if name in also))
    members = {member for each in sets for member in vscode.SETS.get(each, ())}
    of_set = {each.name for each in vscode.TOOLS if each.bare in members and "/" in each.name}
    if cast.copilot:
        of_set |= {tool for tool, documented in own_tools().items() if documented == name}
    own = own_name(name)
    if not of_set and own not in _vscode_names():  # a set or a legacy name, for several tools
        of_set = {each.name for each in vscode.TOOLS if is_offered(each.name, (name,))}
    return frozenset((own, *of_set))


@cache
def _claude_names() -> frozenset[str]:
    return frozenset((*claude.PRESENT, *claude.FORMER, *claude.UNLISTED))


@cache
def _vscode_names() -> frozenset[str]:
    return frozenset(each.name for each in vscode.TOOLS)


def _of_vscode() -> Iterator[str]:
    """The tools that VS Code has without a setting, except for the one that calls agents."""
    for tool in vscode.TOOLS:
        if not (tool.last or tool.setting) and tool.name != AGENT_IN_VSCODE:
            yield tool.name


@cache
def _own_names() -> Mapping[str, str]:
    """Each unambiguous name of a tool of VS Code → its own name."""
    found: dict[str, str | None] = {}
    for tool in vscode.TOOLS:
        for name in {tool.name, tool.bare, *tool.legacy}:
            found[name] = None if name in found else tool.name
    sets = {*vscode.SETS, *(each for also in vscode.ALIASES.values() for each in also)}
    return {name: own for name, own in found.items() if own and name not in sets}


def _is_foreign(cast: Cast, name: str) -> bool:
    """Whether a name is that of a tool that the harness doesn't list but can have anyway."""
    if cast.claude:
        return is_pattern(name) or bare(name) in _claude_names() or _may_be_new(bare(name))
    return kind(name) in ("elsewhere", "alias")


def _may_be_new(name: str) -> bool:
    return name[:1].isupper() and name.isalpha() and name.isascii()
