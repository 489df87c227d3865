"""A router that obeys the conditions (§5.12, §7.4): what binds it, and what it never gets to."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from dialects.sweny.running.truthful import Drawn, everything
from dialects.sweny.runs import NO_SKILLS, OPEN, RUNTIME, begin, load, workflow
from fresh import picker, until
from laws.bench import checks
from phaselint.dialects.limiting import Unheld
from phaselint.dialects.sweny.running import representatives
from phaselint.dialects.sweny.running.elements import Success
from phaselint.dialects.sweny.running.wording import Compared, Judged, wordings
from phaselint.executor.explore import explore
from phaselint.executor.proof import proof_context
from phaselint.executor.soundness import obeycheck, obeying
from phaselint.executor.soundness.obeycheck import check
from phaselint.executor.soundness.search import search

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from phaselint.dialects.records import Doubt
    from phaselint.executor.soundness.claim_messages import NetFinding

KIND = {"output": {"properties": {"kind": {"enum": ["bug", "task"]}}, "required": ["kind"]}}
OPTIONAL = {"output": {"properties": {"kind": {"enum": ["bug", "task"]}}}}
GATE = {
    "eval": [{"name": "v", "kind": "value", "rule": {"output_matches": []}}],
    "output": {"properties": {"ok": {"type": "boolean"}}},
}
BOUND = 20_000


def flow(edges: Sequence[tuple[str, ...]], /, **nodes: Any) -> Any:
    """A workflow with conditions in words."""
    value = workflow(**nodes)
    for source, target, *when in edges:
        text = {"when": when[0]} if when else {}
        value["edges"].append({"from": source, "to": target, **text})
    return value


def used(value: Any, *, obeys: bool) -> set[Hashable]:
    start = RUNTIME.relax(begin(value))
    state = RUNTIME.obeying(start) if obeys else start
    assert state is not None
    atlas = explore(RUNTIME, state, BOUND)
    assert atlas.complete
    found = set(RUNTIME.moves(RUNTIME.opening(state)))
    return found.union(*(RUNTIME.moves(edge.events) for edge in atlas.edges))


def lost(value: Any) -> set[Hashable]:
    """What only a router gets to that doesn't obey; nothing where none is bound."""
    if RUNTIME.obeying(begin(value)) is None:
        return set()
    return used(value, obeys=False) - used(value, obeys=True)


def told(value: Any) -> tuple[NetFinding, ...]:
    """The findings about what only a router gets to that doesn't obey."""
    ((dialect, _, checked),) = checks({".sweny/workflows/w.json": json.dumps(value)}, bound=BOUND)
    assert checked.facts is not None
    return search(proof_context(dialect, checked.facts, BOUND)).obedience.told


def said(when: str, **nodes: Any) -> Any:
    """What a condition says that stands at `a`, if anything."""
    workflow = load(flow([("a", "b", when)], **nodes)).workflow
    assert workflow is not None
    return wordings(workflow).get(0)


class TestReading:
    @pytest.mark.parametrize(
        ("when", "values", "negated"),
        [
            ("a.kind is bug", {"bug"}, False),
            ("kind is bug", {"bug"}, False),
            ("the kind is Bug.", {"bug"}, False),
            ("when a kind is 'bug'", {"bug"}, False),
            ('${{ a.kind }} == "bug"', {"bug"}, False),
            ("`a.kind` equals bug", {"bug"}, False),
            ("a.kind in [bug, task]", {"bug", "task"}, False),
            ("a.kind is one of bug and task", {"bug", "task"}, False),
            ("a.kind is bug or task", {"bug", "task"}, False),
            ("a.kind is not bug", {"bug"}, True),
            ("a.kind != bug", {"bug"}, True),
            ("a.kind isn't “bug”", {"bug"}, True),
        ],
    )
    def test_comparisons_with_declared_values_are_read(
        self, when: str, values: set[str], negated: bool
    ) -> None:
        (clause,) = said(when, a=KIND, b={}).clauses
        assert clause == Compared("a", ("kind",), frozenset(values), negated)

    @pytest.mark.parametrize(
        "when",
        [
            "a.kind is bugs",
            "a.kind is a bug",
            "a.kind is bug (there is no task)",
            "a.kind is not bug or task",
            "a.kind is bug, and it looks good",
            "a.kind is bug or a.kind is task and b is done",
            "unless a.kind is bug",
            "a.kinds is bug",
            "c.kind is bug",
            "it looks good",
            "a.kind",
            "a.kind is",
            "bug",
        ],
    )
    def test_all_else_binds_nothing(self, when: str) -> None:
        assert said(when, a=KIND, b={}) is None

    def test_a_name_that_two_nodes_declare_binds_nothing(self) -> None:
        assert said("kind is bug", a=KIND, b=KIND) is None
        assert said("a.kind is bug", a=KIND, b=KIND) is not None

    def test_a_property_with_other_values_than_the_listed_ones_binds_nothing(self) -> None:
        text = {"output": {"properties": {"kind": {"type": "string"}}}}
        null = {"output": {"properties": {"kind": {"enum": ["bug", None]}}}}
        alike = {"output": {"properties": {"kind": {"enum": ["bug", "Bug"]}}}}
        for node in (text, null, alike):
            assert said("a.kind is bug", a=node, b={}) is None

    def test_clauses_are_joined(self) -> None:
        for word, every in (("and", True), ("AND", True), ("&&", True), ("or", False)):
            found = said(f"a.ok is true {word} a.evals.v.pass is false", a=GATE, b={})
            assert found.every is every
            assert found.clauses == (
                Compared("a", ("ok",), frozenset({"true"})),
                Judged("a", "v", False),
            )


