"""Parts → a source for the matching engine that leaves nothing to its reading of JavaScript.

The engine (package `regress`) is ECMAScript with the `u` flag's view of text. It gets every set
as a class of code points, references by number, groups only where they matter; so what it makes
of escapes, braces or modifiers does not count.

The engine goes on forever in loops over loops over what can be empty, as in `((a?)*)*b` (seen
in 2026.9.1). So a loop is written over what its body matches besides the empty text: `(a?b?)*`
as `(ab?|b)*`, which is the same as long as groups don't matter. Bodies that are empty in some
places only (`(^a?)*`) or hold groups that are referred to stay; two of them, one in the other,
are refused.
"""

from __future__ import annotations

from phaselint.javascript.units import FIRST_SURROGATE, LAST_SURROGATE
from phaselint.patterns.charset import ANY
from phaselint.patterns.enginetext import engine_character
from phaselint.patterns.syntax import Anchor, Atom, Choice, Group, Look, Reference, Repeat, fold
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.patterns.charset import Charset
    from phaselint.patterns.syntax import Part, Syntax

_MOST_REPEATED = 2**31 - 1
_MOST_EMPTY = 1000
_LONGEST = 200_000
_MISCOUNTED = 2


class Unmatchable(ValueError):
    """The engine cannot be trusted with this expression, or cannot take it."""


class _Piece(NamedTuple):
    """A part written for the engine; what is not given is as of an atom.

    `solid` matches the same strings but the empty one, it is empty when there are none. Of a part
    that is empty in some places only, which is not `plain`, there is none. `binding` is 2 for an
    atom, 1 for a sequence, 0 for a choice. `loops` counts the loops one in the other, `hollow`
    those over bodies that can be empty.
    """

    text: str
    solid: str
    binding: int = 2
    nullable: bool = False
    consumes: bool = True
    plain: bool = True
    loops: int = 0
    hollow: int = 0


def engine_source(syntax: Syntax) -> str:
    """Write an expression for the engine. Raises Unmatchable."""
    captures = any(isinstance(part, Reference) for part in syntax.parts)

    def combine(part: Part, pieces: list[_Piece]) -> _Piece:
        piece = _written(part, pieces, captures)
        if len(piece.text) + len(piece.solid) > _LONGEST:
            raise Unmatchable("expression too large")
        return piece

    return fold(syntax, combine).text


def _written(part: Part, pieces: list[_Piece], captures: bool) -> _Piece:
    match part:
        case Atom():
            text = _set(part.accepts)
            return _Piece(text, text)
        case Anchor():
            sign = part.sign if part.sign in "^$" else f"\\{part.sign}"
            return _empty(sign)
        case Reference():
            return _Piece(f"(?:\\{part.group})", "", nullable=True, plain=False)
        case Look():
            sign = ("" if part.ahead else "<") + ("!" if part.negative else "=")
            text = f"(?{sign}{pieces[0].text})"
            return _empty(text)._replace(loops=pieces[0].loops, hollow=pieces[0].hollow)
        case Group():
            captured = captures and part.number
            body = pieces[0]
            return body._replace(text=f"({body.text})", binding=2) if captured else body
        case Repeat():
            return _repeated(part, pieces[0], captures)
        case Choice():
            return _choice(pieces)
    return _sequence(pieces)


def _empty(text: str) -> _Piece:
    """A part that takes no string, and is met in some places only."""
    return _Piece(text, "", binding=1, nullable=True, consumes=False, plain=False)


def _choice(pieces: list[_Piece]) -> _Piece:
    nullable = any(piece.nullable for piece in pieces)
    return _Piece(
        "|".join(piece.text for piece in pieces),
        "|".join(piece.solid for piece in pieces if piece.solid),
        binding=0,
        nullable=nullable,
        consumes=any(piece.consumes for piece in pieces),
        plain=not nullable or all(piece.plain for piece in pieces),
        loops=max(piece.loops for piece in pieces),
        hollow=max(piece.hollow for piece in pieces),
    )


def _sequence(pieces: list[_Piece]) -> _Piece:
    if len(pieces) == 1:
        return pieces[0]
    bound = [_bound(piece, 1) for piece in pieces]
    text = "".join(bound)
    nullable = all(piece.nullable for piece in pieces)
    solid = text
    if nullable:
        tails = (
            _group(piece.solid) + "".join(bound[place:])
            for place, piece in enumerate(pieces, 1)
            if piece.solid
        )
        solid = "|".join(tails)
    return _Piece(
        text,
        solid,
        binding=1,
        nullable=nullable,
        consumes=any(piece.consumes for piece in pieces),
        plain=not nullable or all(piece.plain for piece in pieces),
        loops=max((piece.loops for piece in pieces), default=0),
        hollow=max((piece.hollow for piece in pieces), default=0),
    )


