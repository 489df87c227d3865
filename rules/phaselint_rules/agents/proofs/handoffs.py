"""How the executor shows that a handoff fails or is missing."""

from __future__ import annotations

from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import RunInput, by_replay, data_of, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.agents.proofs.stages import is_stopped, written
from phaselint_rules.agents.proofs.twins import (
    alone,
    by_replay_beside,
    changed,
    events,
    proof_by_run,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def fails(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The button is pressed, but no agent takes over."""
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
            return f"no button is labeled `{label}`"
        if any(event.kind in ("handoff", "handoff-failed") for event in events):
            return f"another handoff is labeled `{label}`"
        return is_stopped(events)

    return by_replay_beside(
        lab,
        f"press {label}",
        _pressing(agent, label),
        shows,
        _with_button(lab, finding, label, to),
        cut_off=cut_off,
    )


def _with_button(
    lab: ProofContext[AgentsFacts], finding: Finding, label: str, to: str
) -> Iterator[ProofContext[AgentsFacts]]:
    """The team with a button for this handoff only, even if its prompt is missing, in an agent with
    a unique name."""
    file, name = finding.place.file, data_of(finding)["agent"]

    def change(agent: Agent) -> Agent:
        meant = (each for each in agent.handoffs if (each.label, each.target) == (label, to))
        kept = tuple(each._replace(prompt=each.prompt or "") for each in meant)
        return agent._replace(handoffs=kept)

    if any(each.file == file for each in written(lab.facts, name, claude=False)):
        yield changed(alone(lab, name, file, claude=False), file, change)


def missing(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The intended button isn't shown."""
    data = data_of(finding)
    agent, label = data["agent"], data["label"]
    if not label:
        return unproved("the handoff has no label to look for")

    def shows(events: Sequence[Event]) -> bool:
        ended = any(e.kind == "turn-end" and e.data["agent"] == agent for e in events)
        return ended and any(e.kind == "no-button" and e.data["label"] == label for e in events)

    def cut_off(events: Sequence[Event]) -> str:
        if any(event.kind in ("handoff", "handoff-failed") for event in events):
            return f"another handoff is labeled `{label}`"
        return is_stopped(events)

    written = _is_written(lab.facts, agent, label)
    if not written:
        return Proof("refuted", "replay", None, "no handoff has this label")
    return by_replay_beside(
        lab,
        f"look for {label}",
        _pressing(agent, label),
        shows,
        _without_others(lab, finding, label),
        cut_off=cut_off,
    )


def _without_others(
    lab: ProofContext[AgentsFacts], finding: Finding, label: str
) -> Iterator[ProofContext[AgentsFacts]]:
    """The team with only this handoff among those with a label, in an agent with a unique name."""
    file, name, number = finding.place.file, data_of(finding)["agent"], _number_of(finding)

    def change(agent: Agent) -> Agent:
        kept = (each for each in agent.handoffs if each.number == number or each.label != label)
        return agent._replace(handoffs=tuple(kept))

    if any(each.file == file for each in written(lab.facts, name, claude=False)):
        yield changed(alone(lab, name, file, claude=False), file, change)


def _number_of(finding: Finding) -> int:
    """The number of the handoff that a finding is about, by its place."""
    _, number, *_ = (*finding.place.pointer, -1, -1)
    return number if isinstance(number, int) else -1


def _is_written(facts: AgentsFacts, agent: str, label: str) -> bool:
    """Whether the agent's file has a handoff with this label."""
    named = (each for each in facts.vscode if facts.name(each) == agent)
    return any(handoff.label == label for each in named for handoff in each.handoffs)


def _pressing(agent: str, label: str) -> list[Choice]:
    return [spoken("pick", agent), spoken("send"), spoken("answer"), spoken("press", label)]


def laps(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """With Autopilot on, the agents go through the loop twice without any user input."""
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
    """Another handoff is sent automatically; if those before it aren't, this one is."""
    data = data_of(finding)
    name, number = data["agent"], data["number"]
    setting = RunInput(options={"permission": "autopilot"})
    words = [spoken("pick", name), spoken("send"), spoken("answer")]
    bench = alone(lab, name, finding.place.file, claude=False)
    happened = events(bench, words, setting)
    own = (a for a in written(lab.facts, name, claude=False) if a.file == finding.place.file)
    agent = next(own, lab.facts.scope.visible.get(name))
    silent = bench if agent is None else changed(bench, agent.file, lambda a: _silent(a, number))
    going, then = _going(happened), _going(events(silent, words, setting))
    labels = {} if agent is None else {each.number: each.label for each in agent.handoffs}
    holds = going not in (None, number) and then == number
    holds = holds and going is not None and labels.get(going) == data.get("first")
    doubt = is_stopped(happened)
    return proof_by_run(lab, f"end a turn of {name}", words, setting, holds=holds, doubt=doubt)


def _silent(agent: Agent, number: int) -> Agent:
    """An agent whose handoffs before a given one aren't sent."""
    handoffs = (each._replace(send=each.send and each.number >= number) for each in agent.handoffs)
    return agent._replace(handoffs=tuple(handoffs))


def _going(events: Sequence[Event]) -> int | None:
    """The number of the handoff that is sent first automatically."""
    kinds = ("handoff", "handoff-failed")
    return next((event.data["number"] for event in events if event.kind in kinds), None)
