"""Known answers about patterns, schemas and entries of a contract that is checked again after each
edit.

An edit leaves most of them as they were. A question about one that is written the same is not
asked again, and takes the steps that it took: what is left for others does not depend on what is
known, and so neither does any answer. Nobody waits for these steps, though (see
`phaselint.vocabulary.time_budget`). Only who checks a contract again keeps a memory; what the last
check did not ask is forgotten with the next.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import chain
from marshal import dumps
from math import inf

from phaselint.vocabulary.batched_cache import Price, Question, RowMemory
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import Itself, current, in_force, remembering

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.vocabulary.batched_cache import Cost, Made
    from phaselint.vocabulary.step_budget import Columns, StepBudget

_BY_CONTENT = 0
"""The version of the format that writes equal values alike, whether or not they are one object:
1, 1.0 and true are not equal."""
_VALUES = frozenset((tuple, int, bool, float))
"""The classes of values that are known by their content, but for strings."""


class _Known(NamedTuple):
    """An answer, and the steps that were taken for it."""

    answer: Any
    steps: float


class _PatternAnswer(NamedTuple):
    """A yes or no about patterns: the steps that it takes by itself, those that it takes at most
    with what it asks in turn, and what that is."""

    answer: bool
    own: int
    most: int
    turns: tuple[tuple[Any, ...], ...]


class _Apart(NamedTuple):
    """What a question found in each of some parts, and the steps it took there for schemas and for
    patterns, with their sum; none in the places where these steps aren't always the same, of which
    `again` has the cost, if that is known."""

    parts: tuple[Any, ...]
    found: list[tuple[Any, ...]]
    steps: list[tuple[float, int] | None]
    taken: tuple[float, int]
    again: Mapping[int, Cost | None]


class Memory:
    """The answers of the last check of one contract; see `phaselint.vocabulary.step_budget.Memory`.

    Nobody may change what an answer holds.
    """

    __slots__ = (
        "_before",
        "_changed",
        "_inner",
        "_made",
        "_make",
        "_most",
        "_now",
        "_part",
        "_parted",
        "_rows",
        "_tell",
        "_told",
        "_written",
        "_wrote",
        "whole_only",
    )

    def __init__(self) -> None:
        self._before: dict[Any, _Known] = {}
        self._now: dict[Any, _Known] = {}
        self._wrote: dict[int, tuple[bytes, Any]] = {}  # as the answers: before, and now
        self._written: dict[int, tuple[bytes, Any]] = {}
        self._told: dict[tuple[Any, ...], _PatternAnswer] = {}
        self._tell: dict[tuple[Any, ...], _PatternAnswer] = {}
        self._most: dict[tuple[Any, ...], int] = {}  # steps of all questions about patterns
        self._inner = 0  # those that were taken for what the one at hand asked in turn
        self._made: Made = {}
        self._make: Made = {}
        self._parted: dict[Any, _Apart] = {}
        self._part: dict[Any, _Apart] = {}
        self.whole_only = False
        self._changed: tuple[Any, Any, list[int]] | None = None
        self._rows = RowMemory()

    @contextmanager
    def used(self) -> Iterator[None]:
        """Have a check made inside ask what is known, and forget what it does not ask."""
        self._most.clear()
        self._inner = 0
        with remembering(self):
            yield
        self._before, self._now = self._now, {}
        self._wrote, self._written = self._written, {}
        self._told, self._tell = self._tell, {}
        self._made, self._make = self._make, {}
        self._parted, self._part = self._part, {}
        self._rows.turn()

    def rows(
        self, allowance: StepBudget, columns: Columns, make: Callable[..., Any], *about: Any
    ) -> list[Any]:
        """See `phaselint.vocabulary.pure.Pure.each`."""
        try:
            key = (make, *self._parts(about)[0])
        except ValueError:  # plain data that isn't one, or is nested too deeply
            return [make(*row, *about) for row in zip(*columns, strict=True)]
        found = self._rows.answers(allowance, columns, Question(key, make, about), self._make)
        self._note_taken()
        return found

    def pure(self, make: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """See `phaselint.vocabulary.pure`."""
        try:
            parts, things = self._parts(args)
        except ValueError:  # plain data that isn't one, or is nested too deeply
            return make(*args)
        key = (make, *parts)
        known = self._make.get(key) or self._made.get(key)
        if known is not None:
            if known[2] is None:
                self._make[key] = known
                return known[0]
            if self._rows.take(current(), known[2]):
                self._note_taken()
                self._make[key] = known
                return known[0]
        return self._asked_for(key, make, args, things)

    def _asked_for(
        self, key: Any, make: Callable[..., Any], args: tuple[Any, ...], things: list[Any]
    ) -> Any:
        """What a function makes of arguments, which is kept with the steps that it took, if these
        were enough."""
        allowance = in_force()
        if allowance is None:
            answer = make(*args)
            self._make[key] = (answer, things, None)
            return answer
        before = allowance.standing()
        answer = make(*args)
        if before[0] == inf:  # which no step makes less
            return answer
        if before == allowance.standing():
            self._make[key] = (answer, things, None)
        elif (price := self._rows.price(allowance, before)) is not None:
            self._make[key] = (answer, things, price)
        return answer

    def _note_taken(self) -> None:
        """Note what the questions cost whose answers have just been taken from memory."""
        for turn, price in self._rows.taken():
            self._most[turn] = price.left + sum(self._most.get(each, 0) for each in price.turns)

    def _parts(self, args: tuple[Any, ...]) -> tuple[list[Any], list[Any]]:
        """What the same arguments have in common, and those that must be kept for their ids.
        Raises ValueError for lists and dicts that aren't plain data."""
        parts: list[Any] = []
        things: list[Any] = []
        for each in args:
            kind = each.__class__
            if kind is str or kind is Itself or each is None:
                parts.append(each)
            elif kind is dict or kind is list:
                parts.append(self._content(each))
            elif kind not in _VALUES or (content := _written(each)) is None:
                parts.append(id(each))
                things.append(each)
            else:
                parts.append(content)
        return parts, things

    def per_part(
        self, allowance: StepBudget, ask: Callable[..., Any], parts: tuple[Any, ...]
    ) -> Any:
        """See `phaselint.vocabulary.step_budget.ask_per_part`."""
        known = self._part.pop(ask, None) or self._parted.pop(ask, None)
        if known is None or len(known.parts) != len(parts):
            known = _unasked(parts)
        places = sorted({*known.again, *self._changes(known.parts, parts)})
        schemas, left = known.taken
        for steps in filter(None, map(known.steps.__getitem__, places)):
            schemas, left = schemas - steps[0], left - steps[1]
        allowance.settle()
        if schemas > allowance.schemas or left > allowance.left:
            known = _unasked(parts)
            places, schemas, left = list(range(len(parts))), 0, 0
        allowance.schemas -= schemas
        allowance.left -= left
        same = {
            at: cost for at, cost in known.again.items() if cost and parts[at] is known.parts[at]
        }
        again: dict[int, Cost | None] = {}
        for at in places:
            if at in same and self._rows.take(allowance, same[at]):
                again[at] = same[at]
                continue
            before = allowance.standing()
            known.found[at], known.steps[at] = answer = _asked(allowance, ask, parts[at])
            if answer[1] is None:
                again[at] = self._rows.price(allowance, before)
            else:
                schemas, left = schemas + answer[1][0], left + answer[1][1]
        self._note_taken()
        now = _Apart(parts, known.found, known.steps, (schemas, left), again)
        self._part[ask] = now
        return chain.from_iterable(now.found)

    def _changes(self, before: tuple[Any, ...], now: tuple[Any, ...]) -> list[int]:
        """The places of what is another object than before; all questions have the same."""
        known = self._changed
        if known is None or known[0] is not before or known[1] is not now:
            pairs = enumerate(zip(before, now, strict=True))
            found = [at for at, (old, new) in pairs if old is not new]
            known = self._changed = (before, now, found)
        return known[2]

    def _content(self, value: Any) -> bytes:
        """What equal data have in common. Raises ValueError for what holds functions, or is nested
        too deeply."""
        number = id(value)
        known = self._written.get(number) or self._wrote.get(number)
        if known is None:
            known = (dumps(value, _BY_CONTENT), value)  # which keeps its id
        self._written[number] = known
        return known[0]

    def _recalled(
        self, allowance: StepBudget, key: Any, ask: Callable[..., Any], asked: tuple[Any, ...]
    ) -> _Known:
        """The answer to a question with a key; infinite steps for one that is not kept."""
        allowance.settle()
        known = self._now.get(key) or self._before.get(key)
        if known is not None and known.steps <= allowance.schemas:
            allowance.schemas -= known.steps
            self._now[key] = known
            return known
        left, turns, schemas = allowance.left, len(allowance.turns), allowance.schemas
        answer = ask(*asked)
        allowance.settle()
        enough = 0 <= allowance.schemas < inf
        if enough and (left, turns) == (allowance.left, len(allowance.turns)):
            known = self._now[key] = _Known(answer, schemas - allowance.schemas)
            return known
        return _Known(answer, inf)

    def repeat(self, allowance: StepBudget, ask: Callable[..., Any], *asked: Any) -> Any:
        """What a question gives that is answered once for a contract; for one about a schema, see
        `_repeated`. Of those about patterns, what is a yes or no about strings is kept.

        It is asked as well where the steps that are left may not be enough. What it asks in turn
        is asked in any case, since who does so first takes the steps for it. Raises Spent.
        """
        if isinstance(asked[0], Itself):
            return self._repeated(allowance, ask, asked)
        key, left, first = (ask, *asked), allowance.left, len(allowance.turns)
        outer, self._inner = self._inner, 0
        known = self._tell.get(key) or self._told.get(key)
        try:
            if known is not None and known.most <= left:
                for turn in known.turns:
                    allowance.answer(*turn)
                allowance.left -= known.own
                self._tell[key] = known
                self._most[key] = known.most
                self._rows.note(key, Price(known.answer, 0, known.own, known.turns))
                return known.answer
            answer = ask(*asked)
            turns = tuple(dict.fromkeys(allowance.turns[first:]))
            own = left - allowance.left - self._inner
            most = self._most[key] = own + sum(self._most.get(turn, 0) for turn in turns)
            if _is_plain(answer, asked, turns) and allowance.left >= 0 and not allowance.engine:
                self._tell[key] = _PatternAnswer(answer, own, most, turns)
                self._rows.note(key, Price(answer, 0, own, turns))
            return answer
        finally:
            self._inner = outer + left - allowance.left

    def _repeated(
        self, allowance: StepBudget, ask: Callable[..., Any], asked: tuple[Any, ...]
    ) -> Any:
        """What a question about a schema gives that is answered once for a contract.

        It is asked as well where the steps that are left are not enough, and kept only where they
        were: then it does not matter how many there are. Nor is it kept where it asked others in
        turn, about patterns or references, since these are counted once for a contract.
        """
        key = self._key(ask, asked)
        if key is None:
            return ask(*asked)
        known = self._recalled(allowance, key, ask, asked)
        if known.steps < inf:
            self._rows.note((ask, *asked), Price(known.answer, known.steps, 0))
        return known.answer

    def _key(self, ask: Callable[..., Any], asked: tuple[Any, ...]) -> Any:
        """What a question and the same one asked again have in common; none where that cannot be
        said."""
        schema, *rest = asked
        if not isinstance(schema, Itself):
            return None
        try:
            written = self._content(schema.value)
            more = [each if isinstance(each, tuple) else dumps(each, _BY_CONTENT) for each in rest]
        except ValueError:  # it holds functions, or is nested too deeply
            return None
        return (ask, written, *more)


