"""What of a stage's result anything looks at, and answers that differ in it (§3.3, §2.6).

Exploration tells runs apart by nothing else: by the verdict, by what the conditions of the
stage's own NextSpec ask, and by what its successors read of it.
"""

from __future__ import annotations

from itertools import product

from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.dialects.stud.reading.schemas import accepts, completes, faults
from phaselint.dialects.stud.reading.texts import text_of
from phaselint.dialects.stud.running.session import Reader, Relevance
from phaselint.javascript.equality import equal
from phaselint.javascript.texts import json_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Condition, Stage
    from phaselint.dialects.stud.running.session import Law
    from phaselint.schema import Absent, Path, Test

    Demand = tuple[Path, Test | Absent]

MOST = 256
"""Answers beyond which a stage has too many."""

OTHERS = ("x", "other", "")
"""Texts to try where a value has to be none of those that are named."""

PLAIN = ("x", "y", "text")
"""Texts that stand for any, the first that no condition names: an empty one is a slip that no one
asks about."""

MOST_VALUES = 16
"""Values of a path that are tried against the schema of a reader."""

PARSED = "parsed"
OUTPUT = "output"
UPSTREAM = "upstream"


def relevance(law: Law, stage: Stage) -> Relevance:
    """What matters of a stage's result; found out once per run."""
    if law.memo is None:
        return _relevance(law, stage)
    memo = law.memo.relevance
    if stage.id not in memo:
        memo[stage.id] = _relevance(law, stage)
    return memo[stage.id]


def _relevance(law: Law, stage: Stage) -> Relevance:
    spec = law.specs.get(stage.id)
    conditions = [branch.when for branch in spec.branches] if spec else []
    readers = () if law.reference else tuple(_readers(law, stage.id))
    heads = {each.segments[0] for each in conditions if each.path is not None}
    payloads = _payloads(stage, _asked(conditions, PARSED), readers)
    capped = any(each.cap_hit is not None for each in conditions) or "capHit" in heads
    scripted = not law.asked and stage.id not in law.world.verdicts
    return Relevance(
        payloads=payloads,
        outputs=_outputs(law, stage, _asked(conditions, OUTPUT), readers),
        silent=not payloads or capped or scripted or bool(readers) or PARSED in heads,
        own=bool(heads),
        handed=bool(readers),
        reasons=bool(readers) or bool(heads & {"reason", "attemptCount"}),
        branched=bool(conditions),
        verdicts=frozenset(word for each in conditions for word in each.verdicts or ()),
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


def _asked(conditions: Sequence[Condition], head: str) -> dict[Path, list[Condition]]:
    """The conditions that look below a field of the result, by the path there."""
    found: dict[Path, list[Condition]] = {}
    for each in conditions:
        if each.path is not None and each.segments[0] == head:
            steps = tuple(int(part) if part.isdecimal() else part for part in each.segments[1:])
            found.setdefault(steps, []).append(each)
    return found


def _payloads(
    stage: Stage, asked: dict[Path, list[Condition]], readers: Sequence[Reader]
) -> tuple[Any, ...] | None:
    schema = stage.completion_schema if stage.has("completionSchema") else {}
    narrowed = _object(schema)
    if narrowed is None or faults(narrowed):
        return ()
    if not _solvable(narrowed):
        return None
    found = _values(narrowed, asked, [_below(reader, PARSED) for reader in readers])
    return None if found is None else tuple(each for each in found if completes(stage, each))


def _outputs(
    law: Law, stage: Stage, asked: dict[Path, list[Condition]], readers: Sequence[Reader]
) -> tuple[Any, ...] | None:
    below = [_below(reader, OUTPUT) for reader in readers]
    if not asked and not any(paths or schema is not None for paths, schema in below):
        return ()
    schema = law.outputs.get(stage.id, {})
    found = _values(schema, asked, below)
    return None if found is None else tuple(each for each in found if accepts(schema, each))


def _object(schema: Any) -> dict[str, Any] | None:
    """A schema for the objects that a schema takes; none where its type takes none."""
    if schema is True:
        return {"type": "object"}
    if not isinstance(schema, dict):
        return None
    kinds = schema.get("type", "object")
    listed = kinds if isinstance(kinds, list) else [kinds]
    return {**schema, "type": "object"} if "object" in listed else None


def _solvable(schema: Any) -> bool:
    """Whether it can be told if anything satisfies a schema."""
    from phaselint.schema import exists

    return exists(schema, ()).answer != "maybe"


def _below(reader: Reader, field: str) -> tuple[list[Path], Any]:
    """What a reader wants of one field of the result."""
    paths: list[Path] = [path[1:] for path in reader.paths if path[0] == field]
    schema = reader.schema
    for key in ("properties", field):
        schema = schema.get(key) if isinstance(schema, dict) else None
    return paths, schema


def _values(
    schema: Any, asked: dict[Path, list[Condition]], below: Sequence[tuple[list[Path], Any]]
) -> list[Any] | None:
    """Small values of a schema: one for each combination that conditions tell apart, one that
    has as much of what is read as can be, and for each schema of a reader some that suit it and
    some that do not."""
    from phaselint.schema import Present, minimal

    tests = [[(path, test) for test in _tests(each)] for path, each in asked.items()]
    count = 1
    for options in tests:
        count *= len(options)
    if count > MOST:
        return None
    found = [minimal(schema, combination) for combination in product(*tests)]
    full: list[Demand] = []
    for paths, wanted in below:
        found += _on_both_sides(schema, wanted)
        for path in paths:
            if minimal(schema, [*full, (path, Present())]) is not None:
                full.append((path, Present()))
    if full:
        found.append(minimal(schema, full))
    values = [each for each in found if each is not None]
    named = [one for each in asked.values() for when in each for one in when.values or ()]
    if "" not in named:
        plain = next((text for text in PLAIN if text not in named), "")
        values = [_benign(schema, each, plain) for each in values]
    return list({json_of(each): each for each in values}.values())


def _benign(schema: Any, value: Any, plain: str) -> Any:
    """A value with a plain text in place of empty ones, where the schema takes that."""
    better = _filled(value, plain)
    return better if better == value or accepts(schema, better) else value


def _filled(value: Any, plain: str) -> Any:
    if isinstance(value, dict):
        return {key: _filled(item, plain) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, plain) for item in value]
    return plain if value == "" else value


