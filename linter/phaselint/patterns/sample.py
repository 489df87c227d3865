"""Texts that an expression matches, and strings it does not; each was tried before it is given."""

from __future__ import annotations

from phaselint.patterns.automaton import words
from phaselint.patterns.matching import matches, reading
from phaselint.vocabulary.step_budget import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.patterns.automaton import Automaton

_MOST_TRIED = 60
_MOST_ASKED = 3
"""How many strings are tried of an expression that refers to groups, for which a child is asked."""

_SIGNS = frozenset("\\^$.|?*+()[]{}")
"""What stands for something other than itself: a source without any is the shortest text it has."""

_LONGEST_WRITTEN = 200

_FILLERS = ("", "a", "0", "aaaaaaaa", "aA1!aA1!")
_REFUSED_BY_MANY = ("", "!", "a", "0", " ", "\n", "~", "\u00e9", "A", "-")


@counted
def example(source: str) -> str | None:
    """Find a short text that a source matches; none when none was found."""
    written = source.removeprefix("^").removesuffix("$")
    if written and len(written) < _LONGEST_WRITTEN and _SIGNS.isdisjoint(written):
        return written
    read = reading(source)
    if read is None:
        return None
    most = _MOST_ASKED if read.refers else _MOST_TRIED
    return _first(source, _candidates(read.machine), most, wanted=True)


@counted
def counterexample(source: str) -> str | None:
    """Find a short text that a source does not match; none when none was found."""
    read, found = reading(source), example(source)
    if read is None:
        return None
    most = _MOST_ASKED if read.refers else _MOST_TRIED
    near = () if found is None else (found[:-1], found[1:], "!" + found, found + "!")
    return _first(source, (*_REFUSED_BY_MANY, *near), most, wanted=False)


def _first(source: str, texts: Iterable[str], most: int, *, wanted: bool) -> str | None:
    """Find the first text with the wanted answer, among the first ones."""
    tried = set()
    for text in texts:
        if text in tried:
            continue
        tried.add(text)
        if len(tried) > most:
            return None
        if matches(source, text) is wanted:
            return text
    return None


def _candidates(machine: Automaton) -> Iterator[str]:
    """Give strings the automaton accepts, shortest first, then those with something after them."""
    accepted = []
    for word in words(machine):
        accepted.append(word)
        yield word
    for filler in _FILLERS:
        for word in accepted[:5] or [""]:
            yield word + filler
            yield filler + word
