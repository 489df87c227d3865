"""All answers of a tiny agent: what `choices` must stand for (reference §6.2).

The universe of a schema has each value of an enum, texts that are harmless, null where it is
allowed, lists of one and two elements, and every property both there and not there where it
need not be. Prose has the keyword, the block of the signal and the block that a validation asks
for, or not. The world has each state of the issue, each word of the user's code, and all validators
hold, or one of them fails, fails once or fails the second time.

Left out are calls that fail, and answers without structured output. A value that inputs read and
that may be any is empty, or what the prompt library takes for shell code, in one place of a run at
a time, and all else that is read is there (see `Slips`); values that an enum lists are whatever
they are. Left out are also validators that fail in several iterations before the model is asked
again, which only uses up iterations.
"""

from __future__ import annotations

import json
from functools import cache, partial
from itertools import product, starmap
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from dialects.climpt.runs import RUNTIME
from phaselint.dialects.climpt.reading.extractors import Result
from phaselint.dialects.climpt.running.gate import handed_off
from phaselint.dialects.climpt.running.session import Answer
from phaselint.dialects.climpt.running.verdicthandlers import COMPOSITE, handler_of
from phaselint.dialects.records import Choice
from phaselint.executor.clean_certificate_checker import GRADES
from phaselint.javascript.texts import text_of
from phaselint.schema import valid

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.climpt.model import Gate
    from phaselint.dialects.climpt.running.session import Law, State

    Supplies = Mapping[tuple[Any, str], tuple[Any, ...]]

ABSENT = object()
TYPED: dict[str, list[Any]] = {
    "string": ["x", "", "a|b", "open", "other", "completed", "true", "1", "open,x"],
    "boolean": [True, False],
    "null": [None],
    "integer": [0, 1],
    "number": [0, 1.5],
    "array": [[], ["x"], [""], [None], ["a|b"], ["open"], ["other"], [1], [True], ["open", "x"]],
}
KEYWORD = "TASK_COMPLETE"
SIGNAL = "done"
NOWHERE = "nowhere"
WORD = "word"
"""A field in which some steps look for intents."""

SAYINGS = ("next", "Continue", "retry", "jump", "handoff", "escalate", "closing", "stop", "")
BLOCK = '```json\n{"ok": true}\n```'
HOLDS, FAILS = Result(0, "ok"), Result(1, "no")
OUTCOMES: tuple[tuple[Result, ...], ...] = ((FAILS,), (FAILS, HOLDS), (HOLDS, FAILS))


# --- what a model may say -------------------------------------------------------------------------


def values(schema: Any, keys: Sequence[str]) -> list[Any]:
    """The universe of a schema of the kind that `random_agent` writes; jumps name one of the steps
    that there are, or none."""
    if "enum" in schema:
        return list(schema["enum"])
    types = schema.get("type", "object")
    found: list[Any] = []
    for each in types if isinstance(types, list) else [types]:
        found += _objects(schema, keys) if each == "object" else TYPED[each]
    return found


def _objects(schema: Any, keys: Sequence[str]) -> list[Any]:
    members = _members(schema, keys)
    pairs = [zip(members, each, strict=True) for each in product(*members.values())]
    return [{name: value for name, value in each if value is not ABSENT} for each in pairs]


def _members(schema: Any, keys: Sequence[str]) -> dict[str, list[Any]]:
    """What each property of an object may be; the schema knows no more of them than that."""
    required = schema.get("required", ())
    found = {}
    for name, inner in schema.get("properties", {}).items():
        if name != "stepId":
            said = _member(name, inner, keys)
            assert all(valid(inner, each) == "yes" for each in said)
            found[name] = [*said, *([] if name in required else [ABSENT])]
    assert found.keys() >= {*required}
    return found


def _member(name: str, schema: Any, keys: Sequence[str]) -> list[Any]:
    """The universe of a property: of texts those that its name has a use for."""
    if "enum" in schema or name not in ("target", WORD):
        return values(schema, keys)
    named = (*keys, NOWHERE, "") if name == "target" else SAYINGS
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return [value for each in types for value in (named if each == "string" else TYPED[each])]


def _prose(state: State) -> Iterator[str]:
    """What may stand beside the structured output, as far as anything reads it."""
    signal = {"detect:keyword": KEYWORD, "detect:structured": f"```{SIGNAL}\n{{}}\n```"}
    verdict, _ = handler_of(state.law)
    reads = state.at.kind == "closure" or state.law.agent.verdict == COMPOSITE
    said = signal.get(verdict, "") if reads else ""
    for word in ("", said) if said else ("",):
        for block in ("", BLOCK) if state.law.block else ("",):
            yield f"{word}\n{block}".strip()


def worlds(state: State) -> Iterator[Supplies]:
    """What the world may say from an answer on."""
    verdict, names = state.law.agent.verdict, sorted(state.law.registry.validators)
    ways: list[list[Supplies]] = []
    if verdict in ("poll:state", "meta:composite"):
        ways.append([{("issue", ""): (word,)} for word in ("open", "closed")])
    if verdict == "meta:custom":
        ways.append([{("custom", ""): (word,)} for word in (True, False)])
    judged: list[Supplies] = [{}]
    for name in names if state.law.validation is not None else ():
        judged += ({("validator", name): each} for each in OUTCOMES)
    ways.append(judged)
    for chosen in product(*ways):
        yield {key: results for each in chosen for key, results in each.items()}


