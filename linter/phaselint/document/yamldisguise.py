"""Texts that libyaml would refuse or misread, disguised so that it reads them as YAML 1.2 does.

What is in has as many characters as what it stands for, so every offset stays; the values
that the parser gives are put right again (reference sweny §2.1, second table).
"""

from __future__ import annotations

import re
from itertools import islice, product

from yaml.events import ScalarEvent

from phaselint.javascript.units import whole
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

BREAKS_OF_YAML_1_1 = ("\x85", "\u2028", "\u2029")
MOST_REPAIRS = 200
"""Places of one string that may be disguised one by one; each takes another reading."""

_PRIVATE = range(0xF0000, 0xFFFFE)
_ESCAPE = r"\\(?:((?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
"""An escape between double quotes; a half of a surrogate pair is in a group."""
_OTHER_DIRECTIVES = ("found incompatible YAML document", "found unknown directive name")
_NAMES = ("while scanning an anchor", "while scanning an alias")
_DIRECTIVES = r"%(?:.*\n)(?>(?:[%#].*\n|[ \t\r]*\n)*)---(?:\s|$)"
_BLANK = r"[ \t]*(?=#|\r?\n|\r?$)"
_NAME = r"[&*]([^\s,\[\]{}]+)"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MOST_NAMES = 1_000
"""Names that are tried in place of one."""


class Disguise(NamedTuple):
    """A string as the parser is to see it.

    `single` has the characters that stand for one other each, `halves` those that stand, as often
    as it has characters, for an escape that is half of a surrogate pair; `names` has what stands
    for the name of an anchor.
    """

    text: str
    single: Mapping[str, str] = {}
    halves: Mapping[str, str] = {}
    names: Mapping[str, str] = {}
    repairs: int = 0

    def shown(self, events: Iterator[Any]) -> Iterator[Any]:
        """The parser's events, their values as the text has them."""
        if not self.single and not self.halves and not self.names:
            return events
        return self._shown(events)

    def _shown(self, events: Iterator[Any]) -> Iterator[Any]:
        single = str.maketrans(dict(self.single))
        for event in events:
            if event.__class__ is ScalarEvent:
                value = event.value.translate(single)
                event.value = self._with_halves(value, event.style) if self.halves else value
            if self.names and getattr(event, "anchor", None) in self.names:
                event.anchor = self.names[event.anchor]
            yield event

    def _with_halves(self, value: str, style: str | None) -> str:
        """A value with what its escapes stand for: two halves that meet are one character."""
        if value.isascii():
            return value
        quoted = style == '"'
        for stand_in, escape in self.halves.items():
            if stand_in in value:
                half = chr(int(escape[-4:], 16)) if quoted else escape
                value = value.replace(stand_in * len(escape), half)
        return whole(value) if quoted else value

    def _spare(self) -> str:
        """A character for private use that the text lacks."""
        used = set(self.text)
        return next(chr(code) for code in _PRIVATE if chr(code) not in used)


def disguise(text: str) -> Disguise:
    """The breaks that only YAML 1.1 knows are ordinary text."""
    found = Disguise(text)
    if not text.isascii():
        for mark in BREAKS_OF_YAML_1_1:
            if mark in text:
                found = _hidden(found, mark)
    return found


def further(seen: Disguise, error: Any) -> Disguise | None:
    """What the parser is to see instead, after it has refused what it saw; none where it was right
    to."""
    mark = getattr(error, "problem_mark", None)
    if mark is None or seen.repairs >= MOST_REPAIRS:
        return None
    text, at = seen.text, min(mark.index, len(seen.text))
    if text.startswith(":", at) and error.context == "while parsing a flow node":
        return _plain_colon(seen, at)
    if text.startswith("\t", at) and error.context != "while scanning a block scalar":
        return _blank_line(seen, at)
    if (error.problem or "").startswith(_OTHER_DIRECTIVES):
        return _comment(seen, at)
    if (error.context or "").startswith(_NAMES):
        return _plain_name(seen, error.context_mark)
    if "Unicode character escape" in (error.problem or ""):
        return _escaped_halves(seen)
    return None


def _hidden(seen: Disguise, mark: str) -> Disguise:
    spare = seen._spare()
    text = seen.text.replace(mark, spare)
    return seen._replace(text=text, single={**seen.single, spare: mark})


def _comment(seen: Disguise, at: int) -> Disguise | None:
    """A directive that YAML 1.2 ignores is as good as a comment, before the document's start."""
    start = seen.text.rfind("\n", 0, at) + 1
    if not re.compile(_DIRECTIVES, re.MULTILINE).match(seen.text, start):
        return None
    text = f"{seen.text[:start]}#{seen.text[start + 1 :]}"
    return seen._replace(text=text, repairs=seen.repairs + 1)


def _plain_colon(seen: Disguise, at: int) -> Disguise | None:
    """`[:a]` has the text `:a`; a `:` with nothing behind it isn't a string."""
    if seen.text[at + 1 : at + 2] in (*" \t\r\n,[]{}", ""):
        return None
    spare = next((s for s, mark in seen.single.items() if mark == ":"), "") or seen._spare()
    text = f"{seen.text[:at]}{spare}{seen.text[at + 1 :]}"
    single = {**seen.single, spare: ":"}
    return seen._replace(text=text, single=single, repairs=seen.repairs + 1)


def _blank_line(seen: Disguise, at: int) -> Disguise | None:
    """A line of blanks and tabs, with or without a comment, is a blank one."""
    start = seen.text.rfind("\n", 0, at) + 1
    blank = re.compile(_BLANK).match(seen.text, start)
    if blank is None or not start <= at < blank.end():
        return None
    text = f"{seen.text[:start]}{' ' * len(blank[0])}{seen.text[blank.end() :]}"
    return seen._replace(text=text, repairs=seen.repairs + 1)


def _plain_name(seen: Disguise, mark: Any) -> Disguise | None:
    """The name of an anchor or alias may have other characters than letters, digits, `-`, `_`."""
    at = None if mark is None else min(mark.index, len(seen.text))
    found = None if at is None else re.compile(_NAME).match(seen.text, at)
    if found is None:
        return None
    name = found[1]
    tried = islice(product(_LETTERS, repeat=len(name)), _MOST_NAMES)
    spare = next((each for each, meant in seen.names.items() if meant == name), None) or next(
        (new for each in tried if not re.search(rf"[&*]{(new := ''.join(each))}", seen.text)), None
    )
    if spare is None:
        return None
    text = f"{seen.text[: found.start(1)]}{spare}{seen.text[found.end(1) :]}"
    return seen._replace(text=text, names={**seen.names, spare: name}, repairs=seen.repairs + 1)


def _escaped_halves(seen: Disguise) -> Disguise | None:
    """Between double quotes two escapes may be one character, and one alone half of it."""
    spares: dict[str, str] = {}

    def hidden(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        if found[0] not in spares:
            spares[found[0]] = next(unused)
        return spares[found[0]] * len(found[0])

    used = set(seen.text)
    unused = (chr(code) for code in _PRIVATE if chr(code) not in used)
    text = re.sub(_ESCAPE, hidden, seen.text)
    if not spares:
        return None
    halves = {spare: escape for escape, spare in spares.items()}
    return seen._replace(text=text, halves={**seen.halves, **halves}, repairs=seen.repairs + 1)
