"""Answers to a step with a gate that represent all others (reference §4.3): one for each transition
of the gate, and for each thing that it can leave behind."""

from __future__ import annotations

from itertools import product

from phaselint.dialects.climpt.model import ALIASES
from phaselint.dialects.climpt.reading.values import last_segment, path_of
from phaselint.dialects.climpt.running.completion import SIGNAL_PATH
from phaselint.dialects.climpt.running.gate import intent_of, interpret
from phaselint.dialects.climpt.running.kinds import Kind, Made, is_unsure, made
from phaselint.dialects.climpt.running.leftbehind import Slips, others
from phaselint.dialects.climpt.running.router import DEFAULT
from phaselint.dialects.climpt.running.session import Unsure
from phaselint.dialects.climpt.running.spoiled import gate_of, path_read, read_of, sort_of
from phaselint.javascript.texts import text_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from phaselint.dialects.climpt.model import Gate, Step, Transition
    from phaselint.dialects.climpt.running.kinds import Demand, Demands
    from phaselint.dialects.climpt.running.session import Law
    from phaselint.schema import Path
    from phaselint.vocabulary.finding import Pointer

NO_STEP = "(no such step)"
NO_KEY = "(no such key)"
NO_INTENT = "(no such intent)"
CLOSING = "closing"
_OBJECT = "[object Object]"
_OTHER_TYPES = ("null", "boolean", "number", "array", "object")


class _Way(NamedTuple):
    """A continuation from an intent: its target, if that is a step, the kind of answers that take
    it, and where it is written, with words for what they have. They also meet one of `also`. For
    one that `fails`, it doesn't matter whether an answer takes it. If the value at one of `paths`
    matters to inputs, each try counts, otherwise one."""

    kind: Kind
    target: str = ""
    pointer: Pointer = ()
    words: str = ""
    fails: bool = False
    paths: tuple[Path, ...] = ()
    also: tuple[Demands, ...] = ((),)


