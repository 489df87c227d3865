"""The answers that the checker of certificates steps (reference §5.4 to §5.6).

They are found apart from those of an exploration: every gate and verdict, and every payload and
output of a universe (`universe`) that the stage's schema accepts, of which one of each kind that
runs are told apart by is enough. Siblings have no second derivation here, and neither have stages
whose schemas hold what the universe does not cover.
"""

from __future__ import annotations

from phaselint.dialects.protocol import Choice
from phaselint.dialects.stud.reading.schemas import faults, is_draft_07, named_draft
from phaselint.dialects.stud.running.asked import OUTPUT, PARSED, sign
from phaselint.dialects.stud.running.memo import once
from phaselint.dialects.stud.running.session import PROCEED, Call, Gate, Judged, Turn
from phaselint.dialects.stud.running.universe import Place, Unsure, parts, values
from phaselint.dialects.stud.running.verdicts import (
    ASSERTS,
    GATES,
    REFERENCE_GATES,
    RETRY,
    SKIP,
    attempts_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.session import Law, State


def legal(state: State) -> Sequence[Choice] | None:
    """The legal answers in a state, none where the run has ended. None where they are not sure to
    be all."""
    fork = state.fork
    if state.pending is None:
        return ()
    if fork is not None and not fork.joining:
        return None
    if state.pending == "gate":
        return _gates(state.law, state.current.stage)
    known = _known(state.law, state.current.stage, PARSED if state.pending == "turn" else OUTPUT)
    if known is None:
        return None
    if state.pending == "turn":
        tool = state.current.stage.completion_tool
        turns = (Turn(), *(Turn("", (Call(tool, each),)) for each in known))
        return tuple(Choice("model", turn) for turn in turns)
    return tuple(Choice("world", judged, "ask") for judged in _judged(state, known))


def _gates(law: Law, stage: Stage) -> Sequence[Choice] | None:
    outputs = _known(law, stage, OUTPUT)
    if outputs is None:
        return None
    digests = (Gate(), *(Gate("", each, True) for each in outputs))
    shut = [word for word in (REFERENCE_GATES if law.reference else GATES) if word != PROCEED]
    gates = (Gate(), *(each._replace(outcome=word) for word in shut for each in digests))
    return tuple(Choice("world", gate, "ask") for gate in gates)


def _judged(state: State, outputs: Sequence[Any]) -> Iterator[Judged]:
    law, execution = state.law, state.current
    again = not law.reference and execution.attempt < attempts_of(execution.stage)
    for verdict in ASSERTS:
        if verdict == SKIP and not law.reference:
            continue
        yield Judged(verdict)
        if verdict != RETRY or not again:
            yield from (Judged(verdict, each, True) for each in outputs)


def _known(law: Law, stage: Stage, head: str) -> tuple[Any, ...] | None:
    """A value of each kind of a field of a stage's result; found out once per run."""
    known = law.memo and law.memo.legal
    return once(known, (stage.id, head), lambda: _found(law, stage, head))


def _found(law: Law, stage: Stage, head: str) -> tuple[Any, ...] | None:
    schema = _schema(law, stage, head)
    if head == PARSED and (not isinstance(schema, dict) or faults(schema)):
        return ()
    try:
        every = values(_place(law, stage, head, schema))
    except Unsure:
        return None
    if head == PARSED:
        every = [each for each in every if isinstance(each, dict)]
    kinds: dict[Any, Any] = {}
    for each in every:
        kinds.setdefault(sign(law, stage, head, each), each)
    return tuple(kinds.values())


def _schema(law: Law, stage: Stage, head: str) -> Any:
    """What a stage itself says of a field of its result."""
    if head == OUTPUT:
        return law.outputs.get(stage.id, True)
    schema: Any = stage.completion_schema if stage.has("completionSchema") else True
    return {"type": "object"} if schema is True else schema


def _place(law: Law, stage: Stage, head: str, written: Any) -> Place:
    """A field of a stage's result, with what the stage, its conditions and all that may be handed
    the result say of it."""
    schema = _inlined(written)
    found = Place(schema).told(schema)
    spec = law.specs.get(stage.id)
    for branch in spec.branches if spec else ():
        when = branch.when
        if when.path is not None and when.segments[0] == head:
            found.look(when.segments[1:], when.values or ())
    ways = spec.alternatives if spec else ()
    given = [name for way in ways if not way.fork for name in way.stages]
    for name in dict.fromkeys((*given, *law.joins.get(stage.id, ()))):
        target = law.stages.get(name)
        if target is not None and target.has("inputsSchema") and not law.reference:
            schema = target.inputs_schema
            if not isinstance(schema, bool) and not faults(schema):
                _said(found, _inlined(schema), head)
    return found


def _inlined(schema: Any) -> Any:
    """A schema without references; it has to be one of draft-07."""
    from phaselint.schema.embedding import inlined

    name = named_draft(schema)
    if (name is not None and not is_draft_07(name)) or faults(schema):
        raise Unsure
    return inlined(schema)


def _said(place: Place, schema: Any, head: str) -> None:
    """Note what a schema of results says of one of their fields."""
    if not isinstance(schema, dict):
        return
    if "$ref" in schema or "patternProperties" in schema:
        raise Unsure
    listed = schema.get("properties", {})
    inner = listed[head] if head in listed else schema.get("additionalProperties", True)
    place.told(inner, looked=True)
    for part in parts(schema):
        _said(place, part, head)
    for key in ("dependencies", "dependentSchemas"):
        for part in schema.get(key, {}).values():
            _said(place, part, head)