def _on_both_sides(schema: Any, wanted: Any) -> Iterator[Any]:
    """Values of a schema that a reader's schema takes, and such that it does not."""
    from phaselint.schema import Equals, minimal, values_at

    if not isinstance(schema, dict) or not isinstance(wanted, dict) or _refers(wanted):
        return
    for side in (wanted, {"not": wanted}):
        yield minimal({**schema, "allOf": [*_all(schema), side]})
    properties = wanted.get("properties")
    for name, part in properties.items() if isinstance(properties, dict) else ():
        for value in (values_at(schema, (name,)) or ())[:MOST_VALUES]:
            if not accepts(part, value):
                yield minimal(schema, [((name,), Equals(value))])
                break


def _all(schema: dict[str, Any]) -> list[Any]:
    written = schema.get("allOf")
    return written if isinstance(written, list) else []


def _refers(schema: Any) -> bool:
    """Whether a schema refers to somewhere else, which it would not find in another one."""
    return '"$ref"' in json_of(schema)


def _tests(conditions: Sequence[Condition]) -> Iterator[Test | Absent]:
    """What the value at a path can be asked for: that there is none, for each of the conditions
    that it can meet together one of the values that they name, and another value."""
    from phaselint.schema import Absent, Matches, OneOf

    values = {json_of(value): value for each in conditions for value in each.values or ()}
    alike: dict[tuple[bool, ...], list[Any]] = {}
    for value in values.values():
        met = tuple(any(equal(value, one) for one in each.values or ()) for each in conditions)
        alike.setdefault(met, []).append(value)
    yield Absent()
    for group in alike.values():
        yield OneOf(tuple(group))
    texts = frozenset(map(text_of, values.values()))
    yield Matches(lambda text: text not in texts, OTHERS, text_of)
