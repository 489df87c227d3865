"""What a run of a contract costs at most, in whatever its dialect counts.

Any run counts, also one in which models and people do the worst they can. First all runs are
explored as if no limit of the contract ended any. If they cost no more than some number, so do
runs with limits, and one is looked for that costs as much. Where a loop lets them cost as much as
they like, it is gone round with the limits as often as these allow; what that leaves open is
decided by exploring runs with their limits.
"""

from __future__ import annotations

from phaselint.behavior.acting import acts_of_opening, acts_of_step, telling
from phaselint.behavior.costatlas import CostAtlas, cost_atlas, costs_of, stepped, unexplored
from phaselint.behavior.costgreed import spending
from phaselint.executor.soundness.search import settings
from phaselint.machine.heaviest import heaviest, parted
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Literal

    from phaselint.behavior.acting import ActAtlas
    from phaselint.dialects.base import Cost
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import ProofContext
    from phaselint.machine.heaviest import Heaviest

    Status = Literal["bounded", "unbounded", "undecided"]


class Bound(NamedTuple):
    """What a run costs at most in one unit.

    Attributes:
        unit: what is counted, in the plural: "model calls".
        most: no run costs more; none where runs can cost as much as they like, or where no bound
            is known.
        exact: whether a run costs just that.
        run: what that run does, or one that takes the loop once, act by act.
        loop: the phases of a loop that can be repeated endlessly, the first one again at its
            end; with `most`, of one that a limit of the contract stops.
        reason: why no bound is known, as a clause; empty where one is, or where runs are unbounded.
        choices: the same run as choices of `Runtime.act_choices`; empty where only its text is
            known.
        setting: which of the contract's inputs it begins with.
    """

    unit: str
    most: int | None = None
    exact: bool = True
    run: tuple[str, ...] = ()
    loop: tuple[str, ...] = ()
    reason: str = ""
    choices: tuple[Choice, ...] = ()
    setting: int = 0

    @property
    def status(self) -> Status:
        """Whether a bound is known, or known not to exist."""
        if self.most is not None:
            return "bounded"
        return "undecided" if self.reason else "unbounded"


def bounds_of(cost: Cost) -> tuple[Bound, ...]:
    """The costs that a dialect gives itself, as bounds: visits as far as they are exact, and no
    more than an upper bound of the rest."""
    visits = Bound("visits", cost.visits, cost.exact, tuple(f"enter {each}" for each in cost.run))
    counted = zip(cost.columns, cost.total, strict=True)
    return (visits, *(Bound(name, most, exact=not most) for name, most in counted))


def bounds(lab: ProofContext[Any], bound: int, known: Sequence[ActAtlas] = ()) -> tuple[Bound, ...]:
    """What a run of the contract on a bench costs at most, for each unit of its dialect; empty
    where the dialect counts nothing or refuses the contract. Runs have the options of the facts,
    as a user has set them. `bound` is how many states are explored, `known` are runs of the
    contract that were explored before."""
    runtime = lab.runtime
    contract, found = lab.facts.contract, []
    for number, start in enumerate(_starts(lab)):
        if not runtime.refusal(start):
            told = bounds_from(runtime, contract, start, bound, known)
            found.append([each._replace(setting=number) for each in told])
    return tuple(map(_worst, zip(*found, strict=True)))


def bounds_from(
    runtime: Runtime[Any], contract: Any, start: Any, bound: int, known: Sequence[ActAtlas] = ()
) -> tuple[Bound, ...]:
    """What runs from one start cost at most; `bound` is how many states are explored, `known` are
    runs of the contract that were explored before."""
    runs = _Runs(runtime, contract, start, bound, known)
    return tuple(runs.asked(number, unit) for number, unit in enumerate(runtime.units))


def _starts(lab: ProofContext[Any]) -> Iterator[Any]:
    options = {**lab.facts.options, **lab.opened}
    for each in settings(lab):
        more = {**options, **each.options}
        start = lab.runtime.start(lab.facts.contract, more, each.given, each.world)
        yield lab.runtime.cost_start(start)


def _worst(found: Sequence[Bound]) -> Bound:
    """What holds for runs with any input."""
    for status in ("unbounded", "undecided"):
        for each in found:
            if each.status == status:
                return each
    return max(found, key=lambda each: (each.most or 0, each.exact))


