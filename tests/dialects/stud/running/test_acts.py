"""What whole runs of pipelines do, as acts, what their text lets them do, and turns in parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from acted import acts_of, in_words
from dialects.stud.pipelines import (
    END,
    OPEN,
    RUNTIME,
    Scripted,
    done,
    load,
    lone,
    pipeline,
    stage,
    text,
    to,
    tool,
)
from phaselint.behavior.acting import act_atlas
from phaselint.dialects.base import Target
from phaselint.dialects.records import Choice
from phaselint.dialects.stud import DIALECT
from phaselint.dialects.stud.running.session import Call, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.behavior.acting import ActAtlas
    from phaselint.dialects.stud.running.session import State

BRANCHED: Mapping[str, Any] = {
    "branches": [{"when": {"verdict": "fail"}, **to("a")}, {"when": {"verdict": "ok"}, **to("b")}],
    "default": END,
}
REFERENCE = {"options": {"profile": "reference"}}


def told(run: Scripted) -> list[str]:
    return in_words(RUNTIME.acts(run.run.events))


def atlas_of(manifest: Mapping[str, Any], bound: int = 2_000) -> ActAtlas:
    """All that runs of a pipeline do."""
    contract = load(manifest)
    start = RUNTIME.relax(RUNTIME.start(contract, OPEN, {}, {}))
    found = act_atlas(RUNTIME, contract, start, bound)
    assert found.complete
    return found


# --- whole runs -----------------------------------------------------------------------------------


def test_stages_are_entered_and_completed_and_ways_taken() -> None:
    manifest = pipeline("a", "b", next={"a": BRANCHED, "b": to("c")}) | {}
    manifest["stages"].append(stage("c"))
    run = Scripted(manifest, {each: [done()] for each in "abc"}, assert_={"c": ["fail"]})
    assert told(run) == [
        "enter a",
        "complete a",
        "take branch 2 of a",
        "enter b",
        "complete b",
        "take next of b",
        "enter c",
    ]


def test_a_verdict_that_no_branch_takes_goes_the_default_way() -> None:
    manifest = pipeline("a", "b", next={"a": {**BRANCHED, "default": to("b")}})
    run = Scripted(manifest, {"b": [done()]}, gate={"a": ["skip"]})
    assert told(run) == ["enter a", "take default of a", "enter b", "complete b", "take next of b"]


def test_calls_are_told_as_they_are_let_through_and_end() -> None:
    manifest = pipeline("a")
    turns = {"a": [tool("read", "write", "read"), done()]}
    world: dict[str, Any] = {"toolResults": {"read": [{"error": {}}, {}]}}
    assert told(Scripted(manifest, turns, **world)) == [
        "enter a",
        "call read (no)",
        "call read",
        "complete a",
        "take next of a",
    ]


def test_an_attempt_that_is_repeated_completes_no_stage() -> None:
    again = stage("a", retryPolicy={"maxAttempts": 2, "backoff": "none"})
    run = Scripted(pipeline(again), {"a": [done(), done()]}, assert_={"a": ["retry", "ok"]})
    assert told(run) == ["enter a", "complete a", "take next of a"]


def test_a_stage_that_cannot_begin_is_entered_in_vain() -> None:
    picky = stage("b", inputsSchema=False)
    run = Scripted(pipeline("a", picky, next={"a": to("b")}), {"a": [done()]})
    assert told(run) == ["enter a", "complete a", "take next of a", "enter b (no)"]


def test_siblings_have_threads_in_all_steps_and_their_join_has_none() -> None:
    manifest = pipeline("a", "b", "c", "d", next={"a": to("b", "c", join="d")})
    turns = {"a": [done()], "b": [tool("read"), done()], "c": [done()], "d": [done()]}
    expected = [
        "enter a",
        "complete a",
        "take next of a",
        "1: enter b",
        "2: enter c",
        "1: call read",
        "2: complete c",
        "1: complete b",
        "enter d",
        "complete d",
        "take next of d",
    ]
    assert told(Scripted(manifest, turns)) == expected
    assert told(Scripted({**manifest, **REFERENCE}, turns)) == expected


def test_a_stage_alone_is_a_run_of_its_own() -> None:
    contract = lone("---\nid: a\ncompletionTool: finish\ncompletionSchema: {}\n---\nDo it.\n")
    run = Scripted(contract, {"a": [done()]}, options={"refuse-invalid": False})
    assert told(run) == ["enter a", "complete a"]
    assert [each.act.text for each in RUNTIME.known_acts(contract)] == ["enter a", "complete a"]


def test_a_run_of_the_loan_desk() -> None:
    target = Target("stud", "", "loans.stud.yaml")
    script = "tests/loans.script.yaml"
    name = "a tool that a stage is not allowed is not called"
    assert acts_of(DIALECT, target, "loan-desk-fixed", script, name) == [
        "enter intake",
        "complete intake",
        "take next of intake",
        "1: enter condition",
        "2: enter climate",
        "3: enter insurance",
        "1: complete condition",
        "2: complete climate",
        "3: complete insurance",
        "enter assess",
        "complete assess",
        "take default of assess",
        "enter refusal",
        "complete refusal",
        "take next of refusal",
    ]


# --- what is declared -----------------------------------------------------------------------------


def test_known_acts_have_the_places_that_declare_them() -> None:
    manifest = pipeline(stage("a", allowedTools=["read", "finish"]), "b", next={"a": BRANCHED})
    known = {each.act.text: each for each in RUNTIME.known_acts(load(manifest)) if each.place}
    assert {text: each.place.pointer for text, each in known.items() if each.place} == {
        "enter a": ("stages", 0, "id"),
        "complete a": ("stages", 0, "id"),
        "take branch 1 of a": ("next", "a", "branches", 0, "when"),
        "take branch 2 of a": ("next", "a", "branches", 1, "when"),
        "take default of a": ("next", "a", "default"),
        "call read": ("stages", 1, "allowedTools", 0),
        "enter b": ("stages", 1, "id"),
        "complete b": ("stages", 1, "id"),
        "take next of b": ("next", "b"),
    }
    assert not any(each.offered for each in known.values())


def test_a_stage_that_is_only_a_sibling_takes_no_way() -> None:
    manifest = pipeline("a", "b", "c", "d", next={"a": to("b", "c", join="d")})
    texts = {each.act.text for each in RUNTIME.known_acts(load(manifest))}
    assert {text for text in texts if text.startswith("take")} == {
        "take next of a",
        "take next of d",
    }


def test_all_that_runs_do_is_known() -> None:
    manifest = pipeline("a", "b", next={"a": BRANCHED})
    atlas = atlas_of(manifest)
    done_ = {act.name for edges in atlas.out for edge in edges for act in edge.acts}
    own = {name for name in done_ | {act.name for act in atlas.opening} if name[1]}
    known = {each.act.name for each in RUNTIME.known_acts(load(manifest))}
    assert {name for name in own if name[0] != "end"} == known


# --- turns in parts -------------------------------------------------------------------------------


def runs(atlas: ActAtlas, longest: int) -> set[tuple[str, ...]]:
    """What is done in runs of at most so many acts, up to the end."""
    found = set()
    waiting: list[tuple[int, tuple[str, ...]]] = [(0, tuple(in_words(atlas.opening)))]
    while waiting:
        state, words = waiting.pop()
        if atlas.ended[state]:
            found.add(words)
        for edge in atlas.out[state]:
            more = (*words, *in_words(edge.acts))
            if len(more) <= longest:
                waiting.append((edge.target, more))
    return found


def test_one_turn_calls_tools_or_completes_its_stage_and_does_not_do_both() -> None:
    once = pipeline(stage("a", turnCap=1, allowedTools=["read"]), next={"a": END})
    found = runs(atlas_of(once), 9)
    both = {run for run in found if "call read" in run and "turn" in run}
    assert both
    for run in both:
        assert run.count("turn") == 1
    completed = ("start", "enter a", "turn", "complete a", "take next of a", "end completed")
    assert completed in found
    called = ("start", "enter a", "turn", "call read", "call read", "complete a")
    assert (*called, "take next of a", "end completed") in found  # a cap hit that is well


def test_parts_of_turns_are_written_as_turns() -> None:
    read, write = Call("read", {}), Call("write", {})
    finish = Choice("model", Turn("", (Call("finish", {"n": 1}),)))
    parts = [
        Choice("model", Turn("", (read,), more=True)),
        Choice("tool", Turn("", (write,), more=True)),
        Choice("tool", Turn()),
    ]
    whole = Choice("model", Turn("", (read, write)))
    assert RUNTIME.joined([*parts, finish]) == (whole, finish)
    assert RUNTIME.joined(parts[:2]) == (whole,)
    manifest = pipeline(stage("a", allowedTools=["read", "write"]))
    after = [_played(manifest, choices) for choices in ([*parts, finish], [whole, finish])]
    assert RUNTIME.act_key(after[0]) == RUNTIME.act_key(after[1])


def _played(manifest: Mapping[str, Any], choices: list[Choice]) -> State:
    state = RUNTIME.start(load(manifest), OPEN, {}, {})
    for choice in (RUNTIME.read(state, "proceed"), *choices):
        state = RUNTIME.step(state, choice)[0]
    return state


def test_two_siblings_may_leave_their_plain_ways_together() -> None:
    manifest = pipeline(
        "a",
        *(stage(name, allowedTools=["read"]) for name in "bc"),
        "d",
        next={"a": to("b", "c", join="d")},
    )
    state = RUNTIME.start(load(manifest), OPEN, {}, {})
    for answer in ("proceed", done(), "ok", "proceed", "proceed", text()):
        state = RUNTIME.step(state, RUNTIME.read(state, answer))[0]
    assert state.current.id == "c"
    said = [choice.value for choice in RUNTIME.act_choices(state)]
    assert Turn() in said
    assert Turn("", (Call("read", {}),), more=True) in said


def test_a_tool_that_the_world_bars_is_not_called_and_one_that_it_grants_is() -> None:
    world = {"guards": [{"tool": "read", "deny": "No"}], "grants": {"a": {"crane": ["approve"]}}}
    state = RUNTIME.start(load(pipeline("a")), OPEN, {}, world)
    state = RUNTIME.step(state, RUNTIME.read(state, "proceed"))[0]
    parts = [choice.value for choice in RUNTIME.act_choices(state) if choice.value.more]
    assert [each.calls[0].name for each in parts] == ["crane"]