@cache
def _universe(schema: str, keys: tuple[str, ...]) -> tuple[Any, ...]:
    known = json.loads(schema)
    found = tuple(values(known, keys))
    assert all(valid(known, so) == "yes" for so in (*found[:1], *found[-1:]))
    return found


def universe(law: Law, step: str) -> tuple[Any, ...]:
    """The structured outputs that the schema of a step accepts."""
    return _universe(json.dumps(law.schemas[step].schema), tuple(law.registry.steps))


def size(law: Law, step: str) -> int:
    """How many structured outputs the schema of a step accepts; they aren't made for that."""
    schema: Any = law.schemas[step].schema
    if "enum" in schema or schema.get("type", "object") != "object":
        return len(universe(law, step))
    return prod(map(len, _members(schema, tuple(law.registry.steps)).values()))


class Slips:
    """Which values of what a step leaves behind are such as no author is blamed for: inputs read
    them, their schema has no enum, and as texts they are empty, though no empty list, or have the
    mark of shell code that the universe has."""

    def __init__(self, law: Law, step: str) -> None:
        known = (law.schema(step) or {})["properties"]
        read = {source.rpartition(".")[2] for source in law.sources if _is_of(source, step)}
        self._read = read & known.keys()
        self._free = [name for name in self._read if "enum" not in known[name]]

    def of(self, left: Any) -> int:
        """How many there are."""
        said = [left[name] for name in self._free if name in left]
        return sum(each != [] and (not text_of(each) or "|" in text_of(each)) for each in said)

    def asked(self, gate: Gate | None, most: int, so: Any) -> bool:
        """Whether an answer is asked for: it has no more of them than that, and with one all that
        is read is there."""
        fields = gate.handoff_fields if gate else ()
        left = (handed_off(gate, so) if gate else {}) or so
        count = self.of(left)
        wanted = self._read & {*fields} if left is not so else self._read - {*fields}
        return count <= most and (not count or wanted <= left.keys())


def _is_of(source: str, step: str) -> bool:
    return source.rpartition(".")[0] == step


def asked(state: State) -> Callable[[Any], bool]:
    """Tells whether an answer is asked for; choices may have more with a value that no author is
    blamed for, as where nothing else can be there beside it on some way."""
    law = state.law
    most = 0 if any(Slips(law, key).of(left) for key, left in state.context.items()) else 1
    gate = state.at.gate if state.at.kind != "closure" else None
    return partial(Slips(law, state.step).asked, gate, most)


def sayings(state: State) -> list[tuple[Any, str, Supplies, bool]]:
    """What makes every answer that the schema of the step accepts, in every world."""
    said = filter(asked(state), universe(state.law, state.step))
    return [*product(said, _prose(state), worlds(state), _counts(state))]


def _counts(state: State) -> tuple[bool, ...]:
    """Whether a count comes too early for an answer to reach it, where there is one, and no limit
    tells."""
    kind, _ = handler_of(state.law)
    return (False, True) if state.law.unbounded and kind.startswith("count:") else (False,)


def answer(so: Any, prose: str, supplies: Supplies, early: bool) -> Choice:
    """One of them as a choice."""
    return Choice("model", Answer(so, prose, supplies=supplies, early=early))


def answers(state: State) -> Iterator[Choice]:
    """Every answer that the schema of the step accepts, in every world."""
    return starmap(answer, sayings(state))


# --- what comes of it -----------------------------------------------------------------------------


def place(state: State) -> Hashable:
    """Where a run is, whatever the world is going to say: an answer may change that."""
    return RUNTIME.key(state._replace(supplies={}))


class Reached(NamedTuple):
    """What choices do in a state, each with the first of them: the places that they lead to, but
    those of runs that have failed; the codes of failures; and the elements that they use. `grades`
    has the least that one of them takes for granted that leads to a place or a failure."""

    places: dict[Hashable, Choice]
    failures: dict[str, Choice]
    moves: dict[Hashable, Choice]
    grades: dict[Hashable, int]

    def lenient(self, others: Reached) -> list[Hashable]:
        """What is reached that others reach only where they take more for granted."""
        return [key for key, grade in self.grades.items() if grade < others.grades.get(key, grade)]

    def beyond(self, others: Reached) -> list[Answer]:
        """The answers that do something others do not."""
        return [
            *(self.places[key].value for key in self.places.keys() - others.places.keys()),
            *(self.failures[key].value for key in self.failures.keys() - others.failures.keys()),
            *(self.moves[key].value for key in self.moves.keys() - others.moves.keys()),
        ]


def reached(state: State, choices: Iterable[Choice]) -> Reached:
    """Step choices, each once."""
    found = Reached({}, {}, {}, {})
    for choice in choices:
        after, events = RUNTIME.step(state, choice)
        grade, key = GRADES.index(RUNTIME.grade(state, choice)), None
        if after.ended is None or after.ended.kind != "failed":
            key = place(after)
            found.places.setdefault(key, choice)
        elif after.failure is not None:
            key = after.failure.code or after.failure.reason
            found.failures.setdefault(key, choice)
        found.grades[key] = min(grade, found.grades.get(key, grade))
        for move in RUNTIME.moves(events):
            found.moves.setdefault(move, choice)
    return found


def shown(files: dict[str, str]) -> str:
    """The registry of an agent, and how it closes, for a message."""
    texts = {path.rpartition("/")[2]: text for path, text in files.items()}
    registry = json.loads(texts["steps_registry.json"])
    verdict = json.loads(texts["agent.json"])["runner"]["verdict"]
    return f"{json.dumps(verdict)}\n{json.dumps(registry, indent=1)}\n{texts['steps.json']}"
