"""Policies with `from` and `over`, asked of a team: in every program that it is for, and told once
more otherwise, for those who check it."""

from __future__ import annotations

from phaselint.dialects.agents.enabling import kind as kind_of
from phaselint.dialects.agents.harnesses import CLAUDE, LOCAL, wanted
from phaselint.dialects.agents.meaning import (
    BITS,
    has_limited,
    is_claude_tool_meant,
    is_vscode_tool_meant,
    stands_for,
)
from phaselint.dialects.agents.names import BUILT_IN, MAIN, SHIPPED_VISIBLE
from phaselint.dialects.agents.running.acts import AGENT, SKILL, TOOL, foreign
from phaselint.dialects.agents.running.agent_registry import cast_of
from phaselint.dialects.agents.running.held import (
    AGENT_IN_VSCODE,
    harness_names,
    meant,
    universe,
)
from phaselint.dialects.agents.running.reaching import begun_with, childless, reach
from phaselint.dialects.agents.tables import vscode
from phaselint.dialects.agents.tools import CALLS, bare
from phaselint.dialects.agents.words import spoken
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act
    from phaselint.dialects.agents.model import Team
    from phaselint.dialects.agents.running.agent_registry import Cast
    from phaselint.dialects.reaching import Over, Reach
    from phaselint.dialects.records import Choice

_WORST_FIRST = ("reached", "unknown", "no", "missing")


class Program(NamedTuple):
    """What people call a program that runs a team, the harnesses that it is, and the options of its
    sessions."""

    title: str
    harnesses: tuple[str, ...]
    options: Mapping[str, Any] = {}


class TeamReach:
    """See `phaselint.dialects.reaching.Reaching`."""

    def __init__(self, team: Team, options: Mapping[str, Any]) -> None:
        self._team = team
        self._options = options

    @cached_property
    def _cast(self) -> Cast:
        return cast_of(self._team, self._options)

    @property
    def agents(self) -> Sequence[str]:
        """Those of the team, and those that sessions may begin with."""
        cast = self._cast
        more = (MAIN, *foreign(cast)) if cast.claude else (*BUILT_IN, *SHIPPED_VISIBLE)
        return tuple(dict.fromkeys((*cast.known, *more)))

    @cached_property
    def names(self) -> Sequence[str]:
        """Tools of the program and of the team, sets of them, what tools may do, and skills."""
        cast = self._cast
        aliases = (alias for also in vscode.ALIASES.values() for alias in also)
        sets = () if cast.claude else (*vscode.SETS, *aliases)
        calling = CALLS if cast.claude else (AGENT_IN_VSCODE,)
        every = (*BITS, *sets, *universe(cast), *calling, *harness_names(cast), *cast.skills)
        return tuple(dict.fromkeys(every))

    @property
    def childless(self) -> Collection[str]:
        """Those of Claude Code that only read and have a shell."""
        return childless(self._cast)

    def knows(self, kind: str, name: str) -> bool:
        """Whether something is called so: a tool of the program, of a server that is named
        somewhere, or one that an agent names, or a skill."""
        if kind == SKILL:
            return name in self._cast.skills
        if kind not in ("", TOOL):
            return False
        if name in self.names:
            return not (kind == TOOL and name in self._cast.skills and not self._is_tool(name))
        return self._is_tool(name)

    def _is_tool(self, name: str) -> bool:
        cast = self._cast
        entries = [each for agent in cast.known.values() for each in agent.tool_names or ()]
        if any(stands_for(bare(each) if cast.claude else each, name) for each in entries):
            return True
        if cast.claude:
            server = name.split("__")[1] if name.startswith("mcp__") else ""
            return name in universe(cast) or server in self._team.brought
        server, slash, _ = name.partition("/")
        known = kind_of(name) in ("now", "old", "off", "alias")
        return known or name in universe(cast) or bool(slash and server in self._team.brought)

    def reach(self, agent: str, asked: Sequence[str], over: Over) -> Reach:
        """The answer in the program where it is worst; it says so where another program differs."""
        programs = self._programs(agent)
        found = [(self._in(agent, asked, over, each.options), each) for each in programs]
        told, worst = min(found, key=lambda pair: _WORST_FIRST.index(pair[0].status))
        alike = [each for answer, each in found if answer.status == told.status]
        better = [pair for pair in found if pair[0].status not in (told.status, "missing")]
        told = told._replace(programs=tuple(name for each in alike for name in each.harnesses))
        if not better:
            return told
        (milder, other), *_ = better
        is_known = milder.status == "no"
        if told.status == "unknown":
            where = f"the policy holds in {other.title}; in {worst.title} this is unknown"
        elif is_known:
            where = f"the policy holds in {other.title}, but not in {worst.title}"
        else:
            where = f"whether the policy holds in {other.title} is unknown"
        return told._replace(where=where)

    def _in(
        self, agent: str, asked: Sequence[str], over: Over, options: Mapping[str, Any]
    ) -> Reach:
        """The answer in one program: by the first of the names that is come to."""
        local = not options
        every = [
            reach(self._team, self._options, agent, name, over=over, lists=local) for name in asked
        ]
        for status in ("reached", "unknown"):
            some = [each for each in every if each.status == status]
            if some:
                return min(some, key=lambda each: len(each.way.agents) if each.way else 0)
        return every[0]

    def _programs(self, agent: str) -> Sequence[Program]:
        """The programs that an agent is for, as far as runs differ between them."""
        if self._cast.claude:
            return (Program("Claude Code", (CLAUDE,)),)
        asked = wanted(self._team.harnesses)
        own = self._cast.first(agent)
        for_ = asked.vscode if own is None else asked.of_agent(own) or asked.vscode
        others = tuple(sorted(for_ - {LOCAL}))
        local = Program("Local", (LOCAL,))
        if not others:
            return (local,)
        copilot = Program("Copilot sessions", others, {"sessions": "copilot"})
        return (local, copilot) if LOCAL in for_ else (copilot,)

    def is_meant(self, act: Act, asked: str) -> bool:
        """See `meaning`."""
        claude = self._cast.claude
        if act.phase in self.childless and not (act.kind == TOOL and has_limited(act.subject)):
            return False
        if act.kind == SKILL:
            return act.subject == asked
        subject = act.subject
        if act.kind == AGENT:
            subject = CALLS[0] if claude else AGENT_IN_VSCODE
        judge = is_claude_tool_meant if claude else is_vscode_tool_meant
        return judge(subject, asked)

    def openings(self, agent: str) -> Sequence[tuple[Mapping[str, Any], Sequence[Choice]]]:
        """See `Reaching`; none in the programs whose sessions do not have the agent at work."""
        return tuple(self._openings(agent))

    def _openings(self, agent: str) -> Iterator[tuple[Mapping[str, Any], Sequence[Choice]]]:
        for program in self._programs(agent):
            options = program.options
            cast = cast_of(self._team, {**self._options, **options, "agent": agent})
            begun = begun_with(cast, agent)
            if begun is not None:
                words = tuple(spoken(*word) for word in begun.words)
                yield {**begun.options, **options}, words

    def attempts(self, asked: str) -> Sequence[Choice]:
        """The calls of each tool that a name stands for."""
        every = dict.fromkeys((asked, *sorted(meant(self._cast, asked))))
        return tuple(spoken("tool", each) for each in every)
