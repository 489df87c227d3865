"""What the branches of a NextSpec ask of a StageResult, and what they leave out (reference §2.6,
§3.3, §6.10)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import domain, lookup, steps_of
from phaselint.dialects.stud.model import RESULT_FIELDS, VERDICTS
from phaselint.schema.equality import among
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Literal

    from phaselint.dialects.stud.analysis.ground import Ground
    from phaselint.dialects.stud.model import Condition, Spec, Stage

    Misfit = Literal["value", "type", ""]
    """Why a path never has a value: it isn't one of those there are, or of another type."""


OK = "ok"
FAIL = "fail"

_FIXED: dict[str, Any] = {
    "verdict": {"enum": list(VERDICTS)},
    "reason": {"type": "string"},
    "capHit": {"type": "boolean"},
    "attemptCount": {"type": "integer"},
}
"""The fields whose values core decides on."""

_PAYLOAD = {"type": "object"}

INTEGER = "integer"
NUMBER = "number"
_TYPES = ("string", NUMBER, "boolean", "null", "object", "array")
_CAPS = frozenset((True, False))


# --- values and types ----------------------------------------------------------------------------


def schema_known(facts: Ground, stage: Stage) -> bool:
    """Whether a stage has a completion schema by which paths can be judged."""
    return stage.has("completionSchema") and not facts.completion_faults.get(facts.key(stage))


def _source(facts: Ground, stage: Stage, segments: Sequence[str]) -> tuple[Any, Sequence[str]]:
    """The schema of a field of the StageResult, and the path that is left in it."""
    head, rest = segments[0], segments[1:]
    if head in _FIXED:
        return _FIXED[head], rest
    if head == "output":
        return facts.outputs.get(stage.id, True), rest
    if head != "parsed":
        return True, rest
    return (facts.schema_of(stage), rest) if rest else (_PAYLOAD, ())


def values_of(facts: Ground, stage: Stage, segments: Sequence[str]) -> tuple[Any, ...] | None:
    """The finitely many values that a path into a StageResult can have; none where there are
    others, or where nobody knows."""
    return domain(*_source(facts, stage, segments))


def misfit(facts: Ground, stage: Stage, segments: Sequence[str], value: Any) -> Misfit:
    """Why a path into a StageResult never has a value; empty where it may have it."""
    return misfitting(facts, stage, segments)(value)


def misfitting(facts: Ground, stage: Stage, segments: Sequence[str]) -> Callable[[Any], Misfit]:
    """What says why a value on a path into a StageResult never has it; what the path can have is
    asked once."""
    return _misfitting(*_source(facts, stage, segments))


def _misfitting(schema: Any, rest: Sequence[str]) -> Callable[[Any], Misfit]:
    known = domain(schema, rest)
    if known is not None:
        return lambda value: "" if among(value, known) else "value"
    types = frozenset(_types(schema, rest))
    return lambda value: "type" if types and types.isdisjoint(types_with(value)) else ""


def misfits(
    facts: Ground, stage: Stage, segments: Sequence[str], values: Sequence[Any]
) -> list[Any]:
    """Those of some values that a path into a StageResult never has."""
    return [*filter(misfitting(facts, stage, segments), values)] if values else []


def all_misfits(
    facts: Ground, conditions: Sequence[tuple[Stage, Condition]]
) -> Iterator[tuple[Stage, Condition, int]]:
    """The values of conditions on paths that these never have, with the number of each: after an
    edit only what it touches is asked about again."""
    schemas = [_source(facts, stage, when.segments)[0] for stage, when in conditions]
    every = _misfits_of.each(([when for _, when in conditions], schemas))
    for (stage, when), numbers in zip(conditions, every, strict=True):
        yield from ((stage, when, number) for number in numbers)


@pure
def _misfits_of(when: Condition, schema: Any) -> tuple[int, ...]:
    """Which of its values the path of a condition never has, by the schema of its first field."""
    wrong = _misfitting(schema, when.segments[1:])
    return tuple(number for number, value in enumerate(when.values or ()) if wrong(value))


def types_of(facts: Ground, stage: Stage, segments: Sequence[str]) -> tuple[str, ...]:
    """The JSON types that a path into a StageResult can have, `integer` where its numbers are
    whole; none where that isn't known."""
    return _types(*_source(facts, stage, segments))


def _types(schema: Any, rest: Sequence[str]) -> tuple[str, ...]:
    from phaselint.schema import Fractional, Typed, satisfiable

    if lookup(schema, rest).answer not in ("yes", "optional"):
        return ()
    steps = steps_of(schema, rest)
    found = tuple(each for each in _TYPES if satisfiable(schema, steps, Typed(each)).answer != "no")
    whole = NUMBER in found and satisfiable(schema, steps, Fractional()).answer == "no"
    return tuple(INTEGER if whole and each == NUMBER else each for each in found)


