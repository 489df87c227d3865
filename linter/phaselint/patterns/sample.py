"""Texts that an expression matches, and texts it does not; each was tried before it is given."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from phaselint.patterns.automaton import BEGIN, END, automaton
from phaselint.patterns.charset import representative
from phaselint.patterns.escapes import Refused
from phaselint.patterns.matching import Question
from phaselint.patterns.parser import parse
from phaselint.patterns.units import whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.patterns.automaton import Automaton

_MOST_STEPS = 5000
_MOST_TRIED = 60
_MOST_COSTLY = 3
_FILLERS = ("", "a", "0", "aaaaaaaa", "aA1!aA1!")
_REFUSED_BY_MANY = ("", "!", "a", "0", " ", "\n", "~", "\u00e9", "A", "-")


def example(source: str) -> str | None:
    """Find a short text that a source matches; none when none was found."""
    try:
        return _example(Question(source))
    except Refused:
        return None


def counterexample(source: str) -> str | None:
    """Find a short text that a source does not match; none when none was found."""
    try:
        question = Question(source)
    except Refused:
        return None
    found = _example(question)
    near = () if found is None else (found[:-1], found[1:], "!" + found, found + "!")
    return _first(question, iter((*_REFUSED_BY_MANY, *near)), wanted=False)


def _example(question: Question) -> str | None:
    machine = question.machine or automaton(parse(question.source))
    return _first(question, _candidates(machine), wanted=True)


def _first(question: Question, texts: Iterator[str], wanted: bool) -> str | None:
    """Find the first text with the wanted answer; few of those that need a child are tried."""
    tried, costly = set(), 0
    for text in texts:
        if text in tried:
            continue
        tried.add(text)
        costly += not question.is_cheap(text)
        if costly > _MOST_COSTLY or len(tried) > _MOST_TRIED:
            return None
        if question.answer(text) is wanted:
            return text
    return None


def _candidates(machine: Automaton) -> Iterator[str]:
    """Give texts the automaton accepts, shortest first, then those with something after them."""
    if machine.empty:
        yield ""
    words = []
    for word in _words(machine):
        words.append(word)
        yield word
    words = words[:5] or [""]
    for filler in _FILLERS:
        for word in words:
            yield word + filler
            yield filler + word


def _words(machine: Automaton) -> Iterator[str]:
    """Walk through the states, each at most twice on a way, and spell the ways that end well."""
    queue = deque((state, "", False) for state in machine.first)
    seen: dict[int, int] = {}
    for _ in range(_MOST_STEPS):
        if not queue:
            return
        state, word, ended = queue.popleft()
        found = machine.states[state]
        misplaced = (word or ended) if found.mark == BEGIN else ended and found.mark != END
        if misplaced or not found.accepts or seen.get(state, 0) >= 2:
            continue
        seen[state] = seen.get(state, 0) + 1
        word += "" if found.mark else representative(found.accepts)
        if state in machine.last:
            yield whole(word)
        queue += ((other, word, found.mark == END) for other in machine.follow[state])