class TestRoutes:
    def test_a_false_condition_is_not_followed(self) -> None:
        value = flow(
            [("a", "b", "a.kind is bug"), ("b", "c", "a.kind is task"), ("b", "d")],
            a=KIND,
            b={},
            c={},
            d={},
        )
        assert lost(value) == {("b", "c"), "c", Success("c")}

    def test_a_default_is_not_followed_where_a_condition_is_true(self) -> None:
        value = flow(
            [("a", "b", "a.kind is bug"), ("b", "c", "kind is bug"), ("b", "d")],
            a=KIND,
            b={},
            c={},
            d={},
        )
        assert lost(value) == {("b", "d"), "d", Success("d")}

    def test_a_default_is_followed_where_the_agent_fails(self) -> None:
        value = flow(
            [("a", "b", "kind is bug"), ("a", "c", "kind is task"), ("a", "d")],
            a=KIND,
            b={},
            c={},
            d={},
        )
        assert not lost(value)

    def test_what_is_not_said_in_words_that_can_be_read_is_free(self) -> None:
        value = flow(
            [("a", "b", "a.kind is bug"), ("b", "c", "it was really a task"), ("b", "d")],
            a=KIND,
            b={},
            c={},
            d={},
        )
        assert not lost(value)

    def test_a_gate_further_on_never_passes(self) -> None:
        needs = {"requires": {"output_matches": [{"path": "a.kind", "equals": "task"}]}}
        value = flow(
            [("a", "b", "a.kind is bug"), ("a", "d"), ("b", "c")],
            a=KIND,
            b={},
            c=needs,
            d={},
        )
        assert lost(value) == {Success("c")}

    def test_a_used_up_edge_leaves_the_others(self) -> None:
        value = flow(
            [("a", "a", "kind is bug"), ("a", "b", "kind is task"), ("b", "c"), ("a", "c")],
            a=KIND,
            b={},
            c={},
        )
        value["edges"][0]["max_iterations"] = 1
        assert not lost(value)

    def test_a_verdict_is_good_where_the_node_succeeds(self) -> None:
        gate = {"name": "v", "kind": "value", "rule": {"output_required": ["ok"]}}
        first = {"output": {"properties": {"ok": {"type": "boolean"}}}, "eval": [gate]}
        needs = {"requires": {"output_matches": [{"path": "a.evals.v.pass", "equals": True}]}}
        value = flow(
            [("a", "b", "a.evals.v.pass is false"), ("a", "c")],
            a=first,
            b=needs,
            c={},
        )
        assert lost(value) == {Success("b")}

    def test_what_is_false_is_said(self) -> None:
        value = flow(
            [("a", "b", "a.kind is bug"), ("b", "c", "a.kind is task"), ("b", "d")],
            a=OPTIONAL,
            b={},
            c={},
            d={},
        )
        start = RUNTIME.obeying(RUNTIME.relax(begin(value)))
        assert start is not None
        states = explore(RUNTIME, start, BOUND).states
        reasons = {RUNTIME.withheld(state).get(("b", "c")) for state in states} - {None}
        assert reasons == {"`a.kind is task` is false: `a.kind` is `bug`"}
        before = {RUNTIME.withheld(state).get(("a", "b")) for state in states} - {None}
        assert "`a.kind is bug` is false: `a.kind` is missing" in before


