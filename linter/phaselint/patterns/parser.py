"""Source → parts, with the grammar node 20 has for a RegExp without flags.

That is ECMAScript 2023 with annex B: lone brackets and braces are literal, unknown escapes are
the letter, a decimal escape without its group is octal, lookaheads may be repeated.
"""

from __future__ import annotations

import re

from phaselint.javascript.units import units
from phaselint.patterns.charset import DOT
from phaselint.patterns.escapes import (
    CLASSES,
    ENDS_ESCAPED,
    Reader,
    Refused,
    character_class,
    character_escape,
    group_name,
)
from phaselint.patterns.syntax import (
    Anchor,
    Atom,
    Choice,
    Group,
    Look,
    Part,
    Reference,
    Repeat,
    Sequence,
    Syntax,
)
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import Spent, current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from phaselint.patterns.charset import Charset

LONGEST = 50_000
"""Characters of an expression that is read: each of them takes a hundred bytes."""

_NOTHING = "Nothing to repeat"
_INTERVAL = r"\{([0-9]+)(?:(,)([0-9]*))?\}"
_BACK_REFERENCE = r"\\([1-9][0-9]*)"
# What a look ahead for groups steps over, and the groups it finds.
_SKIPPED = r"(?s)\\.|\[(?>(?:\\.|[^\]\\]+)*)|\((?:(\?<(?![=!]))|(?!\?))"


def parse(source: str) -> Syntax:
    """Read an expression. Raises `Refused` with the reason V8 gives; without one where the
    expression is longer than is read, of which nothing is known."""
    read = current().answer(_read, source)
    if isinstance(read, Syntax):
        return read
    raise Refused(str(read or ""))


def _read(source: str) -> Syntax | Refused:
    if len(source) > LONGEST:
        raise Spent
    try:
        return _parsed(units(source))
    except Refused as refused:
        return refused


def _parsed(text: str) -> Syntax:
    opened = [found[1] for found in re.finditer(_SKIPPED, text) if found[0].startswith("(")]
    parser = _Parser(Reader(text, named=any(opened)), len(opened))
    parser.read()
    return Syntax(text, tuple(parser.parts), len(opened))


class _Open(NamedTuple):
    """A parenthesis that waits for its other half, and what the one around it had so far."""

    start: int
    kind: Literal["group", "look"]
    number: int
    name: str
    ahead: bool
    negative: bool
    options: int
    terms: int
    option_start: int


