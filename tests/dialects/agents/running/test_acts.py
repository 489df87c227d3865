"""What sessions do, as acts: whole sessions word by word, and what the text of a team lets them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from acted import acts_of
from dialects.agents.running.brute import drawn
from phaselint.behavior.acting import act_atlas, acts_of_opening, acts_of_step, telling
from phaselint.behavior.knownacts import known_acts
from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.running.runtime import AgentsRuntime
from phaselint.dialects.agents.words import spoken
from phaselint.dialects.base import Target
from phaselint.project.memory import DictReader
from teams import CLAUDE, HOME, agent, to

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.acts import Act
    from phaselint.dialects.agents.model import Team
    from phaselint.dialects.agents.running.session import Session

RUNTIME = AgentsRuntime()
DESK = {
    f"{HOME}lead.agent.md": agent("Lead", to("Helper"), "agents: [Helper]"),
    f"{HOME}helper.agent.md": agent("Helper", "tools: [search/usages, 'hub/*', agent]"),
}
CREW = {
    f"{CLAUDE}lead.md": agent("lead", "tools: Agent(checker, Explore), Skill, Read"),
    f"{CLAUDE}checker.md": agent("checker", "tools: Bash, mcp__hub__list"),
    f"{CLAUDE}skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies\n---\nTidy.\n",
    f"{CLAUDE}skills/own/SKILL.md": (
        "---\nname: own\ndescription: Mine\ndisable-model-invocation: true\n---\nDo.\n"
    ),
    ".claude/settings.json": "{}",
}


def begun(files: Mapping[str, str], **chosen: Any) -> tuple[Team, Session]:
    """A team, and a session of it before the first word."""
    reader = DictReader({path.replace("agents/skills/", "skills/"): files[path] for path in files})
    target, *_ = DIALECT.detect(reader, "")
    options = {**{each.name: each.default for each in DIALECT.options}, **chosen}
    team = load(reader, target)
    return team, RUNTIME.start(team, options, {}, {})


def said(files: Mapping[str, str], script: str, **chosen: Any) -> tuple[list[str], Session]:
    """The acts of a session whose words stand one to a line, and where it then is."""
    team, state = begun(files, **chosen)
    tell = telling(RUNTIME, team)
    found: list[Act] = [*acts_of_opening(RUNTIME, tell, state)]
    for line in script.strip().splitlines():
        choice = spoken(*line.strip().split(" ", 1))
        state, events = RUNTIME.step(state, choice)
        found += acts_of_step(RUNTIME, tell, choice, events, state)
    return [each.text for each in found], state


def test_a_session_is_told_by_who_is_at_work_and_how_that_came() -> None:
    found, _ = said(
        DESK, "pick Lead\nsend\nsubagent Helper\nanswer\nanswer\npress Go\nsend\nanswer\nleave"
    )
    assert found == [
        *("start", "reach agent", "reach Lead", "turn", "call agent Helper", "reach Helper"),
        *("turn", "turn", "take Go of Lead", "reach Helper", "turn", "end completed"),
    ]


def test_the_captain_of_a_release_has_changes_looked_for() -> None:
    name = "the captain has changes looked for before the notes"
    script = "tests/release.script.yaml"
    assert acts_of(DIALECT, Target("agents", ""), "release-crew", script, name) == [
        *("reach Release Captain", "call agent Change Scout", "reach Change Scout"),
        "call tool read",
    ]


def test_what_no_harness_knows_is_no_tool() -> None:
    files = {f"{HOME}a.agent.md": agent("A", "tools: [serach, hub/list, view, findTestFiles]")}
    _, state = said(files, "pick A\nsend")
    assert [each.text for each in RUNTIME.offered(state)] == [
        *("call tool hub/list", "call tool view")
    ]


def test_calls_that_are_refused_and_picks_of_nobody_are_no_acts() -> None:
    found, _ = said(DESK, "pick Nobody\npick Helper\nsend\nsubagent Nobody\ntool edit/editFiles")
    assert found == ["start", "reach agent", "reach Helper", "turn", "turn"]


@pytest.mark.parametrize("tool", ["usages", "search/usages"])
def test_a_tool_is_told_by_its_own_name(tool: str) -> None:
    found, state = said(DESK, f"pick Helper\nsend\ntool {tool}")
    assert found[-1] == "call tool search/usages"
    assert found[-1] in {each.text for each in RUNTIME.offered(state)}


def test_a_session_of_claude_code_is_told_alike() -> None:
    found, _ = said(CREW, "subagent checker\ntool Bash\nanswer\nanswer", agent="lead")
    assert found == [
        *("start", "reach lead", "turn", "call agent checker", "reach checker"),
        *("turn", "call tool Bash", "turn", "turn", "end completed"),
    ]


def test_whoever_is_at_work_is_offered_its_tools_and_skills() -> None:
    _, lead = said(CREW, "", agent="lead")
    assert [each.text for each in RUNTIME.offered(lead)] == [
        *("call tool Read", "call tool Skill", "call skill tidy")
    ]
    _, checker = said(CREW, "subagent checker", agent="lead")
    assert [each.text for each in RUNTIME.offered(checker)] == [
        *("call tool Bash", "call tool mcp__hub__list")
    ]
    assert {each.ok for each in RUNTIME.offered(checker)} == {"unknown"}


def test_settings_take_skills_and_tools_away() -> None:
    denied = '{"permissions": {"deny": ["Skill(tidy)", "Read"]}}'
    _, lead = said({**CREW, ".claude/settings.json": denied}, "", agent="lead")
    assert [each.text for each in RUNTIME.offered(lead)] == ["call tool Skill"]


def test_nothing_is_offered_between_turns() -> None:
    _, state = said(DESK, "pick Helper")
    assert RUNTIME.offered(state) == ()
    _, state = said(DESK, "pick Helper\nsend")
    assert [each.text for each in RUNTIME.offered(state)] == [
        *("call tool search/usages", "call tool hub/*")
    ]


def test_known_acts_stand_where_they_are_declared() -> None:
    team, _ = begun(DESK)
    known = {each.act.text: each for each in RUNTIME.known_acts(team)}
    handoff = known["take Go of Lead"].place
    assert handoff is not None
    assert handoff.pointer == ("handoffs", 0)
    call = next(
        each for each in RUNTIME.known_acts(team) if each.act.phase == "Lead" and each.act.kind
        and each.act.kind == "agent"
    )  # fmt: skip
    assert call.act.subject == "Helper"
    assert call.place is not None
    assert call.place.pointer == ("agents", 0)
    assert known["call tool search/usages"].offered
    assert "call tool agent/runSubagent" not in known


def test_callers_go_on_as_themselves() -> None:
    """Who called a subagent goes on after its answer, and not somebody else who may call it."""
    files = {
        f"{HOME}a.agent.md": agent("A", "agents: [C]"),
        f"{HOME}b.agent.md": agent("B", "agents: [C, D]"),
        f"{HOME}c.agent.md": agent("C"),
        f"{HOME}d.agent.md": agent("D"),
    }
    team, start = begun(files)
    atlas = act_atlas(RUNTIME, team, RUNTIME.relax(start), 5000)
    assert atlas.complete
    after_c = {
        (state.active, edge.acts[1].subject)
        for number, state in enumerate(atlas.states)
        for edge in atlas.out[number]
        if state.open and not state.stack and len(edge.acts) > 1
    }
    assert {pair for pair in after_c if pair[0] in ("A", "B")} == {
        *(("A", "C"), ("B", "C"), ("B", "D"))
    }


@pytest.mark.parametrize("seed", range(40))
def test_what_sessions_do_is_known(seed: int) -> None:
    team = drawn(seed)
    atlas = act_atlas(RUNTIME, team.team, team.start(), 300)
    known = {each.act.name for each in known_acts(RUNTIME, team.team)}
    every = [*atlas.opening, *(act for edges in atlas.out for edge in edges for act in edge.acts)]
    every += [act for acts in atlas.offered for act in acts]
    refused = [each.text for each in every if each.verb != "end" and each.name not in known]
    assert refused == []


@pytest.mark.parametrize("seed", range(25))
def test_tools_are_offered_that_a_session_lets_through(seed: int) -> None:
    team = drawn(seed)
    for state in act_atlas(RUNTIME, team.team, team.start(), 60).states:
        offered = {each.subject for each in RUNTIME.offered(state) if each.kind == "tool"}
        for tool in ("Read", "Bash", "read/readFile", "search/usages", "nothing"):
            _, events = RUNTIME.step(state, spoken("tool", tool))
            there = bool(events) and events[0].kind == "tool" and events[0].data["allowed"]
            known = {each.act.subject for each in RUNTIME.known_acts(team.team)}
            assert (tool in offered) == (there and tool in known)
