"""The answers that the checker of certificates tries (reference §4.3, §4.7).

They are found independently of those of an exploration, without asking what a schema accepts: every
value listed by its plain parts is written down, as far as it has an effect, with each word of the
world and of the model's prose that a verdict handler looks for. Each of the validators that run
after an answer fails in turn: from then on, at once or the next time. A step has no such answers if
they can't be complete: if fields make an answer a signal, if no result is known with which a
validator succeeds, if a string that decides can be anything, or if a schema is more than plain.
"""

from __future__ import annotations

from itertools import product

from phaselint.dialects.climpt.reading.extractors import Result
from phaselint.dialects.climpt.reading.values import last_segment, path_of
from phaselint.dialects.climpt.running.completion import SIGNAL_PATH, is_checked, signal_of
from phaselint.dialects.climpt.running.gatedanswers import NO_STEP
from phaselint.dialects.climpt.running.latecounts import sooner_or_later
from phaselint.dialects.climpt.running.session import Answer
from phaselint.dialects.climpt.running.spoiled import is_full, is_spoiled, spoils
from phaselint.dialects.climpt.running.steps import answered
from phaselint.dialects.climpt.running.validationsteps import UNRECOVERABLE, succeeds
from phaselint.dialects.climpt.running.verdicthandlers import (
    CLOSED,
    COMPOSITE,
    OPEN,
    READING,
    handler_of,
    keyword,
)
from phaselint.dialects.records import Choice
from phaselint.dialects.shape import strings
from phaselint.javascript.texts import text_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.model import Gate, Step, Validator
    from phaselint.dialects.climpt.running.session import Law, State
    from phaselint.dialects.records import Event

    Path = tuple[str, ...]

MOST = 512
"""How many answers of a step are checked."""

SAID = "x"
"""A string for a field that accepts anything."""

SHELL = "x|y"
"""A string that the prompt library treats as shell code."""

_PLAIN = frozenset(
    (
        *("type", "enum", "const", "properties", "required", "additionalProperties"),
        *("title", "description", "default", "examples"),
    )
)
_ANYTHING: Mapping[str, Any] = {
    "string": SAID,
    "boolean": True,
    "integer": 0,
    "number": 0,
    "null": None,
    "array": [],
}
"""A value of each type, for fields without an effect."""

_WORLD: Mapping[str, Sequence[Mapping[Any, Any]]] = {
    "poll:state": ({("issue", ""): (OPEN,)}, {("issue", ""): (CLOSED,)}),
    "meta:composite": ({("issue", ""): (OPEN,)}, {("issue", ""): (CLOSED,)}),
    "meta:custom": ({("custom", ""): (True,)},),
}
"""What the world can say about an answer without a closing signal, by the verdict type."""

_SIGNS = frozenset(("signal", "type", "status", "result"))
"""The fields of an answer that can make it a signal."""

_LONG = 5
_ABSENT = object()


class _Open(Exception):
    """The values can't be written down."""


class _Matters(NamedTuple):
    """What affects the result: the values at some paths, each with the strings that make a
    difference if any string is possible; and at others whether a value exists."""

    values: Mapping[Path, tuple[str, ...]]
    there: frozenset[Path]

    def below(self, path: Path) -> bool:
        """Whether a value at a path or below it makes a difference."""
        return any(each[: len(path)] == path for each in (*self.values, *self.there))


def legal(state: State, after: Callable[[Choice], Hashable]) -> Sequence[Choice] | None:
    """The legal answers in a state, one for each effect, which `after` tells; an empty list if the
    run has ended. None if they can't be written down."""
    if not state.waiting:
        return ()
    law, step = state.law, state.at
    schema = law.schema(step.key)
    if schema is None:
        return None
    gated = step.kind != "closure" and step.gate is not None and law.registry.gated
    found: dict[Hashable, Choice] = {}
    try:
        if not gated and "verdict" in schema.get("properties", {}):
            raise _Open
        matters = _at_gate(law, step, step.gate) if gated and step.gate else _at_close(law, step)
        outputs = _with_few_slips(state, _written(schema, (), matters))
        texts = _texts(law, step, schema, gated=gated)
        plain = [Answer(so, text) for so, text in product(outputs, texts)]
        if not gated:
            plain += _of_world(law, step, plain, texts)
        for each in (answer for said in plain for answer in sooner_or_later(state, said)):
            for answer in _judged(state, each):
                choice = Choice("model", answer)
                found.setdefault(after(choice), choice)
    except _Open:
        return None
    return tuple(found.values())


