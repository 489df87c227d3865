"""What compiles but is another language's (sweny.md §8.4 regex-dialect, appendix B).

Without the `u` flag JavaScript takes an escape it does not know for the letter, so `\\A` means
`A`. Where the meaning that was wanted can be written in JavaScript, the finding says how, and an
example on which the two differ comes from the engine.
"""

from __future__ import annotations

import re
import sys

from phaselint.javascript.units import offset, units
from phaselint.patterns.escapes import Refused
from phaselint.patterns.javascript import LONGEST, compile_error
from phaselint.patterns.parser import parse
from phaselint.patterns.syntax import Atom
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WORDS = {
    "A": ("the start of the text", "^"),
    "Z": ("the end of the text", "$"),
    "z": ("the end of the text", "$"),
}
_SAFE = frozenset({r"\A", r"\Z", r"\z"})
_POSIX = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "word": r"\w",
    "xdigit": "0-9A-Fa-f",
}
_HORIZONTAL = r" \t"
_POSIX_CLASS = r"\[:([a-z]+):\]"
_ESCAPE = r"\\([\s\S])"
_NO_MINIMUM = r"\{,([0-9]+)\}"
_PROPERTY = r"\\([pP])(?:\{[^}\]]*\}|[A-Z])"
_LITERAL = r"/((?>(?:[^/\\\[]+|\\[\s\S]|\[(?>(?:[^\]\\]+|\\[\s\S])*)\])+))/([dgimsuvy]*)"
_MOST_TRIED = 10
_CODE = r"\\u\{([0-9a-fA-F]{1,6})\}"


class Oddity(NamedTuple):
    """A piece of a source that means something else here than where it comes from.

    `means` is what JavaScript takes it for, `intended` what it is elsewhere, `instead` how to
    write that here, where it can be; `safe` when nobody can have meant the other.
    """

    start: int
    end: int
    text: str
    means: str
    intended: str
    instead: str | None
    safe: bool = False


class Difference(NamedTuple):
    """A string, and whether the source matches it; what was intended would answer otherwise."""

    text: str
    matched: bool


def oddities(source: str) -> tuple[Oddity, ...]:
    """Find what means something else in a source; nothing when it does not compile or is too
    long to be tried."""
    return _oddities(source) or ()


@counted
def _oddities(source: str) -> tuple[Oddity, ...] | None:
    if len(source) > LONGEST:
        return None
    try:
        syntax = parse(source)
    except Refused:
        return None
    found: list[Oddity] = []
    done = 0
    for part in syntax.parts:
        if isinstance(part, Atom) and part.start >= done:
            found += _of_atom(syntax.source, part, tuple(found))
            done = found[-1].end if found else 0
    ends = _slashes(syntax.source)
    return tuple(_placed(source, each) for each in (*ends[:1], *found, *ends[1:]))


def _slashes(source: str) -> tuple[Oddity, ...]:
    """The slashes of a literal, which are none of a source, and the flags behind them; a string
    with a slash inside is a path."""
    literal = re.compile(_LITERAL).fullmatch(source) if source.startswith("/") else None
    if literal is None:
        return ()
    end, flags = literal.end(1), literal[2]
    last = "the end of the expression, with flags" if flags else "the end of the expression"
    return (
        Oddity(0, 1, "/", means="a slash", intended="the start of the expression", instead=""),
        Oddity(
            end,
            len(source),
            source[end:],
            means="that text" if flags else "a slash",
            intended=last,
            instead="",
        ),
    )


def _placed(source: str, oddity: Oddity) -> Oddity:
    return oddity._replace(start=offset(source, oddity.start), end=offset(source, oddity.end))


def _of_atom(source: str, atom: Atom, before: Sequence[Oddity]) -> Iterator[Oddity]:
    first = source[atom.start]
    if first == "[":
        yield from _of_class(source, atom, before)
    elif first == "\\":
        yield from _of_escape(source, atom.start, in_class=False)
    elif first == "{":
        found = re.compile(_NO_MINIMUM).match(source, atom.start)
        if found and atom.start:
            yield _oddity(found, "the signs themselves", "at most so many", f"{{0,{found[1]}}}")


def _of_class(source: str, atom: Atom, before: Sequence[Oddity]) -> Iterator[Oddity]:
    at = atom.start
    if source.find("\\", at, atom.end) < 0 and source.find("[:", at, atom.end) < 0:
        return
    bare = re.compile(_POSIX_CLASS).match(source, at)
    if bare and bare.end() == atom.end and bare[1] in _POSIX:
        inside = bool(before) and before[-1].end == at and before[-1].text.startswith("[:")
        yield _posix(bare, inside)
        return
    for found in re.compile(rf"{_POSIX_CLASS}|{_ESCAPE}").finditer(source, at + 1, atom.end):
        if found[2] is not None:
            yield from _of_escape(source, found.start(), in_class=True)
        elif found[1] in _POSIX:
            yield _posix(found, inside=True)


