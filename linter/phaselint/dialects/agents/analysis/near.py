"""Which name or key was meant (reference §4.1)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SHORT = 5
"""Letters from which on names are near that differ by an edit."""

_LONG = 8
"""Letters from which on names are near that differ by two."""

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


def near_name(
    name: str, known: Iterable[str], stems: Mapping[str, str], *, shortest: int = _SHORT
) -> Near | None:
    """The name among the known that is meant.

    Args:
        stems: file name without endings → the name of the agent in it.
        shortest: letters that both names need to be near without being the same.
    """
    asked, names = plain(name), sorted(set(known))
    if not asked:
        return None
    same = [each for each in names if plain(each) == asked]
    same += [stems[stem] for stem in sorted(stems) if plain(stem) == asked]
    if same:
        return Near(same[0], True)
    best, least = None, 3
    for each in names:
        other = plain(each)
        if min(len(asked), len(other)) >= shortest:
            limit = 3 if min(len(asked), len(other)) >= _LONG else 2
            apart = distance(asked, other, min(limit, least))
            if apart < min(limit, least):
                best, least = each, apart
    return Near(best, False) if best is not None else None


def near_key(key: str, absent: Iterable[str]) -> Near | None:
    """The key among those a mapping may have and has not that is meant."""
    asked, keys = plain(key), tuple(absent)
    same = next((each for each in keys if plain(each) == asked), None)
    if same is not None:
        return Near(same, True)
    if FIXED.get(key) in keys:
        return Near(FIXED[key], False)
    if len(key) < _SHORT_KEY:
        return None
    best, least = None, 3
    for each in keys:
        limit = min(least, 3 if len(each) >= _LONG_KEY else 2)
        apart = distance(asked, plain(each), limit)
        if apart < limit:
            best, least = each, apart
    return Near(best, False) if best is not None else None