def types_with(value: Any) -> tuple[str, ...]:
    """The JSON types that a single value is of; an integer is of two."""
    if value is None:
        return ("null",)
    if isinstance(value, bool):
        return ("boolean",)
    if isinstance(value, str):
        return ("string",)
    return (INTEGER, NUMBER) if value == value // 1 else (NUMBER,)


# --- what branches leave out ---------------------------------------------------------------------


class Ask(NamedTuple):
    """What a condition asks, after what is always so has been taken from it: of the verdicts
    (none for any), of the cap, and of a path."""

    verdicts: frozenset[str] | None
    caps: frozenset[bool]
    path: str | None = None
    values: tuple[Any, ...] | None = None
    exists: bool | None = None

    def admits(self, verdict: str, caps: frozenset[bool] = _CAPS) -> bool:
        """Whether it can hold of a result with a verdict."""
        return (self.verdicts is None or verdict in self.verdicts) and bool(self.caps & caps)


class Gap(NamedTuple):
    """A path with finitely many values of which some aren't in any branch."""

    path: str
    values: tuple[Any, ...]
    unhandled: tuple[Any, ...]


def ask(condition: Condition) -> Ask:
    """A condition as what it really asks: a path to a field that is always there is a question
    about that field."""
    verdicts = None if condition.verdicts is None else frozenset(condition.verdicts)
    caps = _CAPS if condition.cap_hit is None else frozenset((condition.cap_hit,))
    path, values, exists = condition.path, condition.values, condition.exists
    if path is not None and leads_nowhere(condition.segments):
        return Ask(verdicts if exists is False else frozenset(), caps)
    if path not in ("verdict", "capHit", "attemptCount"):
        return Ask(verdicts, caps, path, values, exists)
    if exists is False:
        return Ask(frozenset(), caps)
    if values is None:
        return Ask(verdicts, caps)
    if path == "verdict":
        named = frozenset(value for value in values if isinstance(value, str))
        return Ask(named if verdicts is None else verdicts & named, caps)
    if path == "capHit":
        return Ask(verdicts, caps & {value for value in values if isinstance(value, bool)})
    return Ask(verdicts, caps, path, values)


def leads_nowhere(segments: Sequence[str]) -> bool:
    """Whether a path has no target in any StageResult: no such field, or below a single value."""
    return segments[0] not in RESULT_FIELDS or (segments[0] in _FIXED and len(segments) > 1)


def covered(facts: Ground, stage: Stage, spec: Spec, verdict: str) -> bool:
    """Whether some branch is taken whenever a stage ends with a verdict (§6.10). Values that
    exhaust a path do for `ok`, whose results have a payload."""
    asks = [ask(branch.when) for branch in spec.branches]
    told = [each for each in asks if each.admits(verdict)]
    if verdict == OK and any(_exhausted(facts, stage, told, each.path) for each in told):
        return True
    return all(_covered(facts, stage, told, verdict, cap) for cap in (True, False))


def _covered(facts: Ground, stage: Stage, asks: Iterable[Ask], verdict: str, cap: bool) -> bool:
    told = [each for each in asks if each.admits(verdict, frozenset((cap,)))]
    return any(each.path is None for each in told) or any(
        _present(facts, stage, told, each.path) and _absent(told, each.path) for each in told
    )


def _present(facts: Ground, stage: Stage, asks: Sequence[Ask], path: str | None) -> bool:
    """Whether some branch is taken whenever there is something at a path."""
    on_path = [each for each in asks if each.path == path]
    return any(each.values is None and each.exists is not False for each in on_path) or _exhausted(
        facts, stage, on_path, path
    )


def _absent(asks: Iterable[Ask], path: str | None) -> bool:
    """Whether some branch is taken whenever there is nothing at a path."""
    return any(each.path == path and each.exists is False for each in asks)


def _exhausted(facts: Ground, stage: Stage, asks: Iterable[Ask], path: str | None) -> bool:
    """Whether the values that branches list are all that a path can have. Of a stage whose
    payloads nobody knows they are taken to be all."""
    listed = [each.values for each in asks if each.path == path and each.values is not None]
    if path is None or not listed:
        return False
    segments = path.split(".")
    if segments[0] == "parsed" and (not schema_known(facts, stage) or facts.dead(stage)):
        return True
    known = values_of(facts, stage, segments)
    named = [value for values in listed for value in values]
    return known is not None and all(among(value, named) for value in known)


def gap(facts: Ground, stage: Stage, spec: Spec) -> Gap | None:
    """The first path with finitely many values of which branches for `ok` list some only."""
    listed: dict[str, list[Any]] = {}
    for branch in spec.branches:
        when = branch.when
        named = when.verdicts is None or OK in when.verdicts
        if named and when.path is not None and when.values is not None:
            listed.setdefault(when.path, []).extend(when.values)
    for path, values in listed.items():
        known = (OK, FAIL) if path == "verdict" else values_of(facts, stage, path.split("."))
        left = tuple(value for value in known or () if not among(value, values))
        if known is not None and left:
            return Gap(path, known, left)
    return None
