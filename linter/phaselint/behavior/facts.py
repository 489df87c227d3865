"""What holds today in all runs of a contract, found without being asked for.

Facts are about the relation of acts alone: what a run did before it did something, what it does at
most once, what it never does together, what each run has done that completes. They are computed
with run-wide limits lifted: limits only take runs away, and a completed run with limits is one
without.
"""

from __future__ import annotations

from phaselint.behavior.always import always, beginning, members
from phaselint.behavior.deeds import Index, folded, graph_of, names_of
from phaselint.behavior.nearby import nearby
from phaselint.behavior.plain import CALL, ENTER, PHASES, Plain, places_of, telling
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Literal

    from phaselint.behavior.acting import ActAtlas
    from phaselint.behavior.always import Always
    from phaselint.behavior.runs import Runs
    from phaselint.dialects.acts import Act

    FactKind = Literal["only-after", "never-both", "at-most-once", "every-run"]

KINDS: tuple[FactKind, ...] = ("only-after", "never-both", "at-most-once", "every-run")
"""The kinds of facts, the most telling first."""

KEPT = "facts"
"""Under what `Runs` keeps them."""

COMMON = frozenset({"start", "turn", "end"})
"""Verbs of what every run does; no facts are told of them."""


class Fact(NamedTuple):
    """Something that holds in all runs of a contract.

    Attributes:
        kind: `only-after`: no run does `act` before it has done `other`; `never-both`: no run does
            both; `at-most-once`: no run does `act` again; `every-run`: each run that completes by
            fair choices has done `act`.
        act: the act that it is about; in a pair, the first of it.
        other: the other act of a pair, if it is about two.
        shape: it is only the shape of the graph: it would hold as well if runs remembered nothing
            but the phase that they are in. Else it costs runs a path that the graph has.
        completions: how runs end that complete, for `every-run`.
    """

    kind: FactKind
    act: Act
    other: Act | None = None
    shape: bool = False
    completions: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, ...]:
        """What facts are told apart by, in two versions of a contract too."""
        return (self.kind, self.act.text, *((self.other.text,) if self.other else ()))

    @property
    def text(self) -> str:
        """The fact as a sentence."""
        act, other = self.act.text, self.other.text if self.other else ""
        if self.kind == "only-after":
            return f"`{act}` happens only after `{other}`"
        if self.kind == "never-both":
            return f"`{act}` and `{other}` never happen in the same run"
        if self.kind == "at-most-once":
            return f"`{act}` happens at most once"
        return f"`{act}` happens in every run that completes"


class Facts(NamedTuple):
    """The facts of a contract.

    Attributes:
        told: what is worth telling, the most telling first.
        held: all that hold and don't follow from others; `told` is a part of it.
        every: all that hold.
        reason: why there are none: exploration stopped early; empty where it didn't.
    """

    told: tuple[Fact, ...] = ()
    held: tuple[Fact, ...] = ()
    every: tuple[Fact, ...] = ()
    reason: str = ""


def facts_in(runs: Runs) -> Facts:
    """The facts of a contract; worked out once."""
    runtime = runs.runtime
    if KEPT not in runs.kept:
        runs.kept[KEPT] = facts_of(
            runs.atlases,
            runtime.phase,
            runtime.completions,
            spanning=runtime.threads_span_steps,
        )
    found: Facts = runs.kept[KEPT]
    return found


def facts_of(
    atlases: Sequence[ActAtlas],
    phase: Callable[[Any], str],
    completions: Iterable[str],
    *,
    spanning: bool = True,
) -> Facts:
    """The facts of a contract.

    Args:
        atlases: all its runs, from each start, with run-wide limits lifted.
        phase: the phase that a state is in.
        completions: how runs end that complete.
        spanning: whether acts of threads have no order across steps either.
    """
    for atlas in atlases:
        if not atlas.complete:
            return Facts(reason=atlas.reason or "exploration stopped early")
    index = Index()
    graph = graph_of(index, atlases, spanning=spanning)
    ends = tuple(sorted(completions))
    completed = index.bits(
        each for each in index.acts if each.verb == "end" and each.subject in ends
    )
    size = len(index.acts)
    phases = sum(1 << n for n, act in enumerate(index.acts) if act.verb in PHASES)
    close = nearby(graph, size, phases)
    found = always(graph, size, completed)
    coarse = always(folded(graph, names_of(atlases, phase, close.states)), size, completed)
    known = _Known(index.acts, found, coarse, ends)
    every = tuple(sorted(known.facts(), key=_rank))
    held = tuple(fact for fact in every if not known.follows(fact))
    plain = Plain(index.acts, places_of(index, atlases, phase), close.acts, beginning(graph))
    return Facts(tuple(known.telling(held, plain)), held, every)


