"""The graph of a contract as a drawing: what runs come to, and why not to the rest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

import climpt
import contracts
import stud
import sweny
from phaselint.diagram.reach import reach_of
from phaselint.dialects import dialect
from phaselint.dialects.base import Target
from phaselint.machine.model import Machine, Move, Phase
from phaselint.project.memory import DictReader
from picture.seeing import seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from picture.seeing import Seen


def session(graph: str, *tools: Any, **fields: Any) -> Seen:
    files = contracts.contract(graph, *tools, **fields)
    [target] = dialect("vesanor").detect(DictReader(files), "")
    return seen(target, files)


def workflow(*edges: str, **given: Any) -> Seen:
    text = json.dumps(sweny.workflow(*edges, **given))
    return seen(Target("sweny", "", sweny.FILE), {sweny.FILE: text})


def pipeline(*ways: str, options: Mapping[str, Any] | None = None, **given: Any) -> Seen:
    text = json.dumps(stud.pipeline(*ways, **given))
    return seen(Target("stud", "", stud.FILE), {stud.FILE: text}, **(options or {}))


def agent(*steps: str, **given: Any) -> Seen:
    return seen(Target("climpt", climpt.FOLDER), climpt.contract(*steps, **given))


def unentered(of: Seen) -> dict[str, str]:
    """The phases that are never entered, with why."""
    return {node.name: node.why for node in of.drawing.nodes if not node.reachable}


class TestSessions:
    """Vesanor: tools, what keeps them from being called, limits."""

    def test_a_tool_that_is_always_forbidden_is_no_way(self) -> None:
        tools = ("go[a]->b forbids pay", "pay[b]->z", "leave[b]->z needs pay")
        drawn = session("a!:[b] b:[z] z*", *tools)
        first, second = drawn.arrows()
        assert first == "a -> b (go)"
        leave, pay = "needs `pay` before, which never happens", "forbidden by `go`"
        assert second == f"b .> z (never leave: {leave}; never pay: {pay})"
        assert drawn.node("z").standing == "unentered"
        assert drawn.node("z").why.endswith("`pay` from `b`: forbidden by `go`")

    def test_a_transition_that_no_tool_takes_is_dashed(self) -> None:
        drawn = session("a!:[b,z] b:[z] z*", "end[a,b]->z")
        assert list(drawn.arrows()) == [
            "a .> b ()",
            "a -> z (end)",
            "b .> z (never end: no run reaches `b`)",
        ]
        assert unentered(drawn) == {"b": "no run takes the transition from `a`"}

    def test_calls_that_are_blocked_are_drawn_with_why(self) -> None:
        closed = contracts.tool("go[a]->b", gate="block")
        drawn = session("a!:[b] b:[z] z*", closed, "odd[a]->z", "end[b]->z")
        assert list(drawn.arrows())[:2] == [
            "a .> b (never go: `gate` is `block`)",
            "a .> z (never odd: `transitions` has no entry from `a` to `z`)",
        ]

    def test_what_a_limit_cuts_off_is_never_entered(self) -> None:
        tools = ("go[a]->b", "on[b]->c", "end[c]->z", "stop[a]->y")
        graph = "a!:[b,y] b:[c] c:[z] y* z*"
        drawn = session(graph, *tools, session_limits={"max_tool_calls": 2})
        why = "needs 3 calls, but `max_tool_calls` is 2"
        assert unentered(drawn) == {"z": why}
        assert f"c .> z (never end: {why})" in drawn.arrows()
        assert drawn.drawing.limits == ("at most 2 calls",)

    def test_a_limit_that_no_run_ends_within(self) -> None:
        limits = {"max_tool_calls": 1}
        drawn = session("a!:[b] b:[z] z*", "go[a]->b", "end[b]->z", session_limits=limits)
        assert unentered(drawn) == {"z": "an end needs 2 calls, but `max_tool_calls` is 1"}

    def test_the_limit_of_a_tool_is_at_its_arrow(self) -> None:
        limits = {"max_calls_per_tool": {"end": 1}}
        drawn = session("a!:[z] z*", "end[a]->z", session_limits=limits)
        assert list(drawn.arrows()) == ["a -> z (end; at most 1 call)"]
        drawn = session("a!:[z] z*", "end[a]->z", "quit[a]->z", session_limits=limits)
        assert list(drawn.arrows()) == ["a -> z (end; quit; `end` at most 1 call)"]

    def test_without_tools_every_transition_may_be_taken(self) -> None:
        drawn = session("a!:[b] b:[z] z*")
        assert list(drawn.arrows()) == ["a -> b (a tool)", "b -> z (a tool)"]
        assert unentered(drawn) == {}

    def test_runs_end_in_a_terminal_phase(self) -> None:
        drawn = session("a!:[z] z*:[b] b:[z]")
        assert "z .> b (never a tool: runs end in `z`)" in drawn.arrows()
        assert unentered(drawn) == {"b": "`a tool` from `z`: runs end in `z`"}

    def test_while_names_are_unknown_nothing_is_said_of_runs(self) -> None:
        drawn = session("a!:[bb] b:[z] z*", "go[a]->b", "end[b]->z")
        assert unentered(drawn) == {}
        assert unentered(session("a:[z] z*", "end[a]->z")) == {}
        drawn = session("a!:[z] z*", "end[aa]->z")
        assert list(drawn.arrows()) == ["a -> z (a tool)"]

    def test_a_name_that_the_transitions_have_and_no_phase_does(self) -> None:
        drawn = session("a!:[zz] z*", "end[a]->zz")
        assert list(drawn.arrows()) == []


class TestWorkflows:
    """SWEny: edges that come second, bounds."""

    def test_the_second_default_is_never_followed(self) -> None:
        drawn = workflow("a -> b", "a -> c", "b", "c")
        assert unentered(drawn) == {"c": "`only path` from `a`: the edge to `b` comes first"}

    def test_after_one_with_a_bound_it_is_its_turn(self) -> None:
        assert unentered(workflow("a -> a max 2", "a -> c", "c")) == {}

    def test_bounds_are_at_edges_and_nodes(self) -> None:
        nodes = {"b": {"max_turns": 4, "retry": {"max": 2}}}
        drawn = workflow("a -> b", "b -> a max 3 when it is wrong", "b -> c", nodes=nodes)
        assert "b -> a (it is wrong; at most 3 times)" in drawn.arrows()
        assert drawn.node("b").bounds == ("at most 4 turns", "at most 2 retries")
        assert drawn.drawing.limits == ("at most 200 visits",)

    def test_an_output_that_nothing_satisfies(self) -> None:
        schema = {"type": "object", "properties": {"n": {"const": 1, "type": "string"}}}
        output = {**schema, "required": ["n"]}
        drawn = workflow("a -> b", nodes={"a": {"output": output}})
        assert drawn.node("a").standing == "unusable"
        assert drawn.node("a").why == "no data can satisfy its output schema"
        assert drawn.node("b").standing == "live"


class TestPipelines:
    """stud: branches that nothing takes, fan-outs."""

    def test_a_branch_that_another_shadows(self) -> None:
        draft = {
            "branches": [
                {"when": {"verdict": "ok"}, "nextStages": ["b"]},
                {"when": {"verdict": "ok"}, "nextStages": ["c"]},
            ],
            "default": {"nextStages": []},
        }
        ways = {"a": draft, "b": {"nextStages": []}, "c": {"nextStages": []}}
        drawn = pipeline("a", "b", "c", next=ways)
        assert unentered(drawn) == {"c": "`verdict ok` from `a`: branch 1 takes all that it would"}

    @pytest.mark.parametrize(
        ("when", "why"),
        [
            ({"path": "parsed.kind", "equals": "c"}, '`parsed.kind` is never `"c"`'),
            ({"path": "parsed.kind", "in": ["c", 1]}, '`parsed.kind` is never `"c"` or `1`'),
            ({"path": "parsed.sort", "exists": True}, "no result of `a` has `parsed.sort`"),
            ({"path": "kind", "equals": "a"}, "no result of `a` has `kind`"),
            ({"path": "parsed.kind", "in": ["a", "c"]}, ""),
            ({"path": "parsed.sort", "exists": False}, ""),
            ({"path": "output.file", "equals": "x"}, ""),
        ],
    )
    def test_a_branch_that_waits_for_what_cannot_be(self, when: dict[str, Any], why: str) -> None:
        payload = stud.schema("kind", kind={"enum": ["a", "b"]})
        branches = [{"when": when, "nextStages": ["b"]}]
        ways = {"a": {"branches": branches, "default": {"nextStages": []}}, "b": {"nextStages": []}}
        drawn = pipeline("a", "b", next=ways, stages={"a": {"completionSchema": payload}})
        reasons = list(unentered(drawn).values())
        assert [reason.partition(" from `a`: ")[2] for reason in reasons] == ([why] if why else [])

    def test_a_fan_out(self) -> None:
        drawn = pipeline("a => b c | d", "d", "b", "c")
        [fan] = drawn.drawing.parallels
        names = [node.name for node in drawn.drawing.nodes]
        assert [names[each] for each in fan.siblings] == ["b", "c"]
        assert fan.join is not None
        assert names[fan.join] == "d"
        kinds = {arrow.kind for arrow in drawn.drawing.arrows}
        assert kinds == {"", "parallel", "join"}

    def test_a_fan_out_of_its_join_alone(self) -> None:
        drawn = pipeline("a => b b | b", "b")
        assert unentered(drawn) == {}
        assert "a -> b (sibling) (always, in parallel)" in drawn.arrows()

    def test_a_fan_out_of_one_stage_starts_nothing(self) -> None:
        drawn = pipeline("a => b | d", "d", "b")
        why = "a fan-out needs at least two stages"
        assert unentered(drawn)["b"] == f"`always, in parallel` from `a`: {why}"
        assert unentered(drawn)["d"] == "only `b` leads here, but no run reaches it"

    @pytest.mark.parametrize("type_", ["array", "arrray"])
    def test_a_join_that_waits_for_what_never_succeeds(self, type_: str) -> None:
        never = {"completionSchema": {"type": type_}}
        drawn = pipeline("a => b c | d", "d", "b", "c", stages={"b": never})
        assert drawn.node("b").standing == "unusable"
        assert "`b` never succeeds" in drawn.node("d").why

    TOOLS: ClassVar = {"bundled": ["read"]}

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            ({"completionTool": "read"}, "its completion tool `read` is a registered tool"),
            ({"allowedTools": ["grep"]}, "the allowed tool `grep` isn't registered"),
            (
                {"inputsSchema": {"type": "object", "required": ["kind"]}},
                "no result of `a` satisfies its inputs schema",
            ),
            ({"inputsSchema": {"type": "objekt"}}, "its inputs schema isn't valid JSON Schema"),
        ],
    )
    def test_a_stage_that_does_not_start(self, change: dict[str, Any], why: str) -> None:
        drawn = pipeline("a -> b", "b -> c", "c", stages={"b": change}, tools=self.TOOLS)
        b = drawn.node("b")
        assert (b.standing, b.why) == ("unusable", f"it doesn't start: {why}")
        assert unentered(drawn)["c"] == "`always` from `b`: `b` doesn't start"

    @pytest.mark.parametrize("known", [{}, {"semantics": "reference"}])
    def test_one_that_starts_for_all_its_tools(self, known: dict[str, Any]) -> None:
        """Where nothing says which tools there are, and where nobody asks."""
        given = {"tools": self.TOOLS} if known else {}
        change = {"b": {"allowedTools": ["grep"]}}
        drawn = pipeline("a -> b", "b -> c", "c", stages=change, options=known, **given)
        assert drawn.node("b").standing == "live"
        assert not unentered(drawn)

    def test_the_entry_is_given_no_result(self) -> None:
        refuses = {"a": {"inputsSchema": {"type": "object", "required": ["kind"]}}}
        drawn = pipeline("a -> b", "b -> a", stages=refuses)
        assert drawn.node("a").standing == "live"

    def test_a_sibling_that_does_not_start(self) -> None:
        stages = {"b": {"allowedTools": ["grep"]}}
        drawn = pipeline("a => b c | d", "d -> b", "b", "c", stages=stages, tools=self.TOOLS)
        assert drawn.node("b (sibling)").standing == "unusable"
        assert drawn.node("c").standing == "live"
        assert "`b (sibling)` never succeeds" in drawn.node("d").why

    def test_a_stage_alone(self) -> None:
        text = stud.markdown(stud.stage("draft", allowedTools=["dig"]))
        options = {"registered-tools": ["read"]}
        drawn = seen(Target("stud", "", stud.STAGE), {stud.STAGE: text}, **options)
        [node] = drawn.drawing.nodes
        assert node.why == "it doesn't start: the allowed tool `dig` isn't registered"


class TestAgents:
    """climpt: transitions that nothing follows, steps that no run comes to."""

    def test_a_rule_for_an_intent_that_is_not_listed(self) -> None:
        steps = ("initial.x next>continuation.x", "continuation.x next>closure.x", "closure.x")
        value = climpt.contract(*steps)
        listed = json.loads(value[climpt.REGISTRY])
        gate = listed["steps"]["continuation.x"]["structuredGate"]
        gate["allowedIntents"] = ["repeat"]
        value[climpt.REGISTRY] = json.dumps(listed)
        drawn = seen(Target("climpt", climpt.FOLDER), value)
        assert (
            unentered(drawn)["closure.x"]
            == "`next` from `continuation.x`: the step doesn't list `next`"
        )

    def test_sections_and_steps_without_a_way_to_them(self) -> None:
        drawn = agent("initial.x next>closure.x", "closure.x closing", "section.y next")
        assert unentered(drawn) == {"section.y": "a section can't run"}
        assert drawn.drawing.limits == ("at most 9 iterations",)

    def test_a_section_that_a_way_leads_to_is_where_runs_end(self) -> None:
        drawn = agent("initial.x next>section.y", "closure.x closing", "section.y next")
        section = drawn.node("section.y")
        assert (section.standing, section.why) == ("unusable", "a section can't run")

    def test_steps_that_are_too_far(self) -> None:
        steps = (
            "initial.x next>continuation.x",
            "continuation.x next>closure.x",
            "closure.x closing",
        )
        config = {"runner": {"verdict": {"config": {"maxIterations": 2}}}}
        drawn = agent(*steps, agent_change=config)
        assert unentered(drawn) == {
            "closure.x": "needs 3 iterations, but a run has 2",
            "END": "only `closure.x` leads here, but no run reaches it",
        }

    def test_an_agent_without_registry_has_no_graph(self) -> None:
        drawn = agent("initial.x closing", files={climpt.REGISTRY: climpt.ABSENT})
        assert drawn.drawing.nodes == ()


def test_beyond_the_bound_all_ways_may_be_taken() -> None:
    phases = (Phase("a"), Phase("b"))
    one, other = Move(0, None, 0, gains=1, bans=2), Move(0, None, 1, gains=2, bans=1)
    moves = (one, other, Move(0, 1, 2, needs=3))
    machine = Machine(phases, (0,), moves, ("one", "other", "go"), ("one", "other"))
    known, cut = reach_of(machine, (), 40_000), reach_of(machine, (), 1)
    assert (known.phases, known.moves) == (frozenset({0}), frozenset({0, 1}))
    assert known.why(2) == "no order of transitions allows it"
    assert (cut.phases, cut.moves) == (frozenset({0, 1}), frozenset({0, 1, 2}))
    assert cut.why(2) == ""
