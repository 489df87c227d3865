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
        if not own.version.runs.has_limits or not _is_known(other):
            continue
        for ending in sorted(_stops(own) - _ends(other)):
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


def _is_known(party: Party) -> bool:
    """Whether the runs of a version with its limits are known in full."""
    return all(each.complete for each in party.version.quick)


def _stops(party: Party) -> frozenset[str]:
    """The endings that runs have within limits, and not without them."""
    return _ends(party) - party.net.letters


def _ends(party: Party) -> frozenset[str]:
    return frozenset(each for each in party.quick.letters if each.startswith(END))


def _shortest(net: Net, ending: str) -> Word:
    """A shortest run that ends in a way in which some run does."""
    return shortest(net, lambda _, letter: int(letter == ending), 1)