def _written(value: Any) -> bytes | None:
    """What equal values have in common; none of what is known by itself alone, such as a tuple of
    records."""
    try:
        return dumps(value, _BY_CONTENT)
    except ValueError:
        return None


def _unasked(parts: tuple[Any, ...]) -> _Apart:
    """The entry of a question that was never asked."""
    count = len(parts)
    return _Apart(parts, [()] * count, [None] * count, (0, 0), dict.fromkeys(range(count)))


def _asked(
    allowance: StepBudget, ask: Callable[..., Any], part: Any
) -> tuple[tuple[Any, ...], tuple[float, int] | None]:
    """What a question finds in a part, and the steps it took; none where there were not enough, or
    where something it asked in turn had been asked before and took none."""
    left, turns, schemas = allowance.left, len(allowance.turns), allowance.schemas
    known = allowance.known
    found = tuple(ask(part))
    allowance.settle()
    new = len(set(allowance.turns[turns:])) == allowance.known - known
    enough = 0 <= allowance.schemas < inf and allowance.left >= 0
    return found, (schemas - allowance.schemas, left - allowance.left) if new and enough else None


def _is_plain(answer: Any, asked: tuple[Any, ...], turns: Iterable[tuple[Any, ...]]) -> bool:
    """Whether an answer is a yes or no, and all that was asked for it is about strings."""
    texts = (*asked, *(each for _, *about in turns for each in about))
    return isinstance(answer, bool) and all(type(each) is str for each in texts)
