"""Answers that stand for all others: what they let later gates find, and what they leave open."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from checking import spelled
from dialects.sweny.running.bruteforce import Seen, ends, everything, gated
from dialects.sweny.runs import NO_SKILLS, OPEN, RUNTIME, begin, load, workflow
from fresh import picker, until
from phaselint.dialects.sweny.running.elements import Success
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from collections.abc import Hashable

    from phaselint.dialects.records import Choice

MOST = 20_000


Check = str | tuple[str, str, Any]
"""A path that is required, or one with an operator and a value."""


def requires(*checks: Check) -> dict[str, Any]:
    """A node whose `requires` has these checks."""
    required = [each for each in checks if isinstance(each, str)]
    matches = [{"path": each[0], each[1]: each[2]} for each in checks if not isinstance(each, str)]
    found = {"output_required": required, "output_matches": matches}
    return {"requires": {key: listed for key, listed in found.items() if listed}}


def value(*matches: tuple[str, str, Any]) -> dict[str, Any]:
    """A node with an evaluator that checks these paths."""
    listed = [{"path": path, key: wanted} for path, key, wanted in matches]
    return {"eval": [{"name": "v", "kind": "value", "rule": {"output_matches": listed}}]}


class Explored(NamedTuple):
    """What explored runs use, from every sample input, and the ends of visits in them."""

    used: set[Hashable]
    ends: Seen


def explored(flow: Any, **options: Any) -> Explored:
    contract = load(flow)
    found = Explored(set(), set())
    for given in RUNTIME.sample_inputs(contract):
        start = RUNTIME.start(contract, {**OPEN, **spelled(options)}, given, NO_SKILLS)
        atlas = explore(RUNTIME, RUNTIME.relax(start), MOST)
        assert atlas.complete
        for events in (tuple(start.opening), *(edge.events for edge in atlas.edges)):
            found.used.update(RUNTIME.moves(events))
            found.ends.update(ends(events))
    return found


def listed(flow: Any) -> set[str]:
    """The nodes of which it is known whether they can end well: their success is an element, and
    nothing leaves it undecided."""
    contract = load(flow)
    unknown = {element for doubt in RUNTIME.doubts(contract) for element in doubt.elements}
    found = RUNTIME.elements(contract)
    return {each.phase for each in found if each.success and each.id not in unknown}


def undecided(flow: Any) -> list[str]:
    """What is said of the nodes of which it is not known whether they can end well."""
    return [str(doubt.why) for doubt in RUNTIME.doubts(load(flow))]


@pytest.mark.parametrize("order", [(1, True), (True, 1), (0, False), (1.5, "1.5")])
def test_numbers_are_no_truth_values(order: tuple[Any, Any]) -> None:
    first, second = (requires(("a.x", "equals", each)) for each in order)
    flow = workflow("a>b b>c", a={}, b=first, c=second)
    assert {Success("b"), Success("c")} <= explored(flow).used


CLOSED = {"output": {"properties": {"x": {}}, "additionalProperties": False}}
SKIPPING = {"requires": {"output_required": ["input.n"], "on_fail": "skip"}}
FAILING = {"requires": {"output_required": ["input.n"]}}


@pytest.mark.parametrize(
    ("first", "checks", "passes"),
    [
        (CLOSED, ["a.error"], True),
        (CLOSED, [("a.error", "matches", "time")], True),
        (CLOSED, [("a.error", "equals", 1)], False),
        (CLOSED, ["a.skipped_reason"], False),
        (CLOSED, ["a.fail_soft"], False),
        ({**CLOSED, **SKIPPING}, ["a.skipped_reason"], True),
        ({**CLOSED, **SKIPPING}, [("a.skipped_reason", "matches", "^requires not met:")], True),
        ({**CLOSED, **SKIPPING}, [("a.skipped_reason", "equals", "later")], False),
        ({**CLOSED, **SKIPPING}, [("a.skipped_reason", "matches", "some text$")], None),
        ({**CLOSED, **SKIPPING}, ["a.skipped_reason", "a.error"], False),
        ({**CLOSED, **SKIPPING}, ["a.skipped_reason", "a.x"], False),
        ({**CLOSED, **FAILING}, [("a.error", "matches", "^requires failed:")], True),
        ({**CLOSED, "fail_soft": True}, ["a.error", "a.fail_soft"], True),
        ({**CLOSED, "fail_soft": True}, [("a.fail_soft", "equals", False)], False),
    ],
)
def test_what_the_runtime_writes_is_read(
    first: dict[str, Any], checks: list[Check], passes: bool | None
) -> None:
    flow = workflow("a>b", a=first, b=requires(*checks))
    assert (Success("b") in explored(flow).used) == (passes is True)
    assert ("b" not in listed(flow)) == (passes is None) or passes is True


def test_what_is_not_decided_is_named() -> None:
    flow = workflow("a>b", a=value(("x", "matches", "^(-u|-|u)*$")), b={})
    (why,) = undecided(flow)
    assert why.startswith("whether a visit of `a` passes; pattern")
    assert listed(flow) == {"b"}


def hopeless(flow: Any) -> set[str]:
    """The nodes that are entered and, by exploration, never end well."""
    used = explored(flow).used
    return {name for name in listed(flow) if name in used and Success(name) not in used}


CHAIN = ("a>b b>c",)


class TestWhatIsNeverPossible:
    @pytest.mark.parametrize(
        ("nodes", "found"),
        [
            ({"b": requires(("a.x", "equals", 1), ("a.x", "in", [2, 3]))}, {"b"}),
            ({"b": requires(("a.x", "equals", 1)), "c": requires(("a.x", "equals", 2))}, set()),
            ({"a": value(("x", "equals", 1)), "b": requires(("a.x", "equals", 2))}, set()),
            ({"a": value(("x", "equals", 1), ("x", "equals", 2))}, {"a"}),
            ({"a": {"output": {"properties": {"x": {"enum": ["p"]}}}},
              "b": requires(("a.x", "equals", "q"))}, {"b"}),
            ({"a": {"output": {"type": "object", "required": ["z"], "properties": {
                "z": {"type": "string", "minLength": 5, "maxLength": 2}}}}}, {"a"}),
            ({"b": requires("gone.x")}, {"b"}),
            ({"b": requires("b.x"), "c": requires("b.x")}, {"b", "c"}),
        ],
        ids=["one reader", "two readers", "a failed gate keeps its data", "own gates",
             "the schema", "a schema that nothing satisfies", "no such node", "what comes after"],
    )  # fmt: skip
    def test_is_seen(self, nodes: Any, found: set[str]) -> None:
        full = {name: nodes.get(name, {}) for name in "abc"}
        if "c" in found and "b" in found:
            full["b"]["output"] = {"additionalProperties": False, "properties": {}}
        assert hopeless(workflow(*CHAIN, **full)) == found

    def test_a_run_of_the_agent_that_fails_softly_ends_well(self) -> None:
        flow = workflow(a={**value(("x", "equals", 1), ("x", "equals", 2)), "fail_soft": True})
        assert hopeless(flow) == set()


class TestWhatIsPossible:
    @pytest.mark.parametrize(
        "checks",
        [
            (("a.x[*].k", "equals", 1), ("a.x[*].k", "equals", 2)),
            (("any:a.x[*]", "equals", 1), ("any:a.x[*]", "equals", 2)),
            (("a.x.length", "equals", 3), ("any:a.x[*]", "equals", "z")),
            (("a.x.length", "matches", "^1$"),),
            (("a.x", "matches", r"^\["),),
            (("a.error", "matches", "."),),
            ("a.evals.v.pass",),
            ("a.toString",),
        ],
        ids=["empty list", "two of a list", "length", "text of a length", "text of a list",
             "an error", "verdicts", "inherited"],
    )  # fmt: skip
    def test_is_not_called_impossible(self, checks: Any) -> None:
        first = {"output": {"required": ["x"]}, **value(("x", "in", [1, [1]]))}
        assert "b" not in hopeless(workflow("a>b", a=first, b=requires(*checks)))

    @pytest.mark.parametrize("name", ["skipped_reason", "fail_soft"])
    @pytest.mark.parametrize(
        "first",
        [value(("x[*]", "equals", 1)), {"output": {"properties": {"y": False}, "required": ["y"]}}],
        ids=["an evaluator", "required output"],
    )
    def test_a_run_that_fails_its_gates_may_have_said_what_the_runtime_writes(
        self, first: Any, name: str
    ) -> None:
        later = requires(("a.x", "equals", None), f"a.{name}")
        assert Success("b") in explored(workflow("a>b", a=first, b=later)).used

    def test_with_documented_semantics_an_empty_list_has_what_is_required_of_each_element(
        self,
    ) -> None:
        later = requires("a.x[*].k", ("a.x[*].k", "equals", None))
        flow = workflow("a>b", a={}, b=later)
        assert Success("b") in explored(flow, semantics="documented").used
        assert Success("b") not in explored(flow).used

    def test_the_input_has_what_gates_read(self) -> None:
        flow = workflow("a>b", a=requires(("input.x.y", "equals", 7)), b=requires("input.z"))
        assert RUNTIME.sample_input(load(flow)) == {"x": {"y": 7}, "z": "x"}

    def test_inputs_that_exclude_each_other_are_both_tried(self) -> None:
        flow = workflow(
            "a>b", a=requires(("input.m", "equals", 1)), b=requires(("input.m", "equals", 2))
        )
        given = [each.get("m") for each in RUNTIME.sample_inputs(load(flow))]
        assert given == [1, 2, None]
        assert hopeless(flow) == set()

    def test_no_input_makes_it_a_dry_run(self) -> None:
        flow = workflow("a>b", a=requires(("input.dryRun", "equals", True)), b={})
        assert [each.get("dryRun") for each in RUNTIME.sample_inputs(load(flow))] == [None]
        assert hopeless(flow) == set()


SOFT = {"fail_soft": True}
NO_NUMBER = {"output": {"required": ["x"], "properties": {"x": {"type": "boolean"}}}}
NEVER = {**NO_NUMBER, **value(("x", "equals", 1))}


def test_no_answer_passes_with_data_that_the_output_forbids() -> None:
    forbidden = {"type": "string", "minLength": 2, "maxLength": 1}
    output = {"properties": {"x": forbidden}, "required": ["x"]}
    first = {"output": output, "fail_soft": True}
    flow = workflow("a>b", a=first, b=requires(("a.fail_soft", "equals", True)))
    assert all("x" not in each.value.data for each in RUNTIME.choices(begin(flow)))


class TestWhatIsNotAlwaysMet:
    """A `requires` that a failed run satisfies all the same is left unmet by another one."""

    @pytest.mark.parametrize(
        ("first", "check"),
        [
            ({**SOFT, **NEVER}, "a.fail_soft"),
            ({**SOFT, **NEVER, "retry": {"max": 1}}, ("a.fail_soft", "equals", True)),
            (SOFT, "a.fail_soft"),
            ({**SOFT, "output": {"required": ["fail_soft"]}}, ("a.fail_soft", "in", [True])),
            ({**SOFT, "output": {"required": ["fail_soft"], "properties": {
                "fail_soft": {"type": ["boolean", "null"]}}}}, "a.fail_soft"),
            ({"output": {"required": ["error"], "properties": {"error": {"type": "string"}}}},
             ("a.error", "matches", "^")),
        ],
        ids=["gates fail", "gates fail again", "a run that passes", "another value", "a null",
             "a failure that says nothing"],
    )  # fmt: skip
    def test_is_found_unmet(self, first: Any, check: Check) -> None:
        for on_fail in ("fail", "skip"):
            second = requires(check)
            second["requires"]["on_fail"] = on_fail
            found = explored(workflow("a>b", a=first, b=second)).ends
            assert {("b", "unmet"), ("b", "success")} <= found

    def test_an_input_that_has_to_be_given_is_not_always_the_one_asked_for(self) -> None:
        declared = {"m": {"type": "string", "required": True, "enum": ["p", "q"]}}
        for wanted in ("p", "q"):
            node = requires(("input.m", "equals", wanted))
            found = explored(workflow(more={"inputs": declared}, a=node)).ends
            assert found == {("a", "success"), ("a", "unmet")}


class TestKeys:
    def test_what_no_gate_reads_is_not_told_apart(self) -> None:
        flow = workflow("a>b?p b>a?q*2", a={}, b={})
        assert len(explore(RUNTIME, RUNTIME.relax(begin(flow)), MOST).states) == 6

    def test_the_verdicts_that_a_gate_reads_are_given_both_ways(self) -> None:
        judged = {"eval": [{"name": "j", "kind": "judge", "rubric": "r"}], "retry": {"max": 1}}
        flow = workflow(
            "a>b b>c",
            a=judged,
            b=requires(("a.evals.j.pass", "equals", True)),
            c=requires(("a.evals.j.pass", "equals", False)),
        )
        assert {Success("a"), Success("b"), Success("c")} <= explored(flow).used


class TestBoundedEdges:
    """With bounds lifted, that an edge may be used up has to be tried as well."""

    LOOP = workflow("a>b b>a*2", a={}, b={})

    def ends(self, flow: Any) -> set[str]:
        atlas = explore(RUNTIME, RUNTIME.relax(begin(flow)), MOST)
        kinds = [RUNTIME.outcome(state).kind for state in atlas.states]
        return {str(kind) for kind in kinds if kind != "running"}

    def test_a_run_that_ends_only_so_ends(self) -> None:
        assert self.ends(self.LOOP) == {"completed"}
        assert self.ends(workflow("a>b b>a?again*2", a={}, b={})) == {"completed"}
        assert self.ends(workflow("a>b b>a*2 b>a?again", a={}, b={})) == {"completed"}

    def test_it_is_taken_for_granted_by_no_strict_choice(self) -> None:
        state = RUNTIME.relax(begin(self.LOOP))
        state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
        choices: list[Choice] = [*RUNTIME.choices(state)]
        assert [RUNTIME.grade(state, each) for each in choices] == ["strict", "hostile"]
        assert len({RUNTIME.own(each) for each in choices}) == 2
        assert RUNTIME.write(choices[0]) == RUNTIME.write(choices[1])

    def test_a_run_within_bounds_goes_by_its_counters(self) -> None:
        start = begin(self.LOOP)
        relaxed, _ = RUNTIME.step(RUNTIME.relax(start), RUNTIME.choices(start)[0])
        late = RUNTIME.choices(relaxed)[-1]
        bounded, _ = RUNTIME.step(start, RUNTIME.choices(start)[0])
        assert RUNTIME.step(relaxed, late)[0].ended is not None
        assert RUNTIME.step(bounded, late)[0].node == "a"

    def test_within_bounds_nothing_is_assumed(self) -> None:
        state, _ = RUNTIME.step(begin(self.LOOP), RUNTIME.choices(begin(self.LOOP))[0])
        assert len(RUNTIME.choices(state)) == 1


def test_exploration_agrees_with_brute_force_on_random_gates() -> None:
    """No claim is contradicted, and no end of a visit is missed; `everything` tries all data."""
    random, seen = picker("gates"), Counter[str]()
    for _ in until(seen, {"claims": 21}, 150):
        flow = gated(random)
        brute = everything(flow)
        if brute is None:
            continue
        found, sure = explored(flow), listed(flow)
        never = {name for name in sure if name in found.used and Success(name) not in found.used}
        assert not {(name, "success") for name in never} & brute, flow
        missed = {end for end in brute - found.ends if end[0] in sure}
        assert not [end for end in missed if end[1] != "failed"], flow
        seen["claims"] += len(never)
