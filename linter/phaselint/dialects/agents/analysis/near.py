"""Which name or key was meant (reference §4.1)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.similar_names import LOOKED_AT, near
from phaselint.vocabulary.suggest import distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SHORT = 5
"""Letters from which on names are near that differ by an edit."""

_LONG = 8
"""Letters from which on names are near that differ by two."""

_ENDLESS = 256
"""Letters of a name, at most, that is compared with others edit by edit."""

_SHORT_KEY = 4
_LONG_KEY = 6

FIXED = {
    **dict.fromkeys(("allowed-tools", "allowedTools", "allowed_tools"), "tools"),
    "subagents": "agents",
}
"""Keys that are meant for another without being near it (§7.3)."""


class Near(NamedTuple):
    """A name that may be meant; `same` where only case, blanks and signs differ."""

    name: str
    same: bool


def plain(name: str) -> str:
    """A name as it is compared: its letters and digits, in lower case."""
    return "".join(sign for sign in name.lower() if sign.isalnum())


class Names:
    """Names that may be meant, made ready for many questions.

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
        """The name that is meant.

        Args:
            shortest: letters that both names need to be near without being the same.
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
        """The numbers of names to compare: of many those that an index finds, some of them."""
        if len(self._plain) <= LOOKED_AT:
            return range(len(self._plain))
        return sorted(self._numbers[each] for each in near(asked, self._plain))


class Keys:
    """Keys that a mapping may have and has not, made ready for many questions.

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
        """The key that is meant."""
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
            # An edit changes which signs there are by two at most: most keys are further away.
            if len(signs ^ theirs) > 2 * (limit - 1):
                continue
            apart = distance(asked, other, limit)
            if apart < limit:
                best, least = each, apart
        return Near(best, False) if best is not None else None