# --- what prose and the world say -----------------------------------------------------------------


def _texts(law: Law, step: Step, schema: Mapping[str, Any], *, gated: bool) -> Iterable[str]:
    """The prose of an answer: what the verdict handler looks for, or not, with and without the
    block that a validation needs. The handler of a composite looks at all answers, others only at
    those that no gate reads. Raises _Open."""
    kind, config = handler_of(law)
    said = ""
    if kind in READING and (law.agent.verdict == COMPOSITE or not gated):
        if kind == READING[0]:
            said = keyword(config)
        elif config.get("requiredFields") or _SIGNS & schema.get("properties", {}).keys():
            raise _Open
        else:
            said = f"```{text_of(config.get('signalType'))}\n{{}}\n```"
    blocks = ("", law.block) if law.block and is_checked(law, step) else ("",)
    return dict.fromkeys(f"{text}\n{block}".strip() for text in ("", said) for block in blocks)


def _of_world(
    law: Law, step: Step, answers: Sequence[Answer], texts: Iterable[str]
) -> list[Answer]:
    """Answers without a closing signal, or if there aren't any, prose alone, with each word of the
    world that a verdict handler waits for. Raises _Open if it matters what they leave behind."""
    words = _WORLD.get(law.agent.verdict, ())
    if words and _read(law, step):
        raise _Open
    silent = [each for each in answers if not signal_of(each.so)]
    silent = silent or [Answer(None, text) for text in texts]
    return [each._replace(supplies=word) for each in silent for word in words]


# --- validators -----------------------------------------------------------------------------------


def _judged(state: State, answer: Answer) -> Iterator[Answer]:
    """An answer after which all validators succeed, and those after which one of the validators
    fails. Raises _Open."""
    yield answer
    if state.law.validation is None:
        return
    events: list[Event] = []
    answered(state, answer, events)
    for name in dict.fromkeys(each.data["name"] for each in events if each.kind == "validator"):
        good, bad = _results(state.law.registry.validators[name])
        if bad is not None:
            for results in ((bad,), (bad, good), (good, bad)):
                supplies = {**answer.supplies, ("validator", name): results}
                yield answer._replace(supplies=supplies)


def _results(validator: Validator) -> tuple[Result, Result | None]:
    """A result with which a validator succeeds, and one with which it fails, if any, among all that
    are tried. Raises _Open if none succeeds."""
    wanted = validator.success_when.partition(":")[2]
    exits = [0, 1, 2, *([int(wanted)] if wanted.isdecimal() and len(wanted) < _LONG else [])]
    tried = [Result(code, text) for text in ("", wanted, "failed") for code in exits]
    good = next((each for each in tried if succeeds(validator, each)), None)
    if good is None:
        raise _Open
    wrong = [each for each in tried if each.exit not in UNRECOVERABLE]
    wrong.sort(key=lambda each: each.exit == 0)  # a command that fails has another status
    return good, next((each for each in wrong if not succeeds(validator, each)), None)


def _with_few_slips(state: State, outputs: Iterable[Any]) -> list[Any]:
    """The outputs without a value, or in a run without any of them so far, with one that is empty
    or shell code because it can be anything; see `leftbehind`."""
    law, step = state.law, state.at
    if not law.sources:
        return [*outputs]
    most = 0 if is_spoiled(state) else 1
    counted = sorted(((spoils(law, step, so), so) for so in outputs), key=lambda each: each[0])
    return [so for n, so in counted if not n or (n <= most and is_full(law, step, so))]


# --- what matters ---------------------------------------------------------------------------------


def _at_gate(law: Law, step: Step, gate: Gate) -> _Matters:
    """What a step's gate and router read, and what inputs read of the step."""
    values: dict[Path, tuple[str, ...]] = {path_of(gate.field): (), path_of(SIGNAL_PATH): ()}
    if "jump" in gate.allowed and gate.target_field:
        values[path_of(gate.target_field)] = (*law.registry.steps, NO_STEP, "")
    rules = (step.transitions or {}).values()
    chosen = {rule.condition for rule in rules if rule.conditional and not rule.simple}
    fields = {field: path_of(field) for field in gate.handoff_fields}
    values |= {path: () for field, path in fields.items() if last_segment(field) in chosen}
    read = _read(law, step)
    # Whether anything is handed off decides what is left behind.
    there = {*fields.values(), *((name,) for name in read)} if read else set()
    return _Matters(values, frozenset(there))


