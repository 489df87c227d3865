"""The responses of the checker of certificates, held to those of explorations (§7.1)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from checking import spelled
from dialects.sweny.running.bruteforce import gated
from dialects.sweny.runs import NO_SKILLS, OPEN, RUNTIME, begin, load, workflow
from fresh import picker, until
from phaselint.dialects.records import Choice
from phaselint.dialects.sweny.running.results import Ran
from phaselint.executor.clean_certificate_checker import GRADES
from stepping import reached

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from random import Random

    from phaselint.dialects.sweny.running.session import State

SHAPES = (
    "a>b",
    "a>a?again*2 a>b",
    "a>b?p a>c b>c?q*2 b>a?r*1 c>a*2",
    "a>b?p*1 a>c?q b>a",
    "a>b*2 b>a?x b>c",
    "a>b?p*2 a>c?z*3 a>d b>a c>a",
    "a>a?again*2 a>b b>c?p b>d?q c>b*1",
)
MOST_STATES = 150


def tiny(random: Random) -> Any:
    """A workflow of two to four nodes, some of them with gates, and bounded loops."""
    value = gated(random)
    for node in value["nodes"].values():
        if random.random() < 0.25:
            add_judge(random, node)
    if random.random() < 0.3:
        return value
    nodes: dict[str, Any] = {"d": {}}
    for name, node in value["nodes"].items():
        kept = {key for key in node if key not in ("eval", "requires") or random.random() < 0.4}
        nodes[name] = {key: node[key] for key in kept - {"name", "instruction"}}
    shape = random.choice(SHAPES)
    return workflow(shape, **{name: nodes[name] for name in "abcd" if name in shape})


def add_judge(random: Random, node: dict[str, Any]) -> None:
    """Give a node a judge, before or after its other evaluators, one of which may look at calls."""
    evals = node.setdefault("eval", [])
    if random.random() < 0.4:
        evals.append({"name": "f", "kind": "function", "rule": {"any_tool_called": ["search"]}})
    evals.insert(random.randint(0, len(evals)), {"name": "k", "kind": "judge", "rubric": "r"})


def is_judged(start: State) -> bool:
    """Whether the first node of a run has a judge."""
    return any(each.kind == "judge" for each in start.law.workflow.nodes[start.node].evals)


def compared(start: State) -> tuple[int, int]:
    """How many states have responses of both kinds, and in how many of these a gate looks at what
    is said. What is tried is among the responses, as what it takes for granted; the rest takes for
    granted what the contract is not to be blamed for."""
    seen: set[Hashable] = set()
    waiting, count, gates = [start], 0, 0
    while waiting and len(seen) < MOST_STATES:
        state = waiting.pop()
        if RUNTIME.key(state) in seen:
            continue
        seen.add(RUNTIME.key(state))
        choices, legal = RUNTIME.choices(state), RUNTIME.legal(state)
        if legal is not None:
            tried, allowed = (reached(RUNTIME, state, each) for each in (choices, legal))
            missing = {key for key, grade in tried.items() if allowed.get(key) != grade}
            assert not missing, (state.node, state.pending, choices, legal)
            spare = [grade for key, grade in allowed.items() if key not in tried]
            assert all(GRADES[grade] == "hostile" for grade in spare)
            assert not spare or is_gated(state)
            count += 1
            gates += is_gated(state)
        waiting += [RUNTIME.step(state, choice)[0] for choice in choices]
    return count, gates


def is_gated(state: State) -> bool:
    """Whether a gate or an expression looks at what is said in a state."""
    node, book = state.law.workflow.nodes[state.node], state.law.book
    asked = any(f"{node.id}." in edge.expr for edge in state.law.workflow.edges)
    return asked or bool(node.evals) or (book is not None and node.id in book.read)


def everything(start: State, *, legal: bool) -> set[Hashable] | None:
    """What runs use and how they end, by legal responses where these are known, or by choices;
    none where there are too many states."""
    found = set(RUNTIME.moves(RUNTIME.opening(start)))
    seen: set[Hashable] = set()
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if RUNTIME.key(state) in seen:
            continue
        seen.add(RUNTIME.key(state))
        if len(seen) > MOST_STATES:
            return None
        kind = RUNTIME.outcome(state).kind
        done = kind in RUNTIME.completions  # that a node fails on the way makes no other end
        found.add(("ends", "done" if done else kind, str(RUNTIME.fault(state))))
        responses = RUNTIME.legal(state) if legal else None
        for choice in RUNTIME.choices(state) if responses is None else responses:
            after, events = RUNTIME.step(state, choice)
            found.update(RUNTIME.moves(events))
            waiting.append(after)
    return found


def finite(random: Random) -> Any:
    """A tiny workflow whose gates look at properties with finitely many values."""
    value = tiny(random)
    for node in value["nodes"].values():
        node["output"] = random.choice(FINITE)
    for node in value["nodes"].values():
        for rule in [node.get("requires", {}), *(e.get("rule", {}) for e in node.get("eval", ()))]:
            for path in rule.get("output_matches", ()):
                path["path"] = path["path"].partition(".")[0] + ".x" if "." in path["path"] else "x"
    return value


def of_next_release(random: Random) -> Any:
    """A tiny workflow with expressions, and with nodes that end a run where they fail."""
    value = tiny(random)
    names = [*value["nodes"]]
    for node in value["nodes"].values():
        node["output"] = random.choice(FIELDS)
        if random.random() < 0.5:
            node["policy"] = {"on_fail": random.choice(("halt", "continue"))}
        if "eval" in node and random.random() < 0.3:
            node["eval_policy"] = "any_pass"
    for edge in value["edges"]:
        if "when" in edge and random.random() < 0.8:
            of = edge["from"] if random.random() < 0.7 else random.choice(names)
            edge["when"] = {"expr": random.choice(EXPRESSIONS).format(of)}
    return value


FIELDS: tuple[Any, ...] = (
    {"properties": {"x": {"enum": ["p", "q", 1]}, "n": {"type": "integer"}}, "required": ["x"]},
    {"properties": {"n": {"type": "number", "minimum": 1, "maximum": 5}, "x": {}}},
    {"properties": {"x": {"type": "boolean"}, "n": {"const": 3}}, "required": ["n"]},
)
EXPRESSIONS = (
    *("{0}.x == 'p'", "{0}.x != 'q'", "{0}.n > 3", "{0}.n <= 2", "{0}.x", "!{0}.x"),
    *("exists {0}.n", "{0}.x in ['p', 'q']", "{0}.n == 3 && {0}.x", "{0}.x == null || {0}.n > 3"),
    *("(exists {0}.n) == {0}.x", "{0}.n > {0}.x"),
)
FINITE: tuple[Any, ...] = (
    {"properties": {"x": {"enum": [1, "a"]}, "y": {"type": "boolean"}}, "required": ["x"]},
    {"properties": {"x": {"enum": [1, 2, "a"]}}},
    {"properties": {"x": {"type": "boolean"}, "y": {"const": 1}}, "required": ["x", "y"]},
)


def test_they_reach_the_states_that_choices_reach() -> None:
    random, seen = picker("states"), Counter[str]()
    for number in until(seen, {"states": 501, "gates": 101, "judged": 4}, 40):
        value = finite(random) if number % 2 else tiny(random)
        for router in ("scripted", "bundled"):
            options = {**OPEN, **spelled({"router": router})}
            start = RUNTIME.start(load(value), options, {}, NO_SKILLS)
            for each in (start, RUNTIME.relax(start)):
                states, gates = compared(each)
                judged = is_judged(each) and RUNTIME.legal(each) is not None
                seen.update(states=states, gates=gates, judged=judged)


def test_they_do_with_documented_semantics() -> None:
    random, seen = picker("documented"), Counter[str]()
    for _ in until(seen, {"states": 300, "gates": 60}, 20):
        options = {**OPEN, **spelled({"semantics": "documented"})}
        states, gates = compared(RUNTIME.start(load(tiny(random)), options, {}, NO_SKILLS))
        seen.update(states=states, gates=gates)


def test_they_do_where_expressions_choose_and_failures_halt() -> None:
    random, seen = picker("expressions"), Counter[str]()
    for _ in until(seen, {"states": 300, "gates": 60}, 20):
        contract = load(of_next_release(random))
        start = RUNTIME.start(contract, {**OPEN, **spelled({"target": "next"})}, {}, NO_SKILLS)
        states, gates = compared(RUNTIME.relax(start))
        seen.update(states=states, gates=gates)


@pytest.mark.parametrize("make", [finite, gated, tiny])
def test_what_they_reach_beside_leads_to_nothing_else(make: Callable[[Random], Any]) -> None:
    random, seen = picker("ends", make.__name__), Counter[str]()
    for _ in until(seen, {"gated": 4}, 20):
        contract = load(make(random))
        if RUNTIME.doubts(contract):
            continue
        start = RUNTIME.relax(RUNTIME.start(contract, OPEN, {}, NO_SKILLS))
        allowed, tried = (everything(start, legal=each) for each in (True, False))
        if allowed is not None and tried is not None:
            assert allowed == tried, contract.workflow
            assert contract.workflow is not None
            seen["gated"] += any(node.evals for node in contract.workflow.nodes.values())


def test_a_judge_says_one_or_the_other_or_nothing_that_can_be_read() -> None:
    state = begin(workflow(a={"eval": [{"name": "j", "kind": "judge", "rubric": "r"}]}))
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
    legal = RUNTIME.legal(state)
    assert legal is not None
    texts = [choice.value.text for choice in legal]
    assert texts == ["VERDICT: yes", "VERDICT: not_yes", "I am not sure."]


def test_each_set_of_the_tools_that_a_gate_names_is_called() -> None:
    rule = {"all_tools_called": ["search"], "no_tool_called": ["delete"]}
    gate = {"name": "f", "kind": "function", "rule": rule}
    legal = RUNTIME.legal(begin(workflow("a>b", a={"eval": [gate]}, b={})))
    assert legal is not None
    called = [tuple(call["tool"] for call in choice.value.calls) for choice in legal]
    assert set(called) == {(), ("search",)}  # one for what the gate tells apart


def test_a_bounded_default_that_is_used_up_is_no_way_out() -> None:
    state = begin(workflow("a>a*1 a>b?p", a={}, b={}))
    for _ in range(2):
        state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
        texts = [choice.value.text for choice in RUNTIME.choices(state)]
        state, _ = RUNTIME.step(state, RUNTIME.read(state, "a"))
    assert texts == ["b", "none of these"]


def gate(*required: str, **match: Any) -> dict[str, Any]:
    """A value evaluator that requires paths, or that a path has a value."""
    rule: dict[str, Any] = {"output_required": [*required]} if required else {}
    if match:
        rule["output_matches"] = [match]
    return {"name": "v", "kind": "value", "rule": rule}


def ends_of(node: Any, after: Any = None, **options: Any) -> set[tuple[str, bool]] | None:
    """How visits of a first node may end, and whether the next one's `requires` passes then; none
    where that isn't derived."""
    state = begin(workflow("a>b", a=node, b={"requires": after} if after else {}), **options)
    legal = RUNTIME.legal(state)
    if legal is None:
        return None
    found = set()
    for each in legal:
        reached, events = RUNTIME.step(state, each)
        told = [event for event in events if event.kind == "node:exit"]
        found.add((told[0].data["result"]["status"], reached.pending is not None))
    return found