class TestNothing:
    def test_binds_where_each_condition_is_about_the_last_result_alone(self) -> None:
        needs = {"requires": {"output_matches": [{"path": "a.kind", "equals": "task"}]}}
        edges = [("a", "b", "a.kind is bug"), ("a", "c", "a.kind is task")]
        assert RUNTIME.obeying(begin(flow(edges, a=KIND, b={}, c={}))) is None
        assert RUNTIME.obeying(begin(flow(edges, a=KIND, b={}, c=needs))) is not None

    def test_binds_where_no_condition_can_be_read(self) -> None:
        assert RUNTIME.obeying(begin(flow([("a", "b", "it looks good")], a=KIND, b={}))) is None

    def test_binds_where_a_gate_reads_what_the_runtime_writes(self) -> None:
        needs = {"requires": {"output_required": ["a.error"]}}
        value = flow([("a", "b", "a.kind is bug")], a=KIND, b=needs)
        assert RUNTIME.obeying(begin(value)) is None


def test_no_claim_is_contradicted_by_brute_force() -> None:
    """What is lost to a router that obeys is used by no run whose router does."""
    random, seen = picker("obeying"), Counter[str]()
    for _ in until(seen, {"claims": 40}, 50):
        drawn = Drawn(random)
        start = RUNTIME.relax(RUNTIME.start(load(drawn.value), OPEN, {}, NO_SKILLS))
        if RUNTIME.obeying(start) is None:
            continue
        brute = everything(drawn)
        if brute is None:
            continue
        found = lost(drawn.value)
        assert not found & brute, drawn.value
        seen["claims"] += len(found)
        seen["missed"] += len(used(drawn.value, obeys=True) - brute)
    assert seen["missed"] < seen["claims"]


class TestFindings:
    def said(self, value: Any) -> list[str]:
        """The messages about conditions in a workflow."""
        return [each.finding.message for each in told(value)]

    def test_of_a_row_only_the_first_is_told(self) -> None:
        value = flow(
            [("a", "b", "kind is bug"), ("b", "c", "kind is task"), ("c", "d"), ("a", "e")],
            a=KIND,
            b={},
            c={},
            d={},
            e={},
        )
        edge = "the edge from `b` to `c` is never followed"
        assert self.said(value) == [f"if the router obeys its conditions, {edge}"]

    def test_a_default_is_not_told_but_the_node_that_only_it_leads_to(self) -> None:
        value = flow(
            [("a", "b", "kind is bug"), ("b", "c", "kind is bug"), ("b", "d"), ("a", "e")],
            a=KIND,
            b={},
            c={},
            d={},
            e={},
        )
        assert self.said(value) == ["if the router obeys its conditions, `d` is never entered"]

    def test_that_no_run_completes_is_told_alone(self) -> None:
        value = flow(
            [("a", "c", "kind is bug and kind is task"), ("a", "b"), ("c", "d", "kind is bug")],
            a=KIND,
            b={"skills": ["gone"]},
            c={},
            d={},
        )
        assert self.said(value) == [
            "if the router obeys its conditions, no run of this contract completes"
        ]

    def test_nothing_is_told_where_a_node_never_succeeds(self) -> None:
        never = {"requires": {"output_required": ["b.x"]}, **KIND}
        value = flow(
            [("b", "a"), ("a", "c", "a.kind is bug"), ("c", "d", "a.kind is task")],
            b={"output": {"properties": {"x": False}}},
            a=never,
            c={},
            d={},
        )
        assert self.said(value) == []

    def test_the_run_that_is_shown_leads_to_where_the_condition_is_false(self) -> None:
        value = flow(
            [("a", "b", "kind is bug"), ("b", "c", "kind is task"), ("b", "d")],
            a=KIND,
            b={},
            c={},
            d={},
        )
        (found,) = told(value)
        assert found.proof.script is not None
        (scenario,) = found.proof.script["scenarios"]
        assert scenario["model"] == [{"data": {"kind": "bug"}}, {}]
        assert scenario["route"] == ["b"]