def _at_close(law: Law, step: Step) -> _Matters:
    """What the completion check reads."""
    values: dict[Path, tuple[str, ...]] = {path_of(SIGNAL_PATH): ()}
    if law.agent.verdict == "detect:graph":
        values |= {("status",): ("completed", SAID), ("complete",): (SAID,)}
    return _Matters(values, frozenset((name,) for name in _read(law, step)))


def _read(law: Law, step: Step) -> frozenset[str]:
    """The names under which inputs read what a step leaves behind."""
    pairs = (source.rpartition(".") for source in law.sources)
    return frozenset(key for name, _, key in pairs if name == step.key)


# --- values ---------------------------------------------------------------------------------------


def _written(schema: Any, path: Path, matters: _Matters) -> list[Any]:
    """The values of a schema, as far as they make a difference. Raises _Open."""
    if not _is_plain(schema):
        raise _Open
    if not matters.below(path):
        return [_any_of(schema)]
    if "enum" in schema or "const" in schema:
        found = [schema["const"]] if "const" in schema else list(schema["enum"])
        if schema.keys() & {"properties", "required"} or ("const" in schema and "enum" in schema):
            raise _Open
        return [_scalar(value) for value in found]
    types = schema.get("type", ())
    values: list[Any] = []
    for each in types if isinstance(types, list) else [types]:
        if each == "object":
            values += _objects(schema, path, matters)
        else:
            values += _typed(each, path, matters)
    return values


def _is_plain(schema: Any) -> bool:
    """Whether a schema has only keywords that are looked at here, and these are well formed."""
    if not isinstance(schema, dict) or not schema.keys() <= _PLAIN:
        return False
    types, enum = schema.get("type", "object"), schema.get("enum", [None])
    listed = types if isinstance(types, list) else [types]
    named = bool(listed) and all(isinstance(each, str) for each in listed)
    return named and isinstance(enum, list) and bool(enum)


def _scalar(value: Any) -> Any:
    """A value of an enum, if it isn't a list or an object. Raises _Open."""
    if isinstance(value, (dict, list)):
        raise _Open
    return value


def _typed(kind: Any, path: Path, matters: _Matters) -> list[Any]:
    """The values of a type other than objects. Raises _Open."""
    known = matters.values.get(path)
    if kind not in _ANYTHING or kind == "array":
        raise _Open
    slips = ["", SHELL] if kind == "string" and path in matters.there else []
    if known is None or kind == "null":
        return [_ANYTHING[kind], *slips]
    if kind == "boolean":
        return [True, False]
    if kind == "string" and known:
        return [*known, *slips]
    raise _Open


def _objects(schema: Mapping[str, Any], path: Path, matters: _Matters) -> Iterator[dict[str, Any]]:
    """The objects of a schema. Raises _Open."""
    properties, required = _members(schema)
    if schema.get("additionalProperties") is not False or not properties.keys() >= {*required}:
        raise _Open
    names, columns, count = [], [], 1
    for name, inner in properties.items():
        at = (*path, name)
        if name not in required and not matters.below(at):
            continue
        values = _written(inner, at, matters)
        names.append(name)
        columns.append(values if name in required else [*values, _ABSENT])
        count *= len(columns[-1])
        if count > MOST:
            raise _Open
    for row in product(*columns):
        pairs = zip(names, row, strict=True)
        yield {name: value for name, value in pairs if value is not _ABSENT}


def _members(schema: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The properties of a schema, and those that it requires. Raises _Open."""
    properties, required = schema.get("properties", {}), strings(schema.get("required", []))
    if required is None or not isinstance(properties, dict):
        raise _Open
    return properties, required


def _any_of(schema: Mapping[str, Any]) -> Any:
    """Some value of a schema without an effect. Raises _Open."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return next((each for each in schema["enum"] if each), schema["enum"][0])
    types = schema.get("type", "object")
    kind = types[0] if isinstance(types, list) else types
    if kind != "object":
        if kind not in _ANYTHING:
            raise _Open
        return _ANYTHING[kind]
    inner, required = _members(schema)
    if not all(_is_plain(inner.get(name)) for name in required):
        raise _Open
    return {name: _any_of(inner[name]) for name in required}
