"""Registry → graph of steps (reference §6.1): the edges that a run can take, and with the option
`documented-edges` also those that the documentation promises.

The runtime never imports this module.
"""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.dialects.climpt.spelling import FLAT, NESTED
from phaselint.machine.model import Machine, Move, Phase
from phaselint.schema import (
    always,
    conforming,
    exists,
    holding,
    plainly_satisfiable,
    values_at,
)
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import ClimptContract, Gate, Registry, Step, Transition
    from phaselint.dialects.climpt.spelling import Spelling
    from phaselint.vocabulary.finding import Pointer

    TargetKind = Literal["step", "end", "error"]

END = "END"
"""Where a run is complete."""

ANY = ""
"""The target of a jump that can go to any step."""

ANY_NAME = "(any step)"

DEFAULT_KEY = "default"


class Edge(NamedTuple):
    """A path out of a step: `target` is a step's key, `END`, or the code of the error it ends in.

    `key` is that of a conditional transition. `dynamic` marks a jump whose target is a free string:
    one edge to `ANY`, because one for each step would be too many. `derived` marks a continuation
    that no transition names, `documented` an edge that no run takes, `excluded` an edge with a key
    that the schema doesn't allow for the condition.
    """

    source: str
    target: str
    to: TargetKind
    intent: str
    pointer: Pointer
    key: str = ""
    dynamic: bool = False
    derived: bool = False
    documented: bool = False
    excluded: bool = False


@pure
def nothing_satisfies(schema: Any) -> bool:
    """Whether a schema certainly can't be satisfied: its description of a path then doesn't show
    the intention (§7.4)."""
    return not plainly_satisfiable(schema) and exists(schema, ()).answer == "no"


def permits(step: Step, intent: str) -> bool:
    """Whether a step lists an intent that its kind allows (reference §2.3)."""
    return step.gate is not None and intent in step.gate.allowed and intent in _let_through(step)


def permitted(step: Step) -> tuple[str, ...]:
    """The intents that a step lists and its kind allows (reference §2.3), each once."""
    if step.gate is None:
        return ()
    known = _let_through(step)
    return tuple([intent for intent in dict.fromkeys(step.gate.allowed) if intent in known])


def _let_through(step: Step) -> Container[str]:
    return ALLOWED.get(step.kind) or step.intents


def continuation(registry: Registry, step: Step) -> str:
    """The step that follows an initial one without a transition; empty if there is none."""
    return _continuation(registry.steps, step)


def _continuation(names: Container[str], step: Step) -> str:
    first, dot, rest = step.key.partition(".")
    other = f"continuation.{rest}"
    return other if first == "initial" and dot and other in names else ""


def edges(contract: ClimptContract, *, documented: bool = False) -> tuple[Edge, ...]:
    """All edges, in the order of the steps and their intents."""
    registry = contract.registry
    if registry is None:
        return ()
    found: list[Edge] = []
    steps = tuple(registry.steps.values())
    names = _names_of([*registry.steps])
    columns = (steps, [contract.schemas.get(key) for key in registry.steps])
    every = _runtime_edges.each(columns, names, registry.gated)
    for step, edges_of in zip(steps, every, strict=True):
        found += edges_of
        if documented:
            found += _documented_edges(registry, step)
    return tuple(found)


@pure
def _names_of(listed: list[str]) -> frozenset[str]:
    """Names as one object, as long as they are the same."""
    return frozenset(listed)


@pure
def _runtime_edges(
    step: Step, expanded: Expanded | None, names: frozenset[str], gated: bool
) -> tuple[Edge, ...]:
    """The edges out of a step, of steps with some names. Its schema is read only for the targets
    that answers name and the values of conditions."""
    if step.section:
        return ()
    if step.kind == "closure" or not gated:
        again = Edge(step.key, step.key, "step", "repeat", step.pointer)
        return (again, Edge(step.key, END, "end", "closing", step.pointer))
    if step.gate is None:
        return (Edge(step.key, "FAILED_STEP_ROUTING", "error", "", step.pointer),)
    return tuple(
        edge for intent in permitted(step) for edge in _by_intent(names, step, intent, expanded)
    )


