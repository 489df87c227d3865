"""Any registry with any script: no run raises, every run ends, and its story is consistent."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dialects.climpt.runs import DEFAULTS, OPEN, RUNTIME, Scripted, agent, begin, load, step
from phaselint.dialects.climpt.analysis.facts import ClimptFacts
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.running.session import State

KEYS = ("initial.a", "continuation.a", "verification.b", "closure.a", "custom.c", "section.d")
INTENTS = ("next", "repeat", "jump", "closing", "abort", "escalate", "handoff")
VALUES = st.sampled_from((None, True, 0, 1.5, "", "x", "a>b", ["x"], {"a": 1}))
TARGETS = st.sampled_from((*KEYS, "none", None))
RULES = st.one_of(
    st.builds(lambda target: {"target": target}, TARGETS),
    st.builds(
        lambda targets: {"condition": "note", "targets": targets},
        st.dictionaries(st.sampled_from(("x", "true", "default")), TARGETS, max_size=2),
    ),
    st.just({}),
)
GATES = st.fixed_dictionaries(
    {"allowedIntents": st.lists(st.sampled_from(INTENTS), max_size=3)},
    optional={
        "failFast": st.booleans(),
        "fallbackIntent": st.sampled_from(INTENTS),
        "targetField": st.sampled_from(("next_action.target", "note")),
        "handoffFields": st.lists(
            st.sampled_from(("note", "next_action.action", "no")), max_size=2
        ),
    },
)
FIELDS = st.fixed_dictionaries(
    {"gate": GATES, "transitions": st.dictionaries(st.sampled_from(INTENTS), RULES, max_size=3)},
    optional={
        "inputs": st.sampled_from(({"i": {"from": "initial.a.note", "required": True}},)),
        "runner": st.just({"command": "c", "args": ["${context.x}"]}),
        "stepKind": st.sampled_from(("work", "closure", "odd")),
    },
)
STEPS = st.fixed_dictionaries({"initial.a": FIELDS}, optional=dict.fromkeys(KEYS[1:], FIELDS))
VALIDATION: Mapping[str, Any] = {
    "validators": {
        "v": {
            "type": "command",
            "command": "c",
            "successWhen": "exitCode:0",
            "failurePattern": "p",
            "extractParams": {},
        }
    },
    "validationSteps": {
        f"closure.{word}": {
            "stepId": "v",
            "name": "V",
            "c2": "retry",
            "c3": "draft",
            "validationConditions": [{"validator": "v"}],
        }
        for word in ("iteration", "check", "keyword")
    },
}
VERDICTS = st.sampled_from(
    (
        ("count:iteration", {}),
        ("count:check", {"maxChecks": 2}),
        ("detect:keyword", {"verdictKeyword": "x"}),
    )
)
ANSWERS = st.lists(
    st.one_of(
        st.builds(
            lambda word, note, text: {
                "so": {"next_action": {"action": word, "target": "closure.a"}, "note": note},
                "text": text,
            },
            st.sampled_from((*INTENTS, "done", "odd")),
            VALUES,
            st.sampled_from(("", "x")),
        ),
        st.just({"text": "prose"}),
        st.just({"error": "boom"}),
        st.just({"so": {}, "validators": {"v": [{"exit": 1}, {"exit": 0}]}}),
    ),
    min_size=1,
    max_size=6,
)


def files_of(steps: Mapping[str, Any], verdict: tuple[str, Any], validated: bool) -> dict[str, str]:
    """The files of a random agent."""
    note = {"note": {"type": ["string", "number", "boolean", "null", "array", "object"]}}
    listed = [step(key, **fields, schema=note) for key, fields in steps.items()]
    more = VALIDATION if validated else {}
    return agent(*listed, verdict=verdict[0], config=verdict[1], most=5, **more)


@settings(max_examples=120)
@given(STEPS, VERDICTS, st.booleans(), ANSWERS)
def test_every_run_ends_within_the_limit_and_tells_a_consistent_story(
    steps: Any, verdict: Any, validated: bool, answers: Any
) -> None:
    run = Scripted(files_of(steps, verdict, validated), *answers, **OPEN)
    summary, records = run.summary, run.iterations
    assert run.run.outcome.kind != "running"
    assert summary["iterations"] == len(records) <= 5
    assert summary["phases_visited"] == [record["step"] for record in records]
    assert summary["model_calls"] == len(run.prompts) <= len(records)
    assert summary["success"] is (run.outcome == "completed")
    for before, after in pairwise(records):
        assert after["step"] == before.get("next", before["step"])
    if summary["success"]:
        assert records[-1]["complete"] is True


KINDS: Mapping[str, tuple[str, ...]] = {
    "initial.a": ("next", "repeat", "jump", "handoff"),
    "continuation.a": ("next", "jump", "handoff"),
    "verification.b": ("next", "repeat", "escalate"),
    "closure.a": ("closing", "repeat"),
    "custom.c": ("next", "handoff", "closing"),
}


@st.composite
def sound_steps(draw: st.DrawFn) -> dict[str, Any]:
    """Steps that may do what their kind may, mostly with a rule that leads to a step."""
    rules = st.one_of(
        st.builds(lambda target: {"target": target}, st.sampled_from(tuple(KINDS))),
        RULES,
    )
    return {
        key: {
            "gate": {
                "allowedIntents": draw(st.lists(st.sampled_from(words), min_size=1, unique=True)),
                "handoffFields": ["note"],
                **({"targetField": "next_action.target"} if draw(st.booleans()) else {}),
            },
            "transitions": {word: draw(rules) for word in words},
            **({"inputs": READS} if draw(st.booleans()) and key != "initial.a" else {}),
        }
        for key, words in KINDS.items()
    }


READS = {"i": {"from": "initial.a.note", "required": True}}
MOVES = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from((*KINDS, "none")), VALUES), min_size=3, max_size=8
)


@settings(max_examples=30)
@given(sound_steps(), VERDICTS, st.booleans(), MOVES)
def test_exploring_finds_whatever_valid_answers_lead_to(
    steps: Any, verdict: Any, validated: bool, moves: Any
) -> None:
    files = files_of(steps, verdict, validated)
    state = begin(files, **OPEN)
    atlas = explore(RUNTIME, RUNTIME.relax(state), 400)
    if not atlas.complete:
        return
    found = {(each.step, told(each)) for each in atlas.states}
    for number, target, note in moves:
        if not state.waiting:
            break
        words = state.at.gate.allowed if state.at.gate else ()
        action = {"action": words[number % len(words)], "target": target}
        answer = {"so": {"next_action": action, "note": "x" if note == "a>b" else note}}
        state, _ = RUNTIME.step(state, RUNTIME.read(state, answer))
        assert told(state).startswith("limit") or (state.step, told(state)) in found


def told(state: State) -> str:
    return str(state.ended or "running")


@given(STEPS, VERDICTS)
@settings(max_examples=60)
def test_the_lengths_of_ways_are_those_of_the_ways(
    steps: Mapping[str, Any], verdict: tuple[str, Any]
) -> None:
    facts = ClimptFacts(load(files_of(steps, verdict, False)), DEFAULTS, 1000)
    assert facts.way_lengths == {key: len(facts.way(key)) for key in facts.steps}
