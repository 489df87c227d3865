from __future__ import annotations

from itertools import pairwise

import pytest

from phaselint.machine.counted import BoundedGraph, Way, visits
from phaselint.machine.longest import longest
from phaselint.machine.spending import Ground, Spending, dead_ends, forced

HUGE = 10**9


def graph(*texts: str) -> BoundedGraph:
    """Build a graph of phases 0 to 9 from words like `0>1` and, with a maximum, `1>0:3`."""
    ways = []
    for text in texts:
        ends, _, most = text.partition(":")
        source, _, target = ends.partition(">")
        ways.append(Way(int(source), int(target), int(most) if most else None))
    return BoundedGraph(10, 0, tuple(ways))


def ends(counted: BoundedGraph, steps: int = 200) -> Spending:
    return dead_ends(Ground(counted, steps))


def branches(counted: BoundedGraph, *plain: int) -> Spending:
    """Ask for forced branches; the ways of the numbers given have no condition."""
    return forced(Ground(counted), [number not in plain for number in range(len(counted.ways))])


class TestVisits:
    def test_a_limited_way_back_adds_its_maximum(self) -> None:
        assert visits(graph("0>1", "1>0:3", "1>2"))[:3] == [4, 4, 4]

    def test_a_limit_above_the_visits_of_its_source_does_not_count(self) -> None:
        assert visits(graph("0>1:5", "1>2:7"))[:3] == [1, 1, 1]

    def test_parallel_ways_share_one_limit_the_largest(self) -> None:
        assert visits(graph("0>1", "1>0:2", "1>0:3"))[:2] == [4, 4]
        assert visits(graph("0>1", "1>0:2", "1>0"), cap=50)[:2] == [50, 50]

    def test_what_no_way_leads_to_is_not_visited(self) -> None:
        assert visits(graph("0>1", "2>1", "2>2", "0>3:0"))[:4] == [1, 1, 0, 0]

    def test_counting_ends_at_the_cap(self) -> None:
        assert visits(graph("0>0:500"))[0] == 200
        assert visits(graph("0>0:500"), cap=30)[0] == 30


class TestDeadEnds:
    def test_the_only_way_out_of_a_loop_is_limited(self) -> None:
        found = ends(graph("0>1", "1>0:2")).found
        assert [(row.phase, row.run, row.spent) for row in found] == [(1, (0, 1, 0, 1, 0), (1,))]

    def test_a_way_without_a_limit_never_leaves_a_dead_end(self) -> None:
        assert ends(graph("0>1", "1>0:2", "1>2")).found == ()

    def test_a_phase_without_ways_out_is_an_end_and_no_dead_one(self) -> None:
        assert ends(graph("0>1")).found == ()

    def test_all_ways_out_have_to_be_spent(self) -> None:
        [row] = ends(graph("0>1", "1>0:2", "1>1:1")).found
        assert sorted(row.run) == [0, 0, 0, 1, 1, 2]
        assert row.spent == (1, 2)

    def test_a_limit_elsewhere_can_keep_the_laps_from_being_made(self) -> None:
        assert [row.phase for row in ends(graph("0>1:3", "1>2", "2>0:3")).found] == [0]
        assert [row.phase for row in ends(graph("0>1:3", "1>2", "2>0:2")).found] == [2]

    def test_a_lap_takes_another_way_when_the_short_one_is_spent(self) -> None:
        counted = graph("0>1:3", "1>0:1", "1>2", "2>3", "3>0")
        [row] = [row for row in ends(counted).found if row.phase == 0]
        assert len(row.run) == 2 + 4 + 4
        assert row.run.count(1) == 1

    def test_the_way_there_can_need_what_the_laps_use_up(self) -> None:
        counted = graph("0>1", "1>2:2", "1>3", "3>2", "2>1:2", "2>4:1", "4>1")
        [row] = [row for row in ends(counted).found if row.phase == 2]
        assert row.spent == (4, 5)

    def test_parallel_ways_are_spent_by_the_largest_maximum(self) -> None:
        [row] = ends(graph("0>0:1", "0>0:3")).found
        assert row.run == (0, 1, 1)

    def test_a_maximum_of_none_is_spent_at_once(self) -> None:
        [row] = ends(graph("0>1", "1>0:0")).found
        assert row.run == (0,)

    def test_a_run_longer_than_the_budget_is_no_run(self) -> None:
        counted = graph("0>1", "1>0:2")
        assert [row.phase for row in ends(counted, 6).found] == [1]
        assert ends(counted, 5).found == ()

    def test_huge_limits_cost_nothing(self) -> None:
        assert ends(graph("0>1", f"1>0:{HUGE}")) == Spending((), ())

    def test_what_the_bound_leaves_open_is_said(self) -> None:
        counted = graph("0>1", "1>2", "2>1:2")
        assert dead_ends(Ground(counted), bound=0) == Spending((), (2,))