PASSES, FAILS = ("success", True), ("failed", True)
JUDGE = {"name": "j", "kind": "judge", "rubric": "r"}
ALL = {"all_tools_called": [*"abcdefghij"]}


def sides_of(check: Any, output: Any) -> set[bool]:
    """Whether an evaluator passes on data that are said, as a judge after it finds."""
    node = {"eval": [check, JUDGE], **({"output": output} if output is not None else {})}
    state = begin(workflow(a=node))
    legal = RUNTIME.legal(state)
    assert legal is not None
    reached = [RUNTIME.step(state, each)[0].pending for each in legal]
    return {each.verdicts[0].passed for each in reached if each is not None and each.verdicts}


def of_x(**schema: Any) -> Any:
    """An output that requires a property with a schema."""
    return {"properties": {"x": schema}, "required": ["x"]}


@pytest.mark.parametrize(
    ("check", "output", "sides"),
    [
        (gate("x[*]"), None, {True, False}),
        (gate("any:x[*].k[*].l"), None, {True, False}),
        (gate("any:x[*]"), of_x(type="array", items={"type": "null"}), {False}),
        (gate("x[*]"), of_x(type="string"), {False}),
        (gate("x[*].k"), of_x(items={"required": ["k"]}, minItems=1, type="array"), {True, False}),
        (gate("x.length"), of_x(type="array"), {True}),
        (gate("x.length.y"), of_x(type="array"), {False}),
        (gate(path="x.length", equals=40), of_x(type="array"), {True, False}),
        (gate(path="x.length", equals=3), of_x(type="array", maxItems=2), {False}),
        (gate(path="x.length", equals=0), of_x(type="array", minItems=1), {False}),
        (gate(path="x.length", matches="a"), of_x(type="array"), {False}),
        (gate(path="x.length", matches="2"), of_x(type="array"), {True, False}),
        (gate(path="x[*]", equals=1), of_x(type="array", maxItems=0), {True}),
        (gate(path="x", equals=[]), of_x(type="array", items={"type": "null"}), {True, False}),
        (gate(path="x", equals=[1]), of_x(type="array", minItems=1, maxItems=1), {True, False}),
        (gate(path="x", equals={"k": 1}), of_x(type="object", required=["k"]), {True, False}),
        (gate(path="x[*].k", **{"in": [[1], {"l": 2}]}), None, {True, False}),
        (gate(path="x", matches="1"), of_x(type="number"), {True, False}),
        (gate(path="x", matches="a"), of_x(type="integer"), {False}),
        (gate(path="x", matches="^[{]"), of_x(type="array"), {False}),
        (gate(path="x", matches="^["), None, {False}),
        (gate("x."), None, {False}),
        (gate("toString"), {"properties": {"toString": False}}, {True}),
        (gate("x.map"), of_x(type="array"), {True}),
        (gate(path="x.map", equals=1), of_x(type="array"), {False}),
        (gate("x"), {"properties": {"x": {"type": "none"}}}, {True, False}),
    ],
)
def test_the_sides_of_a_check_are_found_that_data_are_on(
    check: Any, output: Any, sides: set[bool]
) -> None:
    assert sides_of(check, output) == sides