class _Known:
    """The facts of a graph by sets, and what follows from what."""

    def __init__(
        self,
        acts: Sequence[Act],
        found: Always,
        coarse: Always,
        completions: tuple[str, ...],
    ) -> None:
        self._acts = acts
        self._number = {act.text: number for number, act in enumerate(acts)}
        self._telling = [telling(act) for act in acts]
        self._completions = completions
        subjects = sum(1 << n for n, act in enumerate(acts) if act.verb not in COMMON)
        self._subjects = subjects & found.occurring
        self._found, self._coarse = self._sets(found), self._sets(coarse)

    def _sets(self, of: Always) -> _Sets:
        some = self._subjects
        return _Sets(
            tuple(each & some if some >> n & 1 else 0 for n, each in enumerate(of.before)),
            tuple(some & ~each if some >> n & 1 else 0 for n, each in enumerate(of.together)),
            some & ~of.repeated,
            some & (of.completed or 0),
        )

    def facts(self) -> Iterator[Fact]:
        """All facts."""
        acts, found, coarse = self._acts, self._found, self._coarse
        for number in members(self._subjects):
            act = acts[number]
            for other in members(found.before[number]):
                shape = bool(coarse.before[number] >> other & 1)
                yield Fact("only-after", act, acts[other], shape)
            for other in members(found.apart[number] >> number + 1 << number + 1):
                yield Fact("never-both", act, acts[other], bool(coarse.apart[number] >> other & 1))
            if found.once >> number & 1:
                yield Fact("at-most-once", act, shape=bool(coarse.once >> number & 1))
            if found.completed >> number & 1:
                shape = bool(coarse.completed >> number & 1)
                yield Fact("every-run", act, None, shape, self._completions)

    def follows(self, fact: Fact) -> bool:
        """Whether a fact follows from others that are no less telling."""
        number = self._number[fact.act.text]
        if fact.kind == "at-most-once":
            return False
        if fact.kind == "every-run":
            return self._is_before_due(number)
        assert fact.other is not None
        other = self._number[fact.other.text]
        if fact.kind == "only-after":
            return self._is_between(number, other)
        return self._is_apart_before(number, other) or self._is_apart_before(other, number)

    def _is_between(self, number: int, other: int) -> bool:
        """Whether an act only happens after a third, and that only after a second one."""
        found, ranks = self._found, self._telling
        most = max(ranks[number], ranks[other])
        return any(
            found.before[third] >> other & 1 and ranks[third] <= most
            for third in members(found.before[number])
        )

    def _is_apart_before(self, number: int, other: int) -> bool:
        """Whether an act only happens after a third, and that never in a run with a second one."""
        found, ranks = self._found, self._telling
        shape = self._coarse.apart[number] >> other & 1
        return any(
            found.apart[third] >> other & 1 and (shape or ranks[third] <= ranks[number])
            for third in members(found.before[number])
        )

    def _is_before_due(self, number: int) -> bool:
        """Whether each run that completes has done an act since it has done another only after
        that. Of phases in a row each is due by itself."""
        found, ranks = self._found, self._telling
        rank = ranks[number]
        return any(
            found.before[later] >> number & 1
            and (ranks[later] < rank or ranks[later] == rank != ENTER)
            for later in members(found.completed)
        )

    def telling(self, facts: Sequence[Fact], plain: Plain) -> Iterator[Fact]:
        """The facts that aren't plain to see."""
        orders = [each for each in facts if each.kind == "only-after" and each.other is not None]
        known = {each.act for each in orders if each.other and telling(each.other) == CALL}
        for fact in facts:
            number, shape = self._number[fact.act.text], fact.shape
            other = self._number[fact.other.text] if fact.other is not None else number
            if fact.kind == "only-after":
                seen = plain.is_order(number, other, shape=shape, known=fact.act in known)
            elif fact.kind == "never-both":
                seen = plain.is_apart(number, other, shape=shape)
            elif fact.kind == "at-most-once":
                seen = plain.is_once(number, shape=shape)
            else:
                seen = plain.is_due(number, self._found.completed, shape=shape)
            if not seen:
                yield fact


class _Sets(NamedTuple):
    """Facts by acts, as sets of acts: what comes before each, what never comes in a run with each,
    what comes at most once, what each completed run has done."""

    before: tuple[int, ...]
    apart: tuple[int, ...]
    once: int
    completed: int


def _rank(fact: Fact) -> tuple[int, ...]:
    """Tools before phases, what costs runs a path before what is only the shape of the graph."""
    ranks = [telling(each) for each in (fact.act, fact.other) if each]
    tools = 0 if max(ranks) == CALL else 1 if CALL in ranks else 2
    return (tools, fact.shape, max(ranks), KINDS.index(fact.kind))
