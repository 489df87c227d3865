"""The name of an act, as a policy has it, and its readings.

A name is in plain words, in backticks, or a glob; one that contains ` of `, ` in ` or ` -> ` is in
backticks. Without these, a name has several readings.
"""

from __future__ import annotations

import re

from phaselint.policies.matching import alike
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.acts import Act

VERB = re.compile(r"[A-Za-z][\w-]*")
"""What an act begins with."""

_PHASE = re.compile(r" (?:of|in) ")
_TARGET = re.compile(r" -> ")
_KIND = re.compile(r"([a-z][\w-]*) +(?=\S)")


class Name(NamedTuple):
    """A name that a policy asks for: just this text, or, for a glob, any string that it matches."""

    text: str
    glob: bool = False

    def matches(self, text: str) -> bool:
        """Whether it names the act with this text."""
        return self.text == text or (self.glob and alike(self.text, text))


ABSENT = Name("")


class Reading(NamedTuple):
    """One way to read the text of an act. A kind or phase of none is any; without a target it is an
    act that has none."""

    subject: Name
    kind: str | None = None
    phase: Name | None = None
    target: Name | None = None

    def matches(self, act: Act) -> bool:
        """Whether it names an act."""
        return (
            self.subject.matches(act.subject)
            and (self.kind is None or self.kind == act.kind)
            and (self.phase is None or self.phase.matches(act.phase))
            and (self.target or ABSENT).matches(act.target)
        )


class Pattern(NamedTuple):
    """An act as a policy names it: its text, and the readings of that, longest name first."""

    text: str
    verb: str
    readings: tuple[Reading, ...]

    @property
    def glob(self) -> bool:
        """Whether any name in it is a glob."""
        return any(
            name is not None and name.glob
            for each in self.readings
            for name in (each.subject, each.phase, each.target)
        )

    @property
    def is_placed(self) -> bool:
        """Whether it names a phase or a target besides, unless that is a part of its name."""
        return any(each.phase is not None or each.target is not None for each in self.readings)

    def matches(self, act: Act) -> bool:
        """Whether it names an act."""
        return self.verb == act.verb and any(each.matches(act) for each in self.readings)


class Unreadable(ValueError):
    """A text that names no act, and why."""


def pattern(text: str) -> Pattern:
    """Read the name of an act.

    Raises:
        Unreadable: it does not begin with a verb, or its backticks are not closed; the text of the
            error says which.
    """
    told = text.strip()
    verb, _, rest = told.partition(" ")
    if not VERB.fullmatch(verb):
        raise Unreadable("does not begin with a verb, such as `call` or `enter`")
    if told.count("`") % 2:
        raise Unreadable("has a backtick that is not closed")
    found = dict.fromkeys(_readings(rest.strip()))
    return Pattern(told, verb, tuple(sorted(found, key=_shortness)))


def _shortness(reading: Reading) -> tuple[int, int, bool]:
    """Readings with the longest names come first, and those without a kind before those with."""
    named = len(reading.subject.text) + (len(reading.kind) + 1 if reading.kind else 0)
    target = len(reading.target.text) if reading.target else 0
    return (-named, -target, reading.kind is not None)


def _readings(rest: str) -> Iterator[Reading]:
    """All readings of what follows a verb."""
    for front, phase in _cut(rest, _PHASE):
        for named, target in _cut(front, _TARGET):
            for kind, subject in _kinds(named):
                yield Reading(
                    _name(subject),
                    kind,
                    None if phase is None else _name(phase),
                    None if target is None else _name(target),
                )


def _cut(text: str, separator: re.Pattern[str]) -> Iterator[tuple[str, str | None]]:
    """A text as a whole, and cut at each separator that is not in backticks. A name in backticks
    is cut off wherever it can be."""
    places = [
        each for each in separator.finditer(text) if text.count("`", 0, each.start()) % 2 == 0
    ]
    if not (places and "`" in text):
        yield text, None
    for each in places:
        yield text[: each.start()], text[each.end() :]


def _kinds(named: str) -> Iterator[tuple[str | None, str]]:
    yield None, named
    found = _KIND.match(named)
    if found:
        yield found[1], named[found.end() :]


def _name(text: str) -> Name:
    told = text.strip()
    if len(told) > 1 and told[0] == told[-1] == "`" and told.count("`") == 2:
        return Name(told[1:-1])
    return Name(told, "*" in told or "?" in told)
