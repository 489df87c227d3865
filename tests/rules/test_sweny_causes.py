"""One defect, one finding: what the schema pass refuses has no consequences elsewhere (§8)."""

from __future__ import annotations

from typing import Any

import pytest

from sweny import names, of, places, workflow


def loop(**edge: Any) -> dict[str, Any]:
    """A workflow that goes back from `check` to `make`, with these keys on the way back."""
    value = workflow("make -> check", "check -> done when approved by the team", "check -> make")
    value["nodes"]["check"]["output"] = {
        "type": "object",
        "properties": {"approved": {"type": "boolean"}},
        "required": ["approved"],
    }
    value["edges"][2].update(edge)
    return value


@pytest.mark.parametrize(
    "edge",
    [
        {"maxIterations": 3},
        {"max_iterations": 0},
        {"max_iterations": 1.5},
        {"max_iterations": 2, "label": "again"},
    ],
)
def test_an_edge_with_a_slip_is_no_edge_without_a_bound(edge: dict[str, Any]) -> None:
    assert "unbounded-cycle" in names(loop())
    assert names(loop(**edge)) == ["schema-violation"]


def test_an_edge_with_a_slip_is_no_edge_without_a_condition() -> None:
    value = workflow("a -> b", "a -> c", "b -> c")
    assert names(value) == ["fan-out-not-parallel"]
    value["edges"][0]["condition"] = "the queue is long"
    assert names(value) == ["schema-violation"]


@pytest.mark.parametrize(
    "skills",
    [["house_style"], {"house_style": "Be brief."}, {"house_style": {"name": "House style"}}],
)
def test_a_broken_inline_skill_is_not_an_unknown_one(skills: Any) -> None:
    value = workflow("a", nodes={"a": {"skills": ["house_style"]}})
    assert names(value) == ["unknown-skill"]
    assert names({**value, "skills": skills}) == ["schema-violation"]


@pytest.mark.parametrize(
    "source", [{"url": "not a url"}, {"file": "./none.md", "inline": "Be brief."}, ""]
)
def test_a_broken_source_is_not_looked_for(source: Any) -> None:
    assert names(workflow("a", rules=[source])) == ["schema-violation"]
    beside = workflow("a", rules=[source], context=["./none.md"])
    assert names(beside) == ["schema-violation", "source-file-missing"]


def test_a_budget_below_nothing_is_not_exceeded() -> None:
    judge = {"name": "sound", "kind": "judge", "rubric": "Is it sound?"}
    nodes = {"a": {"eval": [judge], "retry": {"max": 1}}}
    assert names(workflow("a", nodes=nodes, judge_budget=0)) == ["judge-budget-exceeded"]
    assert names(workflow("a", nodes=nodes, judge_budget=-1)) == ["schema-violation"]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"contexts": ["Be brief."]}, ["contexts"]),
        ({"rules": ["Be brief."], "rule": ["Be kind."]}, ["rule"]),
        ({"names": "a"}, []),
        ({"version": "1", "owner": "desk"}, []),
    ],
)
def test_root_keys_like_optional_fields(given: dict[str, Any], found: list[str]) -> None:
    assert places(of("top-level-key-typo", workflow("a", **given))) == found


def test_a_key_is_not_respelt_into_one_that_is_there() -> None:
    [single] = of("top-level-key-typo", workflow("a", rule=["Be kind."]))
    [beside] = of("top-level-key-typo", workflow("a", rules=["Be brief."], rule=["Be kind."]))
    assert single.fix is not None
    assert beside.fix is None
