"""The net under the rules: everything that runs of a contract show to be wrong with it.

It asks the runtime and the contract alone, never what rules have found, so its silence says
something in addition to theirs.
"""

from __future__ import annotations

from phaselint.executor.proof import RunInput
from phaselint.executor.soundness.census import Census, census
from phaselint.executor.soundness.claims import claims
from phaselint.executor.soundness.folding import folded
from phaselint.executor.soundness.model import Claims
from phaselint.executor.soundness.obeying import Obedience, obedience
from phaselint.executor.soundness.reach import exploration, used
from phaselint.executor.soundness.whereabouts import whole
from phaselint.executor.soundness.within import within
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.records import Doubt
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.claim_messages import NetFinding
    from phaselint.executor.soundness.limited import Runs
    from phaselint.executor.soundness.model import Claim
    from phaselint.executor.soundness.reach import Exploration
    from phaselint.vocabulary.finding import Place


CHARTS = "charts"
"""Under what a lab keeps its charts."""


class SearchResult(NamedTuple):
    """All findings, with none left out that rules have said.

    Attributes:
        place: that of the contract.
        stopped: the explorations that stopped early, if any: then runs that fail are all that was
            looked for.
        atlases: what can happen from each start.
        outlived: whether more could be found in runs that would outlive the limits of the
            contract, which end them.
        doubts: what the runtime leaves undecided.
        runs: those of the contract with its limits, from `starts`.
        census: what becomes of each declared element.
        obedience: the findings about runs whose router obeys the conditions.
    """

    place: Place
    told: tuple[NetFinding, ...] = ()
    stopped: tuple[Atlas[Any], ...] = ()
    atlases: tuple[Atlas[Any], ...] = ()
    outlived: bool = False
    doubts: tuple[Doubt, ...] = ()
    runs: Runs | None = None
    starts: tuple[Any, ...] = ()
    census: Census = Census()
    obedience: Obedience = Obedience()

    @property
    def decided(self) -> bool:
        """Whether everything that was asked is known."""
        return not self.stopped and not self.doubts


def has_net(lab: ProofContext[Any]) -> bool:
    """Whether the dialect says what its contracts declare for runs to use."""
    return bool(lab.elements)


def search(lab: ProofContext[Any]) -> SearchResult:
    """Explore the contract on a bench from every start. One that is refused has no runs: that is
    then the finding."""
    starts = tuple(settings(lab))
    refused = refusal_in(lab)
    if refused:
        from phaselint.executor.soundness.claim_messages import refusal

        return SearchResult(
            whole(lab),
            (refusal(lab, starts[0], refused),),
            census=census(lab.elements, (), (), stopped=False),
        )
    return _found(lab, starts, charts(lab))


def charts(lab: ProofContext[Any]) -> tuple[Exploration, ...]:
    """What can happen in the contract on a bench, one chart for each of its `settings`."""
    if CHARTS not in lab.kept:
        lab.kept[CHARTS] = tuple(
            exploration(lab.runtime, each, _explored(lab, each)) for each in settings(lab)
        )
    found: tuple[Exploration, ...] = lab.kept[CHARTS]
    return found


def _found(
    lab: ProofContext[Any], settings: Sequence[RunInput], charts: Sequence[Exploration]
) -> SearchResult:
    """What the charts of the contract on a bench show, one for each start."""
    claimed = claims(lab.runtime, lab.facts.contract, lab.elements, charts)
    asked = lab.runtime.doubts(lab.facts.contract)
    doubts = tuple(_open((each for each in asked if not each.phase), claimed))
    found = _certain(claimed, doubts)
    atlases = tuple(each.atlas for each in charts)
    stopped = tuple(each for each in atlases if not each.complete)
    shown, obeyed = None, Obedience()
    if not stopped:
        limited = within(lab, charts, found, whole(lab))
        found, shown = limited.claims, limited.runs
        doubts += limited.doubts
        obeyed = obedience(lab, charts, (*found.unused, *found.too_far))
    taken = used(lab.runtime, charts)
    hidden = _hidden(asked, taken, found, stopped=bool(stopped))
    found, doubts = _certain(found, hidden), (*doubts, *hidden)
    left = folded(found)
    said = _said(lab, left)
    shown_uses = taken if shown is None else shown.shown.keys()
    return SearchResult(
        whole(lab),
        said,
        stopped,
        atlases=atlases,
        outlived=len(said) < len(left),
        doubts=doubts,
        runs=shown,
        starts=tuple(lab.begin(each) for each in settings),
        census=census(lab.elements, shown_uses, doubts, stopped=bool(stopped)),
        obedience=obeyed,
    )


