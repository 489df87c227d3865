"""What is reported about output schemas that no answer satisfies."""

from __future__ import annotations

from typing import Any

from climpt import STEPS, contract, names, of

NOTHING = {"type": "string", "minLength": 5, "maxLength": 2}
HANDING: dict[str, Any] = {"structuredGate": {"handoffFields": ["lost"]}}


def sized(*keys: str, **more: Any) -> dict[str, str]:
    """An agent whose steps of some keys want a size that there is not."""
    extra = {"required": ["next_action", "size"], "properties": {"size": NOTHING}}
    return contract(*STEPS, schemas=dict.fromkeys(keys, extra), **more)


def test_a_schema_that_nothing_satisfies_takes_the_place_of_what_follows_from_it() -> None:
    files = sized("verification.issue", "closure.issue")
    assert names(files) == ["answer-schema-unsatisfiable"] * 2
    change = {"steps": {"verification.issue": HANDING}}
    assert "handoff-field-unresolved" in names(contract(*STEPS, registry_change=change))
    handing = sized("verification.issue", registry_change=change)
    assert names(handing) == ["answer-schema-unsatisfiable"]


def test_and_hides_no_finding_of_another_step() -> None:
    change = {"steps": {"continuation.issue": HANDING}}
    files = sized("verification.issue", registry_change=change)
    assert {*names(files)} == {"answer-schema-unsatisfiable", "handoff-field-unresolved"}


def test_steps_that_share_the_schema_are_one_finding() -> None:
    shared = {"outputSchemaRef": {"file": "steps.schema.json", "schema": "continuation.issue"}}
    change = {"steps": {"initial.issue": shared}}
    (found,) = of(
        "answer-schema-unsatisfiable", sized("continuation.issue", registry_change=change)
    )
    assert [each.message for each in found.related][-1] == "also the schema of `continuation.issue`"


def test_an_empty_list_of_intents_is_spoken_of_elsewhere() -> None:
    empty: dict[str, Any] = {
        "properties": {"next_action": {"properties": {"action": {"enum": []}}}}
    }
    files = contract(*STEPS, schemas={"initial.issue": empty})
    assert "answer-schema-unsatisfiable" not in names(files)


def test_a_jump_to_what_no_answer_says_leads_anywhere() -> None:
    steps = ("initial.issue jump>continuation.issue", *STEPS[1:])
    gate = {"structuredGate": {"targetField": "size"}}
    files = contract(
        *steps,
        registry_change={"steps": {"initial.issue": gate}},
        schemas={
            "initial.issue": {"required": ["next_action", "size"], "properties": {"size": NOTHING}}
        },
    )
    assert names(files) == ["answer-schema-unsatisfiable"]


def test_a_proof_says_for_which_prompts_something_else_was_sent() -> None:
    (found,) = of("answer-schema-unsatisfiable", sized("initial.issue"), dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "proved"
    assert "stand-in" not in found.proof.reason
    prompts = {"initial/issue": "{uv-unheard_of}"}
    files = sized("initial.issue", prompts=prompts)
    (found,) = of("answer-schema-unsatisfiable", files, dry_run=True)
    assert found.proof is not None
    assert found.proof.reason.endswith("with a stand-in for the prompts of `initial.issue`")


def test_where_only_a_longer_run_would_show_what_is_wrong_nothing_is_certified() -> None:
    brief = {"runner": {"verdict": {"config": {"maxIterations": 1}}}}
    files = sized("continuation.issue", agent_change=brief)
    found = names(files, dry_run=True)
    assert "answer-schema-unsatisfiable" in found
    assert "internal-error" not in found
