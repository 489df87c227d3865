"""The words that stand for all others lead wherever any word does, on random teams."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.random_contracts import MAKERS
from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.names import CLAUDE, START
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.running.runtime import AgentsRuntime
from phaselint.dialects.agents.words import spoken
from phaselint.executor.explore import explore
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Choice

RUNTIME = AgentsRuntime()
BOUND = 20_000
VSCODE = ".github/agents/"


class EveryWord(AgentsRuntime):
    """The same runtime, in whose sessions everything is tried."""

    def choices(self, state: Session) -> Sequence[Choice]:
        return () if state.ended else tuple(_words(state))


def _words(state: Session) -> Iterator[Choice]:
    own = [name for name in CLAUDE if name not in state.cast.known]
    named = state.cast.named_by(state.active) if not state.stack else None
    first = [name for name in own if named is None or name in named][:1]
    names = (START, *state.cast.known, *(first if state.cast.claude else ()))
    if state.open:
        yield spoken("answer")
        yield from (spoken("subagent", name) for name in names)
    if state.cast.claude:  # where people say nothing
        return
    yield spoken("stop")
    if not state.open:
        yield from (spoken("pick", name) for name in names)
        yield from (spoken("press", label) for label in state.shown)
        yield from map(spoken, ("send", "leave"))


def reached(
    runtime: AgentsRuntime, files: dict[str, str], options: dict[str, Any], *before: Choice
) -> tuple[set[Hashable], set[Hashable]]:
    """The states that sessions of a team come to after some words, and what of it they use."""
    reader = DictReader(files)
    target, *_ = DIALECT.detect(reader, "")
    team = load(reader, target)
    defaults = {option.name: option.default for option in DIALECT.options}
    start = runtime.start(team, {**defaults, **options}, {}, {})
    state = runtime.relax(start)
    for word in before:
        state, _ = runtime.step(state, word)
    atlas = explore(runtime, state, BOUND)
    assert atlas.complete
    declared = {each.id for each in runtime.points(team)}
    used = {move for edge in atlas.edges for move in runtime.moves(edge.events)}
    return {runtime.key(state) for state in atlas.states}, used & declared


@settings(max_examples=60, deadline=None)
@given(
    number=st.integers(0, 10**6),
    nesting=st.sampled_from(["true", "false"]),
    permission=st.sampled_from(["ask", "autopilot"]),
    agent=st.sampled_from(["", "a"]),
    depth=st.integers(0, 3),
)
def test_nothing_more_is_reached_by_saying_everything(
    number: int, nesting: str, permission: str, agent: str, depth: int
) -> None:
    files = MAKERS["agents"](random.Random(number))
    options = {"nesting": nesting, "permission": permission, "agent": agent, "depth": depth}
    assert reached(RUNTIME, files, options) == reached(EveryWord(), files, options)


@pytest.mark.parametrize("name", ["a", "b", "ask"])
def test_people_may_always_go_back(name: str) -> None:
    files = {f"{VSCODE}{each}.agent.md": f"---\nname: {each}\n---\n" for each in ("a", "b")}
    for before in ([spoken("pick", name)], [spoken("pick", name), spoken("send")]):
        assert reached(RUNTIME, files, {}, *before) == reached(EveryWord(), files, {}, *before)


@pytest.mark.parametrize("size", [50, 100])
def test_a_team_in_which_all_may_call_all_takes_few_words(size: int) -> None:
    files = {
        f"{VSCODE}{number}.agent.md": f"---\nname: A{number}\ndescription: x\n---\n"
        for number in range(size)
    }
    reader = DictReader(files)
    target, *_ = DIALECT.detect(reader, "")
    options = {**{option.name: option.default for option in DIALECT.options}, "nesting": "true"}
    start = RUNTIME.start(load(reader, target), options, {}, {})
    atlas = explore(RUNTIME, RUNTIME.relax(start), BOUND)
    assert atlas.complete
    assert len(atlas.edges) < 25 * size
