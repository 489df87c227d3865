"""Teams in which nothing hides an agent, or an entry of its header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects import dialect
from phaselint.dialects.agents.model import Team
from phaselint.dialects.agents.running.runtime import AgentsRuntime
from phaselint.project.memory import DictReader
from phaselint.vocabulary.finding import Place
from teams import CLAUDE, HOME, agent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.records import Choice

AGENTS = dialect("agents")
A, B = f"{HOME}a.agent.md", f"{HOME}b.agent.md"
HIDDEN = "user-invocable: false"
HANDOFFS = (
    "handoffs: [{label: Go, agent: B}, {label: Go, agent: C, prompt: x}, {label: On, agent: C}]"
)
FILES = {
    A: agent("One", HIDDEN, "tools: [read]", "agents: [B]", HANDOFFS),
    B: agent("One"),
    f"{HOME}c.agent.md": agent("C"),
    f"{CLAUDE}one.md": agent("One", "tools: Read"),
    f"{HOME}broken.agent.md": "---\nname: One\n",
}


def apart(file: str, *pointer: str | int) -> tuple[Team, Sequence[Choice]] | None:
    [target, *_] = AGENTS.detect(DictReader(FILES), "")
    team = AGENTS.load(DictReader(FILES), target)
    assert isinstance(team, Team)
    return AgentsRuntime().apart(team, Place(file, pointer))


def test_an_agent_is_the_only_one_of_its_name_in_its_harness() -> None:
    found = apart(A)
    assert found is not None
    team, words = found
    files = {each.file: each for each in team.agents}
    assert {*files} == {*FILES} - {B}
    assert files[A].invocable
    assert files[A].tool_names == ("read",)
    assert [each.value for each in words] == [("pick", "One"), ("send", "")]


def test_one_of_claude_code_is_the_main_agent() -> None:
    found = apart(f"{CLAUDE}one.md", "tools")
    assert found is not None
    team, words = found
    assert len(team.agents) == len(FILES)
    assert words == ()


def test_one_that_lists_agents_can_call_them() -> None:
    found = apart(A, "agents", 0)
    assert found is not None
    [own] = [each for each in found[0].agents if each.file == A]
    assert own.tools is None


def test_a_handoff_is_the_only_one() -> None:
    whole, member = (apart(A, "handoffs", 0, *more) for more in ((), ("agent",)))
    assert whole is not None
    assert member is not None
    for (team, _), prompt in ((whole, None), (member, "")):
        [own] = [each for each in team.agents if each.file == A]
        [handoff] = own.handoffs
        assert (handoff.number, handoff.target, handoff.prompt) == (0, "B", prompt)
        assert not own.invocable


def test_other_files_have_no_agent() -> None:
    assert apart("") is None
    assert apart(f"{HOME}broken.agent.md") is None
