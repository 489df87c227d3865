"""Known answers about many things of one kind, asked about one by one, such as the steps of a
registry: some at a time.

To look up the answer for a thing takes as long as many a rule needs to look at it. After an edit
all but one of a thousand are the same, and so are all of nearly every block of them.
"""

from __future__ import annotations

from itertools import islice
from math import inf
from operator import is_

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from typing import Any

    from phaselint.vocabulary.step_budget import Columns, Standing, StepBudget

    Turn = tuple[Any, ...]
    """A question that is answered once for a contract."""

    Made = dict[Any, tuple[Any, Any, "Cost | None"]]
    """What was made of things, as a memory keeps it: with the things, and the steps it took, if it
    took any."""

_BLOCK = 32
"""Rows that are known together."""


class Price(NamedTuple):
    """The answer to a question, and the steps that the first to ask it takes: of those for schemas,
    and of those for patterns, in addition to those for what it asks in turn."""

    answer: Any
    schemas: float
    left: int
    turns: tuple[Turn, ...] = ()


class Cost(NamedTuple):
    """The steps that were taken for something in addition to those of questions that are answered
    once, these questions, and what they ask in turn."""

    schemas: float
    left: int
    prices: Mapping[Turn, Price]
    inner: Collection[Turn]


class Question(NamedTuple):
    """A question about each row: what it has in common with the same one asked again, the function,
    and what it is given next to the row."""

    key: Any
    make: Callable[..., Any]
    about: tuple[Any, ...]


class _Row(NamedTuple):
    """The steps that a row of a block cost, if that is known, and what else was made on the way."""

    cost: Cost | None
    made: Made


class _Block(NamedTuple):
    """What was made of some rows, the steps that were taken for it, if that is known, what else was
    made on the way, which others may ask for who do not know the block, and the things, which keep
    their ids, as what was given next to them does; and the same of each row."""

    answers: tuple[Any, ...]
    cost: Cost | None
    made: Made
    things: Columns
    about: tuple[Any, ...]
    rows: tuple[_Row, ...]


