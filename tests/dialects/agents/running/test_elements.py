"""What a team declares for sessions to use, and what of it none uses (reference §6)."""

from __future__ import annotations

from typing import Any

import pytest

from nets import judged
from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.analysis.facts import AgentsFacts
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.running.elements import Called, HandedOn
from phaselint.dialects.agents.running.runtime import AgentsRuntime
from phaselint.dialects.options import in_force
from phaselint.project.memory import DictReader

RUNTIME = AgentsRuntime()
VSCODE, CLAUDE = ".github/agents/", ".claude/agents/"


def agent(name: str, *lines: str) -> str:
    return "\n".join(("---", f"name: {name}", "description: Does it", *lines, "---", ""))


def to(*targets: str, **more: str) -> str:
    """A line with handoffs to some agents; what is said besides is of each."""
    said = "".join(f", {key}: {value}" for key, value in more.items())
    entries = (f"{{label: To {each}, agent: {each}, prompt: Go{said}}}" for each in targets)
    return f"handoffs: [{', '.join(entries)}]"


def ids(files: dict[str, str], **options: Any) -> list[object]:
    reader = DictReader(files)
    target, *_ = DIALECT.detect(reader, "")
    facts = AgentsFacts(load(reader, target), in_force(DIALECT, {"agents": options}, {}), 0)
    return [each.id for each in RUNTIME.elements(facts.contract)]


def dead(files: dict[str, str]) -> list[str]:
    """What no session uses, before rules have their say."""
    return [str(each.told.finding.message).partition(":")[0] for each in judged(files)]


PAIR = {
    f"{VSCODE}a.agent.md": agent("A", "agents: [B]", to("B")),
    f"{VSCODE}b.agent.md": agent("B"),
}


def test_agents_handoffs_and_calls_are_declared() -> None:
    assert ids(PAIR) == ["A", HandedOn("A", 0), Called("A", "B"), "B"]
    assert dead(PAIR) == []


def test_names_are_what_options_say_agents_are_called_by() -> None:
    assert ids(PAIR, identity="file") == ["a", "b"]


def test_the_agents_of_the_harness_that_is_asked_for_are_declared() -> None:
    files = {**PAIR, f"{CLAUDE}c.md": agent("C", "tools: Read, Agent")}
    assert ids(files, harness="claude") == ["C"]
    assert ids(files) == ids(PAIR), "rules on agents of Claude Code are for Claude Code"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (to("Elsewhere"), "users may have such an agent"),
        ("agents: [Elsewhere]", "users may have such an agent"),
        ("agents: ['*', B]", "all that are not blocked are offered"),
        ("handoffs: [{label: Ask, agent: ask, prompt: Go}]", "it is built in, and works"),
        ("target: github-copilot\n" + to("Hidden"), "handoffs mean nothing there"),
    ],
)
def test_what_the_reference_calls_no_finding_is_not_dead(line: str, why: str) -> None:
    files = {
        f"{VSCODE}a.agent.md": agent("A", line),
        f"{VSCODE}hidden.agent.md": agent("Hidden", "user-invocable: false"),
        f"{VSCODE}b.agent.md": agent("B", "disable-model-invocation: true"),
    }
    assert dead(files) == [], why


def test_what_subagents_declare_is_not_dead_though_none_of_it_works() -> None:
    hidden = agent("H", "user-invocable: false", "agents: [B]", to("B"))
    files = {f"{VSCODE}h.agent.md": hidden, f"{VSCODE}b.agent.md": agent("B")}
    assert ids(files) == ["B", "H"]
    assert dead(files) == []


def test_of_two_buttons_with_one_label_the_second_is_not_dead() -> None:
    two = "handoffs: [{label: Go, agent: B, prompt: x}, {label: Go, agent: C, prompt: x}]"
    files = {f"{VSCODE}{name}.agent.md": agent(name) for name in "BC"}
    assert dead({**files, f"{VSCODE}a.agent.md": agent("A", two)}) == []


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (to("B"), "user-invocable: false", "handoff `To B` is never taken"),
        ("handoffs: [{label: Go, agent: B}]", "", "handoff `Go` is never taken"),
        ("handoffs: [{agent: B, prompt: x}]", "", "handoff 1 is never taken"),
        ("tools: [read]\nagents: [B]", "", "the call of `B` is never made"),
        ("agents: []", "infer: false\nuser-invocable: false", "`B` is never reached in any run"),
    ],
)
def test_what_no_session_uses_is_dead(first: str, second: str, said: str) -> None:
    files = {f"{VSCODE}a.agent.md": agent("A", first), f"{VSCODE}b.agent.md": agent("B", second)}
    assert dead(files) == [said]


def test_a_way_that_is_closed_says_why() -> None:
    files = {
        f"{VSCODE}a.agent.md": agent("A", to("B")),
        f"{VSCODE}b.agent.md": agent("B", "user-invocable: false"),
    }
    [found] = judged(files)
    assert found.told.finding.witness is not None
    [line] = found.told.finding.witness.blocked
    assert str(line) == "handoff `To B`: people can't pick `B`"
    assert found.by == ("handoff-to-hidden-agent",)