@pytest.mark.parametrize(
    ("path", "more", "reached"),
    [
        (
            "a.error",
            {},
            {("success", True), ("success", False), ("failed", True), ("failed", False)},
        ),
        ("a.fail_soft", {"fail_soft": True}, {("success", True), ("success", False)}),
        ("a.evals.v.pass", {"eval": [gate("x")]}, {PASSES, FAILS, ("failed", False)}),
        ("a.evals.v.passed", {"eval": [gate("x")]}, {("success", False), ("failed", False)}),
        ("a.skipped_reason", {"output": {"additionalProperties": False}}, {("success", False)}),
    ],
)
def test_what_the_runtime_writes_is_found(
    path: str, more: Any, reached: set[tuple[str, bool]]
) -> None:
    found = ends_of(more, {"output_required": [path]})
    assert found is not None
    assert reached <= found


def test_a_node_that_no_data_are_possible_for_fails() -> None:
    output = {"properties": {"x": {"type": "string", "minLength": 2, "maxLength": 1}}}
    assert ends_of({"output": {**output, "required": ["x"]}}) == {FAILS}


def test_a_client_may_fail_whatever_is_declared() -> None:
    assert ends_of({"output": {"not": {}}}) == {FAILS}


def test_no_client_says_of_a_run_that_fails_that_it_fails_softly() -> None:
    found = ends_of({}, {"output_required": ["a.fail_soft"]})
    assert found == {PASSES, ("success", False), ("failed", False)}


