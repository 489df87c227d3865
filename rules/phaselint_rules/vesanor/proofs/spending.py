"""Limits that end runs, and what no run within them reaches (reference vesanor §5.3, §6.5)."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import chain, combinations

from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.reading.turns import Call
from phaselint.dialects.vesanor.running.gatekeeper import rulings
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.explore import explore
from phaselint.executor.proof import by_replay, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import copied, opened, with_session
from phaselint_rules.vesanor.proofs.harness import (
    call,
    completed,
    data_of,
    doubted,
    incomplete,
    limited,
    other_assumptions,
    over_limit,
    path_of,
    session_of,
    staged_path,
    text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

MOST_TOGETHER = 12
"""Largest number of forbidding tools of which every combination is tried in one response."""


class _Together(VesanorRuntime):
    """Sessions that give as few responses as possible: a breadth-first exploration reaches each
    phase, and calls each tool, in the fewest.

    In one response goes every tool that forbids nothing more, with each combination of the others:
    a state with the same phase, no fewer calls behind it and no more bans allows every response
    that another one allows (reference §5.3).
    """

    def choices(self, state: SessionState) -> Sequence[Choice]:
        """The responses for no target and for each."""
        if completed(state):
            return ()
        law = state.law
        usable = [name for name in law.request if not rulings(state, (Call(name),))]
        free = {name for name in usable if law.bans(name) <= state.forbidden}
        found = []
        for goal in sorted({law.target(name) for name in usable}):
            pool = [name for name in usable if law.target(name) in ("", goal)]
            always = tuple(name for name in pool if name in free)
            others = [name for name in pool if name not in free]
            if len(others) > MOST_TOGETHER:
                raise TooManyChoices
            for size in range(len(others) + 1):
                found += [call(*always, *more) for more in combinations(others, size)]
        return [each for each in found if each.value.calls]


def _together(ordered: ProofContext[Any]) -> Atlas[Any]:
    """Every phase and tool without limits, in the fewest responses."""
    if "together" not in ordered.kept:
        runtime = _Together()
        start = runtime.relax(ordered.start)
        ordered.kept["together"] = explore(runtime, start, ordered.bound)
    found: Atlas[Any] = ordered.kept["together"]
    return found


def spent(ordered: ProofContext[Any], *, by_calls: bool) -> Atlas[Any]:
    """The exploration in which `distances` are measured."""
    return ordered.atlas if by_calls else _together(ordered)


def distances(
    ordered: ProofContext[Any], *, by_calls: bool
) -> tuple[dict[str, int], dict[str, int]]:
    """The fewest calls, or responses, of a run that enters each phase, and of one that calls each
    tool, without limits."""
    atlas = spent(ordered, by_calls=by_calls)
    steps: dict[int, list[tuple[int, int, list[str]]]] = {}
    for edge in atlas.edges:
        called = edge.events[0].data["released"]
        if called:
            size = len(called) if by_calls else 1
            steps.setdefault(edge.source, []).append((edge.target, size, called))
    phases: dict[str, int] = {}
    tools: dict[str, int] = {}
    seen: set[int] = set()
    heap = [(0, 0)]
    while heap:
        far, number = heappop(heap)
        if number in seen:
            continue
        seen.add(number)
        phases.setdefault(atlas.states[number].phase, far)
        for target, size, called in steps.get(number, ()):
            for name in called:
                tools[name] = min(far + size, tools.get(name, far + size))
            heappush(heap, (far + size, target))
    return phases, tools


class _Limit:
    """The limit that a finding is about, as it is on the bench, and what runs need of it."""

    def __init__(self, lab: ProofContext[VesanorFacts], data: Mapping[str, Any]) -> None:
        session = session_of(lab)
        limits = session.limits if session else Limits()
        most = {"max_tool_calls": limits.max_tool_calls, "max_steps": limits.max_steps}
        self.name = text(data, "limit")
        self.most = most.get(self.name)
        self.ordered = opened(lab)
        self.by_calls = self.name == "max_tool_calls"

    def needed(self) -> tuple[dict[str, int], dict[str, int]]:
        """What each phase and each tool needs."""
        return distances(self.ordered, by_calls=self.by_calls)

    def ends(self) -> list[int]:
        """The requirements of each terminal phase that runs reach."""
        phases, _ = self.needed()
        return [far for phase, far in phases.items() if phase in self.ordered.start.law.terminals]

    def beyond(self) -> tuple[dict[str, int], dict[str, int]]:
        """Those phases and tools that need more than there is."""
        phases, tools = self.needed()
        most = self.most or 0
        return (
            {name: far for name, far in phases.items() if far > most},
            {name: far for name, far in tools.items() if far > most},
        )


@by("explore")
def limit_ends_run(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """No run without limits reaches a terminal phase in as few calls, or responses, as the limit
    allows; a shortest complete run ends in `session_limit_exceeded`."""
    return _exceeded(lab, data_of(finding), _allows_an_end)


def _allows_an_end(limit: _Limit, data: Mapping[str, Any]) -> Iterator[str]:
    needed = min(limit.ends(), default=0)
    if needed <= (limit.most or 0) or data.get("needed") != needed:
        yield "the minimum of complete runs differs from the finding"


@by("explore")
def cuts_off(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """No run without limits reaches one of the phases, or tools, in as few calls, or responses, as
    the limit allows; a shortest run there ends in `session_limit_exceeded`."""
    return _exceeded(lab, data_of(finding), _allows_all)


def _allows_all(limit: _Limit, data: Mapping[str, Any]) -> Iterator[str]:
    if (data.get("phases"), data.get("tools")) != limit.beyond() or limit.beyond() == ({}, {}):
        yield "the minimum of runs differs from the finding"
    if min(limit.ends(), default=0) > (limit.most or 0):
        yield "no run completes within the limit"


def _exceeded(
    lab: ProofContext[VesanorFacts],
    data: Mapping[str, Any],
    allows: Callable[[_Limit, Mapping[str, Any]], Iterator[str]],
) -> Proof:
    path = path_of(data.get("path_tools"))
    if path is None:
        return unproved("the order of calls wasn't explored")
    staged = staged_path(lab, path, limits=False)
    if isinstance(staged, Proof):
        return staged
    choices = [Choice("model", turn) for turn in staged.turns]
    limit = _Limit(lab, data)
    proof = by_replay(lab, f"exceed {limit.name}", choices, over_limit, cut_off=limited)
    doubts = chain(
        _other_limit(lab, limit, data, choices),
        allows(limit, data),
        [other_assumptions(staged, data)],
    )
    if proof.status != "proved":
        return proof
    return doubted(proof._replace(method="explore"), doubts)


def _other_limit(
    lab: ProofContext[VesanorFacts],
    limit: _Limit,
    data: Mapping[str, Any],
    choices: Sequence[Choice],
) -> Iterator[str]:
    """Reasons where the limit is not what ends the run, or was not measured."""
    if limit.most is None or data.get("value") != limit.most:
        yield f"{quote(limit.name)} differs from the finding"
    alone = Limits(max_tool_calls=limit.most) if limit.by_calls else Limits(max_steps=limit.most)
    only = copied(lab, f"{limit.name} alone", lambda given: with_session(given, limits=alone))
    if not over_limit(only.replay(choices).events):
        yield "another limit ends the run"
    yield incomplete(spent(limit.ordered, by_calls=limit.by_calls))