class _Runs:
    """The runs from one start."""

    def __init__(
        self,
        runtime: Runtime[Any],
        contract: Any,
        start: Any,
        bound: int,
        known: Sequence[ActAtlas],
    ) -> None:
        self.runtime = runtime
        self.start = start
        self._relaxed = runtime.relax(start)
        self._tell = telling(runtime, contract)
        self._bound = bound
        same = (costs_of(each, bound) for each in known if each.states[0] == self._relaxed)
        self._free = next(same, None) or cost_atlas(runtime, self._relaxed, bound)
        self._begun = tuple(runtime.begun_costs(start))
        self._walks: dict[tuple[bool, int], Heaviest] = {}

    def asked(self, number: int, unit: str) -> Bound:
        """What these runs cost at most in one unit, by its number and name."""
        limited = self._relaxed != self.start
        first = Bound(unit, reason=self._free.reason)
        if self._free.complete:
            first = self._in(self._free, self._relaxed, number, unit)
            if not limited:
                return first
            choices = tuple(map(self.runtime.with_limits, first.choices))
            if first.most is not None and self._cost(choices)[number] == first.most:
                return first
            if first.loop and (pumped := self._pumped(first, number)) is not None:
                return pumped
        elif not limited:
            return first
        return self._limited(first, number, unit)

    def _limited(self, first: Bound, number: int, unit: str) -> Bound:
        """What a limit says where some run costs that much; else what exploring runs with their
        limits says; where that is too much, known costs of runs without them, and by the limit
        itself."""
        most = self.runtime.cost_limits(self.start).get(unit)
        if most is not None and (first.most is None or most < first.most):
            choices = spending(self.runtime, self.start, self._begun, number, most)
            if choices is not None:
                return self._reached(first, number, most, choices)
        kept = self._with_limits
        if kept.complete:
            return self._in(kept, self.start, number, unit)
        known = [first.most, most]
        most = min((each for each in known if each is not None), default=None)
        if most is not None:
            return Bound(unit, most, exact=False)
        return Bound(unit, reason=kept.reason)

    @cached_property
    def _with_limits(self) -> CostAtlas:
        """All runs with their limits; not explored where those without them show too many
        states."""
        runtime, units = self.runtime, self.runtime.units
        if runtime.counts_apart and self._free.complete:
            found = runtime.cost_limits(self.start)
            limits = {units.index(unit): most for unit, most in found.items()}
            if self._free.has_more(self._bound, self._begun, limits):
                return unexplored(self._bound)
        return cost_atlas(runtime, self.start, self._bound)

    def _heaviest(self, atlas: CostAtlas, number: int) -> Heaviest:
        """See `heaviest`; worked out once for each atlas and unit."""
        is_free = atlas is self._free
        key = (is_free, number)
        if key not in self._walks:
            parts = self._parts if is_free else ()
            self._walks[key] = heaviest(atlas.arcs(number), parts)
        return self._walks[key]

    @cached_property
    def _parts(self) -> list[list[int]]:
        """The components of all runs without limits."""
        return parted(self._free.arcs(0))

    def _in(self, atlas: CostAtlas, start: Any, number: int, unit: str) -> Bound:
        """What runs cost at most that are all in an atlas."""
        found = self._heaviest(atlas, number)
        choices = atlas.choices((*found.walk, *found.loop))
        run = self._acts(start, choices)
        if found.most is not None:
            most = self._begun[number] + found.most
            return Bound(unit, most, run=run, choices=choices)
        loop = self._phases(atlas.states[node] for node, _ in found.loop)
        return Bound(unit, run=run, loop=loop, choices=choices)

    def _phases(self, states: Iterable[Any]) -> tuple[str, ...]:
        names = [name for each in states if (name := self.runtime.phase(each))]
        told = [name for before, name in zip(["", *names], names, strict=False) if name != before]
        if not told:
            return ("the start", "the start")
        return tuple(told) if len(told) > 1 and told[0] == told[-1] else (*told, told[0])

    def _acts(self, start: Any, choices: Iterable[Choice]) -> tuple[str, ...]:
        runtime, state = self.runtime, start
        acts = [*acts_of_opening(runtime, self._tell, start)]
        for choice in choices:
            after, events = runtime.step(state, choice)
            acts += acts_of_step(runtime, self._tell, choice, events, after)
            state = after
        return tuple(act.text for act in acts if act.verb not in ("start", "turn"))

    def _cost(self, choices: Iterable[Choice]) -> tuple[int, ...]:
        """What a run with limits costs by choices; those after its end cost nothing."""
        spent, state = self._begun, self.start
        for choice in choices:
            state, spent = stepped(self.runtime, state, choice, spent)
        return spent

    def _pumped(self, first: Bound, number: int) -> Bound | None:
        """A loop of runs without limits, gone round with them: that there is no bound, where a lap
        ends as it began; the bound, where runs get as far as a limit says; none where this tells
        nothing."""
        found = self._heaviest(self._free, number)
        way = tuple(map(self.runtime.with_limits, self._free.choices(found.walk)))
        lap = tuple(map(self.runtime.with_limits, self._free.choices(found.loop)))
        most = self.runtime.cost_limits(self.start).get(first.unit)
        spent, state, taken = self._begun, self.start, [*way]
        for choice in way:
            state, spent = stepped(self.runtime, state, choice, spent)
        for _ in range(2 if most is None else most + 1):
            before, had = self.runtime.act_key(state), spent[number]
            for choice in lap:
                state, spent = stepped(self.runtime, state, choice, spent)
                taken.append(choice)
                if most is not None and spent[number] >= most:
                    return self._reached(first, number, most, taken)
            if self.runtime.act_key(state) == before and spent[number] > had:
                run = self._acts(self.start, taken)
                return first._replace(run=run, choices=tuple(taken))
            if spent[number] == had:
                return None
        return None

    def _reached(self, first: Bound, number: int, most: int, taken: Sequence[Choice]) -> Bound:
        """A bound by a limit, with the run up to where it costs as much as that."""
        spent, state, made = self._begun, self.start, 0
        while spent[number] < most:
            state, spent = stepped(self.runtime, state, taken[made], spent)
            made += 1
        choices = tuple(taken[:made])
        run = self._acts(self.start, choices)
        return first._replace(most=most, run=run, choices=choices)
