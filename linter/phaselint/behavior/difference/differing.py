"""How the runs of two versions of a contract differ."""

from __future__ import annotations

from phaselint.behavior.difference.changedfacts import facts_changed
from phaselint.behavior.difference.comparing import compare
from phaselint.behavior.difference.facing import facing
from phaselint.behavior.difference.model import Difference, Elements, ShownRun
from phaselint.behavior.difference.party import Party
from phaselint.behavior.difference.renaming import renaming_of
from phaselint.behavior.difference.stopping import stops_changed
from phaselint.behavior.difference.tracing import traced
from phaselint.behavior.difference.words import letter, text_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.behavior.difference.comparing import Side, Turning
    from phaselint.behavior.difference.facing import Both, Facing
    from phaselint.behavior.difference.version import Version

BOUND = 40_000
"""How many pairs are compared where nothing else is said."""

MOST_SHOWN = 200
"""How many runs are checked and shown."""

_RANKS = {"call": 0, "enter": 1, "reach": 1, "end": 2}
"""How telling an act is by its verb, the most telling first."""


def difference(old: Version, new: Version, bound: int = BOUND) -> Difference:
    """Compare the runs of two versions. One that the runtime refuses has none: the refusal is then
    the difference."""
    refused = (old.refused, new.refused)
    if any(refused):
        return Difference(refused)
    renaming = renaming_of(old, new)
    before, after = Party(old, renaming.letter), Party(new, letter)
    both = facing(before, after, renaming)
    checked = _checked(both, bound)
    plain, endings = _parted(checked.runs, before, after)
    stopped = stops_changed(both.sides)
    facts = facts_changed(before, after, renaming)
    return Difference(
        renaming=renaming,
        elements=_elements(before, after),
        runs=plain,
        endings=(*endings, *stopped.runs),
        lost=facts.lost,
        won=facts.won,
        pairs=checked.pairs,
        reason=checked.reason,
        length=checked.length,
        unshown=checked.unshown,
        beyond=checked.beyond,
        facts_reason=facts.reason,
        defects=(*checked.defects, *stopped.defects),
    )


class Checked(NamedTuple):
    """The runs that stood the check, what came of the others, and how far runs were compared."""

    runs: tuple[ShownRun, ...] = ()
    unshown: int = 0
    beyond: int = 0
    pairs: int = 0
    reason: str = ""
    length: int = 0
    defects: tuple[str, ...] = ()


def _rank(turning: Turning) -> tuple[object, ...]:
    verb = turning.letter.partition(" ")[0]
    side = turning.side == "gone"
    return (_RANKS.get(verb, 3), side, len(turning.word), turning.letter, turning.before)


def _checked(both: Both, bound: int) -> Checked:
    """The runs in which two versions differ, each made again on the version that has it, and shown
    impossible on the other."""
    found = both.compared(bound)
    ranked = sorted(found.turnings, key=_rank)
    checking = _Checking(both.sides)
    past: list[Turning] = [each for each in ranked[:MOST_SHOWN] if not checking.check(each)]
    reason = ""
    for side in sorted({each.side for each in past}):
        reason = checking.again(side, bound) or reason
    checking.count(past)
    runs = tuple(run for _, run in sorted(checking.runs, key=lambda each: _rank(each[0])))
    unshown = max(0, len(ranked) - MOST_SHOWN)
    return Checked(
        runs,
        unshown,
        checking.beyond,
        pairs=found.pairs,
        reason=reason or found.reason,
        length=0 if reason else found.length,
        defects=tuple(checking.defects),
    )


class _Checking:
    """The check of claims."""

    def __init__(self, sides: Mapping[Side, Facing]) -> None:
        self._sides = sides
        self.runs: list[tuple[Turning, ShownRun]] = []
        self.defects: list[str] = []
        self.beyond = 0

    def check(self, turning: Turning, *, limited: bool = False) -> bool:
        """Check a claim; gives whether a run within limits makes it."""
        own, other = self._sides[turning.side]
        made = own.made(turning.word, net=own.limited if limited else None)
        if made is None:
            return False
        if other.can(turning.word) is not False:
            self._refute(turning)
            return True
        run = ShownRun(
            turning.side,
            text_of(turning.before),
            act=turning.letter,
            word=turning.word,
            steps=made.steps,
            folded=turning.folded,
            script=made.script,
        )
        self.runs.append((turning, run))
        return True

    def again(self, side: Side, bound: int) -> str:
        """Look for differences among runs within the limits of one version, where shortest runs
        into some exceed these; gives why that could not be done."""
        own, other = self._sides[side]
        if not all(each.complete for each in own.version.limited):
            return "runs within limits could not be explored in full"
        if side == "new":
            found = compare(other.net, own.limited, bound)
        else:
            found = compare(own.limited, other.net, bound)
        known = self._keys()
        for each in sorted(found.turnings, key=_rank):
            key = (each.side, each.before, each.letter)
            if each.side != side or key in known or traced(own.net, each.word) is None:
                continue
            if not self.check(each, limited=True):
                self._refute(each)
        return found.reason

    def count(self, past: Iterable[Turning]) -> None:
        """Count the differences for which no run within limits was found."""
        known = self._keys()
        self.beyond = sum((each.side, each.before, each.letter) not in known for each in past)

    def _keys(self) -> set[tuple[str, str, str]]:
        return {(each.side, each.before, each.letter) for each, _ in self.runs}

    def _refute(self, turning: Turning) -> None:
        self.defects.append(f"a run said to be {turning.side} isn't: {', '.join(turning.word)}")


def _parted(
    runs: Iterable[ShownRun], before: Party, after: Party
) -> tuple[tuple[ShownRun, ...], tuple[ShownRun, ...]]:
    """Runs, and apart from them those that end in a way in which none of the other version does."""
    other = {"new": before, "gone": after}
    plain: list[ShownRun] = []
    ends: list[ShownRun] = []
    for each in runs:
        unlike = other[each.side]
        is_end = each.act.startswith("end ") and each.act not in unlike.does
        if is_end and not unlike.net.unknown:
            ends.append(each)
        else:
            plain.append(each)
    return tuple(plain), tuple(ends)


def _elements(before: Party, after: Party) -> Elements:
    """What changed of what contracts let runs do; ends are told with the runs."""
    old, new = _subjects(before.known), _subjects(after.known)
    both = [each for each in new if each in old]
    was_explored, is_explored = not before.net.unknown, not after.net.unknown
    return Elements(
        added=tuple(each for each in new if each not in old),
        gone=tuple(each for each in old if each not in new),
        revived=_only(after, before, both) if was_explored else (),
        dead=_only(before, after, both) if is_explored else (),
    )


def _only(party: Party, other: Party, texts: Iterable[str]) -> tuple[str, ...]:
    """The acts that some run of one version does and none of the other."""
    return tuple(each for each in texts if each in party.does and each not in other.does)


def _subjects(known: Iterable[str]) -> Sequence[str]:
    return [each for each in known if each not in ("start", "turn") and not each.startswith("end ")]
