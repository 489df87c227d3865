"""Runs of agents for release 1.14 (1.14 §3, §4)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from dialects.climpt.later import SETTINGS, later
from dialects.climpt.runs import (
    CLOSING,
    HANDOFF,
    NEXT,
    PROMPTS,
    REPEAT,
    RUNTIME,
    Scripted,
    agent,
    begin,
    load,
    step,
)
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from collections.abc import Callable

EXHAUSTED = "failed(AGENT_ADAPTATION_CHAIN_EXHAUSTED)"
ABORTED = "failed(AGENT_VALIDATION_ABORT)"
GOOD, BAD = {"exit": 0}, {"exit": 1}
CLOSURE = step("closure.draft", "closing repeat")


def codes(files: dict[str, str], **options: Any) -> list[str]:
    """What a start is refused for."""
    (event,) = begin(files, **options).opening
    return list(event.data.get("codes", [event.data["code"]]))


class TestChain:
    def test_the_second_repeat_in_a_row_is_one_too_many(self) -> None:
        run = Scripted(later(agent()), REPEAT)
        assert (run.outcome, run.summary["model_calls"]) == (EXHAUSTED, 2)

    def test_repeats_send_its_elements(self) -> None:
        own = "initial/draft/f_default_short.md"
        files = later(agent(prompts={own: "in short"}), initial=["short", "other"])
        run = Scripted(files, REPEAT, REPEAT, REPEAT)
        assert run.prompts == ["initial.draft\n", "in short", "initial.draft\n"]
        assert run.outcome == EXHAUSTED

    def test_a_step_that_was_left_begins_it_anew(self) -> None:
        back = step("continuation.draft", "next>initial.draft handoff>closure.draft")
        first = step("initial.draft", "next>continuation.draft repeat")
        files = later(agent(first, back, CLOSURE, most=8))
        run = Scripted(files, REPEAT, NEXT, NEXT, REPEAT, NEXT, HANDOFF, CLOSING)
        assert run.outcome == "completed"

    def test_without_elements_the_first_repeat_ends_the_run(self) -> None:
        assert Scripted(later(agent(), initial=[]), REPEAT).outcome == EXHAUSTED

    def test_a_number_never_ends(self) -> None:
        run = Scripted(later(agent(most=4), initial=5), REPEAT)
        assert run.outcome == "limit(AGENT_MAX_ITERATIONS)"

    def test_closing_steps_have_one_as_well(self) -> None:
        run = Scripted(later(agent()), NEXT, HANDOFF, REPEAT)
        assert run.outcome == EXHAUSTED
        assert "closure_signal" not in run.iterations[-1]

    def test_where_it_stands_is_part_of_a_state(self) -> None:
        state = begin(later(agent(), initial=["default", "default"]))
        keys = []
        for _ in range(2):
            state, _ = RUNTIME.step(state, RUNTIME.read(state, REPEAT))
            keys.append(RUNTIME.key(RUNTIME.relax(state)))
        assert len(set(keys)) == len(keys)
        state, _ = RUNTIME.step(state, RUNTIME.read(state, NEXT))
        assert state.cursor == 0

    @pytest.mark.parametrize(("chain", "designed"), [(None, False), ([], False), (["a"], True)])
    def test_only_a_declared_one_is_a_designed_end(self, chain: Any, designed: bool) -> None:
        declared = {} if chain is None else {"initial": chain}
        run = Scripted(later(agent(), **declared), REPEAT)
        assert (RUNTIME.fault(run.run.last) is None) is designed


class TestClosureOnly:
    def test_prompts_are_those_of_the_handler(self) -> None:
        other = step("closure.other", "closing repeat")

        def lend(registry: Any) -> None:
            registry["entryStepMapping"]["count:iteration"]["continuation"] = "closure.other"

        files = later(agent(CLOSURE, other), change=lend)
        assert Scripted(files, CLOSING).prompts == ["closure.other\n"]

    def test_the_iteration_lags(self) -> None:
        texts = {"closure/draft/f_default.md": "{uv-iteration} of {uv-max_iterations}"}
        files = later(agent(CLOSURE)) | {f"{PROMPTS}/{path}": texts[path] for path in texts}
        run = Scripted(files, REPEAT, CLOSING)
        assert run.prompts == ["0 of 6", "1 of 6"]

    def test_a_missing_prompt_ends_the_run(self) -> None:
        files = later(agent(CLOSURE, without=[f"{PROMPTS}/closure/draft/f_default.md"]))
        assert Scripted(files, CLOSING).outcome == "failed(PR-C3L-002)"


class TestValidation:
    def checked(self, *results: Any, **more: Any) -> Scripted:
        """A run with one validator, which gives back these results."""
        world = {"validators": {"v": list(results)}} if results else {}
        return Scripted(self.agent(**more), NEXT, HANDOFF, CLOSING, world=world)

    def agent(self, address: Any = None, **more: Any) -> dict[str, str]:
        """An agent with one validator, by default after an answer."""
        places = {"c2": "retry", "c3": "draft"}
        validator: dict[str, Any] = {"type": "command", "command": "check"}
        validator |= {"successWhen": "exitCode:0"}
        validator |= {"failurePattern": "p", "extractParams": {}}
        listed = {"preflightConditions": [], "postLLMConditions": [{"validator": "v"}], **more}
        validation = {"stepId": "v", "name": "V", **(places if address is None else address)}
        validation |= {"address": {"c1": "steps", "edition": "failed", **places}, **listed}
        files = agent(
            validators={"v": validator},
            validationSteps={"closure.iteration": validation},
            failurePatterns={"p": {"description": "d", "edition": "failed"}},
            prompts={"retry/draft/f_failed.md": "again"},
            most=8,
        )
        return later(files)

    def test_a_condition_that_is_false_before_ends_the_run(self) -> None:
        run = self.checked(BAD, preflightConditions=[{"validator": "v"}], postLLMConditions=[])
        assert run.outcome == ABORTED
        assert run.iterations[-1]["model_called"] is False

    def test_attempts_are_counted(self) -> None:
        run = self.checked(BAD)
        assert (run.outcome, run.prompts[2:]) == (ABORTED, ["closure.draft\n", "again", "again"])

    def test_a_success_ends_them(self) -> None:
        assert self.checked(BAD, BAD, GOOD).outcome == "completed"

    def test_other_actions_are_not_counted(self) -> None:
        run = self.checked(BAD, onFailure={"action": "abort"})
        assert run.outcome == "limit(AGENT_MAX_ITERATIONS)"

    def test_a_failure_may_be_passed_over(self) -> None:
        assert self.checked(BAD, onFailure={"action": "skip"}).outcome == "completed"

    def test_what_nothing_mends_ends_the_run(self) -> None:
        run = self.checked({"exit": 127}, onFailure={"action": "skip"})
        assert (run.outcome, run.summary["model_calls"]) == (ABORTED, 3)

    def test_what_is_looked_at_before_may_fail_in_an_exploration(self) -> None:
        first = {"preflightConditions": [{"validator": "v"}], "postLLMConditions": []}
        state = begin(self.agent(**first), refuse_invalid=False)
        found = explore(RUNTIME, RUNTIME.relax(state), 500)
        assert ABORTED in {str(each.ended) for each in found.states}

    def test_without_places_of_its_own_there_is_no_retry_prompt(self) -> None:
        assert self.checked(BAD, address={}).outcome == "failed(AGENT_QUERY_ERROR)"


class TestSettings:
    @pytest.mark.parametrize(
        ("settings", "code"),
        [
            (None, "AC-LOAD-001"),
            ("{", "AC-LOAD-002"),
            ({}, "AC-LOAD-003"),
            ({"permissions": {"defaultMode": "auto"}}, "AC-LOAD-003"),
        ],
    )
    def test_without_sound_ones_no_model_is_called(self, settings: Any, code: str) -> None:
        files = later(agent(), settings=settings)
        run = Scripted(files, NEXT)
        assert (run.outcome, run.summary["model_calls"]) == (f"failed({code})", 0)
        assert Scripted(files, NEXT, HANDOFF, CLOSING, refuse_invalid=False).outcome == "completed"

    def test_they_say_which_tools_there_are(self) -> None:
        state = begin(later(agent()))
        assert state.record["tools"] == ["Read", "Bash"]
        assert state.record["permissionMode"] == "acceptEdits"

    @pytest.mark.parametrize(
        ("call", "denied"),
        [
            ({"tool": "Read"}, False),
            ({"tool": "Edit"}, True),
            ({"tool": "Bash", "input": {"command": "gh label list"}}, False),
            ({"tool": "Bash", "input": {"command": "gh issue pin 1"}}, True),
        ],
    )
    def test_they_decide_over_calls(self, call: Any, denied: bool) -> None:
        run = Scripted(later(agent()), {**NEXT, "toolCalls": [call]}, HANDOFF, CLOSING)
        assert run.iterations[0].get("denied", []) == [call["tool"]] * denied


class TestStart:
    def test_every_run_has_an_issue(self) -> None:
        text = {f"{PROMPTS}/initial/draft/f_default.md": "issue {uv-issue}"}
        assert Scripted(later(agent()) | text, NEXT).prompts[0] == "issue 1"
        assert Scripted(later(agent()) | text, NEXT, given={"issue": 5}).prompts[0] == "issue 5"

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda registry: registry.update(c1=""), "SR-VALID-005"),
            (lambda registry: registry.update(agentId="other"), "SR-LOAD-002"),
            (lambda registry: registry["entryStepMapping"].clear(), "A3"),
            (lambda registry: registry.pop("entryStepMapping"), "SR-ENTRY-001"),
            (lambda registry: registry.update(entryStep="nope"), "SR-ENTRY-002"),
            (
                lambda registry: registry["entryStepMapping"]["count:iteration"].pop("initial"),
                "SR-ENTRY-003",
            ),
        ],
    )
    def test_what_the_registry_has_to_have(self, change: Callable[[Any], None], code: str) -> None:
        assert codes(later(agent(), change=change)) == [code]

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda first: first.update(kind="none"), "SR-VALID-005"),
            (lambda first: first.update(c2="initial"), "SR-VALID-005"),
            (lambda first: first.pop("address"), "SR-VALID-005"),
            (lambda first: first["address"].update(adaptation=""), "SR-VALID-005"),
            (lambda first: first["address"].update(c3="oneTwo"), "SR-VALID-004"),
            (lambda first: first.pop("usesStdin"), "SR-VALID-004"),
            (lambda first: first.pop("transitions"), "SR-VALID-004"),
            (lambda first: first.update(permissionMode="dontAsk"), "SR-VALID-004"),
            (lambda first: first["structuredGate"].pop("intentField"), "SR-VALID-002"),
            (lambda first: first["structuredGate"].pop("allowedIntents"), "TypeError"),
            (lambda first: first["transitions"].pop("repeat"), "S3"),
            (lambda first: first["transitions"].update(closing={"target": "nope"}), "S2"),
            (lambda first: first["outputSchemaRef"].update(file="../schemas/steps.json"), "A5"),
            (lambda first: first.update(retry={"onFailure": {"patternRef": "p"}}), "S7"),
            (lambda first: first.update(adaptationChain=["a/b"]), "S9"),
            (lambda first: first.update(adaptationChain=None), "TypeError"),
        ],
    )
    def test_what_a_step_has_to_have(self, change: Callable[[Any], None], code: str) -> None:
        def changed(registry: Any) -> None:
            change(registry["steps"]["initial.draft"])

        assert codes(later(agent(), change=changed)) == [code]

    def test_boot_tells_all_that_it_finds(self) -> None:
        def changed(registry: Any) -> None:
            del registry["steps"]["closure.draft"]
            del registry["steps"]["initial.draft"]["transitions"]["next"]

        assert codes(later(agent(), change=changed)) == ["S2", "S3", "S5"]

    def test_a_pair_is_wanted_for_the_verdict_type(self) -> None:
        def changed(registry: Any) -> None:
            pairs = registry["entryStepMapping"]
            pairs["poll:state"] = pairs.pop("count:iteration")
            registry["entryStep"] = "initial.draft"

        assert codes(later(agent(), change=changed)) == ["AC-VERDICT-012"]
        assert codes(later(agent(), change=changed), refuse_invalid=False) == ["AC-VERDICT-012"]

    def test_a_polling_closure_has_no_conditions_to_retry(self) -> None:
        polling = step("closure.polling", "closing", c3="polling")
        first = step("initial.draft", "handoff>closure.polling")

        def changed(registry: Any) -> None:
            registry["steps"]["closure.polling"]["retry"] = {"postLLMConditions": [{}]}

        assert codes(later(agent(first, polling), change=changed)) == ["A8"]

    def test_an_intent_of_before_is_no_word(self) -> None:
        abort = {"so": {"next_action": {"action": "abort"}}}
        assert Scripted(later(agent()), abort).outcome == "failed(GATE_INTERPRETATION_ERROR)"

    def test_the_folder_and_the_name_agree(self) -> None:
        files = later(agent())
        named = {path: text.replace('"writer"', '"other"') for path, text in files.items()}
        assert codes(named) == ["W3"]


def test_shared_settings_stand_in_for_own_ones() -> None:
    files = later(agent(), settings=None)
    shared = SETTINGS.replace(".writer.json", ".json")
    found = load(files | {shared: json.dumps({"permissions": {"allow": ["Read"]}})})
    assert found.settings is not None
    assert found.settings.allow == ("Read",)