def test_values_that_conditions_tell_apart_are_found_where_the_router_obeys() -> None:
    output = {"properties": {"x": {"enum": ["yes", "no"]}}, "required": ["x"]}
    flow = workflow("a>b b>c?p b>d?q", a={"output": output}, b={}, c={}, d={})
    flow["edges"][1]["when"], flow["edges"][2]["when"] = "a.x is yes", "a.x is no"
    state = RUNTIME.obeying(RUNTIME.relax(begin(flow)))
    assert state is not None
    legal = RUNTIME.legal(state)
    assert legal is not None
    tried, found = (
        {RUNTIME.step(state, each)[0].known["a"] for each in choices}
        for choices in (RUNTIME.choices(state), legal)
    )
    assert tried == found
    assert len(found) == 3


def test_an_invalid_schema_declares_only_what_is_required() -> None:
    assert ends_of({"output": {"type": 3, "required": ["x"]}}) == {PASSES}


def test_with_documented_semantics_a_gate_that_fails_is_no_agent_that_fails() -> None:
    node = {"output": {"required": ["x"]}}
    found = ends_of(node, semantics="documented")
    assert found == {PASSES, ("failed", False)}


def test_a_tool_that_is_wanted_and_banned_may_be_called_in_vain() -> None:
    wanted = {"name": "f", "kind": "function", "rule": {"any_tool_called": ["t"]}}
    banned = {"name": "g", "kind": "function", "rule": {"no_tool_called": ["t"]}}
    legal = RUNTIME.legal(begin(workflow(a={"eval": [wanted, banned, JUDGE]})))
    assert legal is not None
    assert {"", "success", "error"} == {
        "".join(call["status"] for call in each.value.calls) for each in legal
    }


