"""How the executor shows that a handoff fails, or is not there."""

from __future__ import annotations

from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import RunInput, by_replay, data_of, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.agents.proofs.stages import is_stopped
from phaselint_rules.agents.proofs.twins import changed, events, proof_by_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def fails(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The button is pressed, and nothing takes over."""
    data = data_of(finding)
    agent, label, to = data["agent"], data["label"], data["to"]
    if not label:
        return unproved("the handoff has no label to press")

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


def missing(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The button that is meant is not among those that are shown."""
    data = data_of(finding)
    agent, label = data["agent"], data["label"]
    if not label:
        return unproved("the handoff has no label to look for")

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


def laps(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """Under Autopilot the agents take over from each other twice around, with no word between."""
    agents = data_of(finding)["agents"]
    twice = [*agents, *agents]
    setting = RunInput(options={"permission": "autopilot", "max-turns": len(twice)})
    choices = [spoken("pick", agents[0]), spoken("send"), *[spoken("answer")] * len(twice)]

    def shows(events: Sequence[Event]) -> bool:
        started = [event.data["agent"] for event in events if event.kind == "turn-start"]
        return started == twice and events[-1].kind == "limit"

    name = f"two laps from {agents[0]}"
    return by_replay(lab, name, choices, shows, setting=setting, cut_off=is_stopped)


@by("differential")
def shadowed(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """Another handoff goes by itself; where those before do not send, this one does."""
    data = data_of(finding)
    name, number = data["agent"], data["number"]
    setting = RunInput(options={"permission": "autopilot"})
    words = [spoken("pick", name), spoken("send"), spoken("answer")]
    happened = events(lab, words, setting)
    agent = lab.facts.scope.visible.get(name)
    alone = lab if agent is None else changed(lab, agent.file, lambda each: _silent(each, number))
    going, then = _going(happened), _going(events(alone, words, setting))
    labels = {} if agent is None else {each.number: each.label for each in agent.handoffs}
    holds = going not in (None, number) and then == number
    holds = holds and going is not None and labels.get(going) == data.get("first")
    doubt = is_stopped(happened)
    return proof_by_run(lab, f"end a turn of {name}", words, setting, holds=holds, doubt=doubt)


def _silent(agent: Agent, number: int) -> Agent:
    """An agent whose handoffs before one do not send."""
    handoffs = (each._replace(send=each.send and each.number >= number) for each in agent.handoffs)
    return agent._replace(handoffs=tuple(handoffs))


def _going(events: Sequence[Event]) -> int | None:
    """The number of the handoff that goes by itself first."""
    kinds = ("handoff", "handoff-failed")
    return next((event.data["number"] for event in events if event.kind in kinds), None)
