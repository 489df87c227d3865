"""Intended names and keys (reference §4.1)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.similar_names import LOOKED_AT, near
from phaselint.vocabulary.suggest import distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SHORT = 5
"""The length from which names that differ by one edit are similar."""

_LONG = 8
"""The length from which names that differ by two edits are similar."""

_ENDLESS = 256
"""The maximum length of a name that is compared edit by edit."""

_SHORT_KEY = 4
_LONG_KEY = 6

FIXED = {
    **dict.fromkeys(("allowed-tools", "allowedTools", "allowed_tools"), "tools"),
    "subagents": "agents",
}
"""Keys with an intended key that isn't similar (§7.3)."""


class Near(NamedTuple):
    """A name probably intended; `same` if only case, spaces and punctuation differ."""

    name: str
    same: bool


def plain(name: str) -> str:
    """A name for comparison: its letters and digits, in lowercase."""
    return "".join(sign for sign in name.lower() if sign.isalnum())


class Names:
    """Possible names, prepared for many lookups.

    Args:
        known: the names.
        stems: file name without endings → the name of the agent in it.
    """

    __slots__ = ("_names", "_numbers", "_plain", "_same")

    def __init__(self, known: Iterable[str], stems: Mapping[str, str]) -> None:
        self._names = sorted(set(known))
        self._plain = tuple(map(plain, self._names))
        self._numbers = {each: number for number, each in enumerate(self._plain)}
        self._same: dict[str, str] = {}
        for each, spelt in zip(self._plain, self._names, strict=True):
            self._same.setdefault(each, spelt)
        for stem in sorted(stems):
            self._same.setdefault(plain(stem), stems[stem])

    def near(self, name: str, shortest: int = _SHORT) -> Near | None:
        """The intended name.

        Args:
            shortest: the minimum length of both names unless they are the same.
        """
        asked = plain(name)
        if not asked:
            return None
        if asked in self._same:
            return Near(self._same[asked], True)
        best, least = None, 3
        for number in self._candidates(asked) if len(asked) <= _ENDLESS else ():
            other = self._plain[number]
            letters = min(len(asked), len(other))
            limit = min(least, 3 if letters >= _LONG else 2)
            if letters >= shortest and (apart := distance(asked, other, limit)) < limit:
                best, least = number, apart
        return Near(self._names[best], False) if best is not None else None

    def _candidates(self, asked: str) -> Iterable[int]:
        """The numbers of the names to compare: some of those found by an index if there are
        many."""
        if len(self._plain) <= LOOKED_AT:
            return range(len(self._plain))
        return sorted(self._numbers[each] for each in near(asked, self._plain))


class Keys:
    """Missing keys of a mapping, prepared for many lookups.

    Args:
        absent: the keys.
    """

    __slots__ = ("_keys", "_same")

    def __init__(self, absent: Iterable[str]) -> None:
        self._keys = [(each, plain(each), frozenset(plain(each))) for each in absent]
        self._same: dict[str, str] = {}
        for each, letters, _ in self._keys:
            self._same.setdefault(letters, each)

    def near(self, key: str) -> Near | None:
        """The intended key."""
        asked = plain(key)
        if asked in self._same:
            return Near(self._same[asked], True)
        if any(FIXED.get(key) == each for each, _, _ in self._keys):
            return Near(FIXED[key], False)
        if len(key) < _SHORT_KEY:
            return None
        best, least = None, 3
        signs = frozenset(asked)
        for each, other, theirs in self._keys:
            limit = min(least, 3 if len(each) >= _LONG_KEY else 2)
            # an edit changes the letters used by at most two, so most keys are further away
            if len(signs ^ theirs) > 2 * (limit - 1):
                continue
            apart = distance(asked, other, limit)
            if apart < limit:
                best, least = each, apart
        return Near(best, False) if best is not None else None
