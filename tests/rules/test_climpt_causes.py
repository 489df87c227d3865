"""One cause, one finding: what is held back on steps that no run comes to, and what is reported
once for many steps (reference climpt §7.6, §7.9)."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import ABSENT, CONFIG, PROMPTS, contract, findings, names, of, places

FLOW = (
    "initial.issue next>continuation.issue repeat",
    "continuation.issue handoff>closure.issue repeat",
    "closure.issue closing repeat",
)
LOST = "verification.lost next>closure.issue repeat"
STRAY = "verification.lost"
USER = f"{CONFIG}/demo-steps-user.yml"
PARITY = {"validate_parity": True}

Change = dict[str, Any]


def lost(step: Change | None = None, prompt: str = "Do it.", **given: Any) -> dict[str, str]:
    """An agent with a step that no run comes to, which a test changes."""
    change = {"steps": {STRAY: step or {}}}
    prompts = {"verification/lost": prompt}
    return contract(*FLOW, LOST, registry_change=change, prompts=prompts, **given)


CONDITION = {"condition": "result", "targets": {"ok": "closure.issue"}}

HELD = {
    "uv-no-source": lost({"uvVariables": ["a", "b"]}, "{uv-a}{uv-b}"),
    "uv-undeclared": lost(prompt="{uv-somebody}"),
    "uv-unused": lost({"uvVariables": ["iteration"]}),
    "uv-prefix": lost({"uvVariables": ["uv-iteration"]}, "{uv-iteration}"),
    "stdin-never-supplied": lost({"usesStdin": True}),
    "input-text-placeholder": lost(prompt="Sum up {input_text}"),
    "prompt-empty": lost(prompt=""),
    "input-unused": lost({"inputs": {"n": {"default": 1}}}),
    "condition-not-in-handoff": lost({"transitions": {"next": {"target": ABSENT, **CONDITION}}}),
    "intent-field-optional": lost(schemas={STRAY: {"required": []}}),
}
"""What would be reported of the step if a run came to it."""

KEPT = {
    "unknown-target": lost({"transitions": {"next": {"target": "nowhere"}}}),
    "prompt-file-missing": lost(files={f"{PROMPTS}/verification/lost/f_default.md": ABSENT}),
    "input-source-unknown": lost({"inputs": {"n": {"from": "nobody.n"}}}),
    "unknown-field": lost({"uvVariable": []}),
}
"""What needs no run to be wrong."""


@pytest.mark.parametrize("name", HELD)
def test_what_a_run_would_meet_is_not_told_of_a_step_that_none_comes_to(name: str) -> None:
    found = [each.name for each in findings(HELD[name], opt_in=(name,))]
    assert "unreachable-phase" in found
    assert name not in found


@pytest.mark.parametrize("name", HELD)
def test_parity_mode_tells_it_all_the_same(name: str) -> None:
    assert of(name, HELD[name], **PARITY)


@pytest.mark.parametrize("name", KEPT)
def test_what_needs_no_run_is_told_of_every_step(name: str) -> None:
    assert of(name, KEPT[name])


def test_variables_of_a_section_are_nobodys() -> None:
    change = {"steps": {"section.rules": {"uvVariables": ["rule"]}}}
    prompts = {"section/rules": "{uv-rule} {uv-other}"}
    files = contract(*FLOW, "section.rules", registry_change=change, prompts=prompts)
    assert [each for each in names(files) if each.startswith("uv-")] == []


def test_a_step_behind_a_misspelt_target_is_spoken_of() -> None:
    change = {
        "steps": {
            "initial.issue": {"transitions": {"next": {"target": "continuation.isue"}}},
            "continuation.issue": {"uvVariables": ["a"]},
        }
    }
    prompts = {"continuation/issue": "{uv-a}"}
    files = contract(*FLOW, registry_change=change, prompts=prompts)
    assert {"unknown-target", "uv-no-source"} <= set(names(files))
    assert "unreachable-phase" not in names(files)


@pytest.mark.parametrize("entry", ["", None, 1, ["initial.issue"]])
def test_an_entry_that_names_nothing_leaves_no_step_out_of_reach(entry: Any) -> None:
    change = {"entryStepMapping": {"count:iteration": entry}, "entryStep": STRAY}
    found = findings(contract(*FLOW, LOST, registry_change=change), dry_run=True)
    assert "unreachable-phase" not in {each.name for each in found}
    told = [each for each in found if each.level == "error"]
    assert [each.proof.status for each in told if each.proof] in (["proved"], ["static"])


def test_a_step_of_another_verdict_type_is_spoken_of() -> None:
    change = {"entryStepMapping": {"poll:state": STRAY}, "steps": {STRAY: {"uvVariables": ["a"]}}}
    files = contract(*FLOW, LOST, registry_change=change, prompts={"verification/lost": "{uv-a}"})
    assert of("uv-no-source", files)


# --- one finding for a step -----------------------------------------------------------------------


def test_the_variables_of_a_step_without_a_source_are_one_finding() -> None:
    change = {"steps": {"initial.issue": {"uvVariables": ["one", "iteration", "two"]}}}
    prompts = {"initial/issue": "{uv-one}{uv-iteration}{uv-two}"}
    files = contract(*FLOW, registry_change=change, prompts=prompts)
    (found,) = of("uv-no-source", files, dry_run=True)
    assert places((found,)) == ["steps initial.issue uvVariables 0"]
    assert places(found.related) == ["steps initial.issue uvVariables 2"]
    assert found.message.startswith(
        "`initial.issue` declares variables `one`, `two`, but they never get a value"
    )
    assert found.proof is not None
    assert (found.proof.status, found.proof.method) == ("proved", "replay")


def test_of_several_names_those_that_are_near_one_are_offered_each_once() -> None:
    change = {"steps": {"initial.issue": {"uvVariables": ["itertion", "far_away", "iteratoin"]}}}
    prompts = {"initial/issue": "{uv-itertion}{uv-far_away}{uv-iteratoin}"}
    (found,) = of("uv-no-source", contract(*FLOW, registry_change=change, prompts=prompts))
    assert found.help.startswith("replace `itertion` with `iteration`, or declare")
    assert found.fix is not None
    assert [edit.text for edit in found.fix.edits] == ['"iteration"']


# --- one finding for a file -----------------------------------------------------------------------


def test_schemas_of_one_file_that_lack_the_same_are_one_finding() -> None:
    open_: Change = {"required": []}
    every = dict.fromkeys(("initial.issue", "continuation.issue", "closure.issue"), open_)
    (found,) = of("intent-field-optional", contract(*FLOW, schemas=every), dry_run=True)
    assert places((found,)) == ["steps initial.issue structuredGate intentField"]
    assert found.message.startswith(
        "the schemas of steps `initial.issue`, `continuation.issue`, `closure.issue` don't require"
    )
    assert found.fix is not None
    assert len(found.fix.edits) == len(every)
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_schemas_that_lack_different_names_have_findings_of_their_own() -> None:
    inner: Change = {"properties": {"next_action": {"required": []}}}
    change = {"initial.issue": {"required": []}, "continuation.issue": inner}
    found = of("intent-field-optional", contract(*FLOW, schemas=change))
    assert [each.message.count("`next_action`") for each in found] == [1, 0]


def test_a_closure_step_alone_leaves_the_end_to_the_handler() -> None:
    found = of(
        "intent-field-optional", contract(*FLOW, schemas={"closure.issue": {"required": []}})
    )
    assert [each.message.endswith("verdict handler") for each in found] == [True]


# --- one finding for a pattern --------------------------------------------------------------------


def user(directive: str, layer: str = 'pattern: "^[a-z-]+$"') -> Change:
    """The yml file with other patterns."""
    text = (
        f"params:\n  two:\n    directiveType:\n      {directive}\n    layerType:\n      {layer}\n"
    )
    return {USER: text}


def test_a_pattern_that_matches_no_step_is_one_finding() -> None:
    files = contract(*FLOW, files=user('pattern: "^(draft|print)$"'))
    (found,) = of("breakdown-pattern-mismatch", files, dry_run=True)
    assert found.message.startswith(
        "`c2` `initial`, `continuation`, `closure` of `initial.issue`, `continuation.issue`, "
        "`closure.issue` don't match `^(draft|print)$`"
    )
    assert found.fix is not None
    assert found.fix.edits[0].text == '"^(draft|print|initial|continuation|closure)$"'
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_a_word_that_only_some_lack_is_told_for_itself() -> None:
    files = contract(*FLOW, files=user('pattern: "^(initial)$"'))
    assert len(of("breakdown-pattern-mismatch", files)) == 2


def test_a_pattern_that_is_not_there_is_not_that_of_the_next_setting() -> None:
    files = contract(*FLOW, files=user("note: lost", 'pattern: "^(issue)$"'))
    (found,) = of("breakdown-pattern-mismatch", files)
    assert found.message == "no pattern for `directiveType`, so no prompt can be built"


# --- where runs begin -----------------------------------------------------------------------------


LATER: Change = {"uvVariables": ["previous_summary"]}
PLAN = ("plan next>closure.issue repeat", "review next>closure.issue repeat", FLOW[2])


def begins(**change: Any) -> list[str]:
    """Where it is told that a variable comes too late."""
    kinds: Change = {"stepKind": "work", "c2": "continuation"}
    steps = {"plan": {**kinds, **LATER, "c3": "plan"}, "review": {**kinds, **LATER, "c3": "review"}}
    text = "{uv-previous_summary}"
    files = contract(
        *PLAN,
        registry_change={**change, "steps": steps},
        prompts={"continuation/plan": text, "continuation/review": text},
    )
    return places(of("uv-continuation-only", files))


def test_runs_of_an_agent_begin_at_the_entry_for_its_verdict_type() -> None:
    spot = "steps {} uvVariables 0"
    both = {"entryStepMapping": {"count:iteration": "plan"}, "entryStep": "review"}
    assert begins(**both) == [spot.format("plan")]
    other = {"entryStepMapping": {"count:iteration": ABSENT, "poll:state": "plan"}}
    assert begins(**other, entryStep="review") == [spot.format("review")]
    assert begins(**other, entryStep=ABSENT) == []


def test_a_gate_that_takes_an_answer_for_an_intent_ends_no_run_for_want_of_one() -> None:
    lenient = {"steps": {"continuation.issue": {"structuredGate": {"failFast": False}}}}
    change: Change = {key: {"required": []} for key in ("initial.issue", "continuation.issue")}
    files = contract(*FLOW, schemas=change, registry_change=lenient)
    (found,) = of("intent-field-optional", files, dry_run=True)
    assert found.witness is not None
    assert found.witness.data["steps"] == ["initial.issue"]
    assert of("fail-fast-disabled", files)