class GatedAnswers:
    """The answers to one step with a gate, and which of them aren't decided."""

    def __init__(self, law: Law, step: Step, gate: Gate) -> None:
        self._law = law
        self._step = step
        self._gate = gate
        read = {path_read(gate_of(law, step), name) for name in read_of(law, step)}
        self._told_apart = read | {path_of(f) for f in gate.handoff_fields} if read else read
        self.unsure: list[Unsure] = []
        self._known: dict[tuple[int, ...], tuple[Demands, Made]] = {}

    def _made(self, demands: Demands) -> Made:
        """An answer that meets demands. Answers to the same demands are searched once: an intent is
        often the only demand of a transition."""
        key = tuple(map(id, demands))
        if key not in self._known:
            self._known[key] = (demands, made(self._law, self._step, demands))
        return self._known[key][1]

    def found(self) -> Iterator[Any]:
        """One answer for each transition, with what can be left behind."""
        step, gate = self._step, self._gate
        for intent in dict.fromkeys(gate.allowed):
            yield from self._saying(intent, says(self._law, step, gate, intent))
        odd = _says_none(self._law, step, gate)
        fallback = interpret(step, gate, {}).intent
        if fallback:
            yield from self._saying(fallback, odd, odd=True)
        else:
            yield from self._first(odd)
        yield from self._made(()).answers

    def _first(self, kind: Kind) -> Iterator[Any]:
        for tried in kind.tries:
            answers = self._made(tried).answers
            yield from answers
            if answers:
                return

    def _saying(self, intent: str, saying: Kind, *, odd: bool = False) -> Iterator[Any]:
        """The answers with an intent, or treated as it although they are `odd`."""
        alone = [(said, self._made(said)) for said in saying.tries]
        able = tuple(said for said, each in alone if each.answers)
        if not able and any(each.unsure for _, each in alone):
            pointer = (*self._gate.pointer, "allowedIntents", self._gate.allowed.index(intent))
            self._note(
                intent, "", f"an answer of `{self._step.key}` has intent `{intent}`", pointer
            )
        for way in self._ways(intent) if able else ():
            yield from self._going(intent, able, way, odd=odd)

    def _going(
        self, intent: str, able: tuple[Demands, ...], way: _Way, *, odd: bool
    ) -> Iterator[Any]:
        """The answers that take a transition."""
        unsure, found = [], way.fails
        for said, also in product(able, way.also):
            wanted = (*said, *also)
            if also and not (base := self._made(wanted)).answers:
                unsure.append(base.unsure)
                continue
            tries: list[Made] = []
            yield from self._tried(way, wanted, also if odd else wanted, tries, odd=odd)
            if not any(each.answers for each in tries):
                unsure.append(is_unsure(self._law, self._step, way.kind, wanted, tries))
            elif self._told_apart.isdisjoint(way.paths):
                return
            else:
                found = True
        if any(unsure) and not found:
            words = f"an answer of `{self._step.key}` with intent `{intent}` has {way.words}"
            self._note(intent, way.target, words, way.pointer or self._gate.pointer)

    def _tried(
        self, way: _Way, wanted: Demands, plain: Demands, tries: list[Made], *, odd: bool
    ) -> Iterator[Any]:
        """The answers that take a transition and meet demands; `plain` are those without an intent.
        The result of each try is added to `tries`."""
        slips = Slips()
        for tried in way.kind.tries:
            demands = (*wanted, *tried)
            tries.append(self._made(demands))
            if tries[-1].answers:
                yield from tries[-1].answers
                found = tries[-1].answers
                yield from others(self._law, self._step, demands, found, self._note_left, slips)
                yield from self._signalling((*plain, *tried), odd=odd)
                if self._told_apart.isdisjoint(way.paths):
                    return

    def _signalling(self, demands: Demands, *, odd: bool) -> Iterator[Any]:
        """Answers that signal the end as those of a closure step do, whatever the gate reads."""
        from phaselint.schema import Equals

        apart = self._gate.field != SIGNAL_PATH
        if apart or (odd and CLOSING not in self._gate.allowed):
            signal = (path_of(SIGNAL_PATH), Equals(CLOSING))
            yield from self._made((*demands, signal)).answers

    def _note(self, intent: str, target: str, what: str, pointer: Pointer) -> None:
        noted = Unsure(intent, target, what, pointer)
        if noted not in self.unsure:
            self.unsure.append(noted)

    def _note_left(self, what: str) -> None:
        self._note("", "", what, (*self._gate.pointer, "handoffFields"))

    # --- transitions ------------------------------------------------------------------------------

    def _ways(self, intent: str) -> Iterator[_Way]:
        """What else decides where an intent goes."""
        gate, step = self._gate, self._step
        rule = (step.transitions or {}).get(intent)
        keyed = [_Way(Kind(((),)))]
        if rule is not None and rule.conditional and not rule.simple and intent in _LENIENT:
            keyed = [*self._keyed(rule)] or keyed
        if intent != "jump" or not gate.target_field:
            yield from keyed
            return
        path, pointer = path_of(gate.target_field), (*gate.pointer, "targetField")
        for name in self._law.registry.steps:
            yield _named(path, name, pointer)
        yield _Way(_unknown(self._law, path), fails=True)
        none = tuple((each,) for each in self._names_none(path))
        for way in keyed:
            words = way.words or f"no target in `{gate.target_field}`"
            yield way._replace(also=none, words=words, paths=(*way.paths, path))

    def _names_none(self, path: Path) -> Iterator[Demand]:
        """The possible values of the target field if an answer to a jump names no target: missing,
        not a string, or empty, which comes last, because no author is blamed for it."""
        from phaselint.schema import Absent, Equals, OneOf, Typed

        yield path, Absent()
        values = _listed(self._law, self._step, path)
        if values is None:
            yield from ((path, Typed(kind)) for kind in _OTHER_TYPES)
            yield path, Equals("")
        else:
            none = (each for each in values if not (each and isinstance(each, str)))
            yield from ((path, OneOf((each,))) for each in none)

    def _keyed(self, rule: Transition) -> Iterator[_Way]:
        """An answer for every key of a conditional transition, and one for `default`."""
        named = [f for f in self._gate.handoff_fields if last_segment(f) == rule.condition]
        if not named:
            return
        path, pointer = path_of(named[-1]), (*rule.pointer, "targets")
        values = _listed(self._law, self._step, path)
        keys = tuple(key for key in rule.targets if key != DEFAULT)
        for key in keys:
            kind = _of_key(path, key) if values is None else _of_values(path, values, key.__eq__)
            words = f"`{key}` in `{named[-1]}`" if key else f"an empty `{named[-1]}`"
            yield _Way(kind, rule.targets[key] or "", (*pointer, key), words)
        other = _of_no_key(path, keys) if values is None else _of_other_values(path, values, keys)
        place = (*pointer, DEFAULT) if DEFAULT in rule.targets else pointer
        words = f"none of the keys in `{named[-1]}`"
        yield _Way(other, rule.targets.get(DEFAULT) or "", place, words, paths=(path,))


_LENIENT = ("next", "jump")


def _listed(law: Law, step: Step, path: Path) -> tuple[Any, ...] | None:
    """The values that the schema of a step lists at a path; none if any value is possible."""
    from phaselint.schema import values_at

    schema = law.schema(step.key)
    return None if schema is None else values_at(schema, path)


def _of_values(path: Path, values: tuple[Any, ...], wanted: Callable[[str], bool]) -> Kind:
    """The answers with one of some values, without null, whose string form is needed."""
    from phaselint.schema import OneOf

    found = tuple(each for each in values if each is not None and wanted(text_of(each)))
    return Kind((((path, OneOf(found)),),) if found else ())


