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
    from collections.abc import Hashable
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
    """Whether a gate looks at what is said in a state."""
    node, book = state.law.workflow.nodes[state.node], state.law.book
    return bool(node.evals) or (book is not None and node.id in book.read)


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


def test_what_they_reach_beside_leads_to_nothing_else() -> None:
    random, seen = picker("ends"), Counter[str]()
    for _ in until(seen, {"gated": 4}, 30):
        contract = load(finite(random))
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


@pytest.mark.parametrize(
    "node",
    [
        {"eval": [{"name": "v", "kind": "value", "rule": {"output_required": ["x[*]"]}}]},
        {
            "eval": [
                {
                    "name": "v",
                    "kind": "value",
                    "rule": {"output_matches": [{"path": "x", "matches": "1"}]},
                }
            ],
            "output": {"properties": {"x": {"type": "number"}}},
        },
        {
            "output": {
                "properties": {"x": {"type": "string", "pattern": "(?=a)b"}},
                "required": ["x"],
            }
        },
    ],
)
def test_where_a_gate_or_a_schema_decides_there_are_none(node: Any) -> None:
    assert RUNTIME.legal(begin(workflow(a=node))) is None


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


JUDGE = {"name": "j", "kind": "judge", "rubric": "r"}
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


def test_data_that_a_later_gate_looks_at_are_told_apart_while_a_judge_is_asked() -> None:
    output = {"properties": {"x": {"enum": [1, 2]}}, "required": ["x"]}
    wants = {"output_matches": [{"path": "a.x", "equals": 1}]}
    keys = keys_after({"eval": [JUDGE], "output": output}, requires=wants)
    assert len(set(keys.values())) == 2
