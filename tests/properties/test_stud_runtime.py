"""Any pipeline with any script: no run raises, and its story is consistent."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dialects.stud.pipelines import DEFAULTS, OPEN, RUNTIME, load, pipeline, stage
from phaselint.dialects.protocol import TooManyChoices
from phaselint.executor.explore import explore
from phaselint.executor.scenario import play
from phaselint.executor.script import Scenario

IDS = ("a", "b", "c", "d")
NAMES = st.sampled_from((*IDS, "gone"))
RESULTS = st.fixed_dictionaries(
    {"nextStages": st.lists(NAMES, max_size=3)},
    optional={"execution": st.sampled_from(("sequential", "parallel", "terminate"))},
)
FORKS = st.builds(
    lambda names, join: {"execution": "parallel", "nextStages": names, "join": join},
    st.lists(NAMES, min_size=1, max_size=3),
    NAMES,
)
CONDITIONS = st.sampled_from(
    (
        {},
        {"verdict": "ok"},
        {"verdict": ["fail", "retry"]},
        {"verdict": "skip"},
        {"capHit": True},
        {"path": "parsed.n", "equals": 1},
        {"path": "parsed.n", "in": [2, 3]},
        {"path": "parsed.m", "exists": True},
        {"path": "output.kind", "equals": "x"},
    )
)
SPECS = st.one_of(
    RESULTS,
    FORKS,
    st.fixed_dictionaries(
        {
            "branches": st.lists(
                st.builds(
                    lambda when, way: {"when": when, **way}, CONDITIONS, st.one_of(RESULTS, FORKS)
                ),
                min_size=1,
                max_size=3,
            )
        },
        optional={"default": RESULTS},
    ),
)
FIELDS = st.fixed_dictionaries(
    {
        "turnCap": st.integers(1, 3),
        "retryPolicy": st.fixed_dictionaries(
            {
                "maxAttempts": st.integers(1, 2),
                "backoff": st.sampled_from(("none", "fixed")),
            }
        ),
    },
    optional={
        "inputsSchema": st.sampled_from(
            ({"properties": {"verdict": {"const": "ok"}}}, {"required": ["parsed"]}, False)
        ),
        "completionSchema": st.sampled_from(({"type": "array"}, {"type": "object"}, {"type": 1})),
        "body": st.sampled_from(("{{ctx.upstream[0].parsed.n}}", "${ctx.x} {{#if}}", "{{")),
        "allowedTools": st.sampled_from(([], ["read"], ["write", "crane"])),
    },
)
MANIFESTS = st.builds(
    lambda fields, ways, profile, policy: pipeline(
        *(stage(id, **own) for id, own in zip(IDS, fields, strict=True)),
        next=ways,
        options={"profile": profile, "joinPolicy": policy},
    ),
    st.tuples(*(FIELDS for _ in IDS)),
    st.dictionaries(st.sampled_from(IDS), SPECS, max_size=4),
    st.sampled_from(("documented", "documented", "reference")),
    st.sampled_from(("separate", "sibling")),
)
CALLS = st.lists(
    st.builds(
        lambda name, args: {"name": name, "args": args},
        st.sampled_from(("finish", "finish", "read", "crane")),
        st.sampled_from(({"n": 1}, {"n": 2, "m": None}, {}, {"n": "x"}, [], "x")),
    ),
    max_size=2,
)
TURNS = st.one_of(
    st.just({"text": "hm"}),
    st.builds(lambda calls: {"calls": calls}, CALLS),
    st.just({"calls": [{"name": "finish", "args": {"n": 1}}]}),
)
VERDICTS = st.lists(st.sampled_from(("ok", "ok", "fail", "retry", "skip")), max_size=3)
WORLDS = st.fixed_dictionaries(
    {},
    optional={
        "assert": st.dictionaries(st.sampled_from(IDS), VERDICTS, max_size=2),
        "gate": st.dictionaries(
            st.sampled_from(IDS),
            st.lists(st.sampled_from(("proceed", "proceed", "skip", "retry")), max_size=2),
            max_size=2,
        ),
        "output": st.just({"a": [{"kind": "x"}, None]}),
        "grants": st.just({"a": {"crane": ["approve", "deny"]}}),
        "guards": st.just([{"tool": "read", "deny": "No"}]),
        "toolResults": st.just({"read": {"error": {"class": "ToolTransient", "code": "X"}}}),
        "cancel": st.sampled_from(("a:1.1", "b:1.2", "c:2.1")),
    },
)
ANSWERS = st.lists(TURNS, min_size=1, max_size=12)


def scenario(turns: Any, world: Any) -> Scenario:
    """The turns, over and over, for whatever stage asks."""
    return Scenario("any", given={"ctx": {"x": 1}}, model=turns * 20, world=world)


@settings(max_examples=100)
@given(MANIFESTS, ANSWERS, WORLDS)
def test_every_run_tells_a_consistent_story(manifest: Any, turns: Any, world: Any) -> None:
    contract = load(manifest)
    options = {**DEFAULTS, "max-stage-executions": 12}
    played = play(RUNTIME, contract, options, scenario(turns, world))
    again = play(RUNTIME, contract, options, scenario(turns, world))
    assert played.flaws == ()
    assert played.run.events == again.run.events
    assert played.run.summary == again.run.summary
    summary, kinds = played.run.summary, [event.kind for event in played.run.events]
    assert len(summary["phases_visited"]) == summary["executions"] <= 12
    assert len(summary["results"]) <= summary["executions"]
    if str(played.run.outcome) in ("completed", "failed"):
        assert len(summary["results"]) == summary["executions"]
        assert kinds.count("StageEntered") == kinds.count("StageExited")
    caps = {each["id"]: each["turnCap"] for each in manifest["stages"]}
    for event in played.run.events:
        if event.kind == "ProviderRequestStarted":
            assert event.data["turn"] <= caps[event.data["stage"]]
        assert RUNTIME.headline(event)
    ended = played.run.outcome.kind != "running"
    assert kinds.count("WorkflowExit") == (ended and manifest["options"]["profile"] != "reference")


@settings(max_examples=40)
@given(MANIFESTS, ANSWERS, st.booleans())
def test_what_a_script_does_is_seen_by_exploration(manifest: Any, turns: Any, asked: bool) -> None:
    """A run that exploration saw all of ends as some explored one."""
    contract = load(manifest)
    options = {**(OPEN if asked else DEFAULTS), "max-stage-executions": 400}
    start = RUNTIME.relax(RUNTIME.start(contract, options, {}, {}))
    found = explore(RUNTIME, start, 400)
    if not found.complete:
        return
    ends = {RUNTIME.outcome(state) for state in found.states}
    state, number = start, 0
    while RUNTIME.asks(state) is not None and number < 60:
        question = RUNTIME.asks(state)
        if question is not None and question.channel == "ask":
            choice = RUNTIME.choices(state)[0]
        else:
            choice = RUNTIME.read(state, turns[number % len(turns)])
        state, _ = RUNTIME.step(state, choice)
        number += 1
    assert RUNTIME.outcome(state) in ends


@settings(max_examples=40)
@given(MANIFESTS, st.booleans())
def test_states_with_one_key_go_the_same_ways(manifest: Any, asked: bool) -> None:
    contract = load(manifest)
    start = RUNTIME.relax(RUNTIME.start(contract, OPEN if asked else DEFAULTS, {}, {}))
    first: dict[Any, Any] = {}
    waiting, steps = [start], 0
    while waiting and steps < 150:
        state = waiting.pop(0)
        steps += 1
        try:
            ways = [RUNTIME.step(state, choice)[0] for choice in RUNTIME.choices(state)]
        except TooManyChoices:
            continue
        keys = {RUNTIME.key(each) for each in ways}
        known = first.setdefault(RUNTIME.key(state), keys)
        assert keys == known
        waiting += ways
