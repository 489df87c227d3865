"""What an agent declares for runs to use: steps, and the transitions of their gates (reference
§4.3).

Left out are section steps (never loaded), intents that a kind doesn't allow, a `null` among
the targets of a conditional transition, the transition of a jump that names its target in the
answer, and elements reached only with other verdict types, which other agents can have: the
reference doesn't expect a run to use any of them. An intent of a closure step decides nothing.
"""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED, INTENTS, Registry
from phaselint.dialects.climpt.running.router import derived
from phaselint.dialects.records import Element, Limit
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.climpt.model import ClimptContract, Gate, Step
    from phaselint.dialects.records import Event
    from phaselint.vocabulary.finding import Pointer

ITERATIONS = "maxIterations"


def elements(contract: ClimptContract) -> Iterator[Element]:
    """The steps, each with the transitions of its gate."""
    registry = contract.registry or Registry("")
    others = _of_other_verdicts(contract, registry)
    for step in registry.steps.values():
        if step.section or step.key in others:
            continue
        place = Place(registry.file, step.pointer, "key")
        yield Element(step.key, step.key, f"`{step.key}`", "entered", place)
        yield from _out_of(registry, step)


def _out_of(registry: Registry, step: Step) -> Iterator[Element]:
    """The transitions of the gate of a step."""
    if registry.gated and step.kind != "closure" and step.gate is not None:
        yield from _ways(registry, step, step.gate)


def _of_other_verdicts(contract: ClimptContract, registry: Registry) -> frozenset[str]:
    """The steps declared to follow from entries for other verdict types, but not from the entry of
    the agent's runs."""
    mapping = registry.mapping or {}
    verdict = contract.agent.verdict if contract.agent is not None else ""
    own = registry.entry_of(verdict)
    onward = {
        step.key: [target for way in _out_of(registry, step) for target in way.targets]
        for step in registry.steps.values()
    }
    others = _onward(onward, (entry for entry in mapping.values() if entry != own))
    return others - _onward(onward, (own,))


def _onward(onward: Mapping[str, Sequence[str]], first: Iterable[str]) -> frozenset[str]:
    waiting = list(first)
    found = set(waiting)
    while waiting:
        fresh = set(onward.get(waiting.pop(), ())) - found
        found |= fresh
        waiting += fresh
    return frozenset(found)


def _ways(registry: Registry, step: Step, gate: Gate) -> Iterator[Element]:
    """The transitions of the intents of a step; each target once."""
    for intent in dict.fromkeys(gate.allowed):
        if intent not in ALLOWED.get(step.kind, INTENTS):
            continue
        at = (*gate.pointer, "allowedIntents", gate.allowed.index(intent))
        if intent in _FREE or (intent == "jump" and gate.target_field):
            label, place = f"`{intent}` of `{step.key}`", Place(registry.file, at)
            yield Element((step.key, intent), step.key, label, "taken", place)
            continue
        for target, pointer in _targets(registry, step, intent):
            yield Element(
                (step.key, intent, target),
                step.key,
                f"`{intent}` from `{step.key}` to `{target}`",
                "taken",
                Place(registry.file, pointer or at),
                targets=(target,),
            )


def _targets(registry: Registry, step: Step, intent: str) -> Iterator[tuple[str, Pointer]]:
    """The declared targets of an intent, each with its place; an empty place for a continuation,
    which needs no transition. Unknown steps are left out."""
    rule = (step.transitions or {}).get(intent)
    named: list[tuple[str | None, Pointer]] = []
    if rule is None or not (rule.simple or rule.conditional):
        named = [(derived(registry.steps, step) if intent in _LENIENT else None, ())]
    elif rule.simple:
        named = [(rule.target, (*rule.pointer, "target"))]
    elif intent in _LENIENT:
        named = [(each, (*rule.pointer, "targets", key)) for key, each in rule.targets.items()]
    known: set[str] = set()
    for target, pointer in named:
        if target is not None and target in registry.steps and target not in known:
            known.add(target)
            yield target, pointer


_FREE = ("repeat", "closing", "abort")
"""Intents with a target but without a transition."""

_LENIENT = ("next", "jump")
"""Intents with transitions of either form."""


def moves(events: Sequence[Event]) -> Iterator[Hashable]:
    """The steps whose iterations ended, and the intents and transitions that they followed."""
    for event in events:
        if event.kind != "iteration":
            continue
        step, intent = event.data["step"], event.data.get("intent")
        yield step
        if intent and "failure" not in event.data:
            yield (step, intent)
        if "next" in event.data:
            yield (step, intent, event.data["next"])


def limits(contract: ClimptContract) -> Sequence[Limit]:
    """The number of iterations of a run."""
    agent = contract.agent
    if agent is None:
        return ()
    verdict: Pointer = (*agent.base, "runner", "verdict")
    written = ITERATIONS in (agent.config or {})
    place = Place(agent.file, (*verdict, "config", ITERATIONS) if written else verdict)
    return (Limit(ITERATIONS, agent.max_iterations, "iterations", place),)


def spent(events: Sequence[Event]) -> Mapping[str, int]:
    """The iterations that a step ended."""
    count = sum(event.kind == "iteration" for event in events)
    return {ITERATIONS: count} if count else {}
