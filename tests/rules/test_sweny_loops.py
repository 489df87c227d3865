"""Cycles, their bounds, and what is left when they are used up (reference sweny §7.3, §8.2)."""

from __future__ import annotations

import pytest

from contracts import verdict, witness
from sweny import findings, names, of, places, workflow

REVIEW = ["draft -> review", "review -> publish"]


class TestUnbounded:
    def test_self_loops(self) -> None:
        value = workflow("a -> a when x", "a -> a when y", "a -> b")
        found = of("unbounded-self-loop", value, dry_run=True)
        assert places(found) == ["edges.0.to", "edges.1.to"]
        assert {verdict(each) for each in found} == {"proved replay"}

    def test_the_closing_edge_of_a_shortest_cycle_is_marked(self) -> None:
        value = workflow("s -> a", "a -> b", "b -> c", "c -> a when x", "c -> b when y", "c -> d")
        [found] = of("unbounded-cycle", value, dry_run=True)
        assert places([found]) == ["edges.4.to"]
        assert witness(found)["cycle"] == ["b", "c", "b"]
        assert verdict(found) == "proved replay"

    def test_one_finding_for_cycles_that_share_nodes_and_one_for_each_that_does_not(self) -> None:
        value = workflow("a -> b", "b -> a when x", "b -> c", "c -> d", "d -> c when y", "d -> e")
        assert places(of("unbounded-cycle", value)) == ["edges.1.to", "edges.4.to"]

    def test_a_cycle_out_of_reach_is_one_all_the_same(self) -> None:
        value = workflow("a", "x -> y", "y -> x")
        [found] = of("unbounded-cycle", value, dry_run=True)
        assert verdict(found) == "proved refusal"
        assert names(value) == ["unbounded-cycle", "unreachable-phase", "unreachable-phase"]

    def test_a_run_that_throws_before_leaves_the_refusal(self) -> None:
        value = workflow("a -> a when x", "a -> b", nodes={"a": {"skills": ["unheard_of"]}})
        [found] = of("unbounded-self-loop", value, dry_run=True)
        assert verdict(found) == "proved refusal"

    @pytest.mark.parametrize(
        "edges",
        [
            [*REVIEW, "review -> draft max 1 when x"],
            ["draft -> review max 1", "review -> draft when x", "review -> publish"],
            ["a -> a max 1000000000 when x", "a -> b"],
            ["a -> b", "a -> c when x", "b -> d", "c -> d"],
        ],
    )
    def test_one_bound_on_a_cycle_is_enough(self, edges: list[str]) -> None:
        found = names(workflow(*edges))
        assert not {"unbounded-cycle", "unbounded-self-loop"}.intersection(found)

    def test_of_parallel_edges_each_needs_a_bound(self) -> None:
        value = workflow(*REVIEW, "review -> draft max 1 when x", "review -> draft when y")
        assert places(of("unbounded-cycle", value)) == ["edges.3.to"]


class TestDeadEnd:
    NAME = "exhausted-loop-dead-end"

    def test_the_bound_on_the_only_way_back(self) -> None:
        value = workflow(
            "draft -> judge",
            "judge -> refine when the draft is weak",
            "judge -> publish",
            "refine -> judge max 2",
        )
        [found] = of(self.NAME, value, dry_run=True)
        assert places([found]) == ["edges.3.max_iterations"]
        assert found.help.startswith("move the bound to `judge` -> `refine`")
        assert witness(found)["path"] == ["draft", *["judge", "refine"] * 3]
        assert verdict(found) == "proved replay"

    def test_a_bound_that_no_run_can_use_up(self) -> None:
        value = workflow("a -> b", "b -> c when x", "b -> d", "c -> a max 100")
        assert not of(self.NAME, value)
        assert of(self.NAME, workflow("a -> b", "b -> c when x", "b -> d", "c -> a max 60"))

    def test_the_step_budget_in_force_counts(self) -> None:
        value = workflow("a -> b", "b -> c when x", "b -> d", "c -> a max 3")
        assert of(self.NAME, value, max_steps=12)
        assert not of(self.NAME, value, max_steps=11)

    @pytest.mark.parametrize(
        "edges",
        [
            [*REVIEW, "review -> draft max 3 when x"],
            ["a -> b max 1", "b -> c max 1"],
            ["a -> b", "b -> c when x", "b -> d", "c -> a max 3", "c -> d when tired"],
            ["a -> b", "b -> a"],
        ],
    )
    def test_another_way_remains_or_none_was_used_up(self, edges: list[str]) -> None:
        assert not of(self.NAME, workflow(*edges))

    def test_parallel_edges_share_a_counter(self) -> None:
        edges = ["a -> b when x", "a -> z", "b -> a max 1 when y", "b -> a max 3 when n"]
        [found] = of(self.NAME, workflow(*edges), dry_run=True)
        assert witness(found)["path"] == ["a", *["b", "a"] * 3, "b"]
        assert verdict(found) == "proved replay"


