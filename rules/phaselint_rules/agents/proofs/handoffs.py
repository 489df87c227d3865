"""How the executor shows that a handoff fails, or is not there."""

from __future__ import annotations

from phaselint.dialects.agents.words import spoken
from phaselint.executor.driving import data_of
from phaselint.executor.proof import by_replay
from phaselint.vocabulary.finding import Proof
from phaselint_rules.agents.proofs.stages import is_stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.protocol import Choice, Event
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding


def fails(lab: Lab[AgentsFacts], finding: Finding) -> Proof:
    """The button is pressed, and nothing takes over."""
    data = data_of(finding)
    agent, label, to = data["agent"], data["label"], data["to"]
    if not label:
        return Proof("unproved", "replay", None, "the handoff has no label to press")

    def shows(events: Sequence[Event]) -> bool:
        return any(
            event.kind == "handoff-failed" and (event.data["from"], event.data["to"]) == (agent, to)
            for event in events
        )

    def cut_off(events: Sequence[Event]) -> str:
        if any(event.kind == "no-button" for event in events):
            return f"no button is called `{label}`"
        if any(event.kind in ("handoff", "handoff-failed") for event in events):
            return f"another handoff is called `{label}`"
        return is_stopped(events)

    return by_replay(lab, f"press {label}", _pressing(agent, label), shows, cut_off=cut_off)


def missing(lab: Lab[AgentsFacts], finding: Finding) -> Proof:
    """The button that is meant is not among those that are shown."""
    data = data_of(finding)
    agent, label = data["agent"], data["label"]
    if not label:
        return Proof("unproved", "replay", None, "the handoff has no label to look for")

    def shows(events: Sequence[Event]) -> bool:
        ended = any(e.kind == "turn-end" and e.data["agent"] == agent for e in events)
        return ended and any(e.kind == "no-button" and e.data["label"] == label for e in events)

    def cut_off(events: Sequence[Event]) -> str:
        if any(event.kind in ("handoff", "handoff-failed") for event in events):
            return f"another handoff is called `{label}`"
        return is_stopped(events)

    written = _is_written(lab.facts, agent, label)
    if not written:
        return Proof("refuted", "replay", None, "no handoff has this label")
    return by_replay(lab, f"look for {label}", _pressing(agent, label), shows, cut_off=cut_off)


def _is_written(facts: AgentsFacts, agent: str, label: str) -> bool:
    """Whether the agent has a handoff of this label in its file."""
    named = (each for each in facts.vscode if facts.name(each) == agent)
    return any(handoff.label == label for each in named for handoff in each.handoffs)


def _pressing(agent: str, label: str) -> list[Choice]:
    return [spoken("pick", agent), spoken("send"), spoken("answer"), spoken("press", label)]


def laps(lab: Lab[AgentsFacts], finding: Finding) -> Proof:
    """Under Autopilot the agents take over from each other twice around, with no word between."""
    from phaselint.executor.proof import Setting

    agents = data_of(finding)["agents"]
    twice = [*agents, *agents]
    setting = Setting(options={"permission": "autopilot", "max-turns": len(twice)})
    choices = [spoken("pick", agents[0]), spoken("send"), *[spoken("answer")] * len(twice)]

    def shows(events: Sequence[Event]) -> bool:
        started = [event.data["agent"] for event in events if event.kind == "turn-start"]
        return started == twice and events[-1].kind == "limit"

    name = f"two laps from {agents[0]}"
    return by_replay(lab, name, choices, shows, setting=setting, cut_off=is_stopped)
