"""Quick looks at expressions as most are written, before an automaton is made of one.

Both answers are sure where they are yes; of many expressions of which the same is true they do not
say so.
"""

from __future__ import annotations

from phaselint.patterns.escapes import Refused
from phaselint.patterns.parser import parse
from phaselint.patterns.syntax import Anchor, Atom, Choice, Look, Reference, Repeat, arity

_MOST_TIMES = 20
"""How often a part may be repeated that an automaton writes out as often: of more, looking may be
given up, and to be said."""


def plainly_matches(source: str) -> bool:
    """Whether some text surely holds a match: a sequence of units, each one of some, between a
    start and an end that stand nowhere but there."""
    try:
        syntax = parse(source)
    except Refused:
        return False
    for part in syntax.parts:
        if isinstance(part, Anchor):
            first = part.sign == "^" and part.start == 0
            if not first and not (part.sign == "$" and part.end == len(syntax.source)):
                return False
        elif isinstance(part, (Look, Reference)) or (isinstance(part, Atom) and not part.accepts):
            return False
    return not _is_long(syntax.parts)


def plainly_quick(source: str) -> bool:
    """Whether there is surely no string that can be read in ever more ways: no part that is
    repeated has another one or alternatives in it."""
    try:
        syntax = parse(source)
    except Refused:
        return False
    manifold: list[bool] = []  # of each part that waits for its whole: whether it has any of these
    for part in syntax.parts:
        first = len(manifold) - arity(part)
        inner = any(manifold[first:])
        if isinstance(part, Repeat) and inner:
            return False
        manifold[first:] = [inner or isinstance(part, (Choice, Look, Reference, Repeat))]
    return not _is_long(syntax.parts)


def _is_long(parts: tuple[object, ...]) -> bool:
    return any(
        isinstance(part, Repeat) and max(part.low, part.high or 0) > _MOST_TIMES for part in parts
    )
