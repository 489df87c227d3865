"""Steps, transitions and runs of an agent as places, lines for people and witness data."""

from __future__ import annotations

from itertools import chain, pairwise

from phaselint.dialects.climpt.analysis.lower import END, always_named, permits, refusals
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.machine.graph import shortest_path
from phaselint.vocabulary.finding import Witness, WitnessStep
from phaselint.vocabulary.message import Message, arrows, message, quote, quote_all
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.lower import Edge
    from phaselint.dialects.climpt.model import Step, Transition
    from phaselint.vocabulary.finding import Place, Pointer

UNKNOWN: Mapping[str, str] = {
    "next": "SR-TRANS-001",
    "jump": "SR-TRANS-001",
    "handoff": "SR-TRANS-006",
    "escalate": "SR-TRANS-008",
}
"""Intent → the code with which a run ends whose next step does not exist."""


def code_of_unknown(step: Step, rule: Transition, pointer: Pointer) -> str:
    """The code that a target that isn't a step causes: from release 1.14 on a start is refused for
    one under `target`, otherwise a run ends; empty if neither does."""
    refused = refusals(step).no_step
    if refused and pointer == (*rule.pointer, "target"):
        return refused
    return UNKNOWN.get(rule.intent, "")


def refuses(step: Step, code: str) -> bool:
    """Whether the code of a target that isn't a step belongs to a start, not to a run."""
    return bool(code) and code == refusals(step).no_step


NULL: Mapping[str, str] = {
    "next": "SR-TRANS-002",
    "jump": "SR-TRANS-002",
    "handoff": "SR-TRANS-005",
    "escalate": "SR-TRANS-009",
}
"""Intent → the code with which a run ends if its next step is null."""

REFUSED: Mapping[str, str] = {"handoff": "SR-TRANS-004", "escalate": "SR-TRANS-009"}
"""Intent → the code with which a run ends that finds a condition there."""

EMPTY: Mapping[str, str] = {
    "next": "SR-TRANS-003",
    "jump": "SR-TRANS-003",
    "handoff": "SR-TRANS-004",
    "escalate": "SR-TRANS-009",
}
"""Intent → the code with which a run ends if its transition has no form at all and the step has no
continuation (reference §4.3)."""

FORWARD = ("next", "jump")
"""The intents whose transitions can be conditional."""

MOST_NAMED = 5
"""How many names a message lists before it counts the others."""

MOST_LINES = 20
"""How many iterations a run lists one by one."""


def step_place(facts: ClimptFacts, key: str) -> Place:
    """Where a step is declared: its key."""
    return facts.place(facts.steps[key].pointer, "key")


def entry_places(facts: ClimptFacts) -> Iterator[tuple[str, Place]]:
    """Where steps are named as entries: the mapping's values, then `entryStep`."""
    registry = facts.registry
    for key, name in (registry.mapping or {}).items():
        yield name, facts.place(registry.entry_at(key))
    if registry.entry_step:
        yield registry.entry_step, facts.place((*registry.base, "entryStep"))


def lent_places(facts: ClimptFacts) -> Iterator[tuple[str, Place]]:
    """The places that name steps whose prompts are lent (1.14 §2.1)."""
    registry = facts.registry
    for verdict, name in registry.lent.items():
        yield name, facts.place((*registry.base, "entryStepMapping", verdict, "continuation"))


def transitions_of(facts: ClimptFacts) -> tuple[tuple[Step, Transition], ...]:
    """Every transition of every step, taken or not."""
    return facts.once(_transitions_of)


def cuts_off(facts: ClimptFacts, step: Step, intent: str) -> bool:
    """Whether the transitions of a step point toward an end only with that of an intent, whatever
    the steps list."""
    return _ends(facts, step, "") and not _ends(facts, step, intent)


def _ends(facts: ClimptFacts, start: Step, without: str) -> bool:
    """Whether transitions lead from a step to an end, without one of its own."""
    seen, waiting = {start.key}, [start]
    while waiting:
        step = waiting.pop()
        for rule in (step.transitions or {}).values():
            if step is start and rule.intent == without:
                continue
            for name in rule.named.values():
                target = facts.steps.get(name) if name is not None else None
                if name is None and rule.intent == "closing":
                    return True
                if target is not None and target.key not in seen:
                    if target.kind == "closure":
                        return True
                    seen.add(target.key)
                    waiting.append(target)
    return False


