"""Sessions of agent teams that the executor allows, written in each format, conform; a call that it
does not allow is found at its record.

`PHASELINT_SEED` draws the same sessions again, `PHASELINT_MUTANTS` says how many of each format.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from fresh import SEED, picker
from phaselint.cli.common import find_contract, options_for
from phaselint.dialects.agents.tables import vscode
from phaselint.linting.conforming import Subject
from phaselint.transcripts.logs import find, read
from transcripts import writing

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
SESSIONS = int(os.environ.get("PHASELINT_MUTANTS") or 60)
DEEPEST = 2

MODELS = {each.name: each.model for each in vscode.TOOLS if each.model and not each.last}
COPILOT = {
    "execute/runInTerminal": "bash",
    "read/readFile": "view",
    "search/textSearch": "grep",
    "edit/editFiles": "edit",
    "todo": "update_todo",
}
"""A tool as headers name it → as the model and the Copilot runtime name it."""


class Format(NamedTuple):
    """A format: the team whose sessions are written in it, and what tools are called there."""

    contract: str
    names: dict[str, str] | None


FORMATS = {
    "claude": Format("release-crew-fixed/handbook", None),
    "stream": Format("release-crew-fixed/handbook", None),
    "copilot": Format("release-crew-fixed", COPILOT),
    "vscode": Format("release-crew-fixed", MODELS),
    "otlp": Format("release-crew-fixed", MODELS),
}


class Call(NamedTuple):
    """A call, as it is written, and whether the executor allows it."""

    step: tuple[Any, ...]
    allowed: bool
    inner: tuple[Call, ...] = ()


@cache
def subject_of(contract: str) -> Subject:
    path = str(PROJECTS / contract)
    found = find_contract(path, "", "", (), isolated=True)
    return Subject(found, path, 5_000, options_for(found))


class Sessions:
    """Sessions at random, by the executor's own steps."""

    def __init__(self, name: str, pick: random.Random) -> None:
        self._format = FORMATS[name]
        self._subject = subject_of(self._format.contract)
        found = self._subject.found
        self._runtime = found.dialect.runtime()
        contract = found.dialect.load(found.workspace.reader, found.target)
        state = self._runtime.start(contract, options_for(found), {}, {})
        self._start = self._runtime.unlimited(state)
        self._pick = pick
        self._blind = name == "stream"
        known = [each.act for each in self._subject.known]
        self._tools = sorted({each.subject for each in known if each.kind == "tool"})
        self._agents = sorted({each.subject for each in known if each.kind == "agent"})

    def make(self, odds: float) -> tuple[str, tuple[Call, ...]]:
        """The main agent and its calls; some are of anything, with these odds."""
        state = self._start
        cast = state.cast
        if cast.claude:
            main = state.active if self._blind else self._pick.choice(sorted(cast.known))
            state = state._replace(active=main)
        else:
            main = self._pick.choice(sorted(cast.visible))
            for word in ({"pick": main}, "send"):
                state, _ = self._runtime.step(state, self._runtime.read(state, word))
        return main, self._calls(state, odds, 0)

    def _calls(self, state: Any, odds: float, depth: int) -> tuple[Call, ...]:
        return tuple(
            each
            for _ in range(self._pick.randrange(1, 5))
            if (each := self._call(state, odds, depth)) is not None
        )

    def _call(self, state: Any, odds: float, depth: int) -> Call | None:
        words = [each.value for each in self._runtime.act_choices(state)]
        callees = sorted(name for word, name in words if word == "subagent")
        offered = self._runtime.offered(state)
        tools = sorted(each.subject for each in offered if each.kind == "tool")
        anything = self._pick.random() < odds
        if depth < DEEPEST and self._pick.random() < 0.4 and (callees or anything):
            name = self._pick.choice(self._agents if anything else callees)
            if name not in state.cast.known:
                return None
            inner: tuple[Call, ...] = ()
            allowed = name in callees
            if allowed:
                choice = self._runtime.read(state, {"subagent": name})
                inner = self._calls(self._runtime.step(state, choice)[0], odds, depth + 1)
            return Call(("sub", "", name, tuple(each.step for each in inner)), allowed, inner)
        names = self._format.names
        some = [
            each
            for each in (self._tools if anything else tools)
            if "*" not in each and (each in names if names is not None else True)
        ]
        if not some:
            return None
        tool = self._pick.choice(some)
        written = tool if names is None else names[tool]
        return Call(("call", "", "tool", written), tool in tools)


def flat(calls: tuple[Call, ...]) -> Iterator[bool]:
    """Whether each act is allowed, in the order in which they happen."""
    for each in calls:
        yield each.allowed
        if each.step[0] == "sub":
            yield True  # it is reached
            yield from flat(each.inner)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("odds", [0.0, 0.2])
def test_a_session_leaves_its_team_at_the_first_call_that_is_not_allowed(
    name: str, odds: float, tmp_path: Path
) -> None:
    pick = picker(f"sessions {odds}", name)
    sessions, subject = Sessions(name, pick), subject_of(FORMATS[name].contract)
    for number in range(SESSIONS):
        main, calls = sessions.make(odds)
        steps = tuple(each.step for each in calls)
        (file,) = find([str(writing.TEAMS[name](tmp_path / str(number), main, steps))])
        assert not isinstance(file, str)
        (trace,) = read(file).runs
        allowed = [True, True, *flat(calls)]
        assert len(trace) == len(allowed)
        first = subject.follow(trace).first
        expected = allowed.index(False) if False in allowed else None
        found = None if first is None else trace.in_time().index(first.number)
        assert found == expected, (SEED, main, steps, first)