@pytest.mark.parametrize(
    "node",
    [
        {"eval": [gate(path="x", matches="(?!)")]},
        {
            "output": {
                "properties": {"x": {"type": "string", "pattern": "(?=a)b"}},
                "required": ["x"],
            }
        },
        {
            "eval": [
                {"name": "f", "kind": "function", "rule": {"all_tools_called": [*"abcdefghij"]}}
            ]
        },
    ],
)
def test_where_a_schema_or_a_pattern_is_not_decided_there_are_none(node: Any) -> None:
    assert RUNTIME.legal(begin(workflow(a=node))) is None


@pytest.mark.parametrize(
    ("match", "more"),
    [
        ({"path": "a", "matches": "x"}, {}),
        ({"path": "a.evals.v.reasoning", "matches": "x"}, {"eval": [gate("x")]}),
        (
            {"path": "a.error", "matches": "x"},
            {"eval": [{"name": "j", "kind": "judge", "rubric": "r"}]},
        ),
    ],
)
def test_where_a_gate_looks_at_texts_of_the_runtime_there_are_none(match: Any, more: Any) -> None:
    assert ends_of(more, {"output_matches": [match]}) is None


def test_where_a_gate_tells_the_errors_of_gates_by_their_verdicts_there_are_none() -> None:
    asked = {"output_matches": [{"path": "a.error", "matches": "x"}]}
    assert ends_of({"eval": [gate("x")]}, {**asked, "output_required": ["a.evals.v"]}) is None
    assert ends_of({"eval": [gate("x")]}, asked) is not None


@pytest.mark.parametrize("declared", [True, False])
def test_verdicts_that_data_hide_are_told_apart_while_a_judge_is_asked(declared: bool) -> None:
    output: dict[str, Any] = (
        {"properties": {"evals": {"properties": {"j": {}}}}} if declared else {}
    )
    asked = {"output_required": ["a.evals.j.pass"]}
    keys = keys_after({"eval": [JUDGE], "output": output}, requires=asked)
    assert len(set(keys.values())) == len(keys) == (3 if declared else 1)


def keys_after(node: Any, **later: Any) -> dict[str, Hashable]:
    """The keys of the states after what the first node can say, by its data and calls."""
    state = begin(workflow("a>b", a=node, b=later))
    legal = RUNTIME.legal(state)
    assert legal is not None
    ran = [each for each in legal if each.value.status == "success"]
    return {
        str((dict(each.value.data), len(each.value.calls))): RUNTIME.key(
            RUNTIME.step(state, each)[0]
        )
        for each in ran
    }


SEARCHES = {"name": "f", "kind": "function", "rule": {"any_tool_called": ["search"]}}


def test_calls_that_an_evaluator_looks_at_after_a_judge_are_told_apart() -> None:
    keys = keys_after({"eval": [JUDGE, SEARCHES]})
    assert len(set(keys.values())) == len(keys) == 2


def test_data_that_only_the_judge_looks_at_are_not_told_apart() -> None:
    output = {"properties": {"x": {"enum": [1, 2]}}, "required": ["x"]}
    state = begin(workflow("a>b", a={"eval": [JUDGE], "output": output}, b={}))
    keys = {
        RUNTIME.key(RUNTIME.step(state, Choice("model", Ran("success", {"x": x})))[0])
        for x in (1, 2)
    }
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("wants", "apart"),
    [
        ({"output_matches": [{"path": "a.x", "equals": 1}]}, True),
        ({"output_matches": [{"path": "a", "matches": '"x":1,"error"'}]}, True),
        ({"output_matches": [{"path": "a.error", "matches": "not_yes"}]}, True),
        ({"output_matches": [{"path": "a.error", "in": ["eval failed"]}]}, True),
        ({"output_required": ["a.error", "a.x"]}, False),
        ({"output_required": ["a.skipped_reason"]}, False),
        ({"output_required": ["a.evals.j"]}, False),
    ],
)
def test_data_that_a_later_gate_looks_at_are_told_apart_while_a_judge_is_asked(
    wants: Any, apart: bool
) -> None:
    output = {"properties": {"x": {"enum": [1, 2]}}, "required": ["x"]}
    state = begin(workflow("a>b", a={"eval": [JUDGE], "output": output}, b={"requires": wants}))
    runs = (Choice("model", Ran("success", {"x": x})) for x in (1, 2))
    assert (len({RUNTIME.key(RUNTIME.step(state, run)[0]) for run in runs}) == 2) is apart