def targets_of(
    facts: ClimptFacts,
) -> tuple[tuple[Step, Transition, Pointer, str | None], ...]:
    """Every step that a transition of any step names, with the place of the name."""
    return facts.once(_targets_of)


def _targets_of(
    facts: ClimptFacts,
) -> tuple[tuple[Step, Transition, Pointer, str | None], ...]:
    return tuple(chain.from_iterable(_targets_in.each((facts.listed,))))


@pure
def _targets_in(step: Step) -> tuple[tuple[Step, Transition, Pointer, str | None], ...]:
    return tuple(
        (step, rule, pointer, name)
        for rule in (step.transitions or {}).values()
        for pointer, name in rule.named.items()
    )


def _transitions_of(facts: ClimptFacts) -> tuple[tuple[Step, Transition], ...]:
    return tuple(chain.from_iterable(_transitions_in.each((facts.listed,))))


@pure
def _transitions_in(step: Step) -> tuple[tuple[Step, Transition], ...]:
    return tuple((step, rule) for rule in (step.transitions or {}).values())


def can_be_asked(facts: ClimptFacts, step: Step, rule: Transition) -> bool:
    """Whether runs read a transition at all: its intent is listed and one of the step's kind, and
    its answer doesn't name the target. Other findings report a transition that isn't read."""
    if not permits(step, rule.intent) or step.section or not facts.gated:
        return False
    return rule.intent != "jump" or not names_target(facts, step)


def may_be_taken(facts: ClimptFacts, step: Step, rule: Transition) -> bool:
    """Whether some run can read a transition: it is taken, and runs can reach the step."""
    return step.key in facts.met and can_be_asked(facts, step, rule)


def names_target(facts: ClimptFacts, step: Step) -> bool:
    """Whether every jump of a step names its target, and none reads a transition (reference
    §4.3)."""
    gate, schema = step.gate, facts.schema(step)
    named = gate is not None and bool(gate.target_field)
    return bool(named and gate and schema is not None and always_named(schema, gate))


def jump_named(facts: ClimptFacts, step: Step, rule: Transition) -> str:
    """A step that answers can name for a jump, if runs reach a transition for jump that no answer
    needs: not even an answer whose target is empty or not a string. Otherwise empty."""
    from phaselint.schema import Equals, Typed, satisfiable

    gate, schema = step.gate, facts.schema(step)
    if rule.intent != "jump" or not permits(step, "jump") or step.section or not facts.gated:
        return ""
    if gate is None or schema is None or step.key not in facts.met:
        return ""
    if not names_target(facts, step):
        return ""
    path = path_of(gate.target_field)
    kinds = ("null", "boolean", "number", "array", "object")
    if satisfiable(schema, path, Equals("")).answer != "no":
        return ""
    if any(satisfiable(schema, path, Typed(kind)).answer != "no" for kind in kinds):
        return ""
    named = (key for key in facts.steps if satisfiable(schema, path, Equals(key)).answer == "yes")
    return next(named, "")


def spoken(step: Step, intent: str) -> Message:
    """A transition of a step as messages name it."""
    return message("the {} transition of {}", quote(intent), quote(step.key))


def first_names(names: Sequence[str]) -> Message:
    """Names in backticks, the first few of many."""
    more = len(names) - MOST_NAMED
    return (
        quote_all(names)
        if more < 2
        else message("{} and {} more", quote_all(names[:MOST_NAMED]), more)
    )


def way_to(facts: ClimptFacts, key: str) -> tuple[str, ...]:
    """The steps of a shortest path to a step from the active entry, or else from another entry that
    has one; empty if there is no path."""
    starts = (facts.active, *facts.entries) if facts.active else facts.entries
    ways = (facts.way(key, start=start) for start in dict.fromkeys(starts))
    return next(filter(None, ways), ())


def witness_at(facts: ClimptFacts, key: str, /, **data: Any) -> Witness:
    """A run to a step, and what the finding says about it."""
    way = way_to(facts, key)
    return witness_along(facts, way, **data) if way else Witness({"step": key, **data})


def witness_along(facts: ClimptFacts, steps: Sequence[str], /, **data: Any) -> Witness:
    """A run through some steps, and what the finding says about it."""
    told = {"step": steps[-1], **data, "path": list(steps)}
    return Witness(told, tuple(_lines(facts, steps)))


