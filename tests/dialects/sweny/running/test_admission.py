"""What the reference refuses a workflow for: codes, nodes and order (reference §4)."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.sweny.reading.catalogue import SKILLS
from phaselint.dialects.sweny.reading.load import load
from phaselint.dialects.sweny.running.admission import errors
from phaselint.project.memory import DictReader


def refused(text: str | bytes, file: str = "w.yml", known: Any = None) -> list[str]:
    """The errors of a file, each as its code and its node."""
    contract = load(DictReader({file: text}), Target("sweny", "", file))
    return [f"{each.code} {each.node_id}".strip() for each in errors(contract, known)]


def graph(row: str, entry: str = "a", **fields: Any) -> str:
    """A workflow from its nodes, as in `a b`, and its edges: `a>b`, `a>b!` without a condition,
    `a>b:3` with a bound."""
    words = row.split()
    edges = []
    for word in (word for word in words if ">" in word):
        source, _, rest = word.partition(">")
        target, bounded, most = rest.rstrip("!").partition(":")
        edge: dict[str, Any] = {"from": source, "to": target}
        if not word.endswith("!"):
            edge["when"] = "so"
        if bounded:
            edge["max_iterations"] = int(most)
        edges.append(edge)
    nodes = {word: {"name": "N", "instruction": "do"} for word in words if ">" not in word}
    value = {"id": "w", "name": "W", "entry": entry, "nodes": nodes, "edges": edges, **fields}
    return json.dumps(value)


class TestReading:
    def test_no_such_file(self) -> None:
        contract = load(DictReader({}), Target("sweny", "", "w.yml"))
        assert [each.code for each in errors(contract)] == ["IO"]

    @pytest.mark.parametrize(
        ("file", "text"),
        [
            ("w.yml", "a: {b: c[*]}"),
            ("w.yml", "a: 1\na: 2\n"),
            ("w.yml", "a: 1\n---\nb: 2\n"),
            ("w.json", "{a: 1}"),
            ("w.json", "\ufeff{}"),
        ],
    )
    def test_what_does_not_parse(self, file: str, text: str) -> None:
        assert refused(text, file) == ["PARSE"]

    def test_json_may_repeat_a_key(self) -> None:
        assert refused(graph("a").replace('{"id"', '{"id": "v", "id"'), "w.json") == []

    @pytest.mark.parametrize("text", ["", "[]", "text"])
    def test_what_is_no_mapping(self, text: str) -> None:
        assert refused(text) == ["SCHEMA"]

    def test_each_issue_of_the_schema_is_an_error_and_hides_the_structure(self) -> None:
        assert refused("{id: '', nodes: {}, edges: [{from: a}], entry: b}") == ["SCHEMA"] * 3

    @pytest.mark.parametrize(
        "text",
        [
            graph("a", verify=None),
            graph("a", nodes={"a": {"verify": 1}, "b": {"verify": 2}}),
            graph("a", nodes=[{"verify": 1}]),
        ],
    )
    def test_a_legacy_key_hides_all_else(self, text: str) -> None:
        assert refused(text) == ["SCHEMA"]


class TestStructure:
    @pytest.mark.parametrize(
        ("row", "found"),
        [
            ("a b a>b!", []),
            ("b", ["MISSING_ENTRY"]),
            ("a x>y", ["UNKNOWN_EDGE_SOURCE x", "UNKNOWN_EDGE_TARGET y"]),
            ("a a>a", ["SELF_LOOP a"]),
            ("a a>a:2", []),
            ("a x>x", ["UNKNOWN_EDGE_SOURCE x", "UNKNOWN_EDGE_TARGET x", "SELF_LOOP x"]),
            ("a b a>b! a>b!", ["AMBIGUOUS_EDGES a"]),
            ("a b a>b! a>b:2!", ["AMBIGUOUS_EDGES a"]),
            ("b a z>a! z>a! a>b! a>b!", ["UNKNOWN_EDGE_SOURCE z"] * 2 + ["AMBIGUOUS_EDGES a"]),
            ("a c b", ["UNREACHABLE_NODE c", "UNREACHABLE_NODE b"]),
            ("a 10 b 9", ["UNREACHABLE_NODE 9", "UNREACHABLE_NODE 10", "UNREACHABLE_NODE b"]),
            ("a b a>b b>a", ["UNBOUNDED_CYCLE a"]),
            ("a b a>b b>a:3", []),
        ],
    )
    def test_errors(self, row: str, found: list[str]) -> None:
        assert refused(graph(row)) == found

    def test_one_cycle_at_most_for_each_root_of_the_search(self) -> None:
        assert refused(graph("a b c a>b b>c c>b c>a")) == ["UNBOUNDED_CYCLE b"]

    def test_what_an_ended_search_left_open_counts_as_a_cycle_later(self) -> None:
        row = "a b c a>b b>a a>c:1 c>b"
        assert refused(graph(row)) == ["UNBOUNDED_CYCLE a", "UNBOUNDED_CYCLE b"]

    def test_a_node_named_as_the_prototype_is_lost(self) -> None:
        assert refused(graph("__proto__", "__proto__")) == ["MISSING_ENTRY"]

    def test_reserved_policies_come_after_the_graph(self) -> None:
        nodes = {
            "b": {"name": "B", "instruction": "do", "eval_policy": "weighted"},
            "a": {"name": "A", "instruction": "do", "eval_policy": "all_pass"},
        }
        assert refused(graph("", nodes=nodes)) == [
            "UNREACHABLE_NODE b",
            "UNSUPPORTED_EVAL_POLICY b",
        ]

    def test_skills_are_looked_up_when_the_known_ones_are_given(self) -> None:
        node = {"name": "A", "instruction": "do", "skills": ["github", "own", "gone", "gone"]}
        text = graph("", nodes={"a": node}, skills={"own": {"instruction": "x"}})
        assert refused(text) == []
        assert refused(text, known=SKILLS) == ["UNKNOWN_SKILL a", "UNKNOWN_SKILL a"]


def test_a_deep_graph_is_no_recursion() -> None:
    chain = [str(number) for number in range(3_000)]
    edges = [f"{source}>{target}" for source, target in pairwise(chain)]
    row = " ".join((*chain, *edges, "2999>0"))
    assert refused(graph(row, entry="0"), "w.json") == ["UNBOUNDED_CYCLE 0"]
