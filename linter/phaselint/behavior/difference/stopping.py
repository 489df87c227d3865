"""How limits of the contract end runs in one version only: runs are compared without limits, so
that these endings are not among what they do."""

from __future__ import annotations

from phaselint.behavior.difference.model import ShownRun
from phaselint.behavior.difference.seeking import shortest
from phaselint.behavior.difference.words import text_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.behavior.difference.comparing import Side
    from phaselint.behavior.difference.facing import Facing
    from phaselint.behavior.difference.net import Net
    from phaselint.behavior.difference.party import Party
    from phaselint.behavior.difference.words import Word

END = "end "
"""How the letters of endings begin."""


class Stops(NamedTuple):
    """The runs that a limit ends in a way in which no limit of the other version ends any, and
    claims that did not stand the check."""

    runs: tuple[ShownRun, ...] = ()
    defects: tuple[str, ...] = ()


def stops_changed(sides: Mapping[Side, Facing]) -> Stops:
    """Compare how limits end runs, as far as few states tell."""
    found = Stops()
    for side, (own, other) in sides.items():
        for ending in _stops(own, other):
            word = _shortest(own.quick, ending)
            made = own.made(word, net=own.quick) if word else None
            if made is None:
                continue
            if other.can(word, limited=True) is not False:
                text = f"a run said to be {side} isn't: {', '.join(word)}"
                found = found._replace(defects=(*found.defects, text))
                continue
            last = text_of(word[-2]) if word[1:] else ""
            run = ShownRun(side, last, ending, word, steps=made.steps, script=made.script)
            found = found._replace(runs=(*found.runs, run))
    return found


def _stops(own: Party, other: Party) -> list[str]:
    """The endings that limits give runs of one version, and that no run of the other has."""
    wanted = _by_limits(own) - _ends(own) - _ends(other)
    if not wanted:
        return []
    theirs = other.version.ended(wanted)
    if not theirs.complete or theirs.found == wanted:
        return []
    return sorted(own.version.ended(wanted - theirs.found).found)


def _by_limits(party: Party) -> frozenset[str]:
    """The endings that limits may give runs."""
    return frozenset(f"{END}{each}" for each in party.version.runs.limit_ends)


def _ends(party: Party) -> frozenset[str]:
    """The endings that runs have without limits."""
    return frozenset(filter(_is_end, map(text_of, party.net.letters)))


def _is_end(text: str) -> bool:
    return text.startswith(END)


def _shortest(net: Net, ending: str) -> Word:
    """A shortest run that ends in a way in which some run does."""
    return shortest(net, lambda _, letter: int(letter == ending), 1)
