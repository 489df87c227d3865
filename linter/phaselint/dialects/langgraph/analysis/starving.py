"""Joins that no run completes since one decision has members on different sides (§7.3, §7.9)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.loops import cycles
from phaselint.dialects.langgraph.analysis.ways import text_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from phaselint.dialects.langgraph.analysis.decisions import Decision, Outcome
    from phaselint.dialects.langgraph.analysis.walking import Walk
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.model import Join


class Starved(NamedTuple):
    """A join that waits for two members of which a decision starts only one.

    Attributes:
        join: the join; `members` are the two.
        decision: what decides, and the outcomes that lead to each of the two.
    """

    join: Join
    members: tuple[str, str]
    decision: Decision
    sides: tuple[tuple[Outcome, ...], tuple[Outcome, ...]]


def starved(ways: Ways, walk: Walk) -> Sequence[Starved]:
    """The joins that never complete: two members are reached only through different outcomes of one
    decision that is made at most once per run."""
    found = []
    for number, join in enumerate(ways.graph.joins):
        members = [text_of(each) for each in join.members]
        target = text_of(join.target)
        if target not in ways.nodes or not join.complete or not ways.reached.issuperset(members):
            continue
        if walk.complete and ways.certain and _completed(walk, number, members):
            continue
        given = next(_sides(ways, walk, join, tuple(dict.fromkeys(members))), None)
        if given is not None:
            found.append(given)
    return found


def _completed(walk: Walk, number: int, members: Sequence[str]) -> bool:
    wanted = frozenset(members)
    return any(state.arrived[number] == wanted for state in walk.states)


def _sides(ways: Ways, walk: Walk, join: Join, members: Sequence[str]) -> Iterator[Starved]:
    """Each decision that keeps two members of a join apart, with these."""
    settled = walk.complete and ways.certain
    looping = {name for group in cycles(ways, join) for name in group}
    for name, source in ways.sources.items():
        if name in looping or (name != START and name not in ways.reached):
            continue
        for decision in source.decisions:
            if not _one_at_a_time(decision):
                continue
            leads = _leads(ways, decision, join, members)
            pair = next(_apart(leads), None)
            if pair is not None and (settled or _runs_once(ways, name)):
                sides = tuple(
                    tuple(decision.outcomes[each] for each in sorted(leads[member]))
                    for member in pair
                )
                yield Starved(join, pair, decision, (sides[0], sides[1]))


def _one_at_a_time(decision: Decision) -> bool:
    """Whether a decision has several outcomes, and each evaluation gives one of them."""
    if len(decision.outcomes) < 2 or decision.by in ("parent", "handler"):
        return False
    if decision.known:
        return True
    router = decision.branch.router if decision.branch else None
    return router is not None and (router.returns_one or router.declared is not None)


def _leads(
    ways: Ways, decision: Decision, join: Join, members: Sequence[str]
) -> Mapping[str, AbstractSet[int]]:
    """By which outcomes of a decision each member is reached; of a member that is reached without
    the decision there is nothing."""
    without = _reach(ways, decision, None, join)
    found: dict[str, set[int]] = {each: set() for each in members if each not in without}
    if len(found) < 2:
        return {}
    for number, outcome in enumerate(decision.outcomes):
        if outcome.fails:
            continue
        reached = _reach(ways, decision, outcome, join)
        for member, outcomes in found.items():
            if member in reached:
                outcomes.add(number)
    return found


def _apart(leads: Mapping[str, AbstractSet[int]]) -> Iterator[tuple[str, str]]:
    """Two members that no outcome leads to both."""
    names = [name for name, outcomes in leads.items() if outcomes]
    for index, name in enumerate(names):
        for other in names[index + 1 :]:
            if leads[name].isdisjoint(leads[other]):
                yield name, other


def _reach(ways: Ways, decision: Decision, only: Outcome | None, without: Join) -> AbstractSet[str]:
    """The nodes that are reached if a decision has one outcome alone, or none, before a join has
    completed; the target of another join with any of its members."""
    seen: set[str] = set()
    waiting = [START, *ways.from_anywhere]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        source = ways.sources[name]
        waiting += [text_of(each.target) for each in source.edges]
        for join in source.joins:
            if join is not without and text_of(join.target) in ways.nodes:
                waiting.append(text_of(join.target))
        for each in (*source.decisions, *((source.handler,) if source.handler else ())):
            given = each.outcomes if each is not decision else (only,) if only else ()
            waiting += [target for outcome in given for target in outcome.reached]
    return seen


def _runs_once(ways: Ways, name: str) -> bool:
    """Whether a node runs in at most one step of a run: it isn't in a loop or the target of a
    `Send`, and all paths from START to it have the same length."""
    lengths = {START: 0}
    if any(way.target == name and way.by == "send" for each in ways.ways.values() for way in each):
        return False
    entered = _entered(ways)
    order = _order(entered, name)
    if order is None:
        return False
    for each in order:
        before = {lengths[source] for source in entered.get(each, ())}
        if each != START:
            if len(before) != 1:
                return False
            lengths[each] = before.pop() + 1
    return True


def _entered(ways: Ways) -> dict[str, list[str]]:
    """By whom each node may be woken."""
    entered: dict[str, list[str]] = {}
    for source in (START, *ways.nodes):
        if source == START or source in ways.reached:
            for way in ways.ways[source]:
                entered.setdefault(way.target, []).append(source)
    return entered


def _order(entered: Mapping[str, Sequence[str]], name: str) -> Sequence[str] | None:
    """What leads to a node, each behind all that leads to it; none where a loop does."""
    order: list[str] = []
    state: dict[str, int] = {}
    waiting = [name]
    while waiting:
        each = waiting[-1]
        if state.get(each) == 2:
            waiting.pop()
        elif state.get(each) == 1:
            state[each] = 2
            order.append(each)
            waiting.pop()
        else:
            state[each] = 1
            for source in entered.get(each, ()):
                if state.get(source) == 1:
                    return None
                if source not in state:
                    waiting.append(source)
    return order