class TestForcedBranches:
    def test_a_spent_way_leaves_only_the_other(self) -> None:
        [row] = branches(graph("0>1", "1>0:2", "1>2")).found
        assert (row.phase, row.run, row.spent) == (1, (0, 1, 0, 1, 0), (1,))

    def test_a_way_without_a_condition_is_a_default(self) -> None:
        assert branches(graph("0>1", "1>0:2", "1>2"), 2).found == ()

    def test_a_single_way_that_is_spent_forces_nothing(self) -> None:
        assert branches(graph("0>1", "1>0:2")).found == ()

    def test_the_quickest_to_spend_is_shown(self) -> None:
        [row] = branches(graph("0>0:4", "0>1", "0>2:1", "2>0")).found
        assert (row.run, row.spent) == ((2, 3), (2,))

    def test_of_parallel_ways_the_smaller_is_spent_first(self) -> None:
        [row] = branches(graph("0>0:1", "0>0:3")).found
        assert (row.run, row.spent) == ((0,), (0,))

    def test_a_limit_that_no_run_uses_up_forces_nothing(self) -> None:
        assert branches(graph("0>1:2", "0>2", "1>3")).found == ()
        assert branches(graph(f"0>0:{HUGE}", "0>1")).found == ()


class TestLongest:
    def test_a_loop_beyond_the_budget_has_a_run_of_one_visit_more(self) -> None:
        found = longest(graph("0>1", "1>0:120"))
        assert found.run == (0, 1) * 100

    def test_a_loop_within_the_budget_has_none(self) -> None:
        assert longest(graph("0>1", "1>0:99")) == (None, True)
        assert longest(graph("0>1", "1>0:100")).run is not None

    def test_chained_loops_add_up(self) -> None:
        loops = [(f"{k}>{k}:20", f"{k}>{k + 1}") for k in range(9)]
        counted = graph(*(text for pair in loops for text in pair), "9>9:20")
        assert len(longest(counted, 209).run or ()) == 209
        assert longest(counted, 210) == (None, True)

    def test_branches_do_not_add_up(self) -> None:
        assert longest(graph("0>1", "1>1:99", "0>2", "2>2:99"), 101) == (None, True)

    def test_paths_through_a_loop_do_not_add_up(self) -> None:
        diamonds = ("0>1", "0>2", "1>3", "2>3", "3>4", "3>5", "4>6", "5>6", "6>0:5")
        assert longest(graph(*diamonds), 30) == (None, True)
        assert longest(graph(*diamonds), 29).run is not None

    def test_the_narrow_way_back_counts_and_not_the_many_out(self) -> None:
        out = [text for k in range(1, 9) for text in (f"0>{k}:12", f"{k}>9")]
        assert longest(graph(*out, "9>0:15")) == (None, True)
        assert longest(graph(*out, "9>0:66"), 201) == (None, True)
        assert longest(graph(*out, "9>0:66")).run is not None

    def test_the_way_round_is_preferred_to_the_shortcut(self) -> None:
        assert longest(graph("0>3", "0>1", "1>2", "2>3", "3>0:60")).run is not None

    def test_cycles_without_a_limit_go_on_for_ever(self) -> None:
        assert longest(graph("0>1", "1>2:1", "2>3", "3>2")).run is not None

    def test_where_the_search_failed_it_is_not_taken_up_again(self) -> None:
        """A thousand ways lead to a part in which the bound from above hopes for too much: of
        three loops a run takes two."""
        layers = [(0,), *((k, k + 1) for k in range(1, 21, 2)), (21,)]
        ways = [Way(a, b) for here, there in pairwise(layers) for a in here for b in there]
        for branch in (22, 23, 24):
            ways += [Way(21, branch), Way(branch, branch, 2), Way(branch, 25)]
        counted = BoundedGraph(26, 0, (*ways, Way(25, 21, 1)))
        assert longest(counted, 21, bound=1_000) == (None, True)
        assert longest(counted, 20, bound=1_000).run is not None

    def test_a_small_bound_leaves_it_open(self) -> None:
        assert longest(graph("0>1", "1>0:120"), bound=50) == (None, False)

    @pytest.mark.parametrize("most", [30, HUGE])
    def test_a_large_limit_makes_no_difference(self, most: int) -> None:
        counted = graph("0>1", f"1>2:{most}", "2>3", f"3>0:{most}")
        assert (longest(counted).run is None) == (most == 30)
