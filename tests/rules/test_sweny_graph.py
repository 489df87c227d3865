"""Names and ways of a workflow (reference sweny §8.2): what is reported, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from contracts import only, verdict, witness
from sweny import findings, names, node, of, places, workflow

GRAPH_RULES = {
    "unreachable-phase",
    "no-terminal-phase",
    "unbounded-cycle",
    "fan-out-not-parallel",
    "exhausted-loop-dead-end",
    "exhausted-loop-forces-branch",
    "step-budget-overflow",
}


class TestNames:
    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"entry": "bb"}, ["unknown-entry"]),
            ({"entry": ""}, ["schema-violation"]),
            ({"nodes": {}}, ["unknown-edge-source", "unknown-entry", "unknown-target"]),
            ({"edges": [{"from": "a", "to": "bb"}]}, ["unknown-target"]),
            ({"edges": [{"from": "aa", "to": "b"}]}, ["unknown-edge-source"]),
            ({"nodes": ["a", "b"]}, ["schema-violation"]),
        ],
    )
    def test_unknown_names(self, change: dict[str, Any], expected: list[str]) -> None:
        assert names({**workflow("a -> b"), **change}) == expected

    def test_a_near_name_is_offered(self) -> None:
        value = {**workflow("gather -> report"), "entry": "gahter"}
        found = only(findings(value), "unknown-entry")
        assert found.help == "use `gather`"
        assert found.fix is not None
        assert [edit.text for edit in found.fix.edits] == ["gather"]

    @pytest.mark.parametrize("edges", [["a -> b", "b -> cc"], ["a -> b", "b -> a", "c"]])
    def test_an_unknown_name_keeps_the_graph_from_being_judged(self, edges: list[str]) -> None:
        value = workflow(*edges)
        value["edges"].append({"from": "b", "to": "nowhere"})
        assert not GRAPH_RULES.intersection(names(value))

    @pytest.mark.parametrize("name", ["input", "__proto__", "(end)"])
    def test_reserved_ids(self, name: str) -> None:
        value = workflow(f"a -> {name}", f"{name} -> b")
        assert places(of("reserved-node-id", value)) == [f"nodes.{name}"]
        assert not of("node-id-not-identifier", value)

    @pytest.mark.parametrize("name", ["inputs", "end", "Input", "proto"])
    def test_near_misses_of_reserved_ids(self, name: str) -> None:
        assert not of("reserved-node-id", workflow(f"a -> {name}"))

    def test_a_last_node_named_input_replaces_nothing_that_is_read(self) -> None:
        [found] = of("reserved-node-id", workflow("a -> input"), dry_run=True)
        assert verdict(found) == "unproved replay (no node comes after it)"

    @pytest.mark.parametrize(
        ("name", "reported"),
        [("open-pr", True), ("2nd", True), ("a.b", True), ("_a", False), ("Open_PR2", False)],
    )
    def test_ids_that_no_path_can_name(self, name: str, reported: bool) -> None:
        assert bool(of("node-id-not-identifier", workflow(name))) is reported


class TestReachability:
    def test_an_island_is_named(self) -> None:
        found = of("unreachable-phase", workflow("a -> b", "x -> y", "y -> z max 1", "u"))
        assert [each.message.partition("; ")[2] for each in found] == [
            "so are the connected nodes `y`, `z`",
            "so are the connected nodes `x`, `z`",
            "so are the connected nodes `x`, `y`",
            "",
        ]

    def test_a_large_island_is_counted(self) -> None:
        chain = [f"n{index} -> n{index + 1}" for index in range(9)]
        found = of("unreachable-phase", workflow("a", *chain))
        assert "`n1`, `n2`, `n3`, `n4`, `n5` and 4 more" in found[0].message

    def test_conditions_and_bounds_do_not_count(self) -> None:
        value = workflow("a -> b when never", "b -> c max 1", "a -> c")
        assert not of("unreachable-phase", value)

    def test_edges_from_nodes_out_of_reach_are_shown(self) -> None:
        found = of("unreachable-phase", workflow("a", "x -> y"))
        assert [each.message for each in found[1].related] == [
            "`x` has an edge to it, but is also unreachable"
        ]


class TestForks:
    @pytest.mark.parametrize(
        "edges",
        [
            ["a -> b", "a -> c when x"],
            ["a -> b when y", "a -> c when x"],
            ["a -> b", "b -> c"],
        ],
    )
    def test_one_default_is_no_fork(self, edges: list[str]) -> None:
        assert not {"ambiguous-edges", "fan-out-not-parallel"}.intersection(names(workflow(*edges)))

    @pytest.mark.parametrize(
        ("edges", "meet"),
        [
            (["a -> b", "a -> c", "b -> d", "c -> d"], "d"),
            (["a -> b", "a -> c", "b -> c"], "c"),
            (["a -> b", "a -> c", "b -> x", "x -> e", "c -> y", "y -> z", "z -> e"], "e"),
            (["a -> b", "a -> c", "a -> d", "c -> e", "d -> e"], "e"),
        ],
    )
    def test_branches_that_meet(self, edges: list[str], meet: str) -> None:
        [found] = of("fan-out-not-parallel", workflow(*edges), dry_run=True)
        assert witness(found)["meet"] == meet
        one, other = witness(found)["branches"]
        read = f"read, not run: that `{one}` and `{other}` meet at `{meet}`"
        assert verdict(found) == f"proved static+replay ({read})"
        assert not of("ambiguous-edges", workflow(*edges))

    @pytest.mark.parametrize(
        "edges",
        [
            ["a -> b", "a -> c"],
            ["a -> b", "a -> b"],
            ["a -> a max 2", "a -> b"],
            ["a -> b", "a -> c", "b -> a max 1", "c -> d"],
            ["s -> a", "a -> b", "a -> c", "a -> d when x"],
        ],
    )
    def test_branches_that_do_not(self, edges: list[str]) -> None:
        [found] = of("ambiguous-edges", workflow(*edges), dry_run=True)
        assert verdict(found) == "proved replay"
        assert not of("fan-out-not-parallel", workflow(*edges))

    def test_a_blank_condition_counts_as_none_only_when_it_is_empty(self) -> None:
        assert of("ambiguous-edges", workflow("a -> b", "a -> c when "))
        assert not of("ambiguous-edges", workflow("a -> b", "a -> c when  "))

    def test_a_fork_is_reported_while_names_are_unknown(self) -> None:
        value = workflow("a -> b", "a -> c")
        value["edges"].append({"from": "c", "to": "nowhere"})
        [found] = of("ambiguous-edges", value, dry_run=True)
        assert verdict(found) == "proved refusal"

    def test_the_bound_on_the_search_is_named(self) -> None:
        value = workflow("a -> b", "a -> c", "b -> d", "c -> d")
        found = findings(value, bound=1)
        assert only(found, "ambiguous-edges")
        assert only(found, "analysis-incomplete").message == (
            "not decided within 1 states: whether all branches without a condition meet again"
        )


class TestEnds:
    def test_no_node_is_an_end(self) -> None:
        [found] = of("no-terminal-phase", workflow("a -> b", "b -> a max 3"), dry_run=True)
        assert verdict(found) == "proved explore"

    @pytest.mark.parametrize(
        "edges",
        [
            ["a"],
            ["a -> b", "b -> a max 3 when x", "b -> c"],
            ["a -> b", "b -> a"],
            ["a -> a"],
        ],
    )
    def test_there_is_one_or_something_worse(self, edges: list[str]) -> None:
        assert not of("no-terminal-phase", workflow(*edges))

    def test_an_end_out_of_reach_is_none(self) -> None:
        assert of("no-terminal-phase", workflow("a -> a max 3", "b"))

    def test_where_no_node_is_an_end_no_node_is_a_dead_end(self) -> None:
        assert not of("exhausted-loop-dead-end", workflow("a -> b", "b -> a max 3"))


class TestDryRun:
    NAME = "dry-run-side-effects"

    def test_the_nodes_before_the_first_condition_count(self) -> None:
        skills = {"skills": ["slack"]}
        value = workflow(
            "a -> b",
            "b -> c when x",
            "b -> d",
            nodes={"a": skills, "b": skills, "c": skills, "d": skills},
        )
        found = of(self.NAME, value, dry_run=True)
        assert places(found) == ["nodes.a.skills", "nodes.b.skills"]
        read = "read, not run: that the names of the tools imply that they change something"
        assert {verdict(each) for each in found} == {f"proved static+replay ({read})"}

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"skills": ["github"], "tools": {"allow": ["github_get_issue"]}},
            {"skills": ["datadog"]},
            {"skills": ["unheard_of"]},
            {"skills": ["slack"], "tools": {"deny": ["slack_send_message"]}, "skill": []},
        ],
    )
    def test_nodes_that_cannot_write(self, fields: dict[str, Any]) -> None:
        assert not of(self.NAME, workflow("a", nodes={"a": fields}))

    def test_a_loop_without_conditions_comes_to_an_end(self) -> None:
        value = workflow("a -> b", "b -> a max 2", nodes={"b": {"skills": ["slack"]}})
        assert len(of(self.NAME, value)) == 1


def test_a_node_that_is_not_well_formed_still_counts_as_a_node() -> None:
    value = workflow("a -> b")
    value["nodes"]["b"] = node(nonsense=1)
    assert names(value) == ["schema-violation"]
