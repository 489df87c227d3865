"""What whole runs of agents do, as acts, and what their text lets them do."""

from __future__ import annotations

from typing import Any

from acted import acts_of, in_words
from dialects.climpt.runs import (
    CLOSING,
    HANDOFF,
    NEXT,
    REPEAT,
    RUNTIME,
    THREE,
    Scripted,
    agent,
    begin,
    load,
    says,
    step,
)
from phaselint.behavior.acting import act_atlas
from phaselint.dialects.base import Target
from phaselint.dialects.climpt import DIALECT

CHECK: dict[str, Any] = {
    "validators": {
        "clean": {
            "type": "command",
            "command": "look",
            "successWhen": "exitCode:0",
            "failurePattern": "none",
            "extractParams": {},
        }
    },
    "validationSteps": {
        "closure.iteration": {
            "stepId": "closure.iteration",
            "name": "Check",
            "c2": "retry",
            "c3": "a",
            "validationConditions": [{"validator": "clean"}],
            "onFailure": {"action": "retry", "maxAttempts": 3},
        }
    },
    "failurePatterns": {},
}
FAILS, HOLDS = {"exit": 1}, {"exit": 0}


def done(run: Scripted) -> list[str]:
    return in_words(RUNTIME.acts(run.run.events))


def test_a_run_enters_its_entry_takes_intents_and_a_closing_signal() -> None:
    assert done(Scripted(agent(), NEXT, REPEAT, HANDOFF, REPEAT, CLOSING)) == [
        "enter initial.draft",
        "take next of initial.draft",
        "enter continuation.draft",
        "take repeat of continuation.draft",
        "enter continuation.draft",
        "take handoff of continuation.draft",
        "enter closure.draft",
        "take repeat of closure.draft",
        "enter closure.draft",
        "take closing of closure.draft",
    ]


def test_an_intent_that_leads_nowhere_is_not_taken() -> None:
    jump = step("initial.draft", "jump>closure.draft", gate={"targetField": "next_action.target"})
    gone = says("jump")
    gone["so"]["next_action"]["target"] = "closure.gone"
    run = Scripted(agent(jump, THREE[2]), gone)
    assert run.outcome == "failed(SR-TRANS-010)"
    assert done(run) == ["enter initial.draft"]


def test_a_fallback_is_taken_like_an_intent_that_was_said() -> None:
    soft = step("initial.draft", "next>closure.draft repeat", gate={"failFast": False})
    assert done(Scripted(agent(soft, THREE[2]), says("stop"), CLOSING))[1:3] == [
        "take next of initial.draft",
        "enter closure.draft",
    ]


def test_a_step_that_the_limit_keeps_from_being_entered_is_not() -> None:
    run = Scripted(agent(most=1), NEXT)
    assert run.outcome == "limit(AGENT_MAX_ITERATIONS)"
    assert done(run) == ["enter initial.draft", "take next of initial.draft"]
    assert run.iterations[-1]["limit"] == "AGENT_MAX_ITERATIONS"


def test_a_validator_that_fails_does_not_enter_its_step_again() -> None:
    files = agent(step("initial.draft", "handoff>closure.draft"), THREE[2], prompts=AGAIN, **CHECK)
    once = {**CLOSING, "validators": {"clean": [FAILS, HOLDS]}}
    run = Scripted(files, HANDOFF, once, CLOSING)
    assert run.visited == "initial.draft closure.draft closure.draft"
    assert done(run) == [
        "enter initial.draft",
        "take handoff of initial.draft",
        "enter closure.draft",
        "take closing of closure.draft",
    ]


AGAIN = {"retry/a/f_failed.md": "Again."}


def test_scripted_calls_are_told_where_they_are_let_through() -> None:
    bash = {"tool": "Bash", "input": {"command": "gh issue close 1"}}
    calls = [{"tool": "Read"}, bash, {"tool": "Bash", "input": {"command": "ls"}}]
    run = Scripted(agent(), {**NEXT, "toolCalls": [*calls, {"tool": "Deploy"}]}, HANDOFF, CLOSING)
    assert done(run)[:3] == ["enter initial.draft", "call Read", "call Bash"]


