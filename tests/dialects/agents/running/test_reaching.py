"""What one agent comes to: by its own tools, by calls, and by handoffs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.agents.running.brute import RUNTIME, drawn
from dialects.agents.running.test_acts import begun
from phaselint.dialects.agents.names import CLAUDE as OF_CLAUDE
from phaselint.dialects.agents.options import OPTIONS
from phaselint.dialects.agents.running.reaching import reach
from phaselint.dialects.agents.words import spoken
from teams import CLAUDE, HOME, agent, to

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.agents.model import Team
    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.reaching import Reach

ASKED = ("read/readFile", "search", "Read", "Bash", "edit/editFiles", "x/y", "mcp__x__y")
CHAIN = {
    f"{HOME}a.agent.md": agent("A", to("C"), "tools: [agent, search/usages]", "agents: [B]"),
    f"{HOME}b.agent.md": agent("B", "tools: [edit/editFiles, 'hub/*']", "user-invocable: false"),
    f"{HOME}c.agent.md": agent("C", "tools: [runCommands]"),
    f"{HOME}d.agent.md": agent("D"),
}


def asked(files: Mapping[str, str], name: str, tool: str, **more: Any) -> Reach:
    """What is said of an agent and a tool; what is reached is run."""
    team, _ = begun(files)
    options = options_of(team)
    found = reach(team, options, name, tool, **more)
    if found.way is not None and more.get("lists", True):
        replayed(team, options, found)
    return found


def options_of(team: Team) -> dict[str, Any]:
    options = {each.name: each.default for each in OPTIONS}
    return {**options, "harness": team.harness, "identity": team.identity}


def replayed(team: Team, options: Mapping[str, Any], found: Reach) -> None:
    """Say the words of a way: the last one is a call that is let through."""
    assert found.way is not None
    state = RUNTIME.relax(RUNTIME.start(team, {**options, **found.way.options}, {}, {}))
    events: Any = ()
    for word in found.way.words:
        state, events = RUNTIME.step(state, word)
    assert state.frame == found.way.agents[-1]
    if found.way.words[-1].value[0] == "tool":
        assert events[0].kind == "tool"
        assert events[0].data["allowed"]


def agents(found: Reach) -> tuple[str, ...]:
    assert found.way is not None
    return found.way.agents


@pytest.mark.parametrize(
    ("name", "tool", "way"),
    [
        ("A", "search/usages", ("A",)),
        ("A", "usages", ("A",)),
        ("A", "search", ("A",)),
        ("A", "edit", ("A", "B")),
        ("A", "write", ("A", "B")),
        ("A", "hub/list", ("A", "B")),
        ("A", "secrets", ("A", "B")),
        ("A", "delegate", ("A",)),
        ("B", "edit", ("B",)),
        ("D", "anything", ("D",)),
    ],
)
def test_the_way_to_a_tool_is_told(name: str, tool: str, way: tuple[str, ...]) -> None:
    found = asked(CHAIN, name, tool)
    assert found.status == "reached"
    assert agents(found) == way


def test_an_agent_without_a_list_has_all_tools() -> None:
    assert asked(CHAIN, "D", "edit").why == "`D` has all tools"
    assert asked(CHAIN, "A", "edit").why == ""


def test_handoffs_count_where_they_are_asked_for() -> None:
    assert asked(CHAIN, "A", "execute").status == "unknown"
    files = {**CHAIN, f"{HOME}b.agent.md": agent("B", "tools: [edit/editFiles]")}
    assert asked(files, "A", "execute").status == "no"
    assert agents(asked(files, "A", "execute", over="calls+handoffs")) == ("A", "C")


def test_what_a_server_does_is_not_known() -> None:
    found = asked(CHAIN, "B", "network")
    assert (found.status, found.why) == ("unknown", "the effect of `hub/*` isn't known")


def test_lists_of_agents_count_for_nothing_in_copilot() -> None:
    assert asked(CHAIN, "A", "runInTerminal").status == "no"
    found = asked(CHAIN, "A", "runInTerminal", lists=False)
    assert agents(found) == ("A", "C")


def test_nobody_is_missing() -> None:
    found = asked(CHAIN, "Nobody", "edit")
    assert (found.status, found.why) == ("missing", "sessions have no agent `Nobody`")


def test_agents_of_claude_code_come_to_what_they_call() -> None:
    files = {
        f"{CLAUDE}lead.md": agent("lead", "tools: Agent(checker), Read"),
        f"{CLAUDE}checker.md": agent("checker", "tools: Grep, mcp__hub__*"),
        ".claude/settings.json": "{}",
    }
    assert agents(asked(files, "lead", "mcp__hub__list")) == ("lead", "checker")
    assert asked(files, "lead", "Bash").status == "no"
    assert asked(files, "lead", "execute").status == "unknown"
    files[".claude/settings.json"] = '{"permissions": {"deny": ["Agent(checker)"]}}'
    assert asked(files, "lead", "mcp__hub__list").status == "no"


# --- against all words ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_an_agent_comes_to_what_some_session_comes_to(seed: int) -> None:
    team = drawn(seed)
    start = RUNTIME.start(team.team, team.options, {}, {})
    for name in sorted(start.cast.known):
        reached = {tool for session in sessions(team, name) for tool in let_through(session)}
        for tool in ASKED:
            found = reach(team.team, team.options, name, tool)
            assert found.status in ("missing", "reached" if tool in reached else "no"), (name, tool)
            if found.status == "missing":
                assert not reached
            if found.way is not None:
                replayed(team.team, team.options, found)


def sessions(team: Any, name: str) -> Iterator[Session]:
    """Every session in which an agent is at work, or somebody who was called by it, or by those."""
    start = RUNTIME.start(team.team, {**team.options, "agent": name}, {}, {})
    if start.cast.claude:
        begins = [start._replace(ended=None, open=True)]
    else:
        start = RUNTIME.relax(start)
        picked, _ = RUNTIME.step(start, spoken("pick", name))
        first = picked if picked.active == name else start
        opened, _ = RUNTIME.step(first, spoken("send"))
        called, _ = RUNTIME.step(opened, spoken("subagent", name))
        begins = [opened] if opened.frame == name else [called] if called.frame == name else []
    waiting = [each for each in begins if each.frame == name]
    known = {each.stack for each in waiting}
    for session in waiting:
        yield session
        if is_limited(session):
            continue
        for other in {*session.cast.known, *OF_CLAUDE}:
            after, _ = RUNTIME.step(session, spoken("subagent", other))
            if after.stack not in known:
                known.add(after.stack)
                waiting.append(after)


def is_limited(session: Session) -> bool:
    """Whether an agent is at work that only reads and has a shell (reference §4.4)."""
    return session.cast.claude and session.frame in {"Explore", "Plan"} - session.cast.known.keys()


def let_through(session: Session) -> Iterator[str]:
    for tool in ("Read", "Bash") if is_limited(session) else ASKED:
        _, events = RUNTIME.step(session, spoken("tool", tool))
        if events[0].data["allowed"]:
            yield tool