class Refusals(NamedTuple):
    """The codes with which a start is refused for a listed intent without a transition, and for a
    transition whose target isn't a step; empty if only a run notices (1.14 §3.3)."""

    no_rule: str = ""
    no_step: str = ""


_REFUSALS: Mapping[Spelling, Refusals] = {FLAT: Refusals(), NESTED: Refusals("S3", "S2")}


def refusals(step: Step) -> Refusals:
    """The broken paths of a step for which a start is refused."""
    return _REFUSALS[step.spelling]


def _by_intent(
    names: Container[str], step: Step, intent: str, expanded: Expanded | None
) -> Iterator[Edge]:
    rule = (step.transitions or {}).get(intent)
    if intent == "repeat":
        yield Edge(step.key, step.key, "step", intent, step.pointer)
    elif intent in ("closing", "abort"):
        yield Edge(step.key, END, "end", intent, step.pointer)
    elif intent == "next":
        yield from _forward(names, step, intent, rule, expanded)
    elif intent == "jump":
        yield from _jump(names, step, rule, expanded)
    else:
        yield _away(names, step, intent, rule)


def _to(names: Container[str], step: Step, target: str, unknown: str, base: Edge) -> Edge:
    """The edge to a step, or to the error of a step that does not exist."""
    if target in names:
        return base._replace(source=step.key, target=target, to="step")
    return base._replace(source=step.key, target=unknown, to="error")


def _forward(
    names: Container[str],
    step: Step,
    intent: str,
    rule: Transition | None,
    expanded: Expanded | None,
) -> Iterator[Edge]:
    """The paths of `next`, or of `jump` without a target (reference §4.3)."""
    base = Edge(step.key, "", "error", intent, rule.pointer if rule else step.pointer)
    refused = refusals(step)
    if rule is None and refused.no_rule:
        yield base._replace(target=refused.no_rule)
        return
    if rule is not None and rule.simple:
        if rule.target is None:
            yield base._replace(target="SR-TRANS-002")
        else:
            yield _to(names, step, rule.target, refused.no_step or "SR-TRANS-001", base)
        return
    if rule is not None and rule.conditional:
        out = _excluded(step, rule, expanded)
        for key, target in rule.targets.items():
            pointer = (*rule.pointer, "targets", key)
            labelled = base._replace(key=key, pointer=pointer, excluded=key in out)
            if target is None:
                yield labelled._replace(target="SR-TRANS-002")
            else:
                yield _to(names, step, target, "SR-TRANS-001", labelled)
        if DEFAULT_KEY not in rule.targets:
            yield base._replace(target="SR-TRANS-002")
        return
    other = _continuation(names, step)
    if other:
        yield base._replace(target=other, to="step", derived=True)
    else:
        yield base._replace(target="SR-TRANS-003")


def _excluded(step: Step, rule: Transition, expanded: Expanded | None) -> frozenset[str]:
    """The keys of a condition that the schema of a step doesn't allow for its value."""
    from phaselint.dialects.climpt.analysis.conditionvalues import handed, producible

    path = handed(step, rule.condition)
    schema = expanded.schema if expanded else None
    if path is None or schema is None or nothing_satisfies(schema):
        return frozenset()
    keys = (key for key in rule.targets if key != DEFAULT_KEY)
    return frozenset(key for key in keys if not producible(schema, path, key))


def _jump(
    names: Container[str], step: Step, rule: Transition | None, expanded: Expanded | None
) -> Iterator[Edge]:
    gate = step.gate
    field = gate.target_field if gate else ""
    base = Edge(step.key, "", "error", "jump", step.pointer)
    if not field:
        yield from _forward(names, step, "jump", rule, expanded)
        return
    schema = expanded.schema if expanded else None
    values = None if schema is None else values_at(schema, path_of(field))
    if values is None or (not values and nothing_satisfies(schema)):
        yield base._replace(target=ANY, to="step", dynamic=True)
    else:
        for value in values:
            if value and isinstance(value, str):
                yield _to(names, step, value, "SR-TRANS-010", base)
    if gate is None or schema is None or not always_named(schema, gate):
        yield from _forward(names, step, "jump", rule, expanded)