# --- intents --------------------------------------------------------------------------------------


def says(law: Law, step: Step, gate: Gate, intent: str) -> Kind:
    """The answers with an intent: the word itself, or an alias."""
    from phaselint.schema import Equals, Matches

    def meant(text: str) -> bool:
        return intent_of(step, text) == intent

    path = path_of(gate.field)
    values = _listed(law, step, path)
    if values is not None:
        own = ((path, Equals(intent)),)
        others = tuple(each for each in values if each != intent)
        return Kind((*([own] if intent in values else []), *_of_values(path, others, meant).tries))
    words = (*(word for word, intent_ in ALIASES.items() if intent_ == intent), intent.upper())
    other = Matches(lambda text: text != intent and meant(text), words, text_of)
    listed = Matches(meant, (intent,), text_of)
    return Kind((((path, Equals(intent)),), ((path, other),), (((*path, 0), listed),)))


def _says_none(law: Law, step: Step, gate: Gate) -> Kind:
    """The answers without an intent that a step allows."""
    from phaselint.schema import Absent, Equals, Matches, Typed

    def other(text: str) -> bool:
        return intent_of(step, text) not in gate.allowed

    path: Path = path_of(gate.field)
    values = _listed(law, step, path)
    nothing = (((path, Absent()),), ((path, Equals(None)),))
    if values is not None:
        return Kind((*nothing[: 1 + (None in values)], *_of_values(path, values, other).tries))
    word = Matches(other, (NO_INTENT, "x"), text_of)
    tries = ((path, word),), ((path, Typed("object")),), (((*path, 0), word),)
    return Kind((*nothing, *tries))


# --- targets --------------------------------------------------------------------------------------


def _named(path: Path, name: str, pointer: Pointer) -> _Way:
    """The answers to a jump that name a step."""
    from phaselint.schema import Equals

    words = f"`{name}` in `{'.'.join(map(str, path))}`"
    return _Way(Kind((((path, Equals(name)),),)), name, pointer, words)


def _unknown(law: Law, path: Path) -> Kind:
    """The answers to a jump that name a step that doesn't exist."""
    from phaselint.schema import Matches, Typed

    steps = law.registry.steps
    unknown = Matches(lambda text: bool(text) and text not in steps, (NO_STEP,), text_of)
    return Kind((((path, Typed("string")), (path, unknown)),))


# --- keys -----------------------------------------------------------------------------------------


def _of_key(path: Path, key: str) -> Kind:
    """The answers whose value is written as a key: the value itself, or a list of it."""
    from phaselint.dialects.climpt.running.keyvalues import values_of, written_as
    from phaselint.schema import Equals, Matches, OneOf, Typed, holding

    same = Matches(key.__eq__, (key,), text_of)
    objects = (((path, Typed("object")),),) if key == _OBJECT else ()
    tries = (((path, OneOf(values_of(key))),), ((path, same),), (((*path, 0), same),), *objects)
    none = () if key else (((path, Equals([])),),)
    return Kind((*none, *tries), (holding(path, written_as(key)),))


def _of_other_values(path: Path, values: tuple[Any, ...], keys: tuple[str, ...]) -> Kind:
    """The answers with one of some values without a key, or with none: one of each sort that
    prompts distinguish."""
    from phaselint.schema import Absent, Equals

    tries: list[Demands] = []
    for sort in ("plain", "empty", "shell"):
        own = tuple(each for each in values if sort_of(each) == sort)
        tries += _of_values(path, own, lambda text: text not in keys).tries
    tries.append(((path, Absent()),))
    return Kind((*tries, *([((path, Equals(None)),)] if None in values else [])))


def _of_no_key(path: Path, keys: tuple[str, ...]) -> Kind:
    """The answers whose value has no key of its own: some string, an object, no value, null, and an
    empty string or shell code."""
    from phaselint.dialects.climpt.running.keyvalues import written_otherwise
    from phaselint.schema import Absent, Equals, Matches, OneOf, Typed, holding
    from phaselint.schema.walk import lacking

    text = Matches(lambda text: text not in ("", DEFAULT, *keys), (NO_KEY,), text_of, ("", *keys))
    object_ = Typed("object")
    tries: list[Demands] = [((path, text),), (((*path, 0), text),)]
    tries += [((path, object_),)] if _OBJECT not in keys else []
    tries += [(((*path, 0), object_), (path, text)), ((path, Absent()),), ((path, Equals(None)),)]
    empty = (Equals([]), OneOf(("", [""], [None])))
    tries += [((path, test),) for test in empty] if "" not in keys else []
    bound = {"anyOf": [lacking(path), holding(path, written_otherwise(keys))]}
    return Kind(tuple(tries), (bound,))