class _Parser:
    """The work in progress: parts written, groups open, options and terms of the innermost."""

    __slots__ = (
        "groups", "letters", "names", "open", "option_start", "options", "parts", "pending",
        "reader", "started", "terms",
    )  # fmt: skip

    def __init__(self, reader: Reader, groups: int) -> None:
        self.reader = reader
        self.groups = groups
        self.letters: dict[str, Charset] = {}
        self.parts: list[Part] = []
        self.open: list[_Open] = []
        self.names: dict[str, int] = {}
        self.pending: list[tuple[int, str]] = []
        self.started = self.options = self.terms = self.option_start = 0

    def read(self) -> None:
        """Read to the end."""
        reader = self.reader
        while reader.at < len(reader.source):
            if self._term():
                self._quantifier()
        if self.open:
            raise Refused("Unterminated group")
        self._close_options(0)
        self._resolve_names()

    def _term(self) -> bool:
        """Read one term or sign; tell whether a quantifier may follow."""
        reader = self.reader
        start, letter = reader.at, reader.peek()
        if letter in "*+?" or (letter == "{" and self._interval(start) is not None):
            raise Refused(_NOTHING)
        if letter == "\\":
            return self._escape()
        reader.at += 1
        match letter:
            case "|":
                self._close_option()
            case "(":
                self._open(start)
            case ")":
                return self._close()
            case "^" | "$":
                self._add(Anchor(start, reader.at, letter))
            case "[":
                accepts = character_class(reader)
                return self._add(Atom(start, reader.at, accepts))
            case ".":
                return self._add(Atom(start, reader.at, DOT))
            case _:
                return self._add(Atom(start, reader.at, self._only(letter)))
        return False

    def _only(self, letter: str) -> Charset:
        """The set of one unit: one object for all of its places."""
        if letter not in self.letters:
            self.letters[letter] = ((ord(letter), ord(letter)),)
        return self.letters[letter]

    def _add(self, part: Part) -> bool:
        self.parts.append(part)
        self.terms += 1
        return True

    def _escape(self) -> bool:
        reader = self.reader
        start, letter = reader.at, reader.peek(1)
        if not letter:
            raise Refused(ENDS_ESCAPED)
        if letter in "bB":
            reader.at += 2
            self._add(Anchor(start, reader.at, "b" if letter == "b" else "B"))
            return False
        if letter in CLASSES:
            reader.at += 2
            return self._add(Atom(start, reader.at, CLASSES[letter]))
        if letter == "k" and reader.named:
            return self._named_reference(start)
        number = re.compile(_BACK_REFERENCE).match(reader.source, start)
        if number and len(number[1]) <= 5 and int(number[1]) <= self.groups:
            reader.at = number.end()
            return self._refer(start, int(number[1]))
        code = character_escape(reader, in_class=False)
        return self._add(Atom(start, reader.at, ((code, code),)))

    def _named_reference(self, start: int) -> bool:
        self.reader.at += 2
        if not self.reader.take("<"):
            raise Refused("Invalid named reference")
        name = group_name(self.reader)
        number = next((each.number for each in self.open if each.name == name), 0)
        if not number:
            self.pending.append((len(self.parts), name))
        return self._refer(start, number)

    def _refer(self, start: int, number: int) -> bool:
        """Add a reference; one inside its own group, which is not set there, means nothing."""
        end = self.reader.at
        if any(each.number == number and number for each in self.open):
            return self._add(Sequence(start, end, 0))
        return self._add(Reference(start, end, number))

    def _resolve_names(self) -> None:
        for place, name in self.pending:
            if name not in self.names:
                raise Refused("Invalid named capture referenced")
            start, end, _ = self.parts[place][:3]
            self.parts[place] = Reference(start, end, self.names[name])

    def _open(self, start: int) -> None:
        reader = self.reader
        kind: Literal["group", "look"] = "group"
        index, name, ahead, negative = 0, "", False, False
        if reader.take("?="):
            kind, ahead = "look", True
        elif reader.take("?!"):
            kind, ahead, negative = "look", True, True
        elif reader.take("?<="):
            kind = "look"
        elif reader.take("?<!"):
            kind, negative = "look", True
        elif not reader.take("?:"):
            index, name = self._captured()
        self.open.append(
            _Open(
                start,
                kind,
                number=index,
                name=name,
                ahead=ahead,
                negative=negative,
                options=self.options,
                terms=self.terms,
                option_start=self.option_start,
            )
        )
        self.options = self.terms = 0
        self.option_start = reader.at

    def _captured(self) -> tuple[int, str]:
        reader = self.reader
        self.started += 1
        if reader.take("?<"):
            return self.started, group_name(reader)
        if reader.peek() == "?":
            raise Refused("Invalid group")
        return self.started, ""

    def _close(self) -> bool:
        """Close a parenthesis; tell whether a quantifier may follow."""
        if not self.open:
            raise Refused("Unmatched ')'")
        opened = self.open.pop()
        end = self.reader.at
        self._close_options(1)
        self.options, self.terms = opened.options, opened.terms
        self.option_start = opened.option_start
        if opened.name and self.names.setdefault(opened.name, opened.number) != opened.number:
            raise Refused("Duplicate capture group name")
        if opened.kind == "group":
            return self._add(Group(opened.start, end, opened.number))
        return self._add(Look(opened.start, end, opened.ahead, opened.negative))

    def _close_option(self) -> None:
        self.parts.append(Sequence(self.option_start, self.reader.at - 1, self.terms))
        self.options += 1
        self.terms = 0
        self.option_start = self.reader.at

    def _close_options(self, behind: int) -> None:
        """End the last option `behind` units ago, and the choice if there were others."""
        end = self.reader.at - behind
        self.parts.append(Sequence(self.option_start, end, self.terms))
        if self.options:
            self.parts.append(Choice(self.option_start, end, self.options + 1))

    def _interval(self, at: int) -> re.Match[str] | None:
        return re.compile(_INTERVAL).match(self.reader.source, at)

    def _quantifier(self) -> None:
        """Read a quantifier if one follows the term just read."""
        reader = self.reader
        low, high = 0, None
        interval = self._interval(reader.at)
        if interval:
            reader.at = interval.end()
            low = int(interval[1])
            high = low if interval[2] is None else int(interval[3]) if interval[3] else None
            if high is not None and high < low:
                raise Refused("numbers out of order in {} quantifier")
        elif reader.take("+"):
            low = 1
        elif reader.take("?"):
            high = 1
        elif not reader.take("*"):
            return
        lazy = reader.take("?")
        part = self.parts[-1]
        if isinstance(part, Look) and not part.ahead:
            raise Refused("Invalid quantifier")
        self.parts.append(Repeat(part.start, reader.at, low, high, lazy))
