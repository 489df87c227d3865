"""Expressions on which JavaScript and Python agree, matched without backtracking.

A `pattern` in a JSON Schema is ECMAScript by the standard and Python by the library that most
people check schemas with, and may backtrack for hours. So only what both read alike is taken:
literals, classes, groups, alternatives, quantifiers, `^` and `$`. An exact automaton of bounded
size is walked once over a string. Everything else is unknown.
"""

from __future__ import annotations

import re

from phaselint.patterns.automaton import automaton, may_match, words
from phaselint.patterns.escapes import Refused
from phaselint.patterns.parser import parse
from phaselint.patterns.syntax import Anchor, Atom, Group, Look, Reference, Sequence
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.patterns.automaton import Automaton
    from phaselint.patterns.syntax import Part

_MOST_STATES = 2_000
_MOST_WORK = 1_000_000
_ESCAPE = r"\\(?:[dDwWsStnvfr]|[ -/:-@\[-`{-~])"
_ATOM = rf"{_ESCAPE}|[^\\\[{{}}\]]"
_VARIES = r"\\[dDwWsS]"
# Doubled signs in a class, which Python may later read as operations, and ranges of classes.
_DIFFERS = rf".*(?:&&|\|\||~~|--|{_VARIES}-[^\]])|\[.+-{_VARIES}"
_CLASS = rf"(?!{_DIFFERS})\[\^?+(?>(?:{_ESCAPE}|[^\\\[\]])+)\]"
_UNLIKE = r"[^ -~\xa0-\u2027\u202a-\uffff]"


class Portable(NamedTuple):
    """An expression that both languages read alike.

    `varies` tells that it has a class which takes other characters in Python than in JavaScript
    once a string is not ASCII.
    """

    machine: Automaton
    varies: bool

    @property
    def size(self) -> int:
        """How many states there are, which a step over a string costs at most."""
        return len(self.machine.states)


@counted
def portable(source: str) -> Portable | None:
    """Read an expression; none when the languages may differ or it is too large."""
    if len(source) > _MOST_STATES or max(source, default="") > "\uffff":
        return None
    try:
        syntax = parse(source)
    except Refused:
        return None
    if not all(_alike(part, syntax.source[part.start : part.end]) for part in syntax.parts):
        return None
    machine = automaton(syntax, _MOST_STATES)
    return Portable(machine, bool(re.search(_VARIES, source))) if machine.exact else None


def _alike(part: Part, text: str) -> bool:
    """Tell whether Python reads a part, written so, as JavaScript does."""
    match part:
        case Atom():
            return bool(re.fullmatch(_CLASS if text[0] == "[" else _ATOM, text, re.DOTALL))
        case Anchor():
            return part.sign in "^$"
        case Group():
            return not text.startswith("(?<")
        case Sequence():
            return bool(part.size) or not text  # else a reference from inside its own group
    return not isinstance(part, (Look, Reference))


@counted
def found_in(source: str, text: str) -> bool | None:
    """Tell whether an expression is found in a string; none where the languages may differ."""
    expression = portable(source)
    if expression is None or _is_unlike(text) or (expression.varies and not text.isascii()):
        return None
    if len(text) * expression.size > _MOST_WORK:
        return None
    return may_match(expression.machine, text)


def _is_unlike(text: str) -> bool:
    """Whether the languages may see other characters in a string."""
    # To compile the class costs one and a half starts of Python: most strings do without.
    plain = text.isascii() and text.isprintable()
    return not plain and re.search(_UNLIKE, text) is not None


@counted
def shortest(source: str) -> str | None:
    """Give a shortest text that an expression takes; none when none is known."""
    expression = portable(source)
    return None if expression is None else next(words(expression.machine), None)
