"""Steps, entries and chains of release 1.14 (reference climpt 1.14 §7.2)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from cases import Case, texts
from climpt import NAME, REGISTRY, changed, names, of

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST, LAST = "initial.hide", "closure.hide"


def agent(change: Callable[[dict[str, Any]], None] | None = None, **step: Any) -> dict[str, str]:
    """An agent for 1.14 with other members of its first step, and its registry changed."""
    given = texts(Case("address-c1-mismatch", "good"))
    files = {k.replace("tanner", NAME): v.replace("tanner", NAME) for k, v in given.items()}
    registry = changed(json.loads(files[REGISTRY]), {"steps": {FIRST: step}})
    if change is not None:
        change(registry)
    return {**files, REGISTRY: json.dumps(registry)}


@pytest.mark.parametrize(
    ("chain", "found"),
    [
        (["default"], []),
        (["default", "default"], []),
        ([], ["adaptation-chain-empty"]),
        (["a.b-c_d"], ["adaptation-variant-missing"]),
        ([" "], ["adaptation-chain-element"]),
        (["a b"], ["adaptation-chain-element"]),
        ([None], ["adaptation-chain-element"]),
        ("", ["adaptation-chain-element"]),
        ({}, ["adaptation-chain-element"]),
        (False, ["adaptation-chain-element"]),
    ],
)
def test_a_chain_is_a_list_of_parts_of_file_names(chain: Any, found: list[str]) -> None:
    assert names(agent(adaptationChain=chain)) == found


def test_the_steps_without_a_chain_are_one_finding() -> None:
    def bare(registry: dict[str, Any]) -> None:
        for step in registry["steps"].values():
            del step["adaptationChain"]

    [finding] = of("adaptation-chain-undeclared", agent(bare))
    assert finding.witness is not None
    assert finding.witness.data["steps"] == [
        FIRST,
        "continuation.hide",
        "verification.hide",
        LAST,
    ]


@pytest.mark.parametrize(("length", "reported"), [(7, False), (8, True)])
def test_a_chain_may_be_as_long_as_iterations_are_left(length: int, reported: bool) -> None:
    files = agent(adaptationChain=["default"] * length)
    assert bool(of("adaptation-chain-unreachable", files)) is reported


def test_a_missing_variant_is_reported_once_with_the_first_repeat_that_asks_for_it() -> None:
    files = agent(adaptationChain=["default", "calm", "calm"])
    [finding] = of("adaptation-variant-missing", files)
    assert str(finding.message).startswith("repeat 2 of")


@pytest.mark.parametrize(
    ("retry", "found"),
    [
        ({}, ["ignored-field"]),
        (None, ["ignored-field"]),
        ({"onFailure": {"patternRef": ""}}, ["ignored-field"]),
        ({"onFailure": {"patternRef": "p"}}, ["step-retry-pattern"]),
        ({"postLLMConditions": [{"validator": "v"}]}, ["ignored-field"]),
    ],
)
def test_retry_is_refused_or_not_read(retry: Any, found: list[str]) -> None:
    assert names(agent(retry=retry)) == found


@pytest.mark.parametrize(
    ("pair", "found"),
    [
        ({"initial": FIRST, "continuation": FIRST}, []),
        ({"initial": FIRST, "continuation": 5}, ["entry-pair-incomplete"]),
        ({"initial": FIRST}, ["entry-pair-incomplete"]),
        (FIRST, ["entry-pair-incomplete"]),
        ([], ["entry-pair-incomplete"]),
    ],
)
def test_an_entry_is_a_pair_of_names(pair: Any, found: list[str]) -> None:
    def other(registry: dict[str, Any]) -> None:
        registry["entryStepMapping"]["count:iteration"] = pair

    assert names(agent(other)) == found


@pytest.mark.parametrize("member", ["stepKind", "c2", "c3", "edition", "adaptation"])
def test_no_step_has_a_member_of_1_13(member: str) -> None:
    step: dict[str, Any] = {member: "work"}
    assert names(agent(None, **step)) == ["legacy-step-shape"]


@pytest.mark.parametrize("file", ["/hide.schema.json", "a/../hide.schema.json", "../hide.json"])
def test_a_schema_lies_below_its_folder(file: str) -> None:
    found = names(agent(outputSchemaRef={"file": file}))
    assert "schema-path-outside" in found
    assert "path-outside-project" not in found


@pytest.mark.parametrize(
    ("field", "chain", "found"),
    [
        ("next_action", [], ["adaptation-chain-empty"]),
        ("next_action", None, ["adaptation-chain-undeclared"]),
        ("decision", [], []),
        ("decision", None, []),
    ],
)
def test_a_closure_step_repeats_by_its_signal_alone(
    field: str, chain: list[str] | None, found: list[str]
) -> None:
    def closing(registry: dict[str, Any]) -> None:
        step = registry["steps"][LAST]
        step["structuredGate"]["intentField"] = f"{field}.action"
        step["structuredGate"]["intentSchemaRef"] = f"#/properties/{field}/properties/action"
        step["adaptationChain"] = chain
        if chain is None:
            del step["adaptationChain"]

    files = agent(closing)
    (path,) = [path for path in files if "/schemas/" in path]
    definitions = json.loads(files[path])
    (place,) = [key for key in ("definitions", "$defs") if key in definitions]
    properties = definitions[place][LAST]["properties"]
    properties[field] = properties.pop("next_action")
    definitions[place][LAST]["required"] = [field]
    files[path] = json.dumps(definitions)
    said = [name for name in names(files, dry_run=True) if name.startswith("adaptation-chain-")]
    assert said == found
    assert "refuted-finding" not in names(files, dry_run=True)


@pytest.mark.parametrize(("allowed", "exhausts"), [(["next", "repeat"], True), (["next"], False)])
def test_a_fallback_that_is_not_allowed_repeats_nothing(allowed: list[str], exhausts: bool) -> None:
    def lax(registry: dict[str, Any]) -> None:
        step = registry["steps"][FIRST]
        step["structuredGate"] |= {"failFast": False, "fallbackIntent": "repeat"}
        step["structuredGate"]["allowedIntents"] = allowed
        step["transitions"] = {key: step["transitions"][key] for key in allowed}

    files = agent(lax)
    (path,) = [path for path in files if "/schemas/" in path]
    schemas = json.loads(files[path])
    (place,) = [key for key in ("definitions", "$defs") if key in schemas]
    action = schemas[place][FIRST]["properties"]["next_action"]["properties"]["action"]
    action["enum"] = allowed
    files[path] = json.dumps(schemas)
    opt_in = ("fallback-repeat-exhausts",)
    said = names(files, opt_in=opt_in, dry_run=True)
    assert ("fallback-repeat-exhausts" in said) is exhausts
    assert ("fallback-intent-not-allowed" in said) is not exhausts
    assert "refuted-finding" not in said
