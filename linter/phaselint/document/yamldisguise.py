"""Texts that libyaml would refuse or misread, disguised so that it reads them as YAML 1.2 does.

What is in has as many characters as what it stands for, so every offset stays; the values
that the parser gives are put right again (reference sweny §2.1, second table).
"""

from __future__ import annotations

from yaml.events import ScalarEvent

from phaselint.javascript.units import whole
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

BREAKS_OF_YAML_1_1 = ("\x85", "\u2028", "\u2029")
_PRIVATE = range(0xF0000, 0xFFFFE)


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

    def spares(self) -> Iterator[str]:
        """The characters for private use that the text lacks."""
        used = set(self.text)
        return (chr(code) for code in _PRIVATE if chr(code) not in used)


def disguise(text: str) -> Disguise:
    """The breaks that only YAML 1.1 knows are ordinary text."""
    found = Disguise(text)
    if not text.isascii():
        for mark in BREAKS_OF_YAML_1_1:
            if mark in text:
                found = _hidden(found, mark)
    return found


def _hidden(seen: Disguise, mark: str) -> Disguise:
    spare = next(seen.spares())
    text = seen.text.replace(mark, spare)
    return seen._replace(text=text, single={**seen.single, spare: mark})
