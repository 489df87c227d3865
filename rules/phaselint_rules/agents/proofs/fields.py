"""How the executor shows that a field isn't read as intended."""

from __future__ import annotations

from phaselint.dialects.agents.words import spoken
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import beside
from phaselint.executor.proof import PLAIN, STATIC, RunInput, data_of
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.agents.booleans import meant
from phaselint_rules.agents.proofs.stages import written
from phaselint_rules.agents.proofs.twins import altered, events, proof_by_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

    Trial = tuple[list[Choice], RunInput]

_AUTOPILOT = RunInput(options={"permission": "autopilot"})
_HIDING = ("user-invocable", "user-invokable")


@by("differential")
def not_read(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The team runs differently from a team with the intended value."""
    if finding.witness is None:
        return STATIC
    data = data_of(finding)
    name, key, said = data["agent"], data["key"], data["said"]
    number = data.get("number", -1)
    agent = next(
        (
            each
            for each in written(lab.facts, name, claude=False)
            if _says(each, key, number) is bool(said)
        ),
        None,
    )
    if agent is None:
        return Proof("refuted", "differential", None, "no agent of this name has it")
    trial = _trial(name, key)
    if trial is None:
        return STATIC
    words, setting = trial
    try:
        meant_so = twin_of(lab, finding, altered, agent.file, _change(key, bool(said), number))
    except LookupError as error:
        return Proof("unproved", "differential", None, str(error))
    twin = beside(lab, meant_so)
    holds = events(lab, words, setting) != events(twin, words, setting)
    doubt = "sessions run the same with the intended value"
    return proof_by_run(lab, f"{key} of {name}", words, setting, holds=holds, doubt=doubt)


def _says(agent: Agent, key: str, number: int) -> bool | None:
    """The value that the header intends for a key, of a handoff if there is a number; None if that
    can't be told."""
    value: Mapping[str, object] = agent.header.value
    if number >= 0:
        entries = [each.number for each in agent.handoffs]
        value = agent.header.value["handoffs"][number] if number in entries else {}
    said = meant(value.get(key))
    return None if said is None else said == "true"


def _trial(name: str, key: str) -> Trial | None:
    """The words that show the effect of a key, and the settings for them; None if no run shows
    it."""
    if key == "send":
        return [spoken("pick", name), spoken("send"), spoken("answer")], _AUTOPILOT
    if key in _HIDING:
        return [spoken("pick", name)], PLAIN
    if key == "disable-model-invocation":
        return [spoken("send"), spoken("subagent", name)], PLAIN
    return None


def _change(key: str, said: bool, number: int) -> Callable[[Agent], Agent]:
    """An agent as if the field were read."""

    def change(agent: Agent) -> Agent:
        if key == "disable-model-invocation":
            return agent._replace(blocked=said)
        if key != "send":
            return agent._replace(invocable=said)
        handoffs = (
            each._replace(send=said) if each.number == number else each for each in agent.handoffs
        )
        return agent._replace(handoffs=tuple(handoffs))

    return change
