"""What a diagram of an agent shows in addition to its machine (reference §2.3, §4.1, §4.3, §6.1):
unreachable steps, transitions that are never taken, and the limits of runs."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import handed, producible
from phaselint.dialects.climpt.analysis.lower import DEFAULT_KEY, edges, permitted
from phaselint.dialects.diagram_data import UNHEEDED, Closed, Sketch
from phaselint.machine.model import Machine
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.lower import Edge

ANYWHERE = "anywhere"
"""The kind of a jump to any step that an answer names."""

NO_STEP = "a section can't run"

_IGNORED = {
    "repeat": "`repeat` always runs the same step again",
    "fallback": "a fallback is never read",
}


def sketch(facts: ClimptFacts) -> Sketch:
    """The data of an agent's diagram."""
    if not facts.steps:
        return Sketch(Machine((), (), (), ()))
    followed = [edge for edge in facts.edges if edge.to != "error"]
    closed = tuple(_closed(facts))
    own = facts.reach_from(facts.starts) if facts.starts else facts.reach
    sections = (step.key for step in facts.steps.values() if step.section and step.key in own)
    return Sketch(
        _started(facts),
        unentered={
            **dict(_late(facts)),
            **dict(_unentered(facts, own, {way.target for way in closed})),
        },
        unusable={
            **dict.fromkeys(facts.unanswerable, "no answer can satisfy its output schema"),
            **dict.fromkeys(sections, NO_STEP),
        },
        dead=dict(_dead(facts, followed)),
        closed=closed,
        move_bounds=dict(_repeats(facts, followed)),
        kinds={number: ANYWHERE for number, edge in enumerate(followed) if edge.dynamic},
        limits=_limits(facts),
        known=facts.graph_known,
    )


def _started(facts: ClimptFacts) -> Machine:
    """The machine, in which runs of the agent start according to its verdict type."""
    machine = facts.machine
    number = {name: index for index, name in enumerate(facts.steps)}
    starts = tuple(sorted(number[key] for key in facts.starts))
    return machine._replace(initial=starts or machine.initial)


def _unentered(
    facts: ClimptFacts, own: Collection[str], told: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Steps that no run reaches, each with the reason: those that aren't among its `own`. The paths
    of others explain those that are `told`."""
    led = {edge.target for edge in facts.edges if edge.source != edge.target}.union(told)
    verdict = quote(facts.agent.verdict) if facts.has_agent else ""
    for step in facts.steps.values():
        if step.key in own:
            continue
        if step.section:
            yield step.key, NO_STEP
        elif step.key in facts.reach:
            yield step.key, f"reached only with verdict types other than {verdict}"
        elif step.key in facts.intended.reach:
            if step.key not in led:
                yield step.key, "a broken reference might be intended to point here"
        elif step.key in facts.lent_reach:
            yield step.key, "`continuation` only lends a prompt and starts no run"


def _late(facts: ClimptFacts) -> Iterator[tuple[str, str]]:
    """The steps that no run reaches in time, if none reaches an end in time."""
    far = facts.way_lengths
    most = max(1, facts.agent.max_iterations) if facts.has_agent and facts.active else 0
    ends = [far[edge.source] for edge in facts.edges if edge.to == "end" and far[edge.source]]
    if most and ends and min(ends) > most:
        for key, needed in far.items():
            if needed > most:
                yield key, f"needs {needed} iterations, but a run has {most}"


def _dead(facts: ClimptFacts, followed: Sequence[Edge]) -> Iterator[tuple[int, str]]:
    """The transitions of conditions that never hold, by the numbers of their moves."""
    for number, edge in enumerate(followed):
        if edge.key in ("", DEFAULT_KEY):
            continue
        step = facts.steps[edge.source]
        rule = (step.transitions or {}).get(edge.intent)
        path = handed(step, rule.condition) if rule is not None else None
        schema = facts.schema(step)
        if path is None:
            yield number, "no answer hands off the condition"
        elif schema is not None and not producible(schema, path, edge.key):
            yield number, f"{quote(path)} is never {quote(edge.key)}"


def _closed(facts: ClimptFacts) -> Iterator[Closed]:
    """Parts of transitions that no run follows: under intents that a step doesn't list, of those
    with a fixed target, and fallbacks."""
    file = facts.registry.file
    for step in facts.steps.values():
        listed = permitted(step)
        for intent, rule in (step.transitions or {}).items():
            for target in rule.named.values() if intent not in listed else ():
                if target is not None:
                    why = f"the step doesn't list {quote(intent)}"
                    place = Place(file, rule.pointer)
                    yield Closed(step.key, target, intent, why, place=place, kind=UNHEEDED)
    promised = edges(facts.contract, documented=not facts.options["documented-edges"])
    for edge in promised:
        if edge.documented and edge.source != edge.target:
            why = _IGNORED["repeat" if edge.intent == "repeat" else "fallback"]
            place = Place(file, edge.pointer)
            yield Closed(edge.source, edge.target, edge.intent, why, place=place, kind=UNHEEDED)


def _repeats(facts: ClimptFacts, followed: Sequence[Edge]) -> Iterator[tuple[int, str]]:
    for number, edge in enumerate(followed):
        chain = facts.steps[edge.source].chain
        if edge.intent == "repeat" and not chain.endless:
            yield number, f"at most {plural(len(chain.elements), 'time')} in a row"


def _limits(facts: ClimptFacts) -> tuple[str, ...]:
    if not facts.has_agent:
        return ()
    return (f"at most {plural(facts.agent.max_iterations, 'iteration')}",)