class TestForcedBranch:
    NAME = "exhausted-loop-forces-branch"

    def test_what_is_left_says_something_else(self) -> None:
        value = workflow("fix -> fix max 2 when it fails", "fix -> open_pr when it passes")
        [found] = of(self.NAME, value, dry_run=True)
        assert found.message == (
            "once `fix` -> `fix` (`max_iterations: 2`) is used up, `fix` must take the branch "
            "`it passes` even if it's false"
        )
        assert verdict(found) == "proved replay"

    @pytest.mark.parametrize(
        "condition",
        [
            "otherwise",
            "it passes or the retries are exhausted",
            "anything else",
            "give up after three attempts",
            "no more retries",
            "in all other cases",
        ],
    )
    def test_what_is_left_says_that_it_is_for_this(self, condition: str) -> None:
        value = workflow("fix -> fix max 2 when it fails", f"fix -> open_pr when {condition}")
        assert not of(self.NAME, value)

    @pytest.mark.parametrize(
        "condition",
        ["it passes", "the retry has passed", "the limits are kept", "all else-branches pass"],
    )
    def test_other_words_do_not(self, condition: str) -> None:
        value = workflow("fix -> fix max 2 when it fails", f"fix -> open_pr when {condition}")
        assert bool(of(self.NAME, value)) is ("else" not in condition)

    @pytest.mark.parametrize(
        "edges",
        [
            ["fix -> fix max 2 when it fails", "fix -> open_pr"],
            ["fix -> fix max 2 when it fails"],
            ["fix -> retest max 2 when it fails", "fix -> open_pr when it passes"],
            ["fix -> fix max 500 when it fails", "fix -> open_pr when it passes"],
        ],
    )
    def test_a_default_or_no_way_to_use_the_bound_up(self, edges: list[str]) -> None:
        assert not of(self.NAME, workflow(*edges))


class TestStepBudget:
    NAME = "step-budget-overflow"

    @pytest.mark.parametrize(
        ("edges", "reported"),
        [
            ([*REVIEW, "review -> draft max 98 when x"], False),
            ([*REVIEW, "review -> draft max 99 when x"], True),
            ([*REVIEW, "review -> draft max 1000000000 when x"], True),
            (["a -> a max 198 when x", "a -> b"], False),
            (["a -> a max 199 when x", "a -> b"], True),
            ([f"n{i} -> n{i + 1}" for i in range(199)], False),
            ([f"n{i} -> n{i + 1}" for i in range(200)], True),
        ],
    )
    def test_the_longest_run_is_counted(self, edges: list[str], reported: bool) -> None:
        found = of(self.NAME, workflow(*edges), dry_run=True)
        assert [verdict(each) for each in found] == ["proved replay"] * reported

    def test_the_edge_followed_most_is_marked(self) -> None:
        value = workflow(*REVIEW, "review -> draft max 90 when x", "review -> review max 50 when y")
        [found] = of(self.NAME, value)
        assert places([found]) == ["edges.2.max_iterations"]
        assert [each.place.pointer for each in found.related] == [("edges", 3, "max_iterations")]

    def test_a_long_run_is_told_in_short(self) -> None:
        [found] = of(self.NAME, workflow(*REVIEW, "review -> draft max 120 when x"))
        assert found.witness is not None
        assert [step.text for step in found.witness.steps] == [
            "start in `draft`",
            "`draft` -> `review`, 100 times",
            "`review` -> `draft` (x), 100 times",
        ]


class TestSize:
    @pytest.mark.parametrize(
        ("most", "target", "level"),
        [
            (100, "current", None),
            (101, "current", "warning"),
            (100, "next", None),
            (101, "next", "error"),
        ],
    )
    def test_later_releases_allow_a_hundred(
        self, most: int, target: str, level: str | None
    ) -> None:
        value = workflow(f"a -> a max {most} when x", "a -> b")
        found = of("max-iterations-too-large", value, target=target)
        assert [each.level for each in found] == ([level] if level else [])

    @pytest.mark.parametrize(
        ("edges", "expected"),
        [
            (["a -> b max 2"], ["edges.0.max_iterations"]),
            (["a -> b max 1", "b -> a when x", "b -> c max 1"], ["edges.2.max_iterations"]),
            (["a -> a max 2 when x", "a -> b"], []),
            (["a", "x -> y max 2"], []),
        ],
    )
    def test_a_bound_off_any_cycle(self, edges: list[str], expected: list[str]) -> None:
        found = of("max-iterations-no-cycle", workflow(*edges), dry_run=True)
        assert places(found) == expected
        assert {verdict(each) for each in found} <= {"proved explore"}


def test_counters_are_not_asked_about_while_a_cycle_has_no_bound() -> None:
    value = workflow("a -> b", "b -> a when x", "b -> c when y", "c -> c max 500 when z")
    found = {each.name for each in findings(value)}
    assert found.isdisjoint({"step-budget-overflow", "exhausted-loop-forces-branch"})