class TestWhatIsNotDecided:
    """Of routers that are held to nothing, or not to all that is written."""

    EDGES = (("a", "b", "a.kind is bug"), ("a", "c"), ("b", "c", "a.kind is task"))

    def test_nothing_is_said_where_all_is_known(self) -> None:
        value = flow(self.EDGES, a=KIND, b={}, c={})
        assert RUNTIME.unheld(begin(value)) == Unheld()

    def test_conditions_that_are_not_read_in_full_are_counted(self) -> None:
        edges = (*self.EDGES[:2], ("b", "c", "it smells of a.kind"), ("b", "a", "a.kind is new"))
        assert RUNTIME.unheld(begin(flow(edges, a=KIND, b={}, c={}))).unread == 2

    def test_a_gate_that_looks_at_what_the_runtime_writes_is_named(self) -> None:
        reading = {"requires": {"output_required": ["a.error"]}}
        value = flow(self.EDGES, a=KIND, b=reading, c={})
        assert RUNTIME.obeying(begin(value)) is None
        doubt = RUNTIME.unheld(begin(value)).doubt
        assert doubt is not None
        assert "gates of `b`" in str(doubt.why)
        assert doubt.place.pointer == ("nodes", "b")
        assert [str(each.why) for each in _doubts(value)] == [str(doubt.why)]

    def test_more_cases_than_are_tried_are_named(self) -> None:
        fields = {name: {"enum": [f"{name}{n}" for n in range(5)]} for name in ("p", "q")}
        said = [f"a.p is p{n} and a.q is q{n}" for n in range(4)]
        edges = [("a", f"b{n}", text) for n, text in enumerate(said)]
        nodes: dict[str, Any] = {f"b{n}": {} for n in range(4)}
        value = flow(edges, a={"output": {"properties": fields}}, **nodes)
        assert RUNTIME.obeying(begin(value)) is None
        doubt = RUNTIME.unheld(begin(value)).doubt
        assert doubt is not None
        assert "the conditions on `a` have too many cases" in str(doubt.why)

    def test_states_beyond_the_bound_are_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(obeying, "OBEYING_BOUND", 1)
        value = flow(self.EDGES, a=KIND, b={}, c={})
        (doubt,) = _doubts(value)
        assert "1 states were not enough" in str(doubt.why)
        assert not doubt.bounded


def _doubts(value: Any) -> list[Doubt]:
    """What is not decided of a router that obeys."""
    for dialect, bound, made in checks({".sweny/workflows/w.yml": json.dumps(value)}, bound=BOUND):
        doubt = search(proof_context(dialect, made.facts, bound)).obedience.doubt
        return [doubt] if doubt is not None else []
    return []


class TestChecker:
    """The checker of what is said of routers that obey, which goes by the results themselves."""

    EDGES = (("a", "b", "a.kind is bug"), ("a", "c"), ("b", "c", "a.kind is task"), ("b", "d"))

    def wrong(self, value: Any, *unused: Hashable, never_done: bool = False) -> str | None:
        state = RUNTIME.obeying(RUNTIME.relax(begin(value)))
        assert state is not None
        return check(RUNTIME, [state], unused, never_done=never_done)

    def test_what_holds_is_accepted(self) -> None:
        value = flow(self.EDGES, a=KIND, b={}, c={}, d={})
        assert self.wrong(value, ("b", "c")) == ""

    @pytest.mark.parametrize("unused", ["b", ("a", "c"), Success("d")])
    def test_what_a_run_uses_is_no_claim(self, unused: Hashable) -> None:
        value = flow(self.EDGES, a=KIND, b={}, c={}, d={})
        assert self.wrong(value, unused) == (
            f"a run with a router that obeys the conditions uses {unused!r}"
        )

    def test_what_runs_begin_with_is_no_claim(self) -> None:
        value = flow(self.EDGES, a=KIND, b={}, c={}, d={})
        assert self.wrong(value, "a") == "a run begins with an element listed as unused"

    def test_runs_that_complete_are_seen(self) -> None:
        value = flow(self.EDGES, a=KIND, b={}, c={}, d={})
        assert self.wrong(value, never_done=True) == (
            "a run with a router that obeys the conditions completes"
        )

    def test_more_than_is_walked_through_is_not_known(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(obeycheck, "MOST_STATES", 1)
        assert self.wrong(flow(self.EDGES, a=KIND, b={}, c={}, d={}), ("b", "c")) is None

    def test_an_exploration_that_offers_too_little_is_not_believed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        prose = (("d", "e", "it smells"), ("d", "f"))
        nodes: dict[str, Any] = {name: {} for name in "bcdef"}
        value = flow((*self.EDGES, *prose), a=KIND, **nodes)
        assert _checked(value) == ""
        sees = representatives._obedient

        def blind(*given: Any, **more: Any) -> Any:
            targets, ends = sees(*given, **more)
            return dict([*targets.items()][:1]), ends

        monkeypatch.setattr(representatives, "_obedient", blind)
        assert "a router that obeys" in (_checked(value) or "")

    def test_random_claims_hold(self) -> None:
        random, seen = picker("obeying, checked"), Counter[str]()
        for _ in until(seen, {"claims": 15}, 50):
            drawn = Drawn(random)
            if RUNTIME.obeying(RUNTIME.relax(begin(drawn.value))) is not None:
                doubt = _checked(drawn.value)
                seen["claims"] += doubt is not None
                assert not doubt, drawn.value


def _checked(value: Any) -> str | None:
    """What the checker finds wrong with what is said of a workflow."""
    for dialect, bound, made in checks({".sweny/workflows/w.yml": json.dumps(value)}, bound=BOUND):
        if made.facts is not None and getattr(made.facts, "runs_known", False):
            lab = proof_context(dialect, made.facts, bound)
            return obeying.doubt_of(lab.runtime, search(lab).obedience)
    return None
