"""What limits take from the runs of a contract: every run that completes, or uses of elements."""

from __future__ import annotations

from phaselint.dialects.records import Doubt
from phaselint.executor.soundness.limited import DONE, runs, search
from phaselint.executor.soundness.model import NoRun, Unused, Way
from phaselint.executor.soundness.reach import returning
from phaselint.vocabulary.message import joined, message, retold
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.records import Element, Limit
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.limited import Runs
    from phaselint.executor.soundness.model import Claims
    from phaselint.executor.soundness.reach import Exploration
    from phaselint.vocabulary.finding import Place

_MORE_STATES = 4_000
"""States that are searched with limits beside twice those that there are without."""

_NAMED = 3


class Within(NamedTuple):
    """The claims about a contract with its limits, what of them is not decided, and the runs that
    show the rest."""

    claims: Claims
    doubts: tuple[Doubt, ...]
    runs: Runs


def within(
    lab: ProofContext[Any], charts: Sequence[Exploration], found: Claims, whole: Place
) -> Within:
    """Look for runs of a contract with its limits; `found` is what is claimed without them."""
    pairs = [(lab.begin(each.setting), each.atlas) for each in charts]
    elements = lab.elements
    bound = min(lab.bound, _MORE_STATES + 2 * sum(len(each.atlas.states) for each in charts))
    elements = (*elements, *(answer for _, answer in returning(lab.runtime, elements)))
    ids = tuple(dict.fromkeys(each.id for each in elements))
    shown = runs(lab.runtime, pairs, ids, bound)
    if not shown.missing:
        return Within(found, (), shown)
    if not shown.decided:
        return Within(found, (_doubt(elements, shown, whole),), shown)
    if DONE in shown.missing:
        limits = tuple(_together(lab, [start for start, _ in pairs], bound))
        way = min(_completions(charts), key=lambda each: len(each.choices))
        return Within(found._replace(no_run=(NoRun(limits, way),)), (), shown)
    lost = tuple(_lost(elements, shown.missing, found, Way(charts[0].setting, ())))
    return Within(found._replace(unused=(*found.unused, *lost)), (), shown)


def _completions(charts: Sequence[Exploration]) -> Iterator[Way]:
    """Shortest runs that complete without limits."""
    for each in charts:
        if each.completed:
            yield Way(each.setting, each.atlas.run_to(min(each.completed)))


def _doubt(elements: Sequence[Element], shown: Runs, whole: Place) -> Doubt:
    """What is said where the search for runs with limits was cut off."""
    labels = {each.id: retold(each.label) for each in reversed(elements)}
    missing = frozenset(shown.missing) - {DONE}
    if DONE in shown.missing:
        why = message("whether a run completes within the limits of this contract")
        return Doubt(why, whole, missing, bounded=True)
    names = [labels[each] for each in shown.missing]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    listed = joined(", ", names[:_NAMED])
    why = message("whether a run uses {}{} within the limits of this contract", listed, more)
    return Doubt(why, whole, missing, bounded=True)


def _together(lab: ProofContext[Any], starts: Sequence[Any], bound: int) -> Iterator[Limit]:
    """The limits that leave no run together: without any one of them, one may complete."""
    runtime = lab.runtime
    for limit in runtime.ceilings(lab.facts.contract):
        lifted = [runtime.lift(start, limit.name) for start in starts]
        found = (search(runtime, start, (DONE,), bound) for start in lifted)
        if all(each.decided and not each.shown for each in found):
            starts = lifted
        else:
            yield limit


def _lost(
    elements: Sequence[Element], missing: Sequence[Hashable], found: Claims, way: Way
) -> Iterator[Unused]:
    """The elements that limits keep all runs from, where no single limit is said to."""
    told = {element.id for each in found.too_far for element in (each.element, *each.further)}
    for element in elements:
        if element.id in missing and element.id not in told:
            yield Unused(element, way, limited=True)
