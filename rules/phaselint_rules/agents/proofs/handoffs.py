"""How the executor shows which handoffs are sent automatically."""

from __future__ import annotations

from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import RunInput, by_replay, data_of
from phaselint.vocabulary.rule import by
from phaselint_rules.agents.proofs.stages import is_stopped, written
from phaselint_rules.agents.proofs.twins import (
    alone,
    changed,
    events,
    proof_by_run,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.records import Event
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


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
