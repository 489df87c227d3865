"""What schemas say about the values that stages pass on (reference §2.6, §6.2, §6.9).

The answers to a lookup are those of the reference: a path is there, surely not, perhaps, or
unknown.
"""

from __future__ import annotations

from phaselint.schema import declared
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal

    from phaselint.dialects.stud.analysis.ground import Ground
    from phaselint.dialects.stud.model import Stage
    from phaselint.schema import Fault, Path, SchemaPointer, Step, Verdict

    Found = Literal["yes", "no", "optional", "open"]


OPENING = ("patternProperties", "additionalProperties", "unevaluatedProperties")
"""Keywords that allow a key without declaring it."""

_NAMED = ("properties", "definitions", "$defs", "dependentSchemas")
_NUMBERED = ("allOf", "anyOf", "oneOf", "prefixItems")


class Lookup(NamedTuple):
    """What a schema says about a path (§6.2).

    `names` are the declared properties where the first undeclared name stands, for a
    did-you-mean; `missing` is its place in the path, none where all are declared. `pointer` leads
    to the keyword that decides: the declaration, or what forbids it; empty for neither.
    """

    answer: Found
    names: tuple[str, ...] = ()
    missing: int | None = None
    pointer: SchemaPointer = ()


def lookup(schema: Any, segments: Sequence[str | int]) -> Lookup:
    """Look a dotted path up; the empty path is there."""
    if schema is False:
        return Lookup("no", missing=0 if segments else None)
    if not segments:
        return Lookup("yes")
    if not isinstance(schema, dict):
        return Lookup("open", missing=0)
    steps = steps_of(schema, segments)
    found = declared(schema, steps)
    if found.conflict is not None:
        at = found.conflict
        return Lookup("no", found.names, at.step, at.pointer)
    if found.missing is not None:
        if found.unknown or found.closed is None:
            return Lookup("open", found.names, found.missing)
        return Lookup("no", found.names, found.missing, found.closed)
    pointer = found.pointers[0] if found.pointers else ()
    if not found.pointers or all(map(_opens, found.pointers)):
        return Lookup("open", found.names, len(steps) - 1, pointer)
    optional = bool(found.optional) or any(not isinstance(step, str) for step in steps)
    return Lookup("optional" if optional else "yes", found.names, None, pointer)


def steps_of(schema: Any, segments: Sequence[str | int]) -> Path:
    """The segments as steps: a number is an element where the value is surely a list."""
    steps: list[Step] = []
    for segment in segments:
        if isinstance(segment, int) or segment.isdecimal():
            as_name = declared(schema, (*steps, str(segment)))
            last = as_name.conflict is not None and as_name.conflict.step == len(steps)
            steps.append(int(segment) if last else str(segment))
        else:
            steps.append(segment)
    return tuple(steps)


def _opens(pointer: SchemaPointer) -> bool:
    """Whether a declaration is one by a pattern or by what holds for all other keys."""
    tokens = iter(pointer)
    for token in tokens:
        if token in OPENING:
            return True
        if token in _NAMED or token in _NUMBERED:
            next(tokens, None)
    return False


def domain(schema: Any, segments: Sequence[str | int]) -> tuple[Any, ...] | None:
    """The finitely many values a path can have: an enum, a constant or the truth values; none
    where there are others, or the path is not declared."""
    if lookup(schema, segments).answer not in ("yes", "optional"):
        return None
    from phaselint.schema import values_at

    found: tuple[Any, ...] | None = values_at(schema, steps_of(schema, segments))
    return found


def excludes_objects(schema: Any) -> bool:
    """Whether a schema's own `type` leaves no room for objects."""
    if not isinstance(schema, dict) or "type" not in schema:
        return False
    kinds = schema["type"]
    listed = kinds if isinstance(kinds, list) else [kinds]
    return "object" not in listed


@pure
def verdict_of(stage: Stage, faults: Sequence[Fault]) -> Verdict | None:
    """Whether some payload satisfies a stage's completion schema, which has some faults; none where
    that is not known: it is missing, faulty, a boolean, or not for objects."""
    from phaselint.schema import Typed, satisfiable

    schema = stage.completion_schema
    asked = isinstance(schema, dict) and not faults and not excludes_objects(schema)
    return satisfiable(schema, (), Typed("object")) if asked else None


def relied_on(facts: Ground, stage: Stage) -> Any:
    """The completion schema of a stage that other stages can rely on: true where nothing is
    known."""
    schema = stage.completion_schema
    if not isinstance(schema, dict) or facts.completion_faults[facts.key(stage)]:
        return True
    return True if facts.dead(stage) else schema