def test_a_run_of_the_flag_retirement() -> None:
    home = ".agent/retirer"
    target, script = Target("climpt", home), f"{home}/tests/retire-a-flag.script.yaml"
    name = "nothing is handed over while tests fail"
    assert acts_of(DIALECT, target, "flag-retirement-fixed", script, name) == [
        "enter initial.flag",
        "take next of initial.flag",
        "enter continuation.flag",
        "take next of continuation.flag",
        "enter verification.flag",
        "take next of verification.flag",
        "enter continuation.summary",
        "take handoff of continuation.summary",
        "enter closure.flag",
        "take closing of closure.flag",
    ]


def test_an_intent_that_was_to_end_the_run_and_did_not_has_failed() -> None:
    kindless = step("custom.draft", "next>closure.draft closing abort", stepKind=...)
    files = agent(kindless, THREE[2], prompts=AGAIN, **CHECK)
    fails = {**CLOSING, "validators": {"clean": [FAILS, HOLDS]}}
    assert done(Scripted(files, fails, CLOSING, refuse_invalid=False)) == [
        "enter custom.draft",
        "take closing of custom.draft (no)",
        "take closing of custom.draft",
    ]


def test_what_a_step_lets_through_is_offered_while_it_waits() -> None:
    state = begin(agent(step("initial.draft", "next>verification.draft"), CHECKING, THREE[2]))
    offered = RUNTIME.offered(state)
    assert [(act.text, act.phase, act.ok) for act in offered] == [
        ("call Read", "initial.draft", "unknown"),
        ("call Bash", "initial.draft", "unknown"),
    ]
    (following,) = [c for c in RUNTIME.choices(state) if RUNTIME.step(state, c)[0].ended is None]
    checking = RUNTIME.step(state, following)[0]
    assert [act.text for act in RUNTIME.offered(checking)] == ["call Read"]
    assert RUNTIME.offered(Scripted(agent(), NEXT, HANDOFF, CLOSING).run.last) == ()


CHECKING = step("verification.draft", "next>closure.draft")
"""A step in plan mode, which denies `Bash`."""


def test_known_acts_are_those_that_the_text_lets_runs_do() -> None:
    known = RUNTIME.known_acts(load(agent(*THREE, step("section.notes"))))
    assert [each.act.text for each in known if not each.offered] == [
        "enter initial.draft",
        "take next of initial.draft",
        "take repeat of initial.draft",
        "enter continuation.draft",
        "take next of continuation.draft",
        "take repeat of continuation.draft",
        "take handoff of continuation.draft",
        "enter closure.draft",
        "take closing of closure.draft",
        "take repeat of closure.draft",
    ]
    places = {each.act.name: each.place for each in known}
    at = places["take", "handoff", "", "continuation.draft", ""]
    assert at is not None
    gate = ("steps", "continuation.draft", "structuredGate", "allowedIntents", 2)
    assert at.pointer == gate
    tools = {each.act.subject: each.place for each in known if each.offered}
    assert {*tools} == {"Read", "Bash"}
    bash = tools["Bash"]
    assert bash is not None
    assert bash.pointer == ("runner", "boundaries", "allowedTools", 1)


def test_all_that_runs_do_is_known() -> None:
    files = agent(
        step("initial.draft", "next>verification.draft repeat", gate={"failFast": False}),
        step("verification.draft", "escalate>closure.draft next>closure.draft repeat"),
        THREE[2],
    )
    contract = load(files)
    atlas = act_atlas(RUNTIME, contract, begin(files, refuse_invalid=False), 500)
    assert atlas.complete
    told = {act for edges in atlas.out for edge in edges for act in edge.acts}
    told |= {act for acts in atlas.offered for act in acts} | {*atlas.opening}
    own = {act.name for act in told if act.verb not in ("start", "turn", "end")}
    assert own == {each.act.name for each in RUNTIME.known_acts(contract)}
