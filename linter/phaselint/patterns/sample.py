"""Texts that an expression matches, and texts it does not; each was tried before it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.patterns.automaton import automaton, words
from phaselint.patterns.escapes import Refused
from phaselint.patterns.matching import Question
from phaselint.patterns.parser import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.patterns.automaton import Automaton

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
    accepted = []
    for word in words(machine):
        accepted.append(word)
        yield word
    for filler in _FILLERS:
        for word in accepted[:5] or [""]:
            yield word + filler
            yield filler + word
