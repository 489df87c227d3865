"""A witness for each class of payloads or outputs, or the word that none exists (§3.3).

Classes are those of `asked`. Each is a schema with further schemas next to it: what is said about
each path that is asked for, and what those say that are handed the result. That a class is empty is
decided by these together having no value; where that cannot be said, nothing is claimed.
"""

from __future__ import annotations

from phaselint.dialects.stud.reading.schemas import accepts
from phaselint.dialects.stud.running.asked import looks, readers_of, sign
from phaselint.dialects.stud.running.branches import ALWAYS, DEFAULT, holds_of
from phaselint.dialects.stud.running.records import Undecided
from phaselint.dialects.stud.running.slots import Slot, goal_of, narrowed
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Condition, Stage
    from phaselint.dialects.stud.running.branches import Way
    from phaselint.dialects.stud.running.looking import Pairs
    from phaselint.dialects.stud.running.session import Law
    from phaselint.schema import Path

PLAIN = ("x", "y", "text")
"""Texts that stand for any, the first that no condition names: an empty one is a slip that no one
asks about."""

MOST_ASKED = 4
"""Questions to a schema for each class that may be found."""


class Nothing:
    """There is no value."""


NOTHING = Nothing()


class _Draft(NamedTuple):
    """A class as far as it has been told apart: the branches before `number` are decided for some
    results, `open` are the others. `slots` say what is known by path, `goals` what else has to
    hold; `value` is one of the class, `stray` if only properties that nobody declares make it one.
    `readers` are still to be asked, once all branches are."""

    number: int
    open: Pairs
    slots: Mapping[tuple[str, ...], Slot]
    goals: tuple[Any, ...]
    value: Any
    taken: tuple[Way, ...] = ()
    readers: tuple[Any, ...] | None = None
    stray: bool = False