def _lines(facts: ClimptFacts, steps: Sequence[str]) -> Iterator[WitnessStep]:
    """One line for each iteration of a run; of a long one, those at its start and its end."""
    yield WitnessStep(f"start in {quote(steps[0])}", step_place(facts, steps[0]), steps[0])
    edges = list(pairwise(steps))
    cut = len(edges) - MOST_LINES
    half = MOST_LINES // 2
    for pair in edges[:half] if cut > 0 else edges:
        yield _line(facts, _edge(facts, *pair))
    if cut > 0:
        yield WitnessStep(f"{cut} more iterations", None, edges[-half][0])
        yield from (_line(facts, _edge(facts, *pair)) for pair in edges[-half:])


def _edge(facts: ClimptFacts, source: str, target: str) -> Edge:
    ways = (edge for edge in facts.out[source] if edge.to != "error" and not edge.excluded)
    found = [edge for edge in ways if edge.dynamic or edge.target == target]
    best = min(found, key=lambda edge: (edge.documented, edge.dynamic))
    return best._replace(target=target)


def _line(facts: ClimptFacts, edge: Edge) -> WitnessStep:
    key = f", {quote(edge.key)}" if edge.key else ""
    said = f"{arrows((edge.source, edge.target))} ({quote(edge.intent)}{key})"
    return WitnessStep(said, facts.place(edge.pointer, "key"), edge.target or "")


def why_stuck(facts: ClimptFacts, key: str) -> tuple[str, ...]:
    """Why no path leaves a step: one line for each transition."""
    return tuple(dict.fromkeys(map(_shut, facts.out[key])))


def _shut(edge: Edge) -> str:
    said = f"{quote(edge.source)}: {quote(edge.intent)}" + (f" ({edge.key})" if edge.key else "")
    if edge.to == "error":
        return f"{said} ends the run with {edge.target}"
    if edge.dynamic:
        return f"{said} goes to any step"
    return f"{said} goes to {'the end' if edge.target == END else quote(edge.target)}"


def counts(rule: Transition, pointer: Pointer) -> bool:
    """Whether a run that takes a transition reads a target in it: `target` wins, a fallback is
    never used, and only `next` and `jump` support conditions."""
    inner = pointer[len(rule.pointer) :]
    if rule.simple:
        return inner == ("target",)
    return inner[0] == "targets" and rule.intent in FORWARD


def replaced(rule: Transition, pointer: Pointer) -> bool:
    """Whether a `null` in a transition gives way to the `default` next to it (reference §4.3)."""
    inner = pointer[len(rule.pointer) :]
    return inner[0] == "targets" and rule.targets.get("default") is not None


def within(rule: Transition, pointer: Pointer) -> Message:
    """Under which key of a conditional transition a target is, in words."""
    inner = pointer[len(rule.pointer) :]
    return message(" under {}", quote(str(inner[1]))) if inner[0] == "targets" else message("")


def transition_data(rule: Transition, pointer: Pointer) -> dict[str, str]:
    """How a run gets to a target in a transition: the intent of the answer, and the key that the
    value of its condition must match."""
    inner = pointer[len(rule.pointer) :]
    return {"intent": rule.intent} | ({"key": str(inner[1])} if inner[0] == "targets" else {})


def beyond(facts: ClimptFacts, budget: int) -> list[list[str]]:
    """The steps that no run reaches within a number of iterations, but one does in more, each with
    its intents."""
    steps, lengths = facts.steps.values(), facts.way_lengths
    far = (step for step in steps if lengths[step.key] > budget)
    return [[step.key, *(step.gate.allowed if step.gate else ())] for step in far]


def shortest(facts: ClimptFacts) -> list[str]:
    """The steps of a shortest path from the active entry to a step that can end the run, by edges
    that a run can take; empty if there is none."""
    names = tuple(facts.steps)
    number = {name: index for index, name in enumerate(names)}
    graph: list[list[int]] = [[] for _ in names]
    jumping, ending = [], []
    for edge in facts.edges:
        if edge.dynamic:
            jumping.append(number[edge.source])
        elif edge.to == "end":
            ending.append(number[edge.source])
        elif edge.to == "step" and not (edge.documented or edge.excluded):
            graph[number[edge.source]].append(number[edge.target])
    start = [number[facts.active]]
    straight = shortest_path(graph, start, ending)
    leap = shortest_path(graph, start, jumping) if ending else None
    if leap and (straight is None or len(leap) + 1 < len(straight)):
        straight = [*leap, ending[0]]
    return [names[index] for index in straight or ()]