def _said(lab: ProofContext[Any], left: Sequence[Claim]) -> tuple[NetFinding, ...]:
    """The findings for claims; most contracts have none."""
    if not left:
        return ()
    from phaselint.executor.soundness.claim_messages import findings_for

    return tuple(findings_for(lab, left))


def _open(doubts: Iterable[Doubt], found: Claims) -> Iterator[Doubt]:
    """The doubts that runs do not settle: of some of their elements no use is found."""
    unused = {each.element.id for each in found.unused}
    yield from (each for each in doubts if not each.elements or each.elements & unused)


def _hidden(
    doubts: Iterable[Doubt], used: Container[Hashable], found: Claims, *, stopped: bool
) -> tuple[Doubt, ...]:
    """The doubts about runs that exploration doesn't know, where such runs may contradict what is
    claimed of all; without a run in the phase of a doubt there are none."""
    hidden = tuple(each for each in doubts if each.phase and each.phase in used)
    unused = {each.element.id for each in found.unused}
    never = found.unanswerable or found.traps or found.too_far or found.no_run
    certain = any(each.certain for each in found.failures)
    claimed = stopped or never or certain or any(each.elements & unused for each in hidden)
    return hidden if claimed else ()


def _of_known_runs(found: Claims) -> Claims:
    """What is known where there may be more runs than exploration knows: how some of them fail,
    and what none of them uses."""
    failures = tuple(each._replace(certain=False) for each in found.failures)
    return Claims(failures, unused=found.unused)


def _certain(found: Claims, doubts: Iterable[Doubt]) -> Claims:
    """What is known in spite of what the runtime leaves undecided."""
    unknown: frozenset[Hashable] = frozenset().union(*(each.elements for each in doubts))
    if any(each.phase for each in doubts):
        found = _of_known_runs(found)
    if not unknown:
        return found
    return found._replace(
        unused=tuple(each for each in found.unused if each.element.id not in unknown)
    )


def refusal_in(lab: ProofContext[Any]) -> str:
    """Why the runtime does not begin runs of the contract under default options; empty where it
    does."""
    contract = lab.facts.contract
    setting = next(settings(lab))
    start = lab.runtime.start(contract, lab.options, setting.given, setting.world)
    return lab.runtime.refusal(start)


def refused_with(lab: ProofContext[Any]) -> str:
    """That the contract is refused, as a clause with the reason of `refusal_in`; empty where it
    isn't."""
    refused = refusal_in(lab)
    return f"the contract is refused before a run begins, with `{refused}`" if refused else ""


def explored(lab: ProofContext[Any]) -> tuple[Atlas[Any], ...]:
    """What can happen in runs of the contract, from every start."""
    return tuple(_explored(lab, each) for each in settings(lab))


def settings(lab: ProofContext[Any]) -> Iterator[RunInput]:
    """What stands for all that runs of the contract may be started with, as far as the lab doesn't
    say with what they are."""
    contract, said = lab.facts.contract, lab.setting
    world = {**lab.runtime.sample_world(contract), **said.world}
    for given in lab.runtime.sample_inputs(contract):
        yield RunInput({**given, **said.given}, world)


def _explored(lab: ProofContext[Any], setting: RunInput) -> Atlas[Any]:
    """What can happen in a setting; shared with the proofs where they ask the same."""
    if setting == RunInput(lab.runtime.sample_input(lab.facts.contract)):
        return lab.sampled
    return lab.explore(lab.begin(setting))
