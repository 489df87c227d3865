"""What runs of an agent do, as acts: steps entered, and intents taken (reference §4.2, §4.3).

A step is entered when something goes to it: the start, an intent, a closing signal `repeat`. An
iteration that is repeated because a validator failed or the run wasn't closed doesn't enter its
step again, so acts don't depend on how often the world says no. An intent is taken when the router
follows it, and so is the signal of a closure step. Calls of tools are possible acts: a model makes
any number of them before it answers.
"""

from __future__ import annotations

from phaselint.dialects.acts import Act, KnownAct
from phaselint.dialects.climpt.model import ALLOWED, INTENTS, Registry
from phaselint.dialects.climpt.reading.permissions import permissions_of
from phaselint.dialects.climpt.running.completion import SIGNALS
from phaselint.dialects.climpt.running.start import stand_in
from phaselint.dialects.climpt.running.steps import granted_at
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.model import Agent, ClimptContract, Gate, Step
    from phaselint.dialects.climpt.reading.permissions import Permissions
    from phaselint.dialects.climpt.running.session import State
    from phaselint.dialects.records import Event
    from phaselint.vocabulary.finding import Pointer

WILDCARD = "*"
"""An entry of `allowedTools` that allows no call (reference §4.12)."""

ENDING = ("closing", "abort")
"""Intents that go to the end, not to a step, unless a validator fails."""


def acts(events: Sequence[Event]) -> Iterator[Act]:
    """The acts of events: the allowed tool calls of a scripted answer, and for each iteration the
    intent or signal that was followed, and the next step."""
    for event in events:
        if event.kind == "start":
            yield _entering(event.data["entry"])
        elif event.kind == "model:run":
            yield from (_calling(tool, event.phase) for tool in event.data.get("called", ()))
        elif event.kind == "iteration" and "failure" not in event.data:
            yield from _of_iteration(event.data)


def _of_iteration(record: Mapping[str, Any]) -> Iterator[Act]:
    """The act of an iteration without a failure. Its word is the intent of the gate, or the signal
    of a closure step; a signal that should end the run, but didn't, has failed."""
    step, done = record["step"], bool(record.get("complete"))
    word = record.get("intent") or record.get("closure_signal")
    if word:
        act = Act("take", word, phase=step)
        yield act if done or word not in ENDING else act._replace(ok="no")
    again = step if record.get("closure_signal") == SIGNALS[1] else ""
    onward = record.get("next") or again
    if onward and not done and "limit" not in record:
        yield _entering(onward)


def offered(state: State) -> Iterator[Act]:
    """The calls allowed in the step whose answer a run waits for."""
    if state.waiting:
        yield from (_calling(tool, state.step) for tool in _callable(granted_at(state)))


def known_acts(contract: ClimptContract) -> Iterator[KnownAct]:
    """The steps, the intents that their gates list and their kinds allow, the signals of closure
    steps, and the calls of the tools that a step can use."""
    registry = contract.registry or Registry("")
    agent = contract.agent or stand_in(registry)
    named = _named(registry)
    for step in registry.steps.values():
        if step.section and step.key not in named:
            continue
        place = Place(registry.file, step.pointer, "key")
        yield KnownAct(_entering(step.key), place)
        for word, at in _words(registry, step, place).items():
            yield KnownAct(Act("take", word, phase=step.key), at)
        if step.kind != "closure" or step.runner is None or not step.runner.command:
            for tool in _callable(permissions_of(contract, agent, step)):
                yield KnownAct(_calling(tool, step.key), _tool_at(contract, agent, tool), True)


def _named(registry: Registry) -> frozenset[str]:
    """The steps that a transition names, or that an answer can name: sections are entered only if
    they are among these."""
    gates = (step.gate for step in registry.steps.values() if step.gate is not None)
    if any("jump" in gate.allowed and gate.target_field for gate in gates):
        return frozenset(registry.steps)
    rules = (rule for step in registry.steps.values() for rule in (step.transitions or {}).values())
    targets = (target for rule in rules for target in rule.named.values() if target is not None)
    return frozenset((*targets, *(registry.mapping or {}).values()))


def _words(registry: Registry, step: Step, own: Place) -> dict[str, Place]:
    """The possible intents and signals of a step, with the place where they are listed. In a
    closure step its answer decides, whatever its gate lists."""
    gate = step.gate
    if step.kind == "closure":
        return {word: _listed(registry, gate, word) or own for word in SIGNALS}
    if gate is None or not registry.gated:
        return {}
    allowed = (*ALLOWED.get(step.kind, INTENTS), "abort")
    known = (word for word in gate.allowed if word in allowed)
    return {word: _listed(registry, gate, word) or own for word in known}


def _listed(registry: Registry, gate: Gate | None, word: str) -> Place | None:
    if gate is None or word not in gate.allowed:
        return None
    at = (*gate.pointer, "allowedIntents", gate.allowed.index(word))
    return Place(registry.file, at)


def _callable(granted: Permissions) -> Iterator[str]:
    """The tools with calls that can be allowed, each once."""
    for tool in dict.fromkeys(granted.tools):
        if tool and tool != WILDCARD and not granted.denies({"tool": tool}):
            yield tool


def _tool_at(contract: ClimptContract, agent: Agent, tool: str) -> Place | None:
    """Where a tool is listed, in the settings or in agent.json; none for a tool that needs no
    entry."""
    settings = contract.settings
    at: Pointer
    if settings is not None:
        from phaselint.dialects.climpt.reading.settings import tool_of

        rules = [tool_of(rule) for rule in settings.allow or ()]
        file, at, listed = settings.file, ("permissions", "allow"), rules
    else:
        listed = [*(agent.tools or ())]
        file, at = agent.file, (*agent.base, "runner", "boundaries", "allowedTools")
    return Place(file, (*at, listed.index(tool))) if tool in listed else None


def _entering(step: str) -> Act:
    return Act("enter", step, phase=step)


def _calling(tool: str, step: str) -> Act:
    return Act("call", tool, phase=step, ok="unknown")
