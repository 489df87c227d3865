"""What is told of counters without a search is what the searches find."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from phaselint.dialects.sweny.analysis.exhaustion import Exhaustion
from phaselint.dialects.sweny.analysis.reachability import Ways
from phaselint.dialects.sweny.model import Edge
from phaselint.machine.counted import BoundedGraph, Way
from phaselint.machine.longest import longest
from phaselint.machine.spending import Ground, dead_ends, forced

NAMES = ("a", "b", "c", "d")
NUMBERS = st.integers(0, len(NAMES) - 1)
BOUNDS = st.one_of(st.none(), st.integers(0, 4))
DRAWN = st.lists(st.tuples(NUMBERS, NUMBERS, BOUNDS, st.booleans()), max_size=7)


@given(DRAWN, st.sampled_from((3, 8, 20, 200)), st.sampled_from((1, 50, 10_000)))
def test_answers_are_those_of_the_searches(
    drawn: list[tuple[int, int, int | None, bool]], most: int, bound: int
) -> None:
    edges = [
        Edge(number, NAMES[source], NAMES[target], "x" if asked else None, limit)
        for number, (source, target, limit, asked) in enumerate(drawn)
    ]
    endless = [edge for edge in edges if edge.most is None]
    assume(not any(edge.source == edge.target for edge in endless))
    assume(not Ways(NAMES, "a", edges).cycles(endless, 10_000))
    found = Exhaustion(NAMES, "a", edges, most=most, bound=bound)
    counted = BoundedGraph(len(NAMES), 0, tuple(Way(*each[:3]) for each in drawn))
    ends = dead_ends(Ground(counted, most), bound)
    choices = forced(Ground(counted, most), [asked for *_, asked in drawn], bound)
    run = longest(counted, most, bound)
    assert [each.node for each in found.dead_ends] == [NAMES[each.phase] for each in ends.found]
    assert [each.node for each in found.forced] == [NAMES[each.phase] for each in choices.found]
    assert found.overflow == (None if run.run is None else tuple(edges[n] for n in run.run))
    open_ = bool(ends.unknown) + bool(choices.unknown) + (run.run is None and not run.complete)
    assert len(found.incomplete) == open_