class RowMemory:
    """The blocks of the last check of a contract."""

    __slots__ = ("_before", "_ends", "_now", "_prices", "_taken")

    def __init__(self) -> None:
        self._before: dict[Any, _Block] = {}
        self._now: dict[Any, _Block] = {}
        self._ends: dict[Any, _Block] | None = None  # the blocks of the last check, by their ends
        self._prices: dict[Turn, Price] = {}  # of what has been asked in the check at hand
        self._taken: list[tuple[Turn, Price]] = []

    def turn(self) -> None:
        """Forget what the check that ends here has not asked."""
        self._before, self._now = self._now, {}
        self._ends = None
        self._prices = {}

    def note(self, turn: Turn, price: Price) -> None:
        """Note what a question costs whoever asks it first."""
        self._prices[turn] = price

    def taken(self) -> Iterator[tuple[Turn, Price]]:
        """The questions whose answers have been taken from memory since the last call."""
        taken, self._taken = self._taken, []
        return iter(taken)

    def answers(
        self, allowance: StepBudget, columns: Columns, question: Question, made: Made
    ) -> list[Any]:
        """What a function makes of each row of some columns; `made` is what else the check at hand
        has made."""
        found: list[Any] = []
        allowance.settle()
        for start in range(0, len(columns[0]) if columns else 0, _BLOCK):
            things = [column[start : start + _BLOCK] for column in columns]
            key = (question.key, *[id(column[0]) for column in things])
            known = self._now.get(key) or self._before.get(key)
            if known is not None and self._holds(allowance, known, things):
                self._now[key] = known
                if known.made:
                    made.update(known.made)
                found += known.answers
            else:
                found += self._made(allowance, key, things, question, made)
        return found

    def take(self, allowance: StepBudget, cost: Cost) -> bool:
        """Take the steps of something again; whether there are enough."""
        allowance.settle()
        schemas, left = cost.schemas, cost.left
        new: dict[Turn, Price] = {}
        if cost.prices:
            asked = allowance.answered
            for turn in cost.inner:
                allowance.answer(*turn)
            new = {turn: price for turn, price in cost.prices.items() if turn not in asked}
            schemas += sum([price.schemas for price in new.values()])
            left += sum([price.left for price in new.values()])
        if schemas > allowance.schemas or left > allowance.left:
            return False
        allowance.schemas -= schemas
        allowance.left -= left
        if cost.prices:
            allowance.turns += cost.prices
            asked.update((turn, price.answer) for turn, price in new.items())
            self._prices.update(new)
            self._taken += new.items()
        return True

    def price(self, allowance: StepBudget, before: Standing) -> Cost | None:
        """The steps that were taken since; none where there were not enough, or where it is not
        known what each question took."""
        allowance.settle()
        schemas, left, first, answered = before
        if not 0 <= allowance.schemas < inf or allowance.left < 0 or allowance.engine:
            return None
        if first == len(allowance.turns):
            return Cost(schemas - allowance.schemas, left - allowance.left, {}, ())
        prices = {turn: self._prices.get(turn) for turn in allowance.turns[first:]}
        inner = {turn for price in prices.values() if price for turn in price.turns}
        whole = {turn: price for turn, price in prices.items() if price and turn not in inner}
        new = _last(allowance.answered, answered)
        if prices.keys() - whole.keys() - inner or not inner.isdisjoint(new):
            return None
        first_asked = [whole[turn] for turn in new]
        return Cost(
            schemas - allowance.schemas - sum(price.schemas for price in first_asked),
            left - allowance.left - sum(price.left for price in first_asked),
            prices=whole,
            inner=inner,
        )

    def _made(
        self, allowance: StepBudget, key: Any, things: Columns, question: Question, made: Made
    ) -> tuple[Any, ...]:
        """What is made of the rows of a block; kept where its cost is known. Rows that were in it
        before aren't asked about again."""
        make, about = question.make, question.about
        before, others = allowance.standing(), len(made)
        known = self._block(key, things, question)
        old = [] if known is None else [*zip(known.rows, known.answers, *known.things, strict=True)]
        answers: list[Any] = []
        rows: list[_Row] = []
        for number, row in enumerate(zip(*things, strict=True)):
            if number < len(old) and self._same(allowance, old[number], row):
                kept, answer, *_ = old[number]
                made.update(kept.made)
            else:
                start, first = allowance.standing(), len(made)
                answer = make(*row, *about)
                cost = self.price(allowance, start)
                kept = _Row(cost, {each: made[each] for each in _last(made, first)})
            answers.append(answer)
            rows.append(kept)
        cost = self.price(allowance, before)
        if any(kept.cost is not None for kept in rows):
            new = {each: made[each] for each in _last(made, others)}
            self._now[key] = _Block(
                tuple(answers), cost, new, things=things, about=about, rows=tuple(rows)
            )
        return tuple(answers)

    def _block(self, key: Any, things: Columns, question: Question) -> _Block | None:
        """The block of the last check that begins or ends as one does."""
        known = self._before.get(key)
        if known is not None:
            return known
        if self._ends is None:
            self._ends = {_end(key[0], each.things): each for key, each in self._before.items()}
        return self._ends.get(_end(question.key, things))

    def _holds(self, allowance: StepBudget, known: _Block, things: Columns) -> bool:
        """Take the steps of a block again; whether all in it is the same, and there are enough."""
        if known.cost is None:
            return False
        pairs = zip(known.things, things, strict=True)
        same = all(len(a) == len(b) and all(map(is_, a, b)) for a, b in pairs)
        return same and self.take(allowance, known.cost)

    def _same(self, allowance: StepBudget, old: tuple[Any, ...], row: tuple[Any, ...]) -> bool:
        """Take the steps of a row of a block again; whether it is the same, and there are
        enough."""
        kept, _, *things = old
        if not all(map(is_, row, things)):
            return False
        return kept.cost is not None and self.take(allowance, kept.cost)


def _end(key: Any, things: Columns) -> Any:
    return (key, *[id(column[-1]) for column in things])


def _last(found: Mapping[Any, Any], count: int) -> list[Any]:
    """The keys that reached a mapping after so many, in order; it is not gone through for them."""
    return [*islice(reversed(found), len(found) - count)][::-1]
