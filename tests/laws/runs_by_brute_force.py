"""All runs of two versions of a contract up to a number of acts, by stepping their runtimes alone.

This shares nothing with what compares versions: no atlas, no automaton, no shortest run that is
worked out. Words are gone through by their length; those that end with the same act, in the same
states of both versions, go on alike and are gone on with once.
"""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.behavior.acting import acts_of_opening, acts_of_step, telling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from phaselint.dialects.acts import Act
    from phaselint.executor.proof import ProofContext

Word = tuple[str, ...]
Letter = "Callable[[Act], str]"
Held = tuple[Any, Word]
"""A state, and what the step into it still does."""
Both = tuple[list[Held], list[Held]]
FAILS = " (fails)"
MOST_STATES = 200


def plain(act: Act) -> str:
    """An act by its words, who calls it where several may, and whether it fails."""
    where = f" in {act.phase}" if act.kind == "tool" and act.phase else ""
    return act.text + where + (FAILS if act.ok == "no" else "")


class Parted(NamedTuple):
    """Where runs of two versions part: for the acts before and at each such place, a shortest run
    into it; for those of the new version, and of the old one. `longest` is the number of acts up to
    which all runs were looked at."""

    new: dict[tuple[str, str], Word]
    gone: dict[tuple[str, str], Word]
    longest: int


def partings(old: Enumerator, new: Enumerator, longest: int, most: int) -> Parted:
    """Go through all words of both versions of at most so many acts, as far as they part in no more
    than so many ways."""
    found = Parted({}, {}, longest)
    start = (old.first, new.first)
    level: dict[Any, tuple[Word, Both]] = {None: ((), start)}
    seen: set[Any] = set()
    for length in range(longest):
        following: dict[Any, tuple[Word, Both]] = {}
        for word, (olds, news) in level.values():
            before, after = old.next(olds), new.next(news)
            last = word[-1].removesuffix(FAILS) if word else ""
            for letter in sorted({*before, *after}):
                key = (last, letter.removesuffix(FAILS))
                if letter not in before:
                    found.new.setdefault(key, (*word, letter))
                elif letter not in after:
                    found.gone.setdefault(key, (*word, letter))
                else:
                    both = (before[letter], after[letter])
                    place = (letter, old.place(both[0]), new.place(both[1]))
                    if place not in seen:
                        seen.add(place)
                        following[place] = ((*word, letter), both)
            if len(seen) > most:
                return found._replace(longest=length)
        level = following
    return found


class Enumerator:
    """Steps all runs of the contract on a bench, with run-wide limits lifted."""

    def __init__(
        self, lab: ProofContext[Any], starts: Iterable[Any], spell: Callable[[Act], str] = plain
    ) -> None:
        self._runtime = lab.runtime
        self._tell = telling(lab.runtime, lab.facts.contract)
        self._spell = spell
        self._known: dict[Any, list[Held]] = {}
        self._first = [
            (state, self._letters(acts_of_opening(lab.runtime, self._tell, state)))
            for state in starts
        ]

    @property
    def first(self) -> list[Held]:
        """Where runs begin."""
        return self._settled(self._first)

    def place(self, held: Iterable[Held]) -> frozenset[Any]:
        """What some states are told apart by."""
        return frozenset((self._runtime.act_key(state), pending) for state, pending in held)

    @cached_property
    def ends(self) -> frozenset[str] | None:
        """How runs end, in whatever states they come to; none where these are too many."""
        seen = {self._runtime.act_key(state): state for state, _ in self._first}
        waiting = list(seen.values())
        found: set[str] = set()
        for state in waiting:
            if len(waiting) > MOST_STATES:
                return None
            kind = self._runtime.outcome(state).kind
            if kind != "running":
                found.add(f"end {kind}")
                continue
            for after, _ in self._steps(state):
                if self._runtime.act_key(after) not in seen:
                    seen[self._runtime.act_key(after)] = after
                    waiting.append(after)
        return frozenset(found)

    def can(self, word: Word) -> bool:
        """Whether some run does what a word says."""
        held = self._settled(self._first)
        for letter in word:
            held = self.next(held).get(letter, [])
        return bool(held)

    def next(self, held: Iterable[Held]) -> dict[str, list[Held]]:
        """What can come next, each with the states that it leads to."""
        found: dict[str, list[Held]] = {}
        for state, pending in held:
            if pending:
                found.setdefault(pending[0], []).append((state, pending[1:]))
                continue
            if self._runtime.outcome(state).kind != "running":
                continue
            for act in self._runtime.offered(state):
                found.setdefault(self._spell(act), []).append((state, ()))
            for after, letters in self._steps(state):
                if letters:
                    found.setdefault(letters[0], []).append((after, letters[1:]))
        return {letter: self._settled(some) for letter, some in found.items()}

    def _settled(self, held: Iterable[Held]) -> list[Held]:
        """States, with those that are reached by steps that do nothing."""
        known: dict[Any, Held] = {}
        waiting = list(held)
        for state, pending in waiting:
            key = (self._runtime.act_key(state), pending)
            if key in known:
                continue
            known[key] = (state, pending)
            if not pending and self._runtime.outcome(state).kind == "running":
                waiting += (each for each in self._steps(state) if not each[1])
        return list(known.values())

    def _steps(self, state: Any) -> list[Held]:
        key = self._runtime.act_key(state)
        if key not in self._known:
            self._known[key] = list(self._stepped(state))
        return self._known[key]

    def _stepped(self, state: Any) -> Iterator[Held]:
        for choice in self._runtime.act_choices(state):
            after, events = self._runtime.step(state, choice)
            done = acts_of_step(self._runtime, self._tell, choice, events, after)
            yield after, self._letters(done)

    def _letters(self, acts: Iterable[Act]) -> Word:
        """Acts as letters; what happens side by side is put in order by its words."""
        told = [act for act in acts if act.verb not in ("start", "turn")]
        found: list[str] = []
        for aside, some in groupby(told, key=lambda act: act.thread != 0):
            threads: dict[int, list[str]] = {}
            for act in some:
                threads.setdefault(act.thread, []).append(self._spell(act))
            ordered = sorted(threads.values()) if aside else threads.values()
            found += (each for thread in ordered for each in thread)
        return tuple(found)
