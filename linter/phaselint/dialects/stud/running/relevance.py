"""What of a stage's result anything looks at, and answers that differ in it (§3.3, §2.6).

Exploration tells runs apart by nothing else: by the verdict, by what the conditions of the
stage's own NextSpec ask, and by what its successors read of it.
"""

from __future__ import annotations

from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.dialects.stud.reading.schemas import dated
from phaselint.dialects.stud.running.acceptance import COMPLETION, is_schema
from phaselint.dialects.stud.running.asked import OUTPUT, PARSED, REASON, in_place, looks
from phaselint.dialects.stud.running.classes import Classes
from phaselint.dialects.stud.running.memo import once
from phaselint.dialects.stud.running.records import Reader, Relevance, Undecided
from phaselint.dialects.stud.running.verdicts import OF_CORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.memo import Payloads
    from phaselint.dialects.stud.running.session import Law
    from phaselint.schema import Path

    Found = tuple[tuple[Any, ...] | None, Undecided | None]

MOST = 256
"""Answers beyond which a stage has too many."""

UPSTREAM = "upstream"

_OBJECT = {"type": "object"}
_REASON = {"type": "string", "minLength": 1, "not": {"enum": list(OF_CORE)}}

_COUNTING = frozenset(
    (
        *("additionalProperties", "minProperties", "maxProperties", "propertyNames"),
        *("patternProperties", "unevaluatedProperties", "enum", "const"),
    )
)
"""Keywords that may ask for any member without its name."""


def relevance(law: Law, stage: Stage) -> Relevance:
    """What matters of a stage's result; found out once per run."""
    if law.memo is None:
        return _relevance(law, stage)
    memo, key = law.memo.relevance, (stage.id, law.asked)
    if key not in memo:
        memo[key] = _relevance(law, stage)
    return memo[key]


def _relevance(law: Law, stage: Stage) -> Relevance:
    spec = law.specs.get(stage.id)
    conditions = [branch.when for branch in spec.branches] if spec else []
    readers = () if law.reference else tuple(_readers(law, stage.id))
    heads = {each.segments[0] for each in conditions if each.path is not None}
    known = law.memo and law.memo.payloads
    payloads, undecided, stray = once(known, stage.id, lambda: _payloads(law, stage, readers))
    declared = law.outputs.get(stage.id, {})
    outputs, unclear = _written(law, stage, readers, OUTPUT, declared)
    told, unsaid = _written(law, stage, readers, REASON, _REASON)
    capped = any(each.cap_hit is not None for each in conditions) or "capHit" in heads
    scripted = not law.asked and stage.id not in law.world.verdicts
    return Relevance(
        payloads=payloads,
        outputs=outputs,
        told=told,
        silent=not payloads or capped or scripted or bool(readers) or PARSED in heads,
        own=bool(heads),
        handed=bool(readers),
        reasons=bool(readers) or bool(heads & {"reason", "attemptCount"}),
        branched=bool(conditions),
        verdicts=frozenset(word for each in conditions for word in each.verdicts or ()),
        undecided=undecided or unclear or unsaid,
        stray=frozenset(stray),
    )


def _readers(law: Law, source: str) -> Iterator[Reader]:
    """The stages that may be given a stage's result and look at it: its successors, and the
    joins of the fan-outs it is in."""
    spec = law.specs.get(source)
    ways = spec.alternatives if spec is not None else ()
    given = [name for way in ways if not way.fork and not way.ends for name in way.stages]
    for target in dict.fromkeys((*given, *law.joins.get(source, ()))):
        found = _reader_once(law, target)
        if found is not None:
            yield found


def _reader_once(law: Law, target: str) -> Reader | None:
    """What a stage wants of the results it is given: a join asks the same of all siblings."""
    stage = law.stages.get(target)
    if stage is None:
        return None
    if law.memo is None:
        return _reader(stage)
    memo = law.memo.readers
    if target not in memo:
        memo[target] = _reader(stage)
    return memo[target]


def _reader(stage: Stage) -> Reader | None:
    schema = stage.inputs_schema if stage.has("inputsSchema") else None
    paths: tuple[tuple[str | int, ...], ...] = ()
    if UPSTREAM in stage.body.text:
        found = (each.path for each in lex(stage.body.text) if each.path is not None)
        read = (path[3:] for path in found if path[:2] == ("ctx", UPSTREAM) and path[3:])
        paths = tuple(dict.fromkeys(read))
    return Reader(paths, schema) if paths or schema is not None else None


# --- answers that differ ------------------------------------------------------------------------


def _payloads(law: Law, stage: Stage, readers: Sequence[Reader]) -> Payloads:
    schema = stage.completion_schema if stage.has(COMPLETION) else {}
    if schema is True:
        schema = {}
    unsound = stage.has(COMPLETION) and not is_schema(law, stage, COMPLETION)
    if unsound or not isinstance(schema, dict):
        return (), None, ()
    read = [path for reader in readers for path in _below(reader, PARSED)]
    classes = Classes(law, stage, PARSED, dated(schema), (_OBJECT,), MOST)
    return classes.found(read), classes.undecided("completionSchema"), classes.stray


def _written(law: Law, stage: Stage, readers: Sequence[Reader], head: str, schema: Any) -> Found:
    """Values of what the code of the state machine writes: the output, or the reason. That a
    placeholder shows a reason makes no difference."""
    found = looks(law, stage, head)
    read = [path for reader in readers for path in _below(reader, head)]
    asked = any(each.when is not None for each in found.asked)
    shown = bool(read) and head == OUTPUT
    wanted = any(_wants(reader, head) for reader in readers)
    if not (asked or shown or wanted or any(found.readers.values())):
        return (), None
    given = dated({} if schema is True else schema)
    classes = Classes(law, stage, head, given, (), MOST // 3)
    return classes.found(read), classes.undecided("outputs" if head == OUTPUT else head)


def _below(reader: Reader, field: str) -> list[Path]:
    """What the placeholders of a reader want of one field of the result."""
    return [path[1:] for path in reader.paths if path[0] == field]


def _wants(reader: Reader, head: str) -> bool:
    """Whether a schema may ask for a field, or for none: by its name, or as one of the members
    that a result may have."""
    from phaselint.schema.negation import mentioned

    schema = reader.schema
    if not isinstance(schema, dict):
        return False
    return head in mentioned(schema) or any(map(_COUNTING.intersection, in_place(schema)))
