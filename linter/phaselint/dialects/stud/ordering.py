"""An order for stages that no pipeline lists, by what they read of their predecessors' results.

The code of a state machine decides which stage follows (reference §1.4); what comes out here is a
guess that a person corrects. It is one in which every stage finds what it reads, where there is
such an order that this comes upon: it never takes a step back.
"""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import lookup
from phaselint.dialects.stud.model import RESULT_FIELDS
from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Stage

    Segments = tuple[str | int, ...]


class Read(NamedTuple):
    """What a stage reads of a predecessor: which of them, and the path into its result."""

    number: int
    path: Segments


class Follow(NamedTuple):
    """What follows a stage: one stage, several by the value of a field, or several side by side
    with the stage that joins them. `field` is empty where the verdict alone decides."""

    stages: tuple[str, ...] = ()
    join: str = ""
    field: str = ""
    values: tuple[Any, ...] = ()


class Order(NamedTuple):
    """The first stage, and what follows each."""

    entry: str
    follows: dict[str, Follow]


def reads(stage: Stage) -> tuple[Read, ...]:
    """What a stage reads of its predecessors (§2.6)."""
    found = []
    for each in lex(stage.body.text):
        path = each.path or ()
        if len(path) > 3 and path[:2] == ("ctx", "upstream") and isinstance(path[2], int):
            found.append(Read(path[2], path[3:]))
    return tuple(found)


def order(stages: Sequence[Stage]) -> Order:
    """An order of some stages, one at least, whose ids are all different."""
    return _Ordering(stages).made()


class _Ordering:
    """The stages that have a place so far, and those that wait for one."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._reads = {each.id: reads(each) for each in stages}
        self._stages = {each.id: each for each in stages}
        self._joins = dict(self._groups())
        self._beside = {name for group in self._joins.values() for name in group}
        self._children: dict[str, list[str]] = {}
        self._forks: dict[str, str] = {}

    def made(self) -> Order:
        entry = self._entry()
        waiting = [name for name in self._stages if name != entry and name not in self._beside]
        self._children[entry] = []
        tail = entry
        while waiting:
            parent, name = self._next(tail, waiting)
            waiting.remove(name)
            self._place(parent, name)
            tail = name
        return Order(entry, {name: self._follow(name) for name in self._stages})

    def _groups(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Stages that read of several predecessors, each with stages that run side by side in
        front of it: those read nothing, and one stage is left to begin with."""
        free = [name for name in self._stages if not self._needs(name)]
        for name, wanted in self._reads.items():
            width = 1 + max((each.number for each in wanted), default=0)
            group: list[str] = []
            for index in range(width if 1 < width < len(free) else 0):
                own = [each.path for each in wanted if each.number == index]
                fitting = (other for other in free if other not in group and self._has(other, own))
                group += [*fitting][:1]
            if len(group) == width > 1:
                free = [other for other in free if other not in group]
                yield name, tuple(group)

    def _entry(self) -> str:
        """The first stage that reads nothing; the first of all where each reads something."""
        left = [name for name in self._stages if name not in self._beside]
        return next((name for name in left if not self._needs(name)), left[0])

    def _next(self, tail: str, waiting: Sequence[str]) -> tuple[str, str]:
        """The stage to place next, and the one that it follows: what reads of the last one, then a
        join, then what reads nothing, then what reads of any."""
        for name in waiting:
            if name not in self._joins and self._reads[name] and self._fits(tail, name):
                return tail, name
        for name in (*self._joins, *(each for each in waiting if not self._needs(each))):
            if name in waiting:
                return tail, name
        for name in waiting:
            for parent in reversed(self._children):
                if self._has_room(parent) and self._fits(parent, name):
                    return parent, name
        return tail, waiting[0]

    def _place(self, parent: str, name: str) -> None:
        self._children[parent].append(name)
        self._children[name] = []
        if name in self._joins:
            self._forks[parent] = name

    def _follow(self, name: str) -> Follow:
        children = tuple(self._children.get(name, ()))
        if name in self._forks:
            join = self._forks[name]
            return Follow(self._joins[join], join=join)
        field, values = _choice(self._stages[name]) if len(children) > 1 else ("", ())
        return Follow(children, field=field, values=values)

    def _needs(self, name: str) -> bool:
        """Whether a stage must have a predecessor."""
        return bool(self._reads[name]) or self._stages[name].inputs_schema is not None

    def _has_room(self, parent: str) -> bool:
        taken = len(self._children[parent])
        return parent not in self._forks and taken < max(2, len(_choice(self._stages[parent])[1]))

    def _fits(self, parent: str, name: str) -> bool:
        """Whether one stage passes on all that another reads of its only predecessor."""
        wanted = self._reads[name]
        return all(not each.number for each in wanted) and self._has(
            parent, [each.path for each in wanted]
        )

    def _has(self, name: str, paths: Sequence[Segments]) -> bool:
        """Whether paths lead somewhere in the result of a stage; it is unknown what `output` is."""
        schema = self._stages[name].completion_schema
        return all(
            path[0] in RESULT_FIELDS
            and (path[0] != "parsed" or lookup(schema, path[1:]).answer in ("yes", "optional"))
            for path in paths
        )


def _choice(stage: Stage) -> tuple[str, tuple[Any, ...]]:
    """A field of a stage's answer that has few values, and these; empty where there is none."""
    schema = stage.completion_schema
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for name, inner in properties.items() if isinstance(properties, dict) else ():
        usable = isinstance(inner, dict) and name.replace("-", "_").isidentifier()
        if not usable or name not in (schema.get("required") or ()):
            continue
        values = inner.get("enum")
        if isinstance(values, list) and len(values) > 1 and all(map(_is_word, values)):
            return name, tuple(values)
        if inner.get("type") == "boolean":
            return name, (True, False)
    return "", ()


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and bool(value)