def _repeated(part: Repeat, body: _Piece, captures: bool) -> _Piece:
    low = min(part.low, _MOST_REPEATED)
    high = None if part.high is None else min(part.high, _MOST_REPEATED)
    if captures or (body.nullable and not body.plain):
        return _hollow(part, body, low, high)
    if high == 0 or not body.solid:
        return _empty("")._replace(plain=True)
    once = body._replace(text=body.solid, binding=0) if body.nullable else body
    nullable = low == 0 or body.nullable
    text = _loop(once, 0 if body.nullable else low, high, part.lazy)
    solid = _loop(once, 1, high, part.lazy) if nullable else text
    many = high != 1
    return _Piece(
        text,
        solid,
        binding=int(many),
        nullable=nullable,
        loops=body.loops + many,
        hollow=body.hollow,
    )


def _loop(body: _Piece, low: int, high: int | None, lazy: bool) -> str:
    """Write a loop over what is not empty."""
    if high == 1:
        choices = [""] * (not low) + [body.text]
        return "|".join(choices if lazy else reversed(choices))
    counts = low > 1 or high is not None
    if counts and body.loops >= _MISCOUNTED:
        return _copies(_group(body.text), low, high)
    return _bound(body, 2) + _times(low, high, lazy)


def _copies(text: str, low: int, high: int | None) -> str:
    """Write a loop out."""
    count = low + 1 if high is None else high
    if count * len(text) > _LONGEST:
        raise Unmatchable("expression too large")
    if high is None:
        return text * low + f"{text}{{0,}}"
    return text * low + f"(?:{text}" * (high - low) + "|)" * (high - low)


def _hollow(part: Repeat, body: _Piece, low: int, high: int | None) -> _Piece:
    """Write a loop unchanged, over a body with groups that matter or that may be empty."""
    if body.nullable and low > _MOST_EMPTY:
        raise Unmatchable("too many repetitions of what can be empty")
    if not body.consumes and high != 0:
        low, high = min(low, 1), 1  # what matches nothing once does so ever after
    hollow = body.hollow + body.nullable
    if hollow > 1:
        raise Unmatchable("loops in loops over what can be empty")
    if body.loops >= _MISCOUNTED and (low > 1 or high not in {0, 1, None}):
        raise Unmatchable("counted loops over loops in loops")
    text = _bound(body, 2) + _times(low, high, part.lazy)
    nullable = low == 0 or body.nullable
    return _Piece(
        text,
        "",
        binding=1,
        nullable=nullable,
        consumes=body.consumes,
        plain=not nullable,
        loops=body.loops + 1,
        hollow=hollow,
    )


def _times(low: int, high: int | None, lazy: bool) -> str:
    return f"{{{low},{'' if high is None else high}}}" + ("?" if lazy else "")


def _bound(piece: _Piece, least: int) -> str:
    return piece.text if piece.binding >= least else f"(?:{piece.text})"


def _group(text: str) -> str:
    return f"(?:{text})"


def _set(accepts: Charset) -> str:
    if accepts == ANY:
        return "[^]"
    if len(accepts) == 1 and accepts[0][0] == accepts[0][1]:
        return _escaped(accepts[0][0])
    return "[" + "".join(f"{_escaped(a)}-{_escaped(b)}" for a, b in _split(accepts)) + "]"


def _split(accepts: Charset) -> list[tuple[int, int]]:
    """Cut ranges where surrogates begin and end: the engine has those elsewhere."""
    parts = []
    for low, high in accepts:
        for first, last in (
            (0, FIRST_SURROGATE - 1),
            (FIRST_SURROGATE, LAST_SURROGATE),
            (LAST_SURROGATE + 1, high),
        ):
            if max(low, first) <= min(high, last):
                parts.append((max(low, first), min(high, last)))
    return parts


def _escaped(code: int) -> str:
    if FIRST_SURROGATE <= code <= LAST_SURROGATE:
        return engine_character(chr(code))
    letter = chr(code)
    return letter if letter.isascii() and letter.isalnum() else f"\\u{code:04x}"