class Classes:
    """The search for the classes of one field of a stage's result."""

    def __init__(
        self, law: Law, stage: Stage, head: str, schema: Any, always: tuple[Any, ...], most: int
    ) -> None:
        self._law, self._stage, self._head = law, stage, head
        self._schema, self._always, self._most = schema, always, most
        self._looks = looks(law, stage, head)
        self._questions = MOST_ASKED * most
        self._doubt = False
        self._many = False
        self._names: frozenset[str] = frozenset()
        self._declared: frozenset[str] = frozenset()
        self.stray: set[Hashable] = set()

    def found(self, read: Sequence[Path]) -> tuple[Any, ...] | None:
        """A value of each class; none where there are too many, or where it cannot be said whether
        some class is empty."""
        first = self._first(read)
        waiting = [] if first is NOTHING else [self._start(first)]
        values: dict[Any, Any] = {}
        while waiting and not self._doubt and not self._many:
            draft = waiting.pop()
            if draft.number < len(self._looks.asked):
                waiting += self._by_branch(draft)
            elif draft.readers is None:
                always = (DEFAULT, ALWAYS) if draft.open else ()
                readers = readers_of(self._looks, (*draft.taken, *always))
                waiting.append(draft._replace(readers=readers))
            elif draft.readers:
                waiting += self._by_reader(draft)
            else:
                value = self._plain(draft.value)
                known = sign(self._law, self._stage, self._head, value)
                values.setdefault(known, value)
                if draft.stray:
                    self.stray.add(known)
                self._many = len(values) > self._most
        return None if self._doubt or self._many else tuple(values.values())

    def undecided(self, field: str) -> Undecided | None:
        """What was not decided in this search."""
        if self._doubt:
            from phaselint.dialects.stud.running.doubts import undecided

            return undecided(self._law, self._stage, field, self._schema)
        if not self._many:
            return None
        why = f"has more than {self._most} kinds of values that branches tell apart"
        return Undecided(self._stage, field, why)

    def _start(self, value: Any) -> _Draft:
        return _Draft(0, self._looks.results, {}, (), value)

    def _by_branch(self, draft: _Draft) -> list[_Draft]:
        """A class as those that the next branch tells apart; the one that has the value already
        comes last, since it is looked at first."""
        each = self._looks.asked[draft.number]
        draft, mine = draft._replace(number=draft.number + 1), draft.open & each.results
        if not mine:
            return [draft]
        taken = draft._replace(taken=(*draft.taken, each.number))
        if not each.opaque:
            taken = taken._replace(open=draft.open - mine)
        if each.when is None:
            return [taken]
        held = holds_of(each.when, draft.value)
        found = []
        for side in (not held, held):
            slots = narrowed(draft.slots, each.when, holds=side)
            if slots is None:
                continue
            value = draft.value if side == held else self._solved(slots, draft.goals)
            if value is not NOTHING:
                found.append((taken if side else draft)._replace(slots=slots, value=value))
        return found

    def _by_reader(self, draft: _Draft) -> list[_Draft]:
        """A class as what the next reader takes of it and what it refuses."""
        wanted, *others = draft.readers or ()
        suits = accepts(wanted, draft.value)
        draft = draft._replace(readers=tuple(others))
        found = []
        for side in (not suits, suits):
            goals = (*draft.goals, wanted if side else self._refused(wanted))
            if side == suits:
                found.append(draft._replace(goals=goals))
                continue
            value = self._solved(draft.slots, goals if side else (*goals, self._closing(wanted)))
            stray = not side and value is NOTHING and not self._doubt
            if stray:
                value = self._solved(draft.slots, goals)
            if value is not NOTHING:
                stray = stray or draft.stray
                found.append(draft._replace(goals=goals, value=value, stray=stray))
        return found

    def _refused(self, wanted: Any) -> Any:
        from phaselint.schema.negation import negation

        self._learn()
        return negation(wanted, self._names)

    def _closing(self, wanted: Any) -> Any:
        """The schema of values without properties that only a reader knows."""
        from phaselint.schema.negation import closing

        return closing(wanted, self._names, self._declared)

    def _learn(self) -> None:
        """Note the names of properties: those that the schema and the conditions have, one that
        each pattern of names matches, and those of the readers."""
        from phaselint.patterns.sample import example
        from phaselint.schema.negation import mentioned, name_patterns

        if self._names:
            return
        found = mentioned(self._schema)
        found.update(name for each in name_patterns(self._schema) if (name := example(each)))
        for each in self._looks.asked:
            found.update(each.when.segments[1:] if each.when is not None else ())
        self._declared = frozenset(found)
        for schemas in self._looks.readers.values():
            for schema in schemas:
                found |= mentioned(schema)
        self._names = frozenset(found)

    def _solved(self, slots: Mapping[tuple[str, ...], Slot], goals: tuple[Any, ...]) -> Any:
        """A value of a class; nothing where it surely has none, or none is known."""
        from phaselint.schema import conforming

        self._questions -= 1
        if self._questions < 0:
            self._many = True
            return NOTHING
        asked = [goal_of(path, slot) for path, slot in slots.items()]
        beside = [*self._always, *(each for each in asked if each is not True), *goals]
        found = conforming(self._schema, beside)
        if found.answer == "yes":
            return found.instance
        if found.answer == "maybe":
            self._doubt = True
        return NOTHING

    def _first(self, read: Sequence[Path]) -> Any:
        """A value that has as much of what is read as can be."""
        from phaselint.schema.walk import having

        value = self._solved({}, ())
        goals: tuple[Any, ...] = ()
        for path in dict.fromkeys(read):
            if value is NOTHING or self._doubt:
                break
            more = (*goals, having(path, {"not": {"type": "null"}}))
            better = self._solved({}, more)
            if better is not NOTHING:
                goals, value = more, better
            self._doubt = False
        return value

    def _plain(self, value: Any) -> Any:
        """A value with a plain text in place of empty ones, where it stays in its class."""
        named = [one for each in self._looks.asked for one in _values(each.when)]
        if "" in named:
            return value
        plain = next((text for text in PLAIN if text not in named), "")
        better = _filled(value, plain)
        if json_of(better) == json_of(value) or not accepts(self._schema, better):
            return value
        law, stage, head = self._law, self._stage, self._head
        return better if sign(law, stage, head, better) == sign(law, stage, head, value) else value


def _values(when: Condition | None) -> tuple[Any, ...]:
    return () if when is None else when.values or ()


def _filled(value: Any, plain: str) -> Any:
    if isinstance(value, dict):
        return {key: _filled(item, plain) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, plain) for item in value]
    return plain if isinstance(value, str) and not value else value
