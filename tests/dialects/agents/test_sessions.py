"""Sessions word by word, where the corpus of runs does not go (reference §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.running.runtime import AgentsRuntime
from phaselint.dialects.agents.words import spoken
from phaselint.executor.replay import replay
from phaselint.project.memory import DictReader
from teams import CLAUDE, HOME, agent, to

if TYPE_CHECKING:
    from collections.abc import Mapping

HIDDEN, BLOCKED = "user-invocable: false", "disable-model-invocation: true"
SEND = ", send: true"

LEAD = {
    f"{HOME}lead.agent.md": agent("Lead", to("Second"), "agents: [Second, Third]"),
    f"{HOME}second.agent.md": agent("Second", to("Lead", SEND), "tools: [read, 'x/*', agent]"),
    f"{HOME}third.agent.md": agent("Third", HIDDEN, BLOCKED, to("Lead")),
}
MAIN = {
    f"{CLAUDE}lead.md": agent("lead", "tools: Agent(second), Read"),
    f"{CLAUDE}second.md": agent("second", "disallowedTools: Bash(git *)"),
}


def events(files: Mapping[str, str], script: str, **chosen: Any) -> list[str]:
    """What happens in a session: its words stand one to a line."""
    reader = DictReader(files)
    target, *_ = DIALECT.detect(reader, "")
    options = {**{each.name: each.default for each in DIALECT.options}, **chosen}
    runtime = AgentsRuntime()
    start = runtime.start(load(reader, target), options, {}, {})
    words = [spoken(*line.strip().split(" ", 1)) for line in script.strip().splitlines()]
    return [runtime.headline(each) for each in replay(runtime, start, words).events]


@pytest.mark.parametrize(
    ("tool", "verdict"),
    [("read", "allowed"), ("read/readFile", "allowed"), ("x/y", "allowed"), ("x", "refused")],
)
def test_a_tool_is_there_by_its_name_its_set_or_its_server(tool: str, verdict: str) -> None:
    said = events(LEAD, f"pick Second\nsend\ntool {tool}")
    assert said[-1] == f"tool {tool} {verdict} in Second"


@pytest.mark.parametrize("tool", ["todo", "vscode/askQuestions"])
def test_what_is_switched_off_in_subagents(tool: str) -> None:
    said = events(LEAD, f"pick Lead\nsend\ntool {tool}\nsubagent Third\ntool {tool}")
    assert said[-3:] == [
        f"tool {tool} allowed in Lead",
        "subagent-start Third depth 1",
        f"tool {tool} refused in Third",
    ]


@pytest.mark.parametrize(
    ("nesting", "depth"), [("false", "refused Second nesting"), ("true", "start Second depth 2")]
)
def test_subagents_call_subagents_where_they_may(nesting: str, depth: str) -> None:
    said = events(LEAD, "send\nsubagent Lead\nsubagent Second", nesting=nesting)
    assert said[-1] == f"subagent-{depth}"


def test_a_blocked_agent_is_offered_to_whom_lists_it() -> None:
    assert events(LEAD, "send\nsubagent Third")[-1] == "subagent-refused Third not-offered"
    assert events(LEAD, "pick Lead\nsend\nsubagent Third")[-1] == "subagent-start Third depth 1"


def test_what_autopilot_cannot_hand_on_leaves_no_buttons() -> None:
    files = {f"{HOME}a.agent.md": agent("A", to("Nobody", SEND))}
    said = events(files, "pick A\nsend\nanswer\npress Go", permission="autopilot")
    assert said[-3:] == ["handoff-failed A -> Nobody", "idle A", "no-button Go"]


def test_nothing_opens_behind_the_limit() -> None:
    files = {f"{HOME}a.agent.md": agent("A", to("A", SEND))}
    script = "pick A\nsend\nanswer\npress Go\nsend"
    said = events(files, script, permission="autopilot", **{"max-turns": 1})
    assert said[-4:] == ["handoff A -> A by autopilot", "limit 1", "no-button Go", "limit 1"]


def test_vscode_shows_the_handoffs_of_agents_of_claude_code() -> None:
    files = {**LEAD, f"{CLAUDE}fourth.md": agent("fourth", to("Lead"))}
    said = events(files, "pick fourth\nsend\nanswer\npress Go")
    assert said[-4:] == [
        "buttons Go",
        "idle fourth",
        "handoff fourth -> Lead by user",
        "prompt-filled Lead",
    ]


def test_a_list_counts_for_the_main_agent_alone() -> None:
    script = "subagent lead\nanswer\nsubagent second\nsubagent lead"
    assert events(MAIN, script, agent="lead")[1:] == [
        "subagent-refused lead not-listed",
        "turn-end lead",
    ]
    assert events(MAIN, "subagent second\nsubagent lead\nsubagent lead", agent="lead")[-1] == (
        "subagent-start lead depth 3"
    )


def test_depth_ends_the_calls_of_claude_code() -> None:
    assert events(MAIN, "subagent second\nsubagent second", depth=1)[-1] == (
        "subagent-refused second depth"
    )


def test_a_tool_of_which_a_part_is_denied_is_gone() -> None:
    assert events(MAIN, "subagent second\ntool Bash")[-1] == "tool Bash refused in second"


@pytest.mark.parametrize("script", ["answer", "pick Lead\nsend\nsend", "tool read", "press Go"])
def test_a_word_that_does_not_fit_ends_the_run(script: str) -> None:
    said = events(LEAD, f"{script}\nsend")
    last = script.splitlines()[-1].split()[0]
    assert said[-1] == ("turn-start agent" if last == "press" else f"ignored {last}")
