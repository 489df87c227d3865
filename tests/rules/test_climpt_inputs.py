"""What is reported about inputs whose value is needed (reference §7.6a)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from climpt import ABSENT, AGENT, SCHEMA, changed, contract, findings, names, of

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic

FIRST, SECOND, LAST = "initial.issue", "continuation.issue", "closure.issue"
STEPS = (f"{FIRST} next>{SECOND}", f"{SECOND} handoff>{LAST}", f"{LAST} closing repeat")
NAME = "initial_issue_state"
STATE = {"properties": {"state": {"type": "string", "enum": ["open", "done"]}}}
REQUIRED = {**STATE, "required": ["next_action", "state"]}


def reading(
    reader: str = SECOND,
    source: str = f"{FIRST}.state",
    *,
    steps: tuple[str, ...] = STEPS,
    declared: str = NAME,
    prompt: str = "",
    fields: tuple[str, ...] = ("state",),
    schema: Any = REQUIRED,
    agent: Any = None,
    files: Any = None,
    registry: Any = None,
    **given: Any,
) -> dict[str, str]:
    """An agent one of whose steps reads what its first one hands off."""
    taken = {"inputs": {"s": {"from": source, **given}}}
    uses = {"uvVariables": [declared] if declared else []}
    gate = {"structuredGate": {"handoffFields": list(fields)} if fields else {}}
    change = {FIRST: gate, reader: {**taken, **uses}}
    if reader == FIRST:
        change = {FIRST: {**gate, **taken, **uses}}
    text = f"{{uv-{declared or prompt}}}" if declared or prompt else "Go on."
    return contract(
        *steps,
        registry_change=changed({"steps": change}, registry or {}),
        schemas={FIRST: schema},
        prompts={reader.replace(".", "/"): text},
        agent_change=agent,
        files=files,
    )


def inputs(files: dict[str, str]) -> list[str]:
    """What is reported of inputs, but for what is off by default."""
    return [name for name in names(files) if name.startswith("input-")]


def proof_of(found: Diagnostic) -> str:
    """How a finding was judged."""
    return f"{found.proof.status} by {found.proof.method}" if found.proof else ""


def test_the_default_of_one_input_serves_another_of_that_name() -> None:
    source = f"{SECOND}.note"
    twin = {"inputs": {"t": {"from": source, "default": "none yet"}}}
    registry = {"steps": {FIRST: twin}}
    name = "continuation_issue_note"
    note = {SECOND: {"properties": {"note": {"type": "string"}}}}
    for more, said in ((registry, False), (None, True)):
        files = reading(FIRST, source, declared=name, fields=(), registry=more)
        listed = json.loads(files[SCHEMA])
        files[SCHEMA] = json.dumps(changed(listed, {"definitions": note}))
        assert ("input-never-supplied" in inputs(files)) is said
        assert "refuted-finding" not in names(files, dry_run=True)


def test_a_value_that_is_always_there_is_fine() -> None:
    assert names(reading()) == []
    assert names(reading(required=True)) == []


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, ["input-field-optional"]),
        ({"required": False}, ["input-field-optional"]),
        ({"declared": ""}, []),
        ({"declared": "", "required": True}, ["input-field-optional"]),
        ({"declared": "", "prompt": NAME}, ["input-field-optional"]),
        ({"default": "none"}, []),
        ({"default": None}, []),
    ],
)
def test_a_value_is_needed_where_it_is_required_declared_or_used(
    more: dict[str, Any], expected: list[str]
) -> None:
    assert inputs(reading(schema=STATE, **more)) == expected


def test_a_parameter_of_the_same_name_gives_the_variable() -> None:
    parameter = {"parameters": {NAME: {"type": "string", "cli": "--state", "default": "open"}}}
    assert inputs(reading(schema=STATE, agent=parameter)) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (f"{LAST}.next_action", f"which hasn't run when `{FIRST}` first runs"),
        (f"{SECOND}.next_action", f"which hasn't run when `{FIRST}` first runs"),
        (f"{FIRST}.state", "reads from the step itself, which hasn't run"),
    ],
)
def test_the_entry_reads_what_no_step_has_said(source: str, words: str) -> None:
    name = source.replace(".", "_")
    files = reading(FIRST, source, declared=name)
    (found,) = of("input-never-supplied", files)
    assert words in found.message
    assert found.message.endswith("runs end with PR-RESOLVE-003")


@pytest.mark.parametrize(
    ("more", "ending"),
    [
        ({}, "PR-RESOLVE-003"),
        ({"declared": "", "prompt": "initial_issue_other"}, "PR-RESOLVE-005"),
        ({"declared": "", "required": True}, "AGENT_QUERY_ERROR"),
    ],
)
def test_a_key_that_is_not_handed_off_is_gone(more: dict[str, Any], ending: str) -> None:
    given = {"declared": "initial_issue_other", **more}
    files = reading(source=f"{FIRST}.other", **given)
    (found,) = of("input-never-supplied", files, dry_run=True)
    assert "which hands off `state` only" in found.message
    assert found.message.endswith(f"runs end with {ending}")
    assert proof_of(found) == "proved by explore"
    assert found.level == "error"


def test_unless_nothing_need_be_handed_off() -> None:
    other = {"properties": {**STATE["properties"], "other": {"type": "string"}}}
    files = reading(source=f"{FIRST}.other", declared="initial_issue_other", schema=other)
    (found,) = of("input-field-optional", files, dry_run=True)
    assert "lost if that step hands something off" in found.message
    assert proof_of(found).startswith("proved")


@pytest.mark.parametrize(
    ("schema", "words", "fixed"),
    [
        (STATE, "but its schema doesn't require it", True),
        (
            {**REQUIRED, "properties": {"state": {"enum": ["open", None]}}},
            "can be null: the model reads the word `null`",
            False,
        ),
    ],
)
def test_an_answer_that_may_lack_the_value(schema: Any, words: str, fixed: bool) -> None:
    (found,) = of("input-field-optional", reading(schema=schema), dry_run=True)
    assert words in found.message
    assert proof_of(found).startswith("proved")
    assert (found.fix is not None) is fixed


def test_what_another_step_has_too_is_not_required_by_a_fix() -> None:
    shared = {"outputSchemaRef": {"file": "steps.schema.json", "schema": FIRST}}
    steps = (STEPS[0], f"{SECOND} next>verification.issue", f"verification.issue next>{LAST}")
    (found,) = of("input-field-optional", reading(schema=STATE, steps=(*steps, STEPS[2])))
    assert found.fix is not None
    change = {"steps": {"verification.issue": shared}}
    files = reading(schema=STATE, steps=(*steps, STEPS[2]), registry=change)
    (found,) = of("input-field-optional", files)
    assert found.fix is None


def test_a_closure_step_sends_another_prompt_unless_there_is_none() -> None:
    own = f"{LAST}.next_action"
    name = own.replace(".", "_")
    (found,) = of("input-never-supplied", reading(LAST, own, declared=name), dry_run=True)
    assert found.message.endswith(f"the prompt of `{SECOND}` is sent instead")
    assert proof_of(found).startswith("proved")
    alone = (f"{FIRST} handoff>{LAST}", STEPS[2])
    (found,) = of("input-never-supplied", reading(LAST, own, steps=alone, declared=name))
    assert found.message.endswith("which isn't a step, and end with PR-RESOLVE-001")


def test_without_an_agent_no_run_is_known_to_lack_the_value() -> None:
    files = reading(source=f"{FIRST}.other", declared="initial_issue_other", files={AGENT: ABSENT})
    assert inputs(files) == ["input-key-not-handed-off"]


def test_of_a_step_that_no_run_comes_to_nothing_is_said() -> None:
    lost = (STEPS[0].replace(SECOND, LAST), *STEPS[1:])
    assert inputs(reading(schema=STATE, steps=lost)) == []


def test_a_schema_that_is_not_there_says_nothing() -> None:
    assert inputs(reading(schema=STATE, files={SCHEMA: ABSENT})) == []


def test_a_free_jump_may_pass_the_source() -> None:
    steps = (f"{FIRST} jump next>{LAST}", *STEPS[1:])
    gate = {"structuredGate": {"targetField": "next_action.target", "handoffFields": []}}
    target = {"next_action": {"properties": {"target": {"type": "string"}}}}
    change = {
        "steps": {
            FIRST: gate,
            LAST: {
                "inputs": {"s": {"from": f"{SECOND}.next_action"}},
                "uvVariables": ["continuation_issue_next_action"],
            },
        }
    }
    files = contract(
        *steps,
        registry_change=change,
        schemas={FIRST: {"properties": target}},
        prompts={"closure/issue": "{uv-continuation_issue_next_action}"},
    )
    assert inputs(files) == ["input-source-may-not-run"]


def test_every_input_has_one_finding() -> None:
    for schema in (STATE, REQUIRED):
        for source in (f"{FIRST}.state", f"{FIRST}.other", f"{LAST}.next_action", "no.step", "x"):
            files = reading(source=source, declared="", schema=schema, required=True)
            found = [each for each in findings(files) if each.name.startswith("input-")]
            assert len(found) <= 1