def _posix(found: re.Match[str], inside: bool) -> Oddity:
    members = _POSIX[found[1]]
    instead = members if inside else f"[{members}]"
    return _oddity(found, "single signs and letters", f"the class `{found[1]}`", instead)


def _of_escape(source: str, at: int, in_class: bool) -> Iterator[Oddity]:
    """Judge an escape; `\\Q` covers all up to its `\\E`."""
    letter = source[at + 1]
    if letter in _WORDS:
        intended, instead = _WORDS[letter]
        yield _letter(source, at, intended, None if in_class else instead)
    elif letter == "h":
        instead = _HORIZONTAL if in_class else f"[{_HORIZONTAL}]"
        yield _letter(source, at, "a space or tab", instead)
    elif letter == "Q":
        yield _quoted(source, at, in_class)
    elif letter == "E":
        yield _letter(source, at, "the end of quoted text", None if in_class else "")
    elif letter in "pP":
        found = re.compile(_PROPERTY).match(source, at)
        if found:
            yield _oddity(found, f"the letter `{letter}` and signs", "a Unicode property", None)
    elif letter in "xu":
        yield from _code(source, at, in_class)


def _code(source: str, at: int, in_class: bool) -> Iterator[Oddity]:
    """Judge `\\x` and `\\u`, which want two and four digits."""
    letter = source[at + 1]
    means = f"the letter `{letter}` and what follows"
    braces = re.compile(_CODE).match(source, at)
    if braces and letter == "u" and int(braces[1], 16) <= sys.maxunicode:
        instead = _spelled(int(braces[1], 16), in_class)
        yield _oddity(braces, means, "a character by its code", instead)
        return
    width = 2 if letter == "x" else 4
    found = re.compile(rf"\\.([0-9a-fA-F]{{0,{width}}})").match(source, at)
    if found and len(found[1]) < width:
        instead = f"\\{letter}{found[1].zfill(width)}" if found[1] else None
        yield _oddity(found, means, "a character by its code", instead)


def _spelled(code: int, in_class: bool) -> str | None:
    """Write a character by its code; a pair of surrogates isn't a member of a class."""
    pair = units(chr(code))
    text = "".join(f"\\u{ord(unit):04x}" for unit in pair)
    if len(pair) == 1:
        return text
    return None if in_class else f"(?:{text})"


def _quoted(source: str, at: int, in_class: bool) -> Oddity:
    means, intended = "the letter `Q`", "the start of quoted text"
    end = source.find(r"\E", at + 2)
    if in_class or end < 0:
        return Oddity(at, at + 2, r"\Q", means=means, intended=intended, instead=None)
    plain = re.sub(r"[\\^$.*+?()\[\]{}|/]", r"\\\g<0>", source[at + 2 : end])
    text = source[at : end + 2]
    return Oddity(at, end + 2, text, means=means, intended="quoted text", instead=plain)


def _letter(source: str, at: int, intended: str, instead: str | None) -> Oddity:
    text = source[at : at + 2]
    return Oddity(
        at,
        at + 2,
        text,
        means=f"the letter `{text[1]}`",
        intended=intended,
        instead=instead,
        safe=text in _SAFE and instead is not None,
    )


def _oddity(found: re.Match[str], means: str, intended: str, instead: str | None) -> Oddity:
    return Oddity(*found.span(), found[0], means=means, intended=intended, instead=instead)


def respelled(source: str, found: Sequence[Oddity]) -> str:
    """Write a source with each oddity replaced by what says the same in JavaScript."""
    pieces, at = [], 0
    for each in found:
        if each.instead is not None:
            pieces += [source[at : each.start], each.instead]
            at = each.end
    return "".join(pieces) + source[at:]


@counted
def difference(source: str, found: tuple[Oddity, ...]) -> Difference | None:
    """Find a string that shows that a source with oddities does not mean what was intended.

    Where all can be written in JavaScript, that is tried too, and the text tells the two apart.
    Else it is one the source matches by what nobody meant. None when none was found.
    """
    from phaselint.patterns.matching import matches
    from phaselint.patterns.sample import counterexample, example

    intended = respelled(source, found)
    if any(each.instead is None for each in found) or compile_error(intended):
        text = example(source)
        return None if text is None else Difference(text, True)
    tried = [example(intended), example(source), counterexample(source)]
    for each in found[:_MOST_TRIED]:
        tried += (example(each.instead or ""), each.text.strip("\\"))
    for text in dict.fromkeys(tried):
        if text is not None:
            matched, meant = matches(source, text), matches(intended, text)
            if matched is not None and meant is not None and matched != meant:
                return Difference(text, matched)
    return None