def always_named(schema: Mapping[str, Any], gate: Gate) -> bool:
    """Whether a schema makes every answer with `jump`, or treated as it, name its target: values
    that aren't strings, and the empty string, don't count."""
    path = path_of(gate.target_field)
    values = values_at(schema, path)
    if not all(value and isinstance(value, str) for value in values or ()):
        return False
    jumping = {"allOf": [schema, holding(path_of(gate.field), {"const": "jump"})]}
    if always(schema, path).answer != "yes" and (
        _falls_back_to_jump(gate) or always(jumping, path).answer != "yes"
    ):
        return False
    textless = [holding(path, {"not": {"type": "string"}})]
    return values is not None or conforming(jumping, textless).answer != "yes"


def _falls_back_to_jump(gate: Gate) -> bool:
    """Whether an answer without an intent is treated as a jump (reference §4.3)."""
    if gate.fail_fast or not gate.allowed:
        return False
    first = "next" if "next" in gate.allowed else gate.allowed[0]
    return (gate.fallback if gate.fallback in gate.allowed else first) == "jump"


def _away(names: Container[str], step: Step, intent: str, rule: Transition | None) -> Edge:
    """The path of `handoff` or `escalate`, which support simple transitions only (reference
    §4.3)."""
    none, null, unknown = (
        ("SR-TRANS-004", "SR-TRANS-005", "SR-TRANS-006")
        if intent == "handoff"
        else ("SR-TRANS-007", "SR-TRANS-009", "SR-TRANS-008")
    )
    refused = refusals(step)
    base = Edge(step.key, none, "error", intent, rule.pointer if rule else step.pointer)
    if rule is None:
        return base._replace(target=refused.no_rule or none)
    if not rule.simple:
        return base if intent == "handoff" else base._replace(target=null)
    if rule.target is None:
        return base._replace(target=null)
    return _to(names, step, rule.target, refused.no_step or unknown, base)


def _documented_edges(registry: Registry, step: Step) -> Iterator[Edge]:
    """What the documentation promises but no run does: repeat transitions, and every fallback."""
    for intent, rule in (step.transitions or {}).items():
        targets = [rule.fallback] if rule.fallback else []
        if intent == "repeat":
            targets += [target for target in (rule.target, *rule.targets.values()) if target]
        for target in targets:
            if target in registry.steps:
                yield Edge(step.key, target, "step", intent, rule.pointer, documented=True)


def lower(contract: ClimptContract, known: Sequence[Edge] | None = None) -> Machine:
    """The graph of the steps and `END`; edges to errors are left out, because a run ends there.
    Jumps that can go anywhere lead through a separate phase. `known` are the edges of `edges`, if
    the caller has them."""
    found = edges(contract) if known is None else known
    registry = contract.registry
    steps = registry.steps if registry else {}
    number = {name: index for index, name in enumerate((*steps, END, ANY))}
    anywhere = any(edge.dynamic for edge in found)
    file = registry.file if registry else ""
    labels: dict[str, int] = {}

    def label(intent: str, key: str) -> int:
        return labels.setdefault(f"{intent} ({key})" if key else intent, len(labels))

    moves = [
        Move(
            number[edge.source],
            number[edge.target],
            label(edge.intent, edge.key),
            place=Place(file, edge.pointer),
        )
        for edge in found
        if edge.to != "error"
    ]
    phases = [Phase(step.key, False, Place(file, step.pointer, "key")) for step in steps.values()]
    phases.append(Phase(END, True))
    if anywhere:
        phases.append(Phase(ANY_NAME))
        moves += (Move(number[ANY], number[key], label("jump", "")) for key in steps)
    initial = tuple(sorted({number[key] for key in entries(contract) if key in number}))
    return Machine(tuple(phases), initial, tuple(moves), tuple(labels))


def entries(contract: ClimptContract) -> tuple[str, ...]:
    """Every existing step named as an entry: mapping values, then `entryStep`, each once."""
    registry = contract.registry
    if registry is None:
        return ()
    named = (*(registry.mapping or {}).values(), registry.entry_step)
    return tuple(dict.fromkeys(key for key in named if key in registry.steps))


def active_entry(contract: ClimptContract) -> str:
    """The step in which a run of this agent starts; empty if it isn't known (reference §4.1)."""
    registry, agent = contract.registry, contract.agent
    if registry is None or agent is None:
        return ""
    key = registry.entry_of(agent.verdict)
    return key if key in registry.steps else ""
