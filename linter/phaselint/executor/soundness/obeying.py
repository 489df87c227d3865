"""What no run reaches where the router obeys the conditions of a contract, though others do."""

from __future__ import annotations

from phaselint.dialects.records import Doubt
from phaselint.executor.explore import explore
from phaselint.executor.soundness.claims import unused
from phaselint.executor.soundness.folding import folded
from phaselint.executor.soundness.limited import DONE, not_met
from phaselint.executor.soundness.model import Claims, LimitExceeded, NeverDone, Unused, Way
from phaselint.executor.soundness.reach import exploration, used
from phaselint.executor.soundness.whereabouts import whole
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.claim_messages import NetFinding
    from phaselint.executor.soundness.model import Claim
    from phaselint.executor.soundness.reach import Exploration

OBEYING_BOUND = 4_000
"""States that are explored with a router that obeys; beyond, nothing is said about such runs."""


class Obedience(NamedTuple):
    """The elements that runs use whose router obeys, and the findings about those that only others
    do; `decided` where such runs were looked for and all of them are known, and else `doubt` where
    there is something to be held to. `unread` is how many pieces of prose nobody is held to,
    `starts` are those of the runs that were looked at."""

    used: frozenset[Hashable] = frozenset()
    told: tuple[NetFinding, ...] = ()
    decided: bool = False
    doubt: Doubt | None = None
    unread: int = 0
    starts: tuple[Any, ...] = ()


def obedience(
    lab: ProofContext[Any],
    charts: Sequence[Exploration],
    known: Sequence[Unused | LimitExceeded] = (),
) -> Obedience:
    """Explore the contract on a bench once more, with a router that obeys, where there is one;
    `charts` are those of all its runs, `known` is what is told of elements already. Where a phase
    never succeeds, no condition on it is ever true: nothing is told until that is mended."""
    unheld = lab.runtime.unheld(charts[0].atlas.states[0])
    return _obedience(lab, charts, known)._replace(unread=unheld.unread)


def _obedience(
    lab: ProofContext[Any], charts: Sequence[Exploration], known: Sequence[Unused | LimitExceeded]
) -> Obedience:
    runtime = lab.runtime
    starts = [runtime.obeying(each.atlas.states[0]) for each in charts]
    if None in starts:
        at = starts.index(None)
        return Obedience(doubt=runtime.unheld(charts[at].atlas.states[0]).doubt)
    usable, done = used(runtime, charts), any(each.completed for each in charts)
    if not _left(lab, starts, {*usable, *([DONE] if done else ())}):
        return Obedience(usable, decided=True)
    own = _charts(lab, charts, starts)
    if own is None:
        return Obedience(doubt=_beyond(lab))
    looked = Obedience(used(runtime, own), decided=True, starts=tuple(starts))
    taken = looked.used
    if done and not any(each.completed for each in own):
        way = Way(charts[0].setting, ())
        return looked._replace(told=_told(lab, (NeverDone(way),)))
    if any(each.element.success for each in known):
        return looked
    told_of = {each.element.id for each in known}
    lost = [
        each
        for each in lab.elements
        if each.id in usable and each.id not in taken and each.id not in told_of
    ]
    # What nothing is held against where it isn't taken is there for safety, as a default is.
    found = (
        each for each in unused(runtime, lost, own, taken) if each.withheld or not _is_seen(each)
    )
    left = (each for each in folded(Claims(unused=tuple(found))) if isinstance(each, Unused))
    claims = [each._replace(obeyed=True) for each in left]
    return looked._replace(told=_told(lab, claims)) if claims else looked


def _told(lab: ProofContext[Any], claims: Iterable[Claim]) -> tuple[NetFinding, ...]:
    """The findings for claims."""
    from phaselint.executor.soundness.claim_messages import findings_for

    return tuple(findings_for(lab, claims))


def doubt_of(runtime: Runtime[Any], found: Obedience) -> str | None:
    """What the checker finds wrong with what is said about routers that obey; none where nothing is
    said, or that takes too long to check."""
    if not found.told:
        return None
    from phaselint.executor.soundness.obeycheck import check

    claims = [each.claim for each in found.told]
    unused = {each.element.id for each in claims if isinstance(each, Unused)}
    never = any(isinstance(each, NeverDone) for each in claims)
    return check(runtime, found.starts, unused, never_done=never)


def _beyond(lab: ProofContext[Any]) -> Doubt:
    """That there are more states than are explored."""
    why = message(
        "whether a router that obeys its conditions reaches everything; {} states were not enough",
        _bound(lab),
    )
    return Doubt(why, whole(lab), bounded=lab.bound < OBEYING_BOUND)


def _bound(lab: ProofContext[Any]) -> int:
    return min(lab.bound, OBEYING_BOUND)


def _left(lab: ProofContext[Any], starts: Sequence[Any], wanted: set[Hashable]) -> set[Hashable]:
    """What none of the first runs is found to use; all others are not looked at."""
    runtime = lab.runtime
    phases = {each.id: each.phase for each in lab.elements}
    for start in starts:
        wanted = wanted.difference(runtime.moves(runtime.opening(start)))
        if DONE in wanted and runtime.outcome(start).kind in runtime.completions:
            wanted.remove(DONE)
        if wanted:
            sought = {each: phases.get(each, "") for each in wanted}
            wanted = not_met(runtime, start, sought, _bound(lab))
    return wanted


def _charts(
    lab: ProofContext[Any], charts: Sequence[Exploration], starts: Sequence[Any]
) -> tuple[Exploration, ...] | None:
    """What runs reach whose router obeys; none where that is not known."""
    found = []
    for each, start in zip(charts, starts, strict=True):
        atlas = explore(lab.runtime, start, _bound(lab))
        if not atlas.complete:
            return None
        found.append(exploration(lab.runtime, each.setting, atlas))
    return tuple(found)


def _is_seen(claim: Unused) -> bool:
    """Whether a run reaches a state where an element could be taken."""
    return claim.way is not None and not claim.element.success
