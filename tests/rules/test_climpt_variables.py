"""Where variables of agents get their values (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import AGENT, REGISTRY, contract, declaring, names, of, parameters
from contracts import only

FIRST, CLOSURE = "initial.issue", "closure.issue"
CHECK = "verification.issue"
NUMBER = {"type": "number", "description": "d", "cli": "--issue"}


def config(**listed: Any) -> dict[str, Any]:
    """A change of agent.json that adds to the verdict's configuration."""
    return {"runner": {"verdict": {"config": listed}}}


class TestSources:
    @pytest.mark.parametrize(
        ("step", "name", "expected"),
        [
            (FIRST, "iteration", []),
            (FIRST, "remaining", []),
            (FIRST, "uv-iteration", ["uv-prefix"]),
            (FIRST, "previous_summary", ["uv-continuation-only"]),
            (FIRST, "completed_iterations", ["uv-continuation-only"]),
            (CHECK, "previous_summary", []),
            (CHECK, "completed_iterations", []),
            (CLOSURE, "completed_iterations", []),
            (CLOSURE, "previous_summary", ["uv-runtime-unavailable"]),
            (CLOSURE, "remaining", ["uv-runtime-unavailable"]),
            (CLOSURE, "max_checks", ["uv-runtime-unavailable"]),
            (CHECK, "check_count", ["uv-runtime-unavailable"]),
            (CHECK, "completion_keyword", ["uv-runtime-unavailable"]),
            (CHECK, "other", ["uv-no-source"]),
        ],
    )
    def test_names_of_the_runtime(self, step: str, name: str, expected: list[str]) -> None:
        assert names(declaring(step, name)) == expected

    def test_configuration_supplies_some_names(self) -> None:
        change = config(maxChecks=3, verdictKeyword="DONE")
        files = declaring(CHECK, "max_checks", "completion_keyword", agent_change=change)
        assert names(files) == []

    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"required": True}, []),
            ({"default": "x"}, []),
            ({"default": 0, "type": "number"}, []),
            ({}, ["uv-optional-no-default"]),
            ({"default": ""}, ["uv-empty-default"]),
            ({"default": [], "type": "array"}, ["uv-empty-default"]),
            ({"default": "a;b"}, ["parameter-default-unsafe"]),
            ({"default": ["a", "b|c"], "type": "array"}, ["parameter-default-unsafe"]),
        ],
    )
    def test_parameters(self, fields: dict[str, Any], expected: list[str]) -> None:
        assert names(declaring(CHECK, "topic", agent_change=parameters(topic=fields))) == expected

    def test_a_parameter_that_no_step_declares_may_be_empty_but_not_unsafe(self) -> None:
        change = parameters(topic={"default": ""}, place={}, why={"default": "a > b"})
        assert names(contract(agent_change=change)) == ["parameter-default-unsafe"]

    def test_a_parameter_is_reported_once_for_all_steps(self) -> None:
        change = {"steps": {key: {"uvVariables": ["topic"]} for key in (CHECK, CLOSURE)}}
        prompts = {key.replace(".", "/"): "{uv-topic}" for key in (CHECK, CLOSURE)}
        files = contract(registry_change=change, prompts=prompts, agent_change=parameters(topic={}))
        finding = only(of("uv-optional-no-default", files), "uv-optional-no-default")
        assert finding.place.file == AGENT
        assert len(finding.related) == 2

    def test_a_parameter_takes_the_place_of_what_the_runtime_lacks(self) -> None:
        change = parameters(completion_keyword={"default": "DONE", "cli": "--completion_keyword"})
        found = names(declaring(CHECK, "completion_keyword", agent_change=change))
        assert "uv-runtime-unavailable" not in found

    def test_a_longer_name_of_a_parameter_is_recognised(self) -> None:
        files = declaring(CHECK, "issue_number", agent_change={"parameters": {"issue": NUMBER}})
        finding = only(of("uv-no-source", files), "uv-no-source")
        assert finding.help == "use `issue`"

    def test_without_an_agent_nothing_is_said_about_parameters(self) -> None:
        files = declaring(CHECK, "topic")
        assert "uv-no-source" not in names({REGISTRY: files[REGISTRY]}, main=REGISTRY)


LONE = ("closure.issue closing repeat",)
PAIR = ("closure.issue closing repeat", "continuation.issue handoff>closure.issue repeat")


@pytest.mark.parametrize(
    ("steps", "fields", "codes"),
    [
        (LONE, {}, ["PR-RESOLVE-001"]),
        (PAIR, {}, ["PR-C3L-002"]),
        (LONE, {"runner": {"command": "true", "args": []}}, []),
    ],
)
def test_how_a_run_ends_that_begins_in_a_closure_step(
    steps: tuple[str, ...], fields: dict[str, Any], codes: list[str]
) -> None:
    change = {"steps": {CLOSURE: fields}}
    unsafe = parameters(topic={"default": ["a", ["b > c"]], "type": "array"})
    files = contract(*steps, registry_change=change, agent_change=unsafe)
    found = of("parameter-default-unsafe", files, dry_run=True)
    assert [each.message.rpartition(" ")[2] for each in found] == codes
    assert [each.proof.status for each in found if each.proof] == ["proved"] * len(codes)


def test_a_variable_that_an_older_release_supplies() -> None:
    change = {"runner": {"verdict": {"type": "poll:state"}}, **parameters(issue={"required": True})}
    mapping = {"entryStepMapping": {"poll:state": FIRST}}
    fields = {"uvVariables": ["repository"]}
    files = contract(
        registry_change={"steps": {CHECK: fields}, **mapping},
        agent_change=change,
        prompts={"verification/issue": "{uv-repository}"},
    )
    said = "; 1.13.22 supplies `repository`, but 1.13.23 and later don't"
    now, then = of("uv-no-source", files), of("uv-no-source", files, legacy="1.13.22")
    assert [each.help.endswith(said) for each in (*now, *then)] == [False, True]
