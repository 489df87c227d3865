"""All runs of a contract up to a number of acts, word by word: by stepping its runtime alone.

This shares nothing with what compares versions: no atlas, no automaton, no sets of states that
several words have in common, no shortest run.
"""

from __future__ import annotations

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


def plain(act: Act) -> str:
    """An act by its words, who calls it where several may, and whether it fails."""
    where = f" in {act.phase}" if act.kind == "tool" and act.phase else ""
    return act.text + where + (" (fails)" if act.ok == "no" else "")


class Runs(NamedTuple):
    """The words of a contract up to a length."""

    words: frozenset[Word]
    longest: int


class Enumerator:
    """Steps all runs of the contract on a bench, with run-wide limits lifted."""

    def __init__(
        self, lab: ProofContext[Any], starts: Iterable[Any], spell: Callable[[Act], str] = plain
    ) -> None:
        self._runtime = lab.runtime
        self._tell = telling(lab.runtime, lab.facts.contract)
        self._spell = spell
        self._first = [
            (state, self._letters(acts_of_opening(lab.runtime, self._tell, state)))
            for state in starts
        ]

    def runs(self, longest: int, most: int) -> Runs:
        """All words, shorter ones first, as far as there are at most so many."""
        level: dict[Word, list[Held]] = {(): self._settled(self._first)}
        words: set[Word] = set()
        for length in range(longest):
            following: dict[Word, list[Held]] = {}
            for word, held in level.items():
                for letter, after in self._next(held).items():
                    following[(*word, letter)] = after
            if len(words) + len(following) > most:
                return Runs(frozenset(words), length)
            words |= following.keys()
            level = following
        return Runs(frozenset(words), longest)

    def can(self, word: Word) -> bool:
        """Whether some run does what a word says."""
        held = self._settled(self._first)
        for letter in word:
            held = self._next(held).get(letter, [])
        return bool(held)

    def _next(self, held: Iterable[Held]) -> dict[str, list[Held]]:
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

    def _steps(self, state: Any) -> Iterator[Held]:
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
