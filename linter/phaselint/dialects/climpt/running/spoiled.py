"""The effect of string values in a prompt: no value, shell code, or an expected value (reference
§4.6). An empty string, if its schema allows any string, is a slip of the model: it is tried, but no
author is blamed for it, nor for shell code. An empty list is the answer of a model that finds
nothing."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import ABSENT, last_segment, path_of, unsafe
from phaselint.dialects.climpt.running.gate import handed_off
from phaselint.javascript.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.dialects.climpt.running.session import Law, State

    Sort = Literal["absent", "plain", "empty", "shell"]

ALWAYS = ("iteration", "sessionId")
"""What a run itself leaves behind if a step hands nothing off."""


def sort_of(value: Any) -> Sort:
    """The form of a value in a prompt; null is the word."""
    if value is ABSENT:
        return "absent"
    text = text_of(value)
    if not text:
        return "empty"
    return "shell" if unsafe(text) else "plain"


def is_slip(value: Any) -> bool:
    """Whether a value that can be anything is one that no author must expect."""
    return value is not ABSENT and value != [] and sort_of(value) != "plain"


def gate_of(law: Law, step: Step) -> Gate | None:
    """The gate by which a step hands something off, if it has one that is read."""
    return step.gate if law.registry.gated and step.kind != "closure" else None


def read_of(law: Law, step: Step) -> tuple[str, ...]:
    """The names under which inputs read what answers of a step leave behind."""
    gate = gate_of(law, step)
    handed = {last_segment(field) for field in (gate.handoff_fields if gate else ())}
    pairs = (source.rpartition(".") for source in law.sources)
    names = (key for name, _, key in pairs if name == step.key)
    return tuple(key for key in names if key not in ALWAYS or key in handed)


def left_by(gate: Gate | None, so: Mapping[str, Any], read: Sequence[str]) -> tuple[Any, ...]:
    """Whether an answer hands off anything, and what it leaves behind under some names."""
    handed = handed_off(gate, so) if gate is not None else {}
    left = handed or {**so, **dict.fromkeys(ALWAYS, 1)}
    return (bool(handed), *(sort_of(left.get(key, ABSENT)) for key in read))


def handed_paths(gate: Gate | None) -> list[tuple[str, ...]]:
    """The places in answers of what a gate hands off."""
    return [path_of(field) for field in (gate.handoff_fields if gate else ())]


def path_read(gate: Gate | None, name: str) -> tuple[str, ...]:
    """The place in answers of what is read under a name: in the last handed-off field with that
    name, or else at the top."""
    fields = [f for f in (gate.handoff_fields if gate else ()) if last_segment(f) == name]
    return path_of(fields[-1]) if fields else (name,)


def may_be_any(law: Law, step: Step, path: tuple[str, ...]) -> bool:
    """Whether the schema of a step doesn't list the values at a path."""
    from phaselint.schema import values_at

    schema = law.schema(step.key)
    return schema is None or values_at(schema, path) is None


def open_names(law: Law, step: Step) -> frozenset[str]:
    """The names of `read_of` under which values are read that can be anything."""
    known = law.tried.open.get(step.key)
    if known is None:
        gate = gate_of(law, step)
        names = (name for name in read_of(law, step) if _is_open(law, step, gate, name))
        known = law.tried.open[step.key] = frozenset(names)
    return known


def _is_open(law: Law, step: Step, gate: Gate | None, name: str) -> bool:
    """Whether a value can be anything, and isn't always spoiled."""
    from phaselint.schema import Matches, satisfiable

    path = path_read(gate, name)
    if not may_be_any(law, step, path):
        return False
    plain = Matches(lambda text: bool(text) and not unsafe(text), ("x",), text_of)
    schema = law.schema(step.key)
    return schema is None or satisfiable(schema, path, plain).answer != "no"


def spoils(law: Law, step: Step, so: Any) -> int:
    """How many of the values that an answer leaves behind are slips."""
    if not law.sources or not isinstance(so, dict):
        return 0
    gate, names = gate_of(law, step), sorted(open_names(law, step))
    handed = handed_off(gate, so) if gate is not None else {}
    left = handed or so
    return sum(is_slip(left.get(name, ABSENT)) for name in names)


def is_full(law: Law, step: Step, so: Mapping[str, Any]) -> bool:
    """Whether an answer leaves behind everything that inputs read and its schema knows, of what it
    hands off, or if it hands nothing off, of the rest."""
    from phaselint.schema import exists

    gate, schema = gate_of(law, step), law.schema(step.key)
    fields = handed_paths(gate)
    handed = handed_off(gate, so) if gate is not None else {}
    paths = {name: path_read(gate, name) for name in read_of(law, step)}
    wanted = (name for name, path in paths.items() if (path in fields) == bool(handed))
    left = handed or so
    return all(n in left or exists(schema, paths[n]).answer == "no" for n in wanted)


def is_spoiled(state: State) -> bool:
    """Whether something that a step left behind is a slip: another slip then ends no more runs."""
    law = state.law
    for source in law.sources:
        name, _, key = source.rpartition(".")
        value = state.context.get(name, {}).get(key, ABSENT)
        if is_slip(value) and key in open_names(law, law.registry.steps[name]):
            return True
    return False
