"""The answers that the checker of certificates steps (reference §5.4 to §5.6).

They are found apart from those of an exploration: every gate and verdict, and every payload and
output of a universe (`universe`) that the stage's schema accepts, of which one of each kind that
runs are told apart by is enough. While a sibling is off the plain way, the others stay on it, as
the results of two siblings are never read together; so these have what of all answers is plain. For
stages whose schemas hold what the universe does not cover, there is no second derivation.
"""

from __future__ import annotations

from phaselint.dialects.records import Choice
from phaselint.dialects.stud.reading.schemas import faults, is_draft_07, named_draft
from phaselint.dialects.stud.running.asked import OUTPUT, PARSED, REASON, sign
from phaselint.dialects.stud.running.memo import once
from phaselint.dialects.stud.running.plain import is_at_once, is_plain, other_is_odd
from phaselint.dialects.stud.running.relevance import relevance
from phaselint.dialects.stud.running.session import PROCEED, Call, Gate, Judged, Turn
from phaselint.dialects.stud.running.universe import Place, Unsure, parts, values
from phaselint.dialects.stud.running.verdicts import (
    ASSERTS,
    GATES,
    OF_CORE,
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
    beside = fork is not None and not fork.joining
    every = _every(state, beside=beside)
    if every is None or not (beside and other_is_odd(state)):
        return every
    return tuple(each for each in every if is_plain(state, each.value) or is_at_once(state, each))


def _every(state: State, *, beside: bool) -> Sequence[Choice] | None:
    """All answers, whatever other siblings do; none where they are not sure to be all."""
    if state.pending == "gate":
        return _gates(state.law, state.current.stage, beside=beside)
    if state.pending == "assert":
        written = _written(state.law, state.current.stage)
        if written is None:
            return None
        return tuple(Choice("world", judged, "ask") for judged in _judged(state, written))
    known = _known(state.law, state.current.stage, PARSED)
    if known is None:
        return None
    tool = state.current.stage.completion_tool
    turns = [Turn("", (Call(tool, each),)) for each in known]
    if not beside or relevance(state.law, state.current.stage).silent:
        turns.append(Turn())
    return tuple(Choice("model", turn) for turn in turns)


def _gates(law: Law, stage: Stage, *, beside: bool) -> Sequence[Choice] | None:
    """What a gate may say. What code writes in addition to that is read of no sibling: it ends the
    run, or is not let act."""
    written = [(None, False, "")] if beside else _written(law, stage)
    if written is None:
        return None
    shut = [word for word in (REFERENCE_GATES if law.reference else GATES) if word != PROCEED]
    gates = (Gate(), *(Gate(word, *each) for word in shut for each in written))
    return tuple(Choice("world", gate, "ask") for gate in gates)


def _written(law: Law, stage: Stage) -> Sequence[tuple[Any, bool, str]] | None:
    """What code may write into a result: an output and whether there is one, and a reason."""
    outputs = _known(law, stage, OUTPUT)
    reasons = _known(law, stage, REASON) if _reasons_count(law, stage) else ()
    if outputs is None or reasons is None:
        return None
    digests = [(None, False), *((output, True) for output in outputs)]
    return [(*digest, reason) for digest in digests for reason in ("", *reasons)]


def _reasons_count(law: Law, stage: Stage) -> bool:
    """Whether anything looks at why a verdict is what it is."""
    spec = law.specs.get(stage.id)
    paths = (branch.when.segments for branch in (spec.branches if spec else ()))
    if any(path and path[0] == REASON for path in paths):
        return True
    return any(law.stages[name].has("inputsSchema") for name in _takers(law, stage))


def _judged(state: State, written: Sequence[tuple[Any, bool, str]]) -> Iterator[Judged]:
    law, execution = state.law, state.current
    again = not law.reference and execution.attempt < attempts_of(execution.stage)
    for verdict in ASSERTS:
        if verdict == SKIP and not law.reference:
            continue
        if verdict == RETRY and again:
            yield Judged(verdict)
        else:
            yield from (Judged(verdict, *each) for each in written)


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
    """What a stage itself says about a field of its result."""
    if head == OUTPUT:
        return law.outputs.get(stage.id, True)
    if head == REASON:
        return {"type": "string", "not": {"enum": ["", *OF_CORE]}}
    schema: Any = stage.completion_schema if stage.has("completionSchema") else True
    return {"type": "object"} if schema is True else schema


def _place(law: Law, stage: Stage, head: str, written: Any) -> Place:
    """A field of a stage's result, with what the stage, its conditions and all that may be handed
    the result say about it."""
    schema = _inlined(written)
    found = Place(schema).told(schema)
    spec = law.specs.get(stage.id)
    for branch in spec.branches if spec else ():
        when = branch.when
        if when.path is not None and when.segments[0] == head:
            found.look(when.segments[1:], when.values or ())
    for name in _takers(law, stage):
        target = law.stages[name]
        if target.has("inputsSchema"):
            schema = target.inputs_schema
            if not isinstance(schema, bool) and not faults(schema):
                _said(found, _inlined(schema), head)
    return found


def _takers(law: Law, stage: Stage) -> list[str]:
    """The stages that may be handed a stage's result, and look at it; none with the reference."""
    if law.reference:
        return []
    spec = law.specs.get(stage.id)
    ways = spec.alternatives if spec else ()
    given = [name for way in ways if not way.fork for name in way.stages]
    names = dict.fromkeys((*given, *law.joins.get(stage.id, ())))
    return [name for name in names if name in law.stages]


def _inlined(schema: Any) -> Any:
    """A schema without references; it must be one of draft-07."""
    from phaselint.schema.embedding import inlined

    name = named_draft(schema)
    if (name is not None and not is_draft_07(name)) or faults(schema):
        raise Unsure
    return inlined(schema)


def _said(place: Place, schema: Any, head: str) -> None:
    """Note what a schema of results says about one of their fields."""
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
