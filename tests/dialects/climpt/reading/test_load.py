"""What the files of an agent become as data (reference §1, §2)."""

from __future__ import annotations

import pytest

from dialects.climpt.agents import FILES, HOME, PROMPTS, REGISTRY, folder
from phaselint.dialects.climpt.model import (
    ClimptContract,
    Condition,
    Gate,
    Input,
    Parameter,
    Pattern,
    Runner,
    Step,
    Transition,
    ValidationStep,
    Validator,
)


@pytest.fixture(scope="module")
def whole() -> ClimptContract:
    found = folder()
    assert found.problems == ()
    return found


class TestWellFormed:
    def test_where_it_is(self, whole: ClimptContract) -> None:
        assert (whole.folder, whole.root, whole.generation) == (HOME, "", "1.13")
        assert (whole.agent_missing, whole.registry_missing, whole.blueprint) == (False,) * 3
        assert (whole.signs, whole.outside, whole.absent_trees) == ((), (), ())

    def test_the_agent(self, whole: ClimptContract) -> None:
        agent = whole.agent
        assert agent is not None
        assert (agent.name, agent.verdict, agent.max_iterations) == ("writer", "poll:state", 7)
        assert (agent.system_prompt, agent.registry) == ("prompts/system.md", "r.json")
        assert (agent.tools, agent.permission_mode) == (("Read",), "plan")
        assert (agent.github, agent.closure_action) == (True, "label-only")
        assert agent.parameters == {
            "issue": Parameter(
                "issue", ("parameters", "issue"), "number", "--issue", required=True
            ),
            "draft": Parameter(
                "draft",
                ("parameters", "draft"),
                "boolean",
                "--draft",
                has_default=True,
                default=False,
                validated=True,
            ),
        }

    def test_the_registry(self, whole: ClimptContract) -> None:
        registry = whole.registry
        assert registry is not None
        assert (registry.agent_id, registry.version, registry.c1) == ("writer", "1.0.0", "steps")
        assert registry.entry_step == "initial.draft"
        assert registry.mapping == {"poll:state": "initial.draft"}
        assert (registry.steps_known, registry.gated) == (True, True)

    def test_a_step(self, whole: ClimptContract) -> None:
        assert whole.registry is not None
        step = whole.registry.steps["initial.draft"]
        place = ("steps", "initial.draft")
        assert step == Step(
            "initial.draft",
            place,
            "initial.draft",
            "Draft",
            kind_given="work",
            kind_key=True,
            c2="initial",
            c3="draft",
            edition="default",
            adaptation="long",
            variables=("issue",),
            schema_file="f.json",
            schema_name="a",
            has_schema=True,
            gate=step.gate,
            transitions=step.transitions,
            inputs=(
                Input("i", (*place, "inputs", "i"), "initial.draft.b", required=True),
                Input("j", (*place, "inputs", "j"), has_default=True, default=1),
            ),
            permission_mode="plan",
            runner=Runner("make", ("all",)),
            gate_key=True,
        )

    def test_a_gate(self, whole: ClimptContract) -> None:
        assert whole.registry is not None
        assert whole.registry.steps["initial.draft"].gate == Gate(
            ("steps", "initial.draft", "structuredGate"),
            allowed=("next", "jump"),
            schema_ref="#/properties/action",
            field="action",
            target_field="target",
            handoff_fields=("a.b",),
            fields_given=True,
            fail_fast=False,
            fallback="next",
        )

    def test_transitions(self, whole: ClimptContract) -> None:
        assert whole.registry is not None
        place = ("steps", "initial.draft", "transitions")
        assert whole.registry.steps["initial.draft"].transitions == {
            "next": Transition(
                "next",
                (*place, "next"),
                simple=True,
                target="closure.draft",
                fallback="initial.draft",
            ),
            "jump": Transition(
                "jump",
                (*place, "jump"),
                conditional=True,
                condition="b",
                targets={"x": "closure.draft", "default": None},
            ),
            "closing": Transition("closing", (*place, "closing"), simple=True),
            "repeat": Transition("repeat", (*place, "repeat")),
        }

    def test_a_step_with_nothing_optional(self, whole: ClimptContract) -> None:
        assert whole.registry is not None
        step = whole.registry.steps["closure.draft"]
        assert (step.kind_key, step.kind, step.gate_key, step.gate) == (
            False,
            "closure",
            False,
            None,
        )
        assert (step.transitions, step.inputs, step.runner, step.has_schema) == (
            None,
            (),
            None,
            False,
        )

    def test_validation(self, whole: ClimptContract) -> None:
        assert whole.registry is not None
        place = ("validationSteps", "closure.polling")
        assert whole.registry.validation == {
            "closure.polling": ValidationStep(
                "closure.polling",
                place,
                step_id="closure.polling",
                c2="retry",
                c3="draft",
                conditions=(Condition("clean", (*place, "validationConditions", 0), {"p": 1}),),
                action="retry",
                max_attempts=2,
                output_schema={"type": "object"},
            )
        }
        assert whole.registry.validators == {
            "clean": Validator(
                "clean",
                ("validators", "clean"),
                type="command",
                command="git status",
                success_when="empty",
                pattern="dirty",
                extractors={"files": "parseChangedFiles"},
                recoverable=False,
                raw=REGISTRY["validators"]["clean"],
            )
        }
        assert whole.registry.patterns == {
            "dirty": Pattern(
                "dirty",
                ("failurePatterns", "dirty"),
                edition="failed",
                adaptation="dirty",
                params=("files",),
                semantic=("dirty",),
            )
        }

    def test_what_the_files_say(self, whole: ClimptContract) -> None:
        assert whole.breakdown.root == PROMPTS
        assert sorted(whole.prompts) == [
            f"{PROMPTS}/closure/draft/f_default_label-only.md",
            f"{PROMPTS}/initial/draft/f_default.md",
            f"{PROMPTS}/initial/draft/f_default_long.md",
            f"{PROMPTS}/retry/draft/f_failed.md",
            f"{PROMPTS}/retry/draft/f_failed_dirty.md",
        ]
        assert whole.system_prompt is not None
        assert [name for name, _, _ in whole.system_prompt.variables] == ["agent_name"]
        assert whole.schemas["initial.draft"].schema == {
            "type": "object",
            "additionalProperties": False,
        }
        assert f"{PROMPTS}/retry/draft/f_other.md" in whole.listed

    def test_every_file_that_was_read_is_a_document(self, whole: ClimptContract) -> None:
        unread = f"{PROMPTS}/retry/draft/f_other.md"
        own = {f"{HOME}/agent.json", f"{HOME}/steps_registry.json"}
        assert set(whole.documents) == {*own, *FILES} - {unread}
