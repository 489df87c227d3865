"""Any workflow with any script: no run raises, every run ends, and its story is consistent."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dialects.sweny.runs import RUNTIME, Scripted, begin
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = ("a", "b", "input", "10")
WORDS = ("x", "y", "evals", "toString", "length")
PATHS = ("x", "any:x[*]", "x.y", "input.x", "a.x", "a.evals.v.pass", "b-c", "toString.x", "")
SCALARS = st.sampled_from((None, True, 0, 1.5, "", "x", "yes"))
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=2)
    ),
    max_leaves=5,
)
MATCHES = st.sampled_from(PATHS[:-1]).flatmap(
    lambda path: st.one_of(
        st.builds(lambda value: {"path": path, "equals": value}, VALUES),
        st.builds(lambda values: {"path": path, "in": values}, st.lists(VALUES, max_size=2)),
        st.builds(
            lambda source: {"path": path, "matches": source}, st.sampled_from(("x", "^$", "("))
        ),
    )
)
CHECKS = st.fixed_dictionaries(
    {"output_required": st.lists(st.sampled_from(PATHS[:-1]), min_size=1, max_size=2)},
    optional={"output_matches": st.lists(MATCHES, min_size=1, max_size=2)},
)
EVALUATORS = st.one_of(
    st.builds(lambda rule: {"name": "v", "kind": "value", "rule": rule}, CHECKS),
    st.just({"name": "f", "kind": "function", "rule": {"any_tool_called": ["t"]}}),
    st.just({"name": "j", "kind": "judge", "rubric": "r"}),
)
NODES = st.fixed_dictionaries(
    {"name": st.just("N"), "instruction": st.just("Do it.")},
    optional={
        "eval": st.lists(EVALUATORS, min_size=1, max_size=2),
        "retry": st.builds(
            lambda most, told: {"max": most, **told},
            st.integers(1, 3),
            st.sampled_from(({}, {"instruction": "hint"}, {"instruction": {"auto": True}})),
        ),
        "requires": st.builds(
            lambda checks, on_fail: {**checks, "on_fail": on_fail},
            CHECKS,
            st.sampled_from(("fail", "skip")),
        ),
        "output": st.sampled_from(
            ({"properties": {"x": {}, "y": {}}}, {"required": ["x"]}, {"type": "object"})
        ),
        "fail_soft": st.booleans(),
        "skills": st.sampled_from(([], ["s"], ["unknown"])),
    },
)
EDGES = st.fixed_dictionaries(
    {"from": st.sampled_from(NAMES), "to": st.sampled_from(NAMES)},
    optional={"when": st.sampled_from(("p", "q", "")), "max_iterations": st.integers(1, 3)},
)
WORKFLOWS = st.builds(
    lambda nodes, edges: {
        "id": "w", "name": "W", "entry": "a", "nodes": nodes, "edges": edges,
        "skills": {"s": {"instruction": "I"}},
    },
    st.fixed_dictionaries(dict.fromkeys(NAMES, NODES)),
    st.lists(EDGES, max_size=7),
)  # fmt: skip
RUNS = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {},
            optional={
                "status": st.sampled_from(("success", "failed", "skipped")),
                "data": st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=3),
                "toolCalls": st.sampled_from(([{"tool": "t"}], [{"tool": "t", "status": "error"}])),
            },
        ),
        st.just({"throw": "down"}),
    ),
    max_size=4,
)
ROUTES = st.lists(st.sampled_from((*NAMES, "nowhere")), max_size=4)
ASKS = st.lists(st.sampled_from(("VERDICT: yes", "VERDICT: no", "hm", "")), max_size=3)
GIVEN = st.sampled_from(({}, {"x": 1}, {"dryRun": True}, {"rules": "R"}))
SEMANTICS = st.sampled_from(("reference", "documented"))
MOST = 12


def bounds(workflow: Mapping[str, Any]) -> dict[tuple[str, str], int]:
    """The largest bound by pair of nodes between which every edge has one."""
    found: dict[tuple[str, str], int] = {}
    edges = [(edge["from"], edge["to"], edge.get("max_iterations")) for edge in workflow["edges"]]
    for source, target, most in edges:
        if all(most is not None for s, t, most in edges if (s, t) == (source, target)):
            found[source, target] = max(most or 0, found.get((source, target), 0))
    return found


@given(WORKFLOWS, GIVEN, RUNS, ROUTES, ASKS, SEMANTICS)
@settings(max_examples=150)
def test_runs_end_and_their_story_is_consistent(
    workflow: Any, given: Any, run: Any, route: Any, ask: Any, semantics: str
) -> None:
    done = Scripted(
        workflow, given=given, run=run, route=route, ask=ask, max_steps=MOST, semantics=semantics
    )
    summary = done.summary
    assert done.run.outcome.kind in ("completed", "failed", "error", "limit")
    assert len(summary["phases_visited"]) <= MOST
    walked = [(edge["from"], edge["to"]) for edge in summary["edges"]]
    visited = summary["phases_visited"]
    assert walked[: len(visited) - 1] == list(pairwise(visited))
    for pair, most in bounds(workflow).items():
        assert walked.count(pair) <= most
    assert set(summary["results"]) <= set(visited)
    assert summary["calls"]["run"] == len(done.events("model:run"))
    assert summary["calls"]["ask"] == len(done.events("model:ask"))
    assert (summary["error"] is None) == (done.run.outcome.kind in ("completed", "failed"))


@given(WORKFLOWS, RUNS, ROUTES)
@settings(max_examples=60)
def test_what_a_run_visits_the_relaxed_exploration_visits_too(
    workflow: Any, run: Any, route: Any
) -> None:
    for node in workflow["nodes"].values():
        node["skills"] = []  # a run that throws visits less
    start = begin(workflow, max_steps=MOST)
    atlas = explore(RUNTIME, RUNTIME.relax(start), 5_000)
    assert atlas.complete
    events = [*start.opening, *(event for edge in atlas.edges for event in edge.events)]
    entered = {event.phase for event in events if event.kind == "node:enter"}
    done = Scripted(workflow, run=run, route=route, max_steps=MOST)
    assert set(done.summary["phases_visited"]) <= entered
